import AudioCore
import CAudioToolbox
import CCoreAudio
import Synchronization
import TestSupport

@testable import AudioIO
@testable import PlaybackAndRecording

/// Plays through queues of many kinds, one after the other.
final class RandomPlayer: RandomClient, @unchecked Sendable {
    private struct Present {
        var queue: PlayingQueue?
        var ledger = Ledger()
    }

    private let world: RandomWorld
    let name: String
    private let present = LockedValue(Present())
    /// What taps take, and threads hold around calls that do not wait for the end of a tap or of a callback. A callback
    /// that primes its queue calls the taps.
    private let mutex = Mutex(())

    init(_ world: RandomWorld, name: String) {
        self.world = world
        self.name = name
    }

    func act(_ random: inout SeededRandom, isInCallback: Bool) {
        let (queue, ledger) = present.withLock { ($0.queue, $0.ledger) }
        guard let queue else { return make(&random) }
        switch random.below(25) {
        case 0..<5: enqueue(queue, ledger, &random)
        case 10: try? queue.reset()
        case 11, 12: try? queue.stop(immediately: true)
        case 17: _ = try? queue.prime(frames: 0)
        case 5..<20: callUnderLock(queue, &random, isInCallback: isInCallback)
        case 20: _ = queue.deviceTime()
        case 21:
            _ = try? queue.property(kAudioQueueProperty_IsRunning)
            _ = try? queue.property(kAudioQueueDeviceProperty_SampleRate)
        case 22: if !isInCallback, random.below(4) == 0 { RandomEnd(&random).play(in: world) }
        default: dispose(queue, ledger, immediately: random.below(3) > 0, isInCallback: isInCallback)
        }
    }

    private func make(_ random: inout SeededRandom) {
        let ledger = Ledger()
        let rate = [44_100.0, 48_000][random.below(2)]
        let device = world.device(&random)
        let made = try? PlayingQueue(.float32(sampleRate: rate, channels: 2), output: world.outputs) {
            [weak self] reference, buffer in
            ledger.take(buffer)
            guard let self else { return }
            if let queue = try? AudioQueue.handles.object(for: reference) as? PlayingQueue,
                buffer.pointee.mAudioDataByteSize & 8 == 0
            {
                enqueue(queue, ledger, buffer)
            }
            self.world.callBack(self)
        }
        guard let queue = made, (try? queue.register()) != nil else { return }
        world.keep(ledger)
        if let device { try? queue.setProperty(kAudioQueueProperty_CurrentDevice, .text(device)) }
        RandomListener.add(to: queue, of: self, in: world)
        if random.below(4) == 0 { addTap(queue) }
        let isLost = present.withLock { present in
            guard present.queue == nil else { return true }
            present = Present(queue: queue, ledger: ledger)
            return false
        }
        // Another thread has made one meanwhile.
        if isLost { try? queue.dispose(immediately: true) }
    }

    private func addTap(_ queue: PlayingQueue) {
        // The tap keeps the function and all that it holds.
        let own = LockedValue(WeakTap())
        let tap = try? queue.addTap(.preEffects) { [weak self] frames, time, flags, delivered, data in
            try? own.withLock { $0.tap }?.sourceAudio(frames, time, flags, delivered, data)
            guard let self else { return }
            mutex.withLock { _ in }
            world.callBack(self)
        }
        own.withLock { $0.tap = tap }
    }

    /// Makes a call that does not wait for the end of a tap or of a callback: under the lock that the tap takes, unless in a
    /// callback.
    private func callUnderLock(_ queue: PlayingQueue, _ random: inout SeededRandom, isInCallback: Bool) {
        guard !isInCallback else { return call(queue, &random) }
        mutex.withLock { _ in call(queue, &random) }
    }

    private func call(_ queue: PlayingQueue, _ random: inout SeededRandom) {
        switch random.below(12) {
        case 0..<3: try? queue.start(at: nil)
        case 3: try? queue.start(at: .host(world.server.hostTime + UInt64(random.below(50_000_000))))
        case 4, 5: try? queue.pause()
        case 6, 7: try? queue.stop(immediately: false)
        case 8: try? queue.flush()
        case 9: try? queue.setParameter(kAudioQueueParam_Volume, Float(random.below(10)) / 10)
        case 10:
            let isEnabled = UInt32(random.below(2))
            try? queue.set(kAudioQueueProperty_EnableTimePitch, isEnabled)
        default: _ = try? queue.currentTime()
        }
    }

    private struct WeakTap {
        weak var tap: QueueTap?
    }

    private func enqueue(_ queue: PlayingQueue, _ ledger: Ledger, _ random: inout SeededRandom) {
        // Buffers of 8 bytes beyond a multiple of 16 are not enqueued again when they return.
        let bytes = 16 * (1 + random.below(1024)) + (random.below(3) == 0 ? 8 : 0)
        guard let buffer = try? queue.allocateBuffer(bytes: bytes, descriptions: 0) else { return }
        buffer.pointee.mAudioData.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        buffer.pointee.mAudioDataByteSize = UInt32(bytes)
        enqueue(queue, ledger, buffer)
    }

    private func enqueue(
        _ queue: PlayingQueue, _ ledger: Ledger, _ buffer: UnsafeMutablePointer<AudioQueueBuffer>
    ) {
        ledger.give(buffer) { _ = try queue.enqueue(EnqueueRequest(buffer: buffer)) }
    }

    private func dispose(_ queue: PlayingQueue, _ ledger: Ledger, immediately: Bool, isInCallback: Bool) {
        present.withLock { if $0.queue === queue { $0.queue = nil } }
        // As the faces do: a queue that is being disposed of takes no more calls.
        guard !queue.registration.withLock({ $0.isDisposing }) else { return }
        ledger.end(immediately: immediately, isInCallback: isInCallback) {
            try queue.dispose(immediately: immediately)
        }
    }

    func end() {
        let (queue, ledger) = present.withLock { ($0.queue, $0.ledger) }
        if let queue { dispose(queue, ledger, immediately: true, isInCallback: false) }
    }
}

/// Records through queues, one after the other.
final class RandomRecorder: RandomClient, @unchecked Sendable {
    private let world: RandomWorld
    let name: String
    private let present = LockedValue<(queue: RecordingQueue?, ledger: Ledger)>((nil, Ledger()))

    init(_ world: RandomWorld, name: String) {
        self.world = world
        self.name = name
    }

    func act(_ random: inout SeededRandom, isInCallback: Bool) {
        let (queue, ledger) = present.withLock { $0 }
        guard let queue else { return make(&random) }
        switch random.below(16) {
        case 0..<4: enqueue(queue, ledger, &random)
        case 4..<7: try? queue.start(at: nil)
        case 7: try? queue.pause()
        case 8: try? queue.stop(immediately: true)
        case 9: try? queue.stop(immediately: false)
        case 10: try? queue.reset()
        case 11: try? queue.flush()
        case 12: _ = try? queue.currentTime()
        case 13:
            _ = queue.deviceTime()
            _ = try? queue.property(kAudioQueueDeviceProperty_SampleRate)
        default: dispose(queue, ledger, isInCallback: isInCallback)
        }
    }

    private func make(_ random: inout SeededRandom) {
        let ledger = Ledger(isBalanced: false)
        let device = world.device(&random)
        let world = self.world
        let provider: RecordingQueue.InputProvider = { (device) throws(AudioError) in
            var configuration = InputConfiguration()
            configuration.device = device
            return try Input(configuration, on: world.connection)
        }
        let made = try? RecordingQueue(.float32(sampleRate: 44_100, channels: 2), input: provider) {
            [weak self] _, buffer, _, _, _ in
            ledger.take(buffer)
            if let self { self.world.callBack(self) }
        }
        guard let queue = made, (try? queue.register()) != nil else { return }
        world.keep(ledger)
        if let device { try? queue.setProperty(kAudioQueueProperty_CurrentDevice, .text(device)) }
        RandomListener.add(to: queue, of: self, in: world)
        let isLost = present.withLock { present in
            guard present.queue == nil else { return true }
            present = (queue, ledger)
            return false
        }
        if isLost { try? queue.dispose(immediately: true) }
    }

    private func enqueue(_ queue: RecordingQueue, _ ledger: Ledger, _ random: inout SeededRandom) {
        guard let buffer = try? queue.allocateBuffer(bytes: 8 * (1 + random.below(2048)), descriptions: 0) else {
            return
        }
        ledger.give(buffer) { _ = try queue.enqueue(EnqueueRequest(buffer: buffer)) }
    }

    private func dispose(_ queue: RecordingQueue, _ ledger: Ledger, isInCallback: Bool) {
        present.withLock { if $0.queue === queue { $0.queue = nil } }
        guard !queue.registration.withLock({ $0.isDisposing }) else { return }
        ledger.end(immediately: true, isInCallback: isInCallback) { try queue.dispose(immediately: true) }
    }

    func end() {
        let (queue, ledger) = present.withLock { $0 }
        if let queue { dispose(queue, ledger, isInCallback: false) }
    }
}
