import AudioToolbox
import Glibc
import ToolSupport

/// What a folder has in common with itself under another path.
package struct FolderIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// Nil where the path leads to no folder.
    package init?(_ path: String) {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0, found.st_mode & S_IFMT == S_IFDIR else { return nil }
        (device, number) = (found.st_dev, found.st_ino)
    }
}

/// Finds the files in a folder and in the folders below it.
///
/// Hidden files and folders are left out, and links to folders, which may lead in a circle.
struct FolderWalk {
    let excluded: [FolderIdentity]
    let isWanted: (String) -> Bool

    /// - Throws: where a folder cannot be read: its files would be missing.
    func files(in folder: String, root: String?) throws(ToolError) -> [ListedFile] {
        var found: [ListedFile] = []
        let top = folder.utf8.last == UInt8(ascii: "/") ? String(folder.dropLast()) : folder
        let below = try root.map { (root: String) throws(ToolError) -> String in
            // The root itself has no place below the root.
            if FolderIdentity(root) == FolderIdentity(folder) { return "" }
            return try ListedFile(folder, below: root).place + "/"
        }
        try walk(top, below ?? "", &found)
        return found
    }

    private func walk(_ folder: String, _ place: String, _ found: inout [ListedFile]) throws(ToolError) {
        guard let identity = FolderIdentity(folder + "/"), !excluded.contains(identity) else { return }
        for entry in try entries(folder) {
            let (path, inner) = (folder + "/" + entry.name, place + entry.name)
            switch entry.kind {
            case .folder: try walk(path, inner + "/", &found)
            case .file where isWanted(entry.name): found.append(ListedFile(path: path, place: inner))
            default: continue
            }
        }
    }

    private enum Kind { case file, folder, other }

    private func entries(_ folder: String) throws(ToolError) -> [(name: String, kind: Kind)] {
        guard let list = (folder + "/").withFileSystemPath({ opendir($0) }) else {
            throw ToolError(
                "Reading a folder", kAudio_FilePermissionError, because: "\(folder): \(FileFault.lastCall)")
        }
        defer { closedir(list) }
        var names: [[UInt8]] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        names.sort { $0.lexicographicallyPrecedes($1) }
        return names.map { (String(fileSystemBytes: $0), kind(of: $0, in: dirfd(list))) }
    }

    private func kind(of name: [UInt8], in folder: Int32) -> Kind {
        var found = stat()
        let path = name.map { CChar(bitPattern: $0) } + [0]
        guard fstatat(folder, path, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
        if found.st_mode & S_IFMT == S_IFDIR { return .folder }
        if found.st_mode & S_IFMT == S_IFLNK, fstatat(folder, path, &found, 0) != 0 { return .other }
        return found.st_mode & S_IFMT == S_IFREG ? .file : .other
    }
}
