internal import Glibc

/// What the bytes behind a pointer are.
enum BytesMeaning {
    case bytes, ipv6Address, timeval, timespec, uuid, sockaddr
}

extension LogText {
    /// Appends what bytes mean; as numbers in hexadecimal if they are too few for that.
    mutating func append(bytes: UnsafeRawBufferPointer, meaning: BytesMeaning) {
        switch meaning {
        case .ipv6Address where bytes.count >= 16:
            append(address: bytes.baseAddress!, family: AF_INET6)
        case .timeval where bytes.count >= MemoryLayout<Glibc.timeval>.size:
            let time = bytes.loadUnaligned(as: Glibc.timeval.self)
            append(secondsSince1970: time.tv_sec, fraction: time.tv_usec, digits: 6)
        case .timespec where bytes.count >= MemoryLayout<Glibc.timespec>.size:
            let time = bytes.loadUnaligned(as: Glibc.timespec.self)
            append(secondsSince1970: time.tv_sec, fraction: time.tv_nsec, digits: 9)
        case .uuid where bytes.count >= 16:
            append(hexadecimal: UnsafeRawBufferPointer(rebasing: bytes[..<16]), separator: "-", before: [4, 6, 8, 10])
        case .sockaddr where bytes.count >= MemoryLayout<Glibc.sockaddr>.size:
            append(socketAddress: bytes)
        default:
            append(hexadecimal: bytes, separator: " ", before: nil)
        }
    }

    private mutating func append(
        hexadecimal bytes: UnsafeRawBufferPointer, separator: StaticString, before places: [Int]?
    ) {
        for (index, byte) in bytes.enumerated() {
            if index > 0 && places?.contains(index) ?? true { append(separator) }
            append(integer: byte, IntegerStyle(radix: 16, isUppercase: true, leastDigits: 2))
        }
    }

    private mutating func append(socketAddress bytes: UnsafeRawBufferPointer) {
        switch Int32(bytes.loadUnaligned(as: Glibc.sockaddr.self).sa_family) {
        case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            withUnsafeBytes(of: address.sin_addr) { append(address: $0.baseAddress!, family: AF_INET) }
            append(":" as StaticString)
            append(integer: UInt16(bigEndian: address.sin_port))
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self)
            append("[" as StaticString)
            withUnsafeBytes(of: address.sin6_addr) { append(address: $0.baseAddress!, family: AF_INET6) }
            append("]:" as StaticString)
            append(integer: UInt16(bigEndian: address.sin6_port))
        default:
            append(hexadecimal: bytes, separator: " ", before: nil)
        }
    }
}
