internal import MessageBus
import Synchronization

/// Wakes a thread that waits for lists to deliver and for events of sockets at the same time, and costs who sends little where it does
/// not wait.
package final class PollWaker: Sendable {
    let event: WakeUp
    private let isWaiting = Atomic<Bool>(false)

    /// - Returns: nil where the process has too many files open.
    package init?() {
        guard let event = WakeUp() else { return nil }
        self.event = event
    }

    /// Begins to wait: what is sent from now on wakes the thread. It looks for what was sent before afterwards.
    func begin() { isWaiting.store(true, ordering: .sequentiallyConsistent) }

    func end() { isWaiting.store(false, ordering: .relaxed) }

    /// To be called after something was sent, without its lock.
    func wake() {
        if isWaiting.exchange(false, ordering: .sequentiallyConsistent) { event.signal() }
    }
}
