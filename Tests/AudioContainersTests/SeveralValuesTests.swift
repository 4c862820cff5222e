import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// Keys with several values: one text in the dictionary, and as many values in the files that have room for them.
@Suite struct SeveralValuesTests {
    private typealias T = TagSamples

    private static let little = StreamFormat.pcm(.signed, bits: 16, sampleRate: 8000, channels: 1)
    private static let big = StreamFormat.pcm(.signed, bits: 16, sampleRate: 8000, channels: 1, bigEndian: true)

    private func values(_ info: InfoDictionary, _ key: String) -> [String]? {
        info.entries.first { $0.key == key }?.values
    }

    private func info(_ tag: ID3Tag) -> InfoDictionary { InfoDictionary(tag.dictionary) }

    /// An atom.
    private func atom(_ id: String, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 8
        return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + id.unicodeScalars.map { UInt8($0.value) } + body
    }

    private func data(_ type: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        atom("data", [0, 0, 0, type, 0, 0, 0, 0] + bytes)
    }

    private func tags(_ items: [UInt8]) throws -> MPEG4Tags {
        let source = MemoryBytes(atom("ilst", items))
        let atoms = try MPEG4Atoms(source)
        return try MPEG4Tags(try #require(try atoms.topLevel().first), atoms)
    }

    @Test func theDictionaryHasOneTextForEach() {
        var info = InfoDictionary(joining: [
            .init(key: "artist", value: "A"), .init(key: "title", value: "T"), .init(key: "artist", value: "B"),
            .init(key: "artist", value: "A"),
        ])
        #expect(info["artist"] == "A; B" && values(info, "artist") == ["A", "B"])
        // The text that a client read and sets again leaves the values alone, and another one replaces them.
        info["artist"] = "A; B"
        #expect(values(info, "artist") == ["A", "B"])
        info["artist"] = "A; C"
        #expect(values(info, "artist") == ["A; C"])
        var other = InfoDictionary()
        other["artist"] = "A; C"
        other["title"] = "T"
        info.replace(by: .init(key: "artist", values: ["A", "C"]))
        other.keepValues(of: info)
        #expect(values(other, "artist") == ["A", "C"] && values(other, "title") == ["T"])
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt8]) func framesOfID3HaveThem(encoding: UInt8) throws {
        let mark: [UInt8] = encoding == 1 ? [0xFF, 0xFE] : []
        let zero: [UInt8] = encoding == 1 || encoding == 2 ? [0, 0] : [0]
        let second = Array(T.text("Second", encoding: encoding).dropFirst(1 + mark.count))
        let body = T.text("First", encoding: encoding) + zero + mark + second + zero
        let tag = try ID3Tag(
            T.tag(
                4,
                T.frame("TPE1", body, version: 4) + T.frame("TCON", T.text("17\0Own\0(4)", encoding: 3), version: 4)
                    + T.frame("TXXX", T.text("Singer\0One\0Two", encoding: 3), version: 4)))
        #expect(values(info(tag), "artist") == ["First", "Second"])
        #expect(values(info(tag), "genre") == ["Rock", "Own", "Disco"])
        #expect(values(info(tag), "Singer") == ["One", "Two"])
        let again = try ID3Tag(ID3Tag.bytes(info(tag), artwork: []))
        #expect(info(again) == info(tag))
    }

    @Test func oldGenresAndRepeatedFramesAreValuesToo() throws {
        let tag = try ID3Tag(
            T.tag(
                3,
                T.frame("TCON", T.text("(17)(4)", encoding: 0), version: 3)
                    + T.frame("TPE1", T.text("A", encoding: 0), version: 3)
                    + T.frame("TPE1", T.text("B", encoding: 0), version: 3)
                    + T.frame("TENC", T.text("E", encoding: 0), version: 3)
                    + T.frame("TSSE", T.text("S", encoding: 0), version: 3)))
        #expect(values(info(tag), "genre") == ["Rock", "Disco"])
        #expect(values(info(tag), "artist") == ["A", "B"])
        #expect(ID3Genres.name("126") == "Goa" && ID3Genres.name("185") == "Neue Deutsche Welle")
        #expect(ID3Genres.name("191") == "Psybient" && ID3Genres.name("192") == nil && ID3Genres.name("-1") == nil)
        // Two frames with one key are two things; the second is carried along.
        #expect(values(info(tag), "encoding application") == ["E"] && tag.otherFrames.map(\.id) == ["TSSE"])
    }

    /// iTunes has written the names of version 2.2 into tags of version 2.3, filled up with a zero.
    @Test func oldNamesWithAZeroAreNames() throws {
        let picture = [0] + Array("JPG".utf8) + [3, 0] + T.picture(30)
        let tag = try ID3Tag(
            T.tag(
                3,
                T.frame("TP1\0", T.text("Artist", encoding: 0), version: 3)
                    + T.frame("TT2\0", T.text("Tïtle", encoding: 1), version: 3)
                    + T.frame("COM\0", [0] + Array("eng".utf8) + [0] + Array("Said".utf8), version: 3)
                    + T.frame("PIC\0", picture, version: 3) + [UInt8](repeating: 0, count: 20)))
        #expect(info(tag)["artist"] == "Artist" && info(tag)["title"] == "Tïtle" && info(tag)["comments"] == "Said")
        #expect(tag.artwork == T.picture(30))
    }

    @Test func commentsOfXiphHaveThem() throws {
        func block(_ comments: [String]) -> [UInt8] {
            var output = ByteWriter()
            for text in ["us"] + comments {
                if text == comments.first { output.little(UInt32(comments.count)) }
                output.little(UInt32(text.utf8.count))
                output.append(text.utf8)
            }
            return output.bytes
        }
        let read = VorbisComments(
            block(["ARTIST=A", "Artist=B", "DATE=2001", "YEAR=2001", "DESCRIPTION=long", "COMMENT=short", "artist=A"]))
        #expect(values(read.info, "artist") == ["A", "B"])
        #expect(read.info["year"] == "2001" && read.info["comments"] == "short" && read.info["description"] == "long")
        var file = newFile("flac", Self.little)
        file.info = read.info
        let bytes = VorbisComments.bytes(file, vendor: "us", picture: false)
        #expect(VorbisComments(bytes).info == read.info)
        #expect(String(decoding: bytes, as: UTF8.self).contains("ARTIST=B"))
        // A description alone is a comment, as many programs mean it; the one of a podcast is not.
        #expect(VorbisComments(block(["DESCRIPTION=text"])).info["comments"] == "text")
        file.info = InfoDictionary([.init(key: "description", value: "text")])
        #expect(VorbisComments(VorbisComments.bytes(file, vendor: "", picture: false)).info == file.info)
    }

    @Test func itemsOfMPEG4HaveThem() throws {
        let names = atom("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8)) + atom("name", [0, 0, 0, 0, 0x58])
        let read = try tags(
            atom("©ART", data(1, [65]) + data(1, [66])) + atom("©nam", data(1, [67])) + atom("©nam", data(1, [68]))
                + atom("gnre", data(0, [0, 18]) + data(0, [0, 5]))
                + atom("----", names + data(1, [69]) + data(1, [70])))
        #expect(values(read.info, "artist") == ["A", "B"] && values(read.info, "title") == ["C", "D"])
        #expect(values(read.info, "genre") == ["Rock", "Disco"] && values(read.info, "X") == ["E", "F"])
        #expect(read.others == [])
        var output = ByteWriter()
        read.write(to: &output)
        let source = MemoryBytes(output.bytes)
        let atoms = try MPEG4Atoms(source)
        let meta = try #require(try atoms.topLevel().first)
        let list = try #require(try atoms.children(of: meta, skipping: 4).last)
        #expect(try MPEG4Tags(list, atoms).info == read.info)
    }

    @Test func chunksHaveThem() throws {
        for (container, type, format) in [
            (WAVE.self, "WAVE", Self.little), (AIFF.self, "AIFF", Self.big), (CAF.self, "caff", Self.big),
        ] as [(any Container.Type, FourCC, StreamFormat)] {
            var file = newFile(type, format)
            file.isComplete = true
            for (key, values) in [("artist", ["A", "B"]), ("comments", ["C", "D"]), ("publisher", ["E", "F"])] {
                file.info.replace(by: .init(key: key, values: values))
            }
            let read = try container.read(MemoryBytes(try EnclosedFile(file, container, data: soundBytes(64)).bytes))
            for (key, text) in [("artist", "A; B"), ("comments", "C; D"), ("publisher", "E; F")] {
                #expect(read.info[key] == text, "\(type) \(key)")
            }
            // A comment is one text in ID3, and what has no chunk of its own is in a tag.
            if type == "AIFF" { #expect(values(read.info, "comments") == ["C", "D"]) }
            if type != "caff" { #expect(values(read.info, "publisher") == ["E", "F"]) }
            if type != "caff" { #expect(values(read.info, "artist") == ["A", "B"]) }
        }
        // Other programs write a chunk for each.
        let list = iffChunk(
            "LIST", FourCC("INFO").bytes + iffChunk("IART", Array("A\0".utf8)) + iffChunk("IART", Array("B\0".utf8)))
        let read = try WAVE.read(MemoryBytes(WAVEChunkTests.wave([list, iffChunk("data", soundBytes(8))])))
        #expect(values(read.info, "artist") == ["A", "B"])
    }
}
