import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Rendering a queue without a device, for a client whose callback fills the buffers.
@Suite struct OfflineQueueTests {
    /// A delivery that never calls: a run loop that nobody runs.
    private static let idleLoop = QueueDelivery.elsewhere(perform: { _ in }, isCurrent: { false })

    /// Refills one buffer with the next samples of a sound, and stops the queue at the sound's end.
    private final class Filler: @unchecked Sendable {
        let sound: [Float]
        let frames: Int
        var position = 0
        var calls = 0

        init(_ sound: [Float], frames: Int) {
            self.sound = sound
            self.frames = frames
        }

        func fill(_ queue: PlayingQueue, _ buffer: UnsafeMutablePointer<AudioQueueBuffer>) {
            calls += 1
            let part = sound[position..<min(sound.count, position + frames)]
            position += part.count
            guard !part.isEmpty else {
                try? queue.flush()
                try? queue.stop(immediately: false)
                return
            }
            let target = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            for (index, sample) in part.enumerated() { target[index] = sample }
            buffer.pointee.mAudioDataByteSize = UInt32(part.count * 4)
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
        }
    }

    /// Renders to the end, `frames` at a time, and returns the samples of each call.
    private func render(_ queue: PlayingQueue, _ frames: Int) throws -> [[Float]] {
        let target = try queue.allocateBuffer(bytes: frames * 4, descriptions: 0)
        var calls: [[Float]] = []
        while queue.registration.withLock({ $0.isRunning }), calls.count < 1000 {
            let count = try queue.renderOffline(frames, into: target)
            #expect(target.pointee.mAudioDataByteSize == UInt32(count * 4))
            let samples = target.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            calls.append((0..<count).map { samples[$0] })
        }
        return calls
    }

    private func start(_ runner: QueueRunner, _ filler: Filler, rate: Double = 1000) throws {
        runner.onReturn { filler.fill($0, $1) }
        try runner.queue.setOfflineFormat(.float32(sampleRate: rate, channels: 1), layout: nil)
        try runner.queue.start(at: nil)
        #expect(try runner.queue.renderOffline(0, into: runner.queue.allocateBuffer(bytes: 4, descriptions: 0)) == 0)
        filler.fill(runner.queue, try runner.queue.allocateBuffer(bytes: filler.frames * 4, descriptions: 0))
    }

    /// The callback is called before the call returns, whatever the run loop, and the buffers that it enqueues continue
    /// without a gap.
    @Test(arguments: [(5, 8), (8, 8), (8, 5), (700, 1000), (1, 600)])
    func oneBufferIsRenderedGaplessly(buffer: Int, request: Int) throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        defer { try? runner.end() }
        let sound = Signal.noise(frames: 2403, seed: 3)
        let filler = Filler(sound, frames: buffer)
        try start(runner, filler)
        let calls = try render(runner.queue, request)
        #expect(calls.flatMap { $0 } == sound)
        // Only the last calls, at the end of the sound, give fewer frames than asked for.
        #expect(calls.prefix(sound.count / request).allSatisfy { $0.count == request })
        #expect(filler.calls == (sound.count + buffer - 1) / buffer + 1)
    }

    /// A buffer is returned only when a frame after it is requested: the callback that finds the sound's end runs in
    /// the call that renders the last frames.
    @Test func theEndComesInTheCallThatReachesIt() throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        defer { try? runner.end() }
        let filler = Filler(Signal.noise(frames: 20, seed: 5), frames: 5)
        try start(runner, filler)
        let target = try runner.queue.allocateBuffer(bytes: 64, descriptions: 0)
        #expect(try runner.queue.renderOffline(10, into: target) == 10)
        #expect(filler.calls == 2)
        #expect(try runner.queue.renderOffline(16, into: target) == 10)
        #expect(filler.calls == 5 && !runner.isRunning)
    }

    @Test func anotherRateHasNoSeams() throws {
        let sound = Signal.sine(0.02, frames: 3000)
        func rendered(buffer: Int, request: Int) throws -> [Float] {
            let runner = try QueueRunner(delivery: Self.idleLoop)
            defer { try? runner.end() }
            try start(runner, Filler(sound, frames: buffer), rate: 2205)
            return try render(runner.queue, request).flatMap { $0 }
        }
        let whole = try rendered(buffer: 3000, request: 10_000)
        #expect(abs(whole.count - 6615) <= 1)
        #expect(try rendered(buffer: 17, request: 100) == whole)
    }

    /// Calls that a callback may make during a rendering.
    enum Act: CaseIterable { case stop, stopNow, reset, dispose, disposeLater, pause, render, free, ask }

    @Test(arguments: Act.allCases) func theCallbackMayCallAnything(act: Act) throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        let queue = runner.queue
        try queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 1), layout: nil)
        try queue.start(at: nil)
        let target = try queue.allocateBuffer(bytes: 400, descriptions: 0)
        let times = LockedValue<[Double]>([])
        let nested = LockedValue(0, .client)
        let hasActed = LockedValue(false)
        runner.onReturn { queue, buffer in
            let isFirst = hasActed.withLock { value in
                defer { value = true }
                return !value
            }
            guard isFirst else { return }
            switch act {
            case .stop: try? queue.stop(immediately: false)
            case .stopNow: try? queue.stop(immediately: true)
            case .reset: try? queue.reset()
            case .dispose: try? queue.dispose(immediately: true)
            case .disposeLater: try? queue.dispose(immediately: false)
            case .pause: try? queue.pause()
            case .render:
                let own = try? queue.allocateBuffer(bytes: 8, descriptions: 0)
                if let own { nested.withLock { $0 = (try? queue.renderOffline(2, into: own)) ?? -1 } }
            case .free: try? queue.freeBuffer(buffer)
            case .ask:
                if let time = try? queue.currentTime() { times.withLock { $0.append(time.mSampleTime) } }
                try? queue.setParameter(kAudioQueueParam_Volume, 0.5)
                _ = try? queue.property(kAudioQueueProperty_CurrentLevelMeter)
            }
        }
        for _ in 0..<3 { try runner.enqueue([0.5, 0.5, 0.5, 0.5]) }
        let count = try queue.renderOffline(100, into: target)
        // The first block reads all three buffers before the callback runs.
        #expect(count == 12)
        #expect(runner.returnedBuffers.count == 3)
        switch act {
        case .stop, .stopNow: #expect(!runner.isRunning)
        case .dispose, .disposeLater: #expect(queue.registration.withLock { $0.reference == nil })
        case .pause: #expect(throws: AudioError.queueRunState) { try queue.renderOffline(1, into: target) }
        case .render: #expect(nested.withLock { $0 } == 0)
        case .ask: #expect(times.withLock { $0 } == [12])
        default: break
        }
        try? runner.end()
    }

    /// A rendering ends if each callback only enqueues a buffer without frames.
    @Test(.mustEnd) func buffersWithoutFramesAreNotRenderedForEver() throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        defer { try? runner.end() }
        let calls = LockedValue(0)
        runner.onReturn { queue, buffer in
            calls.withLock { $0 += 1 }
            var request = EnqueueRequest(buffer: buffer)
            request.trimAtStart = 4
            _ = try? queue.enqueue(request)
        }
        try runner.queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 1), layout: nil)
        try runner.queue.start(at: nil)
        let target = try runner.queue.allocateBuffer(bytes: 400, descriptions: 0)
        try runner.enqueue([0.5, 0.5, 0.5, 0.5], trim: (4, 0))
        #expect(try runner.queue.renderOffline(100, into: target) == 0)
        #expect((1...OfflineRendering.maximumIdleBlocks + 1).contains(calls.withLock { $0 }))
        runner.onReturn { _, _ in }
    }

    @Test func theTargetIsKeptDuringTheCall() throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        defer { try? runner.end() }
        let queue = runner.queue
        try queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 1), layout: nil)
        try queue.start(at: nil)
        let target = try queue.allocateBuffer(bytes: 400, descriptions: 0)
        let address = UInt(bitPattern: target)
        let thrown = LockedValue<[AudioError]>([])
        runner.onReturn { queue, _ in
            guard let target = UnsafeMutablePointer<AudioQueueBuffer>(bitPattern: address) else { return }
            target.pointee.mAudioDataByteSize = 4
            do throws(AudioError) { try queue.freeBuffer(target) } catch { thrown.withLock { $0.append(error) } }
            do throws(AudioError) { _ = try queue.enqueue(EnqueueRequest(buffer: target)) } catch {
                thrown.withLock { $0.append(error) }
            }
            do throws(AudioError) { _ = try queue.renderOffline(1, into: target) } catch {
                thrown.withLock { $0.append(error) }
            }
        }
        try runner.enqueue([0.5, 0.25])
        #expect(try queue.renderOffline(100, into: target) == 2)
        #expect(thrown.withLock { $0.unshared } == [.queueBufferInQueue, .queueEnqueuedTwice, .queueBufferInQueue])
        try queue.freeBuffer(target)
    }

    /// Frames of another size would not fit into the target buffer.
    @Test func anotherFormatEndsTheCall() throws {
        let runner = try QueueRunner(delivery: Self.idleLoop)
        defer { try? runner.end() }
        let queue = runner.queue
        try queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 1), layout: nil)
        try queue.start(at: nil)
        let target = try queue.allocateBuffer(bytes: 4000, descriptions: 0)
        let hasChanged = LockedValue(false)
        runner.onReturn { queue, buffer in
            let isFirst = hasChanged.withLock { value in
                defer { value = true }
                return !value
            }
            guard isFirst else { return }
            try? queue.stop(immediately: true)
            try? queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 64), layout: nil)
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
            try? queue.start(at: nil)
        }
        try runner.enqueue([0.5, 0.25])
        #expect(try queue.renderOffline(1000, into: target) == 2)
        #expect(target.pointee.mAudioDataByteSize == 8)
    }

    @Test(arguments: [0, -1, 1e-300, 1e300, .infinity, .nan, 4e9])
    func ratesThatCannotBeAreRefused(rate: Double) throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        #expect {
            try runner.queue.setOfflineFormat(.float32(sampleRate: rate, channels: 1), layout: nil)
        } throws: {
            ($0 as? AudioError)?.status == AudioError.converterFormat.status
        }
    }

    @Test func goesBackToTheDevice() throws {
        let runner = try QueueRunner()
        defer { try? runner.end() }
        let queue = runner.queue
        try queue.setOfflineFormat(.float32(sampleRate: 1000, channels: 1), layout: nil)
        try runner.enqueue([0.25, 0.5])
        #expect(try queue.prime(frames: 0) == 2)
        #expect(throws: AudioError.queueBufferInQueue) {
            try queue.start(at: nil)
            _ = try queue.renderOffline(1, into: runner.enqueue([0.75]))
        }
        try queue.stop(immediately: true)
        #expect(runner.returnedBuffers.count == 2)
        try queue.setOfflineFormat(nil, layout: nil)
        try runner.enqueue([0.125])
        try runner.start()
        #expect(runner.server.advance(2) == [0.125, 0])
    }
}
