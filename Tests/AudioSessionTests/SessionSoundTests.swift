import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import TestSupport
import Testing

/// What a session does to sound, on samples.
struct SessionSoundTests {
    /// A program that plays ones.
    private final class Program: Sendable {
        let server = ManualServer()
        let center: SessionCenter
        let neighbour: SessionNeighbour
        let connection: Connection
        let output: Output
        private let anchor = SessionExtra()

        /// - Parameter prepare: called before the output is there.
        init(
            _ neighbourhood: SessionNeighbourhood, rate: Double? = 1000, role: StreamRole = .sound,
            prepare: (SessionCenter, SessionNeighbour) throws -> Void = { _, _ in }
        ) throws {
            (center, neighbour, connection) = try neighbourhood.program(on: server)
            try prepare(center, neighbour)
            var configuration = OutputConfiguration()
            configuration.sampleRate = rate
            configuration.channels = 1
            configuration.role = role
            output = try Output(configuration, on: connection)
            output.add(
                OutputSource(context: Unmanaged.passUnretained(anchor).toOpaque(), owner: anchor) { _, cycle in
                    let cycle = cycle.pointee
                    for index in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[index] = 1 }
                    return Int32(cycle.frames)
                })
        }

        /// Lets some frames pass, and returns what is heard then.
        func hear(after frames: Int) -> Float { server.advance(frames + 1).last ?? .nan }
        var isRunning: Bool { eventually { server.runningStreams == 1 } }
    }

    private func setting(_ category: SessionCategory, _ options: SessionOptions = []) throws -> SessionSetting {
        try SessionSetting(category, options: options)
    }

    @Test func whatIsDuckedInterruptedAndSilenced() throws {
        let neighbourhood = SessionNeighbourhood()
        let program = try Program(neighbourhood)
        let other = try neighbourhood.program().center
        let center = program.center
        try center.set(setting(.playback))
        try center.activate()
        #expect(program.isRunning && program.hear(after: 10) == 1)
        // Ducked by 12 dB, in a straight line over 10 ms.
        try other.set(setting(.playback, .duckOthers))
        try other.activate()
        neighbourhood.settle()
        let fade = program.server.advance(20)
        #expect(fade.last == 0.25 && fade[4] < 1 && fade[4] > 0.25)
        #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
        try other.deactivate(notifiesOthers: true)
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 1)
        // Silent while it is interrupted.
        try other.set(setting(.soloAmbient))
        try other.activate()
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 0 && !center.isActive)
        try center.activate()
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 1 && !other.isActive)
        // The lock and the silent switch silence what accompanies.
        program.neighbour.receive(.screenLocked(true))
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 1)
        try center.set(setting(.ambient))
        #expect(program.hear(after: 20) == 0)
        program.neighbour.receive(.silentSwitch(true))
        program.neighbour.receive(.screenLocked(false))
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 0)
        program.neighbour.receive(.silentSwitch(false))
        neighbourhood.settle()
        #expect(program.hear(after: 20) == 1)
        // A category that only records silences what plays.
        try center.set(setting(.record))
        #expect(program.hear(after: 20) == 0)
        try center.deactivate(notifiesOthers: true)
        #expect(program.hear(after: 20) == 1)
        center.outputMuted = true
        #expect(program.hear(after: 20) == 0 && center.outputMuted)
        center.outputMuted = false
        #expect(program.hear(after: 20) == 1)
    }

    @Test func shortSoundsOfTheSystemAreHeardAllTheSame() throws {
        let neighbourhood = SessionNeighbourhood()
        let program = try Program(neighbourhood, role: .event)
        try program.center.activate()
        program.neighbour.receive(.callBegan)
        neighbourhood.settle()
        #expect(program.center.isInterrupted && program.isRunning && program.hear(after: 20) == 1)
    }

    /// A mix that begins while the session is ducked is so from its first frame on.
    @Test func theGainIsThereFromTheFirstFrame() throws {
        let neighbourhood = SessionNeighbourhood()
        let program = try Program(neighbourhood) { center, neighbour in
            try center.activate()
            neighbour.receive(.peerActive("a", try setting(.playback, .duckOthers)))
            neighbourhood.settle()
        }
        #expect(program.isRunning)
        #expect(program.server.advance(16) == [Float](repeating: 0.25, count: 16))
    }

    @Test func mutedInputIsRecordedAsSilence() throws {
        let server = ManualServer()
        let (center, _, connection) = try SessionNeighbourhood().program(on: server)
        try center.set(setting(.record))
        try center.activate()
        var configuration = InputConfiguration()
        (configuration.sampleRate, configuration.channels) = (1000, 1)
        let input = try Input(configuration, on: connection)
        let recorder = CaptureRecorder()
        input.add(recorder.sink)
        #expect(eventually { server.runningStreams == 1 })
        server.advance(4, input: [1, 2, 3, 4])
        center.inputMuted = true
        server.advance(4, input: [5, 6, 7, 8])
        center.inputMuted = false
        server.advance(2, input: [9, 10])
        #expect(recorder.samples == [1, 2, 3, 4, 0, 0, 0, 0, 9, 10])
        #expect(recorder.cycles.map(\.sampleTime).last == 8)
    }

    // MARK: Numbers

    @Test func ratesCountWhileTheSessionIsActive() throws {
        let program = try Program(SessionNeighbourhood(), rate: nil)
        let center = program.center
        try center.set(setting(.playback))
        try center.setPreferredSampleRate(96_000)
        #expect(center.preferredSampleRate == 96_000 && center.sampleRate == 48_000)
        try center.activate()
        #expect(center.sampleRate == 96_000)
        try center.setPreferredSampleRate(44_100)
        #expect(center.sampleRate == 44_100)
        // One that the device does not have is kept without effect.
        try center.setPreferredSampleRate(12_345)
        #expect(center.preferredSampleRate == 12_345 && center.sampleRate == 48_000)
        try center.setPreferredSampleRate(8000)
        #expect(center.sampleRate == 8000)
        // What plays goes on meanwhile.
        #expect(eventually { abs(program.hear(after: 64) - 1) < 0.001 && program.server.runningStreams == 1 })
        try center.deactivate(notifiesOthers: true)
        #expect(center.preferredSampleRate == 8000 && center.sampleRate == 48_000)
    }

    @Test(arguments: [
        (0.005, 48_000, 256), (0.01, 44_100, 512), (0.0001, 48_000, 256), (5, 48_000, 4096), (0.02, 48_000, 1024),
        (0.093, 44_100, 4096),
    ])
    func cyclesArePowersOfTwo(_ seconds: Double, _ rate: Double, _ frames: Int) throws {
        let program = try Program(SessionNeighbourhood(), rate: nil)
        let center = program.center
        try center.set(setting(.playback))
        try center.setPreferredSampleRate(rate)
        try center.setPreferredIOBufferDuration(seconds)
        #expect(center.ioBufferDuration == 512.0 / 48_000)
        try center.activate()
        #expect(center.preferredIOBufferDuration == seconds)
        #expect(center.ioBufferDuration == Double(frames) / rate)
        try center.deactivate(notifiesOthers: true)
        #expect(center.ioBufferDuration == 512.0 / 48_000)
    }

    @Test func whatWouldBeIsSaidBeforeAnythingPlays() throws {
        let (center, _, connection) = try SessionNeighbourhood().program()
        try center.set(setting(.playback))
        try center.setPreferredSampleRate(96_000)
        try center.setPreferredIOBufferDuration(0.01)
        #expect(center.sampleRate == 48_000 && center.ioBufferDuration == 512.0 / 48_000)
        try center.activate()
        #expect(center.sampleRate == 96_000 && center.ioBufferDuration == 1024 / 96_000)
        try center.setPreferredOutputChannels(1)
        var configuration = OutputConfiguration()
        configuration.channels = nil
        let output = try Output(configuration, on: connection)
        #expect(output.format.sampleRate == 96_000 && output.format.channels == 1)
        #expect(center.sampleRate == 96_000 && center.outputLatency == 0)
    }

    @Test func latenciesAreTheStreams() throws {
        let program = try Program(SessionNeighbourhood(), rate: nil)
        program.server.latency = 480
        try program.center.set(setting(.playback))
        #expect(program.isRunning && program.center.outputLatency == 0.01 && program.center.inputLatency == 0)
        try program.center.set(setting(.record))
        #expect(program.center.outputLatency == 0)
        let input = try Input(on: program.connection)
        #expect(program.center.inputLatency == 0.01)
        withExtendedLifetime(input) {}
    }
}
