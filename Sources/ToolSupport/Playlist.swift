import Foundation

/// What a radio station's link often leads to: a list of addresses, in M3U or PLS.
public struct Playlist: Equatable, Sendable {
    /// Addresses of http and https, in order, each once.
    public let addresses: [String]

    /// Bytes; an honest list has a hundredth of it.
    public static let largestSize = 1 << 16
    private static let mostAddresses = 32

    static let types: Set = [
        "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl", "audio/x-scpls",
        "audio/scpls", "application/pls+xml",
    ]
    private static let vagueTypes: Set = ["", "text/plain", "application/octet-stream", "binary/octet-stream"]

    /// Whether an answer is a playlist: by its content type or, where that says nothing, by the address's ending.
    public static func isMeant(by answer: HTTPAnswer, at address: String) -> Bool {
        if answer.isPlaylist { return true }
        guard vagueTypes.contains(answer.contentType) else { return false }
        return ["m3u", "m3u8", "pls"].contains(URL(string: address)?.pathExtension.lowercased() ?? "")
    }

    /// - Parameter base: the address of the list, from which its relative addresses start.
    /// - Throws: where it is the index of an HTTP Live Stream, and where it has no address.
    public init(_ bytes: [UInt8], base: String) throws(HTTPSource.Failure) {
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else {
            throw HTTPSource.Failure("HTTP Live Streaming is not played")
        }
        let isPLS = lines.first?.lowercased() == "[playlist]"
        let entries = isPLS ? Self.filesOfPLS(lines) : lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        var addresses: [String] = []
        for entry in entries.prefix(Self.mostAddresses) {
            guard let url = URL(string: entry, relativeTo: URL(string: base))?.absoluteString,
                HTTPSource.isAddress(url), !addresses.contains(url)
            else { continue }
            addresses.append(url)
        }
        guard !addresses.isEmpty else { throw HTTPSource.Failure("the playlist has no address") }
        self.addresses = addresses
    }

    /// `File1=…`, `File2=…`, by their numbers.
    private static func filesOfPLS(_ lines: [String]) -> [String] {
        let files = lines.compactMap { line -> (number: Int, address: String)? in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased().hasPrefix("file"), let number = Int(parts[0].dropFirst(4))
            else { return nil }
            return (number, parts[1].trimmingCharacters(in: .whitespaces))
        }
        return files.sorted { $0.number < $1.number }.map(\.address)
    }
}
