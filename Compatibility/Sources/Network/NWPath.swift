package import NetworkTables

/// The ways that a program's connections have to the network.
public struct NWPath: Equatable, Sendable, CustomDebugStringConvertible {
    /// Whether there is a way.
    public enum Status: Hashable, Sendable {
        /// There is one.
        case satisfied
        /// There is none.
        case unsatisfied
        /// There will be one when a connection asks for it. Not on Linux.
        case requiresConnection
    }

    /// Why there is no way.
    public enum UnsatisfiedReason: Hashable, Sendable {
        /// No interface leads to the network.
        case notAvailable
        /// The user has denied mobile networks. Not on Linux.
        case cellularDenied
        /// The user has denied wireless networks. Not on Linux.
        case wifiDenied
        /// The user has denied the local network. Not on Linux.
        case localNetworkDenied
    }

    /// Whether there is a way.
    public let status: Status
    /// Why there is none: always `notAvailable` on Linux.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }
    /// The interfaces that lead to the network, the preferred one first.
    public let availableInterfaces: [NWInterface]
    /// Whether the preferred interface is one whose traffic costs money: a mobile network.
    public let isExpensive: Bool
    /// Whether the user wants to save traffic: always false on Linux.
    public var isConstrained: Bool { false }
    /// Whether IPv4 addresses can be reached.
    public let supportsIPv4: Bool
    /// Whether IPv6 addresses can be reached.
    public let supportsIPv6: Bool
    /// Whether the system knows a server that has the addresses of names.
    public let supportsDNS: Bool
    /// The routers, the preferred one first, with port 0.
    public let gateways: [NWEndpoint]
    /// This end of a connection: nil, for no path here is one of a connection.
    public var localEndpoint: NWEndpoint? { nil }
    /// The other end of a connection: nil, for no path here is one of a connection.
    public var remoteEndpoint: NWEndpoint? { nil }

    /// Returns whether connections may use an interface of a type.
    ///
    /// - Parameter type: the type.
    /// - Returns: false if no available interface is of the type.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        availableInterfaces.contains { $0.type == type }
    }

    /// A line about the path.
    public var debugDescription: String {
        var words = ["\(status)"]
        if status != .satisfied { words[0] += " (No network route)" }
        words.append("interface: \(availableInterfaces.map(\.name).joined(separator: ", "))")
        if supportsIPv4 { words.append("ipv4") }
        if supportsIPv6 { words.append("ipv6") }
        if supportsDNS { words.append("dns") }
        if isExpensive { words.append("expensive") }
        return words.joined(separator: ", ")
    }

    /// Makes the path from the network's state: default routes lead to the network, and to this machine the loopback.
    package init(
        _ state: NetworkState, allows: (NWInterface.InterfaceType) -> Bool, wantsLoopback: Bool, knowsServers: Bool
    ) {
        let loopback = state.links.first { wantsLoopback && $0.kind == .loopback && $0.isRunning }
        var interfaces: [NWInterface] = loopback.map { [NWInterface($0)] } ?? []
        var gateways: [NWEndpoint] = []
        var families: Set<NetworkTables.IPAddress.Family> = []
        for route in state.defaultRoutes {
            guard let link = state.link(route.link) else { continue }
            let interface = NWInterface(link)
            guard allows(interface.type) else { continue }
            if !interfaces.contains(interface) { interfaces.append(interface) }
            families.insert(route.destination.family)
            if let gateway = route.gateway {
                let endpoint = NWEndpoint.hostPort(host: NWEndpoint.Host(gateway, on: interface), port: .any)
                if !gateways.contains(endpoint) { gateways.append(endpoint) }
            }
        }
        if let loopback {
            for address in state.addresses where address.link == loopback.index {
                families.insert(address.address.family)
            }
        }
        availableInterfaces = interfaces
        self.gateways = gateways
        status = interfaces.isEmpty ? .unsatisfied : .satisfied
        isExpensive = interfaces.first?.type == .cellular
        supportsIPv4 = families.contains(.v4)
        supportsIPv6 = families.contains(.v6)
        supportsDNS = !interfaces.isEmpty && knowsServers
    }
}
