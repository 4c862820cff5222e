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
    /// The session's, on all buses but those of role `event`.
    let sessionFader: Fader
    /// The same, to be used without counting references.
    private let sessionGain: Unmanaged<Fader>
    private let clock = StreamClock()
    /// The audio thread's own.
    private var clockRate = ClockRate()
    private let rendered = Atomic<Int64>(0)
    private let overloads = OverloadCount()
    /// The same, to be used without counting references.
    private let overloadCount: Unmanaged<OverloadCount>
    private let retained = LockedValue<[ObjectIdentifier: AnyObject]>([:])

    init(_ shape: StreamShape) {
        let fader = Fader(1)
        (sessionFader, sessionGain) = (fader, .passUnretained(fader))
        overloadCount = .passUnretained(overloads)
        channels = shape.channels
        capacity = Self.capacity(of: shape)
        sampleRate = shape.sampleRate
        sourceFrames = .allocate(capacity: channels * capacity)
        busFrames = .allocate(capacity: channels * capacity)
    }

    /// Frames for which there is always room, so that a stream may get longer cycles while it runs.
    static let leastCapacity = 8192

    static func capacity(of shape: StreamShape) -> Int { max(shape.framesPerCycle, leastCapacity) }

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
        return overloads.take()
    }

    func willStart(afterPause: Bool) { sessionFader.jump() }
    func didStop() { clock.clear() }
    func retainWhileRunning(_ owner: AnyObject) { retained.withLock { $0[ObjectIdentifier(owner)] = owner } }

    func didFallIdle() {
        let released = retained.withLock { retained in
            defer { retained = [:] }
            return retained
        }
        // The last references may be these: what they refer to ends without the lock.
        withExtendedLifetime(released) {}
    }

    // MARK: Audio thread

    /// Renders one cycle. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) {
        let begin = realtime_now()
        let plan = plans.begin()
        var cycle = cycle
        _ = realtime_fill(cycle.samples, 0, Int(cycle.frames) * channels * MemoryLayout<Float>.stride)
        cycle.frames = UInt32(min(Int(cycle.frames), capacity))
        cycle.channels = UInt32(channels)
        cycle.sampleTime = rendered.load(ordering: .relaxed)
        clockRate.take(sampleTime: cycle.sampleTime, hostTime: cycle.hostTime, at: sampleRate)
        cycle.rateScalar = clockRate.scalar
        clock.mark(sampleTime: cycle.sampleTime, hostTime: cycle.hostTime, rateScalar: cycle.rateScalar)
        if cycle.frames > 0 {
            render(plan, 0..<plan.pointee.gainedCount, cycle)
            applySessionGain(cycle)
            render(plan, plan.pointee.gainedCount..<plan.pointee.busCount, cycle)
            for index in 0..<plan.pointee.busCount {
                let bus = plan.pointee.buses[index]
                guard isHere(bus) else { continue }
                for tap in bus.tapEnd..<bus.mixTapEnd { call(plan.pointee.steps[tap], &cycle) }
            }
        }
        rendered.store(cycle.sampleTime + Int64(cycle.frames), ordering: .releasing)
        let rate = sampleRate
        overloadCount._withUnsafeGuaranteedRef { $0.end(cycle, since: begin, at: rate) }
        plans.end()
    }

    /// Adds some of the plan's buses to the cycle.
    @_noLocks private func render(
        _ plan: UnsafeMutablePointer<OutputPlan>, _ range: Range<Int>, _ cycle: RenderCycle
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let bus = plan.pointee.buses[index]
            if let handover = bus.handover {
                playHandover(bus, handover, plan.pointee.steps, cycle)
            } else {
                play(bus, plan.pointee.steps, cycle)
            }
            index += 1
        }
    }

    @_noLocks private func applySessionGain(_ cycle: RenderCycle) {
        let (frames, rate, channels) = (Int(cycle.frames), sampleRate, channels)
        sessionGain._withUnsafeGuaranteedRef { fader in
            guard !fader.begin(frames, at: rate) else { return }
            fader.apply(cycle.samples, frames, of: frames, channels: channels)
        }
    }

    @_noLocks private func play(
        _ bus: BusStep, _ steps: UnsafeMutablePointer<OutputStep>, _ cycle: RenderCycle
    ) {
        if let resampler = bus.resampler {
            convert(bus, resampler, steps, cycle)
        } else {
            mix(bus, steps, cycle)
        }
    }

    /// Plays a bus on its way from one mix to another, as far as it is this one's.
    @_noLocks private func playHandover(
        _ bus: BusStep, _ handover: Unmanaged<Handover>, _ steps: UnsafeMutablePointer<OutputStep>,
        _ cycle: RenderCycle
    ) {
        let rate = sampleRate
        if bus.isArriving {
            let silent = handover._withUnsafeGuaranteedRef { $0.arrive(cycle, at: rate) }
            if silent < Int(cycle.frames) { play(bus, steps, cycle.dropping(silent, at: rate)) }
        } else if handover._withUnsafeGuaranteedRef({ $0.beginCycle() }) {
            play(bus, steps, cycle)
            let frames = Int64(cycle.frames)
            let end = bus.bus._withUnsafeGuaranteedRef { $0.sampleTime(cycle.sampleTime + frames) }
            let endHostTime = cycle.hostTime &+ HostTime.duration(of: frames, at: rate)
            handover._withUnsafeGuaranteedRef { $0.endCycle(sampleTime: end, hostTime: endHostTime) }
        }
    }

    /// Whether this mix renders a bus, rather than the one that it comes from or goes to.
    @_noLocks private func isHere(_ bus: BusStep) -> Bool {
        guard let handover = bus.handover else { return true }
        return handover._withUnsafeGuaranteedRef { $0.hasBegun } == bus.isArriving
    }

    /// The time of a bus at a frame of the mix.
    @_noLocks private func sampleTime(_ bus: BusStep, _ mixTime: Int64) -> Int64 {
        if bus.isArriving, let handover = bus.handover {
            return handover._withUnsafeGuaranteedRef { $0.sampleTime(mixTime) }
        }
        return bus.bus._withUnsafeGuaranteedRef { bus in
            bus.resume(mixTime)
            return bus.sampleTime(mixTime)
        }
    }

    /// Adds the sources of a bus to the mix: straight, or by way of a sum of their own where something is done to that.
    @_noLocks private func mix(_ bus: BusStep, _ steps: UnsafeMutablePointer<OutputStep>, _ cycle: RenderCycle) {
        var own = cycle
        own.samples = sourceFrames
        own.sampleTime = sampleTime(bus, cycle.sampleTime)
        // Closures that are called with objects of the plan capture plain values alone.
        let (frames, rate, channels, sum) = (Int(cycle.frames), sampleRate, channels, busFrames)
        let isPlain = bus.fader._withUnsafeGuaranteedRef { $0.begin(frames, at: rate) }
        if isPlain, !bus.isObserved {
            _ = add(bus, steps, &own, at: rate, to: cycle.samples)
            return
        }
        _ = realtime_fill(sum, 0, frames * channels * MemoryLayout<Float>.stride)
        let sound = add(bus, steps, &own, at: rate, to: sum)
        finish(bus, steps, &own, sum, sound: sound, at: rate)
        for index in 0..<sound * channels { cycle.samples[index] += sum[index] }
    }

    /// Adds the sources of a bus of another rate: their sum goes through a filter, which also runs behind their end.
    @_noLocks private func convert(
        _ bus: BusStep, _ resampler: Unmanaged<BusResampler>, _ steps: UnsafeMutablePointer<OutputStep>,
        _ cycle: RenderCycle
    ) {
        let (rate, sum) = resampler._withUnsafeGuaranteedRef { ($0.sampleRate, $0.sumFrames) }
        var own = cycle
        resampler._withUnsafeGuaranteedRef { $0.begin(cycle, &own) }
        let (frames, first) = (Int(own.frames), own.sampleTime)
        // A ramp continues without sources.
        if frames > 0 { _ = bus.fader._withUnsafeGuaranteedRef { $0.begin(frames, at: rate) } }
        if frames > 0, bus.first == bus.end, !bus.isObserved {
            let channels = channels
            bus.fader._withUnsafeGuaranteedRef { $0.apply(sum, 0, of: frames, channels: channels) }
        } else if frames > 0 {
            _ = realtime_fill(sum, 0, frames * channels * MemoryLayout<Float>.stride)
            let sound = add(bus, steps, &own, at: rate, to: sum)
            finish(bus, steps, &own, sum, sound: sound, at: rate)
            resampler._withUnsafeGuaranteedRef { $0.take(from: first, count: frames, sound: sound) }
        }
        resampler._withUnsafeGuaranteedRef { $0.add(Int(cycle.frames), to: cycle.samples) }
    }

    /// Applies a bus's gain to its sum, measures it, and shows it to the taps.
    @_noLocks private func finish(
        _ bus: BusStep, _ steps: UnsafeMutablePointer<OutputStep>, _ cycle: inout RenderCycle,
        _ sum: UnsafeMutablePointer<Float>, sound: Int, at sampleRate: Double
    ) {
        let (frames, channels) = (Int(cycle.frames), channels)
        bus.fader._withUnsafeGuaranteedRef { $0.apply(sum, sound, of: frames, channels: channels) }
        bus.meters?._withUnsafeGuaranteedRef { meters in
            if sound > 0 { meters.take(sum, frames: sound, at: sampleRate) }
            if sound < frames { meters.takeSilence(frames: frames - sound, at: sampleRate) }
        }
        cycle.samples = sum
        for index in bus.end..<bus.tapEnd { call(steps[index], &cycle) }
    }

    /// Lets a tap see a cycle.
    @_noLocks private func call(_ step: OutputStep, _ cycle: inout RenderCycle) {
        // A tap's function promises what a source's does.
        realtimeTrusted { _ = step.function(step.context, &cycle) }
    }

    /// Adds the sources of a bus to `samples`, each at its volume, and says how many frames from the first on are sound.
    @_noLocks private func add(
        _ bus: BusStep, _ steps: UnsafeMutablePointer<OutputStep>, _ cycle: inout RenderCycle, at sampleRate: Double,
        to samples: UnsafeMutablePointer<Float>
    ) -> Int {
        let (frames, channels, source) = (Int(cycle.frames), channels, cycle.samples)
        var reach = 0
        for index in bus.first..<bus.end {
            let step = steps[index]
            var sound: Int32 = 0
            if let adding = step.adding, let gain = steadyGain(step, frames, at: sampleRate) {
                // Each source's functions are @_noLocks entries of its own, or a client's callback that promises the same.
                realtimeTrusted { sound = adding(step.context, &cycle, samples, gain) }
                reach = max(reach, min(Int(sound), frames))
                continue
            }
            realtimeTrusted { sound = step.function(step.context, &cycle) }
            let count = min(max(0, Int(sound)), frames)
            reach = max(reach, count)
            step.fader._withUnsafeGuaranteedRef { fader in
                _ = fader.begin(frames, at: sampleRate)
                fader.add(source, count, of: frames, channels: channels, to: samples)
            }
        }
        return reach
    }

    /// The volume of a source throughout a cycle; nil where it changes.
    @_noLocks private func steadyGain(_ step: OutputStep, _ frames: Int, at sampleRate: Double) -> Float? {
        step.fader._withUnsafeGuaranteedRef { fader in
            _ = fader.begin(frames, at: sampleRate)
            return fader.steadyGain
        }
    }
}

extension RenderCycle {
    /// The cycle behind its first frames.
    @_noLocks fileprivate func dropping(_ count: Int, at sampleRate: Double) -> RenderCycle {
        var remaining = self
        remaining.samples += count * Int(channels)
        remaining.frames -= UInt32(count)
        remaining.sampleTime += Int64(count)
        remaining.hostTime = hostTime &+ HostTime.duration(of: Int64(count), at: sampleRate)
        return remaining
    }
}
