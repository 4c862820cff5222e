import AudioCore
import CRealtime
import Synchronization

/// Counts calls that are in progress, lets no more in once it is closed, and waits for those that are.
///
/// A call may close the gate from inside, and waits for no end of itself.
final class ClosingGate: @unchecked Sendable {
    private let calls = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let waiting = WaitingThreads()

    /// Makes a call, unless the gate is closed.
    ///
    /// - Parameters:
    ///   - body: the call.
    ///   - isLast: called where the gate was closed meanwhile, and no call is in progress any more.
    /// - Returns: nil where the gate is closed.
    @discardableResult func pass<Result>(_ body: () -> Result, isLast: () -> Void = {}) -> Result? {
        calls.wrappingAdd(1, ordering: .sequentiallyConsistent)
        // The calls that the thread is in form a list on its stack.
        var passage = GatePassage(gate: Unmanaged.passUnretained(self).toOpaque(), outer: realtime_gates().pointee)
        let result = withUnsafeMutablePointer(to: &passage) { passage -> Result? in
            realtime_gates().pointee = UnsafeMutableRawPointer(passage)
            defer { realtime_gates().pointee = passage.pointee.outer }
            return isClosed.load(ordering: .sequentiallyConsistent) ? nil : body()
        }
        let left = calls.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        guard left == 0 else { return result }
        waiting.wake()
        if isClosed.load(ordering: .sequentiallyConsistent) { isLast() }
        return result
    }

    /// Lets no call in that begins now.
    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    var isEmpty: Bool { calls.load(ordering: .sequentiallyConsistent) == 0 }

    /// Whether the calling thread is in a call.
    private var isInside: Bool {
        let own = Unmanaged.passUnretained(self).toOpaque()
        var next = realtime_gates().pointee
        while let passage = next?.assumingMemoryBound(to: GatePassage.self).pointee {
            if passage.gate == own { return true }
            next = passage.outer
        }
        return false
    }

    /// Waits until no call is in progress.
    ///
    /// - Returns: false at once where one of them is this thread's own.
    func wait() -> Bool {
        guard !isInside else { return false }
        // Calls that were in progress when the process was forked do not continue in the child.
        guard !isEmpty, !ForkedChild.isHere else { return true }
        LockOrder.willWait(under: .cycle)
        waiting.wait { isEmpty }
        return true
    }
}

/// A call that a thread is in, and the one around it.
private struct GatePassage {
    let gate: UnsafeMutableRawPointer
    let outer: UnsafeMutableRawPointer?
}
