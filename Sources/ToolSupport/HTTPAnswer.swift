import AudioToolbox
import Foundation

/// The head of an answer over HTTP, as its lines come.
public struct HTTPAnswer: Equatable, Sendable {
    public private(set) var status = 0
    private var fields: [String: String] = [:]
    private var size = 0
    /// Where the answers before this one sent the request on to.
    private var redirects: [String] = []

    /// Bytes of all lines together: an honest head has a hundredth of it.
    private static let largestSize = 1 << 16

    public init() {}

    /// Parses a line, with its line end. A status line begins a new answer: there is one for each redirect.
    ///
    /// - Returns: false where there are more lines than can be meant.
    public mutating func take(_ line: String) -> Bool {
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
    public subscript(name: String) -> String? { fields[name] }

    /// Whether the sound has no end: such servers say what they broadcast.
    public var isBroadcast: Bool { !isPlaylist && fields.keys.contains { $0.hasPrefix("icy-") } }

    /// Whether the content type says so.
    public var isPlaylist: Bool { Playlist.types.contains(contentType) }

    /// In small letters, without its parameters; empty where nothing is said.
    public var contentType: String {
        String((fields["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    /// The address that this is the answer of: the one that was asked for, or where it was redirected to.
    public func address(of request: String) -> String {
        redirects.reduce(request) { URL(string: $1, relativeTo: URL(string: $0))?.absoluteString ?? $0 }
    }

    /// Whether the answer begins at the byte that was asked for.
    public var isPartial: Bool { status == 206 }

    /// The file type that the content type stands for, or 0.
    public var typeHint: AudioFileTypeID {
        guard !contentType.isEmpty else { return 0 }
        return globalCodes(kAudioFileGlobalInfo_TypesForMIMEType, specifier: contentType as CFString).first ?? 0
    }
}
