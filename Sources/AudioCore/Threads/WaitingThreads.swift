import CRealtime
import Synchronization

/// Threads that wait for the end of something on another thread that may take no lock, such as a cycle of the audio thread.
///
/// That thread changes what the condition reads, and then calls `wake`. If no thread waits, `wake` is one load.
package struct WaitingThreads: ~Copyable, @unchecked Sendable {
    /// How many threads look at their condition or sleep.
    @usableFromInline let count = Atomic<Int>(0)
    /// The number of wakes. A thread sleeps only while this is the number that it read before it looked at its condition.
    private let wakes = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: 1)

    package init() { wakes.initialize(to: Atomic(0)) }

    /// No thread may be in `wait` or `wake`.
    deinit {
        wakes.deinitialize(count: 1)
        wakes.deallocate()
    }

    /// Waits until a condition holds. Not for the audio thread.
    ///
    /// - Parameter condition: what it reads is loaded and changed with sequential consistency, so that a change between the look
    ///   at the condition and the sleep is not missed.
    package func wait(until condition: () -> Bool) {
        guard !condition() else { return }
        count.wrappingAdd(1, ordering: .sequentiallyConsistent)
        while true {
            let seen = wakes.pointee.load(ordering: .sequentiallyConsistent)
            if condition() { break }
            realtime_wait_for_change(word(), seen)
        }
        count.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }

    /// Wakes the threads that wait, which look at their conditions again. Real-time safe.
    ///
    /// Call it after each change of what these read. It reads this object after the condition may already hold: the owner keeps it
    /// alive until `wake` has returned, by more than the end of a `wait`.
    @inlinable @_noLocks package func wake() {
        guard count.load(ordering: .sequentiallyConsistent) != 0 else { return }
        wakeAll()
    }

    @usableFromInline @_noLocks func wakeAll() {
        wakes.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        realtime_wake_waiting(word())
    }

    /// The count of the wakes, as the system reads it.
    @_noLocks private func word() -> UnsafePointer<UInt32> {
        UnsafeRawPointer(wakes).assumingMemoryBound(to: UInt32.self)
    }
}
