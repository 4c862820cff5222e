import Glibc

/// A mutex whose holder has the priority of the most urgent thread that waits for it, as long as it holds it.
///
/// So a thread of ordinary priority that is interrupted with the lock held does not keep a real-time thread waiting longer
/// than its own work takes. The standard library's `Mutex` and condition variables do not promise that.
@usableFromInline struct InheritingMutex {
    private let handle = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    #if DEBUG
        private let mark = UnsafeMutablePointer<LockMark>.allocate(capacity: 1)
    #endif

    /// - Parameter value: the type of what the mutex guards, by which messages name it.
    init(_ rank: LockRank, guarding value: @autoclosure () -> Any.Type) {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_setprotocol(&attributes, Int32(PTHREAD_PRIO_INHERIT))
        // There are kernels, and imitations of them, without it.
        if pthread_mutex_init(handle, &attributes) != 0 { pthread_mutex_init(handle, nil) }
        pthread_mutexattr_destroy(&attributes)
        #if DEBUG
            mark.initialize(to: LockMark(rank: rank, value: value()))
        #endif
    }

    func destroy() {
        pthread_mutex_destroy(handle)
        handle.deallocate()
        #if DEBUG
            mark.deallocate()
        #endif
    }

    @usableFromInline func lock() {
        #if DEBUG
            LockOrder.willTake(mark)
        #endif
        pthread_mutex_lock(handle)
        noteTaken()
    }

    /// - Returns: whether the lock was free, and is the caller's now.
    func lockIfFree() -> Bool {
        #if DEBUG
            LockOrder.willTake(mark)
        #endif
        guard pthread_mutex_trylock(handle) == 0 else { return false }
        noteTaken()
        return true
    }

    @usableFromInline func unlock() {
        noteLeft()
        pthread_mutex_unlock(handle)
    }

    /// Waits for a condition with the lock free, and takes it again.
    ///
    /// - Parameter deadline: host time at which to go on in any case; nil for never.
    func wait(for condition: UnsafeMutablePointer<pthread_cond_t>, until deadline: UInt64?) {
        noteLeft()
        if let deadline {
            var until = timespec(
                tv_sec: Int(deadline / HostTime.ticksPerSecond), tv_nsec: Int(deadline % HostTime.ticksPerSecond))
            pthread_cond_timedwait(condition, handle, &until)
        } else {
            pthread_cond_wait(condition, handle)
        }
        noteTaken()
    }

    private func noteTaken() {
        #if DEBUG
            LockOrder.didTake(mark)
        #endif
    }

    private func noteLeft() {
        #if DEBUG
            LockOrder.willLeave(mark)
        #endif
    }
}
