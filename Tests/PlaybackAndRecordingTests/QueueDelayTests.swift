import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// A queue that waits sleeps up to the moment that it waits for, or until an event comes.
@Suite struct QueueDelayTests {
    private static let second = HostTime.ticksPerSecond

    /// How long the queue's job sleeps from now on at most; nil where it waits to be woken.
    private func sleep(_ runner: QueueRunner) -> UInt64? {
        guard let due = runner.queue.state.withLock({ $0.job })?.due else { return nil }
        let now = HostTime.now()
        return due > now ? due - now : 0
    }

    private func sleeps(_ runner: QueueRunner, longerThan time: UInt64) -> Bool {
        eventually { sleep(runner) ?? 0 > time }
    }

    @Test func untilTheServerIsBack() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 4000))
        try runner.start()
        runner.server.advance(8)
        runner.server.crash()
        #expect(eventually { runner.output.standsStill && sleep(runner) == nil })
        // As long as the sound takes, which is heard where the server returns before that.
        try runner.queue.stop(immediately: false)
        #expect(sleeps(runner, longerThan: 3 * Self.second))
        runner.server.revive()
        #expect(
            eventually {
                runner.server.advance(100)
                return runner.queue.state.withLock { $0.run } == .stopped
            })
        #expect(runner.returnedBuffers.count == 1)
    }

    /// The device that a queue leaves may go before the other one has asked for a frame: its first cycle makes no event.
    @Test func untilTheOtherDevicePlays() throws {
        let server = ManualServer()
        func set(_ names: [String], chosen: String) {
            server.setDevices(
                names.map { DeviceDescription(id: $0, name: $0, direction: .output, isDefault: $0 == chosen) })
        }
        set(["a", "b"], chosen: "a")
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        func output(_ device: String?) throws -> Output {
            var configuration = OutputConfiguration()
            (configuration.device, configuration.sampleRate, configuration.channels) = (device, 1000, 1)
            return try Output(configuration, on: connection)
        }
        // What follows the default device joins the stream that is bound to the device.
        let (named, following) = (try output("a"), try output(nil))
        let runner = try QueueRunner(server: server, output: following)
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 1000))
        try runner.start()
        server.advance(8)
        try runner.queue.stop(immediately: false)
        set(["a", "b"], chosen: "b")
        #expect(eventually { server.openStreams == 2 })
        set(["b"], chosen: "b")
        #expect(eventually { following.standsStill && sleeps(runner, longerThan: Self.second) })
        #expect(
            eventually {
                server.advance(100)
                return runner.queue.state.withLock { $0.run } == .stopped
            })
        withExtendedLifetime(named) {}
    }

    @Test func untilTheStart() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([0.5, 0.5])
        try runner.start(at: .host(runner.server.hostTime + 100 * Self.second))
        #expect(sleeps(runner, longerThan: 50 * Self.second))
        // What is enqueued meanwhile is decoded at once.
        try runner.enqueue([0.5, 0.5])
        #expect(runner.waitForDecoded(4))
        #expect(sleeps(runner, longerThan: 50 * Self.second))
    }

    @Test func untilABuffersTime() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([0.5, 0.5])
        try runner.enqueue([Float](repeating: 0.5, count: 1000), startFrame: 100_000)
        try runner.start()
        runner.server.advance(8)
        #expect(sleeps(runner, longerThan: 50 * Self.second))
    }

    /// A queue that waits for a moment centuries away does nothing until then.
    @Test(arguments: [AudioTimeStamp.host(.max), .host(.max - 1), .sample(9e14), .sample(-9e14)])
    func untilAStartThatNeverComes(time: AudioTimeStamp) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 1000))
        try runner.start(at: time)
        runner.server.advance(8)
        let isPast = time.mFlags.contains(.sampleTimeValid) && time.mSampleTime < 0
        #expect(isPast || sleeps(runner, longerThan: 1000 * Self.second))
        let voice = try #require(runner.queue.sound.withLock { $0.voice })
        let hasStarted = voice.startedAt.load(ordering: .acquiring) >= 0
        #expect(hasStarted == isPast)
        #expect((try runner.queue.currentTime().mSampleTime >= 0) == isPast)
    }

    @Test func untilABufferThatNeverStarts() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([0.5, 0.5])
        try runner.enqueue([Float](repeating: 0.5, count: 1000), startFrame: 9e14)
        try runner.start()
        runner.server.advance(8)
        #expect(sleeps(runner, longerThan: 1000 * Self.second))
    }

    /// The ring may have room for only the first frames behind a silence: those that follow are decoded before it ends.
    @Test func untilShortlyBeforeABuffersTime() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 199))
        try runner.enqueue([Float](repeating: 0.5, count: 1000), startFrame: 1200)
        try runner.start()
        runner.server.advance(200)
        // The second buffer begins in a second, and 200 frames are decoded ahead: from its next pass on, the job sleeps 0.8 s.
        #expect(eventually { sleep(runner).map { $0 > Self.second / 2 && $0 <= Self.second * 9 / 10 } ?? false })
    }

    @Test func untilTheEnd() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try withUnsafeBytes(of: UInt32(100_000)) {
            try runner.queue.setProperty(kAudioQueueProperty_DecodeBufferSizeFrames, .bytes($0))
        }
        try runner.enqueue([Float](repeating: 0.5, count: 90_000))
        try runner.start()
        runner.server.advance(8)
        try runner.queue.stop(immediately: false)
        #expect(sleeps(runner, longerThan: 80 * Self.second))
        // The last frame is heard a minute after it was handed over.
        runner.server.advance(89_992)
        runner.server.latency = 60_000
        runner.server.advance(8)
        runner.queue.state.withLock { $0.job }?.wake()
        #expect(sleeps(runner, longerThan: 40 * Self.second))
        runner.server.advance(60_000)
        runner.queue.state.withLock { $0.job }?.wake()
        #expect(eventually { runner.queue.state.withLock { $0.run } == .stopped })
    }

    /// What is late is checked less and less often.
    @Test func everLongerWhereNothingHappens() {
        let delays = (0..<40).map { QueueWorker.Delay(until: 0, $0, most: QueueWorker.Delay.longestPoll).latest }
        #expect(delays.first == 2_000_000 && delays.last == 100_000_000)
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(QueueWorker.Delay(until: 0, 40, most: 10_000_000).latest == 10_000_000)
        #expect(QueueWorker.Delay(until: 5_000_000_000, 3, most: 10_000_000).latest == 5_000_000_000)
    }
}
