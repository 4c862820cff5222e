import AudioContainers
import AudioCore
import Testing

@Suite struct WAVETests {
    @Test(arguments: ["WAVE", "RF64", "BW64"] as [FourCC], WAVE.types[0].formats)
    func everyWritableFormatComesBack(type: FourCC, writable: FileType.WritableFormat) throws {
        for channels in [1, 2, 3, 8] {
            let format = writable.stream(sampleRate: 48_000, channels: channels)
            for (aligns, frames) in [(true, 0), (true, 101), (false, 7)] {
                var file = newFile(type, format)
                file.alignsAudioData = aligns
                let written = try EnclosedFile(file, WAVE.self, data: soundBytes(frames * format.bytesPerPacket))
                let read = try WAVE.read(MemoryBytes(written.bytes))
                #expect(read.format == format)
                #expect(read.fileType == type)
                #expect(read.dataOffset == written.description.dataOffset)
                #expect(read.dataSize == written.description.dataSize)
                #expect(read.packets.count == Int64(frames))
                #expect(read.isComplete)
                #expect(read.isOptimized)
                #expect(!aligns || read.dataOffset == 4096)
                let again = try WAVE.enclose(read, dataOffset: read.dataOffset)
                #expect(again.head == Array(written.bytes.prefix(Int(read.dataOffset))))
            }
        }
    }

    @Test(arguments: ["WAVE", "RF64", "BW64"] as [FourCC])
    func aFileWhoseWriterWasKilledRunsToItsEnd(type: FourCC) throws {
        var file = newFile(type, .int16(sampleRate: 44_100, channels: 2))
        file.isComplete = false
        let head = try WAVE.enclose(file, dataOffset: nil).head
        let read = try WAVE.read(MemoryBytes(head + soundBytes(402)))
        #expect(read.dataSize == 402)
        #expect(read.packets.count == 100)
        #expect(!read.isComplete)
        #expect(try WAVE.read(MemoryBytes(head)).packets.count == 0)
    }
}

extension FileType.WritableFormat {
    /// A stream in this format, where its packets have one frame.
    func stream(sampleRate: Double, channels: Int) -> StreamFormat {
        switch self {
        case .pcm(let kind, let bits, let bigEndian):
            .pcm(kind, bits: bits, sampleRate: sampleRate, channels: channels, bigEndian: bigEndian)
        case .encoded(.ima4):
            StreamFormat(
                sampleRate: sampleRate, formatID: .ima4, bytesPerPacket: 34 * channels, framesPerPacket: 64,
                channels: channels)
        case .encoded("agsm"):
            StreamFormat(
                sampleRate: sampleRate, formatID: "agsm", bytesPerPacket: 33, framesPerPacket: 160, channels: 1)
        case .encoded(let id) where WAVEBlocks.Kind(id) != nil: blocks(WAVEBlocks.Kind(id)!, sampleRate, channels)
        case .encoded(let id):
            StreamFormat(
                sampleRate: sampleRate, formatID: id, bytesPerPacket: channels, framesPerPacket: 1,
                bytesPerFrame: channels, channels: channels, bitsPerChannel: 8)
        }
    }
    /// Blocks of the usual size, of as many channels as they may have.
    private func blocks(_ kind: WAVEBlocks.Kind, _ sampleRate: Double, _ channels: Int) -> StreamFormat {
        let channels = min(channels, kind.maximumChannels)
        let size = kind.usualBytes(sampleRate: sampleRate, channels: channels)
        return StreamFormat(
            sampleRate: sampleRate, formatID: kind.formatID, bytesPerPacket: size,
            framesPerPacket: kind.frames(inBytes: size, channels: channels)!, channels: channels,
            bitsPerChannel: kind.bitsPerChannel)
    }
}
