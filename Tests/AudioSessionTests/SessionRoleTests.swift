import AudioCore
import AudioDevices
import AudioSession
import TestSupport
import Testing

@testable import AudioIO

/// What the server is told that streams are for.
struct SessionRoleTests {
    /// Plays ones, and notes the sample times that it was asked for.
    private final class Player: Sendable {
        /// The frame after the last one, and whether all have come in order.
        private let state = LockedValue<(next: Int64?, isInOrder: Bool)>((nil, true))

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let cycle = cycle.pointee
                for index in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[index] = 1 }
                Unmanaged<Player>.fromOpaque(context)._withUnsafeGuaranteedRef { player in
                    player.state.withLock { state in
                        if let next = state.next, next != cycle.sampleTime { state.isInOrder = false }
                        state.next = cycle.sampleTime + Int64(cycle.frames)
                    }
                }
                return Int32(cycle.frames)
            }
        }

        var frames: Int64 { state.withLock { $0.next ?? 0 } }
        var isInOrder: Bool { state.withLock { $0.isInOrder } }
    }

    private func output(_ connection: Connection, _ role: StreamRole = .sound) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.sampleRate = 48_000
        configuration.channels = 1
        configuration.role = role
        return try Output(configuration, on: connection)
    }

    private static let conversations: Set<SessionMode> = [.voiceChat, .gameChat, .videoChat]

    @Test(arguments: SessionMode.allCases) func conversationsHaveTheRole(_ mode: SessionMode) throws {
        let stage = try SessionStage()
        let early = try output(stage.connection)
        try stage.center.set(SessionSetting(.playAndRecord, mode: mode))
        let input = try Input(InputConfiguration(), on: stage.connection)
        try stage.settle()
        let role = Self.conversations.contains(mode) ? StreamRole.communication : .sound
        #expect(stage.server.roles == [role, role])
        // What accompanies what people do is none of it.
        let event = try output(stage.connection, .event)
        #expect(stage.server.roles == [role, role, .event])
        withExtendedLifetime((early, input, event)) {}
    }

    /// No frame is lost or heard twice while it goes to a stream of the other role and back.
    @Test func whatPlaysGoesOn() throws {
        let stage = try SessionStage()
        let output = try output(stage.connection)
        let player = Player()
        output.add(player.source)
        #expect(eventually { stage.server.runningStreams == 1 })
        stage.server.advance(1000)
        for (mode, role) in [(SessionMode.voiceChat, StreamRole.communication), (.standard, .sound)] {
            try stage.center.set(mode)
            // Both streams are there until the new one has taken over.
            #expect(
                eventually {
                    stage.server.advance(64)
                    return stage.server.roles == [role]
                })
            let before = player.frames
            #expect(stage.server.advance(1000).allSatisfy { $0 == 1 } && player.frames == before + 1000)
        }
        #expect(player.isInOrder)
    }

    /// A mode that was set before there was a connection.
    @Test func theModeCountsForWhatIsOpenedLater() throws {
        let server = ManualServer()
        let (center, _, connection) = try SessionNeighbourhood().program(on: server)
        try center.set(SessionSetting(.playAndRecord, mode: .videoChat))
        let output = try output(connection)
        #expect(server.roles == [.communication])
        // A category that does not take the mode.
        try center.set(.playback, options: [])
        try connection.thread.perform {}
        #expect(center.setting.mode == .standard && eventually { server.roles == [.sound] })
        withExtendedLifetime(output) {}
    }
}
