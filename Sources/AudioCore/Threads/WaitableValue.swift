import Glibc

/// A value behind a mutex, and a condition: threads wait for its changes. Not for the audio thread.
package final class WaitableValue<Value>: @unchecked Sendable {
    private let locked: LockedValue<Value>
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: sending Value) {
        locked = LockedValue(value)
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

    /// Runs `body` with the value, alone, and wakes everyone who waits.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try locked.withLock { (value: inout Value) throws(Failure) -> Result in
            defer { pthread_cond_broadcast(condition) }
            return try body(&value)
        }
    }

    /// Runs `body` with the value, alone, and wakes nobody: for changes that no one waits for.
    package func withLockQuietly<Result>(_ body: (inout Value) -> Result) -> Result { locked.withLock(body) }

    /// Waits until `ready` gives a value, asking again whenever the value was touched.
    ///
    /// - Parameter nanoseconds: how long to wait at most; nil for ever.
    /// - Returns: nil when the time is up.
    package func wait<Result>(
        nanoseconds: UInt64? = nil, until ready: (inout Value) -> Result?
    ) -> Result? {
        let deadline = nanoseconds.map { HostTime.now() &+ $0 }
        pthread_mutex_lock(locked.mutex)
        defer { pthread_mutex_unlock(locked.mutex) }
        while true {
            if let result = ready(&locked.guarded.value) {
                pthread_cond_broadcast(condition)
                return result
            }
            guard let deadline else {
                pthread_cond_wait(condition, locked.mutex)
                continue
            }
            guard HostTime.now() < deadline else { return nil }
            var until = timespec(
                tv_sec: Int(deadline / HostTime.ticksPerSecond), tv_nsec: Int(deadline % HostTime.ticksPerSecond))
            pthread_cond_timedwait(condition, locked.mutex, &until)
        }
    }
}
