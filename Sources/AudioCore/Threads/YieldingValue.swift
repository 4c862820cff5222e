import Glibc

/// A value that one thread at a time uses, which may call a client meanwhile: the lock is free then. Not for the audio thread.
///
/// While its user calls a client, the value is still the user's. Other threads wait for the end of the use, or do without
/// the value, as they choose. A client's function may therefore take a lock that another thread of the client holds around
/// a call of ours, provided that this call does not wait.
package final class YieldingValue<Value>: @unchecked Sendable {
    private let mutex: InheritingMutex
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// In memory of its own, because its user continues with it after other threads have taken and left the lock.
    private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    /// Whether the user calls a client, with the lock free. Guarded by the lock.
    private var isCalling = false

    /// - Parameter rank: as that of a `LockedValue`.
    package init(_ value: sending Value, _ rank: LockRank) {
        mutex = InheritingMutex(rank, guarding: Value.self)
        pthread_cond_init(condition, nil)
        self.value.initialize(to: value)
    }

    deinit {
        mutex.destroy()
        pthread_cond_destroy(condition)
        condition.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` with the value, alone. Waits for another use to end, and for the client that it calls.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        while isCalling { mutex.wait(for: condition, until: nil) }
        return try body(&value.pointee)
    }

    /// Runs `body` as `withLock` does, unless another thread's use calls a client. Waits for no client.
    ///
    /// - Returns: the result of `body`; nil where a client is being called, and `body` did not run.
    @discardableResult
    package func withLockUnlessCalling<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        mutex.lock()
        defer { mutex.unlock() }
        return isCalling ? nil : try body(&value.pointee)
    }

    /// Runs `body` as `withLock` does, unless another thread uses the value. Does not wait.
    ///
    /// - Returns: the result of `body`; nil where another thread uses the value, and `body` did not run.
    package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard mutex.lockIfFree() else { return nil }
        defer { mutex.unlock() }
        return isCalling ? nil : body(&value.pointee)
    }

    /// Calls a client with the lock free. To be called by the user of the value, within `body`.
    package func callClient(_ client: () -> Void) {
        isCalling = true
        mutex.unlock()
        client()
        mutex.lock()
        isCalling = false
        pthread_cond_broadcast(condition)
    }
}
