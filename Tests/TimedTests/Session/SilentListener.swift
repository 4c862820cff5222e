import AudioCore
import Foundation
import TestSupport

/// The socket of a bus that takes connections, and never says anything.
final class SilentListener {
    private struct CannotListen: Error {}

    let address: String
    private let folder = ScratchFolder()
    private let socket: Int32

    init() throws {
        let path = folder.file("bus")
        address = "unix:path=" + path
        socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &name.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        // Connections wait in the queue, which is as good as taken: what they send has a buffer.
        let isListening = withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(socket, name, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(socket, 64) == 0
            }
        }
        guard fits, isListening else { throw CannotListen() }
    }

    deinit { close(socket) }
}
