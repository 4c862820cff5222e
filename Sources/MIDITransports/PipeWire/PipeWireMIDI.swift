import AudioCore
internal import AudioDevices
internal import CPipeWire
import Glibc
package import MIDIDevices

/// The MIDI ports of PipeWire's graph as devices of a system, and the virtual endpoints of the system's clients as ports of the graph.
///
/// Ports of others are linked only while they are used: those that send, while a client listens; those that receive, from the first
/// message on. Its state belongs to the loop: touched on its thread or with its lock held.
package final class PipeWireMIDI: @unchecked Sendable {
    /// The name of the transport, and of the driver that programs read.
    package static let name = "PipeWire"

    let library: PipeWireLibrary
    let system: MIDISystem
    let identity = ProgramIdentity.present
    /// What our nodes run in, with its key.
    let dataLoop: [(String, String)]
    let arrivals: PipeWireArrivals
    /// Whether what we send consists of Universal MIDI Packets, which servers know from version 1.3.81 on. They translate for ports
    /// of bytes.
    let sendsWords: Bool
    let portFormat: String
    private let hasSequencer: Bool
    private(set) var core: OpaquePointer!
    private(set) var graph = PipeWireMIDIGraph()
    /// Our client of the system.
    private(set) var client: UInt32 = 0
    private let loop: OpaquePointer
    private let mainLoop: OpaquePointer?
    private let context: OpaquePointer
    private var registry: OpaquePointer?
    private var event: OpaquePointer?
    private let signal = LoopSignal()
    private let isLost = WaitableValue(false)
    private var devices: [PipeWireMIDIGraph.Device] = []
    private var remotes: [UInt32: PipeWireRemotePort] = [:]
    private var virtuals: [UInt32: PipeWireVirtualPort] = [:]
    /// The number of the message after whose answer all objects so far are known.
    private var asked: Int32 = -1
    private let coreHook: UnsafeMutablePointer<PWHook>
    private let registryHook: UnsafeMutablePointer<PWHook>

    /// Connects to the server that the environment names.
    ///
    /// - Parameters:
    ///   - sendsWords: nil for what the library's version says.
    ///   - hasSequencer: whether the ports of the ALSA sequencer are devices of the system already.
    /// - Returns: nil where there is no server, or no library.
    package init?(_ system: MIDISystem, sendsWords: Bool? = nil, hasSequencer: Bool = false) {
        guard let library = PipeWireLoad()?.pointee, let loop = library.pw_thread_loop_new("pipewire-midi", nil) else {
            return nil
        }
        guard let context = library.context(loop, ProgramIdentity.present) else {
            library.pw_thread_loop_destroy(loop)
            return nil
        }
        guard let core = library.pw_context_connect(context, nil, 0) else {
            library.pw_context_destroy(context)
            library.pw_thread_loop_destroy(loop)
            return nil
        }
        self.library = library
        self.system = system
        self.loop = loop
        self.context = context
        self.hasSequencer = hasSequencer
        let knowsWords = library.version >= PipeWireVersion(1, 3, 81)
        self.sendsWords = sendsWords ?? knowsWords
        portFormat = knowsWords && self.sendsWords ? "32 bit raw UMP" : "8 bit raw midi"
        dataLoop = PWDataLoopName(context).map { [("node.loop.name", String(cString: $0))] } ?? []
        arrivals = PipeWireArrivals { RealtimeService.shared.request() }
        mainLoop = library.pw_thread_loop_get_loop(loop)
        coreHook = .allocateZeroed()
        registryHook = .allocateZeroed()
        self.core = core
        listen()
        guard let client = try? system.createClient(Self.name, notices: notices(), isOwn: true),
            library.pw_thread_loop_start(loop) == 0
        else {
            close()
            return nil
        }
        library.pw_thread_loop_lock(loop)
        self.client = client
        library.pw_thread_loop_unlock(loop)
        signal.signal()
    }

    private func listen() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        PWCoreAddListener(core, coreHook, Self.coreEvents, this)
        registry = PWCoreGetRegistry(core)
        PWRegistryAddListener(registry, registryHook, Self.registryEvents, this)
        event = PWLoopAddEvent(mainLoop, { data, _ in PipeWireMIDI.borrow(data).refresh() }, this)
        if let mainLoop, let event { signal.begin(mainLoop, event) }
    }

    /// Reports all changes of the system's objects.
    private func notices() -> NoticeChannel {
        // Nothing is called but ours, which only wakes the loop: at once.
        NoticeChannel(schedule: { $0() }, call: { [signal] _ in signal.signal() })
    }

    /// Waits until the server is gone, or `close` has been called.
    package func waitUntilLost() { _ = isLost.wait { $0 ? () : nil } }

    /// Ends the connection, and removes its devices. Not on the loop's thread. To be called once.
    package func close() {
        isLost.withLock { $0 = true }
        signal.end()
        library.pw_thread_loop_stop(loop)
        for port in virtuals.values { port.close() }
        virtuals = [:]
        for port in remotes.values { port.close() }
        system.removeDevices(of: Self.name)
        try? system.disposeClient(client)
        arrivals.end()
        remotes = [:]
        if let registry { library.pw_proxy_destroy(registry) }
        _ = library.pw_core_disconnect(core)
        library.pw_context_destroy(context)
        if let event { PWLoopDestroySource(mainLoop, event) }
        library.pw_thread_loop_destroy(loop)
        coreHook.deallocate()
        registryHook.deallocate()
    }

    /// Brings the system's devices and the graph's ports together, once all objects that the server has announced are known.
    func refreshLater() { asked = PWCoreSync(core, UInt32(PWIdCore), 0) }

    // MARK: Both ways

    private func refresh() {
        guard client != 0, !isLost.withLockQuietly({ $0 }) else { return }
        describeDevices()
        updateVirtuals(.source)
        updateVirtuals(.destination)
        for remote in remotes.values { remote.update() }
    }

    private func describeDevices() {
        let own = library.pw_core_get_client(core).map { library.pw_proxy_get_bound_id($0) }
        let present = graph.devices(without: own, hasSequencer: hasSequencer)
        for device in devices where !present.contains(where: { $0.key == device.key }) {
            system.removeDevice(device.key, of: Self.name)
        }
        let ports = Set(present.flatMap(\.entities).flatMap { [$0.output, $0.input] }.compactMap { $0 })
        for (id, remote) in remotes where !ports.contains(id) {
            remote.close()
            remotes[id] = nil
        }
        for device in present where !devices.contains(device) { describe(device) }
        devices = present
    }

    private func describe(_ device: PipeWireMIDIGraph.Device) {
        let entities = device.entities.map { entity in
            MIDITransportEntity(
                key: entity.key, properties: ["name": .string(entity.name)], protocolID: entity.takesWords ? 2 : 1,
                sources: remote(entity.output).map { [.init(key: "", wayIn: $0)] } ?? [],
                destinations: remote(entity.input).map { [.init(key: "", wayOut: $0.sender)] } ?? [])
        }
        let description = MIDITransportDevice(
            key: device.key,
            properties: [
                "name": .string(device.name), "manufacturer": .string(""), "model": .string(device.name),
                "driver": .string(Self.name), "offline": .integer(0),
            ], entities: entities)
        guard let objects = try? system.setDevice(description, of: Self.name) else { return }
        for entity in device.entities {
            guard let known = objects.entities[entity.key] else { continue }
            if let source = known.sources.first { remote(entity.output)?.setEndpoint(source) }
            if let destination = known.destinations.first { remote(entity.input)?.setEndpoint(destination) }
        }
    }

    private func remote(_ id: UInt32?) -> PipeWireRemotePort? {
        guard let id, let port = graph.ports[id] else { return nil }
        if let remote = remotes[id] { return remote }
        let remote = PipeWireRemotePort(id, port, self) { [signal] in signal.signal() }
        remotes[id] = remote
        return remote
    }

    private func updateVirtuals(_ kind: MIDISystem.Kind) {
        let isSource = kind == .source
        let present = system.virtualEndpoints(kind)
        for (reference, port) in virtuals where port.isSource == isSource && !present.contains(port.endpoint) {
            port.close()
            virtuals[reference] = nil
        }
        for endpoint in present where virtuals[endpoint.reference] == nil {
            virtuals[endpoint.reference] =
                isSource
                ? PipeWireVirtualPort(source: endpoint, self) : PipeWireVirtualPort(destination: endpoint, self)
        }
    }

    private static func borrow(_ data: UnsafeMutableRawPointer?) -> PipeWireMIDI {
        Unmanaged<PipeWireMIDI>.fromOpaque(data!).takeUnretainedValue()
    }

    // Event tables live as long as the process: a listener keeps the pointer.

    private nonisolated(unsafe) static let coreEvents = {
        let table = UnsafeMutablePointer<PWCoreEvents>.allocateZeroed()
        table.pointee.done = { data, id, sequence in
            let this = borrow(data)
            guard id == UInt32(PWIdCore), this.asked >= 0, PipeWireSequence.isDone(sequence, with: this.asked) else {
                return
            }
            this.asked = -1
            this.refresh()
        }
        table.pointee.error = { data, id, _, result, _ in
            guard id == UInt32(PWIdCore), result == -EPIPE else { return }
            borrow(data).isLost.withLock { $0 = true }
        }
        return table
    }()

    private nonisolated(unsafe) static let registryEvents = {
        let table = UnsafeMutablePointer<PWRegistryEvents>.allocateZeroed()
        table.pointee.global = { data, id, _, type, _, properties in
            guard let type, let properties else { return }
            let this = borrow(data)
            if this.graph.add(id, type: String(cString: type), properties.pointee.asDictionary) { this.refreshLater() }
        }
        table.pointee.globalRemove = { data, id in
            let this = borrow(data)
            if this.graph.remove(id) { this.refreshLater() }
        }
        return table
    }()
}
