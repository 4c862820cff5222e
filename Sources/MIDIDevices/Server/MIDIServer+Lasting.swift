internal import AudioCore

// What lasts of what programs set. Under the system's lock.
extension MIDIServer {
    /// Bytes of the key of an endpoint whose identifier lasts.
    private static let mostKeyBytes = 1024

    /// Notes what lasts of a change that a program makes. False where there is no room for it: the change is refused then.
    func note(
        _ name: String, _ value: MIDIValue?, _ object: MIDIObject, by number: UInt32, _ state: MIDIState
    ) -> Bool {
        guard !state.isVirtual(object) else {
            guard name == MIDIKey.uniqueID, case .integer(let id)? = value, !object.key.isEmpty else { return true }
            if id == UniqueIDs.identifier(of: object.key) {
                objects.identifiers.remove(object.key)
            } else if noteIdentifier(id, of: object.key, by: number, state) {
                let origin = objects.origin
                objects.origin = nil
                broadcast(.identifier(key: object.key, value: id))
                objects.origin = origin
            }
            // Without room, the endpoint has another identifier the next time, as one without a key does.
            return true
        }
        guard case .integer(let id)? = object.properties[MIDIKey.uniqueID], name != MIDIKey.uniqueID else {
            return true
        }
        let described = object.place.map { $0.described[name] != nil } ?? MIDISystem.busNames.contains(name)
        return noteProperty(name, value, of: id, by: number, keepsRemoved: described && !object.isExternal, state)
    }

    @discardableResult
    func noteIdentifier(_ id: Int32, of key: String, by number: UInt32, _ state: MIDIState) -> Bool {
        guard key.utf8.count <= Self.mostKeyBytes else { return false }
        let growth = objects.identifiers[key] == nil ? key.utf8.count + 16 : 0
        return objects.identifiers.set(id, for: key, growth: growth, by: number) {
            let present = Set(state.virtualEndpoints.compactMap { state.objects[$0]?.key })
            return { present.contains($0) }
        }
    }

    /// - Parameter keepsRemoved: whether it is noted that a property was removed, as the device itself comes with it.
    @discardableResult
    func noteProperty(
        _ name: String, _ value: MIDIValue?, of id: Int32, by number: UInt32, keepsRemoved: Bool, _ state: MIDIState
    ) -> Bool {
        var values = objects.properties[id] ?? [:]
        let previous = values[name]
        let isNoted = value != nil || keepsRemoved
        if isNoted { values.updateValue(value, forKey: name) } else { values[name] = nil }
        guard !values.isEmpty else {
            objects.properties.remove(id)
            return true
        }
        guard previous != nil || !isNoted || values.count <= SharingLimits.mostProperties else { return false }
        let growth =
            (isNoted ? MIDIProperties.size(name, value) : 0) - (previous.map { MIDIProperties.size(name, $0) } ?? 0)
        return objects.properties.set(values, for: id, growth: growth, by: number) {
            return { state.object(uniqueID: $0) != nil }
        }
    }
}
