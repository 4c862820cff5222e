import Foundation
import NetworkNamespace
import Testing

@testable import NetworkTables

/// The kernel's own tables, in a network of the test's own.
@Suite(.enabled(if: Namespace.isPossible, "this needs the right to make a network namespace"))
struct NamespaceTests {
    @Test func readsWhatTheKernelHas() throws {
        let state = try #require(
            Namespace.run { () -> NetworkState? in
                Namespace.ip(
                    """
                    link add net0 type veth peer name net9
                    link set net9 up
                    link set net0 up
                    addr add 192.0.2.5/24 dev net0
                    route add default via 192.0.2.1 metric 7
                    -6 addr add 2001:db8::5/64 dev net0 nodad
                    -6 route add default via fe80::1 dev net0
                    route add unreachable 198.51.100.0/24
                    """)
                // The kernel takes up an address of IPv6 a little later.
                let states = Received<NetworkState>()
                let monitor = NetworkMonitor()
                guard let number = try? monitor.add({ states.append($0) }) else { return nil }
                defer { monitor.remove(number) }
                let own = IPAddress(text: "2001:db8::5")!
                while let state = states.next() {
                    if state.route(to: own)?.kind == .local { return try? NetworkMonitor.read() }
                }
                return nil
            } ?? nil)
        let device = try #require(state.links.first { $0.name == "net0" })
        #expect(state.links.map(\.name).sorted() == ["lo", "net0", "net9"])
        #expect(device.isRunning && device.kind == .ethernet && state.links[0].kind == .loopback)
        #expect(
            state.addresses.map(\.address.description).filter { !$0.hasPrefix("fe80") }.sorted() == [
                "127.0.0.1", "192.0.2.5", "2001:db8::5", "::1",
            ])
        #expect(state.defaultRoutes.map { $0.gateway?.description } == ["192.0.2.1", "fe80::1"])
        #expect(state.defaultRoutes[0].metric == 7)
        for (text, link, kind) in [
            ("192.0.2.5", 1, Route.Kind.local), ("127.9.9.9", 1, .local), ("192.0.2.77", device.index, .unicast),
            ("203.0.113.1", device.index, .unicast), ("2001:db8::5", 1, .local),
            ("2001:db8::6", device.index, .unicast),
        ] {
            let route = try #require(state.route(to: IPAddress(text: text)!), "\(text)")
            #expect(route.kind == kind, "\(text)")
            if kind == .unicast { #expect(route.link == link, "\(text)") }
        }
        #expect(state.route(to: IPAddress(text: "198.51.100.1")!) == nil)
    }

    /// Hundreds of changes at once overrun the socket; the last state still arrives, and no state twice.
    @Test func losesNoChange() throws {
        let states = Received<NetworkState>()
        let monitor = NetworkMonitor(settling: .milliseconds(5))
        let found = Namespace.run { () -> (addresses: Int, others: Int, fault: String?) in
            func fault(_ text: String) -> (addresses: Int, others: Int, fault: String?) { (0, 0, text) }
            // Addresses of IPv6 come and go a while after their link.
            for place in ["all", "default"] {
                let path = "/proc/sys/net/ipv6/conf/\(place)/disable_ipv6"
                try? "1".write(toFile: path, atomically: false, encoding: .utf8)
            }
            guard let first = try? monitor.add({ states.append($0) }) else { return fault("not added") }
            var last = states.next()
            Namespace.ip("link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up")
            for number in 0..<200 { Namespace.ip("addr add 10.0.\(number).1/24 dev net0") }
            Namespace.ip("route add default via 10.0.199.2")
            repeat {
                guard let state = states.next() else { return fault("no state with the route") }
                if state == last { return fault("a state twice, before the route") }
                last = state
            } while last?.defaultRoutes.count != 1
            // Notices without a change of what counts are no news.
            for number in 0..<20 { Namespace.ip("link set net0 alias name\(number)") }
            Namespace.ip("link set net9 down")
            repeat {
                guard let state = states.next() else { return fault("no state of the links that are down") }
                if state == last { return fault("a state twice, after the route") }
                last = state
            } while last?.links.allSatisfy({ $0.name == "lo" || !$0.isRunning }) != true
            monitor.remove(first)
            last = states.rest.last ?? last
            while !states.rest.isEmpty { _ = states.next() }
            // With no observer left, the sockets are closed; another begins anew.
            guard let second = try? monitor.add({ states.append($0) }), let again = states.next() else {
                return fault("no state for the second observer")
            }
            monitor.remove(second)
            if again != last { return fault("\(again) after \(String(describing: last))") }
            return (again.addresses.count, states.rest.count, nil)
        }
        #expect(found?.fault == nil)
        // Those of the loopback and of the link itself are there, too.
        #expect((found?.addresses ?? 0) >= 201)
        #expect(found?.others == 0)
    }
}
