import COSSupport
import Foundation
import Glibc

/// The number that the kernel has for this thread.
func threadNumber() -> String {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return path?.split(separator: "/").last.map(String.init) ?? ""
}

/// A socket in the journal's place, and a pipe in that of the standard error output, while a test runs.
final class Journal {
    private let folder: URL
    private let socket: Int32
    private let pipe: [Int32]
    private let dontWait: Int32 = 0x40

    /// Messages go to the socket, or with `isThere` false to the pipe.
    init(isThere: Bool = true, level: Int32 = 2, showsPrivate: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        socket = made
        let path = folder.appendingPathComponent("socket").path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeBytes(of: address) {
            bind(made, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), size)
        }
        var ends: [Int32] = [0, 0]
        guard status == 0, Glibc.pipe(&ends) == 0 else { throw POSIXError(.EIO) }
        pipe = ends
        _ = fcntl(pipe[0], F_SETFL, O_NONBLOCK)
        os_support_log_override(isThere ? path : "", pipe[1], level, showsPrivate)
    }

    deinit {
        os_support_log_override("", STDERR_FILENO, 0, true)
        close(socket)
        close(pipe[0])
        close(pipe[1])
        try? FileManager.default.removeItem(at: folder)
    }

    /// The bytes of the next message; nil if there is none. A message is there when the call that writes it has returned.
    func bytes() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(socket, &buffer, buffer.count, dontWait)
        return count < 0 ? nil : Array(buffer[..<count])
    }

    /// The text of the next message; nil if there is none.
    func text() -> String? { fields()?["MESSAGE"] }

    /// The next message in its fields; nil if there is none.
    func fields() -> [String: String]? {
        guard var rest = bytes()?[...] else { return nil }
        var found: [String: String] = [:]
        while let end = rest.firstIndex(of: 10) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: "=") {
                found[String(line[..<equals])] = String(line[line.index(after: equals)...])
            } else {
                let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                found[line] = String(decoding: rest.prefix(count), as: UTF8.self)
                rest = rest.dropFirst(count + 1)
            }
        }
        return found
    }

    /// What is in the pipe.
    func errorOutput() -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(pipe[0], &buffer, buffer.count), count > 0 { all += buffer[..<count] }
        return String(decoding: all, as: UTF8.self)
    }

    /// Fills the pipe until nothing goes into it.
    func fillErrorOutput() {
        _ = fcntl(pipe[1], F_SETFL, O_NONBLOCK)
        let page = [UInt8](repeating: 0x2e, count: 4096)
        while write(pipe[1], page, page.count) > 0 {}
        _ = fcntl(pipe[1], F_SETFL, 0)
    }
}
