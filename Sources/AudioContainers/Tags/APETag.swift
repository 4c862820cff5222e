import AudioCore

/// The texts of an APE tag, which is at the end of MP3 files, or at their beginning. Parsed from untrusted bytes.
///
/// After "APEv2 specification" on wiki.hydrogenaud.io. What is no APE tag has no entries.
struct APETag {
    private(set) var entries: [InfoDictionary.Entry] = []

    private static let magic = Array("APETAGEX".utf8)
    private static let headerSize = 32
    private static let mostItems = 1024

    /// Names in small letters and the keys they stand for. Others are their own key.
    private static let keys: [String: String] = [
        "title": "title", "artist": "artist", "album": "album", "year": "year", "genre": "genre",
        "track": "track number", "disc": "disc number", "composer": "composer", "comment": "comments",
        "copyright": "copyright", "isrc": "ISRC", "subtitle": "subtitle", "bpm": "tempo", "lyricist": "lyricist",
        "album artist": "album artist", "albumartist": "album artist", "lyrics": "lyrics", "language": "language",
        "conductor": "conductor", "publisher": "publisher", "record date": "recorded date", "mood": "mood",
        "compilation": "compilation", "grouping": "grouping",
    ]

    /// - Parameter bytes: the tag; it begins with a header, or ends with a footer, or both.
    init(_ bytes: [UInt8]) {
        let hasHeader = bytes.starts(with: Self.magic)
        let hasFooter = bytes.count >= Self.headerSize && bytes.suffix(Self.headerSize).starts(with: Self.magic)
        guard hasHeader || hasFooter else { return }
        var input = ByteReader(bytes[...])
        var found: [InfoDictionary.Entry] = []
        do throws(AudioError) {
            if hasHeader { try input.skip(Self.headerSize) }
            let end = hasFooter ? Self.headerSize : 0
            for _ in 0..<Self.mostItems where input.remaining > end {
                let size = try input.little(UInt32.self)
                let flags = try input.little(UInt32.self)
                let name = input.zeroTerminatedText()
                let value = try input.take(Int(size))
                // Pictures and links are no text.
                guard flags & 0b110 == 0, !name.isEmpty else { continue }
                let key = Self.keys[name.lowercased()] ?? name
                // A list has a zero between its texts.
                for text in value.split(separator: 0) {
                    found.append(InfoDictionary.Entry(key: key, value: String(decoding: text, as: UTF8.self)))
                }
            }
        } catch {}
        entries = InfoDictionary(joining: found).entries
    }
}
