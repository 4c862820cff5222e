import AudioToolbox
import CSystem
import Glibc
import Synchronization
import ToolSupport

/// A file being written: under a name of its own until it is whole, so that a conversion that fails or is interrupted
/// leaves the final name as it was, and an input can be its own output.
final class UnfinishedFile {
    let temporaryPath: String
    private let path: String
    /// What may be done with the file that is there already.
    private let mode: mode_t?
    private var isFinished = false

    private static let count = Atomic<Int>(0)

    /// - Throws: where something stands at `path` that is no ordinary file, or may not be written.
    init(_ path: String) throws(ToolError) {
        // A link stays a link: the file behind it is the one that is replaced.
        let real = Self.resolved(path)
        let number = Self.count.add(1, ordering: .relaxed).newValue
        self.path = real
        mode = try Self.modeOfFile(real)
        temporaryPath = FileName(real).folder + ".afconvert-\(getpid())-\(number)"
        Interruption.remove(temporaryPath)
    }

    deinit {
        if !isFinished { _ = temporaryPath.withFileSystemPath(unlink) }
        Interruption.forget(temporaryPath)
    }

    /// - Throws: where nothing has been written. A stream of frames has no head: without a packet of sound, the file would be
    ///   none of its type.
    func requireContents() throws(ToolError) {
        var found = stat()
        guard temporaryPath.withFileSystemPath({ stat($0, &found) }) == 0, found.st_size > 0 else {
            throw ToolError("Writing \(path) without a packet of sound", kAudioFileInvalidFileError)
        }
    }

    /// Puts the file under its name.
    func becomeReal() throws(ToolError) {
        if let mode {
            _ = temporaryPath.withFileSystemPath { chmod($0, mode) }
            startWritingToDisk()
        }
        let renamed = temporaryPath.withFileSystemPath { old in path.withFileSystemPath { rename(old, $0) } }
        guard renamed == 0 else {
            throw ToolError(
                "Writing \(path)", errno == EACCES ? kAudio_FilePermissionError : kAudioFileUnspecifiedError)
        }
        isFinished = true
    }

    /// What takes the place of another file is to be on the disk soon, so that little is lost where the power fails then.
    private func startWritingToDisk() {
        let descriptor = temporaryPath.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        system_start_writing(descriptor)
        _ = close(descriptor)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = path.withFileSystemPath({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return String(fileSystemPath: real)
    }

    private static func modeOfFile(_ path: String) throws(ToolError) -> mode_t? {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else { return nil }
        guard found.st_mode & S_IFMT == S_IFREG, path.withFileSystemPath({ access($0, W_OK) }) == 0 else {
            throw ToolError("Writing \(path)", kAudio_FilePermissionError)
        }
        return found.st_mode & 0o777
    }
}
