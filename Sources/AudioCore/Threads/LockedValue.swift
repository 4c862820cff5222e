import Glibc

/// A value behind a mutex. Not for the audio thread.
///
/// Nobody waits for its changes: `WaitableValue` is for that.
package final class LockedValue<Value>: @unchecked Sendable {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// To be touched with `mutex` locked.
    var guarded: Guarded

    struct Guarded {
        var value: Value
        /// A property without a size has the address of the object's type: ThreadSanitizer takes the two for one.
        private let size: UInt8 = 0

        init(_ value: sending Value) { self.value = value }
    }

    package init(_ value: sending Value) {
        guarded = Guarded(value)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the value, alone.
    @discardableResult
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&guarded.value)
    }

    /// As `withLock`, where nobody else has the value now.
    ///
    /// - Returns: nil where somebody has: `body` did not run.
    package func withLockIfFree<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { pthread_mutex_unlock(mutex) }
        return body(&guarded.value)
    }
}
