import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Compressed sound in files of the WAVE family, and tags before them.
@Suite struct WAVEBlockFileTests {
    private static func format(_ kind: WAVEBlocks.Kind, channels: Int = 1) -> StreamFormat {
        FileType.WritableFormat.encoded(kind.formatID).stream(sampleRate: 8000, channels: channels)
    }

    private static func bytes(_ format: StreamFormat, cookie: [UInt8] = [], blocks: Int = 2) throws -> [UInt8] {
        var file = newFile("WAVE", format)
        file.alignsAudioData = false
        file.magicCookie = cookie
        return try EnclosedFile(file, WAVE.self, data: soundBytes(blocks * format.bytesPerPacket)).bytes
    }

    /// What sox writes for 8000 Hz in mono, field by field.
    @Test func formatChunksAreThoseOfOtherPrograms() throws {
        let wanted: [(WAVEBlocks.Kind, [UInt8])] = [
            (
                .microsoftADPCM,
                [2, 0, 1, 0, 0x40, 0x1F, 0, 0, 0, 0x10, 0, 0, 0, 1, 4, 0, 32, 0, 0xF4, 1, 7, 0]
                    + [0, 1, 0, 0, 0, 2, 0, 0xFF, 0, 0, 0, 0, 0xC0, 0, 0x40, 0, 0xF0, 0, 0, 0]
                    + [0xCC, 1, 0x30, 0xFF, 0x88, 1, 0x18, 0xFF]
            ),
            (.intelIMA, [0x11, 0, 1, 0, 0x40, 0x1F, 0, 0, 0xD7, 0x0F, 0, 0, 0, 1, 4, 0, 2, 0, 0xF9, 1]),
            (.gsm, [0x31, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x59, 6, 0, 0, 65, 0, 0, 0, 2, 0, 0x40, 1]),
        ]
        for (kind, body) in wanted {
            let written = try Self.bytes(Self.format(kind))
            #expect(Array(written[12..<20]) == Array("fmt ".utf8) + [UInt8(body.count), 0, 0, 0])
            #expect(Array(written[20..<20 + body.count]) == body, "\(kind)")
            let read = try WAVE.read(MemoryBytes(written))
            #expect(read.format == Self.format(kind) && read.magicCookie == body)
        }
    }

    /// Blocks of 256 bytes and 500 or 505 frames, the last one cut off.
    @Test(arguments: [(100, 188), (10, 8), (8, 4), (7, 0), (0, 0)]) func aCutBlockCounts(rest: Int, frames: Int) throws
    {
        let format = Self.format(.microsoftADPCM)
        let bytes = try Self.bytes(format, blocks: 3)
        let file = try WAVE.read(MemoryBytes(Array(bytes.dropLast(256 - rest))))
        #expect(file.packets.count == (frames > 0 ? 3 : 2))
        #expect((file.packetTable?.validFrames ?? 1000) == Int64(1000 + frames))
        #expect(frames == 0 || file.packetTable?.remainderFrames == Int32(500 - frames))
        #expect(file.dataSize == Int64(512 + rest) && !file.isComplete)
    }

    @Test func aTableOfTheFilesOwnGoesAlong() throws {
        let format = Self.format(.microsoftADPCM)
        var blocks = try #require(WAVEBlocks(format))
        blocks.coefficients.append(WAVEBlocks.Coefficients(-3, 700))
        let read = try WAVE.read(MemoryBytes(try Self.bytes(format, cookie: blocks.magicCookie)))
        #expect(read.magicCookie == blocks.magicCookie)
        #expect(try WAVEBlocks(magicCookie: read.magicCookie).coefficients.last == WAVEBlocks.Coefficients(-3, 700))
    }

    @Test func cookiesOfOtherBlocksAreRefused() throws {
        let format = Self.format(.intelIMA)
        var blocks = try #require(WAVEBlocks(format))
        blocks.bytesPerBlock = 512
        #expect(throws: AudioError.self) { try Self.bytes(format, cookie: blocks.magicCookie) }
        #expect(throws: AudioError.self) { try Self.bytes(format, cookie: [0x11, 0, 1]) }
    }

    /// Big-endian and extensible format chunks become cookies that decoders know.
    @Test func otherFormsOfTheChunkAreTheSameCookie() throws {
        let format = Self.format(.microsoftADPCM)
        let cookie = try #require(WAVEBlocks(format)).magicCookie
        var swapped = cookie
        for place in [0, 2, 12, 14, 16] + Array(stride(from: 18, to: 50, by: 2)) { swapped.swapAt(place, place + 1) }
        for place in [4, 8] { swapped.replaceSubrange(place..<place + 4, with: cookie[place..<place + 4].reversed()) }
        let data = soundBytes(512)
        let big = iffForm(
            "RIFX", "WAVE", [iffChunk("fmt ", swapped, bigEndian: true), iffChunk("data", data, bigEndian: true)])
        #expect(try WAVE.read(MemoryBytes(big)).magicCookie == cookie)
        let guid: [UInt8] = [2, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        let wide = [0xFE, 0xFF] + cookie[2..<16] + [22, 0, 4, 0, 0, 0, 0, 0] + guid
        let read = try WAVE.read(
            MemoryBytes(iffForm("RIFF", "WAVE", [iffChunk("fmt ", wide), iffChunk("data", data)])))
        #expect(read.magicCookie == cookie && read.format == format)
    }

    @Test(arguments: [
        (WAVEBlocks.Kind.microsoftADPCM, 3, 1024), (.microsoftADPCM, 1, 7), (.intelIMA, 9, 4096),
        (.intelIMA, 2, 15), (.gsm, 2, 65), (.gsm, 1, 66), (.gsm, 1, 0),
    ])
    func blocksThatCannotBeAreRefused(kind: WAVEBlocks.Kind, channels: UInt16, block: UInt16) {
        var chunk = ByteWriter()
        chunk.little(kind.rawValue)
        chunk.little(channels)
        for value in [8000, 0] as [UInt32] { chunk.little(value) }
        for value in [block, 4, 0] { chunk.little(value) }
        let bytes = iffForm("RIFF", "WAVE", [iffChunk("fmt ", chunk.bytes), iffChunk("data", soundBytes(4096))])
        #expect(readStatus(WAVE.self, bytes) == AudioError.invalidFile.status)
    }

    // MARK: Tags before the form

    @Test func aTagBeforeTheFormIsPassedOver() throws {
        let fixture = try Fixture.named("WAVE/s16-id3.wav").bytes()
        let plain = try Fixture.named("WAVE/s16-mono.wav").bytes()
        let tag = fixture.count - plain.count
        let source = MemoryBytes(fixture)
        let container = try #require(try Containers.claiming(source))
        #expect(ObjectIdentifier(container) == ObjectIdentifier(WAVE.self))
        let (read, bare) = (try container.read(source), try WAVE.read(MemoryBytes(plain)))
        #expect(read.dataOffset == bare.dataOffset + Int64(tag) && read.dataSize == bare.dataSize)
        #expect(read.format == bare.format && read.fileType == "WAVE" && read.isComplete)
        #expect(read.info["title"] == "before")
        #expect(read.id3Tag == FileDescription.ChunkPlace(id: "ID3 ", offset: 0, size: Int64(tag)))
        #expect(!read.isRewritable)
        #expect(encloseStatus(WAVE.self, read, dataOffset: nil) == AudioError.operationNotSupported.status)
        #expect(Containers.claiming(fixture).map { ObjectIdentifier($0) } == ObjectIdentifier(WAVE.self))
        let stream = try WAVE.stream(source)
        #expect(stream.file.dataOffset == read.dataOffset)
    }

    /// A size of 0 in a header that was brought up to date means no sound, behind a tag too.
    @Test func noSoundBehindATagIsNoSound() throws {
        let tag: [UInt8] = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10] + [UInt8](repeating: 0, count: 10)
        let form: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
        let chunks = [iffChunk("fmt ", form), iffChunk("data", []), iffChunk("mine", [1, 2, 3, 4])]
        let read = try WAVE.read(MemoryBytes(tag + iffForm("RIFF", "WAVE", chunks)))
        #expect(read.dataSize == 0 && read.isComplete && read.userChunks.map(\.id) == ["mine"])
    }
}
