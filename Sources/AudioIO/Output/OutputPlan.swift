/// The sources of an output, compiled to a flat list that the audio thread runs from top to bottom.
///
/// Immutable. A change makes another plan, which the audio thread picks up at the start of its next cycle; the old one
/// goes to a list of retired plans, to be freed on another thread.
struct OutputPlan {
    let steps: UnsafeMutablePointer<OutputStep>
    let count: Int
    /// Keeps the sources alive as long as the plan.
    private let sources: Unmanaged<SourceList>
    /// The plan that was retired before this one.
    var nextRetired: UnsafeMutablePointer<OutputPlan>?

    private final class SourceList {
        let sources: [OutputSource]
        init(_ sources: [OutputSource]) { self.sources = sources }
    }

    static func make(_ sources: [OutputSource]) -> UnsafeMutablePointer<OutputPlan> {
        let steps = UnsafeMutablePointer<OutputStep>.allocate(capacity: max(1, sources.count))
        for (index, source) in sources.enumerated() { (steps + index).initialize(to: source.step) }
        let plan = UnsafeMutablePointer<OutputPlan>.allocate(capacity: 1)
        plan.initialize(
            to: OutputPlan(steps: steps, count: sources.count, sources: .passRetained(SourceList(sources))))
        return plan
    }

    static func free(_ plan: UnsafeMutablePointer<OutputPlan>) {
        plan.pointee.sources.release()
        plan.pointee.steps.deallocate()
        plan.deallocate()
    }

    private init(steps: UnsafeMutablePointer<OutputStep>, count: Int, sources: Unmanaged<SourceList>) {
        self.steps = steps
        self.count = count
        self.sources = sources
        nextRetired = nil
    }
}
