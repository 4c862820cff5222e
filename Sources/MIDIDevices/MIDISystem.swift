package import AudioCore
import AudioDevices
import CRealtime
internal import MIDIEvents

/// Core MIDI in a process: clients, ports, endpoints, devices, and the messages between them. It shares its objects with other processes
/// by way of a server, which has a system of its own.
///
/// Any call may be made on any thread, also by receivers and for notices. No client is called under the lock.
package final class MIDISystem: Sendable {
    /// The one of the process.
    package static let shared = MIDISystem(clock: { HostTime.now() }, hasThread: true, server: .ofUser)

    /// Bytes that a list has at most.
    package static let mostListBytes = 512 << 10
    /// Endpoints of one kind that an entity has at most.
    package static let mostEndpoints = 4096

    let clock: @Sendable () -> UInt64
    let state = LockedValue(MIDIState(), .system)
    let queue: DeliveryQueue
    let gate = DeliveryGate()
    let sends = SendsInProgress()
    let delivery: Delivery
    let exclusives: ExclusiveSender
    private let hasThread: Bool
    /// The way to the server; nil where the system keeps its objects to itself.
    let link: ServerLink?
    /// Whoever holds it may wait for the server.
    private let isRunning = LockedValue(false, .connection)

    /// - Parameters:
    ///   - clock: the host time.
    ///   - hasThread: whether a thread delivers messages, and there is the bus. Without one, tests or the server call `deliver`.
    ///   - server: where the server is, with which the system shares its objects.
    ///   - waker: wakes who waits in `poll` for lists to deliver.
    package init(
        clock: @escaping @Sendable () -> UInt64, hasThread: Bool, server: ServerPlace? = nil, waker: PollWaker? = nil
    ) {
        self.clock = clock
        self.hasThread = hasThread
        link = server.flatMap(ServerLink.init)
        queue = DeliveryQueue(waker: waker ?? link?.waker)
        delivery = Delivery()
        exclusives = ExclusiveSender(hasThread: hasThread)
        if hasThread { addBus() }
    }

    /// Delivers what is due, on the calling thread, and sends the parts of long messages that are due. For tests.
    ///
    /// - Returns: when there is more to do; nil where there is nothing.
    @discardableResult
    package func deliver() -> UInt64? {
        let exclusive = exclusives.step(self, now: clock())
        let next = deliverLists()
        return [exclusive, next].compactMap { $0 }.min()
    }

    /// Delivers the lists that are due. Returns when the next one is.
    func deliverLists() -> UInt64? {
        queue.deliver(now: clock()) { delivery.deliver($0, self) }
    }

    /// Whether the system shares its objects with other processes by a server, also while that is started again.
    package var hasServer: Bool { state.withLock { $0.sharing != nil } }

    /// Learns the objects of other processes, unless the system is on its own.
    func join() {
        if link != nil { try? start() }
    }

    /// Starts the thread that delivers, unless it runs. Finds the server before.
    private func start() throws(AudioError) {
        guard hasThread else { return }
        try ForkedChild.refuse(with: .midiServerStart)
        try isRunning.withLock { isRunning throws(AudioError) in
            guard !isRunning else { return }
            let link = link.flatMap { $0.join(self) ? $0 : nil }
            try Thread(name: "midi") { [self] in
                RealtimeService.shared.request()
                while link?.isOver != true {
                    let next = deliverLists()
                    if let link { link.wait(until: next, self) } else { queue.wait(until: next, now: clock()) }
                }
            }.detach()
            isRunning = true
        }
    }

    // MARK: Clients

    /// - Parameter isOwn: whether it is the system's own, such as a transport's.
    package func createClient(
        _ name: String, notices: NoticeChannel?, isOwn: Bool = false
    ) throws(AudioError) -> UInt32 {
        try start()
        return state.withLock { state in
            let client = state.make(.client)
            client.isOwn = isOwn
            client.properties[MIDIKey.name] = .string(name)
            client.notices = notices
            return client.reference
        }
    }

    package func disposeClient(_ reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let client = try state.object(reference, .client, else: .midiClient)
            let endpoints = client.parts.compactMap { state.objects[$0] }.filter(\.isEndpoint)
            var ended = state.remove(client)
            for endpoint in endpoints { state.notifyRemoved(endpoint) }
            guard !state.hasClientsOfPrograms else { return (ended, endpoints.map(\.reference)) }
            for thru in state.thrus.compactMap({ state.objects[$0] }) where thru.persistentOwner == nil {
                ended += state.remove(thru)
            }
            return (ended, endpoints.map(\.reference))
        }
    }

    /// Makes a change after which connections are closed, and what was for later at endpoints is dropped.
    func change(
        _ body: (inout MIDIState) throws(AudioError) -> (ended: [Connection], endpoints: [UInt32])
    ) throws(AudioError) {
        let (ended, endpoints, removed, waysIn) = try state.withLock { state throws(AudioError) in
            let (ended, endpoints) = try body(&state)
            return (ended, endpoints, state.takeRemoved(), state.takeListenerChanges())
        }
        for endpoint in endpoints { queue.flush(endpoint) }
        gate.close(ended, thread: realtime_thread())
        withExtendedLifetime(removed) {}
        for wayIn in waysIn { wayIn.listenersDidChange() }
    }

    // MARK: Ports

    package func createInputPort(
        _ client: UInt32, _ name: String, _ receiver: MIDIReceiver
    ) throws(AudioError) -> UInt32 {
        try check(receiver)
        return try createPort(client, name, .inputPort, receiver)
    }

    package func createOutputPort(_ client: UInt32, _ name: String) throws(AudioError) -> UInt32 {
        try createPort(client, name, .outputPort, nil)
    }

    private func createPort(
        _ client: UInt32, _ name: String, _ kind: MIDIObject.Kind, _ receiver: MIDIReceiver?
    ) throws(AudioError) -> UInt32 {
        try state.withLock { state throws(AudioError) in
            let port = state.make(kind, owner: try state.object(client, .client, else: .midiClient))
            port.properties[MIDIKey.name] = .string(name)
            port.receiver = receiver
            return port.reference
        }
    }

    private func check(_ receiver: MIDIReceiver) throws(AudioError) {
        if case .words(let number, _) = receiver { try check(protocolID: number) }
    }

    func check(protocolID: Int32) throws(AudioError) {
        guard protocolID == 1 || protocolID == 2 else { throw .midiUnknown.because("there is no such MIDI protocol") }
    }

    package func disposePort(_ reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            guard let port = state.objects[reference], port.isPort else { throw .midiPort }
            return (state.remove(port), [])
        }
    }

    package func connect(
        _ port: UInt32, to source: UInt32, refCon: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        nonisolated(unsafe) let refCon = refCon
        try change { state throws(AudioError) in
            let port = try state.object(port, .inputPort, else: .midiPort)
            let source = try state.endpoint(source, .source)
            guard let receiver = port.receiver else { throw .midiPort }
            let replaced = source.connections.filter { $0.owner == port.reference }
            source.connections.removeAll { $0.owner == port.reference }
            source.connections.append(Connection(.client(receiver), owner: port.reference, refCon: refCon))
            return (replaced, [])
        }
    }

    package func disconnect(_ port: UInt32, from source: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let port = try state.object(port, .inputPort, else: .midiPort)
            guard let source = state.objects[source] else { throw .midiNoConnection }
            let ended = source.connections.filter { $0.owner == port.reference }
            guard source.kind == .source, !ended.isEmpty else { throw .midiNoConnection }
            source.connections.removeAll { $0.owner == port.reference }
            return (ended, [])
        }
    }

    // MARK: Virtual endpoints

    package func createDestination(
        _ client: UInt32, _ name: String, _ receiver: MIDIReceiver
    ) throws(AudioError) -> UInt32 {
        try check(receiver)
        return try createEndpoint(client, name, .destination, protocolID: receiver.form == .words2 ? 2 : 1) {
            $0.connections = [Connection(.client(receiver), owner: $0.reference)]
        }
    }

    package func createSource(_ client: UInt32, _ name: String, protocolID: Int32) throws(AudioError) -> UInt32 {
        try check(protocolID: protocolID)
        return try createEndpoint(client, name, .source, protocolID: protocolID) { _ in }
    }

    private func createEndpoint(
        _ client: UInt32, _ name: String, _ kind: MIDIObject.Kind, protocolID: Int32, _ prepare: (MIDIObject) -> Void
    ) throws(AudioError) -> UInt32 {
        try state.withLock { state throws(AudioError) in
            let client = try state.object(client, .client, else: .midiClient)
            let key = UniqueIDs.key(
                kind == .source ? "source" : "destination", state.string(MIDIKey.name, of: client) ?? "", name)
            let endpoint = state.make(kind, owner: client, key: key)
            endpoint.properties[MIDIKey.name] = .string(name)
            endpoint.properties[MIDIKey.protocolID] = .integer(protocolID)
            prepare(endpoint)
            state.notifyAdded(endpoint)
            if case .integer(let id)? = endpoint.properties[MIDIKey.uniqueID] {
                connectThrus(to: endpoint, uniqueID: id, &state)
            }
            return endpoint.reference
        }
    }

    package func disposeEndpoint(_ reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            guard let endpoint = state.objects[reference], endpoint.isEndpoint else { throw .midiEndpoint }
            guard state.isVirtual(endpoint), endpoint.owner != 0 else { throw .midiNotPermitted }
            let ended = state.remove(endpoint)
            state.notifyRemoved(endpoint)
            return (ended, [reference])
        }
    }
}
