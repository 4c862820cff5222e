import AudioCore
import Glibc
import Synchronization

/// Counts calls that are in progress, lets no more in once it is closed, and waits for those that are.
final class ClosingGate: Sendable {
    private let calls = Atomic<Int>(0)
    /// The thread of the last call that began.
    private let thread = Atomic<UInt>(0)
    private let isClosed = Atomic<Bool>(false)

    /// Begins a call, which ends with `leave` in any case.
    ///
    /// - Returns: false where nothing may be called any more.
    func enter() -> Bool {
        calls.wrappingAdd(1, ordering: .sequentiallyConsistent)
        thread.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
        return !isClosed.load(ordering: .sequentiallyConsistent)
    }

    /// - Returns: whether it was the last one of a gate that is closed.
    @discardableResult func leave() -> Bool {
        let left = calls.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        return left == 0 && isClosed.load(ordering: .sequentiallyConsistent)
    }

    /// Lets no call in that begins now.
    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    var isEmpty: Bool { calls.load(ordering: .sequentiallyConsistent) == 0 }

    /// Waits until no call is in progress.
    ///
    /// - Returns: false at once where the last call that began is this thread's own.
    func wait() -> Bool {
        while !isEmpty {
            guard thread.load(ordering: .sequentiallyConsistent) != UInt(pthread_self()) else { return false }
            LockOrder.willWait(under: .cycle)
            usleep(100)
        }
        return true
    }
}
