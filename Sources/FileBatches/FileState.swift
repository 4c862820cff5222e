import AudioToolbox
import Glibc
import ToolSupport

/// The size of an input and when it was changed, by which a changed input is known.
package struct InputState: Sendable, Equatable {
    package let size: Int64
    /// In nanoseconds from 1970.
    package let time: Int64
    fileprivate let accessed: timespec
    fileprivate let modified: timespec

    /// - Throws: where the file is missing.
    package init(_ path: String) throws(ToolError) {
        var found = stat()
        guard path.withFileSystemPath({ stat($0, &found) }) == 0 else {
            let status = SystemFault.error("").status
            throw ToolError(
                saying: "Couldn't open input file", status, because: FileFault.reading(path, status))
        }
        size = Int64(found.st_size)
        (accessed, modified) = (found.st_atim, found.st_mtim)
        let (seconds, overflows) = Int64(modified.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        time = overflows ? Int64(modified.tv_sec) : seconds &+ Int64(modified.tv_nsec)
    }

    package static func == (one: InputState, other: InputState) -> Bool {
        one.size == other.size && one.time == other.time
    }
}

/// The size and the hash of an output.
package struct OutputState: Sendable, Equatable {
    package let size: Int64
    /// As `sha256sum` prints it.
    package let hash: String

    package init(size: Int64, hash: String) { (self.size, self.hash) = (size, hash) }

    /// Reads a file.
    ///
    /// - Parameter expected: where the file has another size, it is not read.
    /// - Returns: nil where there is no file, it cannot be read, or has another size.
    package init?(_ path: String, expected: Int64? = nil) {
        let descriptor = path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            expected ?? Int64(found.st_size) == Int64(found.st_size), let state = Self.read(descriptor)
        else { return nil }
        self = state
    }

    /// Prepares a file that is written under another name for the name that it is meant for: its times become those of the
    /// input, and its bytes are on the disk.
    ///
    /// - Throws: where the system reports an error, such as a full disk.
    package init(finishing path: String, times: InputState) throws(ToolError) {
        let descriptor = path.withFileSystemPath { open($0, O_RDWR | O_CLOEXEC) }
        guard descriptor >= 0 else { throw SystemFault.error("Finishing an output") }
        defer { _ = close(descriptor) }
        guard let state = Self.read(descriptor) else { throw SystemFault.error("Reading an output") }
        let stamps = [times.accessed, times.modified]
        guard futimens(descriptor, stamps) == 0 else { throw SystemFault.error("Setting an output's time") }
        guard fsync(descriptor) == 0 else { throw SystemFault.error("Writing an output to the disk") }
        self = state
    }

    private static func read(_ descriptor: Int32) -> OutputState? {
        var (hash, size) = (SHA256(), Int64(0))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return OutputState(size: size, hash: hash.finished().text) }
            hash.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            size += Int64(count)
        }
    }
}
