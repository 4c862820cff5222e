import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// How much a queue decodes ahead, by which its buffers go back to the client.
@Suite struct QueueReadAheadTests {
    private func waits(_ runner: QueueRunner, with frames: Int) -> Bool {
        let voice = runner.queue.sound.withLock { $0.voice }
        return eventually { voice?.ring.waitingFrames == frames }
    }

    private func enqueue(_ buffers: Int, _ runner: QueueRunner) throws {
        for _ in 0..<buffers { try runner.enqueue([Float](repeating: 0.5, count: 10)) }
    }

    /// Lets the device ask for more than there is, once the ring is as full as it will be.
    private func starve(_ runner: QueueRunner, _ frames: Int) -> Bool {
        guard waits(runner, with: frames) else { return false }
        runner.server.advance(frames + 8)
        return true
    }

    @Test func growsWhereTheClientIsLate() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try enqueue(2, runner)
        try runner.start()
        #expect(starve(runner, 20))
        // 20 ms at first; then twice as much, and buffers go back as early: the last one waits for the next pass.
        try enqueue(10, runner)
        #expect(waits(runner, with: 40))
        #expect(eventually { runner.returnedBuffers.count == 5 })
        #expect(runner.queue.state.withLock { $0.stalls } == 1)
        try runner.queue.stop(immediately: true)
        try enqueue(10, runner)
        try runner.start()
        #expect(waits(runner, with: 20))
    }

    @Test func staysWhereNothingHasPlayed() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.start()
        runner.server.advance(100)
        try enqueue(10, runner)
        #expect(waits(runner, with: 20))
    }

    /// What the device may ask for at once is there.
    @Test func coversTheDevicesBursts() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        runner.server.burst = 50
        try enqueue(10, runner)
        try runner.start()
        #expect(waits(runner, with: 50))
    }

    @Test func staysAsTheClientAsked() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try withUnsafeBytes(of: UInt32(64)) {
            try runner.queue.setProperty(kAudioQueueProperty_DecodeBufferSizeFrames, .bytes($0))
        }
        try enqueue(5, runner)
        try runner.start()
        #expect(starve(runner, 50))
        try enqueue(20, runner)
        #expect(waits(runner, with: 64))
    }
}
