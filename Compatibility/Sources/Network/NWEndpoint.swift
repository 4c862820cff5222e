package import NetworkTables

/// One end of a connection.
public enum NWEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
    /// A host and a port.
    case hostPort(host: Host, port: Port)

    /// A host.
    public enum Host: Hashable, Sendable, CustomDebugStringConvertible, ExpressibleByStringLiteral {
        /// A name, and the interface that it belongs to.
        case name(String, NWInterface?)
        /// An IPv4 address.
        case ipv4(IPv4Address)
        /// An IPv6 address.
        case ipv6(IPv6Address)

        /// Creates a host from its name, or from the usual text of its address.
        ///
        /// - Parameter string: the text. That of an address of IPv6 may have the name of an interface: "fe80::1%eth0".
        public init(_ string: String) {
            self =
                IPv4Address(string).map(Host.ipv4) ?? IPv6Address(string).map(Host.ipv6) ?? .name(string, nil)
        }

        /// Creates a host from a text in the source.
        ///
        /// - Parameter value: the name, or the usual text of an address.
        public init(stringLiteral value: String) { self.init(value) }

        /// The interface that the host belongs to; nil for any.
        public var interface: NWInterface? {
            switch self {
            case .name(_, let interface): interface
            case .ipv4(let address): address.interface
            case .ipv6(let address): address.interface
            }
        }

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

        /// Creates a port. All numbers are of ports.
        ///
        /// - Parameter rawValue: the port's number.
        public init?(rawValue: UInt16) { self.rawValue = rawValue }

        /// Creates a port from its number as text, or from the name of a service that has a port here, such as "http".
        ///
        /// - Parameter service: the text.
        /// - Returns: nil for another text.
        public init?(_ service: String) {
            guard let number = UInt16(service) ?? Self.services[service.lowercased()]?.rawValue else { return nil }
            self.init(integerLiteral: number)
        }

        /// Creates a port from a number in the source.
        ///
        /// - Parameter value: the port's number.
        public init(integerLiteral value: UInt16) { rawValue = value }

        /// No port in particular.
        public static let any: Port = 0
        /// The port of SSH.
        public static let ssh: Port = 22
        /// The port of SMTP.
        public static let smtp: Port = 25
        /// The port of HTTP.
        public static let http: Port = 80
        /// The port of POP.
        public static let pop: Port = 110
        /// The port of IMAP.
        public static let imap: Port = 143
        /// The port of HTTPS.
        public static let https: Port = 443
        /// The port of IMAP over TLS.
        public static let imaps: Port = 993
        /// The port of SOCKS.
        public static let socks: Port = 1080

        private static let services: [String: Port] = [
            "ssh": .ssh, "smtp": .smtp, "http": .http, "pop3": .pop, "imap": .imap, "https": .https, "imaps": .imaps,
            "socks": .socks,
        ]

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
