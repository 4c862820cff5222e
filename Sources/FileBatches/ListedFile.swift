import AudioToolbox
import Glibc
import ToolSupport

/// A file of a list, and its place in the tree of folders that an output folder keeps.
package struct ListedFile: Sendable, Equatable {
    /// The path that the system opens.
    package let path: String
    /// The path below the root of the tree: `rock/song.wav`. It has no empty part, no `.` and no `..`.
    package let place: String

    package init(path: String, place: String) { (self.path, self.place) = (path, place) }

    /// A file that a list or the command line names.
    ///
    /// Its place is its path below `root`. Without a root it is the path itself, from which the slash at the beginning is removed.
    ///
    /// - Parameters:
    ///   - path: absolute or relative to the working folder.
    ///   - root: the folder whose tree is kept; nil for that of the path.
    /// - Throws: a parameter error where the file is not below the root, or the path leaves its folder with `..`.
    package init(_ path: String, below root: String?) throws(ToolError) {
        self.path = path
        let place: ArraySlice<String>
        if let root {
            let (outer, inner) = (PathParts.absolute(root), PathParts.absolute(path))
            guard inner.count > outer.count, zip(outer, inner).allSatisfy({ $0.isSameBytes(as: $1) }) else {
                throw ToolError(
                    "Finding a file's folder", kAudio_ParamError, because: "\(path): it is not below \(root)")
            }
            place = inner.dropFirst(outer.count)
        } else {
            place = PathParts.of(path)[...]
        }
        guard !place.isEmpty, !place.contains("..") else {
            throw ToolError(
                "Finding a file's folder", kAudio_ParamError,
                because: "\(path): its place below the output folder is not known; --root names the folder above it")
        }
        self.place = place.joined(separator: "/")
    }
}

/// The parts of a path between its slashes.
enum PathParts {
    /// Without empty ones and `.`, which lead nowhere else.
    static func of(_ path: String) -> [String] {
        // Compares bytes: a slash and a combining accent after it are one character.
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
    }

    /// Those of the path from the root of the file system.
    static func absolute(_ path: String) -> [String] {
        guard path.utf8.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return of(path) }
        defer { free(folder) }
        return of(String(fileSystemPath: folder)) + of(path)
    }
}

extension String {
    /// Whether two names are the same to the system, to which an accented letter and a letter with an accent are two names.
    package func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
