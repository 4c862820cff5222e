@_exported public import Dispatch
@_exported public import Foundation
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
        guard let address = NetworkTables.IPAddress(bytes: rawValue, of: .v4) else { return nil }
        self.init(address: address, interface: interface)
    }

    /// Creates an address from its usual text.
    ///
    /// - Parameter string: the text, such as "192.0.2.1".
    /// - Returns: nil if the text is not of an IPv4 address.
    public init?(_ string: String) {
        guard let address = NetworkTables.IPAddress(text: string, of: .v4) else { return nil }
        self.init(address: address, interface: nil)
    }

    /// The 4 bytes in the network's order.
    public var rawValue: Data { Data(address.bytes) }
    /// Whether the address is in 127.0.0.0/8.
    public var isLoopback: Bool { address.isLoopback }
    /// Whether the address is in 169.254.0.0/16.
    public var isLinkLocal: Bool { address.isLinkLocal }
    /// Whether the address is in 224.0.0.0/4.
    public var isMulticast: Bool { address.isMulticast }
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
        guard let address = NetworkTables.IPAddress(bytes: rawValue, of: .v6) else { return nil }
        self.init(address: address, interface: interface)
    }

    /// Creates an address from its usual text.
    ///
    /// - Parameter string: the text, such as "2001:db8::1", or with the name of an interface "fe80::1%eth0".
    /// - Returns: nil if the text is not of an IPv6 address, or if this machine has no such interface.
    public init?(_ string: String) {
        let parts = string.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let address = NetworkTables.IPAddress(text: parts[0], of: .v6) else { return nil }
        let link = parts.count == 1 ? nil : (try? NetworkMonitor.read())?.links.first { $0.name == parts[1] }
        guard parts.count == 1 || link != nil else { return nil }
        self.init(address: address, interface: link.map(NWInterface.init))
    }

    /// The 16 bytes in the network's order.
    public var rawValue: Data { Data(address.bytes) }
    /// Whether the address is ::1.
    public var isLoopback: Bool { address.isLoopback }
    /// Whether the address is in fe80::/10.
    public var isLinkLocal: Bool { address.isLinkLocal }
    /// Whether the address is in ff00::/8.
    public var isMulticast: Bool { address.isMulticast }
    /// The usual text, with the name of the interface that the address belongs to.
    public var debugDescription: String { address.description + (interface.map { "%\($0.name)" } ?? "") }

    /// ::.
    public static let any = IPv6Address("::")!
    /// ::1.
    public static let loopback = IPv6Address("::1")!
}
