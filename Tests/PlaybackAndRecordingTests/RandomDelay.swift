import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import CRealtime
import Synchronization
import TestSupport

@testable import PlaybackAndRecording

/// A queue of three buffers of 10 ms, whose thread now and then gets no processor for 15 ms, as on a busy machine. After a
/// second, and once its ring has run empty, no frame is missing.
final class RandomDelay: Sendable {
    private static let rate = 48_000.0

    private let world: RandomWorld
    /// Whether frames that are missing count, and how many there are.
    private let counts = Atomic<Bool>(false)
    private let missing = Atomic<Int>(0)
    /// Whether the queue's thread cannot go on, and whether it is to.
    private let isHeld = Atomic<Bool>(false)
    private let isReleased = Atomic<Bool>(false)

    init(_ world: RandomWorld) { self.world = world }

    func play(_ random: inout SeededRandom) {
        let made = try? PlayingQueue(
            .float32(sampleRate: Self.rate, channels: 2),
            output: { [world] (_) throws(AudioError) in try world.outputs("c") },
            callback: { reference, buffer in
                guard let queue = try? AudioQueue.handles.object(for: reference) as? PlayingQueue else { return }
                _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
            })
        guard let queue = made, (try? queue.register()) != nil, let output = try? world.outputs("c") else { return }
        let tap = InputSink(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
            Unmanaged<RandomDelay>.fromOpaque(context).takeUnretainedValue().hear(cycle.pointee)
            return 0
        }
        output.add(tap, at: .mix)
        for _ in 0..<3 {
            guard let buffer = try? queue.allocateBuffer(bytes: 3840, descriptions: 0) else { continue }
            buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self).update(repeating: 0.25, count: 960)
            buffer.pointee.mAudioDataByteSize = 3840
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
        }
        world.calls.note("delays a queue", mayLast: true)
        if (try? queue.start(at: nil)) != nil { pass(queue, &random) }
        counts.store(false, ordering: .relaxed)
        try? queue.dispose(immediately: true)
        output.remove(tap)
    }

    private func hear(_ cycle: RenderCycle) {
        guard counts.load(ordering: .relaxed) else { return }
        for frame in 0..<Int(cycle.frames) where cycle.samples[2 * frame] == 0 {
            missing.wrappingAdd(1, ordering: .relaxed)
        }
    }

    private func pass(_ queue: PlayingQueue, _ random: inout SeededRandom) {
        for round in 0..<60 {
            let hasStalled = queue.state.withLock { $0.stalls > 0 }
            counts.store(round >= 30 && hasStalled, ordering: .relaxed)
            // What the queue's thread does in the meantime is done.
            guard advance(queue, frames: 1200 + random.below(1200), &random), !world.isOver else { return }
            isReleased.store(false, ordering: .relaxed)
            let holder = try? Thread(name: "test-delay") { [self] in
                queue.pipelineState.withLock { _ in
                    isHeld.store(true, ordering: .relaxed)
                    while !isReleased.load(ordering: .relaxed) { Thread.sleep(until: HostTime.now() + 20_000) }
                    isHeld.store(false, ordering: .relaxed)
                }
            }
            guard let holder, eventually({ isHeld.load(ordering: .relaxed) }) else { return }
            for _ in 0..<15 { world.server.advance(48) }
            isReleased.store(true, ordering: .relaxed)
            holder.join()
        }
        let frames = missing.load(ordering: .relaxed)
        if frames > 0 { world.fault("a queue that is late now and then misses \(frames) frames") }
    }

    /// Lets time pass as fast as the queue's thread gets on.
    private func advance(_ queue: PlayingQueue, frames: Int, _ random: inout SeededRandom) -> Bool {
        var left = frames
        while left > 0 {
            let step = min(left, 1 + random.below(240))
            left -= step
            guard eventually({ isReady(queue) }) else { return false }
            world.calls.run("cycles") { world.server.advance(step) }
        }
        return eventually { isReady(queue) }
    }

    /// Whether half of what the queue decodes ahead is there.
    private func isReady(_ queue: PlayingQueue) -> Bool {
        guard let voice = queue.sound.withLock({ $0.voice }) else { return false }
        return 2 * voice.ring.waitingFrames >= queue.readAhead(voice)
    }
}
