import AudioCore
internal import CALSA
internal import CMIDIPackets
internal import MIDIDevices
import MIDIEvents
import Synchronization

/// The ports of the ALSA sequencer as devices of a system, and the virtual endpoints of the system's clients as ports of the sequencer.
///
/// It belongs to the thread that runs it, but for what is sent. Times are those at which events are read: the sequencer's own are not
/// used.
final class SequencerTransport: @unchecked Sendable {
    /// The name of the transport, and of the driver that programs read.
    static let name = "ALSA"
    /// What the names of our clients begin with. Those of other programs with this library are not listed: their endpoints come by
    /// other ways.
    static let clientPrefix = "coreaudio "
    /// PipeWire's own clients, which are there to reach these ports.
    private static let bridgePrefix = "PipeWire-"

    /// A port for a virtual endpoint, and the system's port by which messages leave it or come to it.
    private struct Virtual {
        var endpoint: MIDIVirtualEndpoint
        var isSource: Bool
        var port: UInt8
        var systemPort: UInt32
    }

    /// The address of a port.
    private struct Place: Hashable {
        var client: UInt8
        var port: UInt8
    }

    /// Wakes the thread where something has changed in the system.
    private final class Changes: MIDIWayIn {
        private let calls: any SequencerCalls
        private let isNew = Atomic<Bool>(true)

        init(_ calls: any SequencerCalls) { self.calls = calls }

        func note() {
            isNew.store(true, ordering: .releasing)
            calls.wake()
        }

        func take() -> Bool { isNew.exchange(false, ordering: .acquiringAndReleasing) }
        func listenersDidChange() { note() }
    }

    private let system: MIDISystem
    private let calls: any SequencerCalls
    private let changes: Changes
    private let isEnding = Atomic<Bool>(false)
    private let client: UInt32
    /// Our port, by which we listen and send.
    private let own: UInt8
    private var known: [SequencerPort] = []
    private var deviceKeys: Set<String> = []
    private var sources: [Place: UInt32] = [:]
    private var connected: Set<Place> = []
    private var senders: [Place: SequencerSender] = [:]
    private var virtuals: [Virtual] = []

    /// Nil where the sequencer makes no port for us.
    init?(_ system: MIDISystem, _ calls: any SequencerCalls) {
        let changes = Changes(calls)
        let channel = NoticeChannel(schedule: { $0() }, call: { _ in changes.note() })
        guard let own = calls.makePort("listener", sends: false, takes: false),
            let client = try? system.createClient(Self.name, notices: channel, isOwn: true)
        else { return nil }
        self.system = system
        self.calls = calls
        self.changes = changes
        self.own = own
        self.client = client
        // The sequencer's own port reports all others.
        _ = calls.connect(own, from: 0, 1)
    }

    /// Runs until `end`, or until the sequencer is gone, and takes the devices away then.
    func run() {
        refresh()
        while !isEnding.load(ordering: .acquiring), step() {}
        for virtual in virtuals { remove(virtual) }
        virtuals = []
        system.removeDevices(of: Self.name)
        try? system.disposeClient(client)
    }

    func end() {
        isEnding.store(true, ordering: .releasing)
        calls.wake()
    }

    /// Waits, and takes what there is. False where the sequencer is gone.
    func step() -> Bool {
        let isThere = calls.receive { event, bytes in
            if (ALSAEventClientStart...ALSAEventPortChange).contains(Int(event.type)) {
                changes.note()
            } else {
                take(event, bytes)
            }
        }
        if changes.take() { refresh() }
        return isThere
    }

    private func take(_ event: ALSAEvent, _ bytes: UnsafeRawBufferPointer) {
        let now = HostTime.now()
        if event.destination.port == own {
            guard let source = sources[Place(client: event.source.client, port: event.source.port)] else { return }
            SequencerMessages.forEachMessage(event, bytes) { message in
                // What the system has no room for is lost.
                try? system.received(message, at: now, from: source)
            }
        } else if let virtual = virtuals.first(where: { !$0.isSource && $0.port == event.destination.port }) {
            SequencerMessages.forEachMessage(event, bytes) { message in
                try? SingleMessages.forEachList(message, at: now) { list throws(AudioError) in
                    let list = UnsafePointer(list.assumingMemoryBound(to: MIDIPacketList.self))
                    try system.send(list, by: virtual.systemPort, to: virtual.endpoint.reference)
                }
            }
        }
    }

    // MARK: Both ways

    /// Brings the system's objects and the sequencer's ports together.
    func refresh() {
        let ports = calls.ports().filter { port in
            port.client != 0 && port.client != calls.client && (port.sends || port.takes)
                && !port.clientName.hasPrefix(Self.clientPrefix) && !port.clientName.hasPrefix(Self.bridgePrefix)
        }
        if ports != known { describe(ports) }
        known = ports
        for (place, source) in sources where system.isHeard(source) != connected.contains(place) {
            if connected.remove(place) != nil {
                calls.disconnect(own, from: place.client, place.port)
            } else if calls.connect(own, from: place.client, place.port) {
                connected.insert(place)
            }
        }
        updateVirtuals(.source)
        updateVirtuals(.destination)
    }

    /// A client is a device, and a port an entity. Their numbers mean nothing: names are what they are known by.
    private func describe(_ ports: [SequencerPort]) {
        let present = Set(ports.map { Place(client: $0.client, port: $0.port) })
        connected.formIntersection(present)
        senders = senders.filter { present.contains($0.key) }
        sources = [:]
        var keys: Set<String> = []
        var order: [UInt8] = []
        for port in ports where !order.contains(port.client) { order.append(port.client) }
        for client in order {
            let ofClient = ports.filter { $0.client == client }
            let key = Self.unused(ofClient[0].clientName, keys)
            keys.insert(key)
            describe(ofClient, key)
        }
        for key in deviceKeys.subtracting(keys) { system.removeDevice(key, of: Self.name) }
        deviceKeys = keys
    }

    private func describe(_ ports: [SequencerPort], _ key: String) {
        var entityKeys: Set<String> = []
        var entities: [(place: Place, entity: MIDITransportEntity)] = []
        for port in ports {
            let place = Place(client: port.client, port: port.port)
            let entityKey = Self.unused(port.name, entityKeys)
            entityKeys.insert(entityKey)
            entities.append(
                (
                    place,
                    MIDITransportEntity(
                        key: entityKey, properties: ["name": .string(port.name)],
                        sources: port.sends ? [.init(key: "", wayIn: changes)] : [],
                        destinations: port.takes ? [.init(key: "", wayOut: sender(to: place))] : [])
                ))
        }
        let name = ports[0].clientName
        let device = MIDITransportDevice(
            key: key,
            properties: [
                "name": .string(name), "manufacturer": .string(""), "model": .string(name),
                "driver": .string(Self.name), "offline": .integer(0),
            ], entities: entities.map(\.entity))
        guard let objects = try? system.setDevice(device, of: Self.name) else { return }
        for (place, entity) in entities { sources[place] = objects.entities[entity.key]?.sources.first }
    }

    private func sender(to place: Place) -> SequencerSender {
        if let sender = senders[place] { return sender }
        let sender = SequencerSender(calls, from: own, to: ALSAAddress(client: place.client, port: place.port))
        senders[place] = sender
        return sender
    }

    /// A name with a number behind it where it is taken.
    private static func unused(_ name: String, _ taken: Set<String>) -> String {
        var (result, number) = (name, 1)
        while taken.contains(result) {
            number += 1
            result = "\(name)#\(number)"
        }
        return result
    }

    private func updateVirtuals(_ kind: MIDISystem.Kind) {
        let isSource = kind == .source
        let present = system.virtualEndpoints(kind)
        for virtual in virtuals where virtual.isSource == isSource && !present.contains(virtual.endpoint) {
            remove(virtual)
        }
        virtuals.removeAll { $0.isSource == isSource && !present.contains($0.endpoint) }
        for endpoint in present where !virtuals.contains(where: { $0.endpoint == endpoint && $0.isSource == isSource })
        {
            if let virtual = makeVirtual(endpoint, isSource: isSource) { virtuals.append(virtual) }
        }
    }

    private func makeVirtual(_ endpoint: MIDIVirtualEndpoint, isSource: Bool) -> Virtual? {
        guard let port = calls.makePort(endpoint.name, sends: isSource, takes: !isSource) else { return nil }
        do throws(AudioError) {
            let systemPort: UInt32
            if isSource {
                let subscribers = ALSAAddress(client: UInt8(ALSASubscribers), port: UInt8(ALSAAnyPort))
                let sender = SequencerSender(calls, from: port, to: subscribers)
                systemPort = try system.createInputPort(
                    client, endpoint.name, .bytes { list, _ in sender.send(UnsafeRawPointer(list)) })
                try system.connect(systemPort, to: endpoint.reference, refCon: nil)
            } else {
                systemPort = try system.createOutputPort(client, endpoint.name)
            }
            return Virtual(endpoint: endpoint, isSource: isSource, port: port, systemPort: systemPort)
        } catch {
            // The endpoint has just gone.
            calls.removePort(port)
            return nil
        }
    }

    private func remove(_ virtual: Virtual) {
        try? system.disposePort(virtual.systemPort)
        calls.removePort(virtual.port)
    }
}

/// Sends messages as events, on the thread that delivers them.
final class SequencerSender: MIDIWayOut, @unchecked Sendable {
    let form = ListForm.bytes
    private let calls: any SequencerCalls
    private let port: UInt8
    private let destination: ALSAAddress
    /// The delivering thread's own.
    private var messages = ByteMessages()

    init(_ calls: any SequencerCalls, from port: UInt8, to destination: ALSAAddress) {
        self.calls = calls
        self.port = port
        self.destination = destination
    }

    func send(_ list: UnsafeRawPointer) {
        PacketLists.forEach(list) { packet in
            messages.forEach(PacketLists.data(packet)) { message in
                var rest = message[...]
                // Only system exclusive messages are as long as that.
                while !rest.isEmpty {
                    let part = rest.prefix(SequencerMessages.mostExclusive)
                    rest = rest.dropFirst(part.count)
                    send(message: UnsafeRawBufferPointer(rebasing: part))
                }
            }
        }
    }

    private func send(message: UnsafeRawBufferPointer) {
        guard var event = SequencerMessages.event(message) else { return }
        event.queue = UInt8(ALSANoQueue)
        event.source.port = port
        event.destination = destination
        calls.send(event)
    }
}
