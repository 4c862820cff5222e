import Foundation
import Synchronization

/// A server on this machine that answers each request with what a test says, byte for byte, and keeps the requests.
final class Server: Sendable {
    /// What is done with a connection after its request has come: the request, and functions that send bytes and wait for more.
    typealias Answer = @Sendable (_ request: String, _ connection: Connection) -> Void

    struct Connection: Sendable {
        let descriptor: Int32

        func send(_ text: String) { send(Array(text.utf8)) }

        func send(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
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
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
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

    /// The thread that accepts closes the socket, so that it never has another one's number.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }
}
