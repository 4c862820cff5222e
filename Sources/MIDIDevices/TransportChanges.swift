internal import AudioCore

/// What an object that a transport describes is known by, and what the transport has said of it. Guarded by the system's lock.
struct TransportPlace {
    let key: String
    /// The properties that the transport described last.
    var described: [String: MIDIValue]
    /// For a source.
    var wayIn: (any MIDIWayIn)?
    /// Whether the source had listeners when `wayIn` was last called.
    var wasHeard = false
}

/// Makes the objects of a device what its transport describes. Under the system's lock.
struct TransportChanges {
    let transport: String
    /// The connections that end, and the endpoints that go.
    private(set) var ended: [Connection] = []
    private(set) var endpoints: [UInt32] = []
    /// The sources that have come, with their unique identifiers.
    private(set) var newSources: [(source: MIDIObject, uniqueID: Int32)] = []
    /// Whether clients know the device, and so hear of its parts one by one.
    private var isKnown = false

    init(transport: String) { self.transport = transport }

    mutating func apply(_ description: MIDITransportDevice, _ state: inout MIDIState) -> MIDITransportObjects {
        let known = state.transportDevices[transport]?[description.key].flatMap { state.objects[$0] }
        isKnown = known != nil
        let device = known ?? make(.device, description.key, owner: nil, path: [description.key], &state)
        describe(device, description.properties, &state)
        var objects = MIDITransportObjects(device: device.reference)
        remove(device.parts, unless: Set(description.entities.map(\.key)), &state)
        for entity in description.entities where objects.entities[entity.key] == nil {
            objects.entities[entity.key] = apply(entity, to: device, description.key, &state)
        }
        if !isKnown {
            state.transportDevices[transport, default: [:]][description.key] = device.reference
            state.devices.append(device.reference)
            state.notifyAdded(device)
        }
        return objects
    }

    mutating func removeDevice(_ key: String, _ state: inout MIDIState) {
        guard let reference = state.transportDevices[transport]?.removeValue(forKey: key),
            let device = state.objects[reference]
        else { return }
        endpoints += device.parts.flatMap { state.objects[$0]?.parts ?? [] }
        ended += state.remove(device)
        state.notifyRemoved(device)
    }

    private mutating func apply(
        _ description: MIDITransportEntity, to device: MIDIObject, _ deviceKey: String, _ state: inout MIDIState
    ) -> MIDITransportObjects.Entity {
        let path = [deviceKey, description.key]
        let known = part(.entity, description.key, of: device, state)
        let entity = known ?? make(.entity, description.key, owner: device, path: path, &state)
        var properties = description.properties
        properties[MIDIKey.protocolID] = .integer(description.protocolID)
        describe(entity, properties, &state)
        if known == nil, isKnown { state.notifyAdded(entity) }
        var objects = MIDITransportObjects.Entity(reference: entity.reference)
        objects.sources = apply(description.sources, .source, to: entity, path, &state)
        objects.destinations = apply(description.destinations, .destination, to: entity, path, &state)
        return objects
    }

    private mutating func apply(
        _ descriptions: [MIDITransportEndpoint], _ kind: MIDIObject.Kind, to entity: MIDIObject, _ path: [String],
        _ state: inout MIDIState
    ) -> [UInt32] {
        remove(entity.parts.filter { state.objects[$0]?.kind == kind }, unless: Set(descriptions.map(\.key)), &state)
        return descriptions.map { description in
            let known = part(kind, description.key, of: entity, state)
            let endpoint = known ?? make(kind, description.key, owner: entity, path: path + [description.key], &state)
            describe(endpoint, description.properties, &state)
            endpoint.place?.wayIn = description.wayIn
            if kind == .destination { connect(endpoint, description.wayOut) }
            if known == nil, isKnown { state.notifyAdded(endpoint) }
            return endpoint.reference
        }
    }

    /// Has a destination's lists handed to another way out, unless it is the same.
    private mutating func connect(_ destination: MIDIObject, _ wayOut: (any MIDIWayOut)?) {
        if case .transport(let present)? = destination.connections.first?.receiver, present === wayOut { return }
        ended += destination.connections
        destination.connections = wayOut.map { [Connection(.transport($0), owner: destination.reference)] } ?? []
    }

    private func part(_ kind: MIDIObject.Kind, _ key: String, of owner: MIDIObject, _ state: MIDIState) -> MIDIObject? {
        owner.parts.lazy.compactMap { state.objects[$0] }.first { $0.kind == kind && $0.place?.key == key }
    }

    /// Removes those parts of an object that the transport does not name any more.
    private mutating func remove(_ parts: [UInt32], unless keys: Set<String>, _ state: inout MIDIState) {
        for object in parts.compactMap({ state.objects[$0] }) {
            guard let place = object.place, !keys.contains(place.key) else { continue }
            endpoints += object.isEndpoint ? [object.reference] : object.parts
            state.notifyRemoved(object)
            ended += state.remove(object)
        }
    }

    private mutating func make(
        _ kind: MIDIObject.Kind, _ key: String, owner: MIDIObject?, path: [String], _ state: inout MIDIState
    ) -> MIDIObject {
        let object = state.make(kind, owner: owner)
        object.place = TransportPlace(key: key, described: [:])
        var id = Self.uniqueID([transport] + path, kind)
        while (try? state.changeUniqueID(of: object, to: id)) == nil { id &+= 1 }
        object.properties[MIDIKey.uniqueID] = .integer(id)
        if kind == .source { newSources.append((object, id)) }
        return object
    }

    /// Sets the properties that the transport describes in another way than before.
    private func describe(_ object: MIDIObject, _ properties: [String: MIDIValue], _ state: inout MIDIState) {
        let described = object.place?.described ?? [:]
        let isNew = described.isEmpty
        for (name, value) in properties where name != MIDIKey.uniqueID && value != described[name] {
            guard value != object.properties[name] else { continue }
            object.properties[name] = value
            if isKnown, !isNew { notifyChanged(name, object, state) }
        }
        for name in described.keys where properties[name] == nil {
            guard object.properties.removeValue(forKey: name) != nil else { continue }
            if isKnown { notifyChanged(name, object, state) }
        }
        object.place?.described = properties
    }

    private func notifyChanged(_ name: String, _ object: MIDIObject, _ state: MIDIState) {
        state.notify(.propertyChanged(object: object.reference, type: object.type, name: name))
        state.sharing?.changed(name, object)
    }

    /// The identifier that an object has whenever it comes, unless another has it: a hash of 32 bits (FNV-1a) of what it is known by.
    static func uniqueID(_ path: [String], _ kind: MIDIObject.Kind) -> Int32 {
        var hash: UInt32 = 2_166_136_261
        func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        add(UInt8(kind.type & 0xF))
        for part in path {
            for byte in part.utf8 { add(byte) }
            add(0)
        }
        return hash == 0 ? 1 : Int32(bitPattern: hash)
    }
}
