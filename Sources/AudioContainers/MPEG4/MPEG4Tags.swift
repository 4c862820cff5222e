import AudioCore

/// `ilst`: the tags of iTunes, a list of items, each an atom with its value in `data`.
///
/// Items without a key in the dictionary are kept as they are, as user data under the code of the item.
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
        // Other writers' items for the same; these are not written.
        (FourCC(0xA963_7079), "copyright"), (FourCC(0xA973_7772), "encoding application"),
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
        // The item that a key's value came from: the first one counts, and with it those of the same kind.
        var sources: [String: FourCC] = [:]
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
                guard sources[entry.key, default: item.id] == item.id else { continue }
                sources[entry.key] = item.id
                if entry.key == SoundCheck.note, let check = SoundCheck(note: entry.value) {
                    entries += check.entries
                } else {
                    entries.append(entry)
                }
            } else if !take(item.id, ByteReader(body)) {
                others.append(FileDescription.Chunk(id: item.id, body: .bytes(body)))
            }
        }
        info = InfoDictionary(joining: entries)
    }

    /// The values of an item, one in each `data`: their types and their bytes. Nil where something else comes first.
    static func values(_ body: ByteReader) -> [(type: UInt32, bytes: ArraySlice<UInt8>)]? {
        var input = body
        var values: [(type: UInt32, bytes: ArraySlice<UInt8>)] = []
        while var data = input.nextAtom() {
            guard data.id == "data" else { break }
            guard let type = try? data.body.big(UInt32.self), (try? data.body.skip(4)) != nil else { return nil }
            values.append((type & 0xFFFFFF, data.body.rest()))
        }
        return values.isEmpty ? nil : values
    }

    private func entry(_ id: FourCC, _ body: ByteReader) -> InfoDictionary.Entry? {
        if id == Self.freeForm {
            guard let (name, texts) = Self.free(body), name != Self.gaplessName, !name.isEmpty else { return nil }
            let key = Self.freeKeys.contains(name.lowercased()) ? name.lowercased() : name
            return Self.entry(key == "isrc" ? Self.isrc : key, texts)
        }
        guard let values = Self.values(body) else { return nil }
        if let key = Self.textKey(id) {
            let texts = values.compactMap { Self.text($0.type, $0.bytes) }
            return texts.count == values.count ? Self.entry(key, texts) : nil
        }
        if id == "gnre" {
            return Self.entry(
                "genre", values.compactMap { Self.number($0.bytes, 2).flatMap { ID3Genres.name("\($0 - 1)") } })
        }
        // There is one number.
        return values.count == 1 ? numberEntry(id, values[0].bytes) : nil
    }

    /// Nil where there is no text, or one that contains what ends texts elsewhere.
    static func entry(_ key: String, _ texts: [String]) -> InfoDictionary.Entry? {
        guard let first = texts.first, !texts.contains(where: { $0.utf8.contains(0) }) else { return nil }
        let values = texts.filter { !$0.isEmpty }
        return InfoDictionary.Entry(key: key, values: values.isEmpty ? [first] : values)
    }

    static func textKey(_ id: FourCC) -> String? {
        texts.first { $0.code == id }?.key ?? TagKeys.rows.first { $0.atom == id && $0.form == .text }?.key
    }

    private func numberEntry(_ id: FourCC, _ bytes: ArraySlice<UInt8>) -> InfoDictionary.Entry? {
        var input = ByteReader(bytes)
        switch id {
        case "trkn", "disk":
            guard bytes.count == 8 || id == "disk" && bytes.count == 6, (try? input.skip(2)) != nil,
                let track = try? input.big(UInt16.self),
                let count = try? input.big(UInt16.self), track > 0 || count > 0
            else { return nil }
            let key = id == "disk" ? Self.discNumber : Self.trackNumber
            return InfoDictionary.Entry(key: key, value: count > 0 ? "\(track)/\(count)" : "\(track)")
        case "tmpo": return Self.number(bytes, 2).map { InfoDictionary.Entry(key: "tempo", value: "\($0)") }
        default:
            guard let row = TagKeys.rows.first(where: { $0.atom == id }), case .number(let size) = row.form,
                // Writers take as many bytes as the number needs, or four.
                let number = bytes.count == size ? Self.unsigned(bytes) : Self.number(bytes, bytes.count)
            else { return nil }
            return InfoDictionary.Entry(key: row.key, value: "\(number)")
        }
    }

    /// A number above 0 in so many bytes.
    private static func number(_ bytes: ArraySlice<UInt8>, _ size: Int) -> UInt32? {
        guard bytes.count == size, let number = unsigned(bytes), number > 0 else { return nil }
        return number
    }

    private static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        (1...4).contains(bytes.count) ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    /// Text in UTF-8, or in UTF-16 where the type says so.
    static func text(_ type: UInt32, _ bytes: ArraySlice<UInt8>) -> String? {
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
        if let check { Self.writeFree(SoundCheck.note, [check.noteText], to: &output) }
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
            Self.writeFree(Self.gaplessName, [text], to: &output)
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

    private static func writeFree(_ name: String, _ texts: [String], to output: inout ByteWriter) {
        output.atom(freeForm) {
            $0.fullAtom("mean") { $0.append(mean.utf8) }
            $0.fullAtom("name") { $0.append(name.utf8) }
            for text in texts { data(1, Array(text.utf8), &$0) }
        }
    }

    private static func write(_ entry: InfoDictionary.Entry, to output: inout ByteWriter) {
        let row = TagKeys.rows.first { $0.key == entry.key && $0.atom != nil }
        if let code = texts.first(where: { $0.key == entry.key })?.code ?? (row?.form == .text ? row?.atom : nil) {
            return output.atom(code) { for text in entry.values { data(1, Array(text.utf8), &$0) } }
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
        if case .number(let size)? = row?.form, let code = row?.atom, let number = UInt32(entry.value),
            String(number) == entry.value, UInt64(number) >> (8 * UInt64(size)) == 0
        {
            let bytes = (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
            return output.atom(code) { data(21, bytes, &$0) }
        }
        writeFree(entry.key, entry.values, to: &output)
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
