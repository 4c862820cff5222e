import AudioCore

/// What a graph shares with the graphs within it: the network of their units, and who closes a graph that is gone.
final class GraphTree: @unchecked Sendable {
    /// The graph that is within no other.
    weak var root: UnitGraph?
    /// Held over giving an input its source: an input of two graphs has one in one of them.
    let edits = LockedValue((), .edits)
    let network = UnitNetwork()
    /// The outermost graph, where it was disposed of while another call was at work.
    private let abandoned = LockedValue<UnitGraph?>(nil, .state)

    /// Ends the work of a thread.
    ///
    /// - Returns: a graph that was disposed of meanwhile, and has to be closed.
    func release() -> UnitGraph? {
        network.release()
        return abandoned.withLock { abandoned in
            defer { abandoned = nil }
            return abandoned
        }
    }

    /// Leaves the closing of a graph that was disposed of to the thread that is at work.
    func leave(_ graph: UnitGraph) { abandoned.withLock { $0 = graph } }
}
