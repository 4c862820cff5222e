import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// A queue that is to stop behind its sound, and whose device is gone, ends by the host's time.
@Suite(.mustEnd) struct QueueLossTests {
    private let server = ManualServer()
    private let time = LockedValue<UInt64>(5_000_000_000)

    /// A queue on the device by its name that has played eight frames of some buffers.
    private func playing(_ lengths: [Int]) throws -> QueueRunner {
        let (server, time) = (server, time)
        var configuration = OutputConfiguration()
        configuration.device = "manual"
        (configuration.sampleRate, configuration.channels, configuration.framesPerCycle) = (1000, 1, 8)
        let output = try Output(
            configuration,
            on: Connection { (events) throws(AudioError) in
                try Manual(server: server, events: events)
            })
        let runner = try QueueRunner(server: server, output: output, hostTime: { time.withLock { $0 } })
        for length in lengths { try runner.enqueue([Float](repeating: 0.5, count: length)) }
        try runner.start()
        #expect(eventually { server.runningStreams == 1 })
        server.advance(8)
        return runner
    }

    private func loseDevice(_ runner: QueueRunner) {
        server.setDevices([])
        #expect(eventually { runner.output.standsStill })
    }

    /// Has the queue see what the time is.
    private func wake(_ runner: QueueRunner) { runner.queue.state.withLock { $0.job }?.wake() }

    private func deadline(_ runner: QueueRunner) -> UInt64? { runner.queue.pipelineState.withLock { $0.deadline } }

    private func isStopped(_ runner: QueueRunner) -> Bool { runner.queue.state.withLock { $0.run } == .stopped }

    /// Moves the time to the queue's deadline, and then further.
    private func passDeadline(_ runner: QueueRunner, after seconds: Double) throws {
        wake(runner)
        #expect(eventually { deadline(runner) != nil })
        let end = try #require(deadline(runner))
        #expect(end == time.withLock { $0 } + UInt64(seconds * 1e9))
        time.withLock { $0 = end - 1 }
        wake(runner)
        #expect(eventually { runner.queue.state.withLock { $0.job }?.due ?? 0 > 0 } && !isStopped(runner))
        time.withLock { $0 = end }
        wake(runner)
    }

    @Test(arguments: [false, true]) func aStopEndsWithoutTheDevice(isStoppedBefore: Bool) throws {
        let runner = try playing([4000, 6008])
        defer { try? runner.end() }
        #expect(eventually { runner.isRunning })
        if isStoppedBefore { try runner.queue.stop(immediately: false) }
        loseDevice(runner)
        if !isStoppedBefore { try runner.queue.stop(immediately: false) }
        try passDeadline(runner, after: 10)
        #expect(eventually { isStopped(runner) && !runner.isRunning && runner.returnedBuffers.count == 2 })
    }

    /// A server that starts anew takes some time, in which the end of a sound is not lost.
    @Test func aShortSoundWaitsForThreeSeconds() throws {
        let runner = try playing([20])
        defer { try? runner.end() }
        loseDevice(runner)
        try runner.queue.stop(immediately: false)
        try passDeadline(runner, after: 3)
        #expect(eventually { isStopped(runner) && runner.returnedBuffers.count == 1 })
    }

    @Test func aDisposalEndsWithoutTheDevice() throws {
        let runner = try playing([4000, 6008])
        loseDevice(runner)
        try runner.queue.dispose(immediately: false)
        try passDeadline(runner, after: 10)
        #expect(eventually { runner.queue.registration.withLock { $0.reference } == nil })
        #expect(runner.returnedBuffers.count == 2)
    }

    @Test func whatIsEnqueuedBehindTheStopStays() throws {
        let runner = try playing([4008])
        defer { try? runner.end() }
        loseDevice(runner)
        try runner.queue.stop(immediately: false)
        let later = try runner.enqueue([0.25, 0.25])
        wake(runner)
        #expect(eventually { deadline(runner) != nil })
        time.withLock { $0 += 100_000_000_000 }
        wake(runner)
        #expect(eventually { isStopped(runner) && runner.returnedBuffers.count == 1 })
        #expect(!runner.returnedBuffers.contains(later))
        server.setDevices(ManualServer.firstDevices)
        #expect(eventually { !runner.output.standsStill })
        try runner.start()
        var heard: [Float] = []
        #expect(
            eventually {
                heard += server.advance(8)
                return runner.returnedBuffers.contains(later)
            })
        #expect(
            eventually {
                heard += server.advance(8)
                return heard.filter { $0 != 0 } == [0.25, 0.25]
            })
    }

    /// A queue that is not to stop waits for its device, however long that takes.
    @Test func withoutAStopItWaits() throws {
        let runner = try playing([4008])
        defer { try? runner.end() }
        loseDevice(runner)
        time.withLock { $0 += 100_000_000_000 }
        wake(runner)
        #expect(eventually { runner.queue.state.withLock { $0.job }?.due == nil })
        #expect(deadline(runner) == nil && !isStopped(runner))
        // The time that has passed does not count for a stop.
        try runner.queue.stop(immediately: false)
        try passDeadline(runner, after: 4)
        #expect(eventually { isStopped(runner) })
    }
}
