import AudioCore
import Glibc

/// Notices changes in folders, by inotify. For one thread.
///
/// The system lets a user watch only so many folders, and reports nothing of what others do to the folders of a network. Where there are
/// such, `isLimited` is set, and whoever watches scans now and then.
final class FolderWatcher {
    private let descriptor: Int32
    /// The folders' paths from the library's, by the numbers of their watches.
    private var paths: [Int32: [UInt8]] = [:]
    private var room: Int
    private var isFull = false
    private var isRemote = false
    var isLimited: Bool { isFull || isRemote }

    struct Changes {
        var folders: [[UInt8]: FolderScanner.Scope.Extent] = [:]
        /// Whether there were more events than the system keeps.
        var isUnknown = false

        var isEmpty: Bool { folders.isEmpty && !isUnknown }
    }

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
            | IN_ONLYDIR)
    private static let isFolder: UInt32 = 0x4000_0000

    /// - Parameter limit: how many folders may be watched, for tests; the system has a limit of its own.
    init(limit: Int) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        room = limit
        if descriptor < 0 { reachedLimit() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var poll: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

    /// Whether the library's folder itself is watched.
    var hasRoot: Bool { paths.values.contains([]) }

    /// File systems of networks, and those that a machine gets from its host or from a program: NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS,
    /// Coda, NCP, Lustre, OrangeFS, BeeGFS, GFS2, OCFS2, and those of VirtualBox, VMware and Parallels.
    private static let remote: Set<Int64> = [
        0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F, 0x6B41_4653,
        0x7375_7245, 0x564C, 0x0BD0_0BD0, 0x2003_0528, 0x1983_0326, 0x0116_1970, 0x7461_636F, 0x786F_4256, 0xBACB_ACBC,
        0x7C7C_6673,
    ]

    /// Watches a folder. One that is watched already gets its new path.
    ///
    /// - Parameter fileSystem: the number of the file system's kind.
    func watch(_ folder: FilePath, _ path: [UInt8], _ fileSystem: Int64) {
        if !isRemote, Self.remote.contains(fileSystem) {
            isRemote = true
            Log.note(
                "\(folder) is on a network, or on a file system that reports no changes: it is scanned now and then")
        }
        guard descriptor >= 0, !isFull else { return }
        guard room > paths.count else { return reachedLimit() }
        let watch = inotify_add_watch(descriptor, folder.bytes, Self.events)
        if watch >= 0 {
            paths[watch] = path
        } else if errno == ENOSPC || errno == ENOMEM {
            reachedLimit()
        }
    }

    private func reachedLimit() {
        isFull = true
        Log.note(
            "the music library has more folders than may be watched (fs.inotify.max_user_watches): it is scanned now and then"
        )
    }

    /// What has changed since the last call.
    func changes() -> Changes {
        var changes = Changes()
        var memory = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &memory, memory.count)
            guard count > 0 else { return changes }
            memory.withUnsafeBytes { bytes in
                var at = 0
                while at + 16 <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)
                    let mask = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
                    let size = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
                    let name = Array(bytes[(at + 16)..<min(at + 16 + size, count)].prefix { $0 != 0 })
                    note(watch, mask, name, &changes)
                    at += 16 + size
                }
            }
        }
    }

    private func note(_ watch: Int32, _ mask: UInt32, _ name: [UInt8], _ changes: inout Changes) {
        if mask & UInt32(IN_Q_OVERFLOW) != 0 {
            changes.isUnknown = true
            return
        }
        guard let path = paths[watch] else { return }
        if mask & UInt32(IN_IGNORED) != 0 { paths[watch] = nil }
        if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
            // Others are noticed in the folder that they are in.
            if path.isEmpty { changes.isUnknown = true }
            return
        }
        guard mask & Self.isFolder != 0, !name.isEmpty else {
            if changes.folders[path] == nil { changes.folders[path] = .files }
            return
        }
        let folder = path.joined(name)
        if mask & UInt32(IN_MOVED_FROM) != 0 { forget(folder) }
        if name.first != UInt8(ascii: ".") { changes.folders[folder] = .tree }
    }

    /// Ends the watches of a folder that was moved away, and of those in it. They would go with it.
    private func forget(_ folder: [UInt8]) {
        for (watch, path) in paths where path == folder || path.isBelow(folder) {
            _ = inotify_rm_watch(descriptor, watch)
            paths[watch] = nil
        }
    }
}
