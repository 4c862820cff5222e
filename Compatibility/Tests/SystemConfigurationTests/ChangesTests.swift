import Foundation
import NetworkNamespace
import NetworkTables
import Testing

@testable import SystemConfiguration

/// Targets in a network that changes two hundred times.
@Suite(.serialized, .enabled(if: Namespace.isPossible, "this needs the right to make a network namespace"))
struct ChangesTests {
    /// What a network has, and what the flags of targets are then.
    struct Model {
        var hasDefault = false, refuses = false, hasSecond = false, hasCarrier = true

        static let targets = ["0.0.0.0", "203.0.113.9", "192.0.2.6", "192.0.2.5", "198.51.100.1"]

        var flags: [SCNetworkReachabilityFlags] {
            let general: SCNetworkReachabilityFlags = hasDefault && hasCarrier ? .reachable : []
            let neighbour: SCNetworkReachabilityFlags = hasCarrier && !refuses ? FlagsTests.direct : []
            return [general, general, neighbour, FlagsTests.local, hasSecond ? FlagsTests.local : general]
        }

        /// Changes one thing.
        ///
        /// - Returns: what `ip` does.
        mutating func change(_ number: Int) -> String {
            func word(_ isOn: Bool) -> String { isOn ? "add" : "del" }
            switch number {
            case 0:
                hasDefault.toggle()
                return "route \(word(hasDefault)) default via 192.0.2.1"
            case 1:
                refuses.toggle()
                return "route \(word(refuses)) blackhole 192.0.2.6/32"
            case 2:
                hasSecond.toggle()
                return "addr \(word(hasSecond)) 198.51.100.1/24 dev net0"
            default:
                hasCarrier.toggle()
                return "link set net9 \(hasCarrier ? "up" : "down")"
            }
        }
    }

    static let begin =
        "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0"

    /// What targets report, each in a list of its own, on one queue.
    final class Targets: @unchecked Sendable {
        let lists: [Received<SCNetworkReachabilityFlags>]
        let objects: [UnsafeRawPointer]
        let queue = DispatchQueue(label: "client")

        init(_ targets: [String], _ monitor: NetworkMonitor) {
            let lists = targets.map { _ in Received<SCNetworkReachabilityFlags>() }
            self.lists = lists
            objects = targets.map { Reachability.make(.address(IPAddress(text: $0)!), monitor: monitor) }
            for (number, object) in objects.enumerated() {
                Reachability.of(object).setCallout(
                    Callout(call: { _, flags, _ in lists[number].append(flags) }, info: nil, retain: nil, release: nil))
                _ = Reachability.of(object).setQueue(.swift(queue))
            }
        }

        /// Ends the reports. A call that has begun has ended then.
        func end() {
            for object in objects { _ = Reachability.of(object).setQueue(nil) }
            queue.sync {}
        }

        deinit { for object in objects { Unmanaged<AnyObject>.fromOpaque(object).release() } }
    }

    /// Each of two hundred changes arrives, once, while the next waits for it.
    @Test func reportsEachOfManyChanges() {
        let problem = Namespace.run { () -> String? in
            Namespace.ip(Self.begin)
            let targets = Targets(Model.targets, NetworkMonitor(settling: .milliseconds(1)))
            defer { targets.end() }
            var model = Model()
            var random = Random(state: 1)
            // The kernel may have yet to find the carrier of the new link.
            for (number, list) in targets.lists.enumerated() {
                var flags = list.next()
                while let found = flags, found != model.flags[number] { flags = list.next() }
                guard flags != nil else { return "at first, target \(number)" }
            }
            for count in 0..<200 {
                let before = model.flags
                // The kernel takes up to a second to see that a carrier has come or gone.
                let command = model.change(count % 40 == 39 ? 3 : Int(random.next() % 3))
                Namespace.ip(command)
                for (number, flags) in model.flags.enumerated() where flags != before[number] {
                    let found = targets.lists[number].next()
                    guard found == flags else {
                        return "\(count) \(command): target \(number) \(String(describing: found))"
                    }
                }
            }
            targets.end()
            return targets.lists.allSatisfy(\.rest.isEmpty) ? nil : "more than there was"
        }
        #expect(problem == .some(nil))
    }

    /// Of two hundred changes that come at once, the last state arrives, and nothing twice.
    @Test func reportsTheEndOfAStorm() {
        let problem = Namespace.run { () -> String? in
            Namespace.ip(Self.begin)
            let targets = Targets(Model.targets + ["192.0.2.77"], NetworkMonitor())
            defer { targets.end() }
            var model = Model()
            var random = Random(state: 2)
            Namespace.ipAtOnce((0..<200).map { _ in model.change(Int(random.next() % 3)) })
            // It is reported after the storm, and the last.
            Namespace.ip("addr add 192.0.2.77/24 dev net0")
            while let flags = targets.lists[5].next(), flags != FlagsTests.local {}
            targets.queue.sync {}
            for (number, flags) in model.flags.enumerated() {
                let all = targets.lists[number].rest
                guard all.last == flags, all.count <= 202, zip(all, all.dropFirst()).allSatisfy({ $0 != $1 }) else {
                    return "target \(number): \(all)"
                }
            }
            return nil
        }
        #expect(problem == .some(nil))
    }

    /// Addresses of IPv6, and a tunnel, as they come and go.
    @Test func knowsTunnelsAndTheOtherVersion() {
        let transient: SCNetworkReachabilityFlags = [.reachable, .transientConnection]
        let steps: [(String, [SCNetworkReachabilityFlags])] = [
            ("-6 addr add 2001:db8::5/64 dev net0 nodad", [[], FlagsTests.direct, FlagsTests.local, []]),
            (
                "-6 route add default via fe80::1 dev net0",
                [.reachable, FlagsTests.direct, FlagsTests.local, .reachable]
            ),
            ("link set tun0 up", [.reachable, FlagsTests.direct, FlagsTests.local, .reachable]),
            ("-6 route add 2001:db8:1::/48 dev tun0", [.reachable, FlagsTests.direct, FlagsTests.local, transient]),
            ("-6 route del default", [[], FlagsTests.direct, FlagsTests.local, transient]),
            ("-6 route add default dev tun0", [transient, FlagsTests.direct, FlagsTests.local, transient]),
            ("link set tun0 down", [[], FlagsTests.direct, FlagsTests.local, []]),
            ("-6 addr del 2001:db8::5/64 dev net0", [[], [], [], []]),
        ]
        let problem = Namespace.run { () -> String? in
            Namespace.ip(Self.begin)
            guard let tunnel = Namespace.tunnel("tun0") else { return "no tunnel" }
            defer { close(tunnel) }
            let targets = Targets(["::", "2001:db8::6", "2001:db8::5", "2001:db8:1::1"], NetworkMonitor())
            defer { targets.end() }
            guard targets.lists.allSatisfy({ $0.next() == [] }) else { return "at first" }
            var last: [SCNetworkReachabilityFlags] = [[], [], [], []]
            for (command, wanted) in steps {
                Namespace.ip(command)
                for (number, flags) in wanted.enumerated() where flags != last[number] {
                    var found = targets.lists[number].next()
                    // The kernel has the route to the network of an address of IPv6 a little longer than the address.
                    if found == FlagsTests.direct, flags != found { found = targets.lists[number].next() }
                    guard found == flags else { return "\(command): target \(number) \(String(describing: found))" }
                }
                last = wanted
            }
            targets.end()
            return targets.lists.allSatisfy(\.rest.isEmpty) ? nil : "more than there was"
        }
        #expect(problem == .some(nil))
    }

    /// The same numbers in each run.
    struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
