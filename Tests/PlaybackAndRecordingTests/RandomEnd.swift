import AudioCore
import CAudioToolbox
import Synchronization
import TestSupport

@testable import PlaybackAndRecording

/// A queue that is stopped once, behind its sound, at a random moment: by its tap or its callback, which run while the queue
/// starts, or by another thread. It has to end then, and to notify its listener.
struct RandomEnd {
    private enum Moment: Int { case tap, callback, thread }

    /// What the queue's client remembers.
    private final class Client: Sendable {
        let moment: Moment
        let tap = LockedValue<QueueTap?>(nil)
        let hasStopped = Atomic<Bool>(false)
        let isStarted = Atomic<Bool>(false)
        /// How often the listener was notified that the queue runs, or does not.
        let notifications = Atomic<Int>(0)

        init(_ moment: Moment) { self.moment = moment }

        /// Stops the queue, the first time that the moment comes.
        func reach(_ moment: Moment, _ queue: PlayingQueue?) {
            guard moment == self.moment, !hasStopped.exchange(true, ordering: .relaxed) else { return }
            try? queue?.stop(immediately: false)
        }
    }

    private let moment: Moment
    private let disposes: Bool
    private let buffers: Int
    private let isSlow: Bool

    init(_ random: inout SeededRandom) {
        moment = Moment(rawValue: random.below(3)) ?? .tap
        (disposes, buffers, isSlow) = (random.below(2) == 0, 1 + random.below(2), random.below(2) == 0)
    }

    func play(in world: RandomWorld) {
        let client = Client(moment)
        let made = try? PlayingQueue(.float32(sampleRate: 48_000, channels: 2), output: world.outputs) {
            reference, _ in
            client.reach(.callback, try? AudioQueue.handles.object(for: reference) as? PlayingQueue)
        }
        guard let queue = made, (try? queue.register()) != nil else { return }
        addTap(queue, client)
        queue.addListener(
            kAudioQueueProperty_IsRunning,
            { context, _, _ in
                let client = Unmanaged<Client>.fromOpaque(context!).takeUnretainedValue()
                client.notifications.wrappingAdd(1, ordering: .relaxed)
            }, Unmanaged.passUnretained(client).toOpaque())
        for _ in 0..<buffers {
            guard let buffer = try? queue.allocateBuffer(bytes: 4096, descriptions: 0) else { continue }
            buffer.pointee.mAudioDataByteSize = 4096
            _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
        }
        run(queue, client, world)
        client.tap.withLock { $0 = nil }
        try? queue.dispose(immediately: true)
        // The listener refers to it until here.
        withExtendedLifetime(client) {}
    }

    /// A tap that passes the sound on, in its time: the callback for the first buffer may come while the second is decoded.
    private func addTap(_ queue: PlayingQueue, _ client: Client) {
        guard moment == .tap || isSlow else { return }
        let isSlow = self.isSlow
        let tap = try? queue.addTap(.preEffects) { [weak queue] frames, time, flags, delivered, data in
            try? client.tap.withLock { $0 }?.sourceAudio(frames, time, flags, delivered, data)
            if isSlow { Thread.sleep(until: HostTime.now() + 300_000) }
            client.reach(.tap, queue)
        }
        client.tap.withLock { $0 = tap }
    }

    private func run(_ queue: PlayingQueue, _ client: Client, _ world: RandomWorld) {
        let stopper = try? Thread(name: "test-stop") {
            guard moment == .thread else { return }
            while queue.state.withLock({ $0.run }) == .stopped, !client.isStarted.load(ordering: .relaxed) {
                Thread.sleep(until: HostTime.now() + 10_000)
            }
            if disposes { try? queue.dispose(immediately: false) } else { client.reach(.thread, queue) }
        }
        let hasStarted = (try? queue.start(at: nil)) != nil
        client.isStarted.store(true, ordering: .relaxed)
        stopper?.join()
        guard hasStarted else { return }
        world.calls.note("awaits the end of a queue", mayLast: true)
        defer { world.calls.note("") }
        let name = moment == .thread && disposes ? "disposal" : "\(moment)"
        guard eventually({ queue.state.withLock { $0.run } == .stopped }) else {
            let endless = EndlessQueue(queue, in: world, "stopped by a \(name)")
            // On a machine that is too busy a queue ends late; that is none of its faults.
            if endless.cause != .starved { world.fault("a queue plays on that was to stop: \(endless.report)") }
            return
        }
        // Of a disposal the client is notified while it is under way.
        guard moment != .thread || !disposes else { return }
        if !eventually({ client.notifications.load(ordering: .relaxed) == 2 }) {
            let count = client.notifications.load(ordering: .relaxed)
            world.fault("a queue that was stopped by a \(name) has notified of its start and its end \(count) times")
        }
    }
}
