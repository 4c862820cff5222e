import RemoteMedia
import TestSupport
import Testing

/// Transport streams made by hand, byte for byte, and what is found in them.
@Suite struct TransportStreamTests {
    /// A packet with a payload of up to 184 bytes, with stuffing before it.
    private static func packet(_ id: UInt16, _ payload: [UInt8], begins: Bool, counter: UInt8) -> [UInt8] {
        var bytes: [UInt8] = [0x47, (begins ? 0x40 : 0) | UInt8(id >> 8), UInt8(id & 0xFF)]
        let room = 184 - payload.count
        bytes.append((room > 0 ? 0x30 : 0x10) | counter & 0x0F)
        if room > 0 {
            bytes.append(UInt8(room - 1))
            if room > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: room - 2) }
        }
        return bytes + payload
    }

    private static func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 9
        return [0, table, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF), 0, 1, 0xC1, 0, 0] + body + [0, 0, 0, 0]
    }

    /// A packet of an elementary stream with a time.
    private static func elementary(_ bytes: [UInt8], time: Int64) -> [UInt8] {
        let fields: [UInt8] = [
            0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), 1 | UInt8(time >> 14 & 0xFE),
            UInt8(time >> 7 & 0xFF), 1 | UInt8(time << 1 & 0xFE),
        ]
        return [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5] + fields + bytes
    }

    private static func stream(
        type: UInt8 = 0x0F, descriptors: [UInt8] = [], _ sound: [UInt8], tag: [UInt8] = [], time: Int64 = 0x1_2345_6789
    ) -> [UInt8] {
        let programs: [UInt8] = [0, 0, 0xE0, 0x10, 0, 1, 0xF0, 0]
        let streams: [UInt8] =
            [0xE1, 1, 0xF0, 0, 0x1B, 0xE1, 0, 0xF0, 0, type, 0xE1, 1, 0xF0, UInt8(descriptors.count)] + descriptors
            + [0x15, 0xE1, 2, 0xF0, 0]
        var bytes = packet(0, section(0, programs), begins: true, counter: 0)
        bytes += packet(0x1000, section(2, streams), begins: true, counter: 0)
        bytes += packet(0x101, [], begins: false, counter: 9)
        for (id, content) in [(UInt16(0x102), tag), (0x101, sound)] where !content.isEmpty {
            var rest = elementary(content, time: time)[...]
            var counter: UInt8 = 0
            while !rest.isEmpty {
                let piece = Array(rest.prefix(184))
                let made = packet(id, piece, begins: counter == 0 && rest.count > content.count, counter: counter)
                // A repeated packet counts once.
                bytes += counter == 1 ? made + made : made
                rest = rest.dropFirst(piece.count)
                counter = (counter + 1) & 0x0F
            }
        }
        return bytes
    }

    private static let sound = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test(arguments: [
        (UInt8(0x0F), [UInt8](), TransportStream.Kind.adts), (0x11, [], .loas), (0x03, [], .mpeg), (0x04, [], .mpeg),
        (0x81, [], .ac3), (0x87, [], .eac3), (0x06, [0x52, 1, 0, 0x6A, 1, 0], .ac3), (0x06, [0x7A, 0], .eac3),
    ])
    func theSoundIsFound(type: UInt8, descriptors: [UInt8], kind: TransportStream.Kind) {
        let tag = Array("ID3".utf8) + [UInt8](repeating: 3, count: 300)
        let bytes = Self.stream(type: type, descriptors: descriptors, Self.sound, tag: tag)
        #expect(TransportStream.isMeant(by: bytes))
        let found = TransportStream(parsing: bytes)
        #expect(found.kind == kind && found.sound == Self.sound && found.start == 0x1_2345_6789)
        #expect(found.tags == [TransportStream.Timed(time: 0x1_2345_6789, bytes: tag)])
        // Junk between packets costs none.
        let damaged = Array(bytes[..<376]) + [0x47, 1, 2, 3] + bytes[376...]
        #expect(TransportStream(parsing: damaged).sound == Self.sound)
    }

    @Test func otherBytesHaveNoSound() {
        #expect(TransportStream(parsing: []).kind == nil)
        #expect(!TransportStream.isMeant(by: Array("ID3".utf8)))
        #expect(TransportStream(parsing: Self.stream(type: 0x06, Self.sound)).kind == nil)
    }

    /// Any prefix, and any damage, gives at most the bytes that are there.
    @Test func noBytesHarm() {
        let bytes = Self.stream(Array(Self.sound.prefix(900)), tag: Array("ID3".utf8) + [0, 1, 2])
        for count in 0...bytes.count {
            #expect(TransportStream(parsing: Array(bytes[..<count])).sound.count <= count)
        }
        var generator = SeededRandom(5)
        for _ in 0..<4000 {
            var changed = bytes
            for _ in 0..<(1 + generator.next() % 12) {
                changed[Int(generator.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            #expect(TransportStream(parsing: changed).sound.count <= changed.count)
        }
    }

    // MARK: Tags and ciphers

    @Test func aTagHasTheTimeAndTexts() {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let stamp: [UInt8] = owner + [0, 0, 0, 1, 0, 0, 0, 9]
        func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        }
        let frames =
            frame("PRIV", stamp) + frame("TIT2", [3] + Array("A title".utf8)) + frame("TPE1", [1, 0xFF, 0xFE, 0x41, 0])
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
        let found = ID3Stamp(parsing: (tag + [1, 2, 3])[...])
        #expect(found.time == 0x1_0000_0009 && found.size == tag.count)
        #expect(found.texts == ["TIT2": "A title", "TPE1": "A"])
        for count in 0..<tag.count { #expect(ID3Stamp(parsing: tag[..<count]).size == 0) }
        var generator = SeededRandom(6)
        for _ in 0..<4000 {
            var changed = tag
            for _ in 0..<4 {
                changed[Int(generator.next() % UInt64(tag.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            #expect(ID3Stamp(parsing: changed[...]).size <= tag.count)
        }
    }

    /// The example of FIPS 197, and two blocks of SP 800-38A with their padding.
    @Test func blocksAreDecrypted() throws {
        let key = (0..<16).map { UInt8($0) }
        let cipher = try #require(AES128(key: key))
        let block: [UInt8] = [
            0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5, 0x5A,
        ]
        // The plain text has no padding, so a vector gives it some.
        let plain = (0..<16).map { UInt8($0 * 0x11) }
        let vector = plain.enumerated().map { $0.element ^ ($0.offset == 15 ? 1 : 0x20) }
        #expect(cipher.decrypt(block, vector: vector) == [UInt8](repeating: 0x20, count: 15))
        #expect(cipher.decrypt(block, vector: [UInt8](repeating: 0, count: 16)) == nil)
        #expect(
            cipher.decrypt([], vector: vector) == nil && cipher.decrypt(Array(block.dropLast()), vector: vector) == nil)
        #expect(AES128(key: []) == nil)
    }
}
