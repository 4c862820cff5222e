package import AudioCore
internal import MIDIEvents

// Endpoints of one device or program in both directions, and who else hears what a virtual destination gets.
extension MIDISystem {
    /// Whether a virtual endpoint is one of this process.
    package func isOwnVirtual(_ reference: UInt32) -> Bool {
        state.withLock { state in
            guard let object = state.objects[reference] else { return false }
            return state.isVirtual(object) && object.owner != 0
        }
    }

    /// The destination that a program means by an entity or a destination: the first one of an entity.
    package func destination(_ reference: UInt32) -> UInt32? {
        state.withLock { state in
            guard let object = state.objects[reference] else { return nil }
            if object.kind == .destination { return reference }
            return object.kind == .entity ? state.parts(of: reference, .destination).first : nil
        }
    }

    package func isEndpoint(_ reference: UInt32) -> Bool {
        state.withLock { $0.objects[reference]?.isEndpoint ?? false }
    }

    /// The source through which what is behind a destination answers, or the destination behind a source.
    ///
    /// That of an entity's endpoint is the one at the same place in the entity. A virtual endpoint names its own by the property
    /// `associated endpoint`; without that, it is the one of the same program with the same name.
    package func partner(of reference: UInt32) -> UInt32? {
        state.withLock { state in
            guard let object = state.objects[reference], object.isEndpoint else { return nil }
            let other: MIDIObject.Kind = object.kind == .source ? .destination : .source
            if let id = state.integer("associated endpoint", of: object), let found = state.object(uniqueID: id),
                found.kind == other
            {
                return found.reference
            }
            if !state.isVirtual(object) {
                let others = state.parts(of: object.owner, other)
                let place = state.parts(of: object.owner, object.kind).firstIndex(of: reference) ?? 0
                return others.indices.contains(place) ? others[place] : others.first
            }
            return state.virtualEndpoints.first { candidate in
                guard let candidate = state.objects[candidate], candidate.kind == other else { return false }
                return candidate.owner == object.owner
                    && state.string(MIDIKey.name, of: candidate) == state.string(MIDIKey.name, of: object)
            }
        }
    }

    /// Has an input port hear what a virtual destination of this process gets, beside the receiver of the destination.
    package func listen(
        _ port: UInt32, toDestination reference: UInt32, refCon: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        nonisolated(unsafe) let refCon = refCon
        try change { state throws(AudioError) in
            let port = try state.object(port, .inputPort, else: .midiPort)
            let destination = try state.endpoint(reference, .destination)
            guard state.isVirtual(destination), destination.owner != 0, let receiver = port.receiver else {
                throw .midiNotPermitted
            }
            let replaced = destination.connections.filter { $0.owner == port.reference }
            destination.connections.removeAll { $0.owner == port.reference }
            destination.connections.append(Connection(.client(receiver), owner: port.reference, refCon: refCon))
            return (replaced, [])
        }
    }

    /// Has an input port hear no more what a destination gets.
    package func stopListening(_ port: UInt32, toDestination reference: UInt32) {
        try? change { state throws(AudioError) in
            guard let destination = state.objects[reference] else { return ([], []) }
            let ended = destination.connections.filter { $0.owner == port }
            destination.connections.removeAll { $0.owner == port }
            return (ended, [])
        }
    }
}
