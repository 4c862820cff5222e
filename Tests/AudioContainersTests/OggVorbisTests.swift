import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Vorbis in Ogg, from the headers of a fixture and packets put together by hand.
@Suite struct OggVorbisTests {
    /// The three headers of `Ogg/vorbis-stereo.ogg`, and its packets of sound.
    private struct Parts {
        var identification: [UInt8]
        var comments: [UInt8]
        var setup: [UInt8]
        var packets: [[UInt8]] = []

        init() throws {
            let bytes = try Fixture.named("Ogg/vorbis-stereo.ogg").bytes()
            var found: [[UInt8]] = []
            var (at, packet) = (0, [UInt8]())
            while at < bytes.count {
                let count = Int(bytes[at + 26])
                var body = at + 27 + count
                for size in bytes[at + 27..<at + 27 + count] {
                    packet += bytes[body..<body + Int(size)]
                    body += Int(size)
                    if size < 255 {
                        found.append(packet)
                        packet = []
                    }
                }
                at = body
            }
            (identification, comments, setup) = (found[0], found[1], found[2])
            packets = Array(found[3...])
        }

        /// A stream with its headers on two pages, as all have them.
        func begin(_ builder: inout OggBuilder, serial: UInt32 = 7) {
            builder.page(identification, serial: serial, flags: 2)
            builder.page(
                comments + setup, sizes: OggBuilder.lacing([comments.count, setup.count]), serial: serial)
        }

        /// Frames that each packet gives, by the first bit of its mode: blocks of 256 and 2048 frames.
        func frames() throws -> [Int64] {
            let headers = try VorbisHeaders(identification: identification, setup: setup)
            var previous: Int?
            return try packets.map { packet in
                let block = try #require(headers.block(packet[0]))
                defer { previous = block }
                return Int64(previous.map { ($0 + block) / 4 } ?? 0)
            }
        }
    }

    private static func read(_ builder: OggBuilder) throws(AudioError) -> FileDescription {
        try Ogg.read(MemoryBytes(builder.bytes))
    }

    @Test func packetsHaveTheFramesBetweenTheMiddlesOfBlocks() throws {
        let parts = try Parts()
        var builder = OggBuilder()
        parts.begin(&builder)
        builder.sound(parts.packets, granule: 4999, flags: 4)
        let file = try Self.read(builder)
        let frames = (0..<file.packets.count).map { Int64(file.packets[$0].frames) }
        #expect(frames == (try parts.frames()) && frames[0] == 0 && frames[1] > 0)
        #expect(file.format == StreamFormat(sampleRate: 44_100, formatID: "vorb", channels: 2))
        #expect(file.layout == ChannelLayout(tag: ChannelLayout.stereo))
        let total = frames.reduce(0, +)
        let table = PacketTableInfo(validFrames: 4999, remainderFrames: Int32(total - 4999))
        #expect(file.packetTable == table && file.isComplete && file.info["title"] == "Étude")
    }

    /// A first page whose position is less than its frames has some that come before the sound.
    @Test func theFirstPageMayBeginTheSoundLater() throws {
        let parts = try Parts()
        let frames = try parts.frames()
        var builder = OggBuilder()
        parts.begin(&builder)
        let first = frames[..<5].reduce(0, +)
        builder.sound(Array(parts.packets[..<5]), granule: first - 100)
        builder.sound(Array(parts.packets[5...]), granule: frames.reduce(0, +) - 100 - 7, flags: 4)
        let table = try #require(try Self.read(builder).packetTable)
        #expect(table.primingFrames == 100 && table.remainderFrames == 7)
        #expect(table.validFrames == frames.reduce(0, +) - 107)
    }

    /// A packet without frames, the identification header, stands between the streams.
    @Test func aChainWithOneSetupIsOneSound() throws {
        let parts = try Parts()
        var builder = OggBuilder()
        for serial: UInt32 in [7, 8] {
            parts.begin(&builder, serial: serial)
            builder.sound(parts.packets, granule: 4999, serial: serial, flags: 4)
        }
        let file = try Self.read(builder)
        let frames = try parts.frames()
        #expect((0..<file.packets.count).map { Int64(file.packets[$0].frames) } == frames + [0] + frames)
        let marker = file.packets[Int64(frames.count)]
        let start = Int(file.dataOffset + marker.offset)
        #expect(Array(builder.bytes[start..<start + Int(marker.size)]) == parts.identification)
        let total = frames.reduce(0, +)
        #expect(file.packetTable?.validFrames == total + 4999 && file.isComplete && !file.isRewritable)
    }

    /// The sound ends before a stream with another setup or rate, and before one whose headers are cut off.
    @Test(arguments: ["setup", "rate", "cut"]) func aChainEndsBeforeAnotherFormat(change: String) throws {
        let parts = try Parts()
        var other = parts
        if change == "setup" { other.setup[other.setup.count - 2] ^= 8 }
        if change == "rate" { other.identification[12] ^= 1 }
        var builder = OggBuilder()
        parts.begin(&builder)
        builder.sound(parts.packets, granule: 4999, flags: 4)
        if change == "cut" {
            builder.page(other.identification, serial: 8, flags: 2)
        } else {
            other.begin(&builder, serial: 8)
            builder.sound(parts.packets, granule: 4999, serial: 8, flags: 4)
        }
        let file = try Self.read(builder)
        #expect(file.packets.count == Int64(parts.packets.count) && file.packetTable?.validFrames == 4999)
        #expect(file.isComplete)
    }

    /// A damaged page has its packets where it says. Where a page is missing, the next one's position states what is lost.
    @Test func framesKeepTheirPlaceBehindDamage() throws {
        let parts = try Parts()
        let frames = try parts.frames()
        let ends = [4, 6, frames.count].map { frames[..<$0].reduce(0, +) }
        var builder = OggBuilder()
        parts.begin(&builder)
        builder.sound(Array(parts.packets[..<4]), granule: ends[0])
        let start = builder.bytes.count
        builder.sound(Array(parts.packets[4..<6]), granule: ends[1])
        let end = builder.bytes.count
        builder.sound(Array(parts.packets[6...]), granule: ends[2], flags: 4)
        var bytes = builder.bytes
        bytes[start + 40] ^= 1
        let file = try Ogg.read(MemoryBytes(bytes))
        #expect((0..<file.packets.count).map { Int64(file.packets[$0].frames) } == frames && !file.isComplete)
        bytes.removeSubrange(start..<end)
        let less = try Ogg.read(MemoryBytes(bytes))
        #expect(less.packets.totalFrames == ends[2] && less.packetTable?.validFrames == ends[2])
        let empty = (0..<less.packets.count).filter { less.packets[$0].size == 0 }
        #expect(empty.first == 4 && empty.count == empty.last.map { Int($0) - 3 })
    }

    /// A packet whose first byte says that it is none keeps its place on a damaged page. What the last page lacks follows it.
    @Test func aPacketOfADamagedPageIsNotDropped() throws {
        let parts = try Parts()
        let frames = try parts.frames()
        var builder = OggBuilder()
        parts.begin(&builder)
        let start = builder.bytes.count
        builder.sound(parts.packets, granule: frames.reduce(0, +), flags: 4)
        var bytes = builder.bytes
        let contents = start + 27 + OggBuilder.lacing(parts.packets.map(\.count)).count
        bytes[contents + parts.packets[..<4].reduce(0) { $0 + $1.count }] |= 1
        let file = try Ogg.read(MemoryBytes(bytes))
        let packets = (0..<file.packets.count).map { file.packets[$0] }
        #expect(packets.prefix(parts.packets.count).map { Int($0.size) } == parts.packets.map(\.count))
        #expect(file.packetTable?.validFrames == frames.reduce(0, +))
        #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.offset + Int64($0.size) <= $1.offset })
    }

    @Test func theCookieHasThreeHeadersAndNoComments() throws {
        let parts = try Parts()
        let headers = try VorbisHeaders(identification: parts.identification, setup: parts.setup)
        let cookie = headers.cookie
        #expect(Array(cookie[..<3]) == [2, 30, 16])
        #expect(Array(cookie[3..<33]) == parts.identification)
        #expect(Array(cookie[49...]) == parts.setup)
        #expect(try VorbisHeaders(cookie: cookie) == headers)
        for length in [0, 1, 2, 3, 20, 48, 49, 100, cookie.count - 1] {
            #expect(throws: AudioError.self) { _ = try VorbisHeaders(cookie: Array(cookie[..<length])) }
        }
    }

    @Test func brokenHeadersAreRefused() throws {
        let parts = try Parts()
        for (place, value) in [(11, 0), (11, 9), (28, 0x85), (28, 0xE8), (29, 0), (7, 1)] as [(Int, UInt8)] {
            var broken = parts
            broken.identification[place] = value
            var builder = OggBuilder()
            broken.begin(&builder)
            builder.sound(parts.packets, granule: 4999, flags: 4)
            let error = #expect(throws: AudioError.self) { _ = try Self.read(builder) }
            #expect(error?.status == AudioError.invalidFile.status, "byte \(place)")
        }
        var swapped = OggBuilder()
        swapped.page(parts.identification, flags: 2)
        swapped.page(parts.setup)
        swapped.page(parts.comments)
        #expect(throws: AudioError.self) { _ = try Self.read(swapped) }
    }

    /// A header of some bytes that declares one codebook with gigabytes of numbers.
    @Test func aSetupThatAsksForTooMuchIsRefused() throws {
        let parts = try Parts()
        // The number of codebooks but one; the sync; dimensions; entries; ordered, of 16 bits, all of them; a lookup.
        let fields: [(value: Int, bits: Int)] = [
            (0, 8), (0x56_4342, 24), (65_535, 16), (65_536, 24), (1, 1), (15, 5), (65_536, 17), (1, 4), (0, 32),
            (0, 32), (0, 4), (0, 1), (0, 1), (0, 64),
        ]
        let bits = fields.flatMap { field in (0..<field.bits).map { field.value >> $0 & 1 } }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << $1 }
        }
        #expect(throws: AudioError.self) {
            _ = try VorbisHeaders(identification: parts.identification, setup: [5] + "vorbis".utf8 + bytes)
        }
    }
}
