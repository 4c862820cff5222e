package import AudioCore
package import MIDIEvents

// Thru connections.
extension MIDISystem {
    /// - Parameter owner: nil for a connection that ends with the last client.
    package func createThru(_ rules: ThruRules, owner: String?) throws(AudioError) -> UInt32 {
        join()
        var reference: UInt32 = 0
        try change { state throws(AudioError) in
            guard owner == nil || state.thrus.count < SharingLimits.mostThrus, Self.fits(rules, owner) else {
                throw .midiNotPermitted.because(
                    "too many thru connections last, or the rules are too long for one that lasts")
            }
            let thru = state.make(.thru)
            thru.persistentOwner = owner
            install(rules, thru, &state)
            if owner != nil { state.notifyThruChanged(thru) }
            reference = thru.reference
            return ([], [])
        }
        return reference
    }

    /// Whether one message carries the rules of a connection that lasts.
    private static func fits(_ rules: ThruRules, _ owner: String?) -> Bool {
        guard let owner else { return true }
        return rules.bytes.count + owner.utf8.count <= SharingLimits.mostPropertyBytes
    }

    package func disposeThru(_ reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let thru = try state.object(reference, .thru, else: .midiObject)
            if thru.persistentOwner != nil { state.sharing?.removed(thru) }
            let ended = state.remove(thru)
            if thru.persistentOwner != nil { state.notify(.thruConnectionsChanged) }
            return (ended, [])
        }
    }

    /// The rules, with the references and unique identifiers of the endpoints as they are now.
    package func rules(of reference: UInt32) throws(AudioError) -> ThruRules {
        try state.withLock { state throws(AudioError) in
            guard var rules = try state.object(reference, .thru, else: .midiObject).rules else { throw .midiObject }
            for index in rules.sources.indices {
                rules.sources[index].reference = state.object(at: rules.sources[index], .source)?.reference ?? 0
            }
            for index in rules.destinations.indices {
                let place = rules.destinations[index]
                rules.destinations[index].reference = state.object(at: place, .destination)?.reference ?? 0
            }
            return rules
        }
    }

    package func setRules(_ rules: ThruRules, of reference: UInt32) throws(AudioError) {
        try change { state throws(AudioError) in
            let thru = try state.object(reference, .thru, else: .midiObject)
            guard Self.fits(rules, thru.persistentOwner) else {
                throw .midiNotPermitted.because("the rules are too long for a thru connection that lasts")
            }
            var ended: [Connection] = []
            for source in state.objects.values where source.kind == .source {
                ended += source.connections.filter { $0.owner == reference }
                source.connections.removeAll { $0.owner == reference }
            }
            install(rules, thru, &state)
            if thru.persistentOwner != nil { state.notifyThruChanged(thru) }
            return (ended, [])
        }
    }

    package func thrus(of owner: String) -> [UInt32] {
        join()
        return state.withLock { state in state.thrus.filter { state.objects[$0]?.persistentOwner == owner } }
    }

    /// Connects a source that has got the unique identifier of one that a connection waits for.
    func connectThrus(to source: MIDIObject, uniqueID: Int32, _ state: inout MIDIState) {
        guard source.kind == .source else { return }
        for thru in state.thrus.compactMap({ state.objects[$0] }) {
            guard passes(thru, state), let rules = thru.rules,
                !source.connections.contains(where: { $0.owner == thru.reference }),
                rules.sources.contains(where: { $0.uniqueID == uniqueID && state.objects[$0.reference] == nil })
            else { continue }
            source.connections.append(Connection(.thru(ThruLink(rules)), owner: thru.reference))
        }
    }

    /// Whether this process passes on what a connection connects: with a persistent one, the server does that.
    private func passes(_ thru: MIDIObject, _ state: MIDIState) -> Bool {
        thru.persistentOwner == nil || state.sharing?.leavesThrus != true
    }

    /// Connects the sources that are there.
    func install(_ rules: ThruRules, _ thru: MIDIObject, _ state: inout MIDIState) {
        var rules = rules
        func note(_ place: inout ThruRules.Place, _ kind: MIDIObject.Kind) -> MIDIObject? {
            guard let object = state.object(at: place, kind) else { return nil }
            if case .integer(let id)? = object.properties[MIDIKey.uniqueID] { place.uniqueID = id }
            return object
        }
        var connected: Set<UInt32> = []
        let passes = passes(thru, state)
        let link = { (rules: ThruRules) in Connection(.thru(ThruLink(rules)), owner: thru.reference) }
        for index in rules.destinations.indices { _ = note(&rules.destinations[index], .destination) }
        for index in rules.sources.indices {
            guard let source = note(&rules.sources[index], .source), connected.insert(source.reference).inserted else {
                continue
            }
            if passes { source.connections.append(link(rules)) }
        }
        thru.rules = rules
    }
}
