import AudioCore
import AudioDevices

/// A connection to the sound server: its devices, and the mixes that play and record on them.
///
/// A process has one, which all outputs, all inputs and the hardware layer share. It outlives the server: when that dies,
/// the streams stop, and continue within a second of its return. Where no server answers at first, the null device
/// stands in until one does.
package final class Connection: Sendable {
    let thread: ConnectionThread
    let router: Router
    /// By device, those that are shared.
    let inputs = LockedValue<[String?: Input.Shared]>([:])
    private let lists = DeferredWork()

    /// Connects, or throws where the back end that was asked for does not answer.
    ///
    /// - Parameters:
    ///   - backend: a back end's name; nil for the one in `COREAUDIO_BACKEND`, or else the first that answers.
    ///   - connect: how to reach a server, again after each loss of it; nil goes by the name.
    package init(backend: String? = nil, connect: BackendConnect? = nil) throws(AudioError) {
        thread = try ConnectionThread(backend, connect)
        router = Router(thread)
    }

    deinit { thread.end() }

    private static let current = LockedValue<Connection?>(nil, .connection)

    /// This process's connection, made at the first call that succeeds.
    package static func shared() throws(AudioError) -> Connection {
        try ForkedChild.refuse(with: .serverUnavailable)
        return try current.withLock { current throws(AudioError) in
            if let current { return current }
            let connection = try Connection()
            current = connection
            return connection
        }
    }

    /// The back end in use; nil while the server is gone.
    package var backend: (any Backend)? { thread.backend }

    /// The name of the back end in use: "pipewire", "null", …; nil while the server is gone.
    package var backendName: String? { backend.map { type(of: $0).name } }

    /// The present, in the time of the streams' cycles.
    package var now: UInt64 { backend?.now ?? HostTime.now() }

    /// The devices as the server lists them now.
    ///
    /// In a client's callback in a cycle, as it listed them when a device was last opened or changed: the server's loop may be waiting
    /// for the end of that cycle. The same where such a wait does not end soon. That list is empty before any device was opened.
    ///
    /// - Parameter orLast: false for callers that want no older list: where the wait does not end soon, this throws `serverTimeout`.
    package func devices(orLast: Bool = true) throws(AudioError) -> [DeviceDescription] {
        try ForkedChild.refuse(with: .serverUnavailable)
        guard let backend else { throw .serverUnavailable }
        let thread = self.thread
        guard !DeferredWork.isNeeded else { return thread.lastDevices.withLock { $0 } }
        let list = try lists.performSoon(under: .connection, cycleTime: backend.cycleTime) { () throws(AudioError) in
            try thread.list(backend)
        }
        if let list { return list }
        guard orLast else { throw .serverTimeout }
        return thread.lastDevices.withLock { $0 }
    }

    /// Calls `handler` with everything that happens to the server and its devices from now on, on the connection's thread.
    ///
    /// The handler must return soon. It may open outputs and inputs.
    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    package func observe(for owner: AnyObject? = nil, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        thread.observe(for: owner, handler)
    }
}

extension Connection? {
    /// The connection or, where there is none, a new one to a back end.
    func orElse(backend: String?) throws(AudioError) -> Connection {
        if let self { return self }
        return try Connection(backend: backend)
    }
}
