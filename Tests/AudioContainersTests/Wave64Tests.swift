import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct Wave64Tests {
    private static let names: [String: [UInt8]] = [
        "riff": [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0],
        "list": [0x2F, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0, 0],
    ]
    private static let usualEnd: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]

    private static func name(_ code: String) -> [UInt8] { Array(code.utf8) + (names[code] ?? usualEnd) }

    /// A chunk with a size that counts its header, padded to 8 bytes.
    private static func chunk(_ name: [UInt8], _ body: [UInt8], size: UInt64? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(name)
        writer.little(size ?? UInt64(24 + body.count))
        writer.append(body)
        writer.zeros((8 - body.count % 8) % 8)
        return writer.bytes
    }

    private static func file(_ chunks: [[UInt8]], size: UInt64? = nil) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(name("riff"))
        let body = chunks.joined()
        writer.little(size ?? UInt64(40 + body.count))
        writer.append(name("wave"))
        writer.append(body)
        return writer.bytes
    }

    /// 16 bits in stereo at 22050 Hz.
    private static let form: [UInt8] = [1, 0, 2, 0, 0x22, 0x56, 0, 0, 0x88, 0x58, 1, 0, 4, 0, 16, 0]

    @Test func everyByteIsWhereTheSpecificationWantsIt() throws {
        var file = newFile("W64f", .int16(sampleRate: 22_050, channels: 2))
        file.alignsAudioData = false
        file.userChunks = [FileDescription.Chunk(id: "mine", body: .bytes([1, 2, 3]))]
        let sound = soundBytes(12)
        let written = try EnclosedFile(file, Wave64.self, data: sound)
        let expected = Self.file([
            Self.chunk(Self.name("fmt "), Self.form), Self.chunk(Self.name("mine"), [1, 2, 3]),
            Self.chunk(Self.name("data"), sound),
        ])
        #expect(written.bytes == expected)
        #expect(written.bytes.count % 8 == 0)
    }

    @Test(arguments: WAVE.types[0].formats) func everyWritableFormatComesBack(writable: FileType.WritableFormat) throws
    {
        for channels in [1, 2, 3, 8] {
            let format = writable.stream(sampleRate: 48_000, channels: channels)
            for (aligns, packets) in [(true, 0), (true, 101), (false, 7)] {
                var file = newFile("W64f", format)
                file.alignsAudioData = aligns
                let written = try EnclosedFile(file, Wave64.self, data: soundBytes(packets * format.bytesPerPacket))
                #expect(written.bytes.count % 8 == 0)
                let read = try Wave64.read(MemoryBytes(written.bytes))
                #expect(read.format == format && read.fileType == "W64f")
                #expect(read.dataOffset == written.description.dataOffset && read.dataOffset % 8 == 0)
                #expect(read.packets.count == Int64(packets))
                #expect(read.isComplete && read.isOptimized && read.isRewritable)
                #expect(!aligns || read.dataOffset == 4096)
                let again = try Wave64.enclose(read, dataOffset: read.dataOffset)
                #expect(again.head == Array(written.bytes.prefix(Int(read.dataOffset))))
            }
        }
    }

    @Test func aFileWhoseWriterWasKilledRunsToItsEnd() throws {
        var file = newFile("W64f", .int16(sampleRate: 44_100, channels: 2))
        file.isComplete = false
        let head = try Wave64.enclose(file, dataOffset: nil).head
        let read = try Wave64.read(MemoryBytes(head + soundBytes(402)))
        #expect(read.dataSize == 402 && read.packets.count == 100 && !read.isComplete)
    }

    /// Markers of Sony's have names that are no codes; what stands behind them is found, and they are not lost by a rewriting.
    @Test func namesThatAreNoCodesArePassedOver() throws {
        let marker: [UInt8] = [
            0x56, 0x62, 0xF7, 0xAB, 0x2D, 0x39, 0xD2, 0x11, 0x86, 0xC7, 0, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
        ]
        let bytes = Self.file([
            Self.chunk(Self.name("fmt "), Self.form), Self.chunk(marker, [9, 9, 9]),
            Self.chunk(Self.name("list"), [7]), Self.chunk(Self.name("data"), soundBytes(8)),
        ])
        let read = try Wave64.read(MemoryBytes(bytes))
        #expect(read.packets.count == 2)
        #expect(read.userChunks == [FileDescription.Chunk(id: "LIST", body: .bytes([7]))])
        #expect(!read.isRewritable)
        #expect(encloseStatus(Wave64.self, read, dataOffset: nil) == AudioError.operationNotSupported.status)
    }

    @Test(arguments: [0, 1, 23, UInt64(Int64.max), .max]) func sizesThatLieDoNoHarm(size: UInt64) throws {
        let data = Self.chunk(Self.name("data"), soundBytes(8), size: size)
        let bytes = Self.file([Self.chunk(Self.name("fmt "), Self.form), data], size: size)
        if size < 24 {
            #expect(readStatus(Wave64.self, bytes) == AudioError.invalidFile.status)
        } else {
            let read = try Wave64.read(MemoryBytes(bytes))
            #expect(read.dataSize == 8 && !read.isComplete)
        }
    }

    @Test func otherFormsAreRefused() {
        var bytes = Self.file([Self.chunk(Self.name("fmt "), Self.form), Self.chunk(Self.name("data"), [])])
        #expect(readStatus(Wave64.self, bytes) == nil)
        bytes[24] = UInt8(ascii: "v")
        #expect(readStatus(Wave64.self, bytes) == AudioError.invalidFile.status)
        #expect(readStatus(Wave64.self, Array(bytes.prefix(39))) == AudioError.invalidFile.status)
    }

    /// `fact` has 64 bits here.
    @Test func framesOfTheLastBlockComeBack() throws {
        let format = StreamFormat(
            sampleRate: 8000, formatID: FourCC(0x6D73_0011), bytesPerPacket: 256, framesPerPacket: 505, channels: 1,
            bitsPerChannel: 4)
        var file = newFile("W64f", format)
        file.packetTable = PacketTableInfo(validFrames: 600, remainderFrames: 410)
        let written = try EnclosedFile(file, Wave64.self, data: soundBytes(512))
        let read = try Wave64.read(MemoryBytes(written.bytes))
        #expect(read.packetTable == PacketTableInfo(validFrames: 600, remainderFrames: 410))
    }
}
