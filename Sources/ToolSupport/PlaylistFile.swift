import Foundation
import RemoteMedia

extension Playlist {
    /// Bytes of a list in a file; one of a whole library may be long.
    private static let largestFile = 1 << 22
    /// Bytes that say whether it can be a list.
    private static let headSize = 4096

    /// The paths and addresses that a file names which is a playlist, in order. Nil where it is not a playlist: by its name, or its first
    /// bytes.
    ///
    /// Paths start from the folder of the list. Nothing says that their files exist.
    /// - Throws: where the list is the index of an HTTP Live Stream, where it is empty, and where it is too large.
    package static func entries(ofFile path: String) throws(HTTPSource.Failure) -> [String]? {
        guard let head = Self.bytes(of: path, upTo: headSize), !head.contains(0) else { return nil }
        let start = String(decoding: head.prefix(16), as: UTF8.self).drop { $0 == "\u{FEFF}" }.lowercased()
        guard isName(path) || start.hasPrefix("#extm3u") || start.hasPrefix("[playlist]") else { return nil }
        // Its lines may be in any encoding, like the names of files.
        guard let bytes = Self.bytes(of: path, upTo: largestFile + 1), !bytes.contains(0) else { return nil }
        guard bytes.count <= largestFile else { throw HTTPSource.Failure("the playlist is larger than 4 MiB") }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[...$0]) } ?? ""
        let found = try entries(String(fileSystemBytes: bytes)).map { resolved($0, in: folder) }
        guard !found.isEmpty else { throw HTTPSource.Failure("the playlist names no file") }
        return found
    }

    static func resolved(_ entry: String, in folder: String) -> String {
        if HTTPSource.isAddress(entry) || entry.hasPrefix("/") { return entry }
        if entry.lowercased().hasPrefix("file://"), let url = URL(string: entry) { return url.path }
        // Alone it would be standard input.
        return folder.isEmpty && entry == "-" ? "./-" : folder + entry
    }

    /// Whether a path ends as those of playlists do.
    static func isName(_ path: String) -> Bool {
        [".m3u", ".m3u8", ".pls"].contains { path.lowercased().hasSuffix($0) }
    }

    /// The first bytes of a regular file; nil for what is none. A pipe is not opened: who writes to it would take that for the
    /// reader, and lose what it writes once the descriptor is closed.
    private static func bytes(of path: String, upTo count: Int) -> [UInt8]? {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        let descriptor = path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(found.st_size)))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, $0.count - filled) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }
}
