import AudioCore
import AudioDevices
import CRealtime
import Synchronization

/// The audio thread's half of a mix that plays: runs the plan and adds up.
///
/// One cycle at a time, on whichever thread the stream in use calls from; the control half only swaps plans in.
final class OutputMixer: MixSide, @unchecked Sendable {
    private let plans = PlanSlot()
    private let channels: Int
    /// The most frames of one cycle.
    private let capacity: Int
    private let sampleRate: Double
    /// One source's frames, and one bus's.
    private let sourceFrames: UnsafeMutablePointer<Float>
    private let busFrames: UnsafeMutablePointer<Float>
    private let clock = StreamClock()
    private let rendered = Atomic<Int64>(0)

    init(_ shape: StreamShape) {
        channels = shape.channels
        capacity = max(shape.framesPerCycle, Self.leastCapacity)
        sampleRate = shape.sampleRate
        sourceFrames = .allocate(capacity: channels * capacity)
        busFrames = .allocate(capacity: channels * capacity)
    }

    /// Frames for which there is always room, so that a stream may get longer cycles while it runs.
    static let leastCapacity = 8192

    /// When no stream calls any more.
    deinit {
        sourceFrames.deallocate()
        busFrames.deallocate()
    }

    var position: Int64 { rendered.load(ordering: .acquiring) }
    var anchor: ClockAnchor? { clock.read(sampleRate: sampleRate) }
    func publish(_ plan: UnsafeMutablePointer<OutputPlan>) -> SpentPlans { plans.publish(plan) }
    func waitForCycle() { plans.waitForCycle() }

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
    func didStop() { clock.clear() }

    // MARK: Audio thread

    /// Renders one cycle. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) {
        let plan = plans.begin()
        let frames = min(Int(cycle.frames), capacity)
        _ = realtime_fill(cycle.samples, 0, Int(cycle.frames) * channels * MemoryLayout<Float>.stride)
        let now = rendered.load(ordering: .relaxed)
        clock.mark(sampleTime: now, hostTime: cycle.hostTime)
        var own = RenderCycle(
            samples: sourceFrames, frames: UInt32(frames), channels: UInt32(channels), hostTime: cycle.hostTime,
            requestTime: cycle.requestTime, sampleTime: now)
        for index in 0..<plan.pointee.busCount {
            let bus = plan.pointee.buses[index]
            own.sampleTime = bus.bus._withUnsafeGuaranteedRef { bus in
                bus.resume(now)
                return bus.sampleTime(now)
            }
            renderBus(bus, plan.pointee.steps, &own, into: cycle.samples)
        }
        rendered.store(now + Int64(frames), ordering: .releasing)
        plans.end()
    }

    /// Adds the sources of a bus to the mix: straight, or by way of a sum of their own where the bus has a gain.
    @_noLocks private func renderBus(
        _ bus: BusStep, _ steps: UnsafeMutablePointer<OutputStep>, _ cycle: inout RenderCycle,
        into samples: UnsafeMutablePointer<Float>
    ) {
        let frames = Int(cycle.frames)
        let (from, to) = (bus.currentVolume.pointee, bus.wantedVolume._withUnsafeGuaranteedRef { $0.read() })
        bus.currentVolume.pointee = to
        let isPlain = from == 1 && to == 1
        let sum = isPlain ? samples : busFrames
        if !isPlain { _ = realtime_fill(sum, 0, frames * channels * MemoryLayout<Float>.stride) }
        for index in bus.first..<bus.end {
            let step = steps[index]
            var sound: Int32 = 0
            // Each source's function is a @_noLocks entry of its own, or a client's callback that promises the same.
            realtimeTrusted { sound = step.function(step.context, &cycle) }
            let (before, after) = (step.currentVolume.pointee, step.wantedVolume._withUnsafeGuaranteedRef { $0.read() })
            step.currentVolume.pointee = after
            add(sourceFrames, min(max(0, Int(sound)), frames), of: frames, gain: (before, after), to: sum)
        }
        if !isPlain { add(sum, frames, of: frames, gain: (from, to), to: samples) }
    }

    /// Adds `sound` frames, with a gain that goes from one value to another over the whole cycle.
    @_noLocks private func add(
        _ frames: UnsafeMutablePointer<Float>, _ sound: Int, of cycle: Int, gain: (from: Float, to: Float),
        to samples: UnsafeMutablePointer<Float>
    ) {
        guard sound > 0 else { return }
        let count = sound * channels
        if gain.from == 1, gain.to == 1 {
            for i in 0..<count { samples[i] += frames[i] }
        } else if gain.from == gain.to {
            for i in 0..<count { samples[i] += frames[i] * gain.to }
        } else {
            let slope = (gain.to - gain.from) / Float(cycle)
            for frame in 0..<sound {
                let factor = gain.from + slope * Float(frame)
                for i in frame * channels..<(frame + 1) * channels { samples[i] += frames[i] * factor }
            }
        }
    }
}
