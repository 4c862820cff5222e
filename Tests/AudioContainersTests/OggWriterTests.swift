import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Opus laid out in pages.
@Suite struct OggWriterTests {
    private static let format = StreamFormat(sampleRate: 48_000, formatID: "opus", framesPerPacket: 960, channels: 2)

    private static func description(
        _ format: StreamFormat = format, priming: Int32 = 312, title: String? = nil
    ) -> FileDescription {
        var file = FileDescription(
            fileType: "Oggf", format: format, packets: PacketIndex(variableSizesWithFrames: format.framesPerPacket))
        file.expectedPriming = priming
        if let title { file.info["title"] = title }
        return file
    }

    /// Lays packets out, so many in a call, and finishes the file with a remainder.
    private static func file(
        _ start: FileDescription, _ packets: [[UInt8]], perCall: Int, remainder: Int32 = 0
    ) throws -> [UInt8] {
        var file = start
        var data: [UInt8] = []
        for first in stride(from: 0, to: packets.count, by: perCall) {
            let part = Array(packets[first..<min(first + perCall, packets.count)])
            let joined = Array(part.joined())
            let headers = try joined.withUnsafeBytes { bytes in
                var at = 0
                let views = part.map { packet in
                    defer { at += packet.count }
                    return UnsafeRawBufferPointer(rebasing: bytes[at..<at + packet.count])
                }
                return try Ogg.packetHeaders(views, in: &file)
            }
            for (header, packet) in zip(headers, part) {
                data += header
                file.packets.append(PacketDescription(offset: Int64(data.count), size: UInt32(packet.count)))
                data += packet
            }
        }
        let total = file.packets.totalFrames
        file.packetTable = PacketTableInfo(
            validFrames: total - Int64(start.expectedPriming) - Int64(remainder),
            primingFrames: start.expectedPriming, remainderFrames: remainder)
        file.isComplete = true
        if let page = try Ogg.revisedPage(of: &file) {
            data.replaceSubrange(Int(page.offset)..<Int(page.offset) + page.bytes.count, with: page.bytes)
        }
        let again = try Ogg.revisedPage(of: &file)
        #expect(again == nil)
        return try Ogg.enclose(file, dataOffset: nil).head + data
    }

    private static func packets(_ count: Int) -> [[UInt8]] {
        (0..<count).map { OggBuilder.packet(20 + $0 * 37 % 700, UInt8(truncatingIfNeeded: $0)) }
    }

    @Test(arguments: [1, 3, 64, 500]) func whatIsWrittenIsRead(perCall: Int) throws {
        let packets = Self.packets(130)
        let bytes = try Self.file(Self.description(title: "Étude"), packets, perCall: perCall, remainder: 100)
        let file = try Ogg.read(MemoryBytes(bytes))
        #expect(file.isComplete && file.isRewritable && file.pages == nil)
        #expect(
            file.packetTable
                == PacketTableInfo(validFrames: 130 * 960 - 412, primingFrames: 312, remainderFrames: 100))
        #expect(file.info["title"] == "Étude" && file.format == Self.format)
        let read = (0..<file.packets.count).map { position in
            let start = Int(file.dataOffset + file.packets[position].offset)
            return Array(bytes[start..<start + Int(file.packets[position].size)])
        }
        #expect(read == packets)
        // The pages follow each other from the head's on; the first begins the stream, and the last ends it.
        let pages = Self.pages(bytes)
        #expect(pages.map(\.sequence) == Array(0..<UInt32(pages.count)))
        #expect(pages.map(\.flags) == [2] + [UInt8](repeating: 0, count: pages.count - 2) + [4])
        #expect(pages.last?.granule == 130 * 960 - 100 && pages[1].granule == 0)
        #expect(pages.allSatisfy { $0.frames <= 50 })
    }

    private struct Page {
        var sequence: UInt32
        var flags: UInt8
        var granule: Int64
        var frames: Int
    }

    private static func pages(_ bytes: [UInt8]) -> [Page] {
        var (pages, at) = ([Page](), 0)
        func little(_ place: Int, _ count: Int) -> UInt64 {
            bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while at < bytes.count {
            let sizes = bytes[(at + 27)..<(at + 27 + Int(bytes[at + 26]))]
            pages.append(
                Page(
                    sequence: UInt32(little(at + 18, 4)), flags: bytes[at + 5],
                    granule: Int64(bitPattern: little(at + 6, 8)), frames: sizes.count { $0 < 255 }))
            at += 27 + sizes.count + sizes.reduce(0) { $0 + Int($1) }
        }
        return pages
    }

    /// What a killed writer leaves has all pages that it wrote.
    @Test func anUnfinishedFileHasItsPages() throws {
        var file = Self.description()
        file.isComplete = false
        let packet = OggBuilder.packet(60, 9)
        var bytes = try Ogg.enclose(file, dataOffset: nil).head
        for number in 0..<3 {
            let header = try packet.withUnsafeBytes { try Ogg.packetHeaders([$0], in: &file) }[0]
            file.packets.append(
                PacketDescription(offset: file.packets.totalBytes + Int64(header.count), size: UInt32(packet.count)))
            bytes += header + packet
            let read = try Ogg.read(MemoryBytes(bytes))
            #expect(read.packets.count == Int64(number + 1) && !read.isComplete)
        }
    }

    /// Frames of lower rates are counted at 48 kHz in the file.
    @Test func positionsCountAtOpussOwnRate() throws {
        let format = StreamFormat(sampleRate: 16_000, formatID: "opus", framesPerPacket: 320, channels: 1)
        // SILK, 20 ms, wide band, one channel.
        let packets = (0..<10).map { [0x48] + [UInt8](repeating: UInt8($0), count: 30) }
        let bytes = try Self.file(Self.description(format, priming: 104), packets, perCall: 4, remainder: 50)
        let file = try Ogg.read(MemoryBytes(bytes))
        #expect(file.format.sampleRate == 48_000 && file.format.channels == 1)
        #expect(
            file.packetTable
                == PacketTableInfo(validFrames: 9600 - 312 - 150, primingFrames: 312, remainderFrames: 150))
    }

    /// Texts change within their padding, and no farther, once the audio data has its place.
    @Test func commentsFitThePlaceTheyHave() throws {
        var file = Self.description()
        let head = try Ogg.enclose(file, dataOffset: nil).head
        file.info["title"] = String(repeating: "x", count: 400)
        let changed = try Ogg.enclose(file, dataOffset: Int64(head.count)).head
        #expect(changed.count == head.count && changed != head)
        file.info["artist"] = String(repeating: "y", count: 400)
        #expect(throws: AudioError.self) { _ = try Ogg.enclose(file, dataOffset: Int64(head.count)) }
        // A picture takes several pages.
        file.artwork = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + soundBytes(150_000)
        let large = try Ogg.enclose(file, dataOffset: nil).head
        #expect(try Ogg.enclose(file, dataOffset: Int64(large.count)).head == large)
        #expect(Self.pages(large).count == 5)
        let read = try Ogg.read(MemoryBytes(large))
        #expect(read.artwork == file.artwork && read.info["artist"] == file.info["artist"])
    }

    @Test func whatIsNoOpusIsRefused() throws {
        var file = Self.description()
        #expect(throws: AudioError.self) {
            _ = try [UInt8](arrayLiteral: 0x03).withUnsafeBytes { try Ogg.packetHeaders([$0], in: &file) }
        }
        let large = [0x7C] + [UInt8](repeating: 0, count: 70_000)
        #expect(throws: AudioError.self) { _ = try large.withUnsafeBytes { try Ogg.packetHeaders([$0], in: &file) } }
        var odd = file
        odd.format.sampleRate = 44_100
        #expect(throws: AudioError.self) { _ = try Ogg.enclose(odd, dataOffset: nil) }
        var nine = file
        nine.format.channels = 9
        #expect(throws: AudioError.self) { _ = try Ogg.enclose(nine, dataOffset: nil) }
    }
}
