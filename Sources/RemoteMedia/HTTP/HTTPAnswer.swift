import Foundation

/// The head of an answer over HTTP, as its lines come.
package struct HTTPAnswer: Equatable, Sendable {
    package private(set) var status = 0
    private var fields: [String: String] = [:]
    private var size = 0
    /// Where the answers before this one sent the request on to.
    private var redirects: [String] = []

    /// Bytes of all lines together: an honest head has a hundredth of it.
    private static let largestSize = 1 << 16

    package init() {}

    /// Parses a line, with its line end. A status line begins a new answer: there is one for each redirect.
    ///
    /// - Returns: false where there are more lines than can be meant.
    package mutating func take(_ line: String) -> Bool {
        size += line.utf8.count
        guard size <= Self.largestSize else { return false }
        let line = line.prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        if line.hasPrefix("HTTP/") || line.hasPrefix("ICY ") {
            if let location = fields["location"] { redirects.append(location) }
            fields = [:]
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = String(value)
        }
        return true
    }

    /// A field's value; the name in small letters.
    package subscript(name: String) -> String? { fields[name] }

    /// Whether the sound has no end: such servers say what they broadcast.
    package var isBroadcast: Bool { !isPlaylist && fields.keys.contains { $0.hasPrefix("icy-") } }

    /// Whether the content type says so.
    package var isPlaylist: Bool { Playlist.types.contains(contentType) }

    /// In small letters, without its parameters; empty where nothing is said.
    package var contentType: String {
        String((fields["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    /// The address that this is the answer of: the one that was asked for, or where it was redirected to.
    package func address(of request: String) -> String {
        redirects.reduce(request) { URL(string: $1, relativeTo: URL(string: $0))?.absoluteString ?? $0 }
    }

    /// Whether the answer begins at the byte that was asked for.
    package var isPartial: Bool { status == 206 }

    /// Whether the answer says that the server sends whole files alone.
    package var refusesRanges: Bool { fields["accept-ranges"]?.lowercased() == "none" }

    /// Bytes of the body; nil where nothing is said, or nothing that can be.
    package var contentLength: Int64? { fields["content-length"].flatMap(Self.count) }

    /// The bytes that a partial answer has, and those of the whole file, where that is said; nil where the field makes no sense.
    package var contentRange: (range: Range<Int64>, size: Int64?)? {
        guard let match = fields["content-range"]?.firstMatch(of: /^bytes +([0-9]+)-([0-9]+)\/([0-9]+|\*) *$/),
            let first = Self.count(match.1), let last = Self.count(match.2), first <= last, last < Int64.max
        else { return nil }
        let size = Self.count(match.3)
        guard match.3 == "*" || size.map({ last < $0 }) == true else { return nil }
        return (first..<last + 1, size)
    }

    private static func count(_ digits: some StringProtocol) -> Int64? {
        Int64(digits).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// What distinguishes versions of a file.
    package struct Version: Equatable, Sendable {
        var tag: String?
        var date: String?

        var isStated: Bool { tag != nil || date != nil }

        /// Whether it is certain that another version is meant.
        func differs(from other: Version) -> Bool {
            if let tag, let otherTag = other.tag { return tag != otherTag }
            guard let date, let otherDate = other.date else { return false }
            return date != otherDate
        }

        /// The header by which a server sends a part of this version alone.
        var condition: String? {
            // A weak tag stands for bytes that are as good, not for the same ones.
            let strong = tag.flatMap { $0.hasPrefix("W/") ? nil : $0 }
            return (strong ?? date).map { "If-Range: \($0)" }
        }
    }

    package var version: Version { Version(tag: fields["etag"], date: fields["last-modified"]) }
}
