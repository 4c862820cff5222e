import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct OggTests {
    private static func read(_ bytes: [UInt8]) throws(AudioError) -> FileDescription {
        try Ogg.read(MemoryBytes(bytes))
    }

    /// The bytes of each packet, through the pages.
    private static func packets(_ file: FileDescription, _ bytes: [UInt8]) throws -> [[UInt8]] {
        let source = MemoryBytes(bytes)
        return try (0..<file.packets.count).map { position in
            let packet = file.packets[position]
            guard let pages = file.pages else {
                return try source.bytes(at: file.dataOffset + packet.offset, count: Int(packet.size))
            }
            return try pages.bytes(at: packet.offset, count: Int(packet.size), from: source)
        }
    }

    @Test(arguments: Fixture.of("Ogg")) func readsTheFixture(fixture: Fixture) throws {
        let bytes = try fixture.bytes()
        let container = try #require(Containers.claiming(bytes))
        #expect(ObjectIdentifier(container) == ObjectIdentifier(Ogg.self))
        let file = try Self.read(bytes)
        #expect(file.format.formatID.description == fixture.format && file.format.sampleRate == fixture.sampleRate)
        #expect(file.format.channels == fixture.channels)
        #expect(file.packetTable?.validFrames == Int64(fixture.frames))
        #expect(file.packetTable?.totalFrames == file.packets.totalFrames)
        let isVorbis = fixture.format == "vorb"
        #expect(file.magicCookie.starts(with: isVorbis ? [2, 30] : Array("OpusHead".utf8)))
        #expect(file.isComplete)
        #expect(try Self.packets(file, bytes).allSatisfy { !$0.isEmpty })
        #expect((file.pages != nil) == fixture.path.contains("pages"))
    }

    @Test func packetsGoOverPages() throws {
        let whole = try Fixture.named("Ogg/opus-pages.opus").bytes()
        let file = try Self.read(whole)
        let packets = try Self.packets(file, whole)
        #expect(packets.contains { $0.count > 510 })
        // The same packets on one page.
        var builder = OggBuilder()
        builder.begin()
        builder.sound(packets, granule: file.packets.totalFrames, flags: 4)
        let other = try Self.read(builder.bytes)
        #expect(try Self.packets(other, builder.bytes) == packets)
    }

    @Test func preSkipAndTheLastPagesPositionAreLeftOut() throws {
        var builder = OggBuilder()
        builder.begin(preSkip: 312)
        let packets = (1...5).map { OggBuilder.packet($0 * 60, UInt8($0)) }
        builder.sound(Array(packets[..<3]), granule: 3 * 960)
        builder.sound(Array(packets[3...]), granule: 5 * 960 - 100, flags: 4)
        let file = try Self.read(builder.bytes)
        #expect(
            file.packetTable
                == PacketTableInfo(validFrames: 5 * 960 - 412, primingFrames: 312, remainderFrames: 100))
        #expect(try Self.packets(file, builder.bytes) == packets)
        #expect(file.format.framesPerPacket == 960)
        #expect(file.info["title"] == "Hill")
        #expect(file.layout == ChannelLayout(tag: ChannelLayout.stereo))
        #expect(file.isComplete && !file.isRewritable)
    }

    /// A recording of a broadcast begins in the middle.
    @Test func positionsMayBeginAnywhere() throws {
        var builder = OggBuilder()
        builder.begin()
        builder.sound([OggBuilder.packet(40, 1), OggBuilder.packet(40, 2)], granule: 1_000_000)
        builder.sound([OggBuilder.packet(40, 3)], granule: 1_000_960, flags: 4)
        let table = try #require(try Self.read(builder.bytes).packetTable)
        #expect(table.validFrames == 3 * 960 - 312 && table.remainderFrames == 0)
    }

    @Test func framesOfPacketsMayVary() throws {
        var builder = OggBuilder()
        builder.begin(preSkip: 0)
        // SILK 60 ms; hybrid 10 ms twice; CELT 2.5 ms five times; nothing that is a packet.
        let packets: [[UInt8]] = [[0x18, 1, 2], [0x61, 3], [0x83, 5, 4], [0x03, 0]]
        builder.sound(packets, granule: 2880 + 960 + 600, flags: 4)
        let file = try Self.read(builder.bytes)
        #expect((0..<file.packets.count).map { file.packets[$0].frames } == [2880, 960, 600])
        #expect(file.format.framesPerPacket == 0)
    }

    @Test func streamsBesideItArePassedOver() throws {
        var builder = OggBuilder()
        builder.page([0x80] + Array("theora".utf8), serial: 1, flags: 2)
        builder.page(OggBuilder.head(), serial: 7, flags: 2)
        builder.page([1, 2, 3], serial: 1)
        builder.page(OggBuilder.tags, serial: 7)
        builder.sound([OggBuilder.packet(30, 1)], granule: 960)
        builder.page(Array(repeating: 9, count: 200), serial: 1, granule: 4)
        builder.sound([OggBuilder.packet(50, 2)], granule: 1920, flags: 4)
        let file = try Self.read(builder.bytes)
        #expect(try Self.packets(file, builder.bytes) == [OggBuilder.packet(30, 1), OggBuilder.packet(50, 2)])
    }

    @Test func otherCodecsAreRefusedByName() {
        for (contents, name) in [(Array("Speex   ".utf8), "Speex"), (Array("CELT    ".utf8), "CELT")] {
            var builder = OggBuilder()
            builder.page(contents, flags: 2)
            let error = #expect(throws: AudioError.self) { _ = try Self.read(builder.bytes) }
            #expect(error?.status == AudioError.unsupportedDataFormat.status)
            #expect(error?.reason.contains(name) == true)
        }
    }

    @Test func aChainOfStreamsIsOneSound() throws {
        var builder = OggBuilder()
        for serial: UInt32 in [7, 8] {
            builder.begin(serial: serial)
            builder.sound([OggBuilder.packet(30, UInt8(serial))], granule: 960 - 60, serial: serial, flags: 4)
        }
        let file = try Self.read(builder.bytes)
        #expect(file.packets.count == 2)
        #expect(file.packetTable?.remainderFrames == 60)
        #expect(try Self.packets(file, builder.bytes).map { $0[1] } == [7, 8])
        // Other channels end the sound.
        builder.begin(channels: 1, serial: 9)
        builder.sound([OggBuilder.packet(30, 9)], granule: 960, serial: 9, flags: 4)
        let ended = try Self.read(builder.bytes)
        #expect(ended.packets.count == 2 && ended.format.channels == 2 && ended.isComplete)
        #expect(ended.packetTable == file.packetTable)
    }

    /// Packets on pages of their own are located by the pages only once one continues on a second page.
    @Test func pagesStateThePlacesOfScatteredPackets() throws {
        var builder = OggBuilder()
        builder.begin()
        builder.sound((0..<5).map { OggBuilder.packet(20, $0) }, granule: 4800)
        let whole = try Self.read(builder.bytes)
        #expect(whole.pages == nil && whole.packets.count == 5)
        builder.page(OggBuilder.packet(300, 5).dropLast(45), sizes: [255], granule: -1)
        builder.page(
            Array(repeating: 5, count: 45) + OggBuilder.packet(20, 6), sizes: [45, 20], granule: 6720, flags: 5)
        let file = try Self.read(builder.bytes)
        #expect(file.pages != nil)
        let packets = try Self.packets(file, builder.bytes)
        #expect(
            packets == (0..<5).map { OggBuilder.packet(20, $0) } + [
                OggBuilder.packet(300, 5), OggBuilder.packet(20, 6),
            ])
    }

    /// Millions of packets of one byte, with one among them that goes over two pages or without it.
    @Test(arguments: [false, true]) func smallPacketsTakeLittleMemory(isScattered: Bool) throws {
        var builder = OggBuilder()
        builder.begin()
        if isScattered {
            builder.page(OggBuilder.packet(300, 2).dropLast(45), sizes: [255], granule: -1)
            builder.page(Array(repeating: 2, count: 45), sizes: [45], granule: 960, flags: 1)
        }
        var page = OggBuilder()
        page.sound(Array(repeating: [0x78], count: 255), granule: 960)
        // The same page again and again: its number alone is that of another.
        let bytes = builder.bytes + repeatElement(page.bytes, count: 1 << 13).joined()
        let file = try Self.read(bytes)
        #expect(file.packets.count == 255 << 13 + (isScattered ? 1 : 0))
        #expect(file.packets.memoryUse < 16 << 20 && (file.pages == nil) == !isScattered)
    }

    /// The packets of a damaged page are where it says; those of a missing one become packets without bytes.
    @Test func damageCostsNoTime() throws {
        var builder = OggBuilder()
        builder.begin()
        builder.sound([OggBuilder.packet(30, 1)], granule: 960)
        let start = builder.bytes.count
        builder.page(OggBuilder.packet(300, 2).dropLast(45), sizes: [255], granule: -1)
        let end = builder.bytes.count
        builder.page(
            Array(repeating: 2, count: 45) + OggBuilder.packet(20, 3), sizes: [45, 20], granule: 2880, flags: 1)
        builder.append(Array("OggS and no page".utf8))
        builder.sound([OggBuilder.packet(10, 4)], granule: 3840, flags: 4)
        #expect(try Self.read(builder.bytes).packets.count == 4)
        var bytes = builder.bytes
        bytes[start + 40] ^= 1
        let file = try Self.read(bytes)
        #expect(try Self.packets(file, bytes).map { $0[1] } == [1, 2, 3, 4])
        #expect(!file.isComplete)
        bytes.removeSubrange(start..<end)
        let less = try Self.read(bytes)
        #expect(try Self.packets(less, bytes).map { $0.dropFirst().first } == [1, nil, 3, 4])
        #expect(less.packets.totalFrames == 3840 && less.packetTable == file.packetTable)
    }

    /// Each page claims that ten seconds are missing before it. A small file does not become packets without end.
    @Test func claimedGapsBecomeFewPackets() throws {
        var builder = OggBuilder()
        builder.begin()
        var bytes = builder.bytes
        for number in 0..<200 as Range<Int64> {
            // The number of this page is missing.
            builder.sound([OggBuilder.packet(10, 1)], granule: 0)
            let start = builder.bytes.count
            builder.sound([OggBuilder.packet(10, 2)], granule: 960 + number * 480_000)
            bytes += builder.bytes[start...]
        }
        let file = try Self.read(bytes)
        #expect((200 + 499...200 + 4096 + 4 * 200).contains(file.packets.count))
    }

    /// Sound whose only page is overwritten.
    @Test func aSoundWithoutAPacketIsAnError() throws {
        var builder = OggBuilder()
        builder.begin()
        let start = builder.bytes.count
        builder.sound([OggBuilder.packet(30, 1)], granule: 960, flags: 4)
        var bytes = builder.bytes
        for index in start..<bytes.count { bytes[index] = 0x55 }
        #expect(throws: AudioError.self) { try Self.read(bytes) }
    }

    /// Mapping family 255: as many channels as streams, which stand for no loudspeakers.
    @Test(arguments: [10, 16] as [UInt8]) func opusOfManyChannelsIsRead(channels: UInt8) throws {
        let head =
            OggBuilder.head(channels: channels).dropLast() + [255, channels, 0] + Array((0..<channels).reversed())
        var builder = OggBuilder()
        builder.page(Array(head), flags: 2)
        builder.page(OggBuilder.tags)
        builder.sound([OggBuilder.packet(400, 1), OggBuilder.packet(300, 2)], granule: 1920, flags: 4)
        let file = try Self.read(builder.bytes)
        #expect(file.format.formatID == "opus" && file.format.channels == Int(channels) && file.layout == nil)
        #expect(file.magicCookie == Array(head))
        #expect(file.packets.count == 2 && file.packetTable?.validFrames == 1920 - 312)
        // A head whose table ends before its last channel, and one of so many channels without a table.
        for wrong in [Array(head.dropLast()), OggBuilder.head(channels: channels)] {
            var builder = OggBuilder()
            builder.page(wrong, flags: 2)
            builder.page(OggBuilder.tags)
            builder.sound([OggBuilder.packet(400, 1)], granule: 960, flags: 4)
            #expect(throws: AudioError.self) { try Self.read(builder.bytes) }
        }
    }

    /// Two blocks of metadata, then a frame in each packet.
    @Test func flacIsRead() throws {
        let flac = ElementaryStreams.flac(frames: 5, last: 100)
        let native = try FLAC.read(MemoryBytes(flac))
        func packet(_ index: Int64) -> [UInt8] {
            let place = native.packets[index]
            let start = Int(native.dataOffset + place.offset)
            return Array(flac[start..<start + Int(place.size)])
        }
        var builder = OggBuilder()
        builder.page([0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1] + flac[..<42], flags: 2)
        builder.page(Array(flac[42..<Int(native.dataOffset)]))
        builder.sound((0..<3).map(packet), granule: 576)
        builder.sound((3..<5).map(packet), granule: 868, flags: 4)
        let file = try Self.read(builder.bytes)
        #expect(file.format.formatID == "flac" && file.format.sampleRate == 8000 && file.format.channels == 2)
        #expect(file.sourceBitDepth == 16 && file.magicCookie == native.magicCookie && file.isComplete)
        #expect((0..<file.packets.count).map { file.packets[$0].frames } == [192, 192, 192, 192, 100])
        #expect(try Self.packets(file, builder.bytes) == (0..<5).map(packet))
        #expect(file.packetTable?.validFrames == 868 && file.info["title"] == "Song")
        #expect(!file.isRewritable)
    }

    /// A preview reports what the scan finds.
    @Test func aPreviewStatesTheLength() throws {
        var builder = OggBuilder()
        builder.begin()
        let packets = (0..<50).map { OggBuilder.packet(100 + $0, UInt8($0)) }
        for page in 1...60 {
            let end = Int64(page) * 50 * 960 - (page == 60 ? 321 : 0)
            builder.sound(packets, granule: end, flags: page == 60 ? 4 : 0)
        }
        let source = MemoryBytes(builder.bytes)
        let preview = try #require(try Ogg.preview(source))
        let file = try Ogg.read(source)
        let valid = try #require(file.packetTable).validFrames
        #expect(valid == 60 * 50 * 960 - 321 - 312)
        #expect(preview.duration == Double(valid) / 48_000)
        #expect(preview.packetSizeUpperBound >= file.packets.maximumSize)
        #expect(preview.description.format == file.format && preview.description.magicCookie == file.magicCookie)
        #expect(preview.description.dataOffset == file.dataOffset && preview.description.info == file.info)
        let short = try Ogg.preview(MemoryBytes(Array(builder.bytes.prefix(5000))))
        #expect(short == nil)
        builder.begin(serial: 9)
        let chained = try Ogg.preview(MemoryBytes(builder.bytes))
        #expect(chained == nil)
    }

    /// Buffers are made for the largest packet: one stream's, not that of as many as a head could declare.
    @Test func aStreamStatesItsLargestPacket() throws {
        var builder = OggBuilder()
        builder.begin()
        builder.sound([OggBuilder.packet(30, 1)], granule: 960, flags: 4)
        #expect(try Ogg.stream(MemoryBytes(builder.bytes)).packetSizeUpperBound == 61_440)
    }

    /// Beginnings of large pages one after another must not be summed up each to its end.
    @Test func falsePagesTakeNoTime() {
        let header = Array("OggS".utf8) + Array(repeating: 0, count: 22) + [255] + Array(repeating: 255, count: 3)
        let bytes = Array(repeatElement(header, count: 1 << 15).joined())
        let start = ThreadClock.now
        #expect(throws: AudioError.self) { _ = try Self.read(bytes) }
        #expect(ThreadClock.now - start < .seconds(5))
    }
}
