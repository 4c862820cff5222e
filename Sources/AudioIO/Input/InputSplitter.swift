import AudioCore
import AudioDevices
import CRealtime
import Synchronization

/// The audio thread's half of an input: keeps its clock, finds the gaps, and hands each cycle to every sink.
///
/// One cycle at a time, on whichever thread the stream in use calls from; the control half only swaps plans in.
final class InputSplitter: MixSide, @unchecked Sendable {
    private let plans = PlanSlot()
    private let sampleRate: Double
    private let clock = StreamClock()
    private let captured = Atomic<Int64>(0)
    private let lost = Atomic<Int64>(0)
    /// What begins with the next cycle, if it does not go on from the last one.
    private let beginning = Atomic<UInt8>(Beginning.afterPause)
    /// On their way from the audio thread to the connection's. One for which there is no room shows in the sample time
    /// alone.
    private let gaps = EventQueue<StreamGap>(capacity: 64)
    private let overloads = OverloadCount()
    /// The same, to be used without counting references.
    private let overloadCount: Unmanaged<OverloadCount>

    private enum Beginning {
        /// The last cycle was of this stream.
        static var none: UInt8 { @_noLocks get { 0 } }
        /// Time has passed in which no client read.
        static var afterPause: UInt8 { @_noLocks get { 1 } }
        /// Another stream: the frames until now are lost.
        static var afterLoss: UInt8 { @_noLocks get { 2 } }
    }

    // The audio thread's own.
    private var streamTime: Int64 = 0
    private var endTime: UInt64 = 0
    private var clockRate = ClockRate()
    /// What sinks hear while the session's input is muted.
    private let silence: UnsafeMutablePointer<Float>
    private let muted = Atomic<Bool>(false)
    /// The most frames that a stream may ask for (`StreamShape.isSane`).
    private static let capacity = 16_384

    init(_ shape: StreamShape) {
        sampleRate = shape.sampleRate
        overloadCount = .passUnretained(overloads)
        silence = .allocate(capacity: Self.capacity * shape.channels)
        silence.initialize(repeating: 0, count: Self.capacity * shape.channels)
    }

    /// When no stream calls any more.
    deinit { silence.deallocate() }

    /// Whether sinks hear silence, from the next cycle on.
    var isMuted: Bool {
        get { muted.load(ordering: .acquiring) }
        set { muted.store(newValue, ordering: .releasing) }
    }

    var position: Int64 { captured.load(ordering: .acquiring) }
    var lostFrames: Int64 { lost.load(ordering: .acquiring) }
    var anchor: ClockAnchor? { clock.read(sampleRate: sampleRate) }
    func publish(_ plan: UnsafeMutablePointer<OutputPlan>) -> SpentPlans { plans.publish(plan) }
    func waitForCycle() { plans.waitForCycle() }

    // MARK: StreamSide

    var renderCall: RenderCall {
        RenderCall(context: Unmanaged.passUnretained(self).toOpaque()) { context, cycle in
            Unmanaged<InputSplitter>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    var hasLoosePlans: Bool { plans.hasLoosePlans }

    func sweep() -> [StreamEvent] {
        plans.freeRetired()
        var events = overloads.take()
        var gap = StreamGap(sampleTime: 0, frames: 0)
        while gaps.next(&gap) {
            gaps.advance()
            events.append(.gap(gap))
        }
        return events
    }

    func willStart(afterPause: Bool) {
        beginning.store(afterPause ? Beginning.afterPause : Beginning.afterLoss, ordering: .releasing)
    }

    func didStop() { clock.clear() }
    func didFallIdle() {}
    func retainWhileRunning(_ owner: AnyObject) {}

    // MARK: Audio thread

    /// Hands one cycle to the sinks. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) {
        let begin = realtime_now()
        let plan = plans.begin()
        var position = captured.load(ordering: .relaxed)
        let gap = gapBefore(cycle)
        if gap > 0 {
            if let place = gaps.places.free {
                gaps.elements[place] = StreamGap(sampleTime: position, frames: gap)
                gaps.places.commit()
            }
            lost.wrappingAdd(gap, ordering: .releasing)
            position += gap
        }
        clockRate.take(sampleTime: position, hostTime: cycle.hostTime, at: sampleRate)
        var own = cycle
        own.rateScalar = clockRate.scalar
        clock.mark(sampleTime: position, hostTime: cycle.hostTime, rateScalar: own.rateScalar)
        if muted.load(ordering: .acquiring) {
            own.samples = silence
            own.frames = UInt32(min(Int(cycle.frames), Self.capacity))
        }
        for index in 0..<plan.pointee.busCount {
            let bus = plan.pointee.buses[index]
            let now = position
            own.sampleTime = bus.bus._withUnsafeGuaranteedRef { bus in
                bus.resume(now)
                return bus.sampleTime(now)
            }
            for index in bus.first..<bus.end {
                let step = plan.pointee.steps[index]
                // Each sink's function is a @_noLocks entry of its own, or a client's callback that promises the same.
                realtimeTrusted { _ = step.function(step.context, &own) }
            }
        }
        captured.store(position + Int64(cycle.frames), ordering: .releasing)
        let rate = sampleRate
        overloadCount._withUnsafeGuaranteedRef { $0.end(cycle, since: begin, at: rate) }
        plans.end()
    }

    /// How many frames were lost since the last cycle: by the stream's own count or, from one stream to another, by the
    /// clock.
    @_noLocks private func gapBefore(_ cycle: RenderCycle) -> Int64 {
        let beginning = beginning.exchange(Beginning.none, ordering: .acquiring)
        var gap: Int64 = 0
        if beginning == Beginning.none {
            gap = cycle.sampleTime - streamTime
        } else if beginning == Beginning.afterLoss, endTime > 0, cycle.hostTime > endTime {
            gap = Int64(Double(cycle.hostTime - endTime) * sampleRate / 1e9 + 0.5)
        }
        streamTime = cycle.sampleTime + Int64(cycle.frames)
        endTime = cycle.hostTime &+ HostTime.duration(of: Int64(cycle.frames), at: sampleRate)
        return max(0, gap)
    }
}
