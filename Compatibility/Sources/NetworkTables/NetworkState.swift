/// What the kernel knows of the network: the links of this machine, their addresses and the routes, in an order that depends on
/// nothing else. Questions about it are pure functions.
package struct NetworkState: Equatable, Sendable {
    /// The links, by their index.
    package var links: [Link]
    /// The addresses that can be used: not those that the kernel still checks.
    package var addresses: [LinkAddress]
    /// The routes of the tables `local`, `main` and `default`.
    package var routes: [Route]

    /// Creates a state, in order.
    ///
    /// - Parameters:
    ///   - links: the links.
    ///   - addresses: the addresses.
    ///   - routes: the routes.
    package init(links: [Link] = [], addresses: [LinkAddress] = [], routes: [Route] = []) {
        self.links = links.sorted { $0.index < $1.index }
        self.addresses = Set(addresses).sorted { $0.key < $1.key }
        self.routes = Set(routes).sorted { $0.key < $1.key }
    }
}

/// A network interface.
package struct Link: Hashable, Sendable {
    /// What an interface is connected to.
    package enum Kind: Sendable {
        case loopback, ethernet, wifi, cellular, other
    }

    /// The number that routes name it by.
    package var index: Int
    /// The name, such as "eth0".
    package var name: String
    /// What it is connected to.
    package var kind: Kind
    /// Whether it is switched on and has a carrier.
    package var isRunning: Bool
    /// Whether it has one other end, as a tunnel has.
    package var isPointToPoint: Bool

    /// Creates a link.
    package init(index: Int, name: String, kind: Kind, isRunning: Bool = true, isPointToPoint: Bool = false) {
        self.index = index
        self.name = name
        self.kind = kind
        self.isRunning = isRunning
        self.isPointToPoint = isPointToPoint
    }
}

/// An address of an interface.
package struct LinkAddress: Hashable, Sendable {
    /// The index of the interface.
    package var link: Int
    /// The address.
    package var address: IPAddress
    /// The number of bits of the address that its network has.
    package var prefixLength: Int

    /// Creates an address of an interface.
    package init(link: Int, address: IPAddress, prefixLength: Int) {
        self.link = link
        self.address = address
        self.prefixLength = prefixLength
    }

    fileprivate var key: String { "\(link) \(address.bytes) \(prefixLength)" }
}

/// A way to a network.
package struct Route: Hashable, Sendable {
    /// What happens to packets that take the route.
    package enum Kind: Sendable {
        /// They go to a link.
        case unicast
        /// They are for this machine.
        case local
        /// They are refused or dropped.
        case refused
        /// The next table has the answer.
        case next
    }

    /// Which table has the route, by the kernel's number. The kernel asks `local`, `main` and `default` in turn.
    package enum Table: UInt32, CaseIterable, Sendable {
        case local = 255
        case main = 254
        case `default` = 253
    }

    /// The network's address.
    package var destination: IPAddress
    /// The number of bits of the network's address that count.
    package var prefixLength: Int
    /// What happens to the packets.
    package var kind: Kind
    /// The table.
    package var table: Table
    /// The index of the link that packets leave by.
    package var link: Int
    /// The router that packets go to first; nil where the destination is on the link.
    package var gateway: IPAddress?
    /// Of two routes to one network, the kernel takes that of the lower metric.
    package var metric: UInt32
    /// Whether the kernel has marked the route as one without a carrier.
    package var isDead: Bool

    /// Creates a route.
    package init(
        to destination: IPAddress, prefixLength: Int, kind: Kind = .unicast, table: Table = .main, link: Int,
        gateway: IPAddress? = nil, metric: UInt32 = 0, isDead: Bool = false
    ) {
        self.destination = destination
        self.prefixLength = prefixLength
        self.kind = kind
        self.table = table
        self.link = link
        self.gateway = gateway
        self.metric = metric
        self.isDead = isDead
    }

    /// Whether the route is to all addresses that have no route of their own.
    package var isDefault: Bool { kind == .unicast && table != .local && prefixLength == 0 }

    fileprivate var key: String {
        "\(destination.bytes) \(prefixLength) \(table.rawValue) \(metric) \(link) \(kind) \(gateway?.bytes ?? []) \(isDead)"
    }
}

// MARK: Questions

extension NetworkState {
    /// Returns the link of an index.
    ///
    /// - Parameter index: the index.
    /// - Returns: nil if there is none.
    package func link(_ index: Int) -> Link? { links.first { $0.index == index } }

    /// Returns the route that packets to an address take.
    ///
    /// The first table decides that has one. Within a table the longest prefix wins, then the lowest metric. Routes whose link
    /// is not running do not count.
    ///
    /// - Parameter address: the address.
    /// - Returns: nil if there is none, or if the route refuses packets.
    package func route(to address: IPAddress) -> Route? {
        for table in Route.Table.allCases {
            let best =
                routes
                .filter {
                    $0.table == table && address.isIn($0.destination, prefixLength: $0.prefixLength) && isUsable($0)
                }
                .min { ($1.prefixLength, $0.metric) < ($0.prefixLength, $1.metric) }
            guard let best, best.kind != .next else { continue }
            return best.kind == .refused ? nil : best
        }
        return nil
    }

    /// The default routes that can be used, the preferred one first: IPv4's before IPv6's, and those of lower metrics first.
    package var defaultRoutes: [Route] {
        routes.filter { $0.isDefault && isUsable($0) && !(link($0.link)?.kind == .loopback) }
            .sorted {
                ($0.destination.family.rawValue, $0.metric, $0.link) < (
                    $1.destination.family.rawValue, $1.metric, $1.link
                )
            }
    }

    /// Whether a route that leads to a link has one with a carrier.
    private func isUsable(_ route: Route) -> Bool {
        route.kind != .unicast || (!route.isDead && link(route.link)?.isRunning == true)
    }
}
