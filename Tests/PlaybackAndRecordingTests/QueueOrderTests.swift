import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Concurrent calls: a start and a stop at once, more events than fit, callbacks in a run loop.
@Suite struct QueueOrderTests {
    /// Runs several functions concurrently, and returns when all have returned.
    private func together(_ bodies: (@Sendable () -> Void)...) throws {
        let ready = WaitableValue(0)
        let count = bodies.count
        let threads = try bodies.map { body in
            try Thread(name: "test") {
                ready.withLock { $0 += 1 }
                ready.wait { $0 == count ? () : nil }
                body()
            }
        }
        for thread in threads { thread.join() }
    }

    /// A minimal run loop: a list of functions, which are called when it runs.
    private final class Loop: Sendable {
        private let bodies = LockedValue<[@Sendable () -> Void]>([])
        private let owner = LockedValue(true)

        var delivery: QueueDelivery {
            .elsewhere(
                perform: { [self] body in bodies.withLock { $0.append(body) } }, isCurrent: { [self] in isCurrent })
        }
        var isCurrent: Bool {
            get { owner.withLock { $0 } }
            set { owner.withLock { $0 = newValue } }
        }

        func run() {
            while let body = bodies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() }
        }
    }

    // MARK: Starts and stops

    @Test func aStartAndAStopAtOnceLeaveNothingHalfDone() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        for _ in 0..<300 {
            try together({ try? queue.start(at: nil) }, { try? queue.stop(immediately: true) })
            if queue.state.withLock({ $0.run }) == .running {
                try runner.enqueue([0.5])
                #expect(eventually { queue.sound.withLock { $0.voice?.ring.waitingFrames == 1 } })
                #expect(eventually { runner.server.runningStreams == 1 })
                #expect(runner.server.advance(2).contains(0.5))
            }
            try queue.stop(immediately: true)
        }
    }

    /// A tap is called while a start decodes ahead. A stop in the tap waits for the end of the enqueued buffers, like
    /// any other.
    @Test func aStopDuringAStartIsKept() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        let tap = LockedValue<QueueTap?>(nil)
        let made = try queue.addTap(.preEffects) { frames, time, flags, delivered, data in
            try? queue.stop(immediately: false)
            try? tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
        }
        tap.withLock { $0 = made }
        try runner.enqueue([0.125, 0.25])
        try runner.start()
        #expect(runner.server.advance(2) == [0.125, 0.25])
        #expect(
            eventually {
                runner.server.advance(1)
                return queue.state.withLock { $0.run } == .stopped
            })
        tap.withLock { $0 = nil }
    }

    /// A tap runs while the queue decodes: calls that read state or set parameters do not wait for the decoding.
    @Test func aTapMayAskAndSet() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        let tap = LockedValue<QueueTap?>(nil)
        let calls = LockedValue(0)
        let made = try queue.addTap(.preEffects) { frames, time, flags, delivered, data in
            try? tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
            try? queue.setParameter(kAudioQueueParam_Volume, 0.5)
            _ = try? queue.parameter(kAudioQueueParam_Volume)
            _ = try? queue.currentTime()
            _ = queue.deviceTime()
            _ = try? queue.property(kAudioQueueProperty_CurrentLevelMeter)
            _ = try? queue.property(kAudioQueueProperty_IsRunning)
            calls.withLock { $0 += 1 }
        }
        tap.withLock { $0 = made }
        try runner.enqueue([0.5, 0.25])
        try runner.start()
        #expect(runner.server.advance(2) == [0.25, 0.125])
        #expect(calls.withLock { $0 } > 0)
        tap.withLock { $0 = nil }
    }

    /// Each callback stops the other queue while the other one's callback runs.
    @Test(.mustEnd, arguments: [false, true])
    func callbacksStopEachOthersQueues(disposes: Bool) throws {
        let runners = [try QueueRunner(), try QueueRunner()]
        let inside = WaitableValue(0)
        for (runner, other) in [(runners[0], runners[1]), (runners[1], runners[0])] {
            runner.onReturn { _, _ in
                inside.withLock { $0 += 1 }
                guard inside.wait(nanoseconds: 10_000_000_000, until: { $0 >= 2 ? true : nil }) == true else { return }
                if disposes { try? other.queue.dispose(immediately: true) } else { other.queue.halt() }
            }
            for _ in 0..<3 { try runner.enqueue([0.5, 0.25]) }
        }
        let (first, second) = (runners[0].queue, runners[1].queue)
        try together({ try? first.stop(immediately: true) }, { try? second.stop(immediately: true) })
        #expect(inside.withLock { $0 } >= 2)
        if disposes {
            #expect(
                eventually {
                    [first, second].allSatisfy { queue in queue.registration.withLock { $0.reference } == nil }
                })
        } else {
            #expect(eventually { runners.allSatisfy { $0.returnedBuffers.count == 3 } })
            for runner in runners { try runner.end() }
        }
    }

    @Test func aResetEndsAStopThatWaits() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        try runner.enqueue([Float](repeating: 0.5, count: 400))
        try runner.start()
        _ = runner.server.advance(2)
        try runner.queue.stop(immediately: false)
        try runner.queue.reset()
        #expect(
            eventually {
                runner.server.advance(4)
                return !runner.isRunning
            })
        #expect(runner.returnedBuffers.count == 1)
    }

    @Test(arguments: [true, false]) func whatIsDisposedOfStartsNoMore(isPaused: Bool) throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        try runner.enqueue([0.5, 0.5])
        if isPaused {
            try runner.start()
            try queue.pause()
        }
        // A paused queue would never come to the end of what is enqueued.
        try queue.dispose(immediately: false)
        #expect(queue.registration.withLock { $0.reference } == nil)
        #expect(throws: AudioError.queueInvalidated) { try queue.start(at: nil) }
        #expect(throws: AudioError.queueInvalidated) { try queue.prime(frames: 0) }
    }

    /// A callback disposes of the queue while other calls wait for its stop: none waits for ever.
    @Test func aDisposalInACallbackLetsOthersGo() throws {
        for _ in 0..<100 {
            let runner = try QueueRunner()
            let queue = runner.queue
            runner.onReturn { queue, _ in try? queue.dispose(immediately: true) }
            try runner.enqueue([0.5, 0.5])
            try together(
                { try? queue.stop(immediately: true) }, { try? queue.reset() }, { try? queue.stop(immediately: true) })
            try queue.dispose(immediately: true)
            #expect(queue.registration.withLock { $0.reference } == nil)
        }
    }

    /// The thread that fills buffers does not wait for a callback that waits for the thread's end.
    @Test func aRecorderIsDisposedOfInItsCallback() throws {
        for _ in 0..<100 {
            let recorder = try RecordingRunner()
            let queue = recorder.queue
            recorder.onGiven { try? $0.dispose(immediately: true) }
            for _ in 0..<3 { try recorder.enqueue(frames: 2) }
            try recorder.start()
            recorder.server.advance(4, input: [0.5, 0.5, 0.5, 0.5])
            try together({ try? queue.stop(immediately: false) }, { try? queue.reset() })
            #expect(eventually { queue.registration.withLock { $0.reference } == nil })
        }
    }

    @Test func aPrimeWhileTheQueueRunsDisturbsNothing() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        let sound = (0..<400).map { Float($0) / 1024 }
        try runner.enqueue(sound)
        try runner.start()
        let heard = LockedValue<[Float]>([])
        try together(
            { for _ in 0..<2000 { _ = try? queue.prime(frames: 0) } },
            {
                for end in stride(from: 8, through: 400, by: 8) {
                    _ = runner.waitForDecoded(end)
                    let cycle = runner.server.advance(8)
                    heard.withLock { $0 += cycle }
                }
            })
        #expect(heard.withLock { $0 } == sound)
    }

    // MARK: Many events

    @Test func theLastOfManyEventsOfABufferCounts() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let events = (0..<1500).map { (kAudioQueueParam_Volume, Float($0 % 10) / 10) }
        try runner.enqueue([1, 1], events: events + [(kAudioQueueParam_Volume, 0.25)])
        try runner.start()
        #expect(runner.server.advance(2) == [0.25, 0.25])
    }

    /// More buffers, each with its own volume, than the audio thread's event ring can hold.
    @Test func noEventAndNoCallbackIsLost() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let count = 5000
        try withUnsafeBytes(of: UInt32(count)) {
            try runner.queue.setProperty(kAudioQueueProperty_DecodeBufferSizeFrames, .bytes($0))
        }
        let buffers = try (0..<count).map {
            try runner.enqueue([1], events: [(kAudioQueueParam_Volume, Float($0 % 64) / 64)])
        }
        try runner.start()
        var heard: [Float] = []
        while heard.count < count {
            guard runner.waitForDecoded(heard.count + 100) else { break }
            heard += runner.server.advance(100)
        }
        #expect(heard == (0..<count).map { Float($0 % 64) / 64 })
        #expect(eventually { runner.returnedBuffers.count == count })
        #expect(runner.returnedBuffers == buffers)
    }

    @Test(arguments: [true, false]) func aStopGivesThousandsOfBuffersBack(started: Bool) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let buffers = try (0..<5000).map { _ in try runner.enqueue([0.5]) }
        if started { try runner.start() }
        try runner.queue.stop(immediately: true)
        #expect(runner.returnedBuffers == buffers)
    }

    // MARK: Callbacks in a run loop

    @Test func aStopInTheRunLoopGivesEverythingBackBeforeItReturns() throws {
        let loop = Loop()
        let runner = try QueueRunner(delivery: loop.delivery)
        defer { try? runner.end() }
        let buffers = try (0..<3).map { _ in try runner.enqueue([0.5, 0.5]) }
        try runner.start()
        try runner.queue.stop(immediately: true)
        #expect(runner.returnedBuffers == buffers)
        // They can be enqueued again at once.
        for buffer in buffers { _ = try runner.queue.enqueue(EnqueueRequest(buffer: buffer)) }
        loop.run()
        #expect(runner.returnedBuffers == buffers)
    }

    /// An asynchronous disposal happens after the callbacks of the last buffers, also if the run loop is late.
    @Test func aLateRunLoopLosesNoCallback() throws {
        let loop = Loop()
        loop.isCurrent = false
        let runner = try QueueRunner(delivery: loop.delivery)
        let buffers = try (0..<3).map { _ in try runner.enqueue([0.5, 0.5]) }
        try runner.start()
        try runner.queue.dispose(immediately: false)
        #expect(
            eventually {
                runner.server.advance(8)
                return runner.queue.state.withLock { $0.run } == .stopped
            })
        #expect(runner.returnedBuffers.isEmpty)
        #expect(
            eventually {
                loop.run()
                return runner.queue.registration.withLock { $0.reference } == nil
            })
        #expect(runner.returnedBuffers == buffers)
    }
}
