internal import AudioCore
internal import MIDIEvents

/// All objects of a system. Guarded by its lock.
struct MIDIState {
    private(set) var objects: [UInt32: MIDIObject] = [:]
    private var byUniqueID: [Int32: UInt32] = [:]
    /// In the order in which they were made.
    private(set) var clients: [UInt32] = []
    private(set) var virtualEndpoints: [UInt32] = []
    private(set) var thrus: [UInt32] = []
    /// Those in the setup.
    var devices: [UInt32] = []
    var externalDevices: [UInt32] = []
    /// The devices of transports by the keys that these have given them.
    var transportDevices: [String: [String: UInt32]] = [:]
    /// Objects that were removed. They hold functions of clients, and so they go away outside the lock: `MIDISystem.change` takes them.
    private(set) var removed: [MIDIObject] = []
    /// Who shares the objects with other processes.
    var sharing: (any ObjectSharing)?
    private var lastReference: UInt32 = 0x10_0000

    // MARK: Objects

    /// - Parameters:
    ///   - key: what the unique identifier follows from, unless it is given.
    ///   - uniqueID: one that no other object has.
    mutating func make(
        _ kind: MIDIObject.Kind, owner: MIDIObject? = nil, isExternal: Bool = false, key: String? = nil,
        uniqueID: Int32? = nil
    ) -> MIDIObject {
        lastReference += 1
        let object = MIDIObject(lastReference, kind, owner: owner?.reference ?? 0, isExternal: isExternal)
        objects[lastReference] = object
        switch kind {
        case .client: clients.append(lastReference)
        case .thru: thrus.append(lastReference)
        case .source, .destination:
            if owner == nil || owner?.kind == .client { virtualEndpoints.append(lastReference) }
        default: break
        }
        owner?.parts.append(lastReference)
        if object.isPublic {
            let id = uniqueID ?? freeID(&object.key, key)
            object.properties[MIDIKey.uniqueID] = .integer(id)
            byUniqueID[id] = lastReference
        }
        return object
    }

    /// Removes an object and its parts. Returns the connections that end with them, which the caller closes.
    mutating func remove(_ object: MIDIObject) -> [Connection] {
        var ended: [Connection] = []
        for part in object.parts { if let part = objects[part] { ended += remove(part) } }
        objects[object.reference] = nil
        removed.append(object)
        sharing?.forget(object)
        if case .integer(let id)? = object.properties[MIDIKey.uniqueID] { byUniqueID[id] = nil }
        objects[object.owner]?.parts.removeAll { $0 == object.reference }
        let isOther = { (reference: UInt32) in reference != object.reference }
        switch object.kind {
        case .client: clients = clients.filter(isOther)
        case .thru: thrus = thrus.filter(isOther)
        case .device:
            devices = devices.filter(isOther)
            externalDevices = externalDevices.filter(isOther)
        case .source, .destination:
            virtualEndpoints = virtualEndpoints.filter(isOther)
            ended += object.connections
        default: break
        }
        if object.kind == .inputPort || object.kind == .thru {
            for source in objects.values where source.kind == .source {
                ended += source.connections.filter { $0.owner == object.reference }
                source.connections.removeAll { $0.owner == object.reference }
            }
        }
        object.notices?.close()
        return ended
    }

    mutating func takeRemoved() -> [MIDIObject] {
        defer { removed = [] }
        return removed
    }

    func object(_ reference: UInt32, _ kind: MIDIObject.Kind, else error: AudioError) throws(AudioError) -> MIDIObject {
        guard let object = objects[reference], object.kind == kind else { throw error }
        return object
    }

    /// The unique identifier for a key, which is the same each time unless another object has it; a random one without a key.
    ///
    /// - Parameter own: gets the key with a number, which objects of the same key do not share.
    func freeID(_ own: inout String, _ key: String?) -> Int32 {
        let isFree = { (id: Int32) in id != 0 && byUniqueID[id] == nil }
        for number in 0..<(key == nil ? 0 : UniqueIDs.mostAlike) {
            own = "\(key ?? "")\u{0}\(number)"
            let id = sharing?.identifier(of: own) ?? UniqueIDs.identifier(of: own)
            if isFree(id) { return id }
        }
        own = ""
        while true {
            let id = Int32.random(in: .min ... .max)
            if isFree(id) { return id }
        }
    }

    func object(uniqueID: Int32) -> MIDIObject? { byUniqueID[uniqueID].flatMap { objects[$0] } }

    mutating func changeUniqueID(of object: MIDIObject, to id: Int32) throws(AudioError) {
        guard id != 0, byUniqueID[id].map({ $0 == object.reference }) ?? true else { throw .midiIDNotUnique }
        if case .integer(let old)? = object.properties[MIDIKey.uniqueID] { byUniqueID[old] = nil }
        byUniqueID[id] = object.reference
    }

    var hasClientsOfPrograms: Bool { clients.contains { objects[$0]?.isOwn == false } }

    // MARK: Endpoints

    /// A source, or a destination.
    func endpoint(_ reference: UInt32, _ kind: MIDIObject.Kind) throws(AudioError) -> MIDIObject {
        guard let object = objects[reference], object.isEndpoint else { throw .midiEndpoint }
        guard object.kind == kind else { throw .midiEndpointType }
        return object
    }

    /// Whether an endpoint is one of a program, of this process or of another.
    func isVirtual(_ object: MIDIObject) -> Bool {
        object.isEndpoint && (object.owner == 0 || objects[object.owner]?.kind == .client)
    }

    /// All sources or destinations that are neither private nor unplugged: those of devices, then virtual ones.
    func endpoints(_ kind: MIDIObject.Kind) -> [UInt32] {
        let ofDevices = devices.flatMap { objects[$0]?.parts ?? [] }.flatMap { objects[$0]?.parts ?? [] }
        return (ofDevices + virtualEndpoints).filter { reference in
            guard let object = objects[reference], object.kind == kind else { return false }
            return integer(MIDIKey.isPrivate, of: object) ?? 0 == 0 && integer(MIDIKey.offline, of: object) ?? 0 == 0
        }
    }

    func parts(of reference: UInt32, _ kind: MIDIObject.Kind) -> [UInt32] {
        guard let object = objects[reference], object.kind == .device || object.kind == .entity else { return [] }
        return object.parts.filter { objects[$0]?.kind == kind }
    }

    // MARK: Properties

    /// A property of an object, or of what it is a part of.
    func value(_ name: String, of object: MIDIObject) -> MIDIValue? {
        if let value = object.properties[name] { return value }
        guard object.kind == .entity || object.isEndpoint, let owner = objects[object.owner], owner.kind != .client,
            name != MIDIKey.uniqueID
        else { return nil }
        return value(name, of: owner)
    }

    func integer(_ name: String, of object: MIDIObject) -> Int32? {
        guard case .integer(let value)? = value(name, of: object) else { return nil }
        return value
    }

    func string(_ name: String, of object: MIDIObject) -> String? {
        guard case .string(let value)? = value(name, of: object) else { return nil }
        return value
    }

    /// The name to show: that of an endpoint has its device's in front where another endpoint has the same name.
    func displayName(of object: MIDIObject) -> String? {
        guard let name = string(MIDIKey.name, of: object) else { return nil }
        guard object.isEndpoint, let entity = objects[object.owner], let device = objects[entity.owner],
            let deviceName = string(MIDIKey.name, of: device), !name.hasPrefix(deviceName)
        else { return name }
        let isUnique = objects.values.allSatisfy {
            $0 === object || $0.kind != object.kind || string(MIDIKey.name, of: $0) != name
        }
        return isUnique ? name : "\(deviceName) \(name)"
    }

    func tree(of object: MIDIObject, deep: Bool) -> MIDIPropertyTree {
        var tree = MIDIPropertyTree(properties: object.properties.values)
        guard deep else { return tree }
        func trees(_ kind: MIDIObject.Kind) -> [MIDIPropertyTree] {
            parts(of: object.reference, kind).compactMap { objects[$0] }.map { self.tree(of: $0, deep: true) }
        }
        if object.kind == .device { tree.entities = trees(.entity) }
        if object.kind == .entity { (tree.sources, tree.destinations) = (trees(.source), trees(.destination)) }
        return tree
    }

    /// The ways into sources that have got their first listener, or lost their last.
    func takeListenerChanges() -> [any MIDIWayIn] {
        var changes: [any MIDIWayIn] = []
        for entity in transportDevices.values.flatMap(\.values).flatMap({ objects[$0]?.parts ?? [] }) {
            for source in objects[entity]?.parts.compactMap({ objects[$0] }) ?? [] {
                guard let place = source.place, let wayIn = place.wayIn, place.wasHeard == source.connections.isEmpty
                else { continue }
                source.place?.wasHeard = !place.wasHeard
                changes.append(wayIn)
            }
        }
        return changes
    }

    // MARK: Notices

    /// Notifies all clients, and then of a change as such.
    func notify(_ notice: MIDINotice) {
        for client in clients {
            objects[client]?.notices?.post(notice)
            objects[client]?.notices?.post(.setupChanged)
        }
    }

    func notifyAdded(_ object: MIDIObject) {
        sharing?.added(object, self)
        let (parent, type) = parent(of: object)
        notify(.added(parent: parent, parentType: type, child: object.reference, childType: object.type))
    }

    /// Reports a persistent thru connection, which is new or has other rules, to other processes and to clients.
    func notifyThruChanged(_ thru: MIDIObject) {
        sharing?.changed(thru)
        notify(.thruConnectionsChanged)
    }

    func notifyRemoved(_ object: MIDIObject) {
        sharing?.removed(object)
        let (parent, type) = parent(of: object)
        notify(.removed(parent: parent, parentType: type, child: object.reference, childType: object.type))
    }

    /// Devices and virtual endpoints have none.
    private func parent(of object: MIDIObject) -> (UInt32, Int32) {
        guard let owner = objects[object.owner], owner.kind != .client else { return (0, -1) }
        return (owner.reference, owner.type)
    }
}
