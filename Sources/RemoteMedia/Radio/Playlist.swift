import Foundation

/// What a radio station's link often leads to: a list of addresses, in M3U or PLS.
package struct Playlist: Equatable, Sendable {
    /// Addresses of http and https, in order, each once.
    package let addresses: [String]

    /// Bytes; an honest list has a hundredth of it.
    package static let largestSize = 1 << 16
    /// Bytes of the playlist of an HTTP Live Stream, which lists hours of segments.
    package static let largestStream = 1 << 22
    private static let mostAddresses = 32

    static let types: Set = [
        "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl", "audio/x-scpls",
        "audio/scpls", "application/pls+xml",
    ]
    private static let vagueTypes: Set = ["", "text/plain", "application/octet-stream", "binary/octet-stream"]

    /// Whether an answer is a playlist: by its content type or, where that says nothing, by the address's ending.
    package static func isMeant(by answer: HTTPAnswer, at address: String) -> Bool {
        if answer.isPlaylist { return true }
        guard vagueTypes.contains(answer.contentType) else { return false }
        return ["m3u", "m3u8", "pls"].contains(URL(string: address)?.pathExtension.lowercased() ?? "")
    }

    /// Whether the first bytes are those of an M3U or PLS playlist.
    package static func isSigned(_ head: [UInt8]) -> Bool {
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        return text.starts(with: "#EXTM3U".utf8) || text.starts(with: "[playlist]".utf8)
    }

    /// - Parameter base: the address of the list, from which its relative addresses start.
    /// - Throws: where it is the index of an HTTP Live Stream, and where it has no address.
    package init(_ bytes: [UInt8], base: String) throws(HTTPSource.Failure) {
        let entries = try Self.entries(String(decoding: bytes, as: UTF8.self))
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

    /// What a list names, in order.
    ///
    /// - Throws: where it is the index of an HTTP Live Stream.
    package static func entries(_ text: String) throws(HTTPSource.Failure) -> [String] {
        let text = text.drop { $0 == "\u{FEFF}" }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        guard !lines.contains(where: { $0.hasPrefix("#EXT-X-") }) else {
            throw HTTPSource.Failure("HTTP Live Streaming is not played")
        }
        let isPLS = lines.first?.lowercased() == "[playlist]"
        return isPLS ? filesOfPLS(lines) : lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
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
