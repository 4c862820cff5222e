internal import AudioCore
internal import MIDIEvents

// What programs say. On the server's thread.
extension MIDIServer {
    /// Does what a message says. False where the bytes are no message, or the program must not send it: it is dropped then.
    func take(_ bytes: UnsafeRawBufferPointer, from peer: ServerPeer) -> Bool {
        guard let number = peer.number else {
            guard case .hello(WireMessage.version, let name)? = try? WireMessage(parsing: Array(bytes)[...]) else {
                return false
            }
            peer.name = name
            welcome(peer)
            return true
        }
        if let head = WireList(bytes) { return forward(head, bytes, from: peer, number) }
        if let (other, relayed) = WireRelay.parse(bytes) { return relay(relayed, from: number, to: other) }
        guard let message = try? WireMessage(parsing: Array(bytes)[...]) else { return false }
        var isAllowed = true
        try? system.change { state throws(AudioError) in
            objects.origin = peer.connection
            defer { objects.origin = nil }
            switch message {
            case .object(let object): isAllowed = add(object, peer, number, &state)
            case .removed(let id): return remove(id, peer, &state)
            case .property(let id, let name, let value): set(name, of: id, to: value, peer, &state)
            case .heard(let id, let isHeard): hear(id, isHeard, peer, state)
            case .flush(let id, _): flush(id, number, state)
            case .thru(let id, let owner, let rules): isAllowed = setThru(id, owner, rules, peer, number, &state)
            case .accepted(let other): isAllowed = acceptChannel(peer.connection, other)
            case .direct(let other): isAllowed = becomeDirect(peer.connection, other, state)
            case .noChannel(let other): endChannel(peer.connection, other, state)
            case .hello, .welcome, .complete, .taken, .identifier, .channel, .listener: isAllowed = false
            }
            return ([], [])
        }
        if case .flush(let id, _) = message {
            system.flushWaysOut(of: id == 0 ? nil : system.state.withLock { objects.object(id, $0)?.reference ?? 0 })
        }
        return isAllowed
    }

    private typealias Ended = (ended: [Connection], endpoints: [UInt32])

    // MARK: Messages

    /// Sends a list on to the processes that it is for, and has the system deliver what is for the server's own devices.
    private func forward(_ head: WireList, _ bytes: UnsafeRawBufferPointer, from peer: ServerPeer, _ number: UInt32)
        -> Bool
    {
        guard let form = ListForm(rawValue: head.form), let list = WireList.list(in: bytes, form) else { return false }
        let found = system.state.withLock { state -> (reference: UInt32, isSource: Bool, holds: Bool)? in
            // The object may have gone in the meantime.
            guard let object = objects.object(head.target, state), object.isEndpoint else { return nil }
            let isSource = object.kind == .source
            // The next lists go there directly.
            if !isSource, let home = object.shared?.home { offerChannel(peer.connection, home, state) }
            let wantsAll = !isSource && state.integer(MIDIKey.scheduleAhead, of: object) ?? 0 > 0
            return (object.reference, isSource, !wantsAll)
        }
        guard let found else { return true }
        let posting = Posting(
            list: list, form: form, target: found.reference, stream: StreamOrigin.stream(head.stream, of: number))
        // Where there is no room, the list is lost: nobody waits for an answer.
        try? system.post(posting, holds: found.holds, isForSource: found.isSource)
        return true
    }

    private func hear(_ id: UInt64, _ isHeard: Bool, _ peer: ServerPeer, _ state: MIDIState) {
        guard let source = objects.object(id, state), source.kind == .source else { return }
        listen(peer.connection, to: source, id, isHeard, state)
    }

    private func flush(_ id: UInt64, _ number: UInt32, _ state: MIDIState) {
        let destination = id == 0 ? nil : objects.object(id, state)
        guard id == 0 || destination?.kind == .destination else { return }
        let stream = StreamOrigin.stream(0, of: number)
        system.queue.flush(destination?.reference) { StreamOrigin.isSame($0, stream) }
        if let destination {
            destination.shared?.home?.send(.flush(id, stream: stream))
        } else {
            // The program itself says so to those whom its lists reach directly.
            let bytes = WireMessage.flush(0, stream: stream).bytes
            for connection in objects.audience where connection.number != number {
                if !objects.channels.isDirect(from: number, to: connection.number) { connection.send(bytes) }
            }
        }
    }

    // MARK: Objects

    private func add(_ object: WireObject, _ peer: ServerPeer, _ number: UInt32, _ state: inout MIDIState) -> Bool {
        let owner = objects.object(object.owner, state)
        guard object.number == number, objects.references[object.id] == nil else { return false }
        // What it is a part of may have been removed by another program. What there is no room for is the program's alone.
        guard object.isConsistent(with: owner), objects.usage.hasRoom(for: object.size, of: number) else { return true }
        if peer.client == 0 {
            let client = state.make(.client)
            client.properties[MIDIKey.name] = .string(peer.name)
            peer.client = client.reference
        }
        let isVirtual = owner == nil && object.kind != .device
        let wanted = object.uniqueID.flatMap { $0 != 0 && state.object(uniqueID: $0) == nil ? $0 : nil }
        let made = state.make(
            object.kind, owner: isVirtual ? state.objects[peer.client] : owner, isExternal: object.isExternal,
            uniqueID: wanted)
        if wanted != nil { made.key = object.key }
        for (name, value) in object.properties where name != MIDIKey.uniqueID {
            guard (try? MIDISystem.check(name, value)) != nil, made.properties.hasRoom(for: value, name) else {
                continue
            }
            made.properties[name] = value
        }
        if object.kind == .device {
            if object.isExternal {
                state.externalDevices.append(made.reference)
            } else {
                state.devices.append(made.reference)
            }
        }
        made.shared = SharedObject(id: object.id, home: isVirtual ? peer.connection : nil)
        objects.references[object.id] = made.reference
        objects.usage.count(made)
        if isVirtual, object.kind == .destination { made.connect(to: peer.connection, object.id) }
        state.notifyAdded(made)
        guard case .integer(let id)? = made.properties[MIDIKey.uniqueID] else { return true }
        if wanted == nil { peer.connection.send(.property(object.id, name: MIDIKey.uniqueID, value: .integer(id))) }
        system.connectThrus(to: made, uniqueID: id, &state)
        return true
    }

    private func remove(_ id: UInt64, _ peer: ServerPeer, _ state: inout MIDIState) -> Ended {
        guard let object = objects.object(id, state) else { return ([], []) }
        // Virtual endpoints are removed by their own program alone; devices and thru connections by any.
        if let home = object.shared?.home, home != peer.connection { return ([], []) }
        return remove(object, &state)
    }

    private func remove(_ object: MIDIObject, _ state: inout MIDIState) -> Ended {
        let endpoints = state.tree(below: object).filter(\.isEndpoint).map(\.reference)
        state.notifyRemoved(object)
        return (state.remove(object), endpoints)
    }

    /// Removes objects that ended programs have left beyond the limits: first those of the program that has just ended, then those of all.
    private func removeLeft(by number: UInt32, _ state: inout MIDIState) -> Ended {
        var result: Ended = ([], [])
        let roots = (state.externalDevices + state.thrus).compactMap { state.objects[$0] }
        // References ascend: those that were made first come first.
        var left = roots.filter { !objects.usage.isThere($0.shared?.number ?? 0) }.map { root in
            let sizes = state.tree(below: root).compactMap { $0.shared?.countedBytes }
            return (root: root, objects: sizes.count, bytes: sizes.reduce(0, +))
        }
        left.sort { $0.root.reference < $1.root.reference }
        func reduce(_ mostObjects: Int, _ mostBytes: Int, _ counts: (MIDIObject) -> Bool) {
            let counted = left.filter { counts($0.root) }
            var (count, bytes) = counted.reduce((0, 0)) { ($0.0 + $1.objects, $0.1 + $1.bytes) }
            var removed: Set<UInt32> = []
            for part in counted where count > mostObjects || bytes > mostBytes {
                (count, bytes) = (count - part.objects, bytes - part.bytes)
                removed.insert(part.root.reference)
                let (ended, endpoints) = remove(part.root, &state)
                result.ended += ended
                result.endpoints += endpoints
            }
            left.removeAll { removed.contains($0.root.reference) }
        }
        reduce(SharingLimits.mostLeftOfProgram, SharingLimits.mostLeftBytesOfProgram) { $0.shared?.number == number }
        reduce(SharingLimits.mostLeft, SharingLimits.mostLeftBytes) { _ in true }
        return result
    }

    /// Removes what a program has made, but for external devices and what is persistent.
    func removeObjects(of peer: ServerPeer) {
        try? system.change { state throws(AudioError) in
            objects.audience.removeAll { $0 === peer.connection }
            endChannels(of: peer.connection)
            for source in state.objects.values where source.kind == .source { source.disconnect(from: peer.connection) }
            var result: Ended = ([], [])
            if let client = state.objects[peer.client] {
                let endpoints = client.parts.compactMap { state.objects[$0] }
                for endpoint in endpoints { state.notifyRemoved(endpoint) }
                result = (state.remove(client), endpoints.map(\.reference))
            }
            guard let number = peer.number else { return result }
            for device in state.devices.compactMap({ state.objects[$0] }) where device.shared?.number == number {
                let (ended, endpoints) = remove(device, &state)
                result.ended += ended
                result.endpoints += endpoints
            }
            objects.usage.end(number)
            objects.properties.forget(author: number)
            objects.identifiers.forget(author: number)
            let expired = removeLeft(by: number, &state)
            return (result.ended + expired.ended, result.endpoints + expired.endpoints)
        }
    }

    private func set(
        _ name: String, of id: UInt64, to value: MIDIValue?, _ peer: ServerPeer, _ state: inout MIDIState
    ) {
        guard let object = objects.object(id, state) else { return }
        defer { peer.connection.send(.taken(id, name: name)) }
        let previous = object.properties[name]
        guard previous != value else { return }
        let number = peer.number ?? 0
        guard isPossible(name, value, object, &state), note(name, value, object, by: number, state) else {
            // In the place of what the program has noted.
            peer.connection.send(.taken(id, name: name))
            peer.connection.send(.property(id, name: name, value: previous))
            return
        }
        object.properties[name] = value
        objects.usage.count(object)
        system.notifyChanged(name, object, state)
        if name == MIDIKey.uniqueID, case .integer(let number)? = value {
            system.connectThrus(to: object, uniqueID: number, &state)
        }
        saveLater()
    }

    /// Whether a property can have a value. Reserves a unique identifier.
    private func isPossible(
        _ name: String, _ value: MIDIValue?, _ object: MIDIObject, _ state: inout MIDIState
    ) -> Bool {
        guard let value else { return name != MIDIKey.uniqueID }
        let growth =
            MIDIProperties.size(name, value) - (object.properties[name].map { MIDIProperties.size(name, $0) } ?? 0)
        guard (try? MIDISystem.check(name, value)) != nil, object.properties.hasRoom(for: value, name),
            objects.usage.canGrow(by: growth, object.shared?.number ?? 0)
        else { return false }
        guard name == MIDIKey.uniqueID, case .integer(let id) = value else { return true }
        return (try? state.changeUniqueID(of: object, to: id)) != nil
    }

    // MARK: Thru connections

    private func setThru(
        _ id: UInt64, _ owner: String, _ bytes: [UInt8], _ peer: ServerPeer, _ number: UInt32, _ state: inout MIDIState
    ) -> Bool {
        guard let rules = try? bytes.withUnsafeBytes({ try ThruRules($0) }) else { return false }
        if let thru = objects.object(id, state) {
            guard thru.kind == .thru else { return false }
            let growth = bytes.count - (thru.rules?.bytes.count ?? 0)
            guard objects.usage.canGrow(by: growth, thru.shared?.number ?? 0) else {
                if let message = description(of: thru) { peer.connection.send(message) }
                return true
            }
            for source in state.objects.values where source.kind == .source {
                source.connections.removeAll { $0.owner == thru.reference }
            }
            system.install(rules, thru, &state)
            state.notifyThruChanged(thru)
            return true
        }
        // Another program may have removed it.
        guard id >> 32 == UInt64(number) else { return true }
        guard state.thrus.count < SharingLimits.mostThrus,
            objects.usage.hasRoomForThru(of: SharingLimits.objectBytes + owner.utf8.count + bytes.count, number)
        else {
            peer.connection.send(.removed(id))
            return true
        }
        let thru = state.make(.thru)
        thru.persistentOwner = owner
        thru.shared = SharedObject(id: id)
        objects.references[id] = thru.reference
        system.install(rules, thru, &state)
        state.notifyThruChanged(thru)
        return true
    }
}
