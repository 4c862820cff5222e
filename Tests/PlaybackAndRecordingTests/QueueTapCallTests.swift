import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Calls that a tap makes to its own queue, and to another. A test that hangs has failed.
@Suite(.mustEnd) struct QueueTapCallTests {
    enum Call: CaseIterable {
        case stop, dispose, pause, reset, start, prime, time, rate, flush, cookie
    }

    private func make(_ call: Call, _ queue: PlayingQueue) throws {
        switch call {
        case .stop: try queue.stop(immediately: true)
        case .dispose: try queue.dispose(immediately: true)
        case .pause: try queue.pause()
        case .reset: try queue.reset()
        case .start: try queue.start(at: nil)
        case .prime: #expect(throws: AudioError.queueRunState) { try queue.prime(frames: 0) }
        case .time: _ = try? queue.currentTime()
        case .rate: _ = try queue.property(kAudioQueueDeviceProperty_SampleRate)
        case .flush: try queue.flush()
        case .cookie: #expect(throws: AudioError.self) { try queue.property(kAudioConverterCompressionMagicCookie) }
        }
    }

    /// A queue with a tap that makes a call when it runs first, and counts.
    private func tapped(
        _ runner: QueueRunner, _ body: @escaping @Sendable () throws -> Void
    ) throws -> LockedValue<Int> {
        let (tap, calls) = (LockedValue<QueueTap?>(nil), LockedValue(0))
        let made = try runner.queue.addTap(.preEffects) { frames, time, flags, delivered, data in
            try? tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
            guard
                calls.withLock({
                    $0 += 1
                    return $0
                }) == 1
            else { return }
            do { try body() } catch { Issue.record(error) }
        }
        tap.withLock { $0 = made }
        return calls
    }

    /// The first call of the tap comes with the start.
    @Test(arguments: Call.allCases) func inTheStart(call: Call) throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        let calls = try tapped(runner) { try make(call, queue) }
        for _ in 0..<3 { try runner.enqueue([Float](repeating: 0.5, count: 4000)) }
        try runner.queue.start(at: nil)
        try check(call, runner, calls)
    }

    /// The tap runs on the thread that decodes.
    @Test(arguments: Call.allCases) func onTheDecodingThread(call: Call) throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        let isEnqueued = WaitableValue(false)
        let calls = try tapped(runner) {
            isEnqueued.wait { $0 ? () : nil }
            try make(call, queue)
        }
        try runner.start()
        for _ in 0..<3 { try runner.enqueue([Float](repeating: 0.5, count: 4000)) }
        isEnqueued.withLock { $0 = true }
        try check(call, runner, calls)
    }

    /// The tap runs in the client's rendering call.
    @Test(arguments: Call.allCases) func offline(call: Call) throws {
        let runner = try QueueRunner()
        let queue = runner.queue
        let calls = try tapped(runner) { try make(call, queue) }
        let format = StreamFormat.float32(sampleRate: 1000, channels: 1)
        try queue.setOfflineFormat(format, layout: nil)
        try runner.enqueue([Float](repeating: 0.5, count: 64))
        try queue.start(at: nil)
        let target = try queue.allocateBuffer(bytes: 256, descriptions: 0)
        let count = try queue.renderOffline(64, into: target)
        #expect(calls.withLock { $0 } > 0)
        switch call {
        case .stop, .pause, .reset, .dispose: break
        default: #expect(count == 64)
        }
        if call != .dispose { try runner.end() }
        #expect(eventually { queue.registration.withLock { $0.reference == nil } })
    }

    private func check(_ call: Call, _ runner: QueueRunner, _ calls: LockedValue<Int>) throws {
        let queue = runner.queue
        func run() -> PlayingQueue.RunState { queue.state.withLock { $0.run } }
        #expect(eventually { calls.withLock { $0 } > 0 })
        switch call {
        case .stop:
            #expect(eventually { run() == .stopped && runner.returnedBuffers.count == 3 })
            #expect(calls.withLock { $0 } == 1)
        case .dispose:
            #expect(eventually { queue.registration.withLock { $0.reference == nil } })
            #expect(calls.withLock { $0 } == 1)
            return
        case .pause: #expect(eventually { run() == .paused })
        case .reset: #expect(eventually { runner.returnedBuffers.count == 3 })
        default:
            #expect(
                eventually {
                    runner.server.advance(8)
                    return calls.withLock { $0 } > 1
                })
        }
        try runner.end()
    }

    /// A buffer of the client's own holds as many frames as it says. That of the tap holds the most that a call may have.
    @Test func getsNoMoreThanItsBuffersHold() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let own = UnsafeMutablePointer<Float>.allocate(capacity: 12)
        own.initialize(repeating: -1, count: 12)
        defer { own.deallocate() }
        let address = UInt(bitPattern: own)
        let (tap, results) = (LockedValue<QueueTap?>(nil), LockedValue<[AudioError?]>([]))
        let made = try runner.queue.addTap(.preEffects) { _, time, flags, delivered, data in
            guard results.withLock({ $0.isEmpty }), let tap = tap.withLock({ $0 }) else { return }
            let memory = UnsafeMutableRawPointer(bitPattern: address)
            for (frames, bytes) in [(12, 32), (8, 32), (4, 8)] as [(UInt32, UInt32)] {
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: bytes, mData: memory))
                var result: AudioError?
                do throws(AudioError) {
                    try tap.sourceAudio(frames, time, flags, delivered, &list)
                } catch { result = error }
                results.withLock { $0.append(result) }
            }
            data.pointee.mBuffers.mDataByteSize = 4
            do throws(AudioError) { try tap.sourceAudio(4, time, flags, delivered, data) } catch { Issue.record(error) }
            #expect(data.pointee.mBuffers.mDataByteSize == 16)
        }
        tap.withLock { $0 = made }
        try runner.enqueue((1...12).map { Float($0) })
        try runner.start()
        #expect(eventually { results.withLock { $0.count } == 3 })
        #expect(results.withLock { $0 } == [AudioError.parameter, nil, AudioError.parameter])
        #expect((0..<12).map { own[$0] } == [1, 2, 3, 4, 5, 6, 7, 8, -1, -1, -1, -1])
        tap.withLock { $0 = nil }
    }

    /// The taps of two queues stop each other: the first that runs does so at least, and neither waits.
    @Test func ofAnotherQueue() throws {
        let (one, two) = (try QueueRunner(), try QueueRunner())
        let (first, second) = (one.queue, two.queue)
        let isEnqueued = WaitableValue(false)
        for (runner, other) in [(one, second), (two, first)] {
            _ = try tapped(runner) {
                isEnqueued.wait { $0 ? () : nil }
                try other.stop(immediately: true)
            }
        }
        try one.start()
        try two.start()
        for _ in 0..<3 {
            for runner in [one, two] { try runner.enqueue([Float](repeating: 0.5, count: 4000)) }
        }
        isEnqueued.withLock { $0 = true }
        #expect(
            eventually {
                [first, second].contains { queue in queue.state.withLock { $0.run } == .stopped }
            })
        try one.end()
        try two.end()
    }
}
