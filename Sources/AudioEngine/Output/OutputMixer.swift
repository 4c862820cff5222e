import AudioCore
import CRealtime
import Synchronization

/// The audio thread's half of an output: runs the plan and mixes.
///
/// One cycle at a time, on whichever thread the stream in use calls from; the control half only swaps plans in.
final class OutputMixer: @unchecked Sendable {
    let channels: Int
    let framesPerCycle: Int
    private let scratch: UnsafeMutablePointer<Float>
    private let pending = Atomic<UnsafeMutablePointer<OutputPlan>?>(nil)
    private let retired = Atomic<UnsafeMutablePointer<OutputPlan>?>(nil)
    private let current: UnsafeMutablePointer<UnsafeMutablePointer<OutputPlan>>
    private let currentVolume: UnsafeMutablePointer<Float>
    private let wantedVolume = Latest(1)
    /// The same, to be read without counting references.
    private let volumeLink: Unmanaged<Latest>
    /// Odd while a cycle runs.
    private let cycles = Atomic<Int>(0)
    private let rendered = Atomic<Int>(0)

    init(_ shape: (channels: Int, framesPerCycle: Int)) {
        channels = shape.channels
        framesPerCycle = shape.framesPerCycle
        scratch = .allocate(capacity: shape.channels * shape.framesPerCycle)
        current = .allocate(capacity: 1)
        current.initialize(to: OutputPlan.make([]))
        currentVolume = .allocate(capacity: 1)
        currentVolume.initialize(to: 1)
        volumeLink = .passUnretained(wantedVolume)
    }

    /// When no stream calls any more.
    deinit {
        if let plan = pending.exchange(nil, ordering: .acquiringAndReleasing) { OutputPlan.free(plan) }
        freeRetired()
        OutputPlan.free(current.pointee)
        current.deallocate()
        currentVolume.deallocate()
        scratch.deallocate()
    }

    var volume: Float {
        get { wantedVolume.read() }
        set { wantedVolume.write(newValue) }
    }

    /// Frames handed to devices since the beginning: the output's clock.
    var renderedFrames: Int { @_noLocks get { rendered.load(ordering: .acquiring) } }

    // MARK: Control

    /// Makes `plan` the next one. When this returns, no later cycle runs an older plan.
    func publish(_ plan: UnsafeMutablePointer<OutputPlan>) {
        // A plan that was never picked up is still ours.
        if let skipped = pending.exchange(plan, ordering: .sequentiallyConsistent) { OutputPlan.free(skipped) }
        freeRetired()
    }

    /// Whether a cycle is under way that may have begun before the last `publish`; what it is given tells the next call.
    func cycleInFlight() -> Int? {
        let count = cycles.load(ordering: .sequentiallyConsistent)
        return count & 1 == 1 ? count : nil
    }

    func isInFlight(_ cycle: Int) -> Bool { cycles.load(ordering: .sequentiallyConsistent) == cycle }

    /// Whether a plan waits for its first cycle, or for being freed.
    var hasLoosePlans: Bool { pending.load(ordering: .acquiring) != nil || retired.load(ordering: .acquiring) != nil }

    func freeRetired() {
        var plan = retired.exchange(nil, ordering: .acquiring)
        while let old = plan {
            plan = old.pointee.nextRetired
            OutputPlan.free(old)
        }
    }

    // MARK: Audio thread

    /// Renders one cycle of at most `framesPerCycle` frames. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) {
        cycles.wrappingAdd(1, ordering: .sequentiallyConsistent)
        adopt()
        let frames = min(Int(cycle.frames), framesPerCycle)
        let count = frames * channels
        _ = realtime_fill(cycle.samples, 0, Int(cycle.frames) * channels * MemoryLayout<Float>.stride)
        let plan = current.pointee
        let now = rendered.load(ordering: .relaxed)
        var own = RenderCycle(
            samples: scratch, frames: UInt32(frames), channels: UInt32(channels), hostTime: cycle.hostTime,
            sampleTime: Int64(now))
        for index in 0..<plan.pointee.count {
            let step = plan.pointee.steps[index]
            var sound: Int32 = 0
            // Each source's function is a @_noLocks entry of its own, or a client's callback that promises the same.
            realtimeTrusted { sound = step.function(step.context, &own) }
            mix(step, min(max(0, Int(sound)), frames), of: frames, into: cycle.samples)
        }
        applyVolume(cycle.samples, count)
        rendered.store(now + frames, ordering: .releasing)
        cycles.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    @_noLocks private func adopt() {
        guard let plan = pending.exchange(nil, ordering: .sequentiallyConsistent) else { return }
        let old = current.pointee
        current.pointee = plan
        var head = retired.load(ordering: .relaxed)
        // The only rival empties the list, so this is over after the second try.
        while true {
            old.pointee.nextRetired = head
            let (done, seen) = retired.compareExchange(expected: head, desired: old, ordering: .releasing)
            if done { return }
            head = seen
        }
    }

    @_noLocks private func mix(
        _ step: OutputStep, _ sound: Int, of frames: Int, into samples: UnsafeMutablePointer<Float>
    ) {
        let from = step.currentVolume.pointee
        let to = step.wantedVolume._withUnsafeGuaranteedRef { $0.read() }
        step.currentVolume.pointee = to
        guard sound > 0 else { return }
        let count = sound * channels
        if from == 1, to == 1 {
            for i in 0..<count { samples[i] += scratch[i] }
        } else if from == to {
            for i in 0..<count { samples[i] += scratch[i] * to }
        } else {
            let slope = (to - from) / Float(frames)
            for frame in 0..<sound {
                let gain = from + slope * Float(frame)
                for i in frame * channels..<(frame + 1) * channels { samples[i] += scratch[i] * gain }
            }
        }
    }

    @_noLocks private func applyVolume(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
        let from = currentVolume.pointee
        let to = volumeLink._withUnsafeGuaranteedRef { $0.read() }
        currentVolume.pointee = to
        guard from != 1 || to != 1, count > 0 else { return }
        let slope = (to - from) / Float(count / channels)
        for frame in 0..<count / channels {
            let gain = from + slope * Float(frame)
            for i in frame * channels..<(frame + 1) * channels { samples[i] *= gain }
        }
    }
}
