import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Files that lie. Each gets a clear error, or what is really there.
@Suite struct MPEG4HostileTests {
    private let sample = ContainerSamples.sample(.encoded(.aac))
    private let whole: [UInt8]

    init() throws { whole = try sample.file(MPEG4.self, "m4af") }

    /// Where the body of the first atom of this name stands.
    private func body(of id: FourCC, in bytes: [UInt8]) throws -> Int {
        try #require((0...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == id.bytes }) + 4
    }

    private func changed(_ id: FourCC, at offset: Int, to value: UInt32) throws -> [UInt8] {
        var bytes = whole
        let place = try body(of: id, in: bytes) + offset
        bytes.replaceSubrange(place..<place + 4, with: FourCC(value).bytes)
        return bytes
    }

    struct Lie: Sendable, CustomTestStringConvertible {
        var id: FourCC
        var offset: Int
        var value: UInt32
        var status: Int32 = AudioError.invalidFile.status

        var testDescription: String { "\(id)+\(offset)=\(value)" }
    }

    static let lies: [Lie] = [
        Lie(id: "stsz", offset: 8, value: .max), Lie(id: "stsz", offset: 8, value: 100_000),
        Lie(id: "stco", offset: 4, value: .max), Lie(id: "stsc", offset: 4, value: 0x1555_5556),
        Lie(id: "stts", offset: 4, value: .max), Lie(id: "mdhd", offset: 12, value: 0),
        Lie(id: "moov", offset: -8, value: .max), Lie(id: "moov", offset: -8, value: 3),
        Lie(id: "stsd", offset: 12, value: FourCC("enca").rawValue, status: AudioError.unsupportedDataFormat.status),
        Lie(id: "stsd", offset: 12, value: FourCC("drms").rawValue, status: AudioError.unsupportedDataFormat.status),
        Lie(id: "stsd", offset: 12, value: FourCC("XXXX").rawValue, status: AudioError.unsupportedDataFormat.status),
        Lie(id: "soun", offset: -4, value: FourCC("vide").rawValue, status: AudioError.unsupportedDataFormat.status),
        Lie(id: "esds", offset: 4, value: 0), Lie(id: "stbl", offset: -4, value: 0),
        Lie(id: "trak", offset: -4, value: FourCC("cmov").rawValue, status: AudioError.unsupportedDataFormat.status),
    ]

    @Test(arguments: lies) func liesAreRefused(lie: Lie) throws {
        #expect(readStatus(MPEG4.self, try changed(lie.id, at: lie.offset, to: lie.value)) == lie.status)
    }

    /// Offsets and sizes past the end: the packets before them are there.
    @Test func packetsPastTheEndAreLeftOut() throws {
        let far = try MPEG4.read(MemoryBytes(try changed("stco", at: 8, to: 0x7FFF_FFFF)))
        #expect(far.packets.count == 0 && !far.isComplete)
        let large = try MPEG4.read(MemoryBytes(try changed("stsz", at: 12 + 4 * 5, to: 0x7FFF_FFFF)))
        #expect(large.packets.count == 5 && !large.isComplete)
    }

    /// One size for all and a count that lies: as many as the file has bytes for, or none.
    @Test(arguments: [1, 10, 0x7FFF_FFFF, .max]) func aConstantSizeCannotClaimMore(size: UInt32) throws {
        var bytes = try changed("stsz", at: 4, to: size)
        let count = try body(of: "stsz", in: bytes) + 8
        bytes.replaceSubrange(count..<count + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let chunks = try body(of: "stsc", in: bytes) + 12
        bytes.replaceSubrange(chunks..<chunks + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        let start = ThreadClock.now
        if let file = try? MPEG4.read(MemoryBytes(bytes)) { #expect(file.packets.count <= bytes.count) }
        #expect(ThreadClock.now - start < .seconds(1))
    }

    /// A chunk named many times over would be sound from nowhere.
    @Test func samplesThatOverlapAreRefused() throws {
        var table = ByteWriter()
        let count = 5000
        for number in [0, 5 * count] { table.big(UInt32(number)) }
        for _ in 0..<5 * count { table.big(UInt32(10_000)) }
        let bytes = movie(
            stts: [0, 0], stsc: [0, 1, 1, 5, 1], stsz: [0] + table.bytes.numbers,
            stco: [0, UInt32(count)] + Array(repeating: 8, count: count))
        #expect(readStatus(MPEG4.self, bytes) == AudioError.invalidFile.status)
    }

    @Test func emptySamplesAreFew() throws {
        let count: UInt32 = 200_000
        let bytes = movie(
            stts: [0, 0], stsc: [0, 1, 1, count, 1], stsz: [0, 0, count] + Array(repeating: 0, count: Int(count)),
            stco: [0, 1, 8])
        #expect(readStatus(MPEG4.self, bytes) == AudioError.invalidFile.status)
    }

    /// Runs without a table: no size, and a count that would take hours or all memory.
    @Test(arguments: [FourCC("samr"), "sowt"], [0, 1, 4]) func fragmentsCannotClaimMore(code: FourCC, size: UInt32)
        throws
    {
        var bytes = movie(code, stts: [0, 0], stsc: [0, 0], stsz: [0, 0, 0], stco: [0, 0], data: 2 << 20)
        let run = numbers("tfhd", [0x2_0018, 0, 1, size]) + numbers("trun", [1, .max, 8])
        bytes = atom("moof", atom("traf", run)) + bytes
        let start = ThreadClock.now
        let read = try? MPEG4.read(MemoryBytes(bytes))
        #expect((read?.packets.count ?? 0) <= 1 << 21)
        #expect(ThreadClock.now - start < .seconds(1))
        // Frames of linear PCM are as many as there are bytes for; packets must be listed.
        #expect(code == "sowt" || readStatus(MPEG4.self, bytes) == AudioError.invalidFile.status)
    }

    /// Atoms within atoms without end cost no stack.
    @Test func depthIsBounded() throws {
        let depth = 100_000
        var writer = ByteWriter()
        for level in 0..<depth {
            writer.big(UInt32((depth - level) * 8))
            writer.fourCC(level == 0 ? "moov" : "udta")
        }
        let bytes = writer.bytes
        #expect(readStatus(MPEG4.self, bytes) == AudioError.unsupportedDataFormat.status)
    }

    /// The movie atom behind data whose size goes to the end, or stands in 64 bits.
    @Test func sizesOfSixtyFourBitsAndToTheEnd() throws {
        let head = try MPEG4.enclose(sample.description("m4af"), dataOffset: nil).head
        let start = head.count - 8
        var open = whole
        open.replaceSubrange(start..<start + 4, with: [0, 0, 0, 0])
        #expect(try MPEG4.read(MemoryBytes(open)).packets == sample.packets)
        // The 8 bytes of the free atom before it become the long header.
        var long = Array(whole.prefix(start - 8)) + FourCC(1).bytes + FourCC("mdat").bytes
        for shift in stride(from: 56, through: 0, by: -8) {
            long.append(UInt8((sample.data.count + 16) >> shift & 0xFF))
        }
        long += sample.data
        #expect(try MPEG4.read(MemoryBytes(long)).packets == sample.packets)
    }

    private func atom(_ id: FourCC, _ body: [UInt8]) -> [UInt8] {
        FourCC(UInt32(body.count + 8)).bytes + id.bytes + body
    }

    private func numbers(_ id: FourCC, _ values: [UInt32]) -> [UInt8] { atom(id, values.flatMap { FourCC($0).bytes }) }

    /// A file of one track with the tables given as big-endian numbers.
    private func movie(
        _ code: FourCC = "samr", stts: [UInt32], stsc: [UInt32], stsz: [UInt32], stco: [UInt32], data: Int = 20_000
    ) -> [UInt8] {
        let entry = atom(
            code,
            [0, 0, 0, 0, 0, 0, 0, 1] + Array(repeating: 0, count: 8) + [0, 2, 0, 16] + Array(repeating: 0, count: 8))
        let stsd = atom("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry)
        let tables =
            stsd + numbers("stts", stts) + numbers("stsc", stsc) + numbers("stsz", stsz) + numbers("stco", stco)
        let handler = atom(
            "hdlr", Array(repeating: 0, count: 8) + FourCC("soun").bytes + Array(repeating: 0, count: 13))
        let media = numbers("mdhd", [0, 0, 0, 8000, 0, 0]) + handler + atom("minf", atom("stbl", tables))
        return atom("mdat", soundBytes(data)) + atom("moov", atom("trak", atom("mdia", media)))
    }
}

extension [UInt8] {
    /// As big-endian numbers of 32 bits.
    fileprivate var numbers: [UInt32] {
        stride(from: 0, to: count, by: 4).map { start in self[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
