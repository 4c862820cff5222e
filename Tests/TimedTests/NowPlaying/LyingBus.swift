import AudioCore
import Foundation
import TestSupport

/// The socket of a bus that takes one connection after the other, gives each a name, and then sends it the messages that a test wants.
final class LyingBus: Sendable {
    /// What a connection did with what it got.
    enum Outcome: Equatable {
        /// It answered the good call at the end.
        case answered
        case closed
        case silent
    }

    private struct CannotListen: Error {}

    let address: String
    private let folder = ScratchFolder()
    private let socket: Int32
    private let all = LockedValue<[Outcome]>([])

    /// One for each connection that is over.
    var outcomes: [Outcome] { all.withLock { $0 } }

    /// The serial of the good call at the end.
    private static let last: UInt32 = 99_999

    /// - Parameter messages: what the connection of this number, from 0, gets.
    init(_ messages: @escaping @Sendable (Int) -> [[UInt8]]) throws {
        let path = folder.file("bus")
        address = "unix:path=" + path
        let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.socket = socket
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isListening = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(socket, name, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(socket, 64) == 0
            }
        }
        guard isListening else { throw CannotListen() }
        let all = all
        try AudioCore.Thread(name: "lying-bus") {
            var number = 0
            while case let connection = accept(socket, nil, nil), connection >= 0 {
                let outcome = Self.serve(connection, messages(number))
                close(connection)
                all.withLock { $0.append(outcome) }
                number += 1
            }
        }.detach()
    }

    /// Ends the thread that accepts.
    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    private static func serve(_ connection: Int32, _ messages: [[UInt8]]) -> Outcome {
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard var bytes = authenticate(connection) else { return .closed }
        // The first message asks for a name, and its serial is its third number.
        while bytes.count < 12 {
            guard let more = receive(connection), !more.isEmpty else { return .closed }
            bytes += more
        }
        let serial = Array(bytes[8..<12])
        send(connection, reply(to: serial))
        send(connection, messages.flatMap { $0 })
        send(connection, HostileMessages.call(serial: last, "org.freedesktop.DBus.Introspectable", "Introspect"))
        let answer = (0..<4).map { UInt8(truncatingIfNeeded: last >> ($0 * 8)) }
        var heard: [UInt8] = []
        while let more = receive(connection) {
            if more.isEmpty { return .closed }
            heard = heard.suffix(4) + more
            if heard.indices.contains(where: { heard[$0...].starts(with: answer) }) { return .answered }
        }
        return errno == EAGAIN ? .silent : .closed
    }

    /// The bytes after the greeting; nil where the other side goes away.
    private static func authenticate(_ connection: Int32) -> [UInt8]? {
        var text: [UInt8] = []
        while true {
            guard let end = text.firstIndex(of: 10) else {
                guard let more = receive(connection), !more.isEmpty else { return nil }
                text += more
                continue
            }
            let line = String(decoding: text[..<end], as: UTF8.self).trimmingCharacters(in: .controlCharacters)
            text.removeSubrange(...end)
            switch line.split(separator: " ").first ?? "" {
            case "AUTH": send(connection, Array((line == "AUTH EXTERNAL" ? "DATA\r\n" : ok).utf8))
            case "DATA": send(connection, Array(ok.utf8))
            case "BEGIN": return text
            default: send(connection, Array("ERROR\r\n".utf8))
            }
        }
    }

    private static let ok = "OK 0123456789abcdef0123456789abcdef\r\n"

    /// The name of the connection, in answer to the message of a serial.
    private static func reply(to serial: [UInt8]) -> [UInt8] {
        // A reply with a body of nine bytes and three fields: what it answers, what is in it and who sends it.
        let sender = Array("org.freedesktop.DBus".utf8)
        var fields: [UInt8] = [5, 1, UInt8(ascii: "u"), 0] + serial
        fields += [8, 1, UInt8(ascii: "g"), 0, 1, UInt8(ascii: "s"), 0, 0]
        fields += [7, 1, UInt8(ascii: "s"), 0, UInt8(sender.count), 0, 0, 0] + sender + [0]
        var message: [UInt8] =
            [UInt8(ascii: "l"), 2, 1, 1, 9, 0, 0, 0, 1, 0, 0, 0, UInt8(fields.count), 0, 0, 0] + fields
        while message.count % 8 != 0 { message.append(0) }
        return message + [4, 0, 0, 0] + Array(":1.1".utf8) + [0]
    }

    private static func send(_ connection: Int32, _ bytes: [UInt8]) {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            left = left.dropFirst(count)
        }
    }

    /// What has come; empty at the end, nil where nothing comes.
    private static func receive(_ connection: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        errno = 0
        let count = read(connection, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }
}
