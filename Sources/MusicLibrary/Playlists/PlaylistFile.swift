import AudioCore

/// The forms of playlists, by the extensions of their files.
enum PlaylistFormat: String, CaseIterable, Sendable {
    case m3u, m3u8, xspf

    /// - Parameter name: a file's.
    init?(name: [UInt8]) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        self.init(rawValue: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }
}

/// What a playlist's file says. Parsed from untrusted bytes.
struct PlaylistFile: Equatable, Sendable {
    var title: String?
    var author: String?
    var text: String?
    /// In capital letters.
    var uuid: String?
    /// Paths, absolute or from the folder of the playlist. What is not a file has none.
    var paths: [[UInt8]] = []

    /// Larger files are no playlists, and longer ones are cut.
    static let largestFile: Int64 = 16 << 20
    static let mostEntries = 100_000

    init() {}

    init(_ bytes: [UInt8], _ format: PlaylistFormat) {
        switch format {
        case .m3u, .m3u8: self = M3U.read(bytes)
        case .xspf: self = XSPF.read(bytes)
        }
    }

    /// The playlist's bytes with more files at its end.
    ///
    /// - Parameter paths: from the folder of the playlist.
    static func appending(_ paths: [[UInt8]], to bytes: [UInt8], _ format: PlaylistFormat) -> [UInt8]? {
        switch format {
        case .m3u, .m3u8: M3U.appending(paths, to: bytes)
        case .xspf: XSPF.appending(paths, to: bytes)
        }
    }

    mutating func add(_ path: [UInt8]) {
        if !path.isEmpty, paths.count < Self.mostEntries { paths.append(path) }
    }
}

/// Lists of paths, one a line; lines that begin with `#` are remarks.
enum M3U {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static func read(_ bytes: [UInt8]) -> PlaylistFile {
        var file = PlaylistFile()
        let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = trimmed(line)
            guard let first = line.first else { continue }
            if first == UInt8(ascii: "#") {
                let title = Array("#PLAYLIST:".utf8)
                if line.starts(with: title) {
                    file.title = String(decoding: trimmed(line.dropFirst(title.count)), as: UTF8.self)
                }
            } else if let path = PlaylistPath.of(unicode(line)) {
                file.add(path)
            }
        }
        return file
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let line = line.drop { $0 == 0x20 || $0 == 0x09 }
        let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { line[...$0] } ?? []
    }

    /// Old programs write Latin-1.
    private static func unicode(_ line: ArraySlice<UInt8>) -> [UInt8] {
        if String(validating: line, as: UTF8.self) != nil { return Array(line) }
        return Array(String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) })).utf8)
    }

    static func appending(_ paths: [[UInt8]], to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
        for path in paths {
            // What begins so is a remark, or is trimmed.
            let isPlain = ![UInt8(ascii: "#"), 0x20, 0x09].contains(path.first)
            bytes += (isPlain ? [] : Array("./".utf8)) + path + [0x0A]
        }
        return bytes
    }
}

/// Paths as playlists write them.
enum PlaylistPath {
    /// The path of an address or a path; nil for what is not a file.
    static func of(_ text: [UInt8]) -> [UInt8]? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 1,
            text[..<colon].allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: "+") })
        else { return text.contains(0) ? nil : text }
        guard String(decoding: text[..<colon], as: UTF8.self).lowercased() == "file" else {
            // A path may have a colon, an address has two slashes after it.
            return text[(colon + 1)...].starts(with: Array("//".utf8)) ? nil : text
        }
        let path = text[(colon + 1)...]
        guard path.starts(with: Array("//".utf8)) else { return decoded(path) }
        guard let slash = path.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) else { return nil }
        return decoded(path[slash...])
    }

    /// Undoes what percent signs stand for.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
            else {
                result.append(byte)
                continue
            }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return result
    }

    /// A path as an address has it.
    static func encoded(_ path: [UInt8]) -> String {
        var text = ""
        for byte in path {
            let isPlain =
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || "-._~/".utf8.contains(byte)
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return text
    }

    /// The path from the library's folder; nil for one that leads out of it.
    ///
    /// - Parameters:
    ///   - path: absolute, or from `folder`.
    ///   - folder: the path of the playlist's folder from the library's.
    static func inLibrary(_ path: [UInt8], from folder: [UInt8], root: FilePath) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        var parts: [ArraySlice<UInt8>] = []
        var rest = path[...]
        if path.first == slash {
            let start = root.plainBytes + [slash]
            guard path.starts(with: start) else { return nil }
            rest = path.dropFirst(start.count)
        } else {
            parts = folder.split(separator: slash)
        }
        for part in rest.split(separator: slash) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.isEmpty ? nil : Array(parts.joined(separator: [slash]))
    }

    /// The path to something in the library from a folder in it.
    static func relative(_ path: [UInt8], from folder: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var (to, from) = (path.split(separator: slash)[...], folder.split(separator: slash)[...])
        while let first = to.first, to.count > 1, first == from.first {
            (to, from) = (to.dropFirst(), from.dropFirst())
        }
        let ups = [ArraySlice<UInt8>](repeating: Array("..".utf8)[...], count: from.count)
        return Array((ups + to).joined(separator: [slash]))
    }
}
