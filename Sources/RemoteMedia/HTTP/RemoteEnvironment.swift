import AudioCore
import Glibc
import Synchronization

/// How media is requested from servers: what requests contain, and how long and how much is received.
package struct RemoteEnvironment: Sendable {
    package var options = HTTPOptions()
    /// Seconds without a byte after which a connection counts as lost.
    package var patience = 15
    /// Waits for some seconds between two connections.
    package var pause: @Sendable (UInt32) -> Void = { sleep($0) }
    /// The most bytes that are kept of a file on a server that sends whole files alone.
    package var largestDownload: Int64 = 2 << 30

    package init() {}

    /// How to request what an address leads to.
    package func redirected(from first: String, to second: String) -> RemoteEnvironment {
        var environment = self
        environment.options = options.redirected(from: first, to: second)
        return environment
    }
}

/// Lets a reader of a server give up what it waits for. Any thread.
package final class Cancellation: Sendable {
    private struct Handlers {
        var all: [Int: @Sendable () -> Void] = [:]
        var count = 0
    }

    /// Read under other locks.
    private let flag = Atomic(false)
    private let handlers = LockedValue(Handlers())

    package init() {}

    package func cancel() {
        flag.store(true, ordering: .releasing)
        let due = handlers.withLock { handlers in
            defer { handlers.all = [:] }
            return handlers.all
        }
        for handler in due.values { handler() }
    }

    package var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Adds a function to call, without a lock, when this is cancelled: at once where it has been.
    ///
    /// - Returns: what `forget` takes.
    @discardableResult package func notify(_ handler: @escaping @Sendable () -> Void) -> Int {
        let number = handlers.withLock { handlers in
            handlers.count += 1
            handlers.all[handlers.count] = handler
            return handlers.count
        }
        // One that was cancelled meanwhile has not called it, or has taken it out.
        if isCancelled, let late = handlers.withLock({ $0.all.removeValue(forKey: number) }) { late() }
        return number
    }

    /// Forgets a function, which then is not called.
    package func forget(_ number: Int) {
        let old = handlers.withLock { $0.all.removeValue(forKey: number) }
        withExtendedLifetime(old) {}
    }
}
