import AudioCore

/// `ilst`: the tags of iTunes, a list of items, each an atom with its value in `data`.
///
/// Items without a key in Core Audio's dictionary are kept as they are, as user data under the code of the item.
struct MPEG4Tags {
    var info = InfoDictionary()
    /// The first picture of `covr`.
    var artwork: [UInt8] = []
    /// Priming, valid and remaining frames, as iTunes notes them.
    var gapless: PacketTableInfo?
    var others: [FileDescription.Chunk] = []

    /// Items that are text.
    private static let texts: [(code: FourCC, key: String)] = [
        (FourCC(0xA96E_616D), "title"), (FourCC(0xA941_5254), "artist"), (FourCC(0xA961_6C62), "album"),
        (FourCC(0xA963_6D74), "comments"), (FourCC(0xA964_6179), "year"), (FourCC(0xA967_656E), "genre"),
        (FourCC(0xA977_7274), "composer"), (FourCC(0xA974_6F6F), "encoding application"), ("cprt", "copyright"),
        (FourCC(0xA96C_7972), "lyrics"), ("aART", "album artist"), (FourCC(0xA967_7270), "grouping"),
    ]
    /// Items of free form that Core Audio has a key for, under their names in small letters.
    private static let freeKeys: Set<String> = [
        "isrc", "key signature", "lyricist", "subtitle", "time signature", "source encoder", "recorded date",
        "nominal bit rate", "channel layout", "source bit depth", "approximate duration in seconds",
    ]
    private static let isrc = "ISRC"
    private static let trackNumber = "track number"
    private static let discNumber = "disc number"
    private static let freeForm: FourCC = "----"
    private static let cover: FourCC = "covr"
    private static let mean = "com.apple.iTunes"
    private static let gaplessName = "iTunSMPB"
    /// What all tags of a file may take in memory; larger ones stay in the file.
    private static let maximumHeld: Int64 = 1 << 23

    init() {}
}

// MARK: Reading

extension MPEG4Tags {
    init(_ ilst: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) {
        var entries: [InfoDictionary.Entry] = []
        var held: Int64 = 0
        for item in try atoms.children(of: ilst) where !item.isCut {
            guard item.size <= Self.maximumHeld - held else {
                others.append(
                    FileDescription.Chunk(id: item.id, body: .inFile(offset: item.body, size: item.size)))
                continue
            }
            held += item.size
            let body = try atoms.bytes(of: item)
            if let entry = entry(item.id, ByteReader(body)) {
                if entry.key == SoundCheck.note, let check = SoundCheck(note: entry.value) {
                    entries += check.entries
                } else {
                    entries.append(entry)
                }
            } else if !take(item.id, ByteReader(body)) {
                others.append(FileDescription.Chunk(id: item.id, body: .bytes(body)))
            }
        }
        info = InfoDictionary(entries)
    }

    /// The value of an item: its type and its bytes, and nil where it has no `data` or several.
    private static func value(_ body: ByteReader) -> (type: UInt32, bytes: ArraySlice<UInt8>)? {
        var input = body
        guard var data = input.nextAtom(), data.id == "data", let type = try? data.body.big(UInt32.self),
            (try? data.body.skip(4)) != nil
        else { return nil }
        let bytes = data.body.rest()
        guard input.nextAtom()?.id != "data" else { return nil }
        return (type & 0xFFFFFF, bytes)
    }

    private func entry(_ id: FourCC, _ body: ByteReader) -> InfoDictionary.Entry? {
        if id == Self.freeForm {
            // Several values have no place in the dictionary, so the item is kept as it is.
            guard let (name, texts) = Self.free(body), name != Self.gaplessName, !name.isEmpty,
                let text = texts.first, texts.count == 1, !text.contains("\0")
            else { return nil }
            let key = Self.freeKeys.contains(name.lowercased()) ? name.lowercased() : name
            return InfoDictionary.Entry(key: key == "isrc" ? Self.isrc : key, value: text)
        }
        guard let (type, bytes) = Self.value(body) else { return nil }
        if let row = Self.texts.first(where: { $0.code == id }) {
            guard let text = Self.text(type, bytes) else { return nil }
            return InfoDictionary.Entry(key: row.key, value: text)
        }
        var input = ByteReader(bytes)
        switch id {
        case "trkn", "disk":
            guard bytes.count == 8 || id == "disk" && bytes.count == 6, (try? input.skip(2)) != nil,
                let track = try? input.big(UInt16.self),
                let count = try? input.big(UInt16.self), track > 0 || count > 0
            else { return nil }
            let key = id == "disk" ? Self.discNumber : Self.trackNumber
            return InfoDictionary.Entry(key: key, value: count > 0 ? "\(track)/\(count)" : "\(track)")
        case "tmpo":
            guard bytes.count == 2, let tempo = try? input.big(UInt16.self), tempo > 0 else { return nil }
            return InfoDictionary.Entry(key: "tempo", value: "\(tempo)")
        case "gnre":
            guard bytes.count == 2, let number = try? input.big(UInt16.self), number > 0,
                let name = ID3Genres.name("\(number - 1)")
            else { return nil }
            return InfoDictionary.Entry(key: "genre", value: name)
        default: return nil
        }
    }

    /// Text in UTF-8, or in UTF-16 where the type says so.
    private static func text(_ type: UInt32, _ bytes: ArraySlice<UInt8>) -> String? {
        switch type {
        case 0, 1: return String(decoding: bytes, as: UTF8.self)
        case 2:
            var input = ByteReader(bytes)
            var units: [UInt16] = []
            while let unit = try? input.big(UInt16.self) { units.append(unit) }
            return String(decoding: units, as: UTF16.self)
        default: return nil
        }
    }

    /// The name and the texts of an item of free form, whose atoms come in any order.
    private static func free(_ body: ByteReader) -> (name: String, texts: [String])? {
        var input = body
        var (mean, name, texts): (String?, String?, [String]) = (nil, nil, [])
        while var atom = input.nextAtom() {
            guard let type = try? atom.body.big(UInt32.self) else { return nil }
            switch atom.id {
            case "mean": mean = String(decoding: atom.body.rest(), as: UTF8.self)
            case "name": name = String(decoding: atom.body.rest(), as: UTF8.self)
            case "data":
                guard (try? atom.body.skip(4)) != nil, let text = text(type & 0xFFFFFF, atom.body.rest()) else {
                    return nil
                }
                texts.append(text)
            default: return nil
            }
        }
        guard let name, mean == Self.mean, !texts.isEmpty else { return nil }
        return (name, texts)
    }

    /// Takes the first picture; those behind it stay as they are.
    private mutating func takePictures(_ body: ByteReader) -> Bool {
        var input = body
        guard var data = input.nextAtom(), data.id == "data", (try? data.body.skip(8)) != nil else { return false }
        artwork = Array(data.body.rest())
        let more = Array(input.rest())
        if !more.isEmpty { others.append(FileDescription.Chunk(id: Self.cover, body: .bytes(more))) }
        return !artwork.isEmpty
    }

    /// Takes a picture or iTunes' note on gaps. False for anything else.
    private mutating func take(_ id: FourCC, _ body: ByteReader) -> Bool {
        if id == Self.cover, artwork.isEmpty { return takePictures(body) }
        guard id == Self.freeForm, let (name, texts) = Self.free(body), name == Self.gaplessName, gapless == nil else {
            return false
        }
        gapless = texts.lazy.compactMap(Self.gapless).first
        return true
    }

    private static func gapless(_ text: String) -> PacketTableInfo? {
        let words = text.split(separator: " ").prefix(4)
        guard words.count == 4, let priming = Int32(words[1], radix: 16), let rest = Int32(words[2], radix: 16),
            let valid = Int64(words[3], radix: 16), priming >= 0, rest >= 0, valid >= 0
        else { return nil }
        return PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: rest)
    }
}

// MARK: Writing

extension MPEG4Tags {
    var isEmpty: Bool { info.isEmpty && artwork.isEmpty && gapless == nil && others.isEmpty }

    /// `meta` with `hdlr` and the items.
    func write(to output: inout ByteWriter) {
        output.fullAtom("meta") {
            $0.fullAtom("hdlr") {
                $0.zeros(4)
                $0.fourCC("mdir")
                $0.fourCC("appl")
                $0.zeros(9)
            }
            $0.atom("ilst", writeItems)
        }
    }

    private func writeItems(to output: inout ByteWriter) {
        let check = SoundCheck(info)
        for entry in info.entries where check == nil || !SoundCheck.keys.contains(entry.key) {
            Self.write(entry, to: &output)
        }
        if let check { Self.writeFree(SoundCheck.note, check.noteText, to: &output) }
        if !artwork.isEmpty {
            output.atom(Self.cover) {
                Self.data(ImageFile.isPNG(artwork) ? 14 : 13, artwork, &$0)
                for chunk in others where chunk.id == Self.cover {
                    if case .bytes(let bytes) = chunk.body { $0.append(bytes) }
                }
            }
        }
        if let gapless {
            let words = [
                "00000000", Self.hex(UInt64(gapless.primingFrames), 8), Self.hex(UInt64(gapless.remainderFrames), 8),
                Self.hex(UInt64(gapless.validFrames), 16),
            ]
            let text = " " + (words + Array(repeating: "00000000", count: 8)).joined(separator: " ")
            Self.writeFree(Self.gaplessName, text, to: &output)
        }
        for chunk in others where chunk.id != Self.cover || artwork.isEmpty {
            guard case .bytes(let bytes) = chunk.body else { continue }
            output.atom(chunk.id) { $0.append(bytes) }
        }
    }

    private static func hex(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func data(_ type: UInt32, _ bytes: [UInt8], _ output: inout ByteWriter) {
        output.atom("data") {
            $0.big(type)
            $0.zeros(4)
            $0.append(bytes)
        }
    }

    private static func writeFree(_ name: String, _ text: String, to output: inout ByteWriter) {
        output.atom(freeForm) {
            $0.fullAtom("mean") { $0.append(mean.utf8) }
            $0.fullAtom("name") { $0.append(name.utf8) }
            data(1, Array(text.utf8), &$0)
        }
    }

    private static func write(_ entry: InfoDictionary.Entry, to output: inout ByteWriter) {
        if let row = texts.first(where: { $0.key == entry.key }) {
            return output.atom(row.code) { data(1, Array(entry.value.utf8), &$0) }
        }
        if entry.key == trackNumber || entry.key == discNumber, let (track, count) = numbers(entry.value) {
            return output.atom(entry.key == discNumber ? "disk" : "trkn") {
                let bytes = [0, track, count, 0].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                data(0, bytes, &$0)
            }
        }
        if entry.key == "tempo", let tempo = UInt16(entry.value), tempo > 0 {
            return output.atom("tmpo") { data(21, [UInt8(tempo >> 8), UInt8(tempo & 0xFF)], &$0) }
        }
        writeFree(entry.key, entry.value, to: &output)
    }

    /// `3` or `3/12`.
    private static func numbers(_ text: String) -> (UInt16, UInt16)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let track = parts.first.flatMap({ UInt16($0) }) else { return nil }
        guard parts.count > 1 else { return track > 0 ? (track, 0) : nil }
        guard parts.count == 2, let count = UInt16(parts[1]), count > 0 else { return nil }
        return (track, count)
    }
}
