import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// ID3v2 tags of all versions, as programs write them, and malformed ones.
@Suite struct ID3Tests {
    private typealias T = TagSamples

    private func dictionary(_ tag: ID3Tag) -> [String: String] {
        Dictionary(uniqueKeysWithValues: tag.dictionary.map { ($0.key, $0.value) })
    }

    @Test func oldNamesMeanTheSame() throws {
        let image = T.picture(40)
        let body =
            T.frame("TT2", T.text("Tïtle", encoding: 0), version: 2)
            + T.frame("TP1", T.text("Ärtist 音", encoding: 1), version: 2)
            + T.frame("TCO", T.text("(17)", encoding: 0), version: 2)
            + T.frame("COM", [0] + Array("engiTunNORM".utf8) + [0] + Array(note.utf8), version: 2)
            + T.frame("PIC", [0] + Array("JPG".utf8) + [3, 0] + image, version: 2)
        let tag = try ID3Tag(T.tag(2, body + [UInt8](repeating: 0, count: 9)))
        #expect(dictionary(tag)["title"] == "Tïtle")
        #expect(dictionary(tag)["artist"] == "Ärtist 音")
        #expect(dictionary(tag)["genre"] == "Rock")
        #expect(dictionary(tag)["sc ave perceived power coeff"] == "1000 2000 ")
        #expect(dictionary(tag)["sc peak amplitude"] == "32767 1 ")
        #expect(tag.artwork == image)
    }

    private let note =
        " 000003E8 000007D0 00000001 00000002 00000003 00000004 00007FFF 00000001 00000005 00000006"

    @Test func unsynchronisationIsUndoneWhereverItIs() throws {
        let image = T.picture(300)
        let frames =
            T.frame("TIT2", T.text("ÿ", encoding: 1), version: 3) + T.frame("APIC", T.apic(image), version: 3)
        let extended: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]
        let whole = try ID3Tag(T.tag(3, flags: 0xC0, T.stuffed(extended + frames)))
        #expect(whole.artwork == image)
        #expect(dictionary(whole)["title"] == "ÿ")
        // Version 2.4 does it frame by frame, behind the length before it was done.
        let body = T.apic(image)
        let single = T.frame("APIC", T.synchsafe(body.count) + T.stuffed(body), version: 4, flags: 0x03)
        #expect(try ID3Tag(T.tag(4, single)).artwork == image)
    }

    @Test func sizesThatITunesWroteAreUnderstood() throws {
        let image = T.picture(700)
        let frames =
            T.frame("APIC", T.apic(image), version: 4, plainSize: true)
            + T.frame("TALB", T.text("Album", encoding: 3), version: 4, plainSize: true)
        let tag = try ID3Tag(T.tag(4, frames))
        #expect(tag.artwork == image)
        #expect(dictionary(tag)["album"] == "Album")
    }

    @Test func theFrontCoverIsTheArtwork() throws {
        let (back, front) = (T.picture(20), T.picture(30))
        let link: [UInt8] = [0] + Array("-->".utf8) + [0, 3, 0] + Array("http://x".utf8)
        let frames =
            T.frame("APIC", link, version: 3) + T.frame("APIC", T.apic(back, type: 4), version: 3)
            + T.frame("APIC", T.apic(front), version: 3)
        #expect(try ID3Tag(T.tag(3, frames)).artwork == front)
    }

    @Test func framesWithGroupsAndWithSecrets() throws {
        let frames =
            T.frame("TIT2", [7] + T.text("Grouped", encoding: 3), version: 3, flags: 0x20)
            + T.frame("TPE1", T.text("Packed", encoding: 3), version: 3, flags: 0x80)
        let tag = try ID3Tag(T.tag(3, frames))
        #expect(dictionary(tag) == ["title": "Grouped"])
    }

    @Test func chaptersAreMarkersOfAStream() throws {
        let front = T.tag(
            4, T.chapter("c0", 0, "Intro", version: 4) + T.chapter("c1", 1500, "Verse", version: 4))
        let frames = ElementaryStreams.mpeg([0xFF, 0xFB, 0x90, 0x00], size: 417, count: 4)
        let file = try MPEGAudio.read(MemoryBytes(front + frames))
        #expect(file.markers.map(\.name) == ["Intro", "Verse"])
        #expect(file.markers.map(\.framePosition) == [0, 66150])
        #expect(file.id3Tag?.offset == 0 && file.id3Tag?.size == Int64(front.count))
    }

    @Test func whatIsWrittenIsRead() throws {
        var info = InfoDictionary()
        let entries = [
            "title": "Tïtle 音", "artist": "A", "album": "B", "year": "2001-02-03", "genre": "Own",
            "track number": "1/2",
            "comments": "Said\nso", "comments:note": "n", "lyrics": "La", "tempo": "99", "ISRC": "X", "TCAT": "cat",
            "album artist": "AA", "time signature": "3/4", "subtitle": "S", "key signature": "Am", "composer": "C",
        ]
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) { info[key] = value }
        for entry in SoundCheck(values: [[1, 2], [3, 4], [5, 6], [7, 8], [9, 0xFFFF_FFFF]]).entries {
            info[entry.key] = entry.value
        }
        let image = T.picture(200_000)
        let tag = try ID3Tag(ID3Tag.bytes(info, artwork: image))
        #expect(tag.artwork == image)
        #expect(tag.dictionary.count == info.entries.count)
        for entry in info.entries { #expect(dictionary(tag)[entry.key] == entry.value) }
        #expect(ID3Tag.bytes(InfoDictionary(), artwork: []).isEmpty)
    }

    /// No prefix and no flipped byte is a trap, and each is quick.
    @Test func damagedTagsAreReadAsFarAsTheyGo() throws {
        let frames =
            T.frame("APIC", T.apic(T.picture(90)), version: 4) + T.chapter("c0", 0, "One", version: 4)
            + T.frame("TXXX", T.text("k\0v", encoding: 1), version: 4) + T.frame("COMM", [1, 0x65], version: 4)
        let tag = T.tag(4, flags: 0xC0, [0, 0, 0, 6, 1, 0] + frames)
        for count in 0...tag.count { _ = try? ID3Tag(Array(tag.prefix(count)), isWhole: false) }
        var random = SeededRandom(3)
        for _ in 0..<4000 {
            var mutant = tag
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                mutant[Int.random(in: 3..<tag.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let read = try? ID3Tag(mutant, isWhole: false) {
                let bytes = ID3Tag.bytes(InfoDictionary(), artwork: read.artwork, others: read.otherFrames)
                #expect(bytes.count < 2 * tag.count + 64)
            }
        }
    }

    @Test func aTagLargerThanMemoryCostsLittle() throws {
        // A picture of 100 MiB, announced and there.
        let image = 100 << 20
        let size = image + 24 + 10
        let head =
            Array("ID3".utf8) + [3, 0, 0] + T.synchsafe(size + 100)
            + T.frame("TIT2", T.text("First", encoding: 3), version: 3) + Array("APIC".utf8)
            + [24, 16, 8, 0].map { UInt8((size - 10) >> $0 & 0xFF) } + [0, 0]
        let source = HugeTagBytes(head: head, size: Int64(size) + 4096)
        let tags = try StreamTags(source)
        #expect(tags.info["title"] == "First")
        #expect(tags.artwork.isEmpty)
        #expect(source.most <= 16 << 20 && source.total <= 16 << 20)
    }
}

/// Zeros behind a head; remembers how much was asked for.
private final class HugeTagBytes: ByteSource {
    private let head: [UInt8]
    private let count: Int64
    private(set) var most = 0
    private(set) var total = 0

    init(head: [UInt8], size: Int64) {
        self.head = head
        count = size
    }

    func size() throws(AudioError) -> Int64 { count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        most = max(most, buffer.count)
        total += buffer.count
        for i in 0..<buffer.count {
            let place = Int(position) + i
            buffer[i] = place < head.count ? head[place] : 0
        }
        return buffer.count
    }
}
