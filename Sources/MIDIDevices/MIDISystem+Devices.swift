package import AudioCore
internal import MIDIEvents

// Devices that programs and drivers describe.
extension MIDISystem {
    package func createDevice(
        _ name: String, _ manufacturer: String, _ model: String, isExternal: Bool
    ) -> UInt32 {
        join()
        return state.withLock { state in
            let device = state.make(
                .device, isExternal: isExternal, key: UniqueIDs.key("device", name, manufacturer, model))
            device.isMadeHere = true
            device.properties[MIDIKey.name] = .string(name)
            device.properties[MIDIKey.manufacturer] = .string(manufacturer)
            device.properties[MIDIKey.model] = .string(model)
            return device.reference
        }
    }

    /// The properties that the bus and its parts begin with.
    static let busNames: Set<String> = [
        MIDIKey.name, MIDIKey.manufacturer, MIDIKey.model, "driver", MIDIKey.offline, MIDIKey.protocolID,
    ]

    /// Adds the bus between the programs of a Mac, unplugged as it is there at first: programs take a system without a device for one
    /// without MIDI. What its destination gets, its source sends.
    package func addBus() {
        state.withLock { state in
            let device = state.make(.device, key: UniqueIDs.key("bus"))
            for (name, value) in [
                (MIDIKey.name, "IAC Driver"), (MIDIKey.manufacturer, "Apple Inc."), (MIDIKey.model, "IAC Driver"),
                ("driver", "com.apple.AppleMIDIIACDriver"),
            ] {
                device.properties[name] = .string(value)
            }
            device.properties[MIDIKey.offline] = .integer(1)
            let entity = state.make(.entity, owner: device, key: UniqueIDs.key("bus", "entity"))
            entity.properties[MIDIKey.name] = .string("Bus 1")
            entity.properties[MIDIKey.protocolID] = .integer(1)
            let source = state.make(.source, owner: entity, key: UniqueIDs.key("bus", "source"))
            let destination = state.make(.destination, owner: entity, key: UniqueIDs.key("bus", "destination"))
            destination.connections = [
                Connection(.bus(source: source.reference), owner: destination.reference)
            ]
            state.devices.append(device.reference)
        }
    }

    package func addEntity(
        to device: UInt32, _ name: String, protocolID: Int32, isEmbedded: Bool, sources: Int, destinations: Int
    ) throws(AudioError) -> UInt32 {
        try check(protocolID: protocolID)
        try Self.check(sources, destinations)
        return try state.withLock { state throws(AudioError) in
            let device = try state.object(device, .device, else: .midiObject)
            let entity = state.make(
                .entity, owner: device, isExternal: device.isExternal, key: UniqueIDs.key(device.key, "entity", name))
            entity.properties[MIDIKey.name] = .string(name)
            entity.properties[MIDIKey.embedded] = .integer(isEmbedded ? 1 : 0)
            entity.properties[MIDIKey.protocolID] = .integer(protocolID)
            addEndpoints(sources, destinations, to: entity, &state)
            if isListed(device, state) { state.notifyAdded(entity) }
            return entity.reference
        }
    }

    package func removeEntity(_ entity: UInt32, of device: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let device = try state.object(device, .device, else: .midiObject)
            let entity = try state.object(entity, .entity, else: .midiObject)
            guard entity.owner == device.reference else { throw .midiObject }
            let endpoints = entity.parts
            if isListed(device, state) { state.notifyRemoved(entity) }
            return (state.remove(entity), endpoints)
        }
    }

    /// Adds endpoints to an entity, or removes the last ones, so that it has as many.
    package func setEndpoints(of entity: UInt32, sources: Int, destinations: Int) throws(AudioError) {
        try Self.check(sources, destinations)
        try change { state throws(AudioError) in
            let entity = try state.object(entity, .entity, else: .midiObject)
            var ended: [Connection] = []
            var removed: [UInt32] = []
            let isListed = state.objects[entity.owner].map { self.isListed($0, state) } ?? false
            for (kind, count) in [(MIDIObject.Kind.source, sources), (.destination, destinations)] {
                let present = state.parts(of: entity.reference, kind)
                for reference in present.dropFirst(count).reversed() {
                    guard let endpoint = state.objects[reference] else { continue }
                    if isListed { state.notifyRemoved(endpoint) }
                    ended += state.remove(endpoint)
                    removed.append(reference)
                }
                for _ in present.count..<max(present.count, count) {
                    let endpoint = makeEndpoint(kind, of: entity, &state)
                    if isListed { state.notifyAdded(endpoint) }
                }
            }
            return (ended, removed)
        }
    }

    static func check(_ sources: Int, _ destinations: Int) throws(AudioError) {
        guard (0...mostEndpoints).contains(sources), (0...mostEndpoints).contains(destinations) else {
            throw .parameter.because("an entity cannot have as many endpoints")
        }
    }

    private func addEndpoints(_ sources: Int, _ destinations: Int, to entity: MIDIObject, _ state: inout MIDIState) {
        for _ in 0..<sources { _ = makeEndpoint(.source, of: entity, &state) }
        for _ in 0..<destinations { _ = makeEndpoint(.destination, of: entity, &state) }
    }

    private func makeEndpoint(_ kind: MIDIObject.Kind, of entity: MIDIObject, _ state: inout MIDIState) -> MIDIObject {
        let number = String(state.parts(of: entity.reference, kind).count)
        let key = UniqueIDs.key(entity.key, kind == .source ? "source" : "destination", number)
        return state.make(kind, owner: entity, isExternal: entity.isExternal, key: key)
    }

    private func isListed(_ device: MIDIObject, _ state: MIDIState) -> Bool {
        state.devices.contains(device.reference) || state.externalDevices.contains(device.reference)
    }

    package func addToSetup(_ reference: UInt32, isExternal: Bool) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            let device = try state.object(reference, .device, else: .midiObject)
            guard device.isExternal == isExternal else { throw .midiObject }
            guard !isListed(device, state) else { return }
            if isExternal { state.externalDevices.append(reference) } else { state.devices.append(reference) }
            state.notifyAdded(device)
        }
    }

    package func removeFromSetup(_ reference: UInt32, isExternal: Bool) throws(AudioError) {
        try change { state throws(AudioError) in
            let device = try state.object(reference, .device, else: .midiObject)
            guard device.isExternal == isExternal, isListed(device, state) else { throw .midiObject }
            let endpoints = device.parts.flatMap { state.objects[$0]?.parts ?? [] }
            let ended = state.remove(device)
            state.notifyRemoved(device)
            return (ended, endpoints)
        }
    }
}
