import Glibc
import ToolSupport

/// The right to convert a file, which one process has at a time. Any thread.
///
/// It is a lock on a file of its own, which ends with the process. No number of a process is written down, as processes in
/// two containers may have the same.
package struct Claims: Sendable {
    private let folder: String

    /// Attempts to claim a file whose folder other processes remove each time.
    private static let mostMisses = 10_000

    /// - Parameter folder: made with the first claim. The folder above it is there.
    package init(_ folder: String) { self.folder = folder }

    /// Claims a file.
    ///
    /// - Parameters:
    ///   - name: 32 hexadecimal digits.
    ///   - waits: whether to wait for the process that has the claim.
    /// - Returns: the claim; nil where another process, or another thread of this one, has it.
    package func claim(_ name: String, waits: Bool) throws(ToolError) -> Claim? {
        let path = folder + "/" + name
        var misses = 0
        while true {
            let descriptor = path.withFileSystemPath {
                open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            }
            if descriptor < 0, errno == ENOENT, misses < Self.mostMisses {
                // It is the first claim, or a process that ended has removed the folder, perhaps again since it was made.
                misses += 1
                if folder.withFileSystemPath({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { continue }
                throw SystemFault.error("Making the folder \(folder)")
            }
            guard descriptor >= 0 else { throw SystemFault.error("Claiming a file with \(path)") }
            guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
                let (isBusy, isInterrupted) = (errno == EWOULDBLOCK, errno == EINTR)
                let error = SystemFault.error("Claiming a file with \(path)")
                _ = close(descriptor)
                if isInterrupted { continue }
                if isBusy { return nil }
                throw error
            }
            // The process that had the claim removes the file, perhaps between the two calls.
            var (own, found) = (stat(), stat())
            if fstat(descriptor, &own) == 0, path.withFileSystemPath({ lstat($0, &found) }) == 0,
                own.st_dev == found.st_dev, own.st_ino == found.st_ino
            {
                return Claim(path, descriptor)
            }
            _ = close(descriptor)
        }
    }

    /// Removes the folder where no process has a claim in it.
    package func removeFolder() { _ = folder.withFileSystemPath(rmdir) }
}

/// A claim, which ends with this object.
package final class Claim {
    private let path: String
    private let descriptor: Int32

    fileprivate init(_ path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

    deinit {
        _ = path.withFileSystemPath(unlink)
        _ = close(descriptor)
    }
}
