import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// The time of a queue between the cycles of its device, one frame a millisecond, and through losses.
@Suite struct QueueClockTests {
    /// A queue on a device of 8 frames a cycle, each of which is heard 8 frames later.
    private func running() throws -> QueueRunner {
        let runner = try QueueRunner()
        runner.server.latency = 8
        try runner.enqueue([Float](repeating: 0.5, count: 400))
        try runner.start()
        return runner
    }

    private func time(_ runner: QueueRunner) throws -> Double { try runner.queue.currentTime().mSampleTime }

    @Test func goesOnBetweenCycles() throws {
        let runner = try running()
        defer { try? runner.end() }
        runner.server.advance(8)
        #expect(try time(runner) == 0)
        runner.server.skip(3)
        #expect(try time(runner) == 3)
        #expect(try runner.queue.currentTime().mHostTime == runner.server.hostTime)
        runner.server.skip(2)
        #expect(try time(runner) == 5)
        // No further than what has been handed over.
        runner.server.skip(20)
        #expect(try time(runner) == 8)
    }

    @Test func neverGoesBack() throws {
        let runner = try running()
        defer { try? runner.end() }
        runner.server.advance(16)
        runner.server.skip(5)
        #expect(try time(runner) == 13)
        // The device reports a longer latency: the same frames are heard later.
        runner.server.latency = 20
        var last = 13.0
        for _ in 0..<8 {
            runner.server.advance(4)
            let now = try time(runner)
            #expect(now >= last)
            last = now
        }
        #expect(last == 28)
    }

    @Test func standsStillWhileThereIsNoStream() throws {
        let runner = try running()
        defer { try? runner.end() }
        runner.server.advance(40)
        #expect(try time(runner) == 32)
        runner.server.crash()
        #expect(eventually { runner.output.standsStill })
        #expect(try time(runner) == 32)
        runner.server.skip(1000)
        #expect(try time(runner) == 32)
        runner.server.revive()
        #expect(eventually { runner.server.runningStreams == 1 })
        #expect(try time(runner) == 32)
        runner.server.advance(8)
        #expect(try time(runner) == 40)
        runner.server.advance(8)
        #expect(try time(runner) == 48)
    }

    @Test func goesOnToTheEndOfWhatIsHeardInAPause() throws {
        let runner = try running()
        defer { try? runner.end() }
        runner.server.advance(16)
        try runner.queue.pause()
        #expect(try time(runner) == 8)
        runner.server.skip(4)
        #expect(try time(runner) == 12)
        runner.server.skip(40)
        #expect(try time(runner) == 16)
        try runner.start()
        runner.server.advance(8)
        #expect(try time(runner) == 16)
        runner.server.skip(4)
        #expect(try time(runner) == 20)
    }

    @Test func aNewStartBeginsAtZero() throws {
        let runner = try running()
        defer { try? runner.end() }
        runner.server.advance(80)
        #expect(try time(runner) == 72)
        try runner.queue.stop(immediately: true)
        try runner.enqueue([Float](repeating: 0.5, count: 400))
        try runner.start()
        #expect(try time(runner) == 0)
        runner.server.advance(16)
        #expect(try time(runner) == 8)
    }

    @Test func aStartForAKnownTimeCountsDownToTheFirstFrameHeard() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        runner.server.latency = 8
        try runner.enqueue([Float](repeating: 0.5, count: 400))
        try runner.start(at: .host(1_020_000_000))
        for expected in [-12.0, -4, 4] {
            runner.server.advance(8)
            #expect(try time(runner) == expected)
        }
    }
}
