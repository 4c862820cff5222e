import CFNetwork
import Foundation
import Synchronization

/// A server on this machine that answers each request with what a test says, byte for byte, and keeps the requests.
final class Server: Sendable {
    /// What is done with a connection after its request has come: the request, and functions that send bytes and wait for more.
    typealias Answer = @Sendable (_ request: String, _ connection: Connection) -> Void

    struct Connection: Sendable {
        let descriptor: Int32

        @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Sends bytes.
        ///
        /// - Returns: false if the other end takes no more.
        @discardableResult func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }

        /// Has `send` end when the other end takes nothing for a time.
        func limitWaits(toSeconds seconds: Int) {
            var time = timeval(tv_sec: seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }

        /// Passes on what both ends send, until one has no more: the other is a port of this machine.
        func passOn(toPort port: UInt16) {
            let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            defer { close(other) }
            var address = Server.address(port)
            let connected = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard connected == 0 else { return }
            var ends = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&ends, 2, 10_000) > 0 {
                for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
                    let bytes = Connection(descriptor: ends[from].fd).receive()
                    guard !bytes.isEmpty, Connection(descriptor: ends[to].fd).send(bytes) else { return }
                }
            }
        }

        /// Bytes of the other end; none when it has closed the connection.
        func receive() -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return Array(buffer.prefix(max(count, 0)))
        }
    }

    private let listener: Int32
    let port: UInt16
    private let kept = Mutex<[String]>([])

    /// The heads of the requests, with as much of their bodies as came with them.
    var requests: [String] { kept.withLock { $0 } }

    init(_ answer: @escaping Answer) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener, $0, length) == 0 && listen(listener, 16) == 0)
                getsockname(listener, $0, &length)
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let accepting = Thread { [weak self] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                let serving = Thread { [weak self] in
                    let connection = Connection(descriptor: descriptor)
                    var request: [UInt8] = []
                    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
                        let more = connection.receive()
                        if more.isEmpty { break }
                        request += more
                    }
                    let text = String(decoding: request, as: UTF8.self)
                    self?.kept.withLock { $0.append(text) }
                    answer(text, connection)
                    close(descriptor)
                }
                serving.start()
            }
            close(listener)
        }
        accepting.start()
    }

    /// A port of this machine.
    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// The thread that accepts closes the socket, so that it never has another one's number.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// The server as a proxy of HTTP and HTTPS, with more settings.
    func asProxy(_ more: [(CFString, AnyObject)] = []) -> CFDictionary {
        let settings: [(CFString, AnyObject)] =
            [
                (kCFStreamPropertyHTTPProxyHost, "127.0.0.1" as CFString),
                (kCFStreamPropertyHTTPProxyPort, NSNumber(value: port)),
                (kCFStreamPropertyHTTPSProxyHost, "127.0.0.1" as CFString),
                (kCFStreamPropertyHTTPSProxyPort, NSNumber(value: port)),
            ] + more
        return NSDictionary(objects: settings.map(\.1), forKeys: settings.map(\.0))
    }
}
