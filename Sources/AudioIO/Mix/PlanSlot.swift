import AudioCore
import CRealtime
import Synchronization

/// Where the control half leaves a plan for the audio half, and finds the old ones again.
///
/// The audio thread picks the newest plan up at the start of a cycle; what it has done with goes to a list of retired
/// plans, to be freed on another thread.
struct PlanSlot: ~Copyable {
    private let pending = Atomic<UnsafeMutablePointer<OutputPlan>?>(nil)
    private let retired = Atomic<UnsafeMutablePointer<OutputPlan>?>(nil)
    private let current: UnsafeMutablePointer<UnsafeMutablePointer<OutputPlan>>
    /// Odd while a cycle runs.
    private let cycles = Atomic<Int>(0)
    /// The thread that runs the cycle; 0 between cycles.
    private let runner = Atomic<UInt>(0)
    private let waiting = WaitingThreads()

    init() {
        current = .allocate(capacity: 1)
        current.initialize(to: OutputPlan.make([]))
    }

    /// When no stream calls any more.
    deinit {
        OutputPlan.free(pending.exchange(nil, ordering: .acquiringAndReleasing))
        OutputPlan.free(retired.exchange(nil, ordering: .acquiring))
        OutputPlan.free(current.pointee)
        current.deallocate()
    }

    // MARK: Control

    /// Makes `plan` the next one. When this returns, no later cycle runs an older plan.
    ///
    /// - Returns: plans that no cycle runs any more. They are freed without a lock: a source may keep what is a client's.
    func publish(_ plan: UnsafeMutablePointer<OutputPlan>) -> SpentPlans {
        let spent = retired.exchange(nil, ordering: .acquiring)
        // A plan that was never picked up is still ours.
        guard let skipped = pending.exchange(plan, ordering: .sequentiallyConsistent) else { return spent }
        skipped.pointee.nextRetired = spent
        return skipped
    }

    /// Waits for the end of a cycle that may have begun before the last `publish`.
    ///
    /// Returns at once in the cycle itself, which continues with the plan that it began with.
    func waitForCycle() {
        // A cycle that ran while the process was forked does not continue in the child.
        guard runner.load(ordering: .relaxed) != realtime_thread(), !ForkedChild.isHere else { return }
        LockOrder.willWait(under: .pipeline)
        let cycle = cycles.load(ordering: .sequentiallyConsistent)
        guard cycle & 1 == 1 else { return }
        waiting.wait { cycles.load(ordering: .sequentiallyConsistent) != cycle }
    }

    /// Whether a plan waits for its first cycle, or for being freed.
    var hasLoosePlans: Bool { pending.load(ordering: .acquiring) != nil || retired.load(ordering: .acquiring) != nil }

    func freeRetired() { OutputPlan.free(retired.exchange(nil, ordering: .acquiring)) }

    // MARK: Audio thread

    /// Begins a cycle, and gives the plan that it runs. Real-time safe.
    @_noLocks func begin() -> UnsafeMutablePointer<OutputPlan> {
        runner.store(realtime_thread(), ordering: .relaxed)
        cycles.wrappingAdd(1, ordering: .sequentiallyConsistent)
        guard let plan = pending.exchange(nil, ordering: .sequentiallyConsistent) else { return current.pointee }
        let old = current.pointee
        current.pointee = plan
        var head = retired.load(ordering: .relaxed)
        // The only rival empties the list, so this is over after the second try.
        while true {
            old.pointee.nextRetired = head
            let (done, seen) = retired.compareExchange(expected: head, desired: old, ordering: .releasing)
            if done { return plan }
            head = seen
        }
    }

    /// Ends the cycle. Real-time safe.
    @_noLocks func end() {
        runner.store(0, ordering: .relaxed)
        cycles.wrappingAdd(1, ordering: .sequentiallyConsistent)
        waiting.wake()
    }
}
