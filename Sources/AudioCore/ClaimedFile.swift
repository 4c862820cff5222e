import CSystem
import Glibc

/// A file that is being written under a name of its own, until it takes the name that it is meant for; or one that others read as long
/// as this process has the object, such as a picture of what it plays.
///
/// The name is random, and the file is new: two processes never write into one file, not even those of two containers, which may
/// have the same number. The writer holds a lock on it. What a killed writer leaves is locked by nobody, and the next process
/// that makes such a file in the folder removes it.
package final class ClaimedFile: Sendable {
    /// The bytes of the path.
    package let path: [UInt8]
    /// Whether the file was made. If not, the caller learns the cause from its own attempt to create it.
    package var isThere: Bool { descriptor >= 0 }
    /// Holds the lock; -1 without a file.
    private let descriptor: CInt

    /// Random characters at the end of a name. No name of another kind of ours ends with as many.
    private static let randomLength = 16
    private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    private static let mostAttempts = 64

    /// Makes and locks a file, and once in each folder removes what killed processes have left there.
    ///
    /// - Parameters:
    ///   - start: the path up to the random part.
    ///   - marker: the last characters of `start`, by which abandoned files are known.
    ///   - ending: what follows the random part: a dot and up to four letters, or nothing.
    ///   - naming: called with each path before a file is made there.
    package init(_ start: [UInt8], marker: String, ending: String = "", naming: ([UInt8]) -> Void = { _ in }) {
        let end = start.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let folder = end > 0 ? Array(start[..<end]) : Array(".".utf8)
        Abandoned(folder: folder, marker: Array(marker.utf8), hasEnding: !ending.isEmpty).removeOnce()
        var (path, made) = (start, CInt(-1))
        for _ in 0..<Self.mostAttempts {
            path = start + (0..<Self.randomLength).map { _ in Self.digits.randomElement()! } + Array(ending.utf8)
            naming(path)
            made = Self.open(path)
            if made >= 0 || errno != EEXIST { break }
        }
        (self.path, descriptor) = (path, made)
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// A new file's descriptor with the lock; -1 where there is none. `errno` is `EEXIST` where another name is to be tried.
    private static func open(_ path: [UInt8]) -> CInt {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        let made = Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard made >= 0 else { return -1 }
        // Where the file system has no locks, nobody can lock the file to remove it, either.
        let isFree = flock(made, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        var (own, found) = (stat(), stat())
        // Another process may have found the file before it was locked, and removed it.
        if isFree, fstat(made, &own) == 0, lstat(name, &found) == 0, own.st_dev == found.st_dev,
            own.st_ino == found.st_ino
        {
            return made
        }
        _ = close(made)
        errno = EEXIST
        return -1
    }

    /// The files in a folder that their writers did not finish.
    private struct Abandoned: Hashable {
        let folder: [UInt8]
        let marker: [UInt8]
        /// Whether their names have an ending after the random part.
        let hasEnding: Bool

        private static let seen = LockedValue<Set<Abandoned>>([])
        /// The dot and four letters.
        private static let longestEnding = 5
        /// Folders that are remembered. One that is forgotten is looked through again.
        private static let mostFolders = 1024

        /// Removes them unless this process has done so before.
        func removeOnce() {
            let isNew = Self.seen.withLock { seen in
                if seen.count >= Self.mostFolders { seen = [] }
                return seen.insert(self).inserted
            }
            if isNew { remove() }
        }

        private func remove() {
            guard let list = opendir(folder.map { CChar(bitPattern: $0) } + [0]) else { return }
            defer { closedir(list) }
            guard sharesLocks(dirfd(list)) else { return }
            while let entry = readdir(list) {
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                        if isOne($0) { remove($0, in: dirfd(list)) }
                    }
                }
            }
        }

        /// Whether a name has the form of those that are given.
        private func isOne(_ name: UnsafePointer<CChar>) -> Bool {
            let all = UnsafeRawBufferPointer(start: name, count: strlen(name))
            var bytes = all[...]
            if hasEnding {
                guard let dot = all.lastIndex(of: UInt8(ascii: ".")), all.count - dot <= Self.longestEnding else {
                    return false
                }
                bytes = all[..<dot]
            }
            guard bytes.count >= marker.count + randomLength else { return false }
            let (start, random) = (bytes.dropLast(randomLength), bytes.suffix(randomLength))
            return start.suffix(marker.count).elementsEqual(marker) && random.allSatisfy(digits.contains)
        }

        /// Removes a file of this user whose lock is free.
        private func remove(_ name: UnsafePointer<CChar>, in folder: CInt) {
            let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { return }
            defer { _ = close(file) }
            var (own, found) = (stat(), stat())
            guard fstat(file, &own) == 0, own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid(),
                flock(file, LOCK_EX | LOCK_NB) == 0,
                // Its writer may have given the file its final name, and released it.
                fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0, own.st_dev == found.st_dev,
                own.st_ino == found.st_ino
            else { return }
            _ = unlinkat(folder, name, 0)
        }

        /// File systems on which a lock that is free here is free for all: ext4, XFS, Btrfs, tmpfs, overlayfs, F2FS, ZFS, Bcachefs,
        /// ramfs, JFS, ReiserFS, FAT, exFAT, NTFS.
        ///
        /// On a network's, and on those that a virtual machine gets from its host, another machine's process may be at work.
        private static let local: Set<Int64> = [
            0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E,
            0x8584_58F6,
            0x3153_464A, 0x5265_4973, 0x4D44, 0x2011_BAB0, 0x7366_746E,
        ]

        private func sharesLocks(_ folder: CInt) -> Bool {
            Self.local.contains(system_file_system(folder) & 0xFFFF_FFFF)
        }
    }
}
