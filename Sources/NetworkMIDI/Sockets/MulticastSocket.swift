internal import Glibc

/// A socket for multicast DNS on all network interfaces that have an address of IPv4.
final class MulticastSocket {
    private static let port: UInt16 = 5353
    /// 224.0.0.251.
    private static let group: UInt32 = 0xE000_00FB
    private static let mostBytes = 9000

    private struct Interface: Hashable {
        var index: UInt32
        var address: UInt32
    }

    private let socket: Int32
    private var joined: Set<UInt32> = []

    /// - Returns: nil where the port cannot be used.
    init?() {
        let type = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        socket = Glibc.socket(AF_INET, Int32(type), 0)
        guard socket >= 0 else { return nil }
        // Others of the machine have the port, too.
        for option in [SO_REUSEADDR, SO_REUSEPORT] { set(SOL_SOCKET, option, 1) }
        set(Int32(IPPROTO_IP), IP_MULTICAST_TTL, 255)
        set(Int32(IPPROTO_IP), IP_MULTICAST_LOOP, 1)
        let isBound = Self.withAddress(0) { bind(socket, $0, $1) == 0 }
        // The socket is closed with the object.
        guard isBound else { return nil }
        _ = interfaces()
    }

    deinit { if socket >= 0 { close(socket) } }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, 4)
    }

    private static func withAddress<Result>(
        _ host: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    var poll: pollfd { pollfd(fd: socket, events: Int16(POLLIN), revents: 0) }

    /// The interfaces that there are. The group is joined on new ones.
    private func interfaces() -> Set<Interface> {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<Interface> = []
        var entry = list
        while let item = entry?.pointee {
            entry = item.ifa_next
            let wanted = UInt32(IFF_UP | IFF_MULTICAST)
            guard item.ifa_flags & wanted == wanted, let memory = item.ifa_addr,
                let host = SocketAddress.read(memory)?.host.version4
            else { continue }
            found.insert(Interface(index: if_nametoindex(item.ifa_name), address: host))
        }
        for interface in found where joined.insert(interface.index).inserted {
            var request = ip_mreqn()
            request.imr_multiaddr.s_addr = Self.group.bigEndian
            request.imr_ifindex = Int32(interface.index)
            setsockopt(
                socket, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &request, socklen_t(MemoryLayout<ip_mreqn>.size))
        }
        joined.formIntersection(found.map(\.index))
        return found
    }

    /// Sends a message on all interfaces. Records of this machine's name get the address of the interface.
    func send(_ message: DNSMessage, of directory: MulticastDirectory) {
        for interface in interfaces() {
            var message = message
            for index in message.answers.indices where directory.isOwnAddress(message.answers[index]) {
                message.answers[index].data = .address(.init(version4: interface.address))
            }
            var request = ip_mreqn()
            request.imr_ifindex = Int32(interface.index)
            setsockopt(socket, Int32(IPPROTO_IP), IP_MULTICAST_IF, &request, socklen_t(MemoryLayout<ip_mreqn>.size))
            let bytes = message.bytes
            _ = Self.withAddress(Self.group) { sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
        }
    }

    /// The next message that has arrived, from the port of multicast DNS; nil where there is none.
    func receive() -> [UInt8]? {
        while true {
            var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, used in
                count = withUnsafeMutablePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        recvfrom(socket, buffer.baseAddress, buffer.count, 0, $0, &size)
                    }
                }
                used = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if address.sin_port == Self.port.bigEndian { return bytes }
        }
    }
}
