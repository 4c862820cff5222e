import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Calls that a client makes while its tap waits for a lock that the caller holds. A test that hangs has failed.
@Suite(.mustEnd) struct QueueTapWaitTests {
    enum Call: CaseIterable {
        case pause, reset, start, prime, flush, stopLater, disposeLater, time, rate, volume, bypass
    }

    private func make(_ call: Call, _ queue: PlayingQueue) throws {
        switch call {
        case .pause: try queue.pause()
        case .reset: try queue.reset()
        case .start: try queue.start(at: nil)
        case .prime: #expect(try queue.prime(frames: 0) == 0)
        case .flush: try queue.flush()
        case .stopLater: try queue.stop(immediately: false)
        case .disposeLater: try queue.dispose(immediately: false)
        case .time: _ = try queue.currentTime()
        case .rate: _ = try queue.property(kAudioQueueDeviceProperty_SampleRate)
        case .volume: try queue.setParameter(kAudioQueueParam_Volume, 0.5)
        case .bypass: try queue.set(kAudioQueueProperty_TimePitchBypass, 1)
        }
    }

    /// A tap that waits for the client's lock.
    private final class Tapped: Sendable {
        let runner: QueueRunner
        let mutex = NSLock()
        /// How many calls of the tap have begun.
        let begun = WaitableValue(0)
        private let tap = LockedValue<QueueTap?>(nil)

        init() throws {
            runner = try QueueRunner()
            try runner.queue.set(kAudioQueueProperty_EnableTimePitch, 1)
            let (begun, mutex, tap) = (begun, mutex, tap)
            let made = try runner.queue.addTap(.preEffects) { frames, time, flags, delivered, data in
                begun.withLock { $0 += 1 }
                mutex.withLock {}
                try? tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
            }
            tap.withLock { $0 = made }
            for _ in 0..<3 { try runner.enqueue([Float](repeating: 0.5, count: 400)) }
        }

        func waitForTap() { begun.wait { $0 > 0 ? () : nil } }
    }

    /// The thread of the callbacks ends the queue while the tap waits for a lock, in which the client waits for that thread.
    @Test func theThreadOfTheCallbacksDoesNotWaitForATap() throws {
        let tapped = try Tapped()
        let queue = tapped.runner.queue
        try tapped.mutex.withLock {
            try queue.start(at: nil)
            tapped.waitForTap()
            queue.caller.perform { queue.end() }
            // As a reset does at its end.
            queue.caller.performAndWait {}
        }
        #expect(eventually { queue.state.withLock { $0.isEnded && $0.job == nil } })
    }

    /// The tap runs on the thread that decodes, and waits for the lock in which the call is made.
    @Test(arguments: Call.allCases) func whileDecoding(call: Call) throws {
        let tapped = try Tapped()
        let (runner, queue) = (tapped.runner, tapped.runner.queue)
        try tapped.mutex.withLock {
            try queue.start(at: nil)
            tapped.waitForTap()
            try make(call, queue)
            #expect(tapped.begun.withLockQuietly { $0 } == 1)
        }
        func run() -> PlayingQueue.RunState { queue.state.withLock { $0.run } }
        func plays() -> Bool {
            eventually {
                runner.server.advance(64)
                return runner.isRunning
            }
        }
        switch call {
        case .pause: #expect(eventually { run() == .paused })
        case .reset: #expect(eventually { runner.returnedBuffers.count == 3 })
        case .stopLater:
            #expect(
                eventually {
                    runner.server.advance(64)
                    return run() == .stopped && runner.returnedBuffers.count == 3
                })
        case .disposeLater:
            #expect(
                eventually {
                    runner.server.advance(64)
                    return queue.registration.withLock { $0.reference == nil }
                })
            return
        default: #expect(plays())
        }
        try runner.end()
    }

    /// Calls that come behind one that was left to a thread do not wait for it, and take effect after it.
    @Test func theLastCallCounts() throws {
        let tapped = try Tapped()
        let queue = tapped.runner.queue
        try tapped.mutex.withLock {
            try queue.start(at: nil)
            tapped.waitForTap()
            try queue.pause()
            try queue.start(at: nil)
            try queue.pause()
            try queue.start(at: nil)
        }
        queue.deferred.waitUntilDone()
        #expect(queue.state.withLock { $0.run } == .running)
        try tapped.runner.end()
    }

    /// A reset that was left to a thread gives back what was enqueued before it, and nothing that was enqueued behind it.
    @Test func aResetDropsWhatCameBefore() throws {
        let tapped = try Tapped()
        let (runner, queue) = (tapped.runner, tapped.runner.queue)
        try tapped.mutex.withLock {
            try queue.start(at: nil)
            tapped.waitForTap()
            try queue.reset()
            for _ in 0..<2 { try runner.enqueue([Float](repeating: 0.25, count: 4000)) }
        }
        queue.deferred.waitUntilDone()
        #expect(eventually { runner.returnedBuffers.count == 3 })
        try queue.stop(immediately: true)
        #expect(eventually { runner.returnedBuffers.count == 5 })
        try runner.end()
    }

    /// The tap runs in a call of another thread that primes the queue.
    @Test func whilePriming() throws {
        let tapped = try Tapped()
        let queue = tapped.runner.queue
        let primed = WaitableValue<Int?>(nil)
        let thread = try tapped.mutex.withLock {
            let thread = try AudioCore.Thread(name: "test-prime") {
                let frames = try? queue.prime(frames: 0)
                primed.withLock { $0 = frames ?? -1 }
            }
            tapped.waitForTap()
            try queue.set(kAudioQueueProperty_EnableTimePitch, 0)
            try queue.start(at: nil)
            try queue.pause()
            #expect(primed.withLockQuietly { $0 } == nil)
            return thread
        }
        thread.join()
        #expect(primed.withLockQuietly { $0 } ?? 0 > 0)
        queue.deferred.waitUntilDone()
        #expect(queue.state.withLock { $0.run } == .paused)
        #expect(queue.pipelineState.withLock { $0.pipeline?.timePitch } == nil)
        try tapped.runner.end()
    }

    /// An immediate stop waits for the end of the tap, which is not called again.
    @Test func anImmediateStopWaits() throws {
        let tapped = try Tapped()
        let queue = tapped.runner.queue
        let hasStopped = LockedValue(false)
        let thread = try tapped.mutex.withLock {
            try queue.start(at: nil)
            tapped.waitForTap()
            let thread = try AudioCore.Thread(name: "test-stop") {
                try? queue.stop(immediately: true)
                hasStopped.withLock { $0 = true }
            }
            // It is not over before the tap is.
            #expect(!hasStopped.withLock { $0 })
            return thread
        }
        thread.join()
        let calls = tapped.begun.withLockQuietly { $0 }
        #expect(queue.state.withLock { $0.run } == .stopped)
        #expect(eventually { tapped.runner.returnedBuffers.count == 3 })
        #expect(tapped.begun.withLockQuietly { $0 } == calls)
        try tapped.runner.end()
    }
}
