import Foundation

/// A message of MIDI Capability Inquiry: a universal system exclusive message with the sub-identifier 0x0D.
struct InquiryMessage: Equatable {
    /// The whole group of an endpoint, as a message addresses it.
    static let group: UInt8 = 0x7E
    /// The whole function block, or the whole port.
    static let block: UInt8 = 0x7F
    /// The identifier that means everybody.
    static let everybody: UInt32 = 0x0FFF_FFFF
    /// The version of messages to devices whose version is not known.
    static let newestVersion: UInt8 = 2

    /// What the message is about: a channel from 0 to 15, `group` or `block`.
    var address: UInt8 = block
    var type: UInt8
    var version: UInt8 = newestVersion
    /// Identifiers of 28 bits.
    var source: UInt32
    var destination: UInt32
    var body: [UInt8] = []

    init(
        _ type: UInt8, about address: UInt8 = block, version: UInt8 = newestVersion, from source: UInt32,
        to destination: UInt32, _ body: [UInt8] = []
    ) {
        self.type = type
        self.address = address
        self.version = min(version, Self.newestVersion)
        self.source = source
        self.destination = destination
        self.body = body
    }

    /// Reads a whole system exclusive message. Nil where it is another one, or has bytes that none has.
    init?(_ message: [UInt8]) {
        guard message.count >= 15, message[0] == 0xF0, message[1] == 0x7E, message[3] == 0x0D,
            message[message.count - 1] == 0xF7, message.dropFirst().dropLast().allSatisfy({ $0 < 0x80 })
        else { return nil }
        address = message[2]
        type = message[4]
        version = message[5]
        source = Self.number(message[6..<10])
        destination = Self.number(message[10..<14])
        body = Array(message[14..<message.count - 1])
    }

    var bytes: [UInt8] {
        [0xF0, 0x7E, address, 0x0D, type, version] + Self.bytes(source, 4) + Self.bytes(destination, 4) + body + [0xF7]
    }

    /// A number of 7 bits a byte, the low ones first.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 7 | UInt32($1 & 0x7F) }
    }

    static func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(number >> (7 * UInt32($0)) & 0x7F) }
    }

    /// An identifier that is nobody's: those from 0x0FFFFF00 are reserved.
    static func newIdentifier() -> UInt32 { UInt32.random(in: 1..<0x0FFF_FF00) }
}

/// What a device states of itself where it asks who is there, or answers.
struct InquiryDevice: Equatable, Sendable {
    static let profiles: UInt8 = 1 << 2
    static let properties: UInt8 = 1 << 3
    /// The least that a message may be long, by the specification.
    static let leastSize: UInt32 = 512

    var manufacturer: [UInt8] = [0, 0, 0]
    var family: [UInt8] = [0, 0]
    var model: [UInt8] = [0, 0]
    var revision: [UInt8] = [0, 0, 0, 0]
    /// Bits of `MIDICICategoryOptions`.
    var categories: UInt8 = 0
    /// How long a message to it may be.
    var mostBytes: UInt32 = 0

    init() {}

    /// Reads the body of a question or an answer. Nil where it is too short.
    init?(_ body: [UInt8]) {
        guard body.count >= 16 else { return nil }
        manufacturer = Array(body[0..<3])
        family = Array(body[3..<5])
        model = Array(body[5..<7])
        revision = Array(body[7..<11])
        categories = body[11]
        mostBytes = InquiryMessage.number(body[12..<16])
    }

    /// The body of a question of a version, or of an answer.
    func body(version: UInt8, isAnswer: Bool) -> [UInt8] {
        let common = manufacturer + family + model + revision + [categories] + InquiryMessage.bytes(mostBytes, 4)
        guard version >= 2 else { return common }
        return common + (isAnswer ? [0, InquiryMessage.block] : [0])
    }
}

/// The five bytes of a profile, and bodies of messages about it.
struct InquiryProfile: Hashable, Sendable {
    static let size = 5
    let bytes: [UInt8]

    /// Nil where there are not five bytes of 7 bits.
    init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard self.bytes.count == Self.size, self.bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    }

    /// Reads a count and as many profiles, from a place that moves behind them.
    static func list(_ body: [UInt8], _ place: inout Int) -> [InquiryProfile]? {
        guard body.count >= place + 2 else { return nil }
        let count = Int(InquiryMessage.number(body[place..<place + 2]))
        place += 2
        guard count <= (body.count - place) / size else { return nil }
        defer { place += count * size }
        return (0..<count).compactMap { InquiryProfile(body[place + $0 * size..<place + ($0 + 1) * size]) }
    }

    static func body(_ profiles: [InquiryProfile]) -> [UInt8] {
        InquiryMessage.bytes(UInt32(profiles.count), 2) + profiles.flatMap(\.bytes)
    }

    /// The body of a message that turns the profile on or off, or reports it, which has the number of channels from version 2 on.
    func body(channels: Int, version: UInt8) -> [UInt8] {
        bytes + (version >= 2 ? InquiryMessage.bytes(UInt32(clamping: channels), 2) : [])
    }
}

/// Puts system exclusive messages of packets together.
struct ExclusiveCollector {
    /// A message that is longer is left out.
    static let mostBytes = 1 << 16

    private var bytes: [UInt8] = []
    private var isInside = false

    /// Takes the bytes of a packet, and calls `body` with each message that ends in it.
    mutating func take(_ packet: some Sequence<UInt8>, _ body: ([UInt8]) -> Void) {
        for byte in packet {
            switch byte {
            case 0xF0: (bytes, isInside) = ([0xF0], true)
            case 0xF7 where isInside:
                body(bytes + [0xF7])
                (bytes, isInside) = ([], false)
            case 0xF8...: continue
            case 0x80...: (bytes, isInside) = ([], false)
            default:
                guard isInside else { continue }
                bytes.append(byte)
                if bytes.count >= Self.mostBytes { (bytes, isInside) = ([], false) }
            }
        }
    }
}
