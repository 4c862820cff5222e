import AudioCore

/// What a graph shares with the graphs within it: one thread at a time changes their units, and what it has prepared is put in
/// place before the next change.
final class GraphTree: @unchecked Sendable {
    private struct State {
        /// The thread that brings the units to what is wanted; 0 for none.
        var worker: UInt = 0
        /// What the next cycle of a graph begins with, and what begins the cycle.
        var offered: (batch: GraphBatch, hook: GraphHook)?
        /// The outermost graph, where it was disposed of while another call was at work.
        var abandoned: UnitGraph?
    }

    /// The graph that is within no other.
    weak var root: UnitGraph?
    /// Held over giving an input its source: an input of two graphs has one in one of them.
    let edits = LockedValue((), .edits)
    private let state = WaitableValue(State(), .state)

    /// Puts a thread to work where none is.
    ///
    /// - Returns: the thread that is at work already; 0 for none.
    func claim(_ thread: UInt) -> UInt {
        state.withLockQuietly { state in
            defer { if state.worker == 0 { state.worker = thread } }
            return state.worker
        }
    }

    /// Waits until no thread is at work.
    func waitForTurn() {
        LockOrder.willWait()
        _ = state.wait { $0.worker == 0 ? () : nil }
    }

    /// The thread that is at work; 0 for none.
    var worker: UInt { state.withLockQuietly { $0.worker } }

    /// Ends the work of a thread.
    ///
    /// - Returns: a graph that was disposed of meanwhile, and has to be closed.
    func release() -> UnitGraph? {
        state.withLock { state in
            defer { (state.worker, state.abandoned) = (0, nil) }
            return state.abandoned
        }
    }

    /// Leaves the closing of a graph that was disposed of to the thread that is at work.
    func leave(_ graph: UnitGraph) { state.withLockQuietly { $0.abandoned = graph } }

    /// Has the next cycle of a graph begin with a batch.
    func offer(_ batch: GraphBatch, _ hook: GraphHook) {
        state.withLockQuietly { $0.offered = (batch, hook) }
        hook.offer(batch)
    }

    /// Ends the batch that is on its way.
    ///
    /// - Parameter isForced: whether a cycle may be in progress that has begun without the batch.
    /// - Returns: false where it is on its way still.
    func settle(waits: Bool, isForced: Bool) -> Bool {
        guard let offered = state.withLockQuietly({ $0.offered }) else { return true }
        while !offered.hook.complete(offered.batch, isForced: isForced) {
            guard waits else { return false }
            LockOrder.willWait()
            offered.hook.waitForCycle(offered.batch)
        }
        state.withLockQuietly { $0.offered = nil }
        return true
    }
}
