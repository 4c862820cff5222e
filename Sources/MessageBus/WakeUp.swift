import CSystem
import Glibc

/// Wakes a thread that waits in `poll`.
package final class WakeUp: Sendable {
    private let event: Int32

    /// - Returns: nil where the process has too many files open.
    package init?() {
        event = system_new_event()
        if event < 0 { return nil }
    }

    deinit { close(event) }

    /// Lets the next wait end at once. On any thread.
    package func signal() {
        var one: UInt64 = 1
        _ = write(event, &one, 8)
    }

    package var poll: pollfd { pollfd(fd: event, events: Int16(POLLIN), revents: 0) }

    /// Forgets all signals so far.
    package func clear() {
        var count: UInt64 = 0
        _ = read(event, &count, 8)
    }
}
