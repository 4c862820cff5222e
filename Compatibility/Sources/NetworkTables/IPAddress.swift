package import Glibc

/// An address of the Internet Protocol, without a port.
package struct IPAddress: Hashable, Sendable {
    /// The protocol's version, by the number that the kernel has for it.
    package enum Family: UInt8, Sendable {
        case v4 = 2
        case v6 = 10
    }

    /// The version.
    package let family: Family
    /// The bytes in the network's order: 4 or 16.
    package let bytes: [UInt8]

    /// Creates an address from its bytes.
    ///
    /// - Parameter bytes: the bytes in the network's order.
    /// - Returns: nil if there are neither 4 nor 16 bytes.
    package init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: family = .v4
        case 16: family = .v6
        default: return nil
        }
        self.bytes = Array(bytes)
    }

    /// Creates an address of one version from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the bytes in the network's order.
    ///   - family: the version.
    /// - Returns: nil for another number of bytes than the version has.
    package init?(bytes: some Collection<UInt8>, of family: Family) {
        self.init(bytes: bytes)
        guard self.family == family else { return nil }
    }

    /// Creates an address of one version from its usual text.
    ///
    /// - Parameters:
    ///   - text: the text, without a zone.
    ///   - family: the version.
    /// - Returns: nil if the text is none of the version.
    package init?(text: String, of family: Family) {
        self.init(text: text)
        guard self.family == family else { return nil }
    }

    /// Creates an address from a socket's address. An IPv4 address within IPv6 is one of IPv4.
    ///
    /// - Parameter address: the socket's address, of the length that its family has.
    /// - Returns: nil for another family.
    package init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET: self.init(bytes: UnsafeRawBufferPointer(start: raw + 4, count: 4))
        case AF_INET6:
            let bytes = UnsafeRawBufferPointer(start: raw + 8, count: 16)
            let mapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init(bytes: mapped ? Array(bytes[12...]) : Array(bytes))
        default: return nil
        }
    }

    /// Creates an address from its usual text, such as "192.0.2.1" or "2001:db8::1".
    ///
    /// - Parameter text: the text, without a zone.
    /// - Returns: nil if the text is none.
    package init?(text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: bytes[..<4])
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// Whether all bytes are 0, which stands for any address.
    package var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether the address is one of this machine for itself.
    package var isLoopback: Bool {
        family == .v4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Whether the address is of use on one link alone: 169.254/16 and fe80::/10.
    package var isLinkLocal: Bool {
        family == .v4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    /// Whether the address stands for a group of hosts: 224/4 and ff00::/8.
    package var isMulticast: Bool { family == .v4 ? bytes[0] & 0xF0 == 0xE0 : bytes[0] == 0xFF }

    /// Returns whether a network contains the address.
    ///
    /// - Parameters:
    ///   - network: the network's address.
    ///   - prefixLength: the number of its bits that count.
    /// - Returns: false for a network of the other version.
    package func isIn(_ network: IPAddress, prefixLength: Int) -> Bool {
        guard family == network.family else { return false }
        let whole = prefixLength / 8
        guard bytes[..<whole] == network.bytes[..<whole] else { return false }
        let rest = prefixLength % 8
        return rest == 0 || (bytes[whole] ^ network.bytes[whole]) >> (8 - rest) == 0
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual text.
    package var description: String {
        var text = [CChar](repeating: 0, count: 64)
        _ = inet_ntop(family == .v4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
