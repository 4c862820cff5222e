import AudioToolbox
import Glibc
import ToolSupport

/// A journal on the disk, which several processes read and extend.
///
/// A line counts when its end is written. Whoever extends the file holds a lock, and first removes the beginning of a line that a
/// killed process left. For one thread at a time.
final class JournalFile {
    let path: String
    private let descriptor: Int32
    /// The end of the last line that was read.
    private var end: off_t = 0
    /// A longer line is none of a journal.
    private static let longestLine = 1 << 20

    /// Opens a journal.
    ///
    /// - Parameter makes: whether to make the file where it is missing, and to extend it.
    /// - Throws: where the file cannot be opened, is something else than a journal, or is on a file system without locks.
    init(_ path: String, makes: Bool) throws(ToolError) {
        self.path = path
        let mode = makes ? O_RDWR | O_CREAT : O_RDONLY
        descriptor = path.withFileSystemPath { open($0, mode | O_CLOEXEC | O_NONBLOCK, 0o666) }
        guard descriptor >= 0 else { throw SystemFault.error("Opening the journal \(path)") }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG, isJournal else {
            _ = close(descriptor)
            throw ToolError(
                "Opening the journal \(path)", kAudioFileInvalidFileError, because: "it is no journal of afconvert")
        }
        guard !makes || flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno == EWOULDBLOCK else {
            let reason = "its file system has no locks (\(FileFault.lastCall))"
            _ = close(descriptor)
            throw ToolError("Opening the journal \(path)", kAudioFileOperationNotSupportedError, because: reason)
        }
        _ = flock(descriptor, LOCK_UN)
    }

    deinit { _ = close(descriptor) }

    /// Whether the file begins as a journal does: with the line of a run's beginning, whose start may be all that it has.
    private var isJournal: Bool {
        let start = Array("{\"event\":\"began\"".utf8)
        var head = [UInt8](repeating: 0, count: start.count)
        let count = pread(descriptor, &head, head.count, 0)
        guard count > 0, Array(head.prefix(count)) == Array(start.prefix(count)) else { return count == 0 }
        var (bytes, isWhole) = ([UInt8](repeating: 0, count: Self.longestLine), false)
        let length = max(0, pread(descriptor, &bytes, bytes.count, 0))
        if let lineEnd = bytes[..<length].firstIndex(of: UInt8(ascii: "\n")) {
            isWhole = JournalLine(bytes[..<lineEnd]) != nil
        } else {
            isWhole = length < bytes.count
        }
        return isWhole
    }

    /// The whole lines that were added since the last call. What is no line of a journal is left out.
    func newLines() throws(ToolError) -> [JournalLine] {
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw SystemFault.error("Reading the journal \(path)") }
        guard found.st_size > end else { return [] }
        var lines: [JournalLine] = []
        var buffer = [UInt8](repeating: 0, count: Self.longestLine)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, end)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemFault.error("Reading the journal \(path)") }
            guard let last = buffer[..<count].lastIndex(of: UInt8(ascii: "\n")) else {
                guard count < buffer.count else {
                    throw ToolError(
                        "Reading the journal \(path)", kAudioFileInvalidFileError, because: "a line is too long")
                }
                return lines
            }
            lines += buffer[...last].split(separator: UInt8(ascii: "\n")).compactMap { JournalLine($0) }
            end += off_t(last + 1)
        }
    }

    /// The whole lines that were added since the last call, also by other machines.
    ///
    /// With a lock, the file system of a network asks its server for the newest state.
    func newestLines() throws(ToolError) -> [JournalLine] {
        try lock(LOCK_SH)
        defer { _ = flock(descriptor, LOCK_UN) }
        return try newLines()
    }

    private func lock(_ kind: Int32) throws(ToolError) {
        while flock(descriptor, kind) != 0 {
            guard errno == EINTR else { throw SystemFault.error("Locking the journal \(path)") }
        }
    }

    /// Adds a line after what other processes have added.
    ///
    /// - Returns: what they added since the last call, without the new line.
    /// - Throws: where the line is not written. The file is then as it was.
    func append(_ line: JournalLine) throws(ToolError) -> [JournalLine] {
        try lock(LOCK_EX)
        defer { _ = flock(descriptor, LOCK_UN) }
        let others = try newLines()
        var found = stat()
        guard fstat(descriptor, &found) == 0 else { throw SystemFault.error("Writing the journal \(path)") }
        if found.st_size > end { _ = ftruncate(descriptor, end) }
        let bytes = line.bytes
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + written, bytes.count - written, end + off_t(written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemFault.error("Writing the journal \(path)")
                _ = ftruncate(descriptor, end)
                throw error
            }
            written += count
        }
        end += off_t(written)
        return others
    }

    /// Waits until the lines are on the disk.
    func synchronize() { _ = fdatasync(descriptor) }
}
