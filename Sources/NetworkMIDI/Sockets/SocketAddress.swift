internal import Glibc

/// The addresses of sockets in the memory of the system's calls.
enum SocketAddress {
    /// Bytes that an address has at most.
    static let mostBytes = MemoryLayout<sockaddr_in6>.size

    /// Writes an address; returns how many bytes it has. An address of IPv6 has none for a socket of IPv4.
    static func write(_ address: NetworkAddress, isVersion6: Bool, to memory: UnsafeMutableRawPointer) -> Int? {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: mostBytes)
        memory.storeBytes(of: address.port.bigEndian, toByteOffset: 2, as: UInt16.self)
        guard isVersion6 else {
            guard let host = address.host.version4 else { return nil }
            memory.storeBytes(of: sa_family_t(AF_INET), as: sa_family_t.self)
            memory.storeBytes(of: host.bigEndian, toByteOffset: 4, as: UInt32.self)
            return MemoryLayout<sockaddr_in>.size
        }
        memory.storeBytes(of: sa_family_t(AF_INET6), as: sa_family_t.self)
        memory.storeBytes(of: address.host.high.bigEndian, toByteOffset: 8, as: UInt64.self)
        memory.storeBytes(of: address.host.low.bigEndian, toByteOffset: 16, as: UInt64.self)
        memory.storeBytes(of: address.host.scope, toByteOffset: 24, as: UInt32.self)
        return mostBytes
    }

    /// Reads an address; nil for one of another family.
    static func read(_ memory: UnsafeRawPointer) -> NetworkAddress? {
        let port = UInt16(bigEndian: memory.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        switch Int32(memory.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            let host = UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            return NetworkAddress(host: .init(version4: host), port: port)
        case AF_INET6:
            let host = NetworkAddress.Host(
                high: UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                low: UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                scope: memory.loadUnaligned(fromByteOffset: 24, as: UInt32.self))
            return NetworkAddress(host: host, port: port)
        default: return nil
        }
    }
}

extension NetworkAddress {
    /// The addresses of a machine by its name or its address as text. Waits for the name to be looked up.
    package static func resolve(_ name: String, port: UInt16) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [NetworkAddress] = []
        var entry = found
        while let info = entry?.pointee {
            if let memory = info.ai_addr, let address = SocketAddress.read(memory) {
                addresses.append(NetworkAddress(host: address.host, port: port))
            }
            entry = info.ai_next
        }
        return addresses
    }

    /// The address as text, without the port. One of a link has the name of its network interface.
    package var text: String {
        if let address = host.version4 {
            return [24, 16, 8, 0].map { String(address >> UInt32($0) & 0xFF) }.joined(separator: ".")
        }
        var memory = [UInt64](repeating: 0, count: 4)
        var text = [CChar](repeating: 0, count: 64)
        memory.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = SocketAddress.write(self, isVersion6: true, to: start)
            inet_ntop(AF_INET6, start + 8, &text, socklen_t(text.count))
        }
        func string(_ text: [CChar]) -> String {
            String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard host.scope != 0 else { return string(text) }
        var name = [CChar](repeating: 0, count: 64)
        return string(text) + "%" + (if_indextoname(host.scope, &name) == nil ? "\(host.scope)" : string(name))
    }
}
