import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import TestSupport
import Testing

/// Sessions that are called from all sides at once.
struct SessionStormTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    /// Three programs, each called by two threads and from its notifications, while devices come and go and servers die. In the
    /// end all agree.
    @Test func allAgreeInTheEnd() throws {
        let neighbourhood = SessionNeighbourhood()
        let servers = (0..<3).map { _ in ManualServer() }
        let programs = try servers.map { try neighbourhood.program(on: $0, profileTime: 1_000_000) }
        let participants = programs.map { program in
            let participant = SessionExtra()
            program.center.add(participant)
            return participant
        }
        let observations = programs.map { program in
            program.center.observe { [weak center = program.center] note in
                guard let center else { return }
                if case .interruptionEnded(true) = note { try? center.activate() }
                _ = (center.route, center.outputVolume, center.isOtherAudioPlaying)
            }
        }
        let threads = try (0..<6).map { index in
            try Thread(name: "storm") {
                var random = Generator(state: UInt64(index + 1))
                let (center, neighbour, _) = programs[index % 3]
                for _ in 0..<400 {
                    Self.step(center, neighbour, servers[index % 3], participants[index % 3], &random)
                }
            }
        }
        for thread in threads { thread.join() }
        for (program, server) in zip(programs, servers) {
            server.revive()
            server.setDevices(ManualServer.firstDevices)
            program.neighbour.receive(.callEnded)
            program.neighbour.receive(.screenLocked(false))
        }
        neighbourhood.settle()
        // Whoever comes last has the sound.
        for (index, program) in programs.enumerated() {
            let center = program.center
            participants[index].isRunning = false
            try? center.deactivate(notifiesOthers: false)
            neighbourhood.settle()
            #expect(eventually { (try? center.activate()) != nil })
            try center.set(SessionSetting(.playback))
            neighbourhood.settle()
            #expect(center.isActive && !center.isInterrupted)
            for other in programs where other.center !== center {
                #expect(!other.center.isActive || other.center.setting.isMixable)
                #expect(other.center.isOtherAudioPlaying)
            }
            #expect(eventually { center.route.outputs.map(\.uid) == ["manual"] })
        }
        withExtendedLifetime(observations) {}
    }

    private static func step(
        _ center: SessionCenter, _ neighbour: SessionNeighbour, _ server: ManualServer, _ participant: SessionExtra,
        _ random: inout Generator
    ) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: try? center.activate()
        case 2: try? center.deactivate(notifiesOthers: Bool.random(using: &random))
        case 3:
            let category = SessionCategory.allCases.randomElement(using: &random)
            if let setting = category.flatMap({ try? SessionSetting($0) }) { try? center.set(setting) }
        case 4: if let setting = try? SessionSetting(.playback, options: .duckOthers) { try? center.set(setting) }
        case 5: neighbour.receive(Bool.random(using: &random) ? .callBegan : .callEnded)
        case 6: neighbour.receive(.screenLocked(Bool.random(using: &random)))
        case 7: try? center.setPreferredSampleRate([8000, 44_100, 96_000].randomElement(using: &random) ?? 0)
        case 8: try? center.setPreferredIOBufferDuration(Double.random(in: 0...0.1, using: &random))
        case 9: try? center.override(toSpeaker: Bool.random(using: &random))
        case 10: try? center.setPreferredInput(center.availableInputs.randomElement(using: &random))
        case 11: server.setDevices(Bool.random(using: &random) ? ManualServer.firstDevices : Self.others)
        case 12:
            server.crash()
            server.revive()
        case 13: participant.isRunning = Bool.random(using: &random)
        case 14: center.participantDidChange()
        default: try? center.activateImplicitly(recording: Bool.random(using: &random))
        }
    }

    private static let others: [DeviceDescription] = [
        .test("speaker").aside, .test("bluetooth", .output, .bluetoothA2DP, .bluetooth, address: "1"),
        .test("microphone", .input, .microphone),
    ]
}
