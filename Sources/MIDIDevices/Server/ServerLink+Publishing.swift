internal import AudioCore

// What the client reports to the server. All of it under the system's lock.
extension ServerLink: ObjectSharing {
    /// The server has those of all processes.
    var leavesThrus: Bool { objects.session > 0 }

    func identifier(of key: String) -> Int32? { objects.identifiers[key] }

    func added(_ object: MIDIObject, _ state: MIDIState) {
        guard !objects.isApplying, let connection = objects.connection, !state.isDeviceOfProgram(object) else { return }
        for part in state.tree(below: object) { publish(part, connection, state) }
    }

    func removed(_ object: MIDIObject) {
        guard !objects.isApplying, let shared = object.shared else { return }
        objects.connection?.send(.removed(shared.id))
    }

    func forget(_ object: MIDIObject) {
        guard let id = object.shared?.id else { return }
        objects.references[id] = nil
        objects.listeners[id] = nil
    }

    func changed(_ name: String, _ object: MIDIObject) {
        guard !objects.isApplying, let connection = objects.connection, let id = object.shared?.id else { return }
        let message = WireMessage.property(id, name: name, value: object.properties[name])
        guard message.bytes.count <= WireMessage.mostBytes else { return }
        objects.pending[.init(id: id, name: name), default: 0] += 1
        connection.send(message)
    }

    func changed(_ thru: MIDIObject) {
        guard !objects.isApplying, let connection = objects.connection, let owner = thru.persistentOwner else { return }
        // What is sent is in force here: without the references of this process.
        if thru.shared?.session != objects.session {
            share(thru, SharedObject.id(objects.number, thru.reference), home: connection)
        }
        objects.connection.map { connection in
            guard let id = thru.shared?.id, let rules = thru.rules else { return }
            connection.send(.thru(id, owner: owner, rules: rules.withoutReferences.bytes))
        }
    }

    /// Describes the objects of this process to a server that has just been found.
    func publish(_ state: inout MIDIState) {
        guard let connection = objects.connection else { return }
        let own = state.virtualEndpoints + state.devices + state.externalDevices
        for object in own.compactMap({ state.objects[$0] }) where isOwn(object) && !objects.isSeen(object) {
            for part in state.tree(below: object) { publish(part, connection, state) }
        }
        for thru in state.thrus.compactMap({ state.objects[$0] })
        where thru.persistentOwner != nil && !objects.isSeen(thru) { changed(thru) }
    }

    /// Whether this process has made an object: a virtual endpoint of it, or a device that it has described.
    private func isOwn(_ object: MIDIObject) -> Bool {
        object.kind == .device ? object.isExternal && object.isMadeHere : object.owner != 0
    }

    private func publish(_ object: MIDIObject, _ connection: PeerConnection, _ state: MIDIState) {
        let isVirtual = state.isVirtual(object)
        share(
            object, SharedObject.id(objects.number, object.reference), home: isVirtual ? nil : connection)
        for message in state.description(of: object) { connection.send(message) }
    }

    /// Notes how an object is known.
    func share(_ object: MIDIObject, _ id: UInt64, home: PeerConnection?) {
        object.shared = SharedObject(id: id, home: home, session: objects.session)
        objects.references[id] = object.reference
        // Only the server says who hears an own source.
        if object.kind == .source, home == nil {
            object.connections.removeAll(where: \.isFar)
        } else if object.kind == .destination, let home {
            // Only virtual endpoints have the number of another process and no owner.
            let channel = object.owner == 0 ? objects.channels[UInt32(truncatingIfNeeded: id >> 32)] : nil
            object.connections = [Connection(.process(channel?.connection ?? home, id), owner: object.reference)]
        } else if object.kind == .source, !object.connections.isEmpty {
            object.reportHearing()
        }
    }
}
