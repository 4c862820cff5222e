internal import Glibc

/// A network interface that has multicast.
struct NetworkInterface: Equatable, Sendable {
    var index: UInt32
    /// Those of IPv4 first, those of the link last.
    var addresses: [NetworkAddress.Host]

    func has(version6: Bool) -> Bool { addresses.contains { ($0.version4 == nil) == version6 } }

    /// The interfaces that there are and that have an address.
    static func all() -> [NetworkInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [UInt32: [NetworkAddress.Host]] = [:]
        var entry = list
        while let item = entry?.pointee {
            entry = item.ifa_next
            let wanted = UInt32(IFF_UP | IFF_MULTICAST)
            guard item.ifa_flags & wanted == wanted, let memory = item.ifa_addr,
                let host = SocketAddress.read(memory)?.host
            else { continue }
            found[if_nametoindex(item.ifa_name), default: []].append(host)
        }
        found[0] = nil
        return found.sorted { $0.key < $1.key }.map { index, addresses in
            NetworkInterface(index: index, addresses: addresses.sorted { $0.preference < $1.preference })
        }
    }
}

/// Reports that network interfaces, or their addresses, have changed.
final class InterfaceChanges {
    private let socket: Int32

    /// - Returns: nil where the system does not report them.
    init?() {
        let type = SOCK_RAW.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        socket = Glibc.socket(AF_NETLINK, Int32(type), 0)
        guard socket >= 0 else { return nil }
        // A family, the number of the program, which the system gives, and bits for links, and addresses of IPv4 and of IPv6.
        var address: (UInt16, UInt16, UInt32, UInt32) = (UInt16(AF_NETLINK), 0, 0, 0x1 | 0x10 | 0x100)
        let isBound = withUnsafeBytes(of: &address) { memory in
            bind(socket, memory.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(memory.count)) == 0
        }
        // The socket is closed with the object.
        guard isBound else { return nil }
    }

    deinit { if socket >= 0 { close(socket) } }

    var poll: pollfd { pollfd(fd: socket, events: Int16(POLLIN), revents: 0) }

    /// Whether anything has changed since the last call.
    func take() -> Bool {
        var hasChanged = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { memory in
            while true {
                let count = recv(socket, memory.baseAddress, memory.count, 0)
                if count < 0, errno == EINTR { continue }
                // Where there were too many to be read, some are lost.
                if count > 0 || count < 0 && errno == ENOBUFS { hasChanged = true } else { return }
            }
        }
        return hasChanged
    }
}
