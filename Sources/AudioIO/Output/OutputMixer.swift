import AudioCore
import CRealtime
import Synchronization

/// The audio thread's half of an output: runs the plan and mixes.
///
/// One cycle at a time, on whichever thread the stream in use calls from; the control half only swaps plans in.
final class OutputMixer: StreamSide, @unchecked Sendable {
    let channels: Int
    let framesPerCycle: Int
    private let scratch: UnsafeMutablePointer<Float>
    let plans = PlanSlot()
    private let currentVolume: UnsafeMutablePointer<Float>
    private let wantedVolume = Latest(1)
    /// The same, to be read without counting references.
    private let volumeLink: Unmanaged<Latest>
    private let clock = StreamClock()
    private let rendered = Atomic<Int>(0)

    init(_ shape: (channels: Int, framesPerCycle: Int)) {
        channels = shape.channels
        framesPerCycle = shape.framesPerCycle
        scratch = .allocate(capacity: shape.channels * shape.framesPerCycle)
        currentVolume = .allocate(capacity: 1)
        currentVolume.initialize(to: 1)
        volumeLink = .passUnretained(wantedVolume)
    }

    /// When no stream calls any more.
    deinit {
        currentVolume.deallocate()
        scratch.deallocate()
    }

    var volume: Float {
        get { wantedVolume.read() }
        set { wantedVolume.write(newValue) }
    }

    /// Frames handed to devices since the beginning: the output's clock.
    var renderedFrames: Int { @_noLocks get { rendered.load(ordering: .acquiring) } }

    /// The last cycle's first frame, and when the device asked for it.
    func anchor(sampleRate: Double) -> ClockAnchor? { clock.read(sampleRate: sampleRate) }

    // MARK: StreamSide

    var renderCall: RenderCall {
        RenderCall(context: Unmanaged.passUnretained(self).toOpaque()) { context, cycle in
            Unmanaged<OutputMixer>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    var hasLoosePlans: Bool { plans.hasLoosePlans }

    func sweep() -> [StreamEvent] {
        plans.freeRetired()
        return []
    }

    func willStart(afterPause: Bool) {}

    // MARK: Audio thread

    /// Renders one cycle of at most `framesPerCycle` frames. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) {
        let plan = plans.begin()
        let frames = min(Int(cycle.frames), framesPerCycle)
        let count = frames * channels
        _ = realtime_fill(cycle.samples, 0, Int(cycle.frames) * channels * MemoryLayout<Float>.stride)
        let now = rendered.load(ordering: .relaxed)
        clock.mark(sampleTime: Int64(now), hostTime: cycle.hostTime)
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
        plans.end()
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
