import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct ADTSTests {
    @Test func packetsStandBehindTheirHeaders() throws {
        let bytes = ElementaryStreams.adts(size: 90, count: 5)
        #expect(try isClaimed(bytes, by: ADTS.self))
        let file = try ADTS.read(MemoryBytes(bytes))
        #expect(file.fileType == "adts")
        #expect(file.format == StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2))
        #expect((0..<5).map { file.packets[$0].offset } == (0..<5).map { 90 * $0 + 7 })
        #expect(file.packets.maximumSize == 83 && file.packets.count == 5 && file.dataOffset == 0)
        #expect(file.dataSize == 450)
        #expect(file.layout == ChannelLayout(tag: ChannelLayout.stereo))
        // AAC-LC, 44100 Hz, two channels, within descriptors whose lengths have four bytes.
        #expect(file.magicCookie.count == 39 && Array(file.magicCookie[0..<5]) == [3, 0x80, 0x80, 0x80, 34])
        #expect(Array(file.magicCookie[26..<33]) == [5, 0x80, 0x80, 0x80, 2, 0x12, 0x10])
    }

    @Test func blocksWithACRCArePackets() throws {
        let bytes = ElementaryStreams.adtsOfBlocks([20, 30, 40]) + ElementaryStreams.adtsOfBlocks([9, 9])
        let file = try ADTS.read(MemoryBytes(bytes))
        #expect((0..<file.packets.count).map { file.packets[$0].size } == [20, 30, 40, 9, 9])
        #expect(file.format.framesPerPacket == 1024)
        for position in 0..<file.packets.count {
            let packet = file.packets[position]
            let start = Int(file.dataOffset + packet.offset)
            #expect(Array(bytes[start..<start + Int(packet.size)]) == soundBytes(Int(packet.size)))
        }
    }

    @Test func blocksWithoutBoundariesAreOnePacket() throws {
        let bytes =
            ElementaryStreams.adts(size: 90, count: 2) + ElementaryStreams.adts(size: 90, count: 2, blocks: 3)
        let file = try ADTS.read(MemoryBytes(bytes))
        #expect(file.format.framesPerPacket == 0)
        #expect((0..<4).map { file.packets[$0].frames } == [1024, 1024, 3072, 3072])
        #expect(file.packets.totalFrames == 8192)
    }
}

@Suite struct AMRTests {
    @Test func packetsGoByTheirModes() throws {
        let sizes = [13, 32, 6, 1, 21]
        let modes: [UInt8] = [0, 7, 8, 15, 5]
        let frames = zip(sizes, modes).flatMap { size, mode in [mode << 3 | 4] + [UInt8](repeating: 9, count: size - 1)
        }
        let file = try AMR.read(MemoryBytes(Array("#!AMR\n".utf8) + frames))
        #expect((0..<file.packets.count).map { Int(file.packets[$0].size) } == sizes)
        #expect(file.format == StreamFormat(sampleRate: 8000, formatID: "samr", framesPerPacket: 160, channels: 1))
        #expect(file.dataOffset == 6 && file.isComplete)
        let cut = try AMR.read(MemoryBytes(Array("#!AMR\n".utf8) + frames.dropLast(1)))
        #expect(cut.packets.count == 4 && !cut.isComplete)
    }

    @Test func severalChannelsAreRefused() {
        let status = readStatus(AMR.self, Array("#!AMR_MC1.0\n".utf8) + [0, 0, 0, 2])
        #expect(status == AudioError.unsupportedDataFormat.status)
        #expect(readStatus(AMR.self, Array("#!AMX\n".utf8)) == AudioError.invalidFile.status)
    }

    @Test func theHeadIsTheMagic() throws {
        var file = FileDescription(
            fileType: "amrf", format: StreamFormat(sampleRate: 16_000, formatID: "sawb", channels: 1),
            packets: PacketIndex(variableSizesWithFrames: 320))
        #expect(try AMR.enclose(file, dataOffset: nil).head == Array("#!AMR-WB\n".utf8))
        #expect(encloseStatus(AMR.self, file, dataOffset: 10) == AudioError.operationNotSupported.status)
        file.format.sampleRate = 8000
        #expect(encloseStatus(AMR.self, file, dataOffset: nil) == AudioError.unsupportedDataFormat.status)
    }
}

@Suite struct AC3Tests {
    @Test func aFrameIsAPacket() throws {
        let bytes = ElementaryStreams.id3v2([("TIT2", "Title")]) + ElementaryStreams.ac3(count: 4)
        #expect(try isClaimed(bytes, by: AC3.self))
        let file = try AC3.read(MemoryBytes(bytes))
        #expect(file.fileType == "ac-3")
        #expect(file.format == StreamFormat(sampleRate: 48_000, formatID: "ac-3", framesPerPacket: 1536, channels: 6))
        #expect(file.packets.count == 4 && file.packets.maximumSize == 1536)
        #expect(file.layout == ChannelLayout(tag: 123 << 16 | 6))
        #expect(file.info["title"] == "Title")
    }

    @Test func dependentSubstreamsJoinThePacket() throws {
        let bytes = (0..<3).flatMap { _ in ElementaryStreams.eac3() + ElementaryStreams.eac3(dependent: true) }
        #expect(try isClaimed(bytes, by: AC3.self))
        let file = try AC3.read(MemoryBytes(bytes))
        #expect(file.fileType == "ec-3" && file.format.formatID == "ec-3")
        #expect((0..<file.packets.count).map { file.packets[$0].size } == [800, 800, 800])
        #expect(file.format.channels == 8)
        #expect(file.layout == ChannelLayout(tag: 160 << 16 | 8))
    }

    /// A damaged frame counts with the bytes that it has, not with those of the stream's first frame.
    @Test func aLostDependentFrameHasItsOwnSize() throws {
        var bytes = ElementaryStreams.eac3(dependent: true)
        for index in 0..<8 { bytes += ElementaryStreams.eac3(size: index % 2 == 0 ? 400 : 360) }
        let lost = bytes.count
        bytes += ElementaryStreams.eac3(size: 300)
        bytes[lost] = 0
        let end = bytes.count
        bytes += ElementaryStreams.eac3()
        let file = try AC3.read(MemoryBytes(bytes))
        let sizes = (0..<file.packets.count).map { file.packets[$0].size }
        #expect(sizes == [400, 400, 360, 400, 360, 400, 360, 400, 660, 400])
        #expect(file.packets[file.packets.count - 1].offset == Int64(end))
        #expect(file.dataOffset + file.dataSize == Int64(bytes.count))
    }
}

@Suite struct FLACTests {
    @Test func checksumsMarkThePackets() throws {
        let bytes = ElementaryStreams.flac(
            frames: 5, last: 100, comments: ["TITLE=Song", "date=2001", "X=y", "broken"])
        #expect(try isClaimed(bytes, by: FLAC.self))
        let file = try FLAC.read(MemoryBytes(bytes))
        #expect(file.format.formatID == "flac" && file.format.sampleRate == 8000 && file.format.channels == 2)
        #expect(file.format.framesPerPacket == 192 && file.format.flags.rawValue == 1 && file.sourceBitDepth == 16)
        let sizes = (0..<5).map { UInt32(ElementaryStreams.flacFrame($0, $0 == 4 ? 100 : 192).count) }
        #expect((0..<file.packets.count).map { file.packets[$0].size } == sizes)
        #expect(file.packetTable == PacketTableInfo(validFrames: 868, remainderFrames: 92))
        #expect(file.isComplete)
        #expect(file.info["title"] == "Song" && file.info["year"] == "2001" && file.info["x"] == "y")
        #expect(file.info["source encoder"] == "maker")
        #expect(file.magicCookie.count == 50)
        #expect(Array(file.magicCookie[0..<16]) == [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0, 0x80, 0, 0, 34])
        #expect(Array(file.magicCookie[16...]) == Array(bytes[8..<42]))
    }

    @Test func tagsMayStandInFront() throws {
        let bytes =
            ElementaryStreams.id3v2([("TIT2", "T")], padding: 5000) + ElementaryStreams.flac(frames: 2, last: 192)
        #expect(try isClaimed(bytes, by: FLAC.self))
        #expect(try FLAC.read(MemoryBytes(bytes)).packets.count == 2)
    }

    /// The header behind a damaged frame, not its checksum, ends it.
    @Test func aDamagedFrameKeepsItsPlace() throws {
        var bytes = ElementaryStreams.flac(frames: 40, last: 192)
        let whole = try FLAC.read(MemoryBytes(bytes))
        for packet in 3..<30 { bytes[Int(whole.dataOffset + whole.packets[Int64(packet)].offset) + 20] ^= 0x10 }
        let file = try FLAC.read(MemoryBytes(bytes))
        #expect(file.packets == whole.packets)
    }

    @Test func aFileThatIsCutOffIsNotComplete() throws {
        let bytes = ElementaryStreams.flac(frames: 5, last: 100)
        let file = try FLAC.read(MemoryBytes(Array(bytes.dropLast(3))))
        // The last frame may be damaged, or be cut off: either way its time is known.
        #expect(file.packets.count == 5 && !file.isComplete)
        #expect(file.packetTable == PacketTableInfo(validFrames: 868, remainderFrames: 92))
        let shorter = try FLAC.read(MemoryBytes(Array(bytes.dropLast(130))))
        #expect(shorter.packets.count == 3 && !shorter.isComplete)
        #expect(shorter.packetTable == PacketTableInfo(validFrames: 576))
    }

    /// Wherever headers are damaged, the number of a later one shows what is lost.
    @Test(arguments: [[7], [7, 8, 9], [0], [0, 1], [39], [38, 39], [20, 22]])
    func damagedHeadersCostNoTime(frames: [Int64]) throws {
        var bytes = ElementaryStreams.flac(frames: 40, last: 100)
        let whole = try FLAC.read(MemoryBytes(bytes))
        for frame in frames { bytes[Int(whole.dataOffset + whole.packets[frame].offset) + 1] ^= 0x40 }
        let file = try FLAC.read(MemoryBytes(bytes))
        #expect(file.packets.count == 40 && file.packetTable == whole.packetTable)
        #expect(file.format == whole.format)
        // The later ones are the same.
        if let last = frames.last, last < 38 {
            let place = file.dataOffset + file.packets[39].offset
            #expect(place == whole.dataOffset + whole.packets[39].offset)
        }
    }

    /// Flake numbers the first samples of its varying blocks, and marks them as blocks of one size.
    @Test func varyingBlocksMayBeMarkedAsConstant() throws {
        var bytes = Array(ElementaryStreams.flac(frames: 1, last: 192, total: 112).dropLast(0))
        let start = Int(try FLAC.read(MemoryBytes(bytes)).dataOffset)
        bytes.removeSubrange(start...)
        bytes[8] = 0
        bytes[9] = 16
        for (number, frames) in [(0, 64), (64, 32), (96, 16)] { bytes += ElementaryStreams.flacFrame(number, frames) }
        let file = try FLAC.read(MemoryBytes(bytes))
        #expect((0..<file.packets.count).map { file.packets[$0].frames } == [64, 32, 16])
        #expect(file.packetTable?.validFrames == 112 && file.isComplete)
        // And with the second header damaged.
        bytes[start + Int(file.packets[1].offset)] ^= 1
        let damaged = try FLAC.read(MemoryBytes(bytes))
        #expect(damaged.packetTable?.validFrames == 112)
    }

    @Test func metadataWithoutAFrameIsAnError() throws {
        let bytes = ElementaryStreams.flac(frames: 5, last: 100)
        let start = Int(try FLAC.read(MemoryBytes(bytes)).dataOffset)
        let junk = Array(bytes[..<start]) + [UInt8](repeating: 0x55, count: 4000)
        #expect(throws: AudioError.self) { try FLAC.read(MemoryBytes(junk)) }
        #expect(try FLAC.read(MemoryBytes(Array(bytes[..<start]))).packets.count == 0)
    }
}
