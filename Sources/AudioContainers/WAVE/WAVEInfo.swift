import AudioCore

/// The `LIST` chunk of type `INFO`, and what a `bext` chunk says for people: text about the sound.
enum WAVEInfo {
    /// Ids and the keys they stand for. Where two have one key, the first is written.
    ///
    /// An id without a row is its own key, so that nothing is lost. Ids in small letters are ours: RIFF has none for
    /// these keys, and leaves such ids to programs.
    private static let keys: [(id: FourCC, key: String)] = [
        ("INAM", "title"), ("IART", "artist"), ("IPRD", "album"), ("ICMT", "comments"), ("ICOP", "copyright"),
        ("ICRD", "recorded date"), ("IGNR", "genre"), ("ITRK", "track number"), ("IPRT", "track number"),
        ("ISFT", "encoding application"), ("IMUS", "composer"), ("IWRI", "lyricist"), ("IBPM", "tempo"),
        ("YEAR", "year"), ("isbt", "subtitle"), ("ikey", "key signature"), ("itsg", "time signature"),
        ("isen", "source encoder"),
    ]

    /// More entries than this are no text about a sound.
    private static let largestCount = 512

    /// Adds the entries of a list whose type has been read; what is there already stays.
    ///
    /// Chunks of one id are several values of its key.
    static func read(_ input: inout ByteReader, bigEndian: Bool, into info: inout InfoDictionary) {
        var entries: [InfoDictionary.Entry] = []
        var sources: [String: FourCC] = [:]
        defer { info.add(InfoDictionary(joining: entries).entries) }
        do throws(AudioError) {
            for _ in 0..<largestCount where input.remaining >= 8 {
                let id = try input.fourCC()
                guard id.bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
                let size = Int(try input.integer(UInt32.self, bigEndian: bigEndian))
                let text = IFFText.decode(try input.take(min(size, input.remaining)))
                if size % 2 == 1, input.remaining > 0 { try input.skip(1) }
                let key = keys.first { $0.id == id }?.key ?? id.description
                guard !text.isEmpty, sources[key, default: id] == id else { continue }
                sources[key] = id
                entries.append(InfoDictionary.Entry(key: key, value: text))
            }
        } catch { return }
    }

    /// Whether the list has an id for a key.
    static func holds(_ key: String) -> Bool { id(key) != nil }

    private static func id(_ key: String) -> FourCC? {
        if let row = keys.first(where: { $0.key == key }) { return row.id }
        return key.utf8.count == 4 ? FourCC(padding: key) : nil
    }

    /// The list with its type, or nil where it would be empty.
    ///
    /// Keys that have neither an id nor the look of one are left to an ID3 tag.
    static func bytes(_ info: InfoDictionary, besides known: InfoDictionary) -> [UInt8]? {
        var output = ByteWriter()
        output.fourCC("INFO")
        for entry in info.entries where known[entry.key] != entry.value {
            guard let id = id(entry.key) else { continue }
            IFFBody(id, Array(entry.value.utf8.prefix { $0 != 0 }) + [0]).write(to: &output, .littleEndian)
        }
        return output.count > 4 ? output.bytes : nil
    }

    /// What the broadcast extension among `chunks` says: the description, who made the sound, when, how many samples after
    /// midnight it begins, and how it was coded before.
    ///
    /// After EBU Tech 3285.
    static func broadcast(_ chunks: [FileDescription.Chunk], bigEndian: Bool = false) -> InfoDictionary {
        var info = InfoDictionary()
        guard case .bytes(let bytes)? = chunks.first(where: { $0.id == "bext" })?.body else { return info }
        var reader = ByteReader(bytes)
        func take(_ key: String, _ count: Int) throws(AudioError) {
            let text = IFFText.decode(try reader.take(count))
            if !text.isEmpty { info[key] = text }
        }
        do throws(AudioError) {
            try take("comments", 256)
            try take("originator", 32)
            try take("originator reference", 32)
            try take("recorded date", 10)
            try take("recorded time", 8)
            let low = try reader.integer(UInt32.self, bigEndian: bigEndian)
            let high = try reader.integer(UInt32.self, bigEndian: bigEndian)
            let time = UInt64(high) << 32 | UInt64(low)
            if time > 0 { info[timeReference] = String(time) }
            // The version, identifiers and loudness.
            try reader.skip(256)
            try take("coding history", reader.remaining)
        } catch { return info }
        return info
    }

    /// Ours: Core Audio has no key for it.
    static let timeReference = "time reference"
}

/// Text in chunks. The chunks do not state its encoding.
enum IFFText {
    /// The text up to a zero byte: UTF-8 where it can be, else Latin-1.
    static func decode(_ bytes: some Sequence<UInt8>) -> String {
        let text = Array(bytes.prefix { $0 != 0 })
        if let unicode = String(validating: text, as: UTF8.self) { return unicode }
        return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }
}
