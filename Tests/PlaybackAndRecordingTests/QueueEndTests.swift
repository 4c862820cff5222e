import AudioCore
import CAudioToolbox
import CRealtime
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// How a queue ends, and that each of its buffers comes back.
@Suite(.mustEnd) struct QueueEndTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 128 } }

    private func isGone(_ queue: PlayingQueue) -> Bool { queue.registration.withLock { $0.reference } == nil }

    /// A queue that plays ten frames and is to stop behind them.
    private func stopping() throws -> QueueRunner {
        let runner = try QueueRunner()
        try runner.enqueue(ramp(1...10))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...4))
        try runner.queue.stop(immediately: false)
        return runner
    }

    @Test func whatComesBehindTheEndWaitsForTheNextStart() throws {
        let runner = try stopping()
        defer { try? runner.end() }
        #expect(eventually { runner.queue.pipelineState.withLock { $0.voice?.marks.room } == 1023 })
        let later = try runner.enqueue(ramp(11...14))
        var heard: [Float] = []
        #expect(
            eventually {
                heard += runner.server.advance(8)
                return runner.queue.state.withLock { $0.run } == .stopped
            })
        #expect(heard.filter { $0 != 0 } == ramp(5...10))
        #expect(!runner.returnedBuffers.contains(later))
        try runner.start()
        #expect(runner.server.advance(5) == ramp(11...14) + [0])
    }

    @Test func whatComesBehindTheEndComesBackWithTheQueue() throws {
        let runner = try stopping()
        let later = try runner.enqueue(ramp(11...14))
        try runner.queue.dispose(immediately: false)
        #expect(
            eventually {
                runner.server.advance(8)
                return isGone(runner.queue)
            })
        #expect(runner.returnedBuffers.count == 2 && runner.returnedBuffers.last == later)
    }

    /// The other buffers come back on another thread, and the queue ends as usual.
    @Test func aCallbackThatEndsItsThreadHoldsUpNothing() throws {
        let runner = try QueueRunner()
        let calls = LockedValue(0)
        runner.onReturn { _, _ in
            let call = calls.withLock { (calls: inout Int) -> Int in
                calls += 1
                return calls
            }
            if call == 1 { pthread_exit(nil) }
        }
        try runner.enqueue(ramp(1...4))
        let later = [try runner.enqueue(ramp(5...8)), try runner.enqueue(ramp(9...12))]
        try runner.start()
        #expect(runner.server.advance(12) == ramp(1...12))
        #expect(eventually { runner.returnedBuffers == later })
        try runner.queue.dispose(immediately: true)
        #expect(isGone(runner.queue))
        #expect(calls.withLock { $0 } == 3)
    }

    /// A listener that enqueues for another start, while the queue is disposed of, gets its buffer back or is refused.
    @Test func whatAListenerEnqueuesComesBack() throws {
        let runner = try QueueRunner()
        let kept = LockedValue<[UnsafeMutablePointer<AudioQueueBuffer>]>([])
        let context = Unmanaged.passRetained(Listening(runner, kept))
        defer { context.release() }
        runner.queue.addListener(
            kAudioQueueProperty_IsRunning,
            { context, _, _ in
                Unmanaged<Listening>.fromOpaque(context!).takeUnretainedValue().enqueue()
            }, context.toOpaque())
        try runner.enqueue(ramp(1...10))
        try runner.start()
        #expect(runner.server.advance(4) == ramp(1...4))
        #expect(eventually { kept.withLock { $0.count } == 1 })
        try runner.queue.dispose(immediately: true)
        let enqueued = kept.withLock { $0.unshared }
        #expect(Set(runner.returnedBuffers).isSuperset(of: enqueued))
        #expect(runner.returnedBuffers.count == enqueued.count + 1)
    }

    private final class Listening {
        private unowned let runner: QueueRunner
        private let kept: LockedValue<[UnsafeMutablePointer<AudioQueueBuffer>]>

        init(_ runner: QueueRunner, _ kept: LockedValue<[UnsafeMutablePointer<AudioQueueBuffer>]>) {
            (self.runner, self.kept) = (runner, kept)
        }

        func enqueue() {
            guard let buffer = try? runner.enqueue([0.5]) else { return }
            kept.withLock { $0.append(buffer) }
        }
    }

    /// What begins and ends between two steps of one pass of the queue's thread is notified of all the same.
    @Test func aSoundWithinOnePass() throws {
        let notifications = Notifications()
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        queue.addListener(
            kAudioQueueProperty_IsRunning,
            { context, _, _ in
                let notifications = Unmanaged<Notifications>.fromOpaque(context!).takeUnretainedValue()
                notifications.count.wrappingAdd(1, ordering: .relaxed)
            }, Unmanaged.passUnretained(notifications).toOpaque())
        try runner.enqueue(ramp(1...10))
        try runner.start()
        try queue.stop(immediately: false)
        #expect(eventually { queue.pipelineState.withLock { $0.voice?.marks.room } == 1023 })
        // Each pass takes this lock after it has looked for the beginning, and waits there.
        let isReleased = Atomic<Bool>(false)
        let holder = try Thread(name: "test") {
            queue.clock.restart {
                while !isReleased.load(ordering: .acquiring) { Thread.sleep(until: HostTime.now() + 100_000) }
            }
        }
        #expect(
            eventually {
                (0..<20).allSatisfy { _ in
                    Thread.sleep(until: HostTime.now() + 500_000)
                    return queue.pipelineState.withLockIfFree { _ in true } == nil
                }
            })
        #expect(runner.server.advance(16) == ramp(1...10) + [Float](repeating: 0, count: 6))
        isReleased.store(true, ordering: .releasing)
        holder.join()
        #expect(eventually { queue.state.withLock { $0.run } == .stopped })
        #expect(eventually { notifications.count.load(ordering: .relaxed) == 2 })
        withExtendedLifetime(notifications) {}
    }

    private final class Notifications: Sendable {
        let count = Atomic<Int>(0)
    }

    /// Queues of one short buffer each, whose callback stops them: it may come while the start still decodes.
    @Test func aStopInTheOnlyBuffersCallback() throws {
        for _ in 0..<20 {
            let notifications = Notifications()
            let runner = try QueueRunner()
            defer { try? runner.end() }
            runner.queue.addListener(
                kAudioQueueProperty_IsRunning,
                { context, _, _ in
                    let notifications = Unmanaged<Notifications>.fromOpaque(context!).takeUnretainedValue()
                    notifications.count.wrappingAdd(1, ordering: .relaxed)
                }, Unmanaged.passUnretained(notifications).toOpaque())
            runner.onReturn { queue, _ in try? queue.stop(immediately: false) }
            try runner.enqueue(ramp(1...10))
            try runner.queue.start(at: nil)
            var heard: [Float] = []
            #expect(
                eventually {
                    heard += runner.server.advance(4)
                    return runner.queue.state.withLock { $0.run } == .stopped
                })
            #expect(heard.filter { $0 != 0 } == ramp(1...10))
            #expect(eventually { notifications.count.load(ordering: .relaxed) == 2 })
            withExtendedLifetime(notifications) {}
        }
    }

    /// A queue that is to end after its sound cannot be paused at the same moment: it would never end.
    @Test func aPauseAndADisposalAtOnce() throws {
        for _ in 0..<200 {
            let runner = try QueueRunner()
            let queue = runner.queue
            for _ in 0..<3 { try runner.enqueue([0.5, 0.5]) }
            try runner.start()
            let threads = try [
                Thread(name: "test") { try? queue.pause() },
                Thread(name: "test") { try? queue.dispose(immediately: false) },
            ]
            for thread in threads { thread.join() }
            #expect(
                eventually {
                    runner.server.advance(8)
                    return isGone(queue)
                })
            #expect(runner.returnedBuffers.count == 3)
        }
    }

    /// Callbacks of one queue that dispose of another one, which stands still.
    @Test(arguments: [false, true]) func aDisposalInAnothersCallback(immediately: Bool) throws {
        let (one, other) = (try QueueRunner(), try QueueRunner())
        defer { try? one.end() }
        let queue = other.queue
        for _ in 0..<3 { try other.enqueue([0.5, 0.5]) }
        // Its callback thread waits here, so that its callbacks are yet to come.
        let gate = WaitableValue(false)
        queue.caller.perform { gate.wait { $0 ? () : nil } }
        one.onReturn { _, _ in
            try? queue.dispose(immediately: immediately)
            gate.withLock { $0 = true }
        }
        try one.enqueue([0.5])
        try one.queue.stop(immediately: true)
        #expect(eventually { isGone(queue) })
        // A client may free what its callbacks use where the disposal was to be immediate.
        #expect(other.returnedBuffers.count == (immediately ? 0 : 3))
    }

    @Test func aDisposalAtOnceIsTheLastCallOfItsCallback() throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        let calls = LockedValue(0)
        runner.onReturn { queue, _ in
            calls.withLock { $0 += 1 }
            try? queue.dispose(immediately: true)
        }
        for _ in 0..<3 { try runner.enqueue([0.5, 0.5]) }
        try queue.stop(immediately: true)
        #expect(eventually { isGone(queue) })
        #expect(calls.withLock { $0 } == 1)
    }

    /// A disposal waits for the callbacks of a reset that another thread has begun.
    @Test func aDisposalDuringAResetLosesNothing() throws {
        for _ in 0..<300 {
            let runner = try QueueRunner()
            let queue = runner.queue
            for _ in 0..<20 { try runner.enqueue([0.5, 0.5]) }
            let threads = try [
                Thread(name: "test") { try? queue.reset() },
                Thread(name: "test") { try? queue.dispose(immediately: true) },
            ]
            for thread in threads { thread.join() }
            #expect(runner.returnedBuffers.count == 20)
        }
    }

    /// A stop does not overtake a start that a callback has left to another thread, whoever makes it.
    @Test(arguments: [false, true]) func aStopBehindAStartOfACallback(isInCallback: Bool) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        try runner.enqueue(ramp(1...10))
        let hasStopped = LockedValue(false)
        let stops = try queue.pipelineState.withLock { _ in
            let callback = try Thread(name: "test") {
                realtime_enter_tap()
                try? queue.start(at: nil)
                if isInCallback { try? queue.stop(immediately: false) }
                realtime_exit_tap()
            }
            callback.join()
            guard !isInCallback else { return nil as Thread? }
            return try Thread(name: "test") {
                try? queue.stop(immediately: false)
                hasStopped.withLock { $0 = true }
            }
        }
        #expect(
            eventually {
                runner.server.advance(8)
                return runner.returnedBuffers.count == 1 && queue.state.withLock { $0.run } == .stopped
            })
        stops?.join()
        #expect(hasStopped.withLock { $0 } == !isInCallback)
    }

    /// A tap that gives nothing for some calls is asked again, so that the queue comes to its end.
    @Test func aTapThatGivesNothingForOnce() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        // The next buffer and the stop wake the queue, but nobody does after that.
        let (own, silentCalls) = (LockedValue<QueueTap?>(nil), LockedValue(0))
        let tap = try queue.addTap(.preEffects) { frames, time, flags, delivered, data in
            let isSilent = silentCalls.withLock { calls in
                calls -= 1
                return calls >= 0
            }
            if !isSilent { try? own.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data) }
        }
        own.withLock { $0 = tap }
        try runner.enqueue(ramp(1...10))
        try runner.start()
        runner.server.advance(4)
        #expect(eventually { runner.isRunning && queue.state.withLock { $0.job }?.due == nil })
        silentCalls.withLock { $0 = 3 }
        try runner.enqueue(ramp(11...20))
        try queue.stop(immediately: false)
        #expect(
            eventually {
                runner.server.advance(8)
                return queue.state.withLock { $0.run } == .stopped
            })
        #expect(runner.returnedBuffers.count == 2)
        own.withLock { $0 = nil }
    }
}
