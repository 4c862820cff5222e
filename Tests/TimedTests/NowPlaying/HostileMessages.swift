import NowPlaying
import TestSupport

/// Messages as bytes, of which the sizes and the types lie.
enum HostileMessages {
    /// A message as D-Bus writes it: the signature need not be that of the body, and the size not its size.
    private struct Message {
        var serial: UInt32 = 7
        var type: UInt8 = 1
        var endianness = UInt8(ascii: "l")
        var version: UInt8 = 1
        var sender = ":1.2"
        var interface = PlayerOnBus.properties
        var member = "Set"
        var signature = "ssv"
        var body: [UInt8] = []
        /// Nil for those that they are.
        var bodySize: UInt32?
        var fieldsSize: UInt32?

        var bytes: [UInt8] {
            var fields = Bytes()
            fields.field(1, "o", PlayerOnBus.path)
            fields.field(2, "s", interface)
            fields.field(3, "s", member)
            fields.field(7, "s", sender)
            fields.field(8, "g", signature)
            var head = Bytes()
            head.bytes = [endianness, type, 0, version]
            head.number(bodySize ?? UInt32(body.count))
            head.number(serial)
            head.number(fieldsSize ?? UInt32(fields.bytes.count))
            head.bytes += fields.bytes
            head.align(8)
            return head.bytes + body
        }
    }

    private struct Bytes {
        var bytes: [UInt8] = []

        mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

        mutating func number(_ value: UInt32) {
            align(4)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }

        mutating func text(_ text: String, size: UInt32? = nil) {
            number(size ?? UInt32(text.utf8.count))
            bytes += Array(text.utf8) + [0]
        }

        mutating func signature(_ text: String) { bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0] }

        mutating func field(_ code: UInt8, _ type: String, _ value: String) {
            align(8)
            bytes.append(code)
            signature(type)
            if type == "g" { signature(value) } else { text(value) }
        }
    }

    /// Whole messages with values that are none: each of the sizes at its limits, types that are not there, and random bytes.
    static func bodies(seed: UInt64) -> [[UInt8]] {
        var random = SeededRandom(seed)
        var bodies: [(signature: String, bytes: [UInt8])] = []
        for size in [0, 1, 9, 1 << 16, 1 << 26, 1 << 27, UInt32.max - 4, .max] {
            var set = Bytes()
            set.text(PlayerOnBus.player)
            set.text("Volume", size: size)
            bodies.append(("ssv", set.bytes))
            var array = Bytes()
            array.number(size)
            array.text(PlayerOnBus.path)
            bodies += [("ao", array.bytes), ("aa{sv}", array.bytes), ("av", array.bytes), ("ay", array.bytes)]
        }
        for type in ["", "(", "a", "aaaaaaaaaaaaaaaa", "z", "vv", String(repeating: "v", count: 255), "a{vs}", "b"] {
            var set = Bytes()
            set.text(PlayerOnBus.player)
            set.text("Volume")
            set.signature(type)
            set.number(.max)
            bodies.append(("ssv", set.bytes))
        }
        // Variants in each other, deeper than D-Bus has them.
        bodies.append(("v", (0..<300).flatMap { _ in [1, UInt8(ascii: "v"), 0] }))
        for _ in 0..<400 {
            let (signature, bytes) = bodies[Int.random(in: 0..<bodies.count, using: &random)]
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) where !changed.isEmpty {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bodies.append((signature, changed))
        }
        return bodies.enumerated().map { number, body in
            var message = Message()
            (message.serial, message.signature, message.body) = (UInt32(number + 10), body.signature, body.bytes)
            // Each from another sender, none of which has had its share.
            message.sender = ":1.\(number % 200 + 10)"
            if body.signature.hasPrefix("a") {
                (message.interface, message.member) = (PlayerOnBus.trackList, "GetTracksMetadata")
            }
            return message.bytes
        }
    }

    /// Messages of which the beginning lies, so that nobody knows where the next one begins.
    static let heads: [[UInt8]] = {
        func message(_ change: (inout Message) -> Void) -> [UInt8] {
            var message = Message()
            message.body = [UInt8](repeating: 0, count: 16)
            change(&message)
            return message.bytes
        }
        return [
            message { $0.bodySize = .max }, message { $0.bodySize = 1 << 27 }, message { $0.fieldsSize = .max - 8 },
            message { $0.version = 9 }, message { $0.endianness = UInt8(ascii: "x") }, message { $0.type = 0 },
        ]
    }()

    /// A call that is as it should be.
    static func call(serial: UInt32, _ interface: String, _ member: String) -> [UInt8] {
        var message = Message()
        (message.serial, message.sender, message.signature) = (serial, ":1.1", "")
        (message.interface, message.member) = (interface, member)
        return message.bytes
    }
}
