import Glibc

/// A value behind a lock, with a condition to wait on. Not for the audio thread.
package final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var guarded: Guarded

    private struct Guarded {
        var value: Value
        /// A property without a size has the address of the object's type: ThreadSanitizer takes the two for one.
        private let size: UInt8 = 0

        init(_ value: sending Value) { self.value = value }
    }

    package init(_ value: sending Value) {
        guarded = Guarded(value)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the value, alone, and wakes everyone who waits.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&guarded.value)
    }

    /// Runs `body` with the value, alone, and wakes nobody: for changes that no one waits for.
    package func withLockQuietly<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&guarded.value)
    }

    /// As `withLock`, where nobody else has the value now.
    ///
    /// - Returns: nil where somebody has: `body` did not run.
    package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&guarded.value)
    }

    /// Waits until `ready` gives a value, asking again whenever the value was touched.
    ///
    /// - Parameter nanoseconds: how long to wait at most; nil for ever.
    /// - Returns: nil when the time is up.
    package func wait<Result>(
        nanoseconds: UInt64? = nil, until ready: (inout Value) -> Result?
    ) -> Result? {
        let deadline = nanoseconds.map { HostTime.now() &+ $0 }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = ready(&guarded.value) {
                pthread_cond_broadcast(condition)
                return result
            }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            guard HostTime.now() < deadline else { return nil }
            var until = timespec(
                tv_sec: Int(deadline / HostTime.ticksPerSecond), tv_nsec: Int(deadline % HostTime.ticksPerSecond))
            pthread_cond_timedwait(condition, mutex, &until)
        }
    }
}
