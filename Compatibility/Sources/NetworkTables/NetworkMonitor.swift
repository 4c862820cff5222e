package import Dispatch
import Synchronization

/// Follows the network's state. It has a socket for notices and one for questions, and a queue of its own, as long as it has observers.
///
/// After a notice it waits for more of them, reads the whole state, and calls its observers if the state differs from the last. So a state
/// is reported once, and the last state is reported even if the kernel dropped notices.
package final class NetworkMonitor: Sendable {
    /// The monitor that all objects of a process share.
    package static let shared = NetworkMonitor()

    /// The queue on which the observers are called.
    package let queue = DispatchQueue(label: "network-monitor", qos: .utility)
    private let settling: DispatchTimeInterval
    private let open: @Sendable (_ groups: UInt32) throws(RouteSocket.Failure) -> RouteSocket
    private let contents = Mutex(Contents())

    /// A function that gets each new state, on the monitor's queue.
    package typealias Observer = @Sendable (NetworkState) -> Void

    private struct Contents {
        var observers: [Int: Observer] = [:]
        var number = 0
        var connection: Connection?
    }

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - settling: how long it waits for more notices after one.
    ///   - open: opens a socket for groups of notices.
    package init(
        settling: DispatchTimeInterval = .milliseconds(50),
        open: @escaping @Sendable (_ groups: UInt32) throws(RouteSocket.Failure) -> RouteSocket = {
            groups throws(RouteSocket.Failure) in try RouteSocket(groups: groups)
        }
    ) {
        self.settling = settling
        self.open = open
    }

    /// Reads the network's state now.
    ///
    /// - Throws: `RouteSocket.Failure`.
    package static func read() throws(RouteSocket.Failure) -> NetworkState { try RouteSocket().read() }

    /// Adds an observer. It gets the state as it is now, later on the monitor's queue, and then each other one.
    ///
    /// The first observer opens the sockets, in the network namespace of the calling thread.
    ///
    /// - Parameter observer: the observer.
    /// - Returns: the number to remove it by.
    /// - Throws: `RouteSocket.Failure`.
    package func add(_ observer: @escaping Observer) throws(RouteSocket.Failure) -> Int {
        let (number, connection) = try contents.withLock { contents throws(RouteSocket.Failure) in
            if contents.connection == nil {
                contents.connection = try Connection(
                    self, queue: queue, settling: settling, notices: open(RouteSocket.changes), questions: open(0))
            }
            contents.number += 1
            contents.observers[contents.number] = observer
            return (contents.number, contents.connection!)
        }
        queue.async { [self] in
            // With the first state, `refresh` has called the observers, this one too.
            if !connection.refresh(), let state = connection.last { for each in observers(of: number) { each(state) } }
        }
        return number
    }

    /// Removes an observer. A call of it that has begun ends.
    ///
    /// - Parameter number: the number that `add` returned.
    package func remove(_ number: Int) {
        let connection = contents.withLock { contents in
            contents.observers[number] = nil
            guard contents.observers.isEmpty else { return nil as Connection? }
            defer { contents.connection = nil }
            return contents.connection
        }
        connection?.end()
    }

    fileprivate func observers(of number: Int? = nil) -> [Observer] {
        contents.withLock { contents in
            guard let number else { return contents.observers.sorted { $0.key < $1.key }.map(\.value) }
            return contents.observers[number].map { [$0] } ?? []
        }
    }

    /// Whether a connection is the one of now: one that ended has nothing to report.
    fileprivate func has(_ connection: Connection) -> Bool { contents.withLock { $0.connection === connection } }
}

/// The two sockets of a monitor, and the last state. Its members are for the monitor's queue.
private final class Connection: @unchecked Sendable {
    private let notices: RouteSocket
    private let questions: RouteSocket
    private let source: any DispatchSourceRead
    private weak var monitor: NetworkMonitor?
    private var settles = false
    private(set) var last: NetworkState?

    init(
        _ monitor: NetworkMonitor, queue: DispatchQueue, settling: DispatchTimeInterval, notices: RouteSocket,
        questions: RouteSocket
    ) {
        self.monitor = monitor
        self.notices = notices
        self.questions = questions
        source = DispatchSource.makeReadSource(fileDescriptor: notices.descriptor, queue: queue)
        // The sockets stay open until the source is gone.
        source.setCancelHandler { [notices] in _ = notices }
        source.setEventHandler { [weak self] in
            guard let self, self.notices.takeNotices(), !self.settles else { return }
            self.settles = true
            queue.asyncAfter(deadline: .now() + settling) { [weak self] in
                self?.settles = false
                self?.refresh()
            }
        }
        source.resume()
    }

    func end() { source.cancel() }

    /// Reads the state, and calls the observers if it is another.
    ///
    /// - Returns: whether it called them.
    @discardableResult func refresh() -> Bool {
        // If the kernel refuses, which it does for want of memory, the last state holds until the next notice.
        guard let monitor, monitor.has(self), let state = try? questions.read(), state != last else { return false }
        last = state
        for observer in monitor.observers() { observer(state) }
        return true
    }
}
