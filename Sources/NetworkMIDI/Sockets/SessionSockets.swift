package import AudioCore
internal import Glibc

/// The two sockets of a session, on a port and the one after it.
package final class SessionSockets: Sendable {
    /// The port that other systems use, too.
    package static let usualPort: UInt16 = 5004
    private static let mostBytes = 8192
    private static let mostAttempts = 64

    package let port: UInt16
    let control: Int32
    let data: Int32
    private let isVersion6: Bool
    private let isOpen = LockedValue(true)

    /// Opens the sockets on a port, or on the first pair of ports after it that is free.
    package init(port wanted: UInt16 = usualPort) throws(AudioError) {
        var attempt = wanted
        for _ in 0..<Self.mostAttempts {
            for isVersion6 in [true, false] {
                guard let control = Self.open(attempt, isVersion6) else { continue }
                if let data = Self.open(attempt &+ 1, isVersion6) {
                    (port, self.control, self.data, self.isVersion6) = (attempt, control, data, isVersion6)
                    return
                }
                Glibc.close(control)
            }
            attempt = attempt > 65_000 ? 49_152 : attempt + 2
        }
        throw .midiServerStart.because("no pair of UDP ports could be opened")
    }

    deinit { close() }

    /// Closes the sockets, which nobody may use from now on. The ports are free after the call.
    package func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { for socket in [control, data] { Glibc.close(socket) } }
    }

    private static func open(_ port: UInt16, _ isVersion6: Bool) -> Int32? {
        let type = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let socket = socket(isVersion6 ? AF_INET6 : AF_INET, Int32(type), 0)
        guard socket >= 0 else { return nil }
        // The socket takes datagrams of IPv4, too.
        var only6: Int32 = 0
        if isVersion6 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only6, 4) }
        let any = NetworkAddress(host: .init(high: 0, low: 0), port: port)
        let address = isVersion6 ? any : NetworkAddress(host: .init(version4: 0), port: port)
        let isBound = withAddress(address, isVersion6) { bind(socket, $0, $1) == 0 } ?? false
        if !isBound { Glibc.close(socket) }
        return isBound ? socket : nil
    }

    private static func withAddress<Result>(
        _ address: NetworkAddress, _ isVersion6: Bool, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        withUnsafeTemporaryAllocation(byteCount: SocketAddress.mostBytes, alignment: 8) { memory in
            let start = memory.baseAddress.unsafelyUnwrapped
            guard let size = SocketAddress.write(address, isVersion6: isVersion6, to: start) else { return nil }
            return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
    }

    /// What to wait for.
    var polls: [pollfd] { [control, data].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }

    /// The next datagram that has arrived; nil where there is none.
    func receive(_ port: SessionPort) -> (bytes: [UInt8], from: NetworkAddress)? {
        let socket = port == .control ? control : data
        return withUnsafeTemporaryAllocation(byteCount: SocketAddress.mostBytes, alignment: 8) { memory in
            let start = memory.baseAddress.unsafelyUnwrapped
            while true {
                var size = socklen_t(SocketAddress.mostBytes)
                var count = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, used in
                    count = recvfrom(
                        socket, buffer.baseAddress, buffer.count, 0, start.assumingMemoryBound(to: sockaddr.self), &size
                    )
                    used = max(0, count)
                }
                // A port that nobody listens on is reported as an error of a later call.
                if count < 0, errno == EINTR || errno == ECONNREFUSED { continue }
                guard count >= 0 else { return nil }
                if let address = SocketAddress.read(start) { return (bytes, address) }
            }
        }
    }

    /// Sends a datagram. It is lost where there is no way, or no room.
    func send(_ bytes: [UInt8], to address: NetworkAddress, by port: SessionPort) {
        let socket = port == .control ? control : data
        _ = Self.withAddress(address, isVersion6) { sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
}
