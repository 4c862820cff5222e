import AudioContainers
import AudioCore
import Testing

/// Descriptions and files in memory for the tests of containers.
enum ContainerFiles {
    /// What a writer leaves on disk: head, sound, tail.
    static func file(_ container: any Container.Type, _ description: FileDescription, dataOffset: Int64? = nil) throws
        -> MemoryBytes
    {
        let enclosure = try container.enclose(description, dataOffset: dataOffset)
        return MemoryBytes(enclosure.head + soundBytes(Int(description.dataSize)) + enclosure.tail)
    }

    static func pcm(_ format: StreamFormat, frames: Int64, fileType: FourCC = "caff") -> FileDescription {
        var file = FileDescription(
            fileType: fileType, format: format,
            packets: PacketIndex(constantSize: format.bytesPerPacket, frames: 1, count: frames))
        file.dataSize = frames * Int64(format.bytesPerPacket)
        return file
    }
}

@Suite struct CAFTests {
    static let widths: [StreamFormat] = [true, false].flatMap { bigEndian in
        [8, 16, 24, 32, 64].map { .pcm(.signed, bits: $0, sampleRate: 48_000, channels: 2, bigEndian: bigEndian) }
            + [32, 64].map { .pcm(.float, bits: $0, sampleRate: 8000.5, channels: 1, bigEndian: bigEndian) }
            + [(20, 3), (20, 4), (24, 4), (12, 2)].map { bits, bytes in
                .pcm(
                    .signed, bits: bits, sampleRate: 44_100, channels: 3, bigEndian: bigEndian, bytesPerSample: bytes,
                    alignedHigh: true)
            }
    }

    @Test(arguments: widths) func keepsEveryWidthOfPCM(format: StreamFormat) throws {
        let file = try CAF.read(ContainerFiles.file(CAF.self, ContainerFiles.pcm(format, frames: 5)))
        #expect(file.format == format)
        #expect(file.packets.count == 5)
        #expect(file.dataSize == Int64(5 * format.bytesPerPacket))
        #expect(file.dataOffset == 4096)
        #expect(file.isComplete)
        #expect(file.isOptimized)
    }

    @Test func refusesPCMItCannotName() {
        let unsigned = StreamFormat.pcm(.unsigned, bits: 8, sampleRate: 8000, channels: 1)
        let low = StreamFormat.pcm(.signed, bits: 24, sampleRate: 8000, channels: 1, bytesPerSample: 4)
        let apart = StreamFormat.float32(sampleRate: 8000, channels: 2, interleaved: false)
        let fixed = StreamFormat.pcm(.signed, bits: 32, sampleRate: 8000, channels: 1, fractionBits: 24)
        for format in [unsigned, low, apart, fixed] {
            #expect(throws: AudioError.self) {
                try CAF.enclose(ContainerFiles.pcm(format, frames: 1), dataOffset: nil)
            }
        }
    }

    @Test func writesTheBytesOfTheSpecification() throws {
        var file = ContainerFiles.pcm(.int16(sampleRate: 44_100, channels: 2), frames: 3)
        file.alignsAudioData = false
        let enclosure = try CAF.enclose(file, dataOffset: nil)
        var expected = ByteWriter()
        expected.append("caff".utf8)
        expected.append([0, 1, 0, 0])
        expected.append("desc".utf8)
        expected.big(Int64(32))
        expected.bigFloat64(44_100)
        expected.append("lpcm".utf8)
        for number: UInt32 in [2, 4, 1, 2, 16] { expected.big(number) }
        expected.append("data".utf8)
        expected.big(Int64(16))
        expected.big(UInt32(1))
        #expect(enclosure == Enclosure(head: expected.bytes))
    }

    @Test func anUnfinishedFileGoesToItsEnd() throws {
        var description = ContainerFiles.pcm(.int16(sampleRate: 44_100, channels: 2), frames: 3)
        description.isComplete = false
        description.dataSize = 0
        let head = try CAF.enclose(description, dataOffset: nil).head
        #expect(head.count == 4096)
        let file = try CAF.read(MemoryBytes(head + [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        #expect(!file.isComplete)
        #expect(file.dataSize == 9)
        #expect(file.packets.count == 2)
    }
}
