package import CSystemConfiguration
import Glibc
package import NetworkTables

/// What the reachability is asked of.
package enum ReachabilityTarget: Equatable, Sendable {
    case address(IPAddress)
    case pair(local: IPAddress?, remote: IPAddress?)
    case name(String)

    /// Creates the target of a host's name. A name that is an address is one; "localhost" is this machine.
    ///
    /// - Parameter name: the name.
    /// - Returns: nil for an empty name.
    package init?(name: String) {
        guard !name.isEmpty else { return nil }
        // A zone follows an address of one link.
        let text = name.split(separator: "%", maxSplits: 1).first.map(String.init) ?? name
        if let address = IPAddress(text: text) {
            self = .address(address)
        } else if ["localhost", "localhost."].contains(name.lowercased()) {
            self = .address(IPAddress(text: "127.0.0.1")!)
        } else {
            self = .name(name)
        }
    }

    /// Returns the flags, as far as they are known without asking for the addresses of a name: a name is as reachable as the
    /// network in general, if the system knows a server of names.
    ///
    /// - Parameters:
    ///   - state: the network's state.
    ///   - knowsServers: whether the system knows a server of names.
    package func flags(in state: NetworkState, knowsServers: Bool) -> SCNetworkReachabilityFlags {
        switch self {
        case .address(let address): state.reachability(of: address)
        case .pair(let local, let remote): state.reachability(from: local, to: remote)
        case .name: knowsServers ? state.reachabilityInGeneral : []
        }
    }
}

/// The addresses of a name.
package enum Resolution: Equatable, Sendable {
    /// The addresses; none if the name has none.
    case addresses([IPAddress])
    /// No server answered. A later question may have an answer.
    case noAnswer

    /// Asks the system for the addresses of a name. Blocks.
    ///
    /// - Parameter name: the name.
    /// - Returns: what the system said.
    package static func of(_ name: String) -> Resolution {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &first)
        guard status == 0 else { return status == EAI_AGAIN ? .noAnswer : .addresses([]) }
        defer { freeaddrinfo(first) }
        let found = sequence(first: first!) { $0.pointee.ai_next }
        return .addresses(found.compactMap { $0.pointee.ai_addr.flatMap { IPAddress($0) } })
    }
}
