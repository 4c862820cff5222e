/// Playlists of xspf.org, version 1.
enum XSPF {
    private static let identifier = "urn:uuid:"

    static func read(_ bytes: [UInt8]) -> PlaylistFile {
        var file = PlaylistFile()
        var parser = MarkupReader(bytes)
        var path: [String] = []
        var hasLocation = false
        while let event = parser.next() {
            switch event {
            case .start(let name):
                // Nothing of it is so deep.
                guard path.count < 64 else { return file }
                path.append(name)
                if name == "track" { hasLocation = false }
            case .end(let name):
                if let index = path.lastIndex(of: name) { path.removeSubrange(index...) }
            case .text(let text):
                take(text, path, &file, &hasLocation)
            }
        }
        return file
    }

    private static func take(_ text: String, _ path: [String], _ file: inout PlaylistFile, _ hasLocation: inout Bool) {
        switch path {
        case ["playlist", "title"]: file.title = file.title ?? text
        case ["playlist", "creator"]: file.author = file.author ?? text
        case ["playlist", "annotation"]: file.text = file.text ?? text
        case ["playlist", "identifier"]:
            let number = text.lowercased()
            if number.hasPrefix(identifier) { file.uuid = String(number.dropFirst(identifier.count)).uppercased() }
        case ["playlist", "trackList", "track", "location"]:
            // A track may name several places for the same sound.
            guard !hasLocation, let location = location(text) else { return }
            hasLocation = true
            file.add(location)
        default: break
        }
    }

    /// Locations are addresses, which may leave out all but the path.
    private static func location(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let isAddress = text.lowercased().hasPrefix("file:")
        return PlaylistPath.of(bytes).map { isAddress ? $0 : PlaylistPath.decoded($0[...]) }
    }

    /// A playlist without tracks.
    static func empty(title: String, author: String?, text: String?, uuid: String) -> [UInt8] {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\">",
            "  <title>\(escaped(title))</title>",
        ]
        if let author { lines.append("  <creator>\(escaped(author))</creator>") }
        if let text { lines.append("  <annotation>\(escaped(text))</annotation>") }
        lines += [
            "  <identifier>\(identifier)\(uuid.lowercased())</identifier>", "  <trackList>", "  </trackList>",
            "</playlist>", "",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// Nil where there is no list of tracks.
    static func appending(_ paths: [[UInt8]], to bytes: [UInt8]) -> [UInt8]? {
        let tracks = paths.map { "  <track><location>\(escaped(PlaylistPath.encoded($0)))</location></track>\n" }
            .joined()
        let text = String(decoding: bytes, as: UTF8.self)
        for (closing, replacement) in [
            ("</trackList>", "\(tracks)  </trackList>"), ("<trackList/>", "<trackList>\n\(tracks)  </trackList>"),
            ("<trackList />", "<trackList>\n\(tracks)  </trackList>"),
        ] {
            guard let range = lastRange(of: Array(closing.utf8), in: Array(text.utf8)) else { continue }
            let all = Array(text.utf8)
            return Array(all[..<range.lowerBound]) + Array(replacement.utf8) + Array(all[range.upperBound...])
        }
        return nil
    }

    private static func lastRange(of part: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        guard bytes.count >= part.count else { return nil }
        for start in stride(from: bytes.count - part.count, through: 0, by: -1)
        where bytes[start..<start + part.count].elementsEqual(part) {
            return start..<start + part.count
        }
        return nil
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML has no other control characters.
            case "\u{0}"..<"\u{9}", "\u{B}"..<"\u{D}", "\u{E}"..<" ": break
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}

/// The elements and texts of an XML document, as far as a playlist needs: without attributes, and without entities of its own.
struct MarkupReader {
    enum Event: Equatable {
        case start(String)
        case end(String)
        /// With the white space around it taken away.
        case text(String)
    }

    private var rest: ArraySlice<UInt8>
    /// The end of an element that has no contents.
    private var pending: Event?

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Nil at the end, and at what is no XML.
    mutating func next() -> Event? {
        if let event = pending {
            pending = nil
            return event
        }
        while let first = rest.first {
            guard first == UInt8(ascii: "<") else {
                if let text = text() { return .text(text) }
                continue
            }
            if skip("<!--", to: "-->") || skip("<?", to: "?>") { continue }
            if starts("<![CDATA[") {
                rest = rest.dropFirst(9)
                let text = trimmed(String(decoding: take(to: "]]>"), as: UTF8.self))
                if !text.isEmpty { return .text(text) }
                continue
            }
            if skip("<!", to: ">") { continue }
            return element()
        }
        return nil
    }

    private mutating func element() -> Event {
        rest = rest.dropFirst()
        var inside = take(to: ">")
        if inside.first == UInt8(ascii: "/") { return .end(name(inside.dropFirst())) }
        let isEmpty = inside.last == UInt8(ascii: "/")
        if isEmpty { inside = inside.dropLast() }
        let name = name(inside)
        if isEmpty { pending = .end(name) }
        return .start(name)
    }

    /// Without a prefix and attributes.
    private func name(_ inside: ArraySlice<UInt8>) -> String {
        let whole = inside.prefix { $0 > 0x20 }
        return String(
            decoding: whole.lastIndex(of: UInt8(ascii: ":")).map { whole[($0 + 1)...] } ?? whole, as: UTF8.self)
    }

    private func starts(_ text: StaticString) -> Bool {
        rest.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func skip(_ start: StaticString, to end: String) -> Bool {
        guard starts(start) else { return false }
        _ = take(to: end)
        return true
    }

    /// What stands before `end`, which is passed; everything where it is missing.
    private mutating func take(to end: String) -> ArraySlice<UInt8> {
        let mark = Array(end.utf8)
        var at = rest.startIndex
        while at + mark.count <= rest.endIndex {
            if rest[at] == mark[0], rest[at..<at + mark.count].elementsEqual(mark) {
                defer { rest = rest[(at + mark.count)...] }
                return rest[..<at]
            }
            at += 1
        }
        defer { rest = [] }
        return rest
    }

    private mutating func text() -> String? {
        let raw = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[raw.endIndex...]
        let text = trimmed(Self.unescaped(String(decoding: raw, as: UTF8.self)))
        return text.isEmpty ? nil : text
    }

    private func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }

    private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (result, rest) = ("", text[...])
        while let character = rest.popFirst() {
            guard character == "&", let end = rest.prefix(12).firstIndex(of: ";") else {
                result.append(character)
                continue
            }
            let name = rest[..<end]
            if let known = names[String(name)] {
                result += known
            } else if name.hasPrefix("#"), let scalar = scalar(name.dropFirst()) {
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: end)...]
        }
        return result
    }

    private static func scalar(_ digits: Substring) -> Unicode.Scalar? {
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}
