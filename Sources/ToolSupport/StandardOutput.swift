import AudioToolbox
@preconcurrency import Glibc

/// Standard output, which takes the bytes of a file that is written in another place. One thread at a time may use it.
public final class StandardOutput {
    private let source: Int32
    /// Bytes that it has taken.
    private var copied: Int64 = 0

    private static let size = 1 << 16

    /// - Throws: where it is a terminal.
    public static func refuseTerminal() throws(ToolError) {
        guard isatty(STDOUT_FILENO) == 1 else { return }
        throw ToolError(
            "Writing standard output", kAudio_FilePermissionError,
            because: "a terminal; it must be a pipe or a file")
    }

    /// - Parameter path: of the file.
    public init(copying path: String) throws(ToolError) {
        source = path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard source >= 0 else {
            throw ToolError("Writing standard output", kAudioFileUnspecifiedError, because: FileFault.lastCall)
        }
    }

    deinit { _ = close(source) }

    /// Copies what the file has more than before, up to a place in it.
    ///
    /// - Parameters:
    ///   - end: a number of bytes from the file's beginning; nil for its end.
    ///   - change: what becomes of the bytes, which begin at a place in the file.
    public func copy(
        upTo end: Int64? = nil, changing change: ((inout [UInt8], Int64) -> Void)? = nil
    ) throws(ToolError) {
        var buffer = [UInt8](repeating: 0, count: Self.size)
        while true {
            let wanted = min(end.map { $0 - copied } ?? Int64(Self.size), Int64(Self.size))
            guard wanted > 0 else { return }
            let count = pread(source, &buffer, Int(wanted), off_t(copied))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ToolError("Writing standard output", kAudioFileUnspecifiedError, because: FileFault.lastCall)
            }
            guard count > 0 else { return }
            var bytes = Array(buffer.prefix(count))
            change?(&bytes, copied)
            var failure: ToolError?
            bytes.withUnsafeBytes { raw in
                do throws(ToolError) {
                    try writeAll(raw, to: STDOUT_FILENO, "Writing standard output")
                } catch { failure = error }
            }
            if let failure { throw failure }
            copied += Int64(count)
        }
    }
}
