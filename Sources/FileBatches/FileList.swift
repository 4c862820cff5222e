import AudioToolbox
import Glibc
import ToolSupport

/// The files that a command works on: those that a list names, those on the command line, and those in its folders.
package struct FileList {
    /// A file with the names of files, `-` for standard input; nil where there is none.
    package var names: String?
    /// Whether a zero byte ends each name of the list, instead of the end of the line.
    package var isNullSeparated = false
    /// The folder whose tree is kept; nil for that of each path.
    package var root: String?
    /// Folders whose files are left out, such as that of the outputs.
    package var excluded: [String] = []

    /// A list with more bytes than this is an error.
    private static let mostBytes = 1 << 30

    package init(names: String? = nil, isNullSeparated: Bool = false, root: String? = nil) {
        (self.names, self.isNullSeparated, self.root) = (names, isNullSeparated, root)
    }

    /// Reads the list and the folders.
    ///
    /// The files in a folder come in the order of their names' bytes. A path that is named twice counts once.
    ///
    /// - Parameters:
    ///   - paths: files and folders of the command line.
    ///   - isWanted: whether a file in a folder is one of the list, by its name. Named files always are.
    /// - Throws: where the list or a folder cannot be read, or the place of a file is not known.
    package func files(_ paths: [String], where isWanted: @escaping (String) -> Bool) throws(ToolError) -> [ListedFile]
    {
        var found: [ListedFile] = []
        for name in try listedNames() { found.append(try ListedFile(name, below: root)) }
        let left = excluded.compactMap(FolderIdentity.init)
        for path in paths {
            if FolderIdentity(path) != nil {
                found += try FolderWalk(excluded: left, isWanted: isWanted).files(in: path, root: root)
            } else {
                found.append(try ListedFile(path, below: root))
            }
        }
        var seen: Set<[UInt8]> = []
        return found.filter { seen.insert(Array(PathParts.absolute($0.path).joined(separator: "/").utf8)).inserted }
    }

    private func listedNames() throws(ToolError) -> [String] {
        guard let names else { return [] }
        let bytes = try Self.contents(names)
        return bytes.split(separator: isNullSeparated ? 0 : UInt8(ascii: "\n")).map { String(fileSystemBytes: $0) }
    }

    private static func contents(_ path: String) throws(ToolError) -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let descriptor =
            path == "-"
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw ToolError(
                "Reading a list of files", kAudio_FileNotFoundError, because: "\(name): \(FileFault.lastCall)")
        }
        defer { _ = close(descriptor) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= mostBytes else {
                let reason = count < 0 ? FileFault.lastCall : "it has more than \(mostBytes) bytes"
                throw ToolError("Reading a list of files", kAudioFileUnspecifiedError, because: "\(name): \(reason)")
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
