internal import Glibc

/// A socket for multicast DNS on all network interfaces that have an address of IPv4, or one for those with an address of IPv6.
final class MulticastSocket {
    private static let port: UInt16 = 5353
    private static let mostBytes = 9000
    /// Room for what the system says of a datagram beside its bytes.
    private static let controlBytes = 256
    /// The hop limit of a datagram that no router has passed on.
    private static let hopLimit: Int32 = 255

    private let socket: Int32
    private let isVersion6: Bool
    private var joined: Set<UInt32> = []

    /// - Returns: nil where the port cannot be used.
    init?(isVersion6: Bool) {
        self.isVersion6 = isVersion6
        let type = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        socket = Glibc.socket(isVersion6 ? AF_INET6 : AF_INET, Int32(type), 0)
        guard socket >= 0 else { return nil }
        // Others of the machine have the port, too.
        for option in [SO_REUSEADDR, SO_REUSEPORT] { set(SOL_SOCKET, option, 1) }
        if isVersion6 {
            set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
            set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, Self.hopLimit)
            set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_LOOP, 1)
            set(Int32(IPPROTO_IPV6), IPV6_RECVPKTINFO, 1)
            set(Int32(IPPROTO_IPV6), IPV6_RECVHOPLIMIT, 1)
        } else {
            set(Int32(IPPROTO_IP), IP_MULTICAST_TTL, Self.hopLimit)
            set(Int32(IPPROTO_IP), IP_MULTICAST_LOOP, 1)
            set(Int32(IPPROTO_IP), IP_PKTINFO, 1)
            set(Int32(IPPROTO_IP), IP_RECVTTL, 1)
        }
        let any = isVersion6 ? NetworkAddress.Host(high: 0, low: 0) : NetworkAddress.Host(version4: 0)
        let isBound = withAddress(any) { bind(socket, $0, $1) == 0 } ?? false
        // The socket is closed with the object.
        guard isBound else { return nil }
    }

    deinit { if socket >= 0 { close(socket) } }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, 4)
    }

    private func withAddress<Result>(
        _ host: NetworkAddress.Host, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        withUnsafeTemporaryAllocation(byteCount: SocketAddress.mostBytes, alignment: 8) { memory in
            let start = memory.baseAddress.unsafelyUnwrapped
            let address = NetworkAddress(host: host, port: Self.port)
            guard let size = SocketAddress.write(address, isVersion6: isVersion6, to: start) else { return nil }
            return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
    }

    var poll: pollfd { pollfd(fd: socket, events: Int16(POLLIN), revents: 0) }

    /// 224.0.0.251, or ff02::fb on an interface.
    private func group(_ interface: UInt32) -> NetworkAddress.Host {
        isVersion6
            ? NetworkAddress.Host(high: 0xFF02 << 48, low: 0xFB, scope: interface)
            : NetworkAddress.Host(version4: 0xE000_00FB)
    }

    /// Joins the group on interfaces that are new.
    func join(_ interfaces: [NetworkInterface]) {
        let usable = interfaces.filter { $0.has(version6: isVersion6) }
        for interface in usable where !joined.contains(interface.index) {
            var isJoined = false
            if isVersion6 {
                var request = ipv6_mreq()
                let group = group(interface.index)
                withUnsafeMutableBytes(of: &request.ipv6mr_multiaddr) {
                    $0.storeBytes(of: group.high.bigEndian, as: UInt64.self)
                    $0.storeBytes(of: group.low.bigEndian, toByteOffset: 8, as: UInt64.self)
                }
                request.ipv6mr_interface = interface.index
                let size = socklen_t(MemoryLayout<ipv6_mreq>.size)
                isJoined = setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_JOIN_GROUP, &request, size) == 0
            } else {
                var request = ip_mreqn()
                request.imr_multiaddr.s_addr = group(0).version4.unsafelyUnwrapped.bigEndian
                request.imr_ifindex = Int32(interface.index)
                let size = socklen_t(MemoryLayout<ip_mreqn>.size)
                isJoined = setsockopt(socket, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &request, size) == 0
            }
            if isJoined || errno == EADDRINUSE { joined.insert(interface.index) }
        }
        joined.formIntersection(usable.map(\.index))
    }

    /// Sends a message on interfaces. In place of the address of this machine's name, each gets the interface's own.
    func send(_ message: DNSMessage, of directory: MulticastDirectory, on interfaces: [NetworkInterface]) {
        for interface in interfaces where interface.has(version6: isVersion6) {
            var message = message
            message.answers = message.answers.flatMap { record -> [DNSMessage.Record] in
                guard directory.isOwnAddress(record) else { return [record] }
                return interface.addresses.map { .init(record.name, .address($0), life: record.life) }
            }
            if isVersion6 {
                set(Int32(IPPROTO_IPV6), IPV6_MULTICAST_IF, Int32(bitPattern: interface.index))
            } else {
                var request = ip_mreqn()
                request.imr_ifindex = Int32(interface.index)
                setsockopt(
                    socket, Int32(IPPROTO_IP), IP_MULTICAST_IF, &request, socklen_t(MemoryLayout<ip_mreqn>.size))
            }
            let bytes = message.bytes
            _ = withAddress(group(interface.index)) {
                sendto(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
    }

    /// What the system says of a datagram beside its bytes.
    private struct Origin {
        var from: NetworkAddress?
        var interface: UInt32 = 0
        var hopLimit: Int32?
        var isToGroup = false

        /// Whether it comes from the link: routers pass on none to the group, and lower the hop limit of others.
        var isOfLink: Bool { isToGroup || hopLimit == MulticastSocket.hopLimit }
    }

    /// The next message that has arrived, from the port of multicast DNS of a machine of the link, and its interface; nil where there is none.
    func receive() -> (bytes: [UInt8], interface: UInt32)? {
        while true {
            var (count, origin) = (0, Origin())
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, used in
                (count, origin) = read(UnsafeMutableRawBufferPointer(buffer))
                used = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if origin.from?.port == Self.port, origin.isOfLink { return (bytes, origin.interface) }
        }
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> (Int, Origin) {
        withUnsafeTemporaryAllocation(
            byteCount: SocketAddress.mostBytes + 4 + Self.controlBytes, alignment: 8
        ) { memory in
            let address = memory.baseAddress.unsafelyUnwrapped
            let control = address + (SocketAddress.mostBytes + 4)
            var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                (message.msg_name, message.msg_namelen) = (address, socklen_t(SocketAddress.mostBytes))
                (message.msg_iov, message.msg_iovlen) = (part, 1)
                (message.msg_control, message.msg_controllen) = (control, Self.controlBytes)
                let count = recvmsg(socket, &message, 0)
                guard count >= 0 else { return (count, Origin()) }
                var origin = origin(UnsafeRawBufferPointer(start: control, count: Int(message.msg_controllen)))
                origin.from = SocketAddress.read(address)
                return (count, origin)
            }
        }
    }

    /// Reads the items of what the system says of a datagram: each has its length, level and type in front.
    private func origin(_ items: UnsafeRawBufferPointer) -> Origin {
        let header = 16
        var origin = Origin()
        var start = 0
        while start + header <= items.count {
            let length = items.loadUnaligned(fromByteOffset: start, as: Int.self)
            let level = items.loadUnaligned(fromByteOffset: start + 8, as: Int32.self)
            let type = items.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
            guard length >= header, start + length <= items.count else { break }
            let item = UnsafeRawBufferPointer(rebasing: items[(start + header)..<(start + length)])
            switch (level, type) {
            case (Int32(IPPROTO_IP), IP_PKTINFO) where !isVersion6 && item.count >= 12:
                origin.interface = item.loadUnaligned(as: UInt32.self)
                let destination = UInt32(bigEndian: item.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
                origin.isToGroup = destination == group(0).version4
            case (Int32(IPPROTO_IPV6), IPV6_PKTINFO) where isVersion6 && item.count >= 20:
                origin.interface = item.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
                let high = UInt64(bigEndian: item.loadUnaligned(as: UInt64.self))
                let low = UInt64(bigEndian: item.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                origin.isToGroup = NetworkAddress.Host(high: high, low: low) == group(0)
            case (Int32(IPPROTO_IP), IP_TTL) where !isVersion6 && item.count >= 4,
                (Int32(IPPROTO_IPV6), IPV6_HOPLIMIT) where isVersion6 && item.count >= 4:
                origin.hopLimit = item.loadUnaligned(as: Int32.self)
            default: break
            }
            start += (length + 7) & ~7
        }
        return origin
    }
}
