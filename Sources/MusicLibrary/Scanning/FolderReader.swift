import AudioContainers
import AudioCore
import CSystem
import Glibc

/// The state of a file by which a scan knows it again.
struct FileMark: Equatable, Sendable {
    var device: Int64 = 0
    var inode: Int64 = 0
    var size: Int64 = 0
    /// When its contents were changed last, in nanoseconds since 1970.
    var modified: Int64 = 0

    init() {}

    init(_ status: stat) {
        device = Int64(truncatingIfNeeded: status.st_dev)
        inode = Int64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        // A file may have a date that no number of nanoseconds reaches: it only has to be the same again.
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    }

    /// The mark of the file at a path; nil where there is no regular file.
    init?(path: FilePath) {
        var status = stat()
        guard stat(path.bytes, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// Whether two marks of one path are of the same contents. Some file systems number files anew whenever they are mounted.
    func isSame(_ other: FileMark) -> Bool {
        size == other.size && modified == other.modified && (inode == other.inode || device != other.device)
    }

    /// Whether two marks of different paths are of the same file.
    func isMoved(_ other: FileMark) -> Bool {
        size == other.size && modified == other.modified && inode == other.inode
    }
}

/// What a file is to the library, by its name.
enum FileKind: Sendable {
    case sound, playlist

    private static let sounds = Set(
        Containers.all.flatMap { $0.types }.flatMap(\.extensions).compactMap { code(Array($0.utf8)[...]) })
    private static let playlists = Set(PlaylistFormat.allCases.compactMap { code(Array($0.rawValue.utf8)[...]) })

    /// - Parameter name: the bytes of the name.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, let code = Self.code(name[(dot + 1)...]) else {
            return nil
        }
        if Self.sounds.contains(code) {
            self = .sound
        } else if Self.playlists.contains(code) {
            self = .playlist
        } else {
            return nil
        }
    }

    /// An extension in small letters as a number; nil where it has none or more than eight.
    private static func code(_ letters: some Sequence<UInt8>) -> UInt64? {
        var (code, count): (UInt64, Int) = (0, 0)
        for letter in letters {
            code = code << 8 | UInt64((0x41...0x5A).contains(letter) ? letter + 32 : letter)
            count += 1
        }
        return (1...8).contains(count) ? code : nil
    }
}

/// The names in a folder. Those that begin with a dot are left out.
struct FolderReader {
    private let folder: OpaquePointer
    private let descriptor: Int32

    enum Entry {
        case folder(FileMark)
        case file(FileKind, FileMark)
    }

    /// Nil where the folder cannot be read.
    ///
    /// - Parameter isThere: false where it is not there or may not be read; true where it could not be read this time.
    init?(_ path: FilePath, isThere: inout Bool) {
        guard let folder = opendir(path.bytes) else {
            isThere = !Self.isGone(errno)
            return nil
        }
        self.folder = folder
        descriptor = dirfd(folder)
    }

    /// Whether a failure says that there is nothing, or nothing that may be read. Others may be over the next time.
    private static func isGone(_ failure: Int32) -> Bool {
        [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(failure)
    }

    func close() { closedir(folder) }

    /// The number of the file system's kind.
    var fileSystem: Int64 { system_file_system(descriptor) & 0xFFFF_FFFF }

    /// The device and the number of the folder itself.
    var mark: FileMark {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileMark(status) : FileMark()
    }

    /// Calls `body` with each folder, sound and playlist. The bytes of the name are there for the call alone.
    ///
    /// - Returns: false where a name may have been left out that is there, as on a network that does not answer.
    func readNames(_ body: (UnsafeBufferPointer<UInt8>, Entry) throws -> Void) rethrows -> Bool {
        var isWhole = true
        while true {
            errno = 0
            guard let entry = readdir(folder) else { return isWhole && errno == 0 }
            let kind = entry.pointee.d_type
            try withUnsafePointer(to: &entry.pointee.d_name) { start in
                let text = UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self)
                let name = UnsafeBufferPointer(
                    start: text, count: strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)))
                guard !name.isEmpty, name[0] != UInt8(ascii: ".") else { return }
                let file = FileKind(name)
                // Only what may be a folder, or has a name of interest, costs a call of the system.
                guard file != nil || kind != Self.regular else { return }
                var status = stat()
                let path = UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
                guard fstatat(descriptor, path, &status, 0) == 0 else {
                    isWhole = isWhole && Self.isGone(errno)
                    return
                }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: try body(name, .folder(FileMark(status)))
                case S_IFREG:
                    if let file { try body(name, .file(file, FileMark(status))) }
                default: break
                }
            }
        }
    }

    /// `DT_REG`
    private static let regular: UInt8 = 8
}
