import AudioCore
import Glibc

/// The thread of a player: it calls clients' completion procedures, and reads files. The audio thread wakes it.
///
/// Each player has one, so that a client's procedure that waits holds up no other player.
package final class ScheduleThread: @unchecked Sendable {
    private struct Progress {
        var thread: Thread?
        var isClosed = false
        /// How often it has been asked to do all its work, and how often it has.
        var asked = 0
        var done = 0
        var isOver = false
    }

    private let name: String
    private let progress = WaitableValue(Progress())
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// - Parameter name: at most 15 bytes.
    init(name: String) {
        self.name = name
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Starts the thread, unless it runs or has been closed.
    ///
    /// - Parameter work: all that there is to do. Called for each time that the thread is woken.
    func start(_ work: @escaping @Sendable () -> Void) throws(AudioError) {
        try start(untilNext: {
            work()
            return nil
        })
    }

    /// The same for work that is due again at a host time, which it returns; nil where it only waits to be woken.
    func start(untilNext work: @escaping @Sendable () -> UInt64?) throws(AudioError) {
        try progress.withLock { progress throws(AudioError) in
            guard progress.thread == nil, !progress.isClosed else { return }
            let thread = try Thread(name: name) { [self] in run(work) }
            thread.detach()
            progress.thread = thread
        }
    }

    /// Lets the thread work. Real-time safe.
    @_noLocks func wake() {
        let semaphore = self.semaphore
        // Raising a semaphore neither blocks nor allocates.
        realtimeTrusted { _ = sem_post(semaphore) }
    }

    /// Waits until the thread has done all that there is to do now. Returns at once on the thread itself, and in the child of a fork,
    /// which does not have the thread.
    func settle() {
        guard !ForkedChild.isHere else { return }
        let target = progress.withLock { progress -> Int? in
            guard let thread = progress.thread, !thread.isCurrent, !progress.isOver else { return nil }
            progress.asked += 1
            return progress.asked
        }
        guard let target else { return }
        wake()
        LockOrder.willWait(under: .cycle)
        _ = progress.wait { $0.done >= target || $0.isOver ? () : nil }
    }

    /// Lets the thread do what there is to do, ends it, and waits for its end. On the thread itself it does not wait.
    func close() {
        progress.withLock { $0.isClosed = true }
        // The thread itself waits for nothing, and works once more.
        wake()
        settle()
    }

    private func run(_ work: () -> UInt64?) {
        while true {
            var next: UInt64?
            let (asked, isClosed) = progress.withLockQuietly { ($0.asked, $0.isClosed) }
            // All of it calls clients, or reads files for what plays.
            ProgramEnd.call { next = work() }
            progress.withLock {
                $0.done = max($0.done, asked)
                $0.isOver = isClosed
            }
            if isClosed { return }
            wait(until: next)
        }
    }

    /// Waits until the thread is woken, or for a host time.
    private func wait(until time: UInt64?) {
        guard let time else {
            sem_wait(semaphore)
            return
        }
        let now = HostTime.now()
        guard time > now else { return }
        // Semaphores go by a clock that may be set back, for which the thread then looks again after a second.
        let nanoseconds = Int(min(time - now, HostTime.ticksPerSecond))
        var until = timespec()
        clock_gettime(CLOCK_REALTIME, &until)
        let sum = until.tv_nsec + nanoseconds
        (until.tv_sec, until.tv_nsec) = (until.tv_sec + sum / 1_000_000_000, sum % 1_000_000_000)
        sem_timedwait(semaphore, &until)
    }
}
