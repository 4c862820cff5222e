internal import AudioCore
import Glibc

/// The file of what lasts from one server to the next. It is written on a thread of its own, and replaced as a whole.
final class ServerStore: Sendable {
    private static let signature = Array("coreaudio-midi 1\n".utf8)
    /// Bytes that are read at most.
    private static let mostBytes = 64 << 20

    private let file: String?
    private let writer = SerialCaller(name: "midi-store")
    private let pending = WaitableValue(0)

    init(file: String?) { self.file = file }

    /// Where the file of the user is; nil where there is no home folder.
    static var userFile: String? {
        let state = TrustedVariable.text("XDG_STATE_HOME") ?? TrustedVariable.text("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/coreaudio/midi" }
    }

    // MARK: Reading

    /// What was written last; what of it can be read, where the file is damaged.
    func read() -> [WireMessage] {
        guard let file, let bytes = Self.bytes(of: file), bytes.starts(with: Self.signature) else { return [] }
        var reader = ByteReader(bytes[Self.signature.count...])
        var messages: [WireMessage] = []
        while !reader.isAtEnd, let count = try? reader.little(UInt32.self), let part = try? reader.take(Int(count)) {
            if let message = try? WireMessage(parsing: part) { messages.append(message) }
        }
        return messages
    }

    private static func bytes(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= mostBytes {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += block.prefix(count)
        }
        return nil
    }

    // MARK: Writing

    /// Writes messages in the place of those before, later.
    func write(_ messages: [WireMessage]) {
        guard let file else { return }
        var writer = ByteWriter()
        writer.append(Self.signature)
        for message in messages {
            let bytes = message.bytes
            writer.little(UInt32(bytes.count))
            writer.append(bytes)
        }
        let bytes = writer.bytes
        pending.withLock { $0 += 1 }
        self.writer.perform { [self] in
            Self.replace(file, with: bytes)
            pending.withLock { $0 -= 1 }
        }
    }

    /// Waits until all is written, for 2 s at most.
    func finish() { _ = pending.wait(nanoseconds: 2 * HostTime.ticksPerSecond) { $0 == 0 ? () : nil } }

    /// Where that fails, the file stays as it is.
    private static func replace(_ path: String, with bytes: [UInt8]) {
        makeFolder(of: path)
        // Only one server writes: it holds the lock of its place.
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isWritten = written == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        if !isWritten || rename(new, path) != 0 { unlink(new) }
    }

    private static func makeFolder(of path: String) {
        var place = path.startIndex
        while let slash = path[place...].dropFirst().firstIndex(of: "/") {
            mkdir(String(path[..<slash]), 0o700)
            place = slash
        }
    }
}
