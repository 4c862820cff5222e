package import NetworkTables

/// An interface that a program's connections can use.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
    /// What an interface is connected to.
    public enum InterfaceType: Hashable, Sendable {
        /// Something else, such as a tunnel.
        case other
        /// A wireless network.
        case wifi
        /// A mobile network.
        case cellular
        /// A wired network, or one between programs and containers of this machine.
        case wiredEthernet
        /// This machine.
        case loopback
    }

    /// What the interface is connected to.
    public let type: InterfaceType
    /// The interface's name, such as "eth0".
    public let name: String
    /// The interface's index.
    public let index: Int

    /// The interface's name.
    public var debugDescription: String { name }

    package init(_ link: Link) {
        type =
            switch link.kind {
            case .loopback: .loopback
            case .ethernet: .wiredEthernet
            case .wifi: .wifi
            case .cellular: .cellular
            case .other: .other
            }
        name = link.name
        index = link.index
    }
}
