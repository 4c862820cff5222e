import AudioToolbox
import Glibc
import ToolSupport

/// Why a song is not played, in words.
enum Cause {
    /// - Parameter status: what the first call that failed has returned.
    static func words(_ status: OSStatus, _ path: String) -> String { fileProblem(path) ?? words(status) }

    /// What is wrong with the file, whatever it holds; nil where it can be read.
    private static func fileProblem(_ path: String) -> String? {
        switch SongList.kind(of: path) {
        case .folder: return "a folder"
        case .other: return "not a file"
        case .file: break
        }
        guard path.withFileSystemPath({ access($0, R_OK) }) != 0 else { return nil }
        switch errno {
        case ENOENT, ENOTDIR: return "no such file"
        case EACCES, EPERM: return "no permission"
        default: return String(cString: strerror(errno))
        }
    }

    static func words(_ status: OSStatus) -> String {
        switch status {
        case kAudioFileUnsupportedFileTypeError: "not a known sound file"
        case kAudioFileUnsupportedDataFormatError: "its format is not supported"
        case kAudioFileInvalidFileError, kAudioFileInvalidChunkError, kAudioFileInvalidPacketOffsetError:
            "the file is damaged"
        case kAudioFileStreamError_DiscontinuityCantRecover, kAudioFileStreamError_DataUnavailable:
            "the file is damaged"
        case kAudioFileEndOfFileError: "the file is cut off"
        case kAudioFilePermissionsError: "no permission"
        case kAudio_FileNotFoundError: "no such file"
        case kAudio_MemFullError: "too little memory"
        case kAudioFileUnspecifiedError: "it cannot be read"
        default: "error \(spelled(status))"
        }
    }
}
