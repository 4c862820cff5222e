import AudioCore
import Testing

@testable import AudioContainers

@Suite struct AIFFTests {
    @Test(arguments: AIFF.types.flatMap { type in type.formats.map { (type.id, $0) } })
    func everyWritableFormatComesBack(type: FourCC, writable: FileType.WritableFormat) throws {
        for channels in [1, 2, 3, 8] {
            let format = writable.stream(sampleRate: 44_100, channels: channels)
            for (aligns, packets) in [(true, 0), (true, 101), (false, 7)] {
                var file = newFile(type, format)
                file.alignsAudioData = aligns
                let written = try EnclosedFile(file, AIFF.self, data: soundBytes(packets * format.bytesPerPacket))
                let read = try AIFF.read(MemoryBytes(written.bytes))
                #expect(read.format == format)
                #expect(read.fileType == type)
                #expect(read.dataOffset == written.description.dataOffset)
                #expect(read.dataSize == written.description.dataSize)
                #expect(read.packets.count == Int64(packets))
                #expect(read.isComplete)
                #expect(read.isOptimized)
                #expect(!aligns || read.dataOffset == 4096)
                let again = try AIFF.enclose(read, dataOffset: read.dataOffset)
                #expect(again.head == Array(written.bytes.prefix(Int(read.dataOffset))))
            }
        }
    }

    @Test(arguments: ["AIFF", "AIFC"] as [FourCC])
    func aFileWhoseWriterWasKilledRunsToItsEnd(type: FourCC) throws {
        var file = newFile(type, .pcm(.signed, bits: 16, sampleRate: 44_100, channels: 2, bigEndian: true))
        file.isComplete = false
        let head = try AIFF.enclose(file, dataOffset: nil).head
        let read = try AIFF.read(MemoryBytes(head + soundBytes(402)))
        #expect(read.dataSize == 402)
        #expect(read.packets.count == 100)
        #expect(!read.isComplete)
        #expect(try AIFF.read(MemoryBytes(head)).packets.count == 0)
    }

    @Test(arguments: [
        1, 8_000, 11_025, 22_050, 22_254.545_454_545_456, 44_100, 48_000, 88_200, 96_000, 192_000, 768_000, 0.1,
    ])
    func ratesAreKeptExactly(rate: Double) throws {
        var writer = ByteWriter()
        Extended80.write(rate, to: &writer)
        var reader = ByteReader(writer.bytes)
        #expect(try Extended80.read(&reader) == rate)
    }
}
