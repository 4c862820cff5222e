import AudioCore

/// Texts in ID3v2 frames, and the names that Core Audio has for them.
enum ID3Text {
    /// Frames and the keys they stand for. Where two have one key, the first is written.
    static let names: [(id: String, key: String)] =
        ownNames + TagKeys.rows.compactMap { row in row.frame.map { ($0, row.key) } }
    private static let ownNames: [(id: String, key: String)] = [
        ("TIT2", "title"), ("TPE1", "artist"), ("TALB", "album"), ("TDRC", "year"), ("TYER", "year"),
        ("TCON", "genre"), ("TRCK", "track number"), ("TCOM", "composer"), ("TCOP", "copyright"), ("TBPM", "tempo"),
        ("TKEY", "key signature"), ("TEXT", "lyricist"), ("TIT3", "subtitle"), ("TSRC", "ISRC"),
        ("TSSE", "encoding application"), ("TENC", "encoding application"), ("TRDA", "recorded date"),
        // Core Audio has no key for it; iTunes' word.
        ("TPOS", "disc number"),
    ]
    private static let keys = Dictionary(names.map { ($0.id, $0.key) }) { first, _ in first }
    private static let lyrics = "lyrics"
    private static let comments = "comments"

    /// Texts in one frame. A person wrote fewer.
    private static let mostTexts = 1024

    /// A frame's key and texts; nil where it is no text, or an empty one.
    static func entry(of frame: ID3Frames.Frame) -> InfoDictionary.Entry? {
        guard let encoding = frame.body.first else { return nil }
        let isComment = frame.id == "COMM" || frame.id == "USLT"
        guard isComment || frame.id.hasPrefix("T") else { return nil }
        var parts = split(frame.body.dropFirst(isComment ? 4 : 1), encoding)
        var key = frame.id == "USLT" ? lyrics : isComment ? comments : keys[frame.id] ?? frame.id
        if isComment {
            // Described comments are programs' notes to themselves; the plain one is for people.
            guard parts.count > 1 else { return nil }
            let description = parts.removeFirst()
            if !description.isEmpty, frame.id == "COMM" { key = comments + ":" + description }
            parts = Array(parts.prefix(1))
        } else if frame.id == "TXXX" {
            guard parts.count > 1 else { return nil }
            key = parts.removeFirst()
        }
        parts = parts.filter { !$0.isEmpty }
        guard !parts.isEmpty, !key.isEmpty else { return nil }
        let values = key == "genre" ? parts.flatMap(genres) : parts
        return InfoDictionary(joining: values.map { InfoDictionary.Entry(key: key, value: $0) }).entries.first
    }

    /// Genres are often numbers, alone or in parentheses: one for each genre, or one before a name that says it better.
    private static func genres(_ value: String) -> [String] {
        var (names, rest) = ([String](), value[...])
        while rest.first == "(", let close = rest.firstIndex(of: ")"),
            let name = ID3Genres.name(rest[rest.index(after: rest.startIndex)..<close])
        {
            names.append(name)
            rest = rest[rest.index(after: close)...]
        }
        if names.isEmpty { return [ID3Genres.name(rest) ?? value] }
        return rest.isEmpty ? names : names.dropLast() + [String(rest)]
    }

    /// Passes a text and the zero that ends it.
    static func skipTerminated(_ input: inout ByteReader, _ encoding: UInt8) {
        guard encoding == 1 || encoding == 2 else {
            _ = input.zeroTerminatedText()
            return
        }
        while let unit = try? input.take(2), !unit.allSatisfy({ $0 == 0 }) {}
    }

    /// The zero-separated texts in a frame's encoding: Latin-1, UTF-16 with a mark, UTF-16 big-endian, UTF-8.
    private static func split(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
        switch encoding {
        case 1, 2: return splitWide(bytes, bigEndian: encoding == 2)
        case 3:
            return bytes.split(separator: 0, maxSplits: mostTexts, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
        default:
            return bytes.split(separator: 0, maxSplits: mostTexts, omittingEmptySubsequences: false).map { part in
                String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
            }
        }
    }

    private static func splitWide(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [String] {
        var isBig = bigEndian
        var parts: [[UInt16]] = [[]]
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            index += 2
            let unit = isBig ? first << 8 | second : second << 8 | first
            if parts[parts.count - 1].isEmpty, unit == 0xFFFE || unit == 0xFEFF {
                if unit == 0xFFFE { isBig.toggle() }
            } else if unit == 0 {
                if parts.count > mostTexts { break }
                parts.append([])
            } else {
                parts[parts.count - 1].append(unit)
            }
        }
        return parts.map { String(decoding: $0, as: UTF16.self) }
    }

    // MARK: Writing

    /// The frame for an entry, in UTF-8.
    static func frame(_ entry: InfoDictionary.Entry) -> ID3Frames.Frame {
        var body = ByteWriter()
        body.big(UInt8(3))
        var id = "TXXX"
        var texts = entry.values
        if entry.key == lyrics || entry.key == comments || entry.key.hasPrefix(comments + ":") {
            id = entry.key == lyrics ? "USLT" : "COMM"
            texts = [entry.value]
            body.append("eng".utf8)
            body.zeroTerminated(id == "USLT" ? "" : plain(String(entry.key.dropFirst(comments.count + 1))))
        } else if let row = names.first(where: { $0.key == entry.key }) {
            id = row.id
        } else if isTextFrame(entry.key) {
            id = entry.key
        } else {
            body.zeroTerminated(plain(entry.key))
        }
        // Version 2.4 has a zero between texts.
        body.append(texts.map(plain).joined(separator: "\0").utf8)
        return ID3Frames.Frame(id: id, body: body.bytes[...])
    }

    /// Without the zeros that would end it.
    private static func plain(_ text: String) -> String { text.filter { $0 != "\0" } }

    /// Whether a key is the name of a frame that has no other key.
    private static func isTextFrame(_ key: String) -> Bool {
        key.utf8.count == 4 && key.hasPrefix("T") && key != "TXXX" && keys[key] == nil
            && key.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }
}
