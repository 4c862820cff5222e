public import Foundation
package import NetworkTables

/// An address of the Internet Protocol.
public protocol IPAddress: Hashable, Sendable, CustomDebugStringConvertible {
    /// The bytes in the network's order.
    var rawValue: Data { get }
    /// The interface that the address belongs to; nil for any.
    var interface: NWInterface? { get }
    /// Whether the address is one of this machine for itself.
    var isLoopback: Bool { get }
    /// Whether the address is of use on one link alone.
    var isLinkLocal: Bool { get }
    /// Whether the address stands for a group of hosts.
    var isMulticast: Bool { get }
    /// Creates an address from its bytes.
    init?(_ rawValue: Data, _ interface: NWInterface?)
    /// Creates an address from its usual text.
    init?(_ string: String)
}

/// An IPv4 address.
public struct IPv4Address: IPAddress {
    package let address: NetworkTables.IPAddress
    /// The interface that the address belongs to; nil for any.
    public let interface: NWInterface?

    package init(address: NetworkTables.IPAddress, interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Creates an address from its bytes.
    ///
    /// - Parameters:
    ///   - rawValue: 4 bytes in the network's order.
    ///   - interface: the interface that the address belongs to; nil for any.
    /// - Returns: nil for another number of bytes.
    public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
        guard rawValue.count == 4, let address = NetworkTables.IPAddress(bytes: rawValue) else { return nil }
        self.init(address: address, interface: interface)
    }

    /// Creates an address from its usual text.
    ///
    /// - Parameter string: the text, such as "192.0.2.1".
    /// - Returns: nil if the text is not of an IPv4 address.
    public init?(_ string: String) {
        guard let address = NetworkTables.IPAddress(text: string), address.family == .v4 else { return nil }
        self.init(address: address, interface: nil)
    }

    /// The 4 bytes in the network's order.
    public var rawValue: Data { Data(address.bytes) }
    /// Whether the address is in 127.0.0.0/8.
    public var isLoopback: Bool { address.isLoopback }
    /// Whether the address is in 169.254.0.0/16.
    public var isLinkLocal: Bool { address.isLinkLocal }
    /// Whether the address is in 224.0.0.0/4.
    public var isMulticast: Bool { address.bytes[0] & 0xF0 == 0xE0 }
    /// The usual text.
    public var debugDescription: String { address.description }

    /// 0.0.0.0.
    public static let any = IPv4Address("0.0.0.0")!
    /// 127.0.0.1.
    public static let loopback = IPv4Address("127.0.0.1")!
    /// 255.255.255.255.
    public static let broadcast = IPv4Address("255.255.255.255")!
}

/// An IPv6 address.
public struct IPv6Address: IPAddress {
    package let address: NetworkTables.IPAddress
    /// The interface that the address belongs to; nil for any.
    public let interface: NWInterface?

    package init(address: NetworkTables.IPAddress, interface: NWInterface?) {
        self.address = address
        self.interface = interface
    }

    /// Creates an address from its bytes.
    ///
    /// - Parameters:
    ///   - rawValue: 16 bytes in the network's order.
    ///   - interface: the interface that the address belongs to; nil for any.
    /// - Returns: nil for another number of bytes.
    public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
        guard rawValue.count == 16, let address = NetworkTables.IPAddress(bytes: rawValue) else { return nil }
        self.init(address: address, interface: interface)
    }

    /// Creates an address from its usual text.
    ///
    /// - Parameter string: the text, such as "2001:db8::1", without a zone.
    /// - Returns: nil if the text is not of an IPv6 address.
    public init?(_ string: String) {
        guard let address = NetworkTables.IPAddress(text: string), address.family == .v6 else { return nil }
        self.init(address: address, interface: nil)
    }

    /// The 16 bytes in the network's order.
    public var rawValue: Data { Data(address.bytes) }
    /// Whether the address is ::1.
    public var isLoopback: Bool { address.isLoopback }
    /// Whether the address is in fe80::/10.
    public var isLinkLocal: Bool { address.isLinkLocal }
    /// Whether the address is in ff00::/8.
    public var isMulticast: Bool { address.bytes[0] == 0xFF }
    /// The usual text, with the name of the interface that the address belongs to.
    public var debugDescription: String { address.description + (interface.map { "%\($0.name)" } ?? "") }

    /// ::.
    public static let any = IPv6Address("::")!
    /// ::1.
    public static let loopback = IPv6Address("::1")!
}
