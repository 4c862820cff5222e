package import NetworkTables

/// One end of a connection.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
    /// A host and a port.
    case hostPort(host: Host, port: Port)

    /// A host.
    public enum Host: Hashable, Sendable, CustomDebugStringConvertible {
        /// A name, and the interface that it belongs to.
        case name(String, NWInterface?)
        /// An IPv4 address.
        case ipv4(IPv4Address)
        /// An IPv6 address.
        case ipv6(IPv6Address)

        /// The name, or the usual text of the address.
        public var debugDescription: String {
            switch self {
            case .name(let name, let interface): name + (interface.map { "%\($0.name)" } ?? "")
            case .ipv4(let address): address.debugDescription
            case .ipv6(let address): address.debugDescription
            }
        }

        package init(_ address: NetworkTables.IPAddress, on interface: NWInterface?) {
            switch address.family {
            case .v4: self = .ipv4(IPv4Address(address: address, interface: nil))
            case .v6: self = .ipv6(IPv6Address(address: address, interface: address.isLinkLocal ? interface : nil))
            }
        }
    }

    /// A port.
    public struct Port: Hashable, Sendable, RawRepresentable, ExpressibleByIntegerLiteral, CustomDebugStringConvertible
    {
        /// The port's number.
        public let rawValue: UInt16

        /// Creates a port.
        ///
        /// - Parameter rawValue: the port's number.
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Creates a port from a number in the source.
        ///
        /// - Parameter value: the port's number.
        public init(integerLiteral value: UInt16) { self.init(rawValue: value) }

        /// No port in particular.
        public static let any: Port = 0

        /// The port's number as text.
        public var debugDescription: String { String(rawValue) }
    }

    /// The host and the port.
    public var debugDescription: String {
        switch self {
        case .hostPort(.ipv6(let host), let port): "\(host.debugDescription).\(port.debugDescription)"
        case .hostPort(let host, let port): "\(host.debugDescription):\(port.debugDescription)"
        }
    }
}
