internal import AudioCore

/// What the processes of a user send each other about their objects, by way of the server.
///
/// Each message is one of the socket's: the number of its kind, then its fields, little-endian. Lists of MIDI messages have a form of
/// their own, `WireList`.
enum WireMessage: Equatable {
    /// The first of a client: the version that it speaks, and the name of its program.
    case hello(version: UInt16, name: String)
    /// The first of the server, to who speaks its version: the number under which the client's objects are known.
    case welcome(version: UInt16, number: UInt32)
    /// All objects that there are have been described.
    case complete
    /// An object is there.
    case object(WireObject)
    /// An object is gone, and with it its parts.
    case removed(UInt64)
    /// A property has a value, or none any longer.
    case property(UInt64, name: String, value: MIDIValue?)
    /// The server has taken a property that the client has set.
    case taken(UInt64, name: String)
    /// Whether anybody hears a source.
    case heard(UInt64, Bool)
    /// Drops what a stream's process has sent for later: to one destination, or for 0 to all.
    case flush(UInt64, stream: UInt32)
    /// A persistent thru connection is there, or has other rules.
    case thru(UInt64, owner: String, rules: [UInt8])
    /// The unique identifier that the endpoint of a key has got from its program.
    case identifier(key: String, value: Int32)

    /// A channel to another process, which the server gives to both. A descriptor comes with it.
    case channel(UInt32)
    /// A client has taken its end of the channel to another. The server passes that on to the other one, which may send by it then.
    case accepted(UInt32)
    /// From now on, what a client sends to another goes by their channel. The server passes that on to the other one, which has got
    /// everything that was sent before then. Where lists have gone by the server as the channel had no room, it is sent by both ways, and
    /// what follows in the channel waits for the one by the server.
    case direct(UInt32)
    /// Whether another process, which there is a channel to, hears a source.
    case listener(UInt64, number: UInt32, Bool)
    /// A channel has ended, or one that was given cannot be used.
    case noChannel(UInt32)

    static let version: UInt16 = 3
    /// Bytes that a message has at most.
    static let mostBytes = 128 << 10

    static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

/// An object as other processes know it.
struct WireObject {
    /// The number of the process that has made it, and its reference there.
    var id: UInt64
    /// The device of an entity, or the entity of an endpoint; 0 for none.
    var owner: UInt64
    var kind: MIDIObject.Kind
    var isExternal: Bool
    /// What its unique identifier follows from.
    var key: String
    var properties: [(name: String, value: MIDIValue)]

    /// The process that has made it.
    var number: UInt32 { UInt32(truncatingIfNeeded: id >> 32) }

    /// Bytes that the server counts for it.
    var size: Int {
        properties.reduce(SharingLimits.objectBytes + key.utf8.count) { $0 + MIDIProperties.size($1.name, $1.value) }
    }

    var uniqueID: Int32? {
        for case (MIDIKey.uniqueID, .integer(let id)) in properties { return id }
        return nil
    }
}

// MARK: Writing

extension WireMessage {
    private enum Code: UInt32 {
        case hello = 0x4D49_4449
        case welcome = 1
        case complete, object, removed, property, taken, heard, flush, thru, identifier, channel, direct, listener,
            noChannel, accepted
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .hello(let version, let name):
            writer.begin(Code.hello.rawValue)
            writer.little(version)
            writer.text(name)
        case .welcome(let version, let number):
            writer.begin(Code.welcome.rawValue)
            writer.little(version)
            writer.little(number)
        case .complete: writer.begin(Code.complete.rawValue)
        case .object(let object):
            writer.begin(Code.object.rawValue)
            object.write(to: &writer)
        case .removed(let id):
            writer.begin(Code.removed.rawValue)
            writer.little(id)
        case .property(let id, let name, let value):
            writer.begin(Code.property.rawValue)
            writer.little(id)
            writer.text(name)
            writer.value(value)
        case .taken(let id, let name):
            writer.begin(Code.taken.rawValue)
            writer.little(id)
            writer.text(name)
        case .heard(let id, let isHeard):
            writer.begin(Code.heard.rawValue)
            writer.little(id)
            writer.little(UInt8(isHeard ? 1 : 0))
        case .flush(let id, let stream):
            writer.begin(Code.flush.rawValue)
            writer.little(id)
            writer.little(stream)
        case .thru(let id, let owner, let rules):
            writer.begin(Code.thru.rawValue)
            writer.little(id)
            writer.text(owner)
            writer.data(rules)
        case .identifier(let key, let value):
            writer.begin(Code.identifier.rawValue)
            writer.text(key)
            writer.little(value)
        case .channel(let number): writer.number(number, Code.channel.rawValue)
        case .accepted(let number): writer.number(number, Code.accepted.rawValue)
        case .direct(let number): writer.number(number, Code.direct.rawValue)
        case .listener(let id, let number, let isHeard):
            writer.begin(Code.listener.rawValue)
            writer.little(id)
            writer.little(number)
            writer.little(UInt8(isHeard ? 1 : 0))
        case .noChannel(let number): writer.number(number, Code.noChannel.rawValue)
        }
        return writer.bytes
    }

    /// - Throws: `parameter` or `endOfFile` where the bytes are not those of a message.
    init(parsing bytes: ArraySlice<UInt8>) throws(AudioError) {
        var reader = ByteReader(bytes)
        guard let code = Code(rawValue: try reader.little()) else { throw .parameter }
        switch code {
        case .hello: self = .hello(version: try reader.little(), name: try reader.text())
        case .welcome: self = .welcome(version: try reader.little(), number: try reader.little())
        case .complete: self = .complete
        case .object: self = .object(try WireObject(parsing: &reader))
        case .removed: self = .removed(try reader.little())
        case .property:
            self = .property(try reader.little(), name: try reader.text(), value: try reader.value())
        case .taken: self = .taken(try reader.little(), name: try reader.text())
        case .heard: self = .heard(try reader.little(), try reader.little(UInt8.self) != 0)
        case .flush: self = .flush(try reader.little(), stream: try reader.little())
        case .thru: self = .thru(try reader.little(), owner: try reader.text(), rules: try reader.data())
        case .identifier: self = .identifier(key: try reader.text(), value: try reader.little())
        case .channel: self = .channel(try reader.little())
        case .accepted: self = .accepted(try reader.little())
        case .direct: self = .direct(try reader.little())
        case .listener:
            self = .listener(try reader.little(), number: try reader.little(), try reader.little(UInt8.self) != 0)
        case .noChannel: self = .noChannel(try reader.little())
        }
        guard reader.isAtEnd else { throw .parameter }
    }
}

extension WireObject {
    /// Properties that an object has at most where it is described.
    static let mostProperties = 1024
    private static let kinds: [MIDIObject.Kind] = [.device, .entity, .source, .destination]

    fileprivate func write(to writer: inout ByteWriter) {
        writer.little(id)
        writer.little(owner)
        writer.little(UInt8(Self.kinds.firstIndex(of: kind) ?? 0))
        writer.little(UInt8(isExternal ? 1 : 0))
        writer.text(key)
        writer.little(UInt16(properties.count))
        for (name, value) in properties {
            writer.text(name)
            writer.value(value)
        }
    }

    fileprivate init(parsing reader: inout ByteReader) throws(AudioError) {
        id = try reader.little()
        owner = try reader.little()
        let kind = Int(try reader.little(UInt8.self))
        guard Self.kinds.indices.contains(kind) else { throw .parameter }
        self.kind = Self.kinds[kind]
        isExternal = try reader.little(UInt8.self) != 0
        key = try reader.text()
        let count = Int(try reader.little(UInt16.self))
        guard count <= Self.mostProperties else { throw .parameter }
        properties = []
        for _ in 0..<count {
            let name = try reader.text()
            guard let value = try reader.value() else { throw .parameter }
            properties.append((name, value))
        }
    }
}

extension WireMessage {
    /// The process whose object a message is about, which has sent everything for it before.
    var author: UInt32? {
        switch self {
        case .removed(let id), .property(let id, _, _): UInt32(truncatingIfNeeded: id >> 32)
        default: nil
        }
    }
}

extension ByteWriter {
    fileprivate mutating func begin(_ code: UInt32) { little(code) }

    fileprivate mutating func number(_ number: UInt32, _ code: UInt32) {
        begin(code)
        little(number)
    }

    fileprivate mutating func text(_ text: String) { data(Array(text.utf8)) }

    fileprivate mutating func data(_ bytes: [UInt8]) {
        little(UInt32(bytes.count))
        append(bytes)
    }

    fileprivate mutating func value(_ value: MIDIValue?) {
        switch value {
        case nil: little(UInt8(0))
        case .integer(let number)?:
            little(UInt8(1))
            little(number)
        case .string(let text)?:
            little(UInt8(2))
            self.text(text)
        case .data(let bytes)?:
            little(UInt8(3))
            data(bytes)
        case .dictionary(let bytes)?:
            little(UInt8(4))
            data(bytes)
        }
    }
}

extension ByteReader {
    fileprivate mutating func text() throws(AudioError) -> String { String(decoding: try data(), as: UTF8.self) }

    fileprivate mutating func data() throws(AudioError) -> [UInt8] {
        Array(try take(Int(try little(UInt32.self))))
    }

    fileprivate mutating func value() throws(AudioError) -> MIDIValue? {
        switch try little(UInt8.self) {
        case 0: nil
        case 1: .integer(try little())
        case 2: .string(try text())
        case 3: .data(try data())
        case 4: .dictionary(try data())
        default: throw .parameter
        }
    }
}
