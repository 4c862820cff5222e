import CoreAudioAdditions
import Dispatch

/// Work that is done in order on a thread of its own, so that the thread that adds it need not wait: writing to a disk, for
/// instance, that may stop.
public final class Backlog: Sendable {
    private let limit: Int
    /// Bytes of the work that is not done yet.
    private let waiting = LockedValue(0)
    /// No global queue: Dispatch looks for the threads of one in /proc, and ends the process where that is missing.
    private let queue: DispatchQueue

    /// - Parameters:
    ///   - name: what a debugger shows.
    ///   - limit: how many bytes may wait.
    public init(name: String, limit: Int) {
        self.limit = limit
        queue = DispatchQueue(label: name)
    }

    /// Has `work` done as soon as everything that was added before is done.
    ///
    /// - Parameter bytes: the memory that the work takes until it is done.
    /// - Returns: false where more bytes would wait than may. The work is not done then.
    public func add(bytes: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
        let hasRoom = waiting.withLock { (waiting: inout Int) -> Bool in
            guard bytes <= limit - waiting else { return false }
            waiting += bytes
            return true
        }
        guard hasRoom else { return false }
        queue.async { [waiting] in
            work()
            waiting.withLock { $0 -= bytes }
        }
        return true
    }

    /// Waits until everything that was added is done.
    ///
    /// - Parameter givesUp: asked ten times a second; true ends the wait.
    /// - Returns: whether everything is done.
    @discardableResult public func finish(givesUp: () -> Bool = { false }) -> Bool {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        while done.wait(timeout: .now() + 0.1) == .timedOut {
            if givesUp() { return false }
        }
        return true
    }
}
