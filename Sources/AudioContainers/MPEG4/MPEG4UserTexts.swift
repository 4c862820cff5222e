import AudioCore

/// Texts about the sound outside of iTunes' tags: those of QuickTime and of 3GPP among the user data, and items under keys, which
/// QuickTime and cameras write.
///
/// After Apple's "QuickTime File Format", user data atoms and metadata, and 3GPP TS 26.244, asset information.
struct MPEG4UserTexts {
    private(set) var entries: [InfoDictionary.Entry] = []
    /// The first picture.
    private(set) var artwork: [UInt8] = []

    /// What all texts of a file may take in memory.
    private static let maximumHeld: Int64 = 1 << 22
    /// More keys than this are no texts about a sound.
    private static let mostKeys = 4096

    /// Atoms of 3GPP, which state a version and a language before their text.
    private static let assets: [(code: FourCC, key: String)] = [
        ("titl", "title"), ("perf", "artist"), ("auth", "composer"), ("albm", "album"), ("dscp", "description"),
        ("gnre", "genre"), ("cprt", "copyright"),
    ]
    /// QuickTime's keys, without their prefix `com.apple.quicktime.`, that have another word in Core Audio's dictionary.
    private static let keyWords = [
        "artist": "artist", "author": "composer", "comment": "comments", "creationdate": "recorded date",
        "software": "encoding application", "location.ISO6709": "location", "year": "year", "date": "year",
        "encoder": "encoding application", "composer": "composer",
    ]
    private static let prefix = "com.apple.quicktime."
    private static let artworkKey = "com.apple.quicktime.artwork"

    init() {}

    /// The texts among the user data of a movie.
    init(userData: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) {
        var held: Int64 = 0
        for atom in try atoms.children(of: userData) where !atom.isCut && atom.size <= Self.maximumHeld - held {
            let asset = Self.assets.first { $0.code == atom.id }?.key
            // Those of QuickTime begin with a copyright sign.
            guard let key = asset ?? MPEG4Tags.textKey(atom.id), asset != nil || atom.id.rawValue >> 24 == 0xA9 else {
                continue
            }
            held += atom.size
            let body = ByteReader(try atoms.bytes(of: atom))
            guard let text = asset != nil ? Self.assetText(body) : Self.quickTimeText(body), !text.isEmpty else {
                continue
            }
            entries.append(InfoDictionary.Entry(key: key, value: text))
        }
        entries = InfoDictionary(entries).entries
    }

    /// The items of `meta` that have the numbers of keys.
    init(keys: MPEG4Atom, _ items: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) {
        guard !keys.isCut, keys.size <= Self.maximumHeld else { return }
        let names = Self.names(ByteReader(try atoms.bytes(of: keys)))
        var held: Int64 = 0
        for item in try atoms.children(of: items) where !item.isCut && item.size <= Self.maximumHeld - held {
            guard item.id.rawValue > 0, let name = names[item.id.rawValue] else { continue }
            held += item.size
            guard let values = MPEG4Tags.values(ByteReader(try atoms.bytes(of: item))) else { continue }
            if name == Self.artworkKey, artwork.isEmpty { artwork = Array(values[0].bytes) }
            let texts = values.compactMap { MPEG4Tags.text($0.type, $0.bytes) }
            guard let entry = MPEG4Tags.entry(Self.key(name), texts) else { continue }
            entries.append(entry)
        }
        entries = InfoDictionary(joining: entries).entries
    }

    /// The names by their numbers, which begin at 1.
    private static func names(_ body: ByteReader) -> [UInt32: String] {
        var (input, names) = (body, [UInt32: String]())
        guard (try? input.skip(4)) != nil, let count = try? input.big(UInt32.self) else { return [:] }
        for number in 1...max(1, min(count, UInt32(mostKeys))) {
            // The size, the kind of name, and the name.
            guard let size = try? input.big(UInt32.self), size >= 8, let kind = try? input.fourCC(),
                let name = try? input.take(Int(size) - 8)
            else { break }
            if kind == "mdta" { names[number] = String(decoding: name, as: UTF8.self) }
        }
        return names
    }

    private static func key(_ name: String) -> String {
        let word = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        return keyWords[word] ?? word
    }

    /// The first of a list of texts, each with its size and its language.
    private static func quickTimeText(_ body: ByteReader) -> String? {
        var input = body
        guard let size = try? input.big(UInt16.self), let language = try? input.big(UInt16.self) else { return nil }
        let bytes = Array((try? input.take(min(Int(size), input.remaining))) ?? []).prefix { $0 != 0 }
        // Small numbers are languages of the old Macintosh; the script is that of western ones, nearly always of ASCII alone.
        return language >= 0x400 ? String(decoding: bytes, as: UTF8.self) : IFFText.decode(bytes)
    }

    /// UTF-8, or UTF-16 where it begins with a byte order mark; up to a zero.
    private static func assetText(_ body: ByteReader) -> String? {
        var input = body
        guard (try? input.skip(6)) != nil else { return nil }
        let bytes = Array(input.rest())
        guard bytes.starts(with: [0xFE, 0xFF]) else {
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }
}
