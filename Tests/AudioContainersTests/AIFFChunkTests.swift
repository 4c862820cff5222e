import AudioContainers
import AudioCore
import Testing

/// What an AIFF file says besides its format: each kind of chunk, read from bytes and written back.
@Suite struct AIFFChunkTests {
    static func big(_ words: UInt32...) -> [UInt8] { words.flatMap { FourCC($0).bytes } }

    static func chunk(_ id: FourCC, _ body: [UInt8], size: UInt32? = nil) -> [UInt8] {
        iffChunk(id, body, size: size, bigEndian: true)
    }

    /// 44100 Hz as an 80-bit number.
    static let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]

    static func common(frames: UInt32, bits: UInt8, _ compression: FourCC? = nil, channels: UInt8 = 2) -> [UInt8] {
        chunk("COMM", [0, channels] + big(frames) + [0, bits] + rate + (compression.map { $0.bytes + [0, 0] } ?? []))
    }

    static func sound(_ data: [UInt8], offset: UInt32 = 0) -> [UInt8] {
        chunk("SSND", big(offset, 0) + [UInt8](repeating: 0xEE, count: Int(offset)) + data)
    }

    static let marks = chunk(
        "MARK",
        [0, 3, 0, 1] + big(10) + [4] + Array("Eins".utf8) + [0] + [0, 2] + big(20) + [3] + Array("two".utf8)
            + [0, 5] + big(40) + [0, 0])
    static let instrument = chunk("INST", [64, 3, 1, 100, 2, 99, 0, 6, 0, 1, 0, 1, 0, 2, 0, 2, 0, 2, 0, 5])

    static let rich = iffForm(
        "FORM", "AIFF",
        [
            chunk("NAME", Array("Song".utf8)), chunk("ANNO", Array("first".utf8)), chunk("ANNO", Array("second".utf8)),
            chunk("AUTH", Array("Bj\u{F6}rk".unicodeScalars.map { UInt8($0.value) })),
            chunk("(c) ", Array("1999".utf8)),
            common(frames: 50, bits: 16), marks, instrument, chunk("CHAN", big(101 << 16 | 2, 0, 0)),
            chunk("COMT", [0, 1] + big(5) + [0, 1, 0, 2, 65, 66]), chunk("FLLR", [1, 2, 3, 4]),
            sound(soundBytes(200), offset: 6), chunk("APPL", Array("stoc...".utf8)), chunk("MIDI", [0x90, 60, 1]),
        ])

    @Test func chunksBecomeProperties() throws {
        let file = try AIFF.read(MemoryBytes(Self.rich))
        #expect(file.packets.count == 50)
        #expect(Array(Self.rich[Int(file.dataOffset)...].prefix(200)) == soundBytes(200))
        #expect(!file.isOptimized)
        #expect(file.layout == ChannelLayout(tag: ChannelLayout.stereo))
        #expect(file.info["title"] == "Song")
        #expect(file.info["comments"] == "first; second")
        #expect(file.info["artist"] == "Bj\u{F6}rk")
        #expect(file.info["copyright"] == "1999")
        #expect(
            file.markers == [
                Marker(framePosition: 10, name: "Eins", id: 1), Marker(framePosition: 20, name: "two", id: 2),
                Marker(framePosition: 40, id: 5),
            ])
        #expect(file.regions.map(\.flags) == [3, 7])
        #expect(file.regions.map { $0.markers.map(\.framePosition) } == [[10, 20], [20, 40]])
        #expect(file.userChunks.map(\.id) == ["MARK", "INST", "COMT", "APPL", "MIDI"])
    }

    @Test(arguments: [true, false])
    func whatIsReadIsWrittenBack(inPlace: Bool) throws {
        let file = try AIFF.read(MemoryBytes(Self.rich))
        let written = try EnclosedFile(
            file, AIFF.self, data: soundBytes(200), dataOffset: inPlace ? file.dataOffset : nil)
        let read = try AIFF.read(MemoryBytes(written.bytes))
        #expect(inPlace ? read.dataOffset == file.dataOffset : read.dataOffset % 4096 == 0)
        #expect(read.markers == file.markers)
        #expect(read.regions == file.regions)
        #expect(read.layout == file.layout)
        #expect(read.info.entries.sorted { $0.key < $1.key } == file.info.entries.sorted { $0.key < $1.key })
        #expect(Set(read.userChunks) == Set(file.userChunks))
        #expect(Array(written.bytes[Int(read.dataOffset)...].prefix(200)) == soundBytes(200))
    }

    @Test func changedLoopsKeepTheInstrument() throws {
        var file = try AIFF.read(MemoryBytes(Self.rich))
        file.regions[0].markers[1].framePosition = 33
        file.markers[0].name = String(repeating: "ü", count: 200)
        let read = try AIFF.read(MemoryBytes(try EnclosedFile(file, AIFF.self, data: soundBytes(200)).bytes))
        #expect(read.regions == file.regions)
        #expect(read.markers.map(\.framePosition) == [10, 20, 40, 33])
        #expect(read.markers[0].name == String(repeating: "ü", count: 127))
        #expect(
            read.userChunks.first { $0.id == "INST" }?.body
                == .bytes(
                    [64, 3, 1, 100, 2, 99, 0, 6, 0, 1, 0, 1, 0, UInt8(read.markers[3].id), 0, 2, 0, 2, 0, 5]))
    }

    @Test func layoutsWithDescriptionsComeBack() throws {
        var file = newFile("AIFF", .pcm(.signed, bits: 24, sampleRate: 48_000, channels: 2, bigEndian: true))
        file.layout = ChannelLayout(
            tag: 0, descriptions: [.init(label: 100, flags: 2, coordinates: [30, 0, 1.5]), .init(label: 3)])
        #expect(try AIFF.read(MemoryBytes(try EnclosedFile(file, AIFF.self, data: []).bytes)).layout == file.layout)
    }

    @Test(
        arguments: [
            ("NONE", 16, .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true)),
            ("twos", 16, .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true)),
            ("sowt", 16, .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2)),
            ("sowt", 24, .pcm(.signed, bits: 24, sampleRate: 44_100, channels: 2)),
            ("in24", 24, .pcm(.signed, bits: 24, sampleRate: 44_100, channels: 2, bigEndian: true)),
            ("in32", 32, .pcm(.signed, bits: 32, sampleRate: 44_100, channels: 2, bigEndian: true)),
            ("42ni", 24, .pcm(.signed, bits: 24, sampleRate: 44_100, channels: 2)),
            ("23ni", 32, .pcm(.signed, bits: 32, sampleRate: 44_100, channels: 2)),
            ("raw ", 8, .pcm(.unsigned, bits: 8, sampleRate: 44_100, channels: 2)),
            ("FL32", 32, .pcm(.float, bits: 32, sampleRate: 44_100, channels: 2, bigEndian: true)),
            ("fl64", 64, .pcm(.float, bits: 64, sampleRate: 44_100, channels: 2, bigEndian: true)),
            (
                "NONE", 12,
                .pcm(
                    .signed, bits: 12, sampleRate: 44_100, channels: 2, bigEndian: true, bytesPerSample: 2,
                    alignedHigh: true)
            ),
            (
                "NONE", 20,
                .pcm(
                    .signed, bits: 20, sampleRate: 44_100, channels: 2, bigEndian: true, bytesPerSample: 3,
                    alignedHigh: true)
            ),
            (
                "MAC3", 8,
                StreamFormat(
                    sampleRate: 44_100, formatID: "MAC3", bytesPerPacket: 4, framesPerPacket: 6, channels: 2)
            ),
            ("QDM2", 16, StreamFormat(sampleRate: 44_100, formatID: "QDM2", channels: 2)),
        ] as [(FourCC, UInt8, StreamFormat)])
    func compressionsHaveTheirFormats(compression: FourCC, bits: UInt8, format: StreamFormat) throws {
        let bytes = iffForm(
            "FORM", "AIFC", [Self.common(frames: 10, bits: bits, compression), Self.sound(soundBytes(160))])
        let read = try AIFF.read(MemoryBytes(bytes))
        #expect(read.format == format)
        guard format.isPCM else { return }
        let written = try EnclosedFile(read, AIFF.self, data: soundBytes(160))
        #expect(try AIFF.read(MemoryBytes(written.bytes)).format == format)
    }

    @Test func theCommonChunkCountsPacketsOrFrames() throws {
        func table(_ claimed: UInt32) throws -> PacketTableInfo? {
            let bytes = iffForm(
                "FORM", "AIFC",
                [
                    Self.common(frames: claimed, bits: 16, "ima4", channels: 1), Self.sound(soundBytes(34 * 10)),
                ])
            let read = try AIFF.read(MemoryBytes(bytes))
            #expect(read.packets.count == 10)
            return read.packetTable
        }
        #expect(try table(10) == nil)
        #expect(try table(640) == PacketTableInfo(validFrames: 640))
        #expect(try table(600) == PacketTableInfo(validFrames: 600, remainderFrames: 40))
        #expect(try table(576) == nil)
        #expect(try table(1_000_000) == nil)
    }

    @Test func whatAIFFCannotHoldIsRefused() {
        let little = StreamFormat.int16(sampleRate: 44_100, channels: 2)
        let float = StreamFormat.pcm(.float, bits: 32, sampleRate: 44_100, channels: 2, bigEndian: true)
        #expect(
            encloseStatus(AIFF.self, newFile("AIFF", little), dataOffset: nil)
                == AudioError.unsupportedDataFormat.status)
        #expect(encloseStatus(AIFF.self, newFile("AIFC", little), dataOffset: nil) == nil)
        #expect(
            encloseStatus(AIFF.self, newFile("AIFF", float), dataOffset: nil) == AudioError.unsupportedDataFormat.status
        )
        for rate in [0, -1, .nan, .infinity, 1e12] as [Double] {
            var format = float
            format.sampleRate = rate
            #expect(
                encloseStatus(AIFF.self, newFile("AIFC", format), dataOffset: nil)
                    == AudioError.unsupportedDataFormat.status)
        }
        var file = newFile("AIFC", float)
        file.dataSize = 1 << 32
        #expect(encloseStatus(AIFF.self, file, dataOffset: nil) == AudioError.doesNotAllow64BitDataSize.status)
    }

    @Test func everyFittingDataOffsetIsKept() throws {
        var file = newFile("AIFC", .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 1, bigEndian: true))
        for offset in [78, 80, 100, 512, 4096] as [Int64] {
            let head = try AIFF.enclose(file, dataOffset: offset).head
            #expect(try AIFF.read(MemoryBytes(head)).dataOffset == offset)
        }
        #expect(encloseStatus(AIFF.self, file, dataOffset: 44) == AudioError.operationNotSupported.status)
        file.info["title"] = "a title that has no room before the data"
        file.dataSize = 3
        let enclosure = try AIFF.enclose(file, dataOffset: 86)
        let read = try AIFF.read(MemoryBytes(enclosure.head + [1, 2, 3] + enclosure.tail))
        #expect(read.info == file.info)
        #expect(!read.isOptimized)
    }
}
