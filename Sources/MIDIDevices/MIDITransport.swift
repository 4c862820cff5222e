package import AudioCore
internal import CMIDIPackets
internal import MIDIEvents

/// A way out of the system: it gets what is sent to a destination of a transport.
package protocol MIDIWayOut: AnyObject, Sendable {
    /// The form in which it takes lists. The system translates what is sent in another one.
    var form: ListForm { get }

    /// Takes a list, which is valid during the call.
    ///
    /// The thread that delivers all messages calls this: it must not wait. Packets are due, unless the destination's property
    /// `scheduleAheadMuSec` is larger than 0: they come at once then, with the times that the sender gave. A time of 0 means now.
    ///
    /// - Parameter list: a `MIDIPacketList` or a `MIDIEventList`, as `form` says. `PacketLists` and `EventLists` read it.
    func send(_ list: UnsafeRawPointer)

    /// Drops what it still holds for later, on the thread of a client that has called `MIDIFlushOutput`.
    func flush()
}

extension MIDIWayOut {
    package func flush() {}
}

/// A way into the system: it hears whether anybody listens to a source of a transport.
package protocol MIDIWayIn: AnyObject, Sendable {
    /// The first listener has come, or the last has gone. Ask `MIDISystem.isHeard`: calls may come late, on any thread, and without
    /// the system's lock.
    func listenersDidChange()
}

/// A device as a transport describes it. What it describes again under the same keys stays the same object.
package struct MIDITransportDevice: Sendable {
    /// What the device is known by within its transport, also when it comes again: its unique identifiers follow from the keys.
    package var key: String
    /// Properties of Core MIDI: `name`, `manufacturer`, `model`, `driver`, `offline` and so on. One that a program has changed keeps
    /// the program's value until the transport itself describes another one.
    package var properties: [String: MIDIValue]
    package var entities: [MIDITransportEntity]

    package init(key: String, properties: [String: MIDIValue], entities: [MIDITransportEntity]) {
        self.key = key
        self.properties = properties
        self.entities = entities
    }
}

/// An entity of such a device.
package struct MIDITransportEntity: Sendable {
    /// Unique within the device.
    package var key: String
    package var properties: [String: MIDIValue]
    /// The protocol of its endpoints, 1 or 2.
    package var protocolID: Int32
    package var sources: [MIDITransportEndpoint]
    package var destinations: [MIDITransportEndpoint]

    package init(
        key: String, properties: [String: MIDIValue], protocolID: Int32 = 1, sources: [MIDITransportEndpoint] = [],
        destinations: [MIDITransportEndpoint] = []
    ) {
        self.key = key
        self.properties = properties
        self.protocolID = protocolID
        self.sources = sources
        self.destinations = destinations
    }
}

/// An endpoint of such an entity.
package struct MIDITransportEndpoint: Sendable {
    /// Unique among the sources, or the destinations, of the entity.
    package var key: String
    /// Those that differ from its entity's.
    package var properties: [String: MIDIValue]
    /// What a destination hands its messages to; nil for a source.
    package var wayOut: (any MIDIWayOut)?
    /// What a source notifies when its first listener comes and its last one goes; nil for none.
    package var wayIn: (any MIDIWayIn)?

    package init(
        key: String, properties: [String: MIDIValue] = [:], wayOut: (any MIDIWayOut)? = nil,
        wayIn: (any MIDIWayIn)? = nil
    ) {
        self.key = key
        self.properties = properties
        self.wayOut = wayOut
        self.wayIn = wayIn
    }
}

/// A virtual endpoint, for transports that show it to other programs.
package struct MIDIVirtualEndpoint: Sendable, Equatable {
    package var reference: UInt32
    package var name: String
    /// The name of its client.
    package var client: String
    package var protocolID: Int32

    package init(reference: UInt32, name: String, client: String, protocolID: Int32) {
        self.reference = reference
        self.name = name
        self.client = client
        self.protocolID = protocolID
    }
}

/// The objects of a transport's device: by the entity's key, and those of endpoints in the order of the description.
package struct MIDITransportObjects: Sendable, Equatable {
    package struct Entity: Sendable, Equatable {
        package var reference: UInt32
        package var sources: [UInt32] = []
        package var destinations: [UInt32] = []
    }

    package var device: UInt32
    package var entities: [String: Entity] = [:]
}

extension MIDISystem {
    /// Adds a device of a transport to the setup, or changes it to what is described. Clients are notified of what changes.
    ///
    /// Any thread may call this. Calls for one device must not overlap.
    ///
    /// - Parameter transport: the transport's name.
    package func setDevice(
        _ device: MIDITransportDevice, of transport: String
    ) throws(AudioError) -> MIDITransportObjects {
        for entity in device.entities {
            try check(protocolID: entity.protocolID)
            try Self.check(entity.sources.count, entity.destinations.count)
        }
        var objects: MIDITransportObjects?
        try change { state throws(AudioError) in
            var changes = TransportChanges(transport: transport)
            objects = changes.apply(device, &state)
            for (source, id) in changes.newSources { connectThrus(to: source, uniqueID: id, &state) }
            return (changes.ended, changes.endpoints)
        }
        guard let objects else { throw .midiObject }
        return objects
    }

    /// Removes a device of a transport, if it is there.
    package func removeDevice(_ key: String, of transport: String) {
        try? change { state throws(AudioError) in
            var changes = TransportChanges(transport: transport)
            changes.removeDevice(key, &state)
            return (changes.ended, changes.endpoints)
        }
    }

    /// Removes all devices of a transport, which has ended or lost its server.
    package func removeDevices(of transport: String) {
        let keys = state.withLock { Array(($0.transportDevices[transport] ?? [:]).keys) }
        for key in keys { removeDevice(key, of: transport) }
    }

    /// Whether a port or a thru connection is connected to a source.
    package func isHeard(_ source: UInt32) -> Bool {
        state.withLock { $0.objects[source]?.connections.isEmpty == false }
    }

    // MARK: Virtual endpoints

    /// The virtual sources or destinations of this system's clients that other programs may see.
    package func virtualEndpoints(_ kind: Kind) -> [MIDIVirtualEndpoint] {
        state.withLock { state in
            state.endpoints(kind.object).compactMap { reference in
                guard let endpoint = state.objects[reference], state.isVirtual(endpoint) else { return nil }
                return MIDIVirtualEndpoint(
                    reference: reference, name: state.string(MIDIKey.name, of: endpoint) ?? "",
                    client: state.objects[endpoint.owner].flatMap { state.string(MIDIKey.name, of: $0) } ?? "",
                    protocolID: state.integer(MIDIKey.protocolID, of: endpoint) ?? 1)
            }
        }
    }

    // MARK: Receiving

    /// Hands in bytes that a source has received: whole messages without running status, or a part of a system exclusive message.
    ///
    /// - Parameter time: the host time at which they arrived. A later one than now holds them until then.
    /// - Throws: `midiSend` where too many messages wait already; these are dropped then.
    package func received(
        _ bytes: UnsafeRawBufferPointer, at time: UInt64, from source: UInt32
    ) throws(AudioError) {
        try SingleMessages.forEachList(bytes, at: time) { list throws(AudioError) in
            try receive(UnsafePointer(list.assumingMemoryBound(to: MIDIPacketList.self)), from: source)
        }
    }

    /// Hands in Universal MIDI Packets that a source has received. A message that is cut off is left out.
    ///
    /// - Parameters:
    ///   - protocolID: 1 or 2.
    ///   - time: as for bytes.
    /// - Throws: `midiSend` as for bytes.
    package func received(
        words: UnsafeBufferPointer<UInt32>, protocolID: Int32, at time: UInt64, from source: UInt32
    ) throws(AudioError) {
        try check(protocolID: protocolID)
        try SingleMessages.withList(words, protocolID: protocolID, at: time) { list throws(AudioError) in
            try receive(UnsafePointer(list.assumingMemoryBound(to: MIDIEventList.self)), from: source)
        }
    }
}
