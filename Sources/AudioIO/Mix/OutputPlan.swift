import AudioCore
import AudioDevices

/// The buses of a mix and their sources, compiled to flat lists that the audio thread runs from top to bottom.
///
/// Immutable. A change makes another plan, which the audio thread picks up at the start of its next cycle; the old one
/// goes to a list of retired plans, to be freed on another thread.
struct OutputPlan {
    let buses: UnsafeMutablePointer<BusStep>
    let busCount: Int
    /// How many buses come first that have the session's gain.
    let gainedCount: Int
    let steps: UnsafeMutablePointer<OutputStep>
    /// Keeps the buses and the sources alive as long as the plan.
    private let kept: Unmanaged<Kept>
    /// The plan that was retired before this one.
    var nextRetired: UnsafeMutablePointer<OutputPlan>?

    private final class Kept {
        let objects: [AnyObject]
        init(_ objects: [AnyObject]) { self.objects = objects }
    }

    /// A plan of buses as they are now.
    ///
    /// - Parameter arriving: buses that another mix has, until a cycle of this plan takes them.
    static func make(_ buses: [Bus], arriving: [Bus] = []) -> UnsafeMutablePointer<OutputPlan> {
        let all = buses.filter { $0.isBusy } + arriving.filter { $0.isBusy }
        let gained = all.filter { $0.role == .sound }
        let busy = gained + all.filter { $0.role != .sound }
        let sources = busy.flatMap(\.steps)
        let steps = UnsafeMutablePointer<OutputStep>.allocate(capacity: max(1, sources.count))
        for (index, source) in sources.enumerated() { (steps + index).initialize(to: source.step) }
        let busSteps = UnsafeMutablePointer<BusStep>.allocate(capacity: max(1, busy.count))
        var first = 0
        for (index, bus) in busy.enumerated() {
            let step = BusStep(bus, first: first, isArriving: arriving.contains { $0 === bus })
            (busSteps + index).initialize(to: step)
            first = step.mixTapEnd
        }
        let kept: [AnyObject] = busy + sources + busy.flatMap(\.helpers)
        let plan = UnsafeMutablePointer<OutputPlan>.allocate(capacity: 1)
        plan.initialize(
            to: OutputPlan(
                buses: busSteps, busCount: busy.count, gainedCount: gained.count, steps: steps,
                kept: .passRetained(Kept(kept)), nextRetired: nil))
        return plan
    }

    /// Frees a plan and those that were retired before it.
    static func free(_ first: SpentPlans) {
        var next = first
        while let plan = next {
            next = plan.pointee.nextRetired
            plan.pointee.kept.release()
            plan.pointee.steps.deallocate()
            plan.pointee.buses.deallocate()
            plan.deallocate()
        }
    }
}

/// Plans that no cycle runs any more, linked by `nextRetired`; nil for none.
typealias SpentPlans = UnsafeMutablePointer<OutputPlan>?

/// A bus as the audio thread sees it: plain pointers.
struct BusStep {
    /// Where its sources are among the steps, and behind them its taps and those of the mix.
    let first: Int
    let end: Int
    let tapEnd: Int
    let mixTapEnd: Int
    let bus: Unmanaged<Bus>
    let fader: Unmanaged<Fader>
    let meters: Unmanaged<LevelMeters>?
    let resampler: Unmanaged<BusResampler>?
    /// The way to another mix that the bus is on, and whether this plan is that mix's.
    let handover: Unmanaged<Handover>?
    let isArriving: Bool

    init(_ bus: Bus, first: Int, isArriving: Bool) {
        self.first = first
        end = first + bus.sources.count
        tapEnd = end + bus.taps.count
        mixTapEnd = tapEnd + bus.mixTaps.count
        self.bus = .passUnretained(bus)
        fader = .passUnretained(bus.fader)
        meters = bus.meters.map { .passUnretained($0) }
        let converter = isArriving ? bus.handover?.resampler : bus.resampler
        resampler = converter.map { .passUnretained($0) }
        handover = bus.handover.map { Unmanaged.passUnretained($0) }
        self.isArriving = isArriving
    }

    /// Whether a tap or a level meter reads the sum of the sources.
    var isObserved: Bool { @_noLocks get { end < tapEnd || meters != nil } }
}

extension Bus {
    /// What steps of a plan point to, besides the bus and its sources.
    fileprivate var helpers: [AnyObject] {
        let helpers: [AnyObject?] = [resampler, handover, meters]
        return helpers.compactMap { $0 }
    }
}
