import Foundation
import Synchronization

/// An HTTP server on this machine that answers its connections one after another, each as the test asks.
package final class ScriptedServer: Sendable {
    /// What a connection gets: bytes, which may be without end, after which it is closed.
    package struct Answer: Sendable {
        package var head: String
        package var body: [UInt8] = []
        /// Sends this again and again until the client goes away.
        package var endless: [UInt8] = []
        /// Whether the client closes the connection.
        package var waitsForClient = false
        /// Called before the connection is closed.
        package var last: @Sendable () -> Void = {}

        package init(_ head: String, _ body: [UInt8] = [], endless: [UInt8] = []) {
            self.head = head + "\r\n"
            self.body = body
            self.endless = endless
        }

        package static func whole(_ body: [UInt8], _ fields: String = "") -> Answer {
            Answer("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(fields)", body)
        }

        /// The range of a file that a request is for, or all of it.
        package static func part(of file: [UInt8], _ request: String, _ fields: String = "") -> Answer {
            guard let range = ScriptedServer.range(request) else { return whole(file, fields) }
            let part = Array(file[range.clamped(to: 0..<file.count)])
            let place = "Content-Range: bytes \(range.lowerBound)-\(range.lowerBound + part.count - 1)/\(file.count)"
            return Answer(
                "HTTP/1.1 206 Partial Content\r\nContent-Length: \(part.count)\r\n\(place)\r\n\(fields)", part)
        }
    }

    /// The bytes that a request is for; nil where it is for the whole file.
    package static func range(_ request: String) -> Range<Int>? {
        guard let match = request.firstMatch(of: /Range: bytes=([0-9]+)-([0-9]*)/), let start = Int(match.1) else {
            return nil
        }
        return start..<(Int(match.2).map { $0 + 1 } ?? Int.max)
    }

    private let port: UInt16
    /// The listening socket; nil once the thread that accepts has closed it. That thread alone closes it, because a
    /// number that another thread frees may be the next server's by the time `accept` is called with it again.
    private let listener: Mutex<Int32?>
    private let seen = Mutex<[String]>([])

    /// The heads of the requests so far.
    package var requests: [String] { seen.withLock { $0 } }

    package func address(_ path: String = "radio") -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// - Parameter answer: what the connection of this number, from 0, gets; nil to close it without a word.
    package init(_ answer: @escaping @Sendable (Int, String) -> Answer?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = Mutex(listener)
        port = UInt16(bigEndian: place.sin_port)
        Thread.detachNewThread { [self] in
            var number = 0
            while true {
                let client = accept(listener, nil, nil)
                if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard client >= 0 else { break }
                serve(client, number, answer)
                number += 1
            }
            self.listener.withLock {
                close(listener)
                $0 = nil
            }
        }
    }

    /// Refuses connections from now on. An answer that is being sent goes on.
    package func stop() {
        listener.withLock { if let socket = $0 { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    private func serve(_ client: Int32, _ number: Int, _ answer: (Int, String) -> Answer?) {
        defer { close(client) }
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.contains("\r\n\r\n") {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += String(decoding: buffer[..<count], as: UTF8.self)
        }
        seen.withLock { $0.append(request) }
        guard let answer = answer(number, request), deliver(client, Array(answer.head.utf8)),
            deliver(client, answer.body)
        else { return }
        while !answer.endless.isEmpty, deliver(client, answer.endless) {}
        while answer.waitsForClient, recv(client, &buffer, buffer.count, 0) > 0 {}
        answer.last()
    }

    private func deliver(_ client: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
