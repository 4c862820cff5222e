import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct MPEGAudioTests {
    struct Kind: Sendable {
        var header: [UInt8]
        var type: FourCC
        var rate: Double
        var channels: Int
        var frames: Int
        var size: Int
    }

    static let kinds = [
        Kind(header: [0xFF, 0xFB, 0x90, 0], type: "MPG3", rate: 44_100, channels: 2, frames: 1152, size: 417),
        Kind(header: [0xFF, 0xFB, 0x92, 0], type: "MPG3", rate: 44_100, channels: 2, frames: 1152, size: 418),
        Kind(header: [0xFF, 0xFA, 0x90, 0], type: "MPG3", rate: 44_100, channels: 2, frames: 1152, size: 417),
        Kind(header: [0xFF, 0xFD, 0x84, 0xC0], type: "MPG2", rate: 48_000, channels: 1, frames: 1152, size: 384),
        Kind(header: [0xFF, 0xFF, 0x98, 0], type: "MPG1", rate: 32_000, channels: 2, frames: 384, size: 432),
        Kind(header: [0xFF, 0xF3, 0x40, 0], type: "MPG3", rate: 22_050, channels: 2, frames: 576, size: 104),
        Kind(header: [0xFF, 0xE3, 0x20, 0xC0], type: "MPG3", rate: 11_025, channels: 1, frames: 576, size: 104),
        // Free format: the headers do not state the size.
        Kind(header: [0xFF, 0xFB, 0x00, 0], type: "MPG3", rate: 44_100, channels: 2, frames: 1152, size: 1307),
    ]

    private func read(_ bytes: [UInt8]) throws -> FileDescription {
        #expect(try isClaimed(bytes, by: MPEGAudio.self))
        return try MPEGAudio.read(MemoryBytes(bytes))
    }

    @Test(arguments: kinds) func readsEveryKind(kind: Kind) throws {
        let bytes = ElementaryStreams.mpeg(kind.header, size: kind.size, count: 5)
        let file = try read(bytes)
        #expect(file.fileType == kind.type)
        #expect(file.format.sampleRate == kind.rate && file.format.channels == kind.channels)
        #expect(file.format.framesPerPacket == kind.frames && file.format.bytesPerPacket == 0)
        #expect((0..<file.packets.count).map { file.packets[$0].size } == Array(repeating: UInt32(kind.size), count: 5))
        #expect(file.dataOffset == 0 && file.dataSize == Int64(bytes.count))
        #expect(file.packetTable == nil)
    }

    /// The fixture is what the writer writes, and its packets differ by a slot of four bytes.
    @Test func readsWhatTheWriterOfLayerOneWrites() throws {
        let bytes = LayerOne.file(packets: 7, channels: 2)
        #expect(try Fixture.named("MPEGAudio/layer1.mp1").bytes() == bytes)
        let file = try read(bytes)
        #expect(file.fileType == "MPG1" && file.format.formatID == ".mp1" && file.format.framesPerPacket == 384)
        #expect(file.format.sampleRate == 44_100 && file.format.channels == 2 && file.dataSize == Int64(bytes.count))
        // 128,000 bits a second are 34.83 slots for each 384 frames.
        #expect((0..<file.packets.count).map { file.packets[$0].size } == [136, 140, 140, 140, 140, 136, 140])
        let mono = try read(LayerOne.file(packets: 7))
        #expect((0..<mono.packets.count).map { mono.packets[$0].size } == [68, 68, 72, 68, 72, 68, 68])
    }

    private let frames = ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0], size: 417, count: 4)

    @Test func theInfoFrameIsNoPacketButDescribesTheSound() throws {
        let file = try read(ElementaryStreams.infoFrame(frames: 4, delay: 576, padding: 1000) + frames)
        #expect(file.packets.count == 4)
        #expect(file.dataOffset == 417)
        #expect(
            file.packetTable
                == PacketTableInfo(validFrames: 4608 - 1105 - 471, primingFrames: 1105, remainderFrames: 471))
        #expect(file.info["source encoder"] == "LAME3.100")
    }

    @Test func aFileThatLostItsEndHasNoRemainder() throws {
        let file = try read(ElementaryStreams.infoFrame(frames: 40, delay: 576, padding: 1000) + frames)
        #expect(file.packetTable == PacketTableInfo(validFrames: 4608 - 1105, primingFrames: 1105))
    }

    /// Numbers of Fraunhofer's encoders, with a frame of 417 bytes around them.
    private func vbri(bytes: UInt32, frames: UInt32) -> [UInt8] {
        var frame = ByteWriter()
        frame.append([0xFF, 0xFB, 0x90, 0x00])
        frame.zeros(32)
        frame.append("VBRI".utf8)
        frame.zeros(6)
        frame.big(bytes)
        frame.big(frames)
        frame.zeros(417 - frame.count)
        return frame.bytes
    }

    /// A stream believes numbers only if there may be frames of the size that they come to.
    @Test func numbersThatLieDescribeNoStream() throws {
        let stream = try MPEGAudio.stream(MemoryBytes(vbri(bytes: 4 * 417, frames: 4) + frames))
        #expect(stream.packetCount == 4 && stream.dataSize == 4 * 417 && stream.typicalPacketSize == 417)
        for (bytes, count): (UInt32, UInt32) in [(4 * 417, 0), (0, 4), (1, 4), (.max, 4), (4 * 417, .max), (0, 0)] {
            let lie = try MPEGAudio.stream(MemoryBytes(vbri(bytes: bytes, frames: count) + frames))
            #expect(lie.packetCount == (count == 0 ? nil : Int64(count)))
            #expect(lie.dataSize == nil && lie.typicalPacketSize == 417, "\(bytes) bytes, \(count) frames")
        }
        #expect(try read(vbri(bytes: 1, frames: 0) + frames).packets.count == 4)
    }

    /// Nor does a preview believe a number of frames that the file has no room for.
    @Test func aLengthThatLiesIsNotPreviewed() throws {
        let sound = ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0], size: 417, count: 400)
        for count: UInt32 in [400, 200, 1, .max] {
            let bytes = ElementaryStreams.infoFrame(frames: count, delay: 576, padding: 1000) + sound
            let preview = try #require(try MPEGAudio.preview(MemoryBytes(bytes)))
            let frames = count == 400 || count == 200 ? Double(count) * 1152 - 1576 : 400 * 1152
            #expect(abs(preview.duration - frames / 44_100) < 1e-6, "\(count) frames")
        }
    }

    /// Bytes of lyrics behind the sound, as digits: anything else there is no tag.
    @Test func lyricsEndTheSoundOnlyWithTheirSize() throws {
        func lyrics(_ size: String) -> [UInt8] { Array("LYRICSBEGIN\(size)LYRICS200".utf8) }
        let file = try read(frames + lyrics("000011"))
        #expect(file.packets.count == 4 && file.dataSize == Int64(frames.count))
        for size in ["-99999", "+00011", "-00015", "00 011"] {
            #expect(try MPEGAudio.read(MemoryBytes(frames + lyrics(size))).packets.count == 4, "\(size)")
        }
    }

    @Test func tagsStandAsideAndAreRead() throws {
        let front =
            ElementaryStreams.id3v2([("TIT2", "Title"), ("TCON", "(17)"), ("TRCK", "3/9")], footer: true)
            + ElementaryStreams.id3v2([("TIT2", "Other"), ("TCOM", "Maker")], padding: 9000)
        let bytes = front + frames + ElementaryStreams.ape(50) + ElementaryStreams.id3v1(title: "Old")
        let file = try read(bytes)
        #expect(file.packets.count == 4)
        #expect(file.dataOffset == Int64(front.count) && file.dataSize == Int64(frames.count))
        let expected = [
            "title": "Title", "genre": "Rock", "track number": "3/9", "composer": "Maker", "artist": "Someone",
            "year": "1999", "comments": "said",
        ]
        for (key, value) in expected { #expect(file.info[key] == value, "\(key)") }
    }

    @Test func theOldTagAloneIsRead() throws {
        let file = try read(frames + ElementaryStreams.id3v1(title: "Old"))
        #expect(file.info["title"] == "Old" && file.info["track number"] == "7" && file.info["genre"] == "Rock")
    }

    @Test func junkIsPassedOver() throws {
        let junk = [1, 0xFF, 0xFB, 0x90, 0] + soundBytes(700)
        let bytes = junk + frames + junk + frames
        #expect(try isClaimed(bytes, hint: "MPG3", by: MPEGAudio.self))
        let file = try MPEGAudio.read(MemoryBytes(bytes))
        #expect(file.packets.count == 8)
        #expect(file.dataOffset == Int64(junk.count))
        #expect(file.packets[4].offset == Int64(frames.count + junk.count))
    }

    @Test func framesOfAnotherRateAreNoPackets() throws {
        let other = ElementaryStreams.mpeg([0xFF, 0xFB, 0x94, 0], size: 384, count: 3)
        let file = try read(frames + other + frames)
        #expect(file.packets.count == 8)
        #expect(file.format.sampleRate == 44_100)
    }

    @Test func aFrameThatIsCutOffIsNoPacket() throws {
        #expect(try read(Array(frames.dropLast(1))).packets.count == 3)
    }

    @Test func noiseAndOtherFilesAreNotClaimed() throws {
        var random = CodecSignals.Random(seed: 5)
        for _ in 0..<20 {
            let noise = (0..<65_536).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect(try Containers.claiming(MemoryBytes(noise)) == nil)
        }
        #expect(try Containers.claiming(MemoryBytes([])) == nil)
        #expect(try Containers.claiming(MemoryBytes(ElementaryStreams.id3v2([("TIT2", "Alone")]))) == nil)
        #expect(try Containers.claiming(MemoryBytes([UInt8](repeating: 0xFF, count: 9000))) == nil)
        #expect(readStatus(MPEGAudio.self, soundBytes(9000)) == AudioError.invalidFile.status)
    }

    /// Far behind junk the file's type must be told, as a hint.
    @Test func aHundredKilobytesOfJunkNeedAHint() throws {
        let bytes = soundBytes(100_000) + frames
        #expect(try Containers.claiming(MemoryBytes(bytes)) == nil)
        #expect(try MPEGAudio.read(MemoryBytes(bytes)).packets.count == 4)
    }

    /// Headers everywhere, none of which leads to another: each is looked at once, near the place it stands.
    @Test func aFileOfFalseHeadersTakesNoTime() throws {
        let headers = (0..<(1 << 19)).flatMap { index -> [UInt8] in
            [0xFF, index % 3 == 0 ? 0xFB : 0xF3, index % 5 == 0 ? 0x00 : 0x90, 0]
        }
        let start = ThreadClock.now
        _ = try? MPEGAudio.read(MemoryBytes(headers))
        #expect(ThreadClock.now - start < .seconds(10), "a second in release; debug is slower")
    }

    @Test func isOnlyRead() throws {
        #expect(
            encloseStatus(MPEGAudio.self, try read(frames), dataOffset: nil) == AudioError.operationNotSupported.status)
        #expect(MPEGAudio.types.allSatisfy { $0.formats.isEmpty })
    }
}
