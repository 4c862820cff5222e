import AudioCore
import Glibc
import Synchronization

/// Counts calls that are in progress, lets no more in once it is closed, and waits for those that are.
final class ClosingGate: @unchecked Sendable {
    /// How many calls at once are known by their threads.
    private static let capacity = 8

    private let calls = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    /// The threads of the calls that are in progress; 0 for none.
    private let threads: UnsafeMutablePointer<Atomic<UInt>>

    init() {
        threads = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (threads + index).initialize(to: Atomic(0)) }
    }

    deinit {
        threads.deinitialize(count: Self.capacity)
        threads.deallocate()
    }

    /// Makes a call, unless the gate is closed.
    ///
    /// - Parameters:
    ///   - body: the call.
    ///   - isLast: called where the gate was closed meanwhile, and no call is in progress any more.
    /// - Returns: nil where the gate is closed.
    @discardableResult func pass<Result>(_ body: () -> Result, isLast: () -> Void = {}) -> Result? {
        calls.wrappingAdd(1, ordering: .sequentiallyConsistent)
        let own = UInt(pthread_self())
        let place = (0..<Self.capacity).first {
            threads[$0].compareExchange(expected: 0, desired: own, ordering: .sequentiallyConsistent).exchanged
        }
        let result = isClosed.load(ordering: .sequentiallyConsistent) ? nil : body()
        if let place { threads[place].store(0, ordering: .sequentiallyConsistent) }
        let left = calls.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        if left == 0, isClosed.load(ordering: .sequentiallyConsistent) { isLast() }
        return result
    }

    /// Lets no call in that begins now.
    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    var isEmpty: Bool { calls.load(ordering: .sequentiallyConsistent) == 0 }

    /// Waits until no call is in progress.
    ///
    /// - Returns: false at once where one of them is this thread's own.
    func wait() -> Bool {
        let own = UInt(pthread_self())
        guard !(0..<Self.capacity).contains(where: { threads[$0].load(ordering: .sequentiallyConsistent) == own })
        else { return false }
        while !isEmpty {
            LockOrder.willWait(under: .cycle)
            usleep(100)
        }
        return true
    }
}
