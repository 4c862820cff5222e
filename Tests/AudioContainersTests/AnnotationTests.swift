import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// Texts, pictures and markers in the containers that hold them: written, and read back.
@Suite struct AnnotationTests {
    private static let pcm = StreamFormat.pcm(.signed, bits: 16, sampleRate: 8000, channels: 1, bigEndian: true)
    private static let little = StreamFormat.pcm(.signed, bits: 16, sampleRate: 8000, channels: 1)

    static let chunked: [(container: any Container.Type, type: FourCC, format: StreamFormat)] = [
        (WAVE.self, "WAVE", little), (WAVE.self, "RF64", little), (AIFF.self, "AIFF", pcm), (AIFF.self, "AIFC", pcm),
    ]

    private func roundTrip(
        _ file: FileDescription, _ container: any Container.Type
    ) throws -> (file: FileDescription, bytes: [UInt8]) {
        let enclosed = try EnclosedFile(file, container, data: soundBytes(64))
        return (try container.read(MemoryBytes(enclosed.bytes)), enclosed.bytes)
    }

    private func file(_ type: FourCC, _ format: StreamFormat) -> FileDescription {
        var file = newFile(type, format)
        file.isComplete = true
        for (key, value) in [
            ("title", "Tïtle"), ("artist", "A"), ("comments", "C"), ("album artist", "AA"), ("lyrics", "La\nla"),
            ("ISRC", "XX1"),
        ] { file.info[key] = value }
        file.artwork = TagSamples.picture(5000)
        return file
    }

    private func sorted(_ info: InfoDictionary) -> [InfoDictionary.Entry] { info.entries.sorted { $0.key < $1.key } }

    @Test(arguments: chunked.indices) func textsAndPicturesComeBack(row: Int) throws {
        let (container, type, format) = Self.chunked[row]
        let file = file(type, format)
        let read = try roundTrip(file, container).file
        #expect(sorted(read.info) == sorted(file.info))
        #expect(read.artwork == file.artwork)
        let place = try #require(read.id3Tag)
        #expect(read.userChunks.filter { ID3Chunk.isTag($0.id) }.map(\.size) == [place.size])
        // Plain texts need no tag.
        var plain = newFile(type, format)
        plain.info["title"] = "T"
        plain.isComplete = true
        #expect(try roundTrip(plain, container).file.id3Tag == nil)
    }

    @Test(arguments: chunked.indices) func aTagStaysAsItIsUntilItIsWrong(row: Int) throws {
        let (container, type, format) = Self.chunked[row]
        let url = TagSamples.frame("WOAR", Array("http://x".utf8), version: 3)
        let odd = TagSamples.tag(
            3, TagSamples.frame("TIT2", TagSamples.text("T", encoding: 1), version: 3) + url + [0, 0, 0, 0, 0])
        var file = newFile(type, format)
        file.isComplete = true
        try ID3Chunk.set(odd, in: &file)
        let read = try roundTrip(file, container).file
        #expect(read.info["title"] == "T")
        #expect(read.userChunks.first { ID3Chunk.isTag($0.id) }?.body == .bytes(odd))
        // After a change a new tag is made, with the frames that no property covers.
        var changed = read
        changed.info["title"] = "New"
        changed.info["lyrics"] = "La"
        let again = try roundTrip(changed, container).file
        #expect(again.info["title"] == "New" && again.info["lyrics"] == "La")
        let tag = try #require(ID3Chunk.tag(in: again.userChunks))
        #expect(tag.otherFrames.map(\.id) == ["WOAR"])
        #expect(tag.dictionary.contains { $0.key == "title" && $0.value == "New" })
        #expect(throws: AudioError.self) { try ID3Chunk.set(odd + [0], in: &file) }
        #expect(throws: AudioError.self) { try ID3Chunk.set(Array("TAG".utf8), in: &file) }
    }

    @Test func chaptersOfMPEG4ComeBack() throws {
        let sample = ContainerSamples.sample(.encoded(.alac))
        var file = sample.description("m4bf")
        file.markers = [
            Marker(framePosition: 0, name: "Öne", id: 1), Marker(framePosition: 1000, name: "", id: 2),
            Marker(framePosition: 4410, name: String(repeating: "é", count: 200), id: 3),
        ]
        file.userChunks = [
            FileDescription.Chunk(
                id: "covr", body: .bytes([0, 0, 0, 17] + Array("data".utf8) + [0, 0, 0, 13, 0, 0, 0, 0, 9]))
        ]
        file.artwork = TagSamples.picture(10)
        file.info["disc number"] = "1/2"
        file.info["Label"] = "Free form"
        for entry in SoundCheck(values: [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]).entries {
            file.info[entry.key] = entry.value
        }
        let enclosure = try MPEG4.enclose(file, dataOffset: nil)
        let read = try MPEG4.read(MemoryBytes(enclosure.head + sample.data + enclosure.tail))
        #expect(read.markers.map(\.framePosition) == [0, 1000, 4410])
        #expect(read.markers.map(\.name) == ["Öne", "", String(repeating: "é", count: 127)])
        #expect(read.isRewritable)
        #expect(sorted(read.info) == sorted(file.info))
        #expect(read.artwork == file.artwork)
        #expect(read.userChunks == file.userChunks)
    }

    @Test func smallPacketSizesComeBack() throws {
        let sample = ContainerSamples.sample(.encoded(.aac))
        var file = sample.description("m4af")
        let plain = try MPEG4.enclose(file, dataOffset: nil)
        file.packetSizeBits = 16
        let short = try MPEG4.enclose(file, dataOffset: nil)
        #expect(short.head.count == plain.head.count - 2 * Int(sample.packets.count))
        let read = try MPEG4.read(MemoryBytes(short.head + sample.data + short.tail))
        #expect(read.packetSizeBits == 16)
        #expect(read.packets == sample.packets)
    }

    @Test func xiphCommentsComeBack() throws {
        var file = newFile("flac", Self.little)
        for (key, value) in [
            ("title", "Tïtle"), ("track number", "3/12"), ("album artist", "AA"), ("own key", "x=y"), ("ISRC", "I"),
        ] { file.info[key] = value }
        file.artwork = TagSamples.picture(1000)
        file.markers = [
            Marker(framePosition: 0, name: "One", id: 1), Marker(framePosition: 29_464_004, name: "Two", id: 2),
        ]
        var read = newFile("flac", Self.little)
        let comments = VorbisComments(VorbisComments.bytes(file, vendor: "us", picture: true))
        comments.describe(&read)
        #expect(read.info["source encoder"] == "us")
        read.info["source encoder"] = nil
        #expect(read.info == file.info)
        #expect(read.artwork == file.artwork)
        #expect(read.markers.map(\.name) == ["One", "Two"])
        // To the millisecond, as the comments have it: 8 frames.
        for (one, other) in zip(read.markers, file.markers) {
            #expect(abs(one.framePosition - other.framePosition) <= 4)
        }
        for count in 0..<40 {
            let bytes = soundBytes(count)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.encode(Array("Man".utf8)) == "TWFu" && Base64.encode(Array("M".utf8)) == "TQ==")
        #expect(Base64.decode("T!") == nil)
    }
}
