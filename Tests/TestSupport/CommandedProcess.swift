import AudioCore
import Foundation

/// A child process that reads commands on its standard input and writes lines to its standard output.
///
/// Used by one thread at a time; the lines are handed over on a thread of its own. Foundation's `Process` and `FileHandle` would do,
/// but for the pipe's end: it is closed while Dispatch still waits for events of it, which ends this process now and then.
package final class CommandedProcess: @unchecked Sendable {
    private let process: ChildProcess
    private let socket: Int32
    private let reader: AudioCore.Thread

    package enum Failure: Error { case notStarted(String) }

    /// - Parameters:
    ///   - environment: the variables of the program.
    ///   - report: takes each line, without its end.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String],
        report: @escaping @Sendable (String) -> Void
    ) throws {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { throw Failure.notStarted(path) }
        let (own, other) = (sockets[0], sockets[1])
        defer { close(other) }
        guard let process = ChildProcess(path, arguments, environment: environment, socket: other) else {
            close(own)
            throw Failure.notStarted(path)
        }
        do { reader = try AudioCore.Thread(name: "child-lines") { Self.read(own, report) } } catch {
            close(own)
            throw error
        }
        (self.process, socket) = (process, own)
    }

    deinit {
        _ = process.end(by: SIGKILL)
        shutdown(socket, Int32(SHUT_RDWR))
        reader.join()
        close(socket)
    }

    private static func read(_ socket: Int32, _ report: (String) -> Void) {
        var (rest, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = recv(socket, &block, block.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest += block.prefix(count)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                report(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
    }

    package var pid: pid_t { process.pid }

    /// Writes a line to it; nothing where it has ended.
    package func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    package func send(_ signal: Int32) { process.send(signal) }

    /// Sends a signal and waits for the end.
    package func end(by signal: Int32) { _ = process.end(by: signal) }

    /// Waits until it has ended. Its last lines may be handed over later.
    package func waitForEnd() { _ = process.wait() }
}
