internal import MIDIEvents

/// An object of Core MIDI. Guarded by the lock of its system.
final class MIDIObject {
    enum Kind: Equatable {
        case client, inputPort, outputPort, device, entity, source, destination, thru

        /// The number of the type, `MIDIObjectType`, without the bit of external ones.
        var type: Int32 {
            switch self {
            case .device: 0
            case .entity: 1
            case .source: 2
            case .destination: 3
            case .client, .inputPort, .outputPort, .thru: -1
            }
        }
    }

    let reference: UInt32
    let kind: Kind
    let isExternal: Bool
    /// The device of an entity, the entity of an endpoint, the client of a port or a virtual endpoint; 0 for none.
    let owner: UInt32
    var properties = MIDIProperties()
    /// The entities of a device; the sources, then the destinations of an entity; the ports and virtual endpoints of a client.
    var parts: [UInt32] = []
    /// Where what comes from a source goes, or what is sent to a destination.
    var connections: [Connection] = [] {
        didSet { if oldValue.allSatisfy(\.isDirect) != connections.allSatisfy(\.isDirect) { reportHearing() } }
    }
    /// Whether a program of this process has described a device.
    var isMadeHere = false
    /// What the unique identifier follows from.
    var key = ""
    /// What other processes know of it; nil where they do not know it.
    var shared: SharedObject?
    /// Delivers a client's notifications; nil for other objects.
    var notices: NoticeChannel?
    /// Whether a client is the system's own: what ends with the last client of programs ends without it.
    var isOwn = false
    /// Receives what an input port hears; nil for other objects.
    var receiver: MIDIReceiver?
    /// What a thru connection does with messages; nil for other objects.
    var rules: ThruRules?
    var persistentOwner: String?
    /// Where a transport has the object that it describes; nil for others.
    var place: TransportPlace?

    init(_ reference: UInt32, _ kind: Kind, owner: UInt32 = 0, isExternal: Bool = false) {
        self.reference = reference
        self.kind = kind
        self.owner = owner
        self.isExternal = isExternal
    }

    var type: Int32 { isExternal && kind.type >= 0 ? kind.type | 0x10 : kind.type }
    var isEndpoint: Bool { kind == .source || kind == .destination }
    var isPort: Bool { kind == .inputPort || kind == .outputPort }
    /// Whether programs see changes of it.
    var isPublic: Bool { kind.type >= 0 }
}

/// A value of a property.
package enum MIDIValue: Sendable, Equatable {
    case integer(Int32)
    case string(String)
    case data([UInt8])
    /// A dictionary, as a property list in the binary form.
    case dictionary([UInt8])
}

/// The names of the properties that the system itself reads or sets.
enum MIDIKey {
    static let name = "name"
    static let manufacturer = "manufacturer"
    static let model = "model"
    static let uniqueID = "uniqueID"
    static let displayName = "displayName"
    static let isPrivate = "private"
    static let offline = "offline"
    static let protocolID = "protocol ID"
    static let scheduleAhead = "scheduleAheadMuSec"
    static let maxSysExSpeed = "maxSysExSpeed"
    static let embedded = "embedded"
}

/// The properties of an object, and those of its parts.
package struct MIDIPropertyTree: Sendable {
    package var properties: [String: MIDIValue]
    package var entities: [MIDIPropertyTree]?
    package var sources: [MIDIPropertyTree]?
    package var destinations: [MIDIPropertyTree]?
}
