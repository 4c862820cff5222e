import AudioContainers
import AudioCore
import TestSupport
import Testing

/// What an MPEG-4 file says comes back from it; where it has no room, it says so.
@Suite struct MPEG4Tests {
    private func sample(_ id: FourCC = .aac) -> ContainerSample { ContainerSamples.sample(.encoded(id)) }

    /// A file as the engine puts it together.
    private func bytes(
        _ file: FileDescription, _ sample: ContainerSample, dataOffset: Int64? = nil
    ) throws -> [UInt8] {
        let enclosure = try MPEG4.enclose(file, dataOffset: dataOffset)
        return enclosure.head + sample.data + enclosure.tail
    }

    @Test func tagsPrimingAndPictureComeBack() throws {
        let sample = sample()
        var file = sample.description("m4af")
        let texts = [
            "title": "Tïtle", "artist": "A", "album": "B", "comments": "C", "year": "2001", "genre": "Jazz",
            "composer": "D", "copyright": "E", "lyrics": "F\nG", "track number": "3/12", "tempo": "120",
            "encoding application": "H", "ISRC": "XX0000000001", "key signature": "F#m", "subtitle": "",
        ]
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) { file.info[key] = text }
        file.artwork = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
        file.userChunks = [FileDescription.Chunk(id: "pgap", body: .bytes([0, 0, 0, 17, 1, 2, 3]))]
        file.packetTable = PacketTableInfo(
            validFrames: file.packets.totalFrames - 2112 - 1, primingFrames: 2112, remainderFrames: 1)
        let laidOut = try bytes(file, sample)
        let read = try MPEG4.read(MemoryBytes(laidOut))
        #expect(read.info == file.info)
        #expect(read.artwork == file.artwork)
        #expect(read.userChunks == file.userChunks)
        #expect(read.packetTable == file.packetTable)
        #expect(read.magicCookie == file.magicCookie)
        #expect(read.layout == ChannelLayout(tag: ChannelLayout.stereo))
        #expect(try bytes(read, sample) == laidOut)
    }

    /// A disk was full before the first frame behind the priming, or a program has said that no frame is valid.
    ///
    /// - Parameter priming: the frames that are not remainder; nil for all.
    @Test(arguments: [FourCC.aac, .alac], [nil, 0, 100] as [Int32?])
    func aFileMayHaveNoSound(id: FourCC, priming: Int32?) throws {
        let sample = sample(id)
        var file = sample.description("m4af")
        let total = Int32(file.packets.totalFrames)
        let first = priming ?? total
        file.packetTable = PacketTableInfo(validFrames: 0, primingFrames: first, remainderFrames: total - first)
        let laidOut = try bytes(file, sample)
        // One edit that begins behind the priming and has no length.
        let edits = try #require(laidOut.firstRange(of: Array("elst".utf8)))
        let start = withUnsafeBytes(of: first.bigEndian) { Array($0) }
        let expected: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] + start + [0, 1, 0, 0]
        #expect(laidOut[edits.upperBound...].starts(with: expected))
        let read = try MPEG4.read(MemoryBytes(laidOut))
        #expect(read.packetTable == file.packetTable)
        #expect(try MPEG4.read(MemoryBytes(try bytes(read, sample))).packetTable == file.packetTable)
    }

    @Test func aLayoutTheCodecDoesNotSayIsKept() throws {
        let sample = sample()
        var file = sample.description("mp4f")
        file.layout = ChannelLayout(tag: 103 << 16 | 2)
        #expect(try MPEG4.read(MemoryBytes(try bytes(file, sample))).layout == file.layout)
    }

    @Test(arguments: [ChannelLayout.stereo, 0])
    func aCookieIsMadeWhereThereIsNone(tag: UInt32) throws {
        let sample = sample()
        var file = sample.description("m4af")
        // A bare AudioSpecificConfig, as decoders of other programs have it; or none.
        file.magicCookie = tag == 0 ? [] : [0x12, 0x10]
        let read = try MPEG4.read(MemoryBytes(try bytes(file, sample)))
        #expect(read.format == file.format)
        #expect(read.magicCookie.count == 39 && read.magicCookie.first == 3)
        file.magicCookie = [0xFF]
        #expect(encloseStatus(MPEG4.self, file, dataOffset: nil) == AudioError.unsupportedDataFormat.status)
        var lossless = self.sample(.alac).description("m4af")
        lossless.magicCookie = []
        #expect(encloseStatus(MPEG4.self, lossless, dataOffset: nil) == AudioError.unsupportedDataFormat.status)
    }

    /// The data stays where it is: the movie atom goes in front where it fits, else behind.
    @Test(arguments: [44, 52, 60, 100, 900, 2000, 4096])
    func theDataStaysAtItsPlace(offset: Int64) throws {
        let sample = sample()
        var file = sample.description("m4af")
        let enclosure = try MPEG4.enclose(file, dataOffset: offset)
        #expect(enclosure.head.count == Int(offset))
        let source = MemoryBytes(enclosure.head + sample.data + enclosure.tail)
        let read = try MPEG4.read(source)
        #expect(read.dataOffset == offset && read.dataSize == Int64(sample.data.count))
        #expect(read.packets == sample.packets)
        #expect(read.isOptimized == enclosure.tail.isEmpty)
        file.isComplete = false
        #expect(try MPEG4.enclose(file, dataOffset: offset).head.count == Int(offset))
    }

    @Test(arguments: [0, 35, 37, 43, 1 << 40])
    func impossiblePlacesAreRefused(offset: Int64) {
        let file = sample().description("m4af")
        #expect(encloseStatus(MPEG4.self, file, dataOffset: offset) == AudioError.operationNotSupported.status)
    }

    @Test func theDataStartsOnAPage() throws {
        let sample = sample()
        var file = sample.description("m4af")
        file.alignsAudioData = true
        let whole = try MPEG4.read(MemoryBytes(try bytes(file, sample)))
        #expect(whole.dataOffset == 4096 && whole.alignsAudioData)
        file.isComplete = false
        #expect(try MPEG4.enclose(file, dataOffset: nil).head.count == 4096)
    }

    @Test func formatsItCannotHoldAreRefused() {
        var file = sample().description("m4af")
        file.format.sampleRate = 44_100.5
        #expect(encloseStatus(MPEG4.self, file, dataOffset: nil) == AudioError.unsupportedDataFormat.status)
        for id: FourCC in ["flac", .ima4] {
            var other = sample().description("m4af")
            other.format.formatID = id
            #expect(encloseStatus(MPEG4.self, other, dataOffset: nil) == AudioError.unsupportedDataFormat.status)
        }
        #expect(
            encloseStatus(MPEG4.self, sample("samr").description("m4af"), dataOffset: nil)
                == AudioError.unsupportedDataFormat.status)
    }

    /// Five GiB of which only the ends exist: sizes and offsets of 64 bits.
    @Test func dataPastFourGigabytesIsFound() throws {
        let size: Int64 = 5 << 30
        var packets = PacketIndex(variableSizesWithFrames: 1024)
        packets.append(PacketDescription(offset: 0, size: 100))
        packets.append(PacketDescription(offset: size - 50, size: 50))
        var file = sample().description("m4af")
        file.packets = packets
        file.dataSize = size
        for enclosure in [try MPEG4.enclose(file, dataOffset: nil), try MPEG4.enclose(file, dataOffset: 100)] {
            let source = GappedBytes(enclosure.head, gap: size, enclosure.tail)
            let read = try MPEG4.read(source)
            #expect(read.packets == packets)
            #expect(read.dataOffset == Int64(enclosure.head.count) && read.dataSize == size)
        }
    }
}

/// Bytes with a gap of zeros that takes no memory.
private final class GappedBytes: ByteSource {
    private let head: [UInt8]
    private let gap: Int64
    private let tail: [UInt8]

    init(_ head: [UInt8], gap: Int64, _ tail: [UInt8]) {
        self.head = head
        self.gap = gap
        self.tail = tail
    }

    func size() throws(AudioError) -> Int64 { Int64(head.count + tail.count) + gap }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        let count = max(0, min(Int64(buffer.count), try size() - position))
        for index in 0..<Int(count) {
            let place = position + Int64(index)
            let behind = place - Int64(head.count) - gap
            buffer[index] = place < head.count ? head[Int(place)] : behind >= 0 ? tail[Int(behind)] : 0
        }
        return Int(count)
    }
}
