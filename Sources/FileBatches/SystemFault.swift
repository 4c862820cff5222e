import AudioToolbox
import Glibc
import ToolSupport

/// Errors of calls of the system.
package enum SystemFault {
    /// The status of a full disk.
    package static let diskFull: OSStatus = -34

    /// The error of the last call that failed, by `errno`.
    package static func error(_ operation: String) -> ToolError {
        let (number, reason) = (errno, FileFault.lastCall)
        let status =
            switch number {
            case ENOSPC, EDQUOT: diskFull
            case ENOENT, ENOTDIR: kAudio_FileNotFoundError
            case EACCES, EPERM, EROFS: kAudio_FilePermissionError
            default: kAudioFileUnspecifiedError
            }
        return ToolError(operation, status, because: reason)
    }
}

extension ToolError {
    /// Whether there was no room on a disk, which may be there later.
    package var isDiskFull: Bool { status == SystemFault.diskFull }
}
