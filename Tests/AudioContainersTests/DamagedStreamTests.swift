import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Streams with wrong bytes in their headers keep their length, and every whole packet its bytes.
@Suite struct DamagedStreamTests {
    /// Frames of one size, and where each begins.
    struct Stream: Sendable, CustomStringConvertible {
        let description: String
        let container: any Container.Type
        let bytes: [UInt8]
        let first: Int
        let size: Int
    }

    static let streams = [
        Stream(
            description: "ADTS", container: ADTS.self, bytes: ElementaryStreams.adts(size: 300, count: 10), first: 0,
            size: 300),
        Stream(
            description: "AC-3", container: AC3.self, bytes: ElementaryStreams.ac3(count: 10), first: 0, size: 1536),
        Stream(
            description: "MP3", container: MPEGAudio.self,
            bytes: ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0x00], size: 417, count: 10), first: 0, size: 417),
        Stream(
            description: "AMR", container: AMR.self,
            bytes: Array("#!AMR\n".utf8) + (0..<10).flatMap { _ in [0x3C] + [UInt8](repeating: 0x55, count: 31) },
            first: 6, size: 32),
    ]

    /// At the beginning too, where the sizes of the later frames show how many there were.
    @Test(arguments: streams, [[1], [2], [1, 2], [4, 5, 6], [6, 9], [8, 9]])
    func headersOfFramesAreDamaged(stream: Stream, damaged: [Int]) throws {
        var bytes = stream.bytes
        for frame in damaged {
            let start = stream.first + frame * stream.size
            (bytes[start], bytes[start + 1]) = (0xA7, 0x13)
        }
        let whole = try stream.container.read(MemoryBytes(stream.bytes))
        let file = try stream.container.read(MemoryBytes(bytes))
        #expect(file.packets.count == 10 && file.packets.totalFrames == whole.packets.totalFrames)
        for frame in 0..<10 where !damaged.contains(frame) {
            #expect(file.packets[Int64(frame)] == whole.packets[Int64(frame)], "frame \(frame)")
        }
    }

    /// What follows frames of AMR and is none does not become frames.
    @Test func otherDataAfterFramesIsNoSound() throws {
        var bytes = Array("#!AMR\n".utf8) + (0..<10).flatMap { _ in [0x3C] + [UInt8](repeating: 0x55, count: 31) }
        bytes += [UInt8](repeating: 0xFF, count: 1000)
        let file = try AMR.read(MemoryBytes(bytes))
        #expect(file.packets.count == 10 && !file.isComplete)
    }

    /// The frame has the size of one block, and those around it have one.
    @Test(arguments: [1, 4, 8]) func aNumberOfBlocksIsDamaged(frame: Int) throws {
        var bytes = ElementaryStreams.adts(size: 300, count: 10)
        let whole = try ADTS.read(MemoryBytes(bytes))
        bytes[frame * 300 + 6] |= 3
        #expect(try ADTS.read(MemoryBytes(bytes)).packets == whole.packets)
    }

    /// The second frame is larger than most, and the first one much smaller, as encoders begin with.
    @Test(arguments: [1, 2]) func sizesVaryAtTheBeginning(frame: Int) throws {
        let sizes = [13, 734, 412, 388, 433, 382, 384, 392, 378]
        var bytes = sizes.flatMap { ElementaryStreams.adts(size: $0, count: 1) }
        bytes[sizes[..<frame].reduce(0, +)] = 0x35
        #expect(try ADTS.read(MemoryBytes(bytes)).packets.count == 9)
    }

    @Test func theFirstFramesSizeIsDamaged() throws {
        var bytes = ElementaryStreams.adts(size: 300, count: 10)
        bytes[4] ^= 0x11
        let file = try ADTS.read(MemoryBytes(bytes))
        #expect(file.packets.count == 10 && file.dataOffset == 0)
    }

    // MARK: Ogg

    /// Three pages of five packets, the last one with a remainder of 100 frames; and where they begin.
    private static func pages() -> (bytes: [UInt8], starts: [Int]) {
        var builder = OggBuilder()
        builder.begin()
        var starts: [Int] = []
        for page in 0..<3 {
            starts.append(builder.bytes.count)
            let packets = (0..<5).map { OggBuilder.packet(60 + $0, UInt8(page * 5 + $0)) }
            let granule = Int64(page + 1) * 4800
            builder.sound(packets, granule: page == 2 ? granule - 100 : granule, flags: page == 2 ? 4 : 0)
        }
        return (builder.bytes, starts)
    }

    /// The magic with version and flags; the stream's number; the page's number; the checksum.
    @Test(arguments: [0, 1, 2], [0..<6, 14..<18, 18..<22, 14..<26])
    func aPageWhoseSizesAreWholeKeepsItsPackets(page: Int, damaged: Range<Int>) throws {
        let (whole, starts) = Self.pages()
        var bytes = whole
        for index in damaged { bytes[starts[page] + index] ^= 0xA5 }
        // The packets of the page before are not taken for lost where they are damaged, too.
        if page > 0 { bytes[starts[page - 1] + 100] ^= 1 }
        let (expected, file) = (try Ogg.read(MemoryBytes(whole)), try Ogg.read(MemoryBytes(bytes)))
        #expect(file.packets == expected.packets && file.packetTable == expected.packetTable && !file.isComplete)
    }

    /// The position in the page's header is what is left of it, at the beginning and at the end too.
    @Test(arguments: [[0], [1], [2], [1, 2], [0, 1]])
    func aPageWhoseSizesAreDamagedBecomesSilence(pages: [Int]) throws {
        let (whole, starts) = Self.pages()
        var bytes = whole
        for page in pages { for index in 28..<30 { bytes[starts[page] + index] ^= 0x1A } }
        let (expected, file) = (try Ogg.read(MemoryBytes(whole)), try Ogg.read(MemoryBytes(bytes)))
        #expect(file.packetTable?.validFrames == expected.packetTable?.validFrames && !file.isComplete)
        #expect(file.packetTable?.primingFrames == 312)
        let sizes = (0..<file.packets.count).map { file.packets[$0].size }
        #expect(sizes == (0..<3).flatMap { pages.contains($0) ? [0, 0, 0, 0, 0] : [60, 61, 62, 63, 64] })
    }

    /// A stream whose first page is unreadable begins at 0. One that was joined later begins at its own position.
    @Test func aFirstPageMayBeUnreadable() throws {
        let (whole, starts) = Self.pages()
        let expected = try #require(try Ogg.read(MemoryBytes(whole)).packetTable)
        var bytes = whole
        for index in starts[0]..<starts[1] { bytes[index] = 0 }
        let file = try Ogg.read(MemoryBytes(bytes))
        #expect(file.packetTable?.validFrames == expected.validFrames && file.packets.count == 15)
        bytes.removeSubrange(starts[0]..<starts[1])
        let joined = try Ogg.read(MemoryBytes(bytes))
        #expect(joined.packetTable?.validFrames == expected.validFrames - 4800 && joined.packets.count == 10)
    }
}
