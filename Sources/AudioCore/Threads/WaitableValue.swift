import Glibc

/// A value behind a mutex, and a condition: threads wait for its changes. Not for the audio thread.
package final class WaitableValue<Value>: @unchecked Sendable {
    private let locked: LockedValue<Value>
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// - Parameter rank: as that of a `LockedValue`.
    package init(_ value: sending Value, _ rank: LockRank = .leaf) {
        locked = LockedValue(value, rank)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Runs `body` with the value under the lock, and wakes all waiting threads.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Without the lock, which they take at once.
        defer { pthread_cond_broadcast(condition) }
        return try locked.withLock(body)
    }

    /// Runs `body` with the value under the lock, and wakes no thread. Use it for changes that no thread waits for.
    package func withLockQuietly<Result>(_ body: (inout Value) -> Result) -> Result { locked.withLock(body) }

    /// Waits until `ready` gives a value, asking again whenever the value was touched.
    ///
    /// - Parameter nanoseconds: how long to wait at most; nil for ever.
    /// - Returns: nil when the time is up.
    package func wait<Result>(
        nanoseconds: UInt64? = nil, until ready: (inout Value) -> Result?
    ) -> Result? {
        let deadline = nanoseconds.map { HostTime.now() &+ $0 }
        locked.mutex.lock()
        defer { locked.mutex.unlock() }
        while true {
            if let result = ready(&locked.guarded.value) {
                pthread_cond_broadcast(condition)
                return result
            }
            if let deadline, HostTime.now() >= deadline { return nil }
            locked.mutex.wait(for: condition, until: deadline)
        }
    }
}
