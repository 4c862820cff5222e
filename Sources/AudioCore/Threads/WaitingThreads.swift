import Glibc
import Synchronization

/// Threads that wait for what another thread brings about without a lock, such as an audio thread: the end of a cycle or of a call.
///
/// The other thread changes what the condition reads, and then wakes them. That raises a semaphore, which neither blocks nor allocates,
/// and only where a thread waits.
package struct WaitingThreads: ~Copyable, @unchecked Sendable {
    /// How many threads are about to take one from the semaphore that has not been raised for them.
    @usableFromInline let count = Atomic<Int>(0)
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    package init() { sem_init(semaphore, 0, 0) }

    /// When no thread waits, and none wakes.
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Waits until a condition holds. Not for the audio thread.
    ///
    /// - Parameter condition: what it reads is loaded and changed with sequential consistency, so that a change between the look
    ///   at the condition and the wait is not missed.
    package func wait(until condition: () -> Bool) {
        while !condition() {
            count.wrappingAdd(1, ordering: .sequentiallyConsistent)
            guard !condition() else { return withdraw() }
            take()
        }
    }

    /// Wakes the threads that wait, which look at their conditions again. To be called after each change of what these read. Real-time
    /// safe.
    @inlinable @_noLocks package func wake() {
        guard count.load(ordering: .sequentiallyConsistent) != 0 else { return }
        raise()
    }

    @usableFromInline @_noLocks func raise() {
        let (waiting, semaphore) = (count.exchange(0, ordering: .sequentiallyConsistent), self.semaphore)
        // Raising a semaphore neither blocks nor allocates.
        for _ in 0..<waiting { realtimeTrusted { _ = sem_post(semaphore) } }
    }

    /// Takes this thread out of the count.
    private func withdraw() {
        var known = count.load(ordering: .sequentiallyConsistent)
        while known > 0 {
            let (isDone, seen) = count.compareExchange(
                expected: known, desired: known - 1, ordering: .sequentiallyConsistent)
            if isDone { return }
            known = seen
        }
        // Another thread raises the semaphore for this one.
        take()
    }

    private func take() { while sem_wait(semaphore) != 0 {} }
}
