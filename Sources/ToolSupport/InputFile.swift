import AudioToolbox
import CSystem
import Glibc

/// A file that a tool reads. Readers go back and forth in it, so what comes through a pipe or a socket is copied to a
/// temporary file first. `-` is standard input.
public final class InputFile: Sendable {
    /// What the system opens.
    public let path: String
    private let copy: TemporaryFile?

    /// - Throws: where a pipe cannot be read, or its copy not be written.
    public init(_ path: String) throws(ToolError) {
        guard let pipe = try InputPipe.at(path) else {
            (self.path, copy) = (path, nil)
            return
        }
        let copy = try TemporaryFile()
        while let bytes = try pipe.read() { try copy.write(bytes) }
        (self.path, self.copy) = (copy.path, copy)
    }
}

/// The reading end of a pipe or a socket. For one thread at a time.
public final class InputPipe: @unchecked Sendable {
    private let descriptor: Int32
    private let buffer: UnsafeMutableRawBufferPointer

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    }

    /// Standard input, whatever it is.
    public static func standardInput() -> InputPipe { InputPipe(descriptor: copy(of: STDIN_FILENO)) }

    /// Nil for a path that leads to no pipe and no socket. `-` is standard input, whatever that is.
    ///
    /// - Throws: where the system does not open the pipe.
    public static func at(_ path: String) throws(ToolError) -> InputPipe? {
        guard isOne(path) else { return nil }
        if path == "-" { return standardInput() }
        // The system opens no socket by its path.
        let own = ownDescriptor(path).map { copy(of: $0) }
        let descriptor = own ?? path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw ToolError("Opening \(path)", kAudioFilePermissionsError, because: FileFault.lastCall)
        }
        return InputPipe(descriptor: descriptor)
    }

    private static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    deinit {
        _ = close(descriptor)
        buffer.deallocate()
    }

    /// Whether a path leads to a pipe or a socket, or is `-`. Where /proc is missing, the path of a descriptor leads nowhere, and
    /// counts as one.
    public static func isOne(_ path: String) -> Bool {
        if path == "-" { return true }
        let own = ownDescriptor(path)
        var found = stat()
        if path.withFileSystemPath({ stat($0, &found) }) == 0 {
            let kind = found.st_mode & S_IFMT
            return kind == S_IFIFO || kind == S_IFSOCK && own != nil
        }
        guard let own, fstat(own, &found) == 0 else { return false }
        return found.st_mode & S_IFMT != S_IFCHR
    }

    /// The next bytes, which are good until the next call; nil at the end.
    public func read() throws(ToolError) -> UnsafeRawBufferPointer? {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
            if count == 0 { return nil }
            guard errno == EINTR else {
                throw ToolError("Reading a pipe", kAudioFileUnspecifiedError, because: FileFault.lastCall)
            }
        }
    }
}

/// The descriptor of this process that a path stands for: /dev/stdin, /dev/fd/63.
public func ownDescriptor(_ path: String) -> Int32? {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"]
    if let number = streams.firstIndex(of: path) { return Int32(number) }
    let folders = ["/dev/fd/", "/proc/self/fd/"]
    guard let folder = folders.first(where: path.hasPrefix) else { return nil }
    let number = path.dropFirst(folder.count)
    // No sign, as the system has none there.
    return number.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(number) : nil
}

/// Whether the program was started with a descriptor. A descriptor that it opens itself would be closed in a program that it
/// starts.
public func isInherited(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    return flags >= 0 && flags & FD_CLOEXEC == 0
}

/// A file that goes with the process. It has no name, or, where /proc is missing, one for as long as this object lives.
public final class TemporaryFile: Sendable {
    private let descriptor: Int32
    /// Leads to the file as long as this object lives.
    public let path: String
    private let hasName: Bool

    /// Where temporary files go: TMPDIR, or else /tmp.
    public static var folder: String {
        let folder = system_trusted_variable("TMPDIR").map { String(fileSystemPath: $0) } ?? ""
        return folder.isEmpty ? "/tmp" : folder
    }

    public init() throws(ToolError) {
        var name = (Self.folder + "/coreaudio-XXXXXX").fileSystemBytes + [0]
        let (made, hasName) = Interruption.making {
            let made = name.withUnsafeMutableBytes {
                system_new_file($0.assumingMemoryBound(to: CChar.self).baseAddress!)
            }
            let hasName = access("/proc/self/fd/\(made)", F_OK) != 0
            let named = String(fileSystemBytes: name.dropLast())
            if made >= 0 {
                if hasName { Interruption.remove(named) } else { _ = named.withFileSystemPath(unlink) }
            }
            return (made, hasName)
        }
        guard made >= 0 else {
            let reason = "\(Self.folder): \(FileFault.lastCall)"
            throw ToolError("Creating a temporary file", kAudioFilePermissionsError, because: reason)
        }
        descriptor = made
        self.hasName = hasName
        path = hasName ? String(fileSystemBytes: name.dropLast()) : "/proc/self/fd/\(made)"
    }

    deinit {
        if hasName {
            _ = path.withFileSystemPath(unlink)
            Interruption.forget(path)
        }
        _ = close(descriptor)
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(ToolError) {
        do throws(ToolError) { try writeAll(bytes, to: descriptor, "Writing a temporary file") } catch {
            let reason = "\(Self.folder): " + (error.explanation ?? "")
            throw ToolError(error.operation, error.status, because: reason)
        }
    }
}

/// Writes all of `bytes`, however many calls it takes.
public func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ operation: String
) throws(ToolError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
            throw ToolError(operation, kAudioFileUnspecifiedError, because: FileFault.lastCall)
        }
        rest = rest.dropFirst(count)
    }
}
