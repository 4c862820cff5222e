internal import AudioCore
internal import MIDIEvents

// What the server reports to programs.
extension MIDIServer: ObjectSharing {
    var leavesThrus: Bool { false }

    func identifier(of key: String) -> Int32? { objects.identifiers[key] }

    func added(_ object: MIDIObject, _ state: MIDIState) {
        for part in state.tree(below: object) {
            share(part)
            restoreProperties(of: part)
            objects.usage.count(part)
            for message in state.description(of: part) { broadcast(message) }
        }
        if !state.isVirtual(object) { saveLater() }
    }

    func removed(_ object: MIDIObject) {
        guard let id = object.shared?.id else { return }
        broadcast(.removed(id))
        if object.shared?.home == nil { saveLater() }
    }

    func forget(_ object: MIDIObject) {
        if let shared = object.shared {
            objects.references[shared.id] = nil
            objects.usage.remove(object)
        }
        objects.properties.objectHasGone()
        objects.identifiers.objectHasGone()
        if object.isExternal, case .integer(let id)? = object.properties[MIDIKey.uniqueID] {
            objects.properties.remove(id)
        }
    }

    func changed(_ name: String, _ object: MIDIObject) {
        guard let id = object.shared?.id else { return }
        objects.usage.count(object)
        broadcast(.property(id, name: name, value: object.properties[name]))
    }

    func changed(_ thru: MIDIObject) {
        share(thru)
        objects.usage.count(thru)
        guard let message = description(of: thru) else { return }
        broadcast(message)
        saveLater()
    }

    /// Notes how programs know an object of the server's own.
    private func share(_ object: MIDIObject) {
        guard object.shared == nil else { return }
        object.shared = SharedObject(id: SharedObject.id(0, object.reference))
        objects.references[SharedObject.id(0, object.reference)] = object.reference
    }

    func description(of thru: MIDIObject) -> WireMessage? {
        guard let id = thru.shared?.id, let owner = thru.persistentOwner, let rules = thru.rules else { return nil }
        return .thru(id, owner: owner, rules: rules.withoutReferences.bytes)
    }

    /// Sends a message to all programs except the one whose message the server handles.
    func broadcast(_ message: WireMessage) {
        let bytes = message.bytes
        for connection in objects.audience where connection !== objects.origin { connection.send(bytes) }
    }

    func describeAll(to connection: PeerConnection, _ state: MIDIState) {
        for (key, value) in objects.identifiers.inOrder { connection.send(.identifier(key: key, value: value)) }
        for reference in state.devices + state.externalDevices + state.virtualEndpoints {
            guard let object = state.objects[reference] else { continue }
            for part in state.tree(below: object) {
                for message in state.description(of: part) { connection.send(message) }
            }
        }
        for thru in state.thrus.compactMap({ state.objects[$0] }) {
            if let message = description(of: thru) { connection.send(message) }
        }
    }

    // MARK: What lasts

    /// Takes up what lasts.
    func restore() {
        let messages = store.read()
        var restored: [UInt64: MIDIObject] = [:]
        system.state.withLock { state in
            state.sharing = self
            for message in messages {
                switch message {
                case .identifier(let key, let value): noteIdentifier(value, of: key, by: 0, state)
                case .property(let id, let name, let value):
                    noteProperty(name, value, of: Int32(truncatingIfNeeded: id), by: 0, keepsRemoved: true, state)
                case .object(let object): restored[object.id] = restore(object, of: restored[object.owner], &state)
                case .thru(_, let owner, let rules): restoreThru(owner, rules, &state)
                default: break
                }
            }
            for reference in state.devices + state.externalDevices {
                guard let device = state.objects[reference] else { continue }
                for part in state.tree(below: device) {
                    share(part)
                    restoreProperties(of: part)
                    objects.usage.count(part)
                }
            }
        }
    }

    /// Takes up an external device or a part of one.
    private func restore(
        _ object: WireObject, of owner: MIDIObject?, _ state: inout MIDIState
    ) -> MIDIObject? {
        guard object.isExternal, object.isConsistent(with: owner), object.kind == .device || owner != nil,
            let id = object.uniqueID, id != 0, state.object(uniqueID: id) == nil
        else { return nil }
        let made = state.make(object.kind, owner: owner, isExternal: true, uniqueID: id)
        made.key = object.key
        for (name, value) in object.properties { made.properties[name] = value }
        if object.kind == .device { state.externalDevices.append(made.reference) }
        return made
    }

    private func restoreThru(_ owner: String, _ bytes: [UInt8], _ state: inout MIDIState) {
        guard let rules = try? bytes.withUnsafeBytes({ try ThruRules($0) }) else { return }
        let thru = state.make(.thru)
        thru.persistentOwner = owner
        system.install(rules, thru, &state)
        share(thru)
        objects.usage.count(thru)
    }

    private func restoreProperties(of object: MIDIObject) {
        guard case .integer(let id)? = object.properties[MIDIKey.uniqueID], let set = objects.properties[id] else {
            return
        }
        for (name, value) in set { object.properties[name] = value }
    }

    /// What lasts, as messages.
    func lastingMessages(_ state: MIDIState) -> [WireMessage] {
        var messages: [WireMessage] = objects.identifiers.inOrder.map { .identifier(key: $0.key, value: $0.value) }
        for (id, properties) in objects.properties.inOrder {
            for (name, value) in properties {
                messages.append(.property(UInt64(UInt32(bitPattern: id)), name: name, value: value))
            }
        }
        for device in state.externalDevices.compactMap({ state.objects[$0] }) {
            for part in state.tree(below: device) {
                guard case .object(var object)? = state.description(of: part).first else { continue }
                // The numbers of processes mean nothing later.
                (object.id, object.owner) = (UInt64(part.reference), UInt64(part.owner))
                messages.append(.object(object))
            }
        }
        messages += state.thrus.compactMap { state.objects[$0] }.compactMap { description(of: $0) }
        return messages
    }
}
