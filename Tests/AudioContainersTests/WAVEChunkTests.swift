import AudioContainers
import AudioCore
import Testing

/// What a WAVE file says besides its format: each kind of chunk, read from bytes and written back.
@Suite struct WAVEChunkTests {
    static let format = iffChunk("fmt ", [1, 0, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0])

    static func wave(_ chunks: [[UInt8]]) -> [UInt8] { iffForm("RIFF", "WAVE", [format] + chunks) }

    static func little(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in [0, 8, 16, 24].map { UInt8(word >> $0 & 0xFF) } }
    }

    static let cues = iffChunk(
        "cue ",
        little(3) + little(7, 100, 0x6174_6164, 0, 0, 100) + little(8, 0, 0x6174_6164, 0, 0, 200)
            + little(9, 300, 0x6174_6164, 0, 0, 0))

    static let texts = iffChunk(
        "LIST",
        FourCC("adtl").bytes + iffChunk("labl", little(7) + Array("Intro".utf8) + [0])
            + iffChunk("note", little(7) + Array("loud".utf8) + [0])
            + iffChunk("labl", little(8) + Array("Vers\u{E9}".unicodeScalars.map { UInt8($0.value) }) + [0])
            + iffChunk("ltxt", little(8, 50, 0x206E_6772, 0, 0)))

    static let sampler = iffChunk("smpl", little(1, 2, 22_675, 64, 5, 0, 0, 1, 0) + little(4, 1, 10, 19, 0, 3))

    /// Everything at once: what the tests of broken files break.
    static let rich = wave([
        iffChunk("LIST", FourCC("INFO").bytes + iffChunk("INAM", Array("Song\0".utf8)) + iffChunk("IXYZ", [65, 66])),
        iffChunk(
            "bext",
            Array("Wind in trees".utf8) + [UInt8](repeating: 0, count: 307) + Array("2024-05-06".utf8)
                + Array("07:08:09".utf8) + little(0x1000, 1) + [UInt8](repeating: 0, count: 256)),
        iffChunk("fact", little(50)), cues, texts, sampler, iffChunk("FLLR", [0, 0, 0, 0]),
        iffChunk("data", soundBytes(200)), iffChunk("iXML", Array("<BWFXML/>".utf8)),
        iffChunk("inst", [1, 2, 3, 4, 5, 6, 7]),
    ])

    @Test func chunksBecomeProperties() throws {
        let file = try WAVE.read(MemoryBytes(Self.rich))
        #expect(file.packets.count == 50)
        #expect(!file.isOptimized)
        #expect(file.info["title"] == "Song")
        #expect(file.info["IXYZ"] == "AB")
        #expect(file.info["comments"] == "Wind in trees")
        #expect(file.info["recorded date"] == "2024-05-06")
        #expect(file.info["time reference"] == "4294971392")
        #expect(
            file.markers == [
                Marker(framePosition: 100, name: "Intro", id: 7), Marker(framePosition: 300, id: 9),
            ])
        #expect(file.regions.map(\.name) == ["Vers\u{E9}", ""])
        #expect(file.regions.map(\.id) == [8, 4])
        #expect(file.regions.map(\.flags) == [0, 7])
        #expect(file.regions[0].markers.map(\.framePosition) == [200, 250])
        #expect(file.regions[1].markers.map(\.framePosition) == [10, 20])
        #expect(file.userChunks.map(\.id) == ["bext", "cue ", "LIST", "smpl", "iXML", "inst"])
        #expect(file.knownChunks.map(\.id) == ["fmt ", "LIST", "fact", "FLLR", "data"])
    }

    @Test(arguments: [true, false])
    func whatIsReadIsWrittenBack(inPlace: Bool) throws {
        let file = try WAVE.read(MemoryBytes(Self.rich))
        let data = soundBytes(200)
        let written = try EnclosedFile(file, WAVE.self, data: data, dataOffset: inPlace ? file.dataOffset : nil)
        let read = try WAVE.read(MemoryBytes(written.bytes))
        #expect(inPlace ? read.dataOffset == file.dataOffset : read.dataOffset % 4096 == 0)
        #expect(read.isOptimized == !inPlace)
        #expect(read.markers == file.markers)
        #expect(read.regions == file.regions)
        #expect(read.info.entries.sorted { $0.key < $1.key } == file.info.entries.sorted { $0.key < $1.key })
        #expect(Set(read.userChunks) == Set(file.userChunks))
        #expect(Array(written.bytes[Int(read.dataOffset)...].prefix(200)) == data)
    }

    @Test func changedMarkersKeepRootNoteAndRemarks() throws {
        var file = try WAVE.read(MemoryBytes(Self.rich))
        file.markers.append(Marker(framePosition: 5.4, name: "Ende", id: 7))
        file.regions[1].markers[1].framePosition = 33
        let read = try WAVE.read(MemoryBytes(try EnclosedFile(file, WAVE.self, data: soundBytes(200)).bytes))
        #expect(read.markers.map(\.framePosition) == [100, 300, 5])
        #expect(read.markers.map(\.name) == ["Intro", "", "Ende"])
        #expect(Set(read.markers.map(\.id)).count == 3)
        #expect(read.regions == file.regions)
        let sampler = try #require(read.userChunks.first { $0.id == "smpl" })
        #expect(sampler.body == .bytes(Self.little(1, 2, 22_675, 64, 5, 0, 0, 1, 0) + Self.little(4, 1, 10, 32, 0, 3)))
        guard case .bytes(let list)? = read.userChunks.first(where: { $0.id == "LIST" })?.body else {
            Issue.record("the names are gone")
            return
        }
        #expect(String(decoding: list, as: UTF8.self).contains("loud"))
    }

    @Test func everyInfoKeyComesBack() throws {
        let keys = [
            "title", "artist", "album", "comments", "copyright", "recorded date", "year", "genre", "track number",
            "encoding application", "composer", "lyricist", "tempo", "subtitle", "key signature", "time signature",
            "source encoder", "ISRC", "IENG",
        ]
        var file = newFile("WAVE", .int16(sampleRate: 8000, channels: 1))
        for key in keys { file.info[key] = "\(key) – 値" }
        let read = try WAVE.read(MemoryBytes(try EnclosedFile(file, WAVE.self, data: []).bytes))
        #expect(read.info == file.info)
    }

    @Test(arguments: [0x4, 0x3, 0x7, 0x33, 0x3F, 0x63F, 0x60F, 0x107, 0xFF, 0x3_FFFF] as [UInt32])
    func layoutsComeBackAsTheirMask(mask: UInt32) throws {
        let channels = mask.nonzeroBitCount
        var file = newFile("WAVE", .int16(sampleRate: 48_000, channels: channels))
        file.layout = ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: mask)
        let written = try EnclosedFile(file, WAVE.self, data: soundBytes(2 * channels))
        #expect(Array(written.bytes[40..<44]) == Self.little(mask))
        var read = try WAVE.read(MemoryBytes(written.bytes))
        #expect(read.layout?.channelCount == channels)
        read.dataSize = 0
        #expect(Array(try WAVE.enclose(read, dataOffset: nil).head[40..<44]) == Self.little(mask))
    }

    @Test func ambisonicFilesSayThatTheyAre() throws {
        var file = newFile("WAVE", .pcm(.float, bits: 32, sampleRate: 48_000, channels: 4))
        file.layout = ChannelLayout(tag: 107 << 16 | 4)
        let written = try EnclosedFile(file, WAVE.self, data: soundBytes(64))
        #expect(
            Array(written.bytes[44..<60]) == [
                3, 0, 0, 0, 0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0,
            ])
        #expect(try WAVE.read(MemoryBytes(written.bytes)).layout == file.layout)
    }

    @Test func samplesOfFewerBitsThanTheirBytesComeBack() throws {
        let formats: [StreamFormat] = [
            .pcm(.signed, bits: 12, sampleRate: 8000, channels: 2, bytesPerSample: 2, alignedHigh: true),
            .pcm(.signed, bits: 20, sampleRate: 48_000, channels: 1, bytesPerSample: 3, alignedHigh: true),
            .pcm(.signed, bits: 24, sampleRate: 48_000, channels: 2, bytesPerSample: 4, alignedHigh: true),
            .pcm(.signed, bits: 24, sampleRate: 48_000, channels: 2, bytesPerSample: 4),
        ]
        for format in formats {
            let written = try EnclosedFile(newFile("WAVE", format), WAVE.self, data: soundBytes(120))
            #expect(try WAVE.read(MemoryBytes(written.bytes)).format == format)
        }
    }

    @Test func whatWAVECannotHoldIsRefused() {
        let formats: [StreamFormat] = [
            .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true),
            .pcm(.signed, bits: 8, sampleRate: 44_100, channels: 2),
            .pcm(.unsigned, bits: 16, sampleRate: 44_100, channels: 2),
            .int16(sampleRate: 44_100, channels: 2, interleaved: false), .int16(sampleRate: 0, channels: 2),
            .int16(sampleRate: .nan, channels: 2), .int16(sampleRate: 44_100, channels: 0),
            .pcm(.signed, bits: 32, sampleRate: 44_100, channels: 2, fractionBits: 24),
            StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2),
        ]
        for format in formats {
            #expect(
                encloseStatus(WAVE.self, newFile("WAVE", format), dataOffset: nil)
                    == AudioError.unsupportedDataFormat.status)
        }
    }

    @Test func sizesBeyondFourGibibytesNeedRF64() throws {
        var file = newFile("WAVE", .int16(sampleRate: 48_000, channels: 2))
        file.dataSize = 5 << 30
        file.packets.setConstantCount(file.dataSize / 4)
        #expect(encloseStatus(WAVE.self, file, dataOffset: nil) == AudioError.doesNotAllow64BitDataSize.status)
        file.dataSize = Int64(UInt32.max) - 4000
        #expect(encloseStatus(WAVE.self, file, dataOffset: 4096) == AudioError.doesNotAllow64BitDataSize.status)
        file.dataSize -= 4096
        #expect(try WAVE.enclose(file, dataOffset: 4096).head.count == 4096)
        for type in ["RF64", "BW64"] as [FourCC] {
            file.fileType = type
            file.dataSize = 5 << 30
            let head = try WAVE.enclose(file, dataOffset: nil).head
            let source = SparseBytes(head: head, size: Int64(head.count) + file.dataSize)
            let read = try WAVE.read(source)
            #expect(read.dataSize == 5 << 30)
            #expect(read.packets.count == 5 << 28)
            #expect(read.isComplete)
        }
    }

    @Test func aHeadThatIsTooShortForTheFormatIsRefusedAndOthersAdapt() throws {
        var file = newFile("WAVE", .int16(sampleRate: 48_000, channels: 2))
        for offset in [44, 46, 52, 60, 100, 4096, 8192] as [Int64] {
            let head = try WAVE.enclose(file, dataOffset: offset).head
            #expect(head.count == offset)
            #expect(try WAVE.read(MemoryBytes(head)).dataOffset == offset)
        }
        for offset in [0, 12, 43, 45, 48, 4097] as [Int64] {
            #expect(encloseStatus(WAVE.self, file, dataOffset: offset) == AudioError.operationNotSupported.status)
        }
        file.info["title"] = "a title that has no room before the data"
        file.dataSize = 3
        let enclosure = try WAVE.enclose(file, dataOffset: 44)
        #expect(enclosure.head.count == 44)
        let read = try WAVE.read(MemoryBytes(enclosure.head + [1, 2, 3] + enclosure.tail))
        #expect(read.info == file.info)
        #expect(!read.isOptimized)
    }

    @Test func chunksThatWereNotReadCannotBeWritten() throws {
        var file = newFile("WAVE", .int16(sampleRate: 48_000, channels: 2))
        file.userChunks = [.init(id: "big ", body: .inFile(offset: 100, size: 10))]
        #expect(encloseStatus(WAVE.self, file, dataOffset: nil) == AudioError.operationNotSupported.status)
        let large = [UInt8](repeating: 1, count: 1 << 21)
        let read = try WAVE.read(MemoryBytes(Self.wave([iffChunk("big ", large), iffChunk("data", soundBytes(8))])))
        #expect(read.userChunks == [.init(id: "big ", body: .inFile(offset: 44, size: 1 << 21))])
    }
}

/// A file with a head and, after it, zeros that take no memory.
final class SparseBytes: ByteSource {
    let head: [UInt8]
    let total: Int64

    init(head: [UInt8], size: Int64) {
        self.head = head
        total = size
    }

    func size() throws(AudioError) -> Int64 { total }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        let count = Int(max(0, min(Int64(buffer.count), total - position)))
        for i in 0..<count {
            let at = position + Int64(i)
            buffer[i] = at < head.count ? head[Int(at)] : 0
        }
        return count
    }
}
