internal import MIDIEvents

/// What shares the objects of a system with other processes: the link to the server, or the server itself.
///
/// All calls are made under the system's lock.
protocol ObjectSharing: AnyObject, Sendable {
    /// Whether another process passes on what persistent thru connections connect.
    var leavesThrus: Bool { get }

    /// The unique identifier that a program has given to the endpoint of a key.
    func identifier(of key: String) -> Int32?

    /// An object is there, with its parts.
    func added(_ object: MIDIObject, _ state: MIDIState)
    /// An object, with its parts, or a persistent thru connection is going away or gone.
    func removed(_ object: MIDIObject)
    /// An object goes away: for each part, too.
    func forget(_ object: MIDIObject)
    func changed(_ name: String, _ object: MIDIObject)
    /// A persistent thru connection is there, or has other rules.
    func changed(_ thru: MIDIObject)
}

/// What other processes know of an object.
struct SharedObject {
    /// The number of the process that has made it, and its reference there.
    var id: UInt64
    /// The way to the process in which its messages are, if that is another one.
    var home: PeerConnection?
    /// The connection to the server, counted by the client, by which the object is known.
    var session = 0
    /// Bytes that the server has counted for it; 0 before.
    var countedBytes = 0

    /// The number of the process that has made it.
    var number: UInt32 { UInt32(truncatingIfNeeded: id >> 32) }

    static func id(_ number: UInt32, _ reference: UInt32) -> UInt64 { UInt64(number) << 32 | UInt64(reference) }
}

extension MIDIObject {
    /// Reports to the process of a source whether this process listens to it.
    func reportHearing() {
        guard kind == .source, let shared, let home = shared.home else { return }
        home.send(.heard(shared.id, isHeardHere))
    }

    /// Whether somebody hears a source who does not get its lists by a channel.
    var isHeardHere: Bool { !connections.allSatisfy(\.isDirect) }

    /// Notes who hears a source, or how a destination is reached.
    func connect(to peer: PeerConnection, _ id: UInt64) {
        connections.append(Connection(.process(peer, id), owner: reference))
    }

    func disconnect(from peer: PeerConnection) {
        let kept = connections.filter { !$0.leads(to: peer) }
        if kept.count < connections.count { connections = kept }
    }
}

extension MIDIState {
    /// An object with all its parts, owners first.
    func tree(below object: MIDIObject) -> [MIDIObject] {
        guard object.kind == .device || object.kind == .entity else { return [object] }
        return [object] + object.parts.compactMap { objects[$0] }.flatMap { tree(below: $0) }
    }

    /// Whether an object is, or is a part of, a device that a program of this process has described and that is not external.
    ///
    /// Such a device is the program's own: other processes do not know it.
    func isDeviceOfProgram(_ object: MIDIObject) -> Bool {
        var device = object
        while device.kind != .device {
            guard let owner = objects[device.owner] else { return false }
            device = owner
        }
        return device.isMadeHere && !device.isExternal
    }

    /// The messages that describe a shared object. Large properties have messages of their own.
    func description(of object: MIDIObject) -> [WireMessage] {
        guard let shared = object.shared else { return [] }
        let owner = isVirtual(object) ? 0 : objects[object.owner]?.shared?.id ?? 0
        var described: [(String, MIDIValue)] = []
        var others: [WireMessage] = []
        var size = 0
        for (name, value) in object.properties {
            size += name.utf8.count + value.size
            if name == MIDIKey.uniqueID || size < 32 << 10 && described.count < WireObject.mostProperties - 1 {
                described.append((name, value))
            } else {
                others.append(.property(shared.id, name: name, value: value))
            }
        }
        let object = WireObject(
            id: shared.id, owner: owner, kind: object.kind, isExternal: object.isExternal, key: object.key,
            properties: described)
        return [.object(object)] + others
    }
}

extension ThruRules {
    /// The rules as other processes read them: with unique identifiers alone.
    var withoutReferences: ThruRules {
        var rules = self
        for index in rules.sources.indices { rules.sources[index].reference = 0 }
        for index in rules.destinations.indices { rules.destinations[index].reference = 0 }
        return rules
    }
}

extension MIDIValue {
    /// Bytes that the value has, about.
    var size: Int {
        switch self {
        case .integer: 8
        case .string(let text): text.utf8.count + 8
        case .data(let bytes), .dictionary(let bytes): bytes.count + 8
        }
    }
}

extension PeerConnection: Equatable {
    static func == (one: PeerConnection, other: PeerConnection) -> Bool { one === other }
}

/// In which process the messages of a stream come from.
enum StreamOrigin {
    private static let isElsewhere: UInt32 = 0x8000_0000
    private static let own: UInt32 = 0xF_FFFF

    /// The number of another process's stream, which differs from those of this process and of others.
    static func stream(_ stream: UInt32, of number: UInt32) -> UInt32 {
        isElsewhere | (number & 0x7FF) << 20 | stream & own
    }

    /// A stream that the server says comes from elsewhere.
    static func elsewhere(_ stream: UInt32) -> UInt32 { stream | isElsewhere }

    /// Whether a stream comes from this process.
    static func isHere(_ stream: UInt32) -> Bool { stream & isElsewhere == 0 }

    /// What the streams of another process have in common; nil for one of this process.
    static func process(_ stream: UInt32) -> UInt32? { isHere(stream) ? nil : stream & ~own }

    /// Whether two streams come from one process.
    static func isSame(_ one: UInt32, _ other: UInt32) -> Bool { one & ~own == other & ~own }
}
