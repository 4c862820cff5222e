import Foundation
import NetworkNamespace
import Testing

@testable import Network
@testable import NetworkTables

@Suite struct PathTests {
    static func address(_ text: String) -> NetworkTables.IPAddress { NetworkTables.IPAddress(text: text)! }

    /// A machine with two interfaces of which the mobile one is preferred, and one that leads nowhere.
    static let state = NetworkState(
        links: [
            Link(index: 1, name: "lo", kind: .loopback), Link(index: 2, name: "eth0", kind: .ethernet),
            Link(index: 3, name: "wwan0", kind: .cellular), Link(index: 4, name: "wlan0", kind: .wifi),
        ],
        addresses: [LinkAddress(link: 1, address: address("127.0.0.1"), prefixLength: 8)],
        routes: [
            Route(to: address("0.0.0.0"), prefixLength: 0, link: 2, gateway: address("192.0.2.1"), metric: 100),
            Route(to: address("0.0.0.0"), prefixLength: 0, link: 3, metric: 50),
            Route(to: address("::"), prefixLength: 0, link: 2, gateway: address("fe80::1"), metric: 1024),
        ])

    static func path(_ state: NetworkState, loopback: Bool = false, _ types: NWInterface.InterfaceType...) -> NWPath {
        NWPath(state, allows: { types.contains($0) }, wantsLoopback: loopback, knowsServers: true)
    }

    @Test func hasWhatTheStateSays() {
        let all = Self.path(Self.state, .wiredEthernet, .cellular, .wifi, .other)
        #expect(all.status == .satisfied)
        #expect(all.availableInterfaces.map(\.name) == ["wwan0", "eth0"])
        #expect(all.availableInterfaces.map(\.index) == [3, 2])
        #expect(all.isExpensive && !all.isConstrained && all.supportsIPv4 && all.supportsIPv6 && all.supportsDNS)
        #expect(all.gateways.map(\.debugDescription) == ["192.0.2.1:0", "fe80::1%eth0.0"])
        #expect(
            all.usesInterfaceType(.cellular) && all.usesInterfaceType(.wiredEthernet) && !all.usesInterfaceType(.wifi))
        #expect(all.localEndpoint == nil && all.remoteEndpoint == nil)
        #expect(all.debugDescription == "satisfied, interface: wwan0, eth0, ipv4, ipv6, dns, expensive")

        let mobile = Self.path(Self.state, .cellular)
        #expect(
            mobile.availableInterfaces.map(\.type) == [.cellular] && !mobile.supportsIPv6 && mobile.gateways.isEmpty)
        let wireless = Self.path(Self.state, .wifi)
        #expect(wireless.status == .unsatisfied && wireless.unsatisfiedReason == .notAvailable && !wireless.supportsDNS)
        let loopback = Self.path(Self.state, loopback: true, .loopback)
        #expect(
            loopback.status == .satisfied && loopback.supportsIPv4 && loopback.availableInterfaces.map(\.name) == ["lo"]
        )
        #expect(Self.path(NetworkState(), .wiredEthernet) == wireless && wireless != mobile && mobile != all)
    }

    @Test func hasAddresses() {
        #expect(IPv4Address("192.0.2.1")?.rawValue == Data([192, 0, 2, 1]))
        #expect(IPv4Address("::1") == nil && IPv6Address("192.0.2.1") == nil && IPv4Address(Data([1])) == nil)
        #expect(IPv6Address.loopback.isLoopback && IPv4Address.loopback.isLoopback && IPv4Address.any.interface == nil)
        #expect(
            IPv4Address("224.0.0.1")!.isMulticast && IPv6Address("ff02::1")!.isMulticast
                && !IPv4Address.broadcast.isMulticast)
        #expect(IPv6Address("fe80::1")!.isLinkLocal && IPv4Address("169.254.1.1")!.isLinkLocal)
        #expect(IPv6Address(IPv6Address.any.rawValue) == .any)
    }

    @Test func hasEndpoints() {
        #expect(NWEndpoint.Port(rawValue: 80)! == .http && NWEndpoint.Port("443") == .https)
        #expect(NWEndpoint.Port("SSH") == .ssh && NWEndpoint.Port("65536") == nil && NWEndpoint.Port("none") == nil)
        #expect(
            [NWEndpoint.Port.smtp, .pop, .imap, .imaps, .socks, .any].map(\.rawValue) == [25, 110, 143, 993, 1080, 0])
        #expect(NWEndpoint.Host.name("a", nil).debugDescription == "a" && NWEndpoint.Host("a") == .name("a", nil))
        #expect(NWEndpoint.Host("192.0.2.1") == .ipv4(IPv4Address("192.0.2.1")!))
        #expect("::1" == NWEndpoint.Host.ipv6(.loopback) && NWEndpoint.Host("::1").interface == nil)
        // An address of a link has its interface.
        let local = NWEndpoint.Host("fe80::1%lo")
        #expect(local.interface?.type == .loopback && local.debugDescription == "fe80::1%lo")
        #expect(IPv6Address("fe80::1%none") == nil && IPv6Address("fe80::1%") == nil && IPv6Address("%lo") == nil)
    }
}

/// Paths in a network whose links, addresses and routes come and go.
@Suite(.serialized, .enabled(if: Namespace.isPossible, "this needs the right to make a network namespace"))
struct PathMonitorTests {
    @Test func reportsEachPathOnce() throws {
        let paths = Received<NWPath>()
        let wired = Received<NWPath>()
        let none = Received<NWPath>()
        let problem = Namespace.run { () -> String? in
            let queue = DispatchQueue(label: "client")
            let monitors = [
                (NWPathMonitor(), paths), (NWPathMonitor(requiredInterfaceType: .wiredEthernet), wired),
                (NWPathMonitor(prohibitedInterfaceTypes: [.wiredEthernet]), none),
            ]
            for (monitor, received) in monitors {
                guard monitor.currentPath.status == .unsatisfied, monitor.queue == nil else { return "before" }
                monitor.pathUpdateHandler = { received.append($0) }
                monitor.start(queue: queue)
                monitor.start(queue: queue)
            }
            guard [paths, wired, none].allSatisfy({ $0.next()?.status == .unsatisfied }) else { return "first" }
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0\nroute add default via 192.0.2.1"
            )
            for received in [paths, wired] {
                guard let path = received.next(), path.status == .satisfied, path.usesInterfaceType(.wiredEthernet),
                    path.supportsIPv4,
                    !path.supportsIPv6, path.gateways == [.hostPort(host: .ipv4(IPv4Address("192.0.2.1")!), port: 0)]
                else { return "up" }
            }
            guard monitors[0].0.currentPath.status == .satisfied, monitors[0].0.queue === queue else {
                return "current"
            }
            // What is not of a path's way to the network is no news.
            Namespace.ip(
                "addr add 198.51.100.5/24 dev net0\n-6 addr add 2001:db8::5/64 dev net0 nodad\nroute add 203.0.113.0/24 via 192.0.2.1"
            )
            Namespace.ip("-6 route add default via fe80::1 dev net0")
            guard let path = paths.next(), path.supportsIPv6, path.gateways.count == 2 else { return "six" }
            guard wired.next() == path else { return "six, wired" }
            monitors[1].0.cancel()
            Namespace.ip("link set net0 down")
            guard paths.next()?.status == .unsatisfied else { return "down" }
            monitors[0].0.cancel()
            monitors[2].0.cancel()
            queue.sync {}
            return nil
        }
        #expect(problem == .some(nil))
        #expect(paths.rest.isEmpty && wired.rest.isEmpty && none.rest.isEmpty)
    }

    /// Each of two hundred changes arrives, once; of two hundred at once, the last state does, and nothing twice.
    @Test func reportsManyChanges() throws {
        let paths = Received<NWPath>()
        let problem = Namespace.run { () -> String? in
            let queue = DispatchQueue(label: "client")
            let monitor = NWPathMonitor(following: NetworkMonitor(settling: .milliseconds(1)))
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0"
            )
            monitor.pathUpdateHandler = { paths.append($0) }
            monitor.start(queue: queue)
            guard paths.next()?.status == .unsatisfied else { return "at first" }
            for count in 0..<100 {
                Namespace.ip("route add default via 192.0.2.\(1 + count % 3)")
                guard let path = paths.next(), path.status == .satisfied,
                    path.gateways.map(\.debugDescription) == ["192.0.2.\(1 + count % 3):0"]
                else { return "\(count), up" }
                Namespace.ip("route del default")
                guard paths.next()?.status == .unsatisfied else { return "\(count), down" }
            }
            Namespace.ipAtOnce(
                (0..<100).flatMap { ["route add default via 192.0.2.\(1 + $0 % 3)", "route del default"] }
                    + ["route add default via 192.0.2.99"])
            var all: [NWPath] = []
            while let path = paths.next() {
                all.append(path)
                if path.gateways.map(\.debugDescription) == ["192.0.2.99:0"] { break }
            }
            monitor.cancel()
            queue.sync {}
            guard all.last?.status == .satisfied, zip(all, all.dropFirst()).allSatisfy({ $0 != $1 }) else {
                return "\(all)"
            }
            return nil
        }
        #expect(problem == .some(nil))
        #expect(paths.rest.isEmpty)
    }

    /// A handler that is set after the start gets the path that there is, and once.
    @Test func takesAHandlerLate() throws {
        Namespace.turn.lock()
        defer { Namespace.turn.unlock() }
        let paths = Received<NWPath>()
        let queue = DispatchQueue(label: "client")
        let monitor = NWPathMonitor(requiredInterfaceType: .loopback)
        monitor.start(queue: queue)
        // The first path has come.
        NetworkMonitor.shared.queue.sync {}
        queue.sync {}
        monitor.pathUpdateHandler = { paths.append($0) }
        #expect(paths.next() == monitor.currentPath)
        monitor.pathUpdateHandler = { paths.append($0) }
        queue.sync {}
        monitor.cancel()
        #expect(paths.rest.isEmpty)
    }

    /// In the handler a program may cancel and release the monitor; one that is released without a word is gone.
    @Test func endsInItsHandler() throws {
        Namespace.turn.lock()
        defer { Namespace.turn.unlock() }
        final class Owner: Sendable {
            nonisolated(unsafe) var monitor: NWPathMonitor? = NWPathMonitor(requiredInterfaceType: .loopback)
        }
        let owner = Owner()
        let paths = Received<NWPath>()
        weak let first = owner.monitor
        let queue = DispatchQueue(label: "client")
        owner.monitor?.pathUpdateHandler = { path in
            owner.monitor?.cancel()
            owner.monitor = nil
            paths.append(path)
        }
        owner.monitor?.start(queue: queue)
        #expect(paths.next()?.usesInterfaceType(.loopback) == true)
        queue.sync {}
        NetworkMonitor.shared.queue.sync {}
        #expect(first == nil)
        #expect(paths.rest.isEmpty)
    }
}
