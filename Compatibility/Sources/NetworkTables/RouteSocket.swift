import Glibc

/// A socket to the kernel's tables of links, addresses and routes. It belongs to the network namespace of the thread that opens it.
package final class RouteSocket: @unchecked Sendable {
    /// The socket.
    package let descriptor: Int32
    private var sequence: UInt32 = 0

    /// A call to the kernel that failed.
    package struct Failure: Error, Equatable {
        /// The number of `errno`.
        package let number: Int32

        /// Creates a failure.
        ///
        /// - Parameter number: the number of `errno`.
        package init(number: Int32) { self.number = number }
    }

    /// The kernel's groups of notices: links, and addresses and routes of IPv4 and IPv6.
    package static let changes: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

    /// Opens a socket.
    ///
    /// - Parameter groups: the notices that it gets; 0 for none.
    /// - Throws: `Failure`.
    package init(groups: UInt32 = 0) throws(Failure) {
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_NETLINK, type | (groups == 0 ? 0 : Int32(SOCK_NONBLOCK.rawValue)), 0)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        // Its family, padding, 0 for a number that the kernel chooses, and the groups.
        let address: [UInt32] = [UInt32(AF_NETLINK), 0, groups]
        let bound = address.withUnsafeBytes {
            bind(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard bound == 0 else { throw Failure(number: errno) }
        // An answer that does not come ends with an error.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Reads all links, addresses and routes. Not from two threads at once.
    ///
    /// - Throws: `Failure`.
    package func read() throws(Failure) -> NetworkState {
        // The tables may change between two answers, and within one.
        for _ in 0..<20 {
            var messages = RouteMessages()
            if try ask(Kernel.getLink, into: &messages), try ask(Kernel.getAddress, into: &messages),
                try ask(Kernel.getRoute, into: &messages)
            {
                return messages.state
            }
        }
        throw Failure(number: EAGAIN)
    }

    /// Takes the notices that have come, and forgets them.
    ///
    /// - Returns: whether there were any. A notice that the kernel had no room for counts, too.
    package func takeNotices() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var found = false
        while true {
            if recv(descriptor, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {
                found = true
            } else if errno != EINTR {
                return found
            }
        }
    }

    /// Asks for all of one kind.
    ///
    /// - Returns: false if the answer changed while the kernel made it.
    private func ask(_ question: UInt16, into messages: inout RouteMessages) throws(Failure) -> Bool {
        sequence &+= 1
        try send(question)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw Failure(number: count == 0 ? EIO : errno)
            }
            switch messages.take(buffer[..<count], sequence: sequence) {
            case .goesOn: break
            case .done: return !messages.wasInterrupted
            case .refused(let number): throw Failure(number: number)
            }
        }
    }

    private func send(_ question: UInt16) throws(Failure) {
        // The header, and a body that names no family; the longest of the three bodies is that of links.
        var message = [UInt8](repeating: 0, count: 32)
        message.withUnsafeMutableBytes {
            $0.storeBytes(of: UInt32($0.count), as: UInt32.self)
            $0.storeBytes(of: question, toByteOffset: 4, as: UInt16.self)
            $0.storeBytes(of: Kernel.request | Kernel.dump, toByteOffset: 6, as: UInt16.self)
            $0.storeBytes(of: sequence, toByteOffset: 8, as: UInt32.self)
        }
        // 0: the kernel.
        let kernel: [UInt32] = [UInt32(AF_NETLINK), 0, 0]
        let sent = kernel.withUnsafeBytes {
            sendto(
                descriptor, message, message.count, 0, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t($0.count))
        }
        guard sent == message.count else { throw Failure(number: errno) }
    }
}
