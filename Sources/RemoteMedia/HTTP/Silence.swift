import Glibc
import Synchronization

/// Measures how long a server has sent nothing while a reader waits. May be called on any thread.
package final class Silence: Sendable {
    /// Seconds after which the connection counts as lost.
    package let patience: Int
    /// The time of the steady clock in nanoseconds at which the wait began; 0 while nothing waits.
    private let start = Atomic<Int64>(0)

    package init(patience: Int = 15) { self.patience = patience }

    func begin() { start.store(Self.now, ordering: .relaxed) }

    func end() { start.store(0, ordering: .relaxed) }

    /// The text for a progress line; nil during the first second.
    package var text: String? {
        let start = start.load(ordering: .relaxed)
        let seconds = (Self.now - start) / 1_000_000_000
        guard start > 0, seconds > 0 else { return nil }
        return "waiting for the server: \(min(seconds, Int64(patience))) of \(patience) s"
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
