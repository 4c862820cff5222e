import AudioToolbox
import CSystem
import CoreAudioAdditions
import Glibc
import ToolSupport

/// A file being written: under a name of its own until it is whole, so that a conversion that fails or is interrupted
/// leaves the final name as it was, and an input can be its own output.
final class UnfinishedFile {
    let temporaryPath: String
    private let path: String
    /// What may be done with the file that is there already.
    private let mode: mode_t?
    /// Where the file is written if `path` is `-` or leads to a device or a pipe, which takes the bytes of the finished file.
    private let unnamed: TemporaryFile?
    /// Keeps the file for this process; nil where `unnamed` is the file.
    private let claim: ClaimedFile?
    private var isFinished = false

    /// What the names of unfinished files begin with.
    private static let prefix = ".afconvert-"

    /// - Throws: where something stands at `path` that takes no bytes, or may not be written.
    init(_ path: String) throws(ToolError) {
        if path == "-" { try StandardOutput.refuseTerminal() }
        // A descriptor that the program was not started with may by now be that of its input.
        if let own = ownDescriptor(path), !isInherited(own) {
            let reason = "the program was started without it"
            throw ToolError("Writing \(path)", kAudio_FilePermissionError, because: reason)
        }
        unnamed = Self.takesBytesAlone(path) ? try TemporaryFile() : nil
        // A link stays a link: the file behind it is the one that is replaced.
        let real = unnamed == nil ? Self.resolved(path) : path
        self.path = real
        mode = unnamed == nil ? try Self.modeOfFile(real) : nil
        if let unnamed {
            (claim, temporaryPath) = (nil, unnamed.path)
            return
        }
        let start = (FileName(real).folder + Self.prefix).fileSystemBytes
        let made = Interruption.making {
            ClaimedFile(start, marker: Self.prefix) { Interruption.remove(String(fileSystemBytes: $0)) }
        }
        (claim, temporaryPath) = (made, String(fileSystemBytes: made.path))
    }

    deinit {
        guard unnamed == nil else { return }
        if !isFinished { _ = temporaryPath.withFileSystemPath(unlink) }
        Interruption.forget(temporaryPath)
    }

    /// - Throws: where nothing has been written. A stream of frames has no head: without a packet of sound, the file would be
    ///   none of its type.
    func requireContents() throws(ToolError) {
        var found = stat()
        guard temporaryPath.withFileSystemPath({ stat($0, &found) }) == 0, found.st_size > 0 else {
            throw ToolError(
                "Writing \(path) without a packet of sound", kAudioFileInvalidFileError,
                because: "files of this type begin with their first packet")
        }
    }

    /// Puts the file under its name.
    func becomeReal() throws(ToolError) {
        if unnamed != nil { return try copyToStream() }
        if let mode {
            _ = temporaryPath.withFileSystemPath { chmod($0, mode) }
            startWritingToDisk()
        }
        let renamed = temporaryPath.withFileSystemPath { old in path.withFileSystemPath { rename(old, $0) } }
        guard renamed == 0 else {
            throw ToolError(
                "Writing \(path)", errno == EACCES ? kAudio_FilePermissionError : kAudioFileUnspecifiedError,
                because: FileFault.lastCall)
        }
        isFinished = true
    }

    private func copyToStream() throws(ToolError) {
        if path == "-" { return try StandardOutput(copying: temporaryPath).copy() }
        let opened = path.withFileSystemPath { open($0, O_WRONLY | O_CLOEXEC) }
        let target = opened >= 0 ? opened : ownDescriptor(path).map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? -1
        let source = temporaryPath.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        defer { for descriptor in [target, source] where descriptor >= 0 { _ = close(descriptor) } }
        guard target >= 0, source >= 0 else {
            throw ToolError("Writing \(path)", kAudio_FilePermissionError, because: FileFault.lastCall)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(Conversion.bufferSize), alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(source, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ToolError("Writing \(path)", kAudioFileUnspecifiedError, because: FileFault.lastCall)
            }
            guard count > 0 else { return }
            try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target, "Writing \(path)")
        }
    }

    /// What takes the place of another file is to be on the disk soon, so that little is lost where the power fails then.
    private func startWritingToDisk() {
        let descriptor = temporaryPath.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        system_start_writing(descriptor)
        _ = close(descriptor)
    }

    /// Whether a path leads to what has no file to replace: standard output, a pipe, a device.
    static func takesBytesAlone(_ path: String) -> Bool {
        if path == "-" { return true }
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else {
            // Where /proc is missing, /dev/stdout leads nowhere. The file would take the place of that link.
            return ownDescriptor(path) != nil
        }
        return [S_IFIFO, S_IFCHR].contains(found.st_mode & S_IFMT)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = path.withFileSystemPath({ realpath($0, nil) }) else { return path }
        defer { free(real) }
        return String(fileSystemPath: real)
    }

    /// What two paths have in common that lead to one file, which need not exist yet.
    static func identity(_ path: String) -> String {
        if takesBytesAlone(path) { return path }
        let name = FileName(path)
        return resolved(resolved(name.folder.isEmpty ? "." : name.folder) + "/" + name.last)
    }

    private static func modeOfFile(_ path: String) throws(ToolError) -> mode_t? {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else { return nil }
        guard found.st_mode & S_IFMT == S_IFREG, path.withFileSystemPath({ access($0, W_OK) }) == 0 else {
            let advice = found.st_mode & S_IFMT == S_IFDIR ? "; --output-directory names one" : ""
            let reason = FileFault.causeOfWriting(path, kAudio_FilePermissionError) + advice
            throw ToolError("Writing \(path)", kAudio_FilePermissionError, because: reason)
        }
        return found.st_mode & 0o777
    }
}
