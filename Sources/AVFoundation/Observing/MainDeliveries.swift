import AudioCore
import Foundation

/// Calls programs on the main queue, in the order in which the calls were added: handlers of observers, of seeks, and notifications.
///
/// What is added on the main thread is called there by `deliver()`, before that returns.
final class MainDeliveries: Sendable {
    static let shared = MainDeliveries()

    private let waiting = LockedValue<[@Sendable () -> Void]>([])

    /// Adds a call. `deliver()` has to follow, without a lock.
    func add(_ call: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(call) } }

    /// Has the calls made that were added: at once on the main thread, else soon.
    func deliver() {
        guard !waiting.withLock({ $0.isEmpty }) else { return }
        guard !Foundation.Thread.isMainThread else { return callAll() }
        // An operation, as Foundation has a notification that is posted on the main queue wait for observers on `OperationQueue.main`:
        // for ever, in a program whose main queue has no thread of its own. In an operation of that queue it calls them.
        OperationQueue.main.addOperation { ProgramEnd.call { self.callAll() } }
    }

    private func callAll() {
        while true {
            let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else { return }
            next()
        }
    }
}
