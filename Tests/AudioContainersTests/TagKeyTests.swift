import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// Texts that Core Audio's dictionary has no key for, in every kind of tag, and texts outside of tags.
@Suite struct TagKeyTests {
    private static let samples: [(key: String, value: String)] = TagKeys.rows.map { row in
        (row.key, row.form == .text ? "Text of \(row.key)" : "1")
    }

    @Test func everyKeyComesBackFromEachKind() throws {
        var info = InfoDictionary()
        for (key, value) in Self.samples { info[key] = value }
        #expect(info.entries.count == TagKeys.rows.count)
        let tag = InfoDictionary(try ID3Tag(ID3Tag.bytes(info, artwork: [])).dictionary)
        for (key, value) in Self.samples { #expect(tag[key] == value, "ID3: \(key)") }
        let sample = ContainerSamples.sample(.encoded(.alac))
        var file = sample.description("m4af")
        file.info = info
        let enclosure = try MPEG4.enclose(file, dataOffset: nil)
        let read = try MPEG4.read(MemoryBytes(enclosure.head + sample.data + enclosure.tail))
        #expect(read.userChunks == [])
        for (key, value) in Self.samples { #expect(read.info[key] == value, "MPEG-4: \(key)") }
        let comments = VorbisComments(VorbisComments.bytes(file, vendor: "", picture: false)).info
        for (key, value) in Self.samples { #expect(comments[key] == value, "Xiph: \(key)") }
        // In atoms of their own, where others look for them.
        let bytes = enclosure.head + enclosure.tail
        for code in ["cpil", "pcst", "desc", "keyw", "soar", "tvsh"] {
            let isItem = bytes.ranges(of: Array(code.utf8)).contains {
                bytes[$0.upperBound...].dropFirst(4).starts(with: "data".utf8)
            }
            #expect(isItem, "\(code)")
        }
    }

    /// What no key of a number can be is not lost.
    @Test func aNumberThatIsNoneIsText() throws {
        let sample = ContainerSamples.sample(.encoded(.alac))
        var file = sample.description("m4af")
        for (key, value) in [("compilation", "yes"), ("season number", "007"), ("podcast", "256"), ("TSOP", "frame")] {
            file.info[key] = value
        }
        let enclosure = try MPEG4.enclose(file, dataOffset: nil)
        let read = try MPEG4.read(MemoryBytes(enclosure.head + sample.data + enclosure.tail))
        #expect(Set(read.info.entries) == Set(file.info.entries))
        let tag = InfoDictionary(try ID3Tag(ID3Tag.bytes(file.info, artwork: [])).dictionary)
        #expect(Set(tag.entries) == Set(file.info.entries))
    }

    // MARK: Texts outside of tags

    private func atom(_ id: String, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 8
        return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + id.unicodeScalars.map { UInt8($0.value) } + body
    }

    /// A file whose movie atom ends with more atoms.
    private func movie(adding atoms: [UInt8]) throws -> FileDescription {
        let sample = ContainerSamples.sample(.encoded(.alac))
        let enclosure = try MPEG4.enclose(sample.description("m4af"), dataOffset: nil)
        var bytes = enclosure.head + sample.data + enclosure.tail
        let place = try #require(bytes.firstRange(of: Array("moov".utf8)))
        let start = place.lowerBound - 4
        let size = bytes[start..<place.lowerBound].reduce(0) { $0 << 8 | Int($1) }
        let grown = UInt32(size + atoms.count)
        bytes.replaceSubrange(start..<place.lowerBound, with: withUnsafeBytes(of: grown.bigEndian) { Array($0) })
        // The data must stand before it, or its offsets would be wrong.
        bytes.insert(contentsOf: atoms, at: start + size)
        return try MPEG4.read(MemoryBytes(bytes))
    }

    @Test func userDataOfQuickTimeAnd3GPPIsText() throws {
        let quickTime = { (text: String, language: [UInt8]) in
            [0, UInt8(text.utf8.count)] + language + Array(text.utf8)
        }
        let asset = { (text: [UInt8]) in [0, 0, 0, 0, 0x15, 0xC7] + text }
        let file = try movie(
            adding: atom(
                "udta",
                atom("©nam", quickTime("Tïtle", [0x55, 0xC4]) + quickTime("other", [0, 0]))
                    + atom("©cpy", quickTime("Owner", [0, 0])) + atom("©xyz", quickTime("+40.6-74.5/", [0x15, 0xC7]))
                    + atom("©swr", quickTime("Writer", [0, 0]))
                    + atom("perf", asset(Array("Performer".utf8) + [0]))
                    + atom("albm", asset([0xFE, 0xFF, 0x00, 0x41, 0x00, 0xE9, 0, 0, 7])) + atom("titl", asset([]))
                    + atom("©ART", [0, 200])))
        #expect(file.info["title"] == "Tïtle" && file.info["location"] == "+40.6-74.5/")
        #expect(file.info["encoding application"] == "Writer" && file.info["artist"] == "Performer")
        #expect(file.info["album"] == "Aé" && file.info["copyright"] == "Owner" && !file.isRewritable)
    }

    @Test func bothCodesOfACopyrightAreRead() throws {
        let data = atom("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("Owner".utf8))
        let handler = atom(
            "hdlr", [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [UInt8](repeating: 0, count: 9))
        for code in ["cprt", "©cpy"] {
            let meta = atom("meta", [0, 0, 0, 0] + handler + atom("ilst", atom(code, data)))
            let file = try movie(adding: atom("udta", meta))
            #expect(file.info["copyright"] == "Owner", "\(code)")
        }
    }

    @Test func itemsUnderKeysAreText() throws {
        let key = { (name: String) in self.atom("mdta", Array(name.utf8)) }
        let names = ["com.apple.quicktime.title", "com.apple.quicktime.location.ISO6709", "com.example.lens"]
        let data = { (text: String) in self.atom("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8)) }
        let item = { (number: UInt8, body: [UInt8]) in self.atom("\0\0\0" + String(UnicodeScalar(number)), body) }
        let meta =
            atom("hdlr", [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
            + atom("keys", [0, 0, 0, 0, 0, 0, 0, 3] + names.flatMap(key))
            + atom(
                "ilst",
                item(1, data("T") + data("U")) + item(2, data("+1+2/")) + item(3, data("L")) + item(9, data("?")))
        for form in [meta, [0, 0, 0, 0] + meta] {
            let file = try movie(adding: atom("meta", form))
            #expect(file.info["title"] == "T; U" && file.info["location"] == "+1+2/")
            #expect(file.info["com.example.lens"] == "L" && file.userChunks == [] && !file.isRewritable)
        }
    }

    @Test func aBroadcastExtensionSaysWhoAndHow() throws {
        func field(_ text: String, _ size: Int) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
        }
        let body =
            field("Wind", 256) + field("Recorder", 32) + field("REF1", 32) + Array("2024-05-0607:08:09".utf8)
            + [UInt8](repeating: 0, count: 8 + 2 + 64 + 10 + 180) + Array("A=PCM,F=48000\r\n".utf8)
        let file = try WAVE.read(
            MemoryBytes(WAVEChunkTests.wave([iffChunk("bext", body), iffChunk("data", soundBytes(8))])))
        for (key, value) in [
            ("comments", "Wind"), ("originator", "Recorder"), ("originator reference", "REF1"),
            ("recorded date", "2024-05-06"), ("recorded time", "07:08:09"), ("coding history", "A=PCM,F=48000\r\n"),
        ] { #expect(file.info[key] == value) }
        // Written back, the chunk says it, and nothing repeats it.
        let again = try EnclosedFile(file, WAVE.self, data: soundBytes(8)).bytes
        #expect(try WAVE.read(MemoryBytes(again)).info == file.info)
        #expect(
            !String(decoding: again, as: UTF8.self).contains("INFO") && again.firstRange(of: Array("id3 ".utf8)) == nil)
    }

    @Test func anAPETagIsRead() throws {
        func item(_ name: String, _ value: [UInt8], flags: UInt8 = 0) -> [UInt8] {
            [UInt8(value.count), 0, 0, 0, flags, 0, 0, 0] + Array(name.utf8) + [0] + value
        }
        let items =
            item("Artist", Array("First\0Second".utf8))
            + item("TITLE", Array("A title of more than thirty letters".utf8))
            + item("Cover Art (Front)", [1, 2], flags: 2) + item("REPLAYGAIN_TRACK_GAIN", Array("-3 dB".utf8))
        func mark(_ isHeader: Bool) -> [UInt8] {
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(items.count + 32), 0, 0, 0, 4, 0, 0, 0]
                + [0, 0, 0, isHeader ? 0xA0 : 0x80] + [UInt8](repeating: 0, count: 8)
        }
        let frames = ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0x00], size: 417, count: 4)
        let short =
            Array("TAG".utf8) + Array("A title of more than thirty le".utf8) + [UInt8](repeating: 0, count: 94) + [255]
        let tag = mark(true) + items + mark(false)
        for bytes in [frames + tag, frames + tag + short, tag + frames] {
            let file = try MPEGAudio.read(MemoryBytes(bytes))
            #expect(file.info.entries.first { $0.key == "artist" }?.values == ["First", "Second"])
            #expect(file.info["title"] == "A title of more than thirty letters")
            #expect(file.info["REPLAYGAIN_TRACK_GAIN"] == "-3 dB" && file.info.entries.count == 3)
            #expect(file.packets.count == 4)
        }
        for count in 0...tag.count { _ = APETag(Array(tag.prefix(count))) }
    }

    /// Samplers look a loop up among the cues.
    @Test func aLoopHasACueOfItsNumber() throws {
        var file = newFile("WAVE", .pcm(.signed, bits: 16, sampleRate: 8000, channels: 1))
        file.isComplete = true
        file.markers = [Marker(framePosition: 3, name: "M", id: 1)]
        let forward = Region.loopEnable | Region.playForward
        file.regions = [
            Region(id: 1, name: "One", flags: forward, start: 10, end: 20, types: Marker.sustainTypes),
            Region(id: 7, name: "", flags: forward, start: 4, end: 9, types: Marker.sustainTypes),
            Region(id: 7, name: "", flags: forward, start: 5, end: 5, types: Marker.sustainTypes),
        ]
        let bytes = try EnclosedFile(file, WAVE.self, data: soundBytes(64)).bytes
        let read = try WAVE.read(MemoryBytes(bytes))
        #expect(read.markers == file.markers)
        #expect(read.regions.map(\.name) == ["One", "", ""])
        #expect(read.regions.map { $0.markers.map(\.framePosition) }.prefix(2) == [[10, 20], [4, 9]])
        func body(_ id: FourCC) throws -> ByteReader {
            guard case .bytes(let bytes)? = read.userChunks.first(where: { $0.id == id })?.body else {
                throw AudioError.invalidChunk
            }
            return ByteReader(bytes)
        }
        var (cueBody, samplerBody) = (try body("cue "), try body("smpl"))
        let cues = try WAVECue.read(&cueBody, bigEndian: false)
        let loops = try WAVESampler(parsing: &samplerBody, bigEndian: false).loops
        #expect(Set(cues.map(\.id)).count == 4 && Set(loops.map(\.id)).count == 3)
        for loop in loops { #expect(cues.first { $0.id == loop.id }?.position == loop.start) }
        // What is read is what is written again.
        #expect(try EnclosedFile(read, WAVE.self, data: soundBytes(64)).bytes == bytes)
    }
}
