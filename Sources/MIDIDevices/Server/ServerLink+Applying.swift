internal import AudioCore
internal import MIDIEvents

// What the server says. On the thread that delivers, or before there is one.
extension ServerLink {
    func apply(_ message: WireMessage, _ system: MIDISystem) {
        switch message {
        case .noChannel(let number): return endChannel(number, system)
        case .accepted(let number): return beginSending(number, system)
        default: break
        }
        try? system.change { state throws(AudioError) in
            objects.isApplying = true
            defer { objects.isApplying = false }
            switch message {
            case .object(let object): return add(object, system, &state)
            case .removed(let id): return remove(id, &state)
            case .property(let id, let name, let value): set(name, of: id, to: value, system, &state)
            case .taken(let id, let name): objects.take(.init(id: id, name: name))
            case .heard(let id, let isHeard): hear(id, isHeard, state)
            case .flush(let id, let stream): flush(id, stream, system, state)
            case .thru(let id, let owner, let rules): addThru(id, owner, rules, system, &state)
            case .identifier(let key, let value): objects.identifiers[key] = value
            case .direct(let number): beginReading(number)
            case .listener(let id, let number, let isHeard): setListener(number, of: id, isHeard, state)
            case .hello, .welcome, .complete, .channel, .noChannel, .accepted: break
            }
            return ([], [])
        }
    }

    private typealias Ended = (ended: [Connection], endpoints: [UInt32])

    // MARK: Objects

    private func add(_ object: WireObject, _ system: MIDISystem, _ state: inout MIDIState) -> Ended {
        guard object.number != objects.number, objects.object(object.id, state) == nil, let id = object.uniqueID,
            let connection = objects.connection
        else { return ([], []) }
        let owner = objects.object(object.owner, state)
        guard object.isConsistent(with: owner) else { return ([], []) }
        var result: Ended = ([], [])
        if let present = state.object(uniqueID: id) {
            if present.kind == object.kind, !objects.isSeen(present), !isOfProgram(present, state),
                !state.isDeviceOfProgram(present)
            {
                adopt(present, object, connection, state)
                return ([], [])
            }
            result = makeRoom(present, &state)
        }
        let made = state.make(object.kind, owner: owner, isExternal: object.isExternal, uniqueID: id)
        made.key = object.key
        for (name, value) in object.properties { made.properties[name] = value }
        if object.kind == .device {
            if object.isExternal {
                state.externalDevices.append(made.reference)
            } else {
                state.devices.append(made.reference)
            }
        }
        share(made, object.id, home: connection)
        state.notifyAdded(made)
        system.connectThrus(to: made, uniqueID: id, &state)
        return result
    }

    /// Whether an object is a virtual endpoint of this process.
    private func isOfProgram(_ object: MIDIObject, _ state: MIDIState) -> Bool {
        object.owner != 0 && state.isVirtual(object)
    }

    /// Takes an object that is known already for one that the server describes.
    private func adopt(
        _ present: MIDIObject, _ object: WireObject, _ connection: PeerConnection, _ state: MIDIState
    ) {
        present.key = object.key
        share(present, object.id, home: connection)
        let names = Set(object.properties.map(\.name)).union(present.properties.names)
        let values = Dictionary(object.properties.map { ($0.name, $0.value) }) { $1 }
        for name in names where present.properties[name] != values[name] {
            present.properties[name] = values[name]
            state.notify(.propertyChanged(object: present.reference, type: present.type, name: name))
        }
    }

    /// Lets the server's object have a unique identifier that another one has here.
    private func makeRoom(_ present: MIDIObject, _ state: inout MIDIState) -> Ended {
        guard isOfProgram(present, state) || present.shared == nil else { return removeAll(present, &state) }
        changeID(of: present, &state)
        return ([], [])
    }

    /// Gives an object another unique identifier, as the server's object of the present one has it.
    private func changeID(of present: MIDIObject, _ state: inout MIDIState) {
        let id = state.freeID(&present.key, nil)
        try? state.changeUniqueID(of: present, to: id)
        present.properties[MIDIKey.uniqueID] = .integer(id)
        state.notify(.propertyChanged(object: present.reference, type: present.type, name: MIDIKey.uniqueID))
    }

    private func remove(_ id: UInt64, _ state: inout MIDIState) -> Ended {
        guard let object = objects.object(id, state), object.shared?.home != nil else { return ([], []) }
        return removeAll(object, &state)
    }

    private func removeAll(_ object: MIDIObject, _ state: inout MIDIState) -> Ended {
        let endpoints = state.tree(below: object).filter(\.isEndpoint).map(\.reference)
        if object.kind == .entity || object.owner != 0 { state.notifyRemoved(object) }
        let ended = state.remove(object)
        if object.kind == .thru {
            state.notify(.thruConnectionsChanged)
        } else if object.kind == .device || object.owner == 0 {
            state.notifyRemoved(object)
        }
        return (ended, endpoints)
    }

    /// Removes the objects of a server that has ended which no other has described.
    func forgetUnseen(_ system: MIDISystem) {
        try? system.change { state throws(AudioError) in
            objects.isApplying = true
            defer { objects.isApplying = false }
            var result: Ended = ([], [])
            let isServed = objects.connection != nil
            let known = (state.virtualEndpoints + state.devices + state.externalDevices + state.thrus)
            for object in known.compactMap({ state.objects[$0] }) where object.shared?.home != nil {
                // Without a server, devices and what is persistent stay as they were.
                guard !objects.isSeen(object), isServed || object.owner == 0 && object.isEndpoint else { continue }
                let (ended, endpoints) = removeAll(object, &state)
                result.ended += ended
                result.endpoints += endpoints
            }
            return result
        }
    }

    // MARK: Properties

    private func set(
        _ name: String, of id: UInt64, to value: MIDIValue?, _ system: MIDISystem, _ state: inout MIDIState
    ) {
        guard let object = objects.object(id, state), objects.pending[.init(id: id, name: name)] == nil,
            object.properties[name] != value
        else { return }
        if name == MIDIKey.uniqueID {
            guard case .integer(let id)? = value else { return }
            // The server has changed the other object's identifier too, and reports that next.
            if let present = state.object(uniqueID: id), present !== object { changeID(of: present, &state) }
            guard (try? state.changeUniqueID(of: object, to: id)) != nil else { return }
            system.connectThrus(to: object, uniqueID: id, &state)
        }
        object.properties[name] = value
        system.notifyChanged(name, object, state)
    }

    // MARK: Messages

    private func hear(_ id: UInt64, _ isHeard: Bool, _ state: MIDIState) {
        guard let source = objects.object(id, state), source.kind == .source, let shared = source.shared,
            shared.home == nil, let connection = objects.connection
        else { return }
        source.disconnect(from: connection)
        if isHeard { source.connect(to: connection, id) }
    }

    private func flush(_ id: UInt64, _ stream: UInt32, _ system: MIDISystem, _ state: MIDIState) {
        let destination = id == 0 ? nil : objects.object(id, state)
        guard id == 0 || destination?.kind == .destination else { return }
        let stream = StreamOrigin.elsewhere(stream)
        system.queue.flush(destination?.reference) { StreamOrigin.isSame($0, stream) }
    }

    // MARK: Thru connections

    private func addThru(
        _ id: UInt64, _ owner: String, _ bytes: [UInt8], _ system: MIDISystem, _ state: inout MIDIState
    ) {
        guard let connection = objects.connection, let rules = try? bytes.withUnsafeBytes({ try ThruRules($0) }) else {
            return
        }
        let known =
            objects.object(id, state)
            ?? state.thrus.compactMap { state.objects[$0] }.first {
                $0.persistentOwner == owner && !self.objects.isSeen($0) && $0.rules?.withoutReferences == rules
            }
        let thru = known ?? state.make(.thru)
        let isNews = thru.rules != rules
        thru.persistentOwner = owner
        share(thru, id, home: connection)
        system.install(rules, thru, &state)
        if isNews { state.notify(.thruConnectionsChanged) }
    }
}

extension LinkedObjects {
    /// Notes that the server has taken a value.
    mutating func take(_ place: Place) {
        guard let count = pending[place] else { return }
        pending[place] = count > 1 ? count - 1 : nil
    }
}

extension WireObject {
    /// Whether an object of the kind can be a part of another.
    func isConsistent(with owner: MIDIObject?) -> Bool {
        switch kind {
        case .device: owner == nil
        case .entity: owner?.kind == .device
        case .source, .destination: owner == nil ? self.owner == 0 : owner?.kind == .entity
        default: false
        }
    }
}
