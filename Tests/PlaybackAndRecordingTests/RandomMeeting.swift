import AudioCore
import AudioDevices
import CAudioToolbox
import CCoreAudio
import Synchronization
import TestSupport

@testable import AudioIO
@testable import PlaybackAndRecording

/// Lets three starters meet in one frame, the clocks of two devices drift apart, and a queue be late, amid everything that the
/// others do.
final class RandomMeeting: RandomClient {
    private let world: RandomWorld
    let name = "meeting"
    private let rate = 48_000.0
    /// What comes first, so that every run has it: all three kinds, in any order. The rest is drawn.
    private let first: LockedValue<[Int]>

    init(_ world: RandomWorld) {
        self.world = world
        var random = world.random(102)
        first = LockedValue([0, 1, 2].shuffled(using: &random))
    }

    func act(_ random: inout SeededRandom, isInCallback: Bool) {
        guard !isInCallback else { return }
        let choice = first.withLock { $0.popLast() } ?? random.below(400)
        guard choice < 22 else { return }
        var random = SeededRandom(UInt64(random.below(1 << 40)))
        world.holdingStill {
            world.server.setDevices(RandomWorld.devices(["a", "b"], chosen: "c"))
            world.endWishes()
            switch choice {
            case 0: drift(&random)
            case 1: RandomDelay(world).play(&random)
            default: meet(&random)
            }
        }
    }

    func end() {}

    /// Lets time pass until a condition holds, at most ten seconds.
    ///
    /// - Parameters:
    ///   - steps: frames at a time; nil for random ones.
    ///   - outlasts: whether the end of the run does not end it, unless that is for a fault.
    private func pass(
        _ random: inout SeededRandom, steps: Int? = nil, outlasts: Bool = false, until isDone: () -> Bool
    ) -> Bool {
        world.calls.note("lets time pass", mayLast: true)
        let deadline = HostTime.now() + 10 * HostTime.ticksPerSecond
        while !isDone() {
            guard HostTime.now() < deadline, outlasts ? world.faults.isEmpty : !world.isOver else { return isDone() }
            // At one rate, whatever that of other clients' streams is: steps that are given remain whole cycles.
            world.calls.run("cycles") { world.server.advance(steps ?? 1 + random.below(700), at: rate) }
            // What opens streams is another thread.
            if steps == nil { Thread.sleep(until: HostTime.now() + 20_000) }
        }
        return true
    }

    // MARK: One frame

    /// What is heard of the device.
    private final class Ear: Sendable {
        let heard = LockedValue<[(hostTime: UInt64, frame: Int, value: Float)]>([])
        /// What the callback plays, and when; the host time is 0 as long as that is not known.
        let due = Atomic<UInt64>(0)
        let calls = Atomic<Int>(0)
    }

    /// A queue on the default device, one on the device by its name, and a callback there start for one host time: their
    /// sounds meet in one frame of the device's one stream.
    private func meet(_ random: inout SeededRandom) {
        let (system, ear, rate) = (world.system, Ear(), self.rate)
        guard let device = system.device(uid: "c")?.id, let output = try? world.outputs("c"),
            let proc = try? system.createProc(
                device,
                { _, _, _, output, time in
                    ear.calls.wrappingAdd(1, ordering: .relaxed)
                    let due = ear.due.load(ordering: .relaxed)
                    guard due > 0, let samples = output.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
                    else { return }
                    let ahead = Double(Int64(bitPattern: due &- time.pointee.mHostTime)) * rate / 1e9
                    let frame = Int(ahead.rounded())
                    guard (0..<Int(output.pointee.mBuffers.mDataByteSize / 8)).contains(frame) else { return }
                    (samples[2 * frame], samples[2 * frame + 1]) = (0.5, 0.5)
                })
        else { return }
        let tap = InputSink(context: Unmanaged.passUnretained(ear).toOpaque(), owner: ear) { context, cycle in
            let cycle = cycle.pointee
            for frame in 0..<Int(cycle.frames) where cycle.samples[2 * frame] != 0 {
                Unmanaged<Ear>.fromOpaque(context).takeUnretainedValue().heard.withLock {
                    $0.append((cycle.hostTime, frame, cycle.samples[2 * frame]))
                }
            }
            return 0
        }
        output.add(tap, at: .mix)
        let queues = [nil, "c"].compactMap { name in
            try? PlayingQueue(
                .float32(sampleRate: rate, channels: 2),
                output: { [world] (_) throws(AudioError) in try world.outputs(name) }, callback: { _, _ in })
        }
        if (try? system.start(device, proc)) != nil, queues.count == 2 {
            sound(queues, device, ear, &random)
        }
        try? system.destroyProc(device, proc)
        for queue in queues { try? queue.dispose(immediately: true) }
        output.remove(tap)
    }

    private func sound(
        _ queues: [PlayingQueue], _ device: AudioObjectID, _ ear: Ear, _ random: inout SeededRandom
    ) {
        // Each has a value of its own, so that the sum says which of them sound.
        for (queue, value) in zip(queues, [Float(0.125), 0.25]) {
            guard (try? queue.register()) != nil,
                let buffer = try? queue.allocateBuffer(bytes: 512, descriptions: 0)
            else { return }
            let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
            samples.update(repeating: 0, count: 128)
            (samples[0], samples[1]) = (value, value)
            buffer.pointee.mAudioDataByteSize = 512
            // Opens the output.
            guard (try? queue.enqueue(EnqueueRequest(buffer: buffer))) != nil, (try? queue.prime(frames: 64)) != nil
            else { return }
        }
        guard pass(&random, until: { ear.calls.load(ordering: .relaxed) > 1 }) else { return }
        guard pass(&random, outlasts: true, until: { streams == 1 }) else {
            if world.faults.isEmpty { world.fault("\(streams) streams play on one device") }
            return
        }
        guard let clock = queues[1].sound.withLock({ $0.device })?.clock else { return }
        // By the nominal rate, at which the server's clock runs: a whole frame, whatever rate has been measured.
        let due = clock.hostTime + HostTime.duration(of: Int64(9600 + random.below(9600)), at: rate)
        ear.due.store(due, ordering: .relaxed)
        for queue in queues where (try? queue.start(at: .host(due))) == nil { return }
        guard pass(&random, until: { world.server.hostTime > due + 100_000_000 }) else { return }
        let heard = ear.heard.withLock { $0 }
        if heard.count != 1 || heard[0].value != 0.875 {
            let list = heard.map { "\($0.value) at \($0.hostTime + UInt64(Double($0.frame) * 1e9 / rate))" }
            let states = queues.map { queue in
                let (voice, output) = queue.sound.withLock { ($0.voice, $0.output) }
                let begin = voice?.startedAt.load(ordering: .relaxed) ?? -1
                return "\(queue.state.withLock { $0.run }), begun at \(begin), "
                    + "\(voice?.ring.waitingFrames ?? 0) frames waiting, stands still: \(output?.standsStill ?? true)"
            }
            world.fault(
                "what starts at \(due) in three ways, 0.125, 0.25 and 0.5, is heard as \(list), queues \(states)")
        }
    }

    /// The mixes of ordinary sound that play on the device, or will once their streams have opened again.
    private var streams: Int {
        let mixes = world.connection.router.entries.withLock { entries in
            entries.filter { !$0.isUnused }.map(\.mix)
        }
        return mixes.count { mix in
            let device = mix.pinnedDevice ?? mix.keeper.stream?.device
            return mix.direction == .output && mix.role == .sound && (device ?? "c") == "c"
        }
    }

    // MARK: Drift

    /// How a callback has heard the numbers of a microphone's frames.
    private struct Count {
        var frames = 0
        var last: Float = 0
        var wrong = 0
        var silent = 0
        /// Of the silent frames, 0 where there is none.
        var firstSilent = 0
    }

    /// A callback of an output and of a microphone whose clock differs hears every frame once.
    private func drift(_ random: inout SeededRandom) {
        let (system, server) = (world.system, world.server)
        let drift = [0.001, -0.001][random.below(2)]
        server.setDrift(drift, of: "d")
        server.letsOutputsFollow = false
        defer { server.letsOutputsFollow = true }
        guard let device = try? system.createAggregate(.init(uid: "both", name: "Both", parts: ["e", "d"])) else {
            return
        }
        defer { try? system.destroyAggregate(device) }
        let count = LockedValue(Count())
        let proc = try? system.createProc(device) { _, input, _, _, _ in
            let buffer = input.pointee.mBuffers
            guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else { return }
            count.withLock { count in
                for frame in 0..<Int(buffer.mDataByteSize / 8) { Self.hear(samples[2 * frame], &count) }
            }
        }
        guard let proc, (try? system.start(device, proc)) != nil else { return }
        let frames = Int(20 * rate)
        guard pass(&random, steps: 512, until: { count.withLock { $0.frames } >= frames }) else { return }
        let end = count.withLock { $0 }
        if end.wrong > 0 || end.silent > 0 {
            world.fault(
                "at a drift of \(drift) \(end.wrong) frames are lost or repeated, \(end.silent) silent, first \(end.firstSilent)"
            )
        }
    }

    private static func hear(_ value: Float, _ count: inout Count) {
        // The microphone's stream opens on another thread, while time passes here.
        guard count.frames > 0 || value != 0 else { return }
        count.frames += 1
        defer { count.last = value }
        // Where the numbers begin again, interpolation leaves others around that.
        let range = 64...Float(ManualServer.countedFrames - 64)
        // The first second fills the way from one clock to the other.
        guard count.frames > 48_000 else { return }
        if value == 0 {
            count.silent += 1
            if count.silent == 1 { count.firstSilent = count.frames }
        }
        if range.contains(value), range.contains(count.last), abs(value - count.last - 1) > 0.5 { count.wrong += 1 }
    }
}
