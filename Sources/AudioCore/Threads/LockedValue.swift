/// A value behind a mutex that lends priority. Not for the audio thread.
///
/// Threads cannot wait for it to change; `WaitableValue` lets them.
package final class LockedValue<Value>: @unchecked Sendable {
    @usableFromInline let mutex: InheritingMutex
    /// To be touched with `mutex` locked.
    @usableFromInline var guarded: Guarded

    @usableFromInline struct Guarded {
        @usableFromInline var value: Value
        /// A property without a size has the address of the object's type: ThreadSanitizer takes the two for one.
        private let size: UInt8 = 0

        init(_ value: sending Value) { self.value = value }
    }

    /// - Parameter rank: which locks may be taken under this one, and under which it may be taken.
    package init(_ value: sending Value, _ rank: LockRank = .leaf) {
        guarded = Guarded(value)
        mutex = InheritingMutex(rank, guarding: Value.self)
    }

    deinit { mutex.destroy() }

    /// Runs `body` with the value, alone.
    ///
    /// Inlined, as other modules would ask the runtime for the value's type each time.
    @inlinable @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&guarded.value)
    }

    /// Runs `body` as `withLock` does, unless another thread holds the lock.
    ///
    /// - Returns: the result of `body`; nil where another thread holds the lock, and `body` did not run.
    package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard mutex.lockIfFree() else { return nil }
        defer { mutex.unlock() }
        return body(&guarded.value)
    }
}
