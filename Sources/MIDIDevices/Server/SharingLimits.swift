/// How much there is at most of what the processes of a user share. The server holds all of it, describes it to each program that comes,
/// and writes what lasts to its file.
enum SharingLimits {
    /// Properties that an object has at most.
    static let mostProperties = 2048
    /// Bytes of the properties of one object.
    static let mostObjectBytes = 256 << 10
    /// Bytes of one property, name and value, which one message carries.
    static let mostPropertyBytes = 120 << 10
    /// Objects that a program shares at one time.
    static let mostObjects = 16384
    /// Bytes of the objects that a program shares at one time.
    static let mostProgramBytes = 4 << 20
    /// Bytes of all objects, beside those that each program may share in any case. All descriptions fit into what may wait for a program
    /// that has just come.
    static let mostBytes = 8 << 20
    /// Bytes of objects that a program may share, however much others share.
    static let ownBytes = 3 << 10
    /// Persistent thru connections, and those of one program that is there.
    static let mostThrus = 8192
    static let mostThrusOfProgram = 2048

    /// External devices with their parts, and thru connections, that programs leave behind when they go: of one program, and of all.
    /// Beyond that, what was made longest ago is removed.
    static let mostLeft = 4096
    static let mostLeftOfProgram = 2048
    static let mostLeftBytes = 2 << 20
    static let mostLeftBytesOfProgram = 1 << 20

    /// Objects of which properties last, endpoints of which identifiers last, and the bytes of each.
    static let mostLasting = 8192
    static let mostLastingBytes = 4 << 20
    /// Bytes of what lasts that one program has set since it came.
    static let mostLastingBytesOfProgram = 1 << 20

    /// Bytes that an object takes beside its properties, about.
    static let objectBytes = 64
}

/// The properties of an object, and how many bytes they have.
struct MIDIProperties: Sequence {
    private(set) var values: [String: MIDIValue] = [:]
    private(set) var size = 0

    static func size(_ name: String, _ value: MIDIValue?) -> Int { name.utf8.count + (value?.size ?? 0) + 8 }

    var count: Int { values.count }
    var names: Dictionary<String, MIDIValue>.Keys { values.keys }

    subscript(name: String) -> MIDIValue? {
        get { values[name] }
        set {
            if let previous = values[name] { size -= Self.size(name, previous) }
            if let newValue { size += Self.size(name, newValue) }
            values[name] = newValue
        }
    }

    mutating func removeValue(forKey name: String) -> MIDIValue? {
        defer { self[name] = nil }
        return values[name]
    }

    /// Whether a property can have a value within the limits for an object.
    func hasRoom(for value: MIDIValue, _ name: String) -> Bool {
        let added = Self.size(name, value)
        let previous = values[name].map { Self.size(name, $0) }
        return added <= SharingLimits.mostPropertyBytes
            && size - (previous ?? 0) + added <= SharingLimits.mostObjectBytes
            && (previous != nil || count < SharingLimits.mostProperties)
    }

    func makeIterator() -> Dictionary<String, MIDIValue>.Iterator { values.makeIterator() }
}

/// How much programs share, by the numbers of their processes. What is the server's own, or was left by a program that has gone, has the
/// number 0.
struct SharingUsage {
    private struct Share {
        var objects = 0
        var thrus = 0
        var bytes = 0

        mutating func add(_ object: MIDIObject, _ number: Int) {
            objects += number
            if object.kind == .thru { thrus += number }
        }
    }

    private var shares: [UInt32: Share] = [:]
    private(set) var bytes = 0

    /// A program has come.
    mutating func begin(_ number: UInt32) { shares[number] = Share() }

    /// Whether a program may share one more object of a size.
    func hasRoom(for size: Int, of number: UInt32) -> Bool {
        (shares[number]?.objects ?? 0) < SharingLimits.mostObjects && canGrow(by: size, number)
    }

    /// Whether a program may have one more thru connection that lasts, of a size.
    func hasRoomForThru(of size: Int, _ number: UInt32) -> Bool {
        (shares[number]?.thrus ?? 0) < SharingLimits.mostThrusOfProgram && hasRoom(for: size, of: number)
    }

    /// Whether what a program shares may grow by some bytes.
    func canGrow(by size: Int, _ number: UInt32) -> Bool {
        guard size > 0 else { return true }
        let own = (shares[number]?.bytes ?? 0) + size
        guard number == 0 || own <= SharingLimits.mostProgramBytes else { return false }
        return bytes + size <= SharingLimits.mostBytes || number != 0 && own <= SharingLimits.ownBytes
    }

    /// Whether a program is there.
    func isThere(_ number: UInt32) -> Bool { number != 0 && shares[number] != nil }

    /// Counts what an object has now.
    mutating func count(_ object: MIDIObject) {
        guard var shared = object.shared else { return }
        let size = Self.size(of: object)
        let number = shares[shared.number] == nil ? 0 : shared.number
        if shares[number] == nil { shares[number] = Share() }
        if shared.countedBytes == 0 { shares[number]?.add(object, 1) }
        shares[number]?.bytes += size - shared.countedBytes
        bytes += size - shared.countedBytes
        shared.countedBytes = size
        object.shared = shared
    }

    /// An object has gone.
    mutating func remove(_ object: MIDIObject) {
        guard let shared = object.shared, shared.countedBytes > 0 else { return }
        let number = shares[shared.number] == nil ? 0 : shared.number
        shares[number]?.add(object, -1)
        shares[number]?.bytes -= shared.countedBytes
        bytes -= shared.countedBytes
        object.shared?.countedBytes = 0
    }

    /// A program has gone. What it leaves behind is nobody's.
    mutating func end(_ number: UInt32) {
        guard let left = shares.removeValue(forKey: number) else { return }
        shares[0, default: Share()].objects += left.objects
        shares[0]?.thrus += left.thrus
        shares[0, default: Share()].bytes += left.bytes
    }

    private static func size(of object: MIDIObject) -> Int {
        SharingLimits.objectBytes + object.key.utf8.count + object.properties.size
            + (object.persistentOwner?.utf8.count ?? 0) + (object.rules?.bytes.count ?? 0)
    }
}
