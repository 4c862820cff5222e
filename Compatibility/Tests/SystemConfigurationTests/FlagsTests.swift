import NetworkTables
import Testing

@testable import SystemConfiguration

/// The flags of targets, by a table: each row is a network, a target and what the flags are.
@Suite struct FlagsTests {
    static let direct: SCNetworkReachabilityFlags = [.reachable, .isDirect]
    static let local: SCNetworkReachabilityFlags = [.reachable, .isLocalAddress, .isDirect]

    /// A machine with a wired interface, as the kernel has it.
    static func wired(_ change: (inout NetworkState) -> Void = { _ in }) -> NetworkState {
        var state = NetworkState(
            links: [Link(index: 1, name: "lo", kind: .loopback), Link(index: 2, name: "eth0", kind: .ethernet)],
            routes: [
                route("127.0.0.0", 8, 1, kind: .local, table: .local),
                route("192.0.2.5", 32, 2, kind: .local, table: .local),
                route("192.0.2.0", 24, 2), route("0.0.0.0", 0, 2, gateway: "192.0.2.1"),
                route("::", 0, 1, kind: .refused, metric: .max),
            ])
        change(&state)
        return state
    }

    static func route(
        _ text: String, _ length: Int, _ link: Int, gateway: String? = nil, kind: Route.Kind = .unicast,
        table: Route.Table = .main, metric: UInt32 = 0, isDead: Bool = false
    ) -> Route {
        Route(
            to: IPAddress(text: text)!, prefixLength: length, kind: kind, table: table, link: link,
            gateway: gateway.flatMap { IPAddress(text: $0) }, metric: metric, isDead: isDead)
    }

    static let tunnel = wired {
        $0.links.append(Link(index: 3, name: "tun0", kind: .other, isPointToPoint: true))
        $0.routes.append(route("10.0.0.0", 8, 3))
    }
    static let mobile = wired {
        $0.links[1] = Link(index: 2, name: "wwan0", kind: .cellular)
    }
    static let refusing = wired { $0.routes.append(route("198.51.100.0", 24, 1, kind: .refused)) }
    static let noDefault = wired { $0.routes.removeAll(where: \.isDefault) }
    static let noCarrier = wired { $0.links[1].isRunning = false }
    static let dead = wired { state in
        for index in state.routes.indices where state.routes[index].link == 2 { state.routes[index].isDead = true }
    }
    static let six = wired {
        $0.routes.removeAll(where: \.isDefault)
        $0.routes.append(route("::", 0, 2, gateway: "fe80::1", metric: 1024))
    }
    static let twoDefaults = wired {
        $0.links.append(Link(index: 3, name: "wwan0", kind: .cellular))
        $0.routes.append(route("0.0.0.0", 0, 3, metric: 50))
    }

    @Test(
        arguments: [
            (wired(), "0.0.0.0", [.reachable]), (wired(), "::", [.reachable]), (wired(), "203.0.113.9", [.reachable]),
            (wired(), "192.0.2.77", direct), (wired(), "192.0.2.5", local), (wired(), "127.0.0.1", local),
            (wired(), "2001:db8::1", []),
            (noDefault, "0.0.0.0", []), (noDefault, "203.0.113.9", []), (noDefault, "192.0.2.77", direct),
            (noCarrier, "0.0.0.0", []), (noCarrier, "192.0.2.77", []), (noCarrier, "127.0.0.1", local),
            (dead, "192.0.2.77", []), (dead, "0.0.0.0", []),
            (tunnel, "10.1.2.3", [.reachable, .transientConnection]), (tunnel, "0.0.0.0", [.reachable]),
            (mobile, "203.0.113.9", [.reachable, .transientConnection, .isWWAN]),
            (refusing, "198.51.100.1", []), (refusing, "203.0.113.9", [.reachable]),
            (six, "2001:db8::1", [.reachable]), (six, "203.0.113.9", []), (six, "0.0.0.0", [.reachable]),
            (twoDefaults, "0.0.0.0", [.reachable]),
            (NetworkState(), "0.0.0.0", []), (NetworkState(), "127.0.0.1", []),
        ] as [(NetworkState, String, SCNetworkReachabilityFlags)])
    func ofAddresses(state: NetworkState, text: String, flags: SCNetworkReachabilityFlags) {
        #expect(state.reachability(of: IPAddress(text: text)!) == flags)
    }

    @Test func ofPairsAndNames() {
        let (own, other, far) = (
            IPAddress(text: "192.0.2.5")!, IPAddress(text: "192.0.2.6")!, IPAddress(text: "203.0.113.9")!
        )
        let state = Self.wired()
        #expect(state.reachability(from: own, to: far) == .reachable)
        #expect(state.reachability(from: other, to: far) == [])
        #expect(state.reachability(from: own, to: nil) == Self.local)
        #expect(state.reachability(from: nil, to: other) == Self.direct)
        #expect(state.reachability(ofAnyOf: [far, other]) == Self.direct)
        #expect(state.reachability(ofAnyOf: []) == [])

        let name = ReachabilityTarget(name: "www.example.org")!
        #expect(name.flags(in: state, knowsServers: true) == .reachable)
        #expect(name.flags(in: state, knowsServers: false) == [])
        #expect(name.flags(in: Self.noDefault, knowsServers: true) == [])
        #expect(ReachabilityTarget(name: "192.0.2.6") == .address(other))
        #expect(ReachabilityTarget(name: "fe80::1%eth0") == .address(IPAddress(text: "fe80::1")!))
        #expect(ReachabilityTarget(name: "LocalHost")?.flags(in: state, knowsServers: false) == Self.local)
        #expect(ReachabilityTarget(name: "") == nil)
    }

    /// The kernel's order: the longest prefix, then the lowest metric, and the table `local` first.
    @Test func takesTheRouteOfTheKernel() {
        let state = Self.wired {
            $0.links.append(Link(index: 3, name: "eth1", kind: .ethernet))
            $0.routes += [
                Self.route("192.0.2.0", 25, 3, metric: 900), Self.route("192.0.2.0", 24, 3, metric: 10),
                Self.route("192.0.2.200", 32, 1, kind: .next), Self.route("192.0.2.200", 32, 3, table: .default),
            ]
        }
        #expect(state.route(to: IPAddress(text: "192.0.2.77")!)?.link == 3)
        #expect(state.route(to: IPAddress(text: "192.0.2.130")!)?.link == 2)
        #expect(state.route(to: IPAddress(text: "192.0.2.5")!)?.kind == .local)
        #expect(state.route(to: IPAddress(text: "192.0.2.200")!)?.table == .default)
    }
}
