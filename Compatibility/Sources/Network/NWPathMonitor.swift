public import Dispatch
package import NetworkTables
import Synchronization

/// Follows the ways that a program's connections have to the network.
///
/// The handler is called on the queue of `start(queue:)`: soon after the start with the path as it is, and then with each other one, in
/// order. It may call all members of the monitor, and release it. A monitor that is released without a call of `cancel()` ends by itself.
public final class NWPathMonitor: Sendable {
    /// Which interfaces count.
    private enum Interest: Sendable {
        case all
        case required(NWInterface.InterfaceType)
        case prohibited([NWInterface.InterfaceType])
    }

    private let interest: Interest
    private let monitor: NetworkMonitor
    private let contents = Mutex(Contents())

    private enum Phase {
        case created, started, cancelled
    }

    private struct Contents: Sendable {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var phase = Phase.created
        var observer: Int?
        var path: NWPath?
        /// The paths that the handler has yet to get: of those that came without a handler, the last.
        var waiting: [NWPath] = []
    }

    /// Creates a monitor of all interfaces but the loopback.
    public convenience init() { self.init(.all, .shared) }

    /// Creates a monitor of the interfaces of one type.
    ///
    /// - Parameter requiredInterfaceType: the type.
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        self.init(.required(requiredInterfaceType), .shared)
    }

    /// Creates a monitor of the interfaces of all types but some.
    ///
    /// - Parameter prohibitedInterfaceTypes: the types that do not count.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(.prohibited(prohibitedInterfaceTypes), .shared)
    }

    /// Creates a monitor of all interfaces but the loopback.
    ///
    /// - Parameter monitor: what follows the network.
    package convenience init(following monitor: NetworkMonitor) { self.init(.all, monitor) }

    private init(_ interest: Interest, _ monitor: NetworkMonitor) {
        self.interest = interest
        self.monitor = monitor
    }

    deinit { cancel() }

    /// The function that gets the paths. One that is set after `start(queue:)` gets the path that there is, too.
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { contents.withLock { $0.handler } }
        set {
            // The old one is released without the lock.
            let (old, count, queue) = contents.withLock { contents in
                defer { contents.handler = newValue }
                return (contents.handler, newValue == nil ? 0 : contents.waiting.count, contents.queue)
            }
            _ = old
            for _ in 0..<count { queue?.async { [weak self] in self?.deliver() } }
        }
    }

    /// The queue that the handler is called on; nil before the start.
    public var queue: DispatchQueue? { contents.withLock { $0.queue } }

    /// The last path. Before the start it is the path of now.
    public var currentPath: NWPath {
        contents.withLock { $0.path } ?? path(in: (try? NetworkMonitor.read()) ?? NetworkState())
    }

    /// Begins to follow the network.
    ///
    /// - Parameter queue: the queue that the handler is called on. A second call does nothing, as does one after `cancel()`.
    public func start(queue: DispatchQueue) {
        let begins = contents.withLock { contents in
            guard contents.phase == .created else { return false }
            contents.phase = .started
            contents.queue = queue
            return true
        }
        guard begins else { return }
        guard let number = try? monitor.add({ [weak self] in self?.take($0) }) else {
            // A program that waits for its first path gets the one that there is.
            return take(NetworkState())
        }
        let cancelled = contents.withLock { contents in
            contents.observer = number
            return contents.phase == .cancelled
        }
        if cancelled { monitor.remove(number) }
    }

    /// Ends. The handler is not called again; a call of it that has begun ends.
    public func cancel() {
        let (number, handler) = contents.withLock { contents in
            defer {
                contents.phase = .cancelled
                contents.observer = nil
                contents.handler = nil
            }
            return (contents.observer, contents.handler)
        }
        if let number { monitor.remove(number) }
        // It is released without the lock.
        _ = handler
    }

    private func path(in state: NetworkState) -> NWPath {
        let wantsLoopback = if case .required(.loopback) = interest { true } else { false }
        return NWPath(state, allows: allows, wantsLoopback: wantsLoopback, knowsServers: NameServers.areKnown())
    }

    private func allows(_ type: NWInterface.InterfaceType) -> Bool {
        switch interest {
        case .all: true
        case .required(let required): type == required
        case .prohibited(let prohibited): !prohibited.contains(type)
        }
    }

    private func take(_ state: NetworkState) {
        let path = path(in: state)
        let queue = contents.withLock { contents -> DispatchQueue? in
            guard contents.phase == .started, path != contents.path else { return nil }
            contents.path = path
            contents.waiting = contents.handler == nil ? [path] : contents.waiting + [path]
            return contents.queue
        }
        queue?.async { [weak self] in self?.deliver() }
    }

    /// Calls the handler with the first path that waits. On the program's queue.
    private func deliver() {
        let (handler, path) = contents.withLock { contents -> ((@Sendable (NWPath) -> Void)?, NWPath?) in
            guard let handler = contents.handler, !contents.waiting.isEmpty else { return (nil, nil) }
            return (handler, contents.waiting.removeFirst())
        }
        if let handler, let path { handler(path) }
    }
}
