package import AudioCore
internal import MIDIEvents

// Lists of objects, and their properties.
extension MIDISystem {
    package enum Kind: Sendable {
        case device, externalDevice, source, destination, entity

        var object: MIDIObject.Kind {
            switch self {
            case .device, .externalDevice: .device
            case .entity: .entity
            case .source: .source
            case .destination: .destination
            }
        }
    }

    /// All objects of a kind that are listed: entities are listed by their device.
    package func all(_ kind: Kind) -> [UInt32] {
        join()
        return state.withLock { state in
            switch kind {
            case .device: state.devices
            case .externalDevice: state.externalDevices
            case .source, .destination: state.endpoints(kind.object)
            case .entity: []
            }
        }
    }

    /// The entities of a device, or the sources or destinations of an entity.
    package func parts(of reference: UInt32, _ kind: Kind) -> [UInt32] {
        state.withLock { $0.parts(of: reference, kind.object) }
    }

    /// The device of an entity.
    package func device(of entity: UInt32) throws(AudioError) -> UInt32 {
        try state.withLock { state throws(AudioError) in try state.object(entity, .entity, else: .midiObject).owner }
    }

    /// The entity of an endpoint.
    package func entity(of endpoint: UInt32) throws(AudioError) -> UInt32 {
        try state.withLock { state throws(AudioError) in
            guard let object = state.objects[endpoint], object.isEndpoint, !state.isVirtual(object) else {
                throw .midiObject
            }
            return object.owner
        }
    }

    package func find(uniqueID: Int32) throws(AudioError) -> (reference: UInt32, type: Int32) {
        join()
        return try state.withLock { state throws(AudioError) in
            guard let object = state.object(uniqueID: uniqueID) else { throw .midiObject }
            return (object.reference, object.type)
        }
    }

    // MARK: Properties

    package func value(_ name: String, of reference: UInt32) throws(AudioError) -> MIDIValue {
        try state.withLock { state throws(AudioError) in
            guard let object = state.objects[reference] else { throw .midiObject }
            if name == MIDIKey.displayName, let text = state.displayName(of: object) { return .string(text) }
            guard let value = state.value(name, of: object) else { throw .midiProperty }
            return value
        }
    }

    package func integer(_ name: String, of reference: UInt32) throws(AudioError) -> Int32 {
        guard case .integer(let value) = try value(name, of: reference) else { throw .midiPropertyType }
        return value
    }

    package func string(_ name: String, of reference: UInt32) throws(AudioError) -> String {
        guard case .string(let value) = try value(name, of: reference) else { throw .midiPropertyType }
        return value
    }

    package func data(_ name: String, of reference: UInt32) throws(AudioError) -> [UInt8] {
        guard case .data(let value) = try value(name, of: reference) else { throw .midiPropertyType }
        return value
    }

    /// The property list in the binary form.
    package func dictionary(_ name: String, of reference: UInt32) throws(AudioError) -> [UInt8] {
        guard case .dictionary(let value) = try value(name, of: reference) else { throw .midiPropertyType }
        return value
    }

    package func properties(of reference: UInt32, deep: Bool) throws(AudioError) -> MIDIPropertyTree {
        try state.withLock { state throws(AudioError) in
            guard let object = state.objects[reference] else { throw .midiObject }
            return state.tree(of: object, deep: deep)
        }
    }

    package func set(_ name: String, of reference: UInt32, to value: MIDIValue) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard let object = state.objects[reference] else { throw .midiObject }
            try Self.check(name, value)
            guard object.properties[name] != value else { return }
            guard object.properties.hasRoom(for: value, name) else {
                throw .midiNotPermitted.because("the object has too many properties, or too large ones")
            }
            if name == MIDIKey.uniqueID, case .integer(let id) = value {
                guard object.isPublic else { throw .midiNotPermitted }
                try state.changeUniqueID(of: object, to: id)
                connectThrus(to: object, uniqueID: id, &state)
            }
            object.properties[name] = value
            notifyChanged(name, object, state)
        }
    }

    /// The types of the properties that the system reads.
    static func check(_ name: String, _ value: MIDIValue) throws(AudioError) {
        switch (name, value) {
        case (MIDIKey.displayName, _): throw .midiNotPermitted
        case (MIDIKey.name, .string), (MIDIKey.manufacturer, .string), (MIDIKey.model, .string): return
        case (MIDIKey.name, _), (MIDIKey.manufacturer, _), (MIDIKey.model, _): throw .midiPropertyType
        case (MIDIKey.protocolID, .integer(let number)):
            if number != 1, number != 2 { throw .midiUnknown.because("there is no such MIDI protocol") }
        case (_, .integer): return
        case (MIDIKey.uniqueID, _), (MIDIKey.isPrivate, _), (MIDIKey.offline, _), (MIDIKey.protocolID, _),
            (MIDIKey.scheduleAhead, _), (MIDIKey.maxSysExSpeed, _):
            throw .midiPropertyType
        default: return
        }
    }

    package func removeProperty(_ name: String, of reference: UInt32) throws(AudioError) {
        try state.withLock { state throws(AudioError) in
            guard let object = state.objects[reference] else { throw .midiObject }
            guard name != MIDIKey.uniqueID, name != MIDIKey.displayName else { throw .midiNotPermitted }
            guard object.properties.removeValue(forKey: name) != nil else { throw .midiProperty }
            notifyChanged(name, object, state)
        }
    }

    func notifyChanged(_ name: String, _ object: MIDIObject, _ state: MIDIState) {
        guard object.isPublic else { return }
        state.sharing?.changed(name, object)
        state.notify(.propertyChanged(object: object.reference, type: object.type, name: name))
    }
}
