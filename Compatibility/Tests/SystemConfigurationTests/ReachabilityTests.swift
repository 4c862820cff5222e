import Foundation
import NetworkCClient
import NetworkNamespace
import NetworkTables
import Synchronization
import Testing

@testable import SystemConfiguration

/// What a program's function has received, and the pointer that a program passes to it.
private final class Client: Sendable {
    let received = Received<SCNetworkReachabilityFlags>()
    let references = Mutex(0)
    nonisolated(unsafe) var target: SCNetworkReachability?

    func context() -> SCNetworkReachabilityContext {
        SCNetworkReachabilityContext(
            version: 0, info: Unmanaged.passUnretained(self).toOpaque(),
            retain: { info in
                Unmanaged<Client>.fromOpaque(info).retain().takeUnretainedValue().references.withLock { $0 += 1 }
                return info
            },
            release: { info in
                let client = Unmanaged<Client>.fromOpaque(info)
                client.takeUnretainedValue().references.withLock { $0 -= 1 }
                client.release()
            },
            copyDescription: { _ in Unmanaged.passRetained("client" as CFString) })
    }

    static let callout: SCNetworkReachabilityCallBack = { _, flags, info in
        Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().received.append(flags)
    }
}

private func address(_ text: String) -> SCNetworkReachability? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, text, &address.sin_addr)
    return withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SCNetworkReachabilityCreateWithAddress(nil, $0) }
    }
}

/// Targets in a network whose links, addresses and routes come and go. One after another: the monitor is the process's own.
@Suite(.serialized, .enabled(if: Namespace.isPossible, "this needs the right to make a network namespace"))
struct ReachabilityTests {
    static let direct: SCNetworkReachabilityFlags = [.reachable, .isDirect]
    static let local: SCNetworkReachabilityFlags = [.reachable, .isLocalAddress, .isDirect]

    /// What `ip` does, and what the flags of 0.0.0.0, 192.0.2.6 and 192.0.2.5 are then.
    static let steps: [(String, SCNetworkReachabilityFlags, SCNetworkReachabilityFlags, SCNetworkReachabilityFlags)] = [
        ("link add net0 type veth peer name net9", [], [], []),
        ("link set net0 up", [], [], []),
        ("link set net9 up", [], [], []),
        ("addr add 192.0.2.5/24 dev net0", [], direct, local),
        ("route add default via 192.0.2.1", .reachable, direct, local),
        ("route add default via 192.0.2.2 metric 9", .reachable, direct, local),
        ("route del default via 192.0.2.1", .reachable, direct, local),
        ("route del default via 192.0.2.2", [], direct, local),
        ("route replace default via 192.0.2.1", .reachable, direct, local),
        ("route add blackhole 192.0.2.6/32", .reachable, [], local),
        ("route del blackhole 192.0.2.6/32", .reachable, direct, local),
        // Without a carrier the routes stay.
        ("link set net9 down", [], [], local),
        ("link set net9 up", .reachable, direct, local),
        // Linux keeps the addresses of a link that is down for itself.
        ("link set net0 down", [], [], local),
        ("link set net0 up", [], direct, local),
        ("addr del 192.0.2.5/24 dev net0", [], [], []),
        ("addr add 192.0.2.6/24 dev net0", [], local, direct),
        ("link del net0", [], [], []),
    ]

    /// Each change of the flags arrives on a queue, once, and nothing else does.
    @Test func reportsEachChangeOnce() throws {
        let clients = (0..<3).map { _ in Client() }
        let problem = Namespace.run { () -> String? in
            let targets = ["0.0.0.0", "192.0.2.6", "192.0.2.5"].map { address($0)! }
            let queue = DispatchQueue(label: "client")
            for (client, target) in zip(clients, targets) {
                var context = client.context()
                SCNetworkReachabilitySetCallback(target, Client.callout, &context)
                guard SCNetworkReachabilitySetDispatchQueue(target, queue) else { return "not scheduled" }
            }
            var last: [SCNetworkReachabilityFlags] = []
            for client in clients {
                guard let first = client.received.next() else { return "no first call" }
                last.append(first)
            }
            guard last == [[], [], []] else { return "at first \(last)" }
            for (command, general, neighbour, own) in Self.steps {
                Namespace.ip(command)
                let wanted = [general, neighbour, own]
                for (number, client) in clients.enumerated() where wanted[number] != last[number] {
                    guard client.received.next() == wanted[number] else { return "\(command): target \(number)" }
                }
                for (number, target) in targets.enumerated() {
                    var flags: SCNetworkReachabilityFlags = .connectionOnDemand
                    guard SCNetworkReachabilityGetFlags(target, &flags), flags == wanted[number] else {
                        return "\(command): target \(number) has \(flags)"
                    }
                }
                last = wanted
            }
            for target in targets {
                guard SCNetworkReachabilitySetDispatchQueue(target, nil),
                    !SCNetworkReachabilitySetDispatchQueue(target, nil)
                else { return "not unscheduled" }
                SCNetworkReachabilitySetCallback(target, nil, nil)
            }
            queue.sync {}
            return nil
        }
        #expect(problem == .some(nil))
        for client in clients {
            #expect(client.received.rest.isEmpty)
            #expect(client.references.withLock { $0 } == 0)
        }
    }

    /// Changes that take long enough for each to be seen arrive in order on a run loop; in its function a program may do as it likes.
    @Test func callsOnARunLoopAndTakesAnyCallThere() throws {
        let client = Client()
        let result = Namespace.run { () -> [SCNetworkReachabilityFlags] in
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0"
            )
            client.target = address("192.0.2.9")
            var context = client.context()
            let stop: SCNetworkReachabilityCallBack = { target, flags, info in
                let client = Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue()
                client.received.append(flags)
                var now: SCNetworkReachabilityFlags = []
                SCNetworkReachabilityGetFlags(target, &now)
                if flags.isEmpty {
                    // The last reference of the program's own goes, and its function with it.
                    SCNetworkReachabilityUnscheduleFromRunLoop(
                        target, CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue)
                    SCNetworkReachabilitySetCallback(target, nil, nil)
                    client.target = nil
                    CFRunLoopStop(CFRunLoopGetCurrent())
                } else {
                    Namespace.ip("link set net0 down")
                }
            }
            SCNetworkReachabilitySetCallback(client.target!, stop, &context)
            let mode = CFRunLoopMode.defaultMode.rawValue
            _ = SCNetworkReachabilityScheduleWithRunLoop(client.target!, CFRunLoopGetCurrent(), mode)
            _ = SCNetworkReachabilityScheduleWithRunLoop(client.target!, CFRunLoopGetCurrent(), mode)
            #expect(!SCNetworkReachabilitySetDispatchQueue(client.target!, DispatchQueue.global()))
            CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false)
            return client.received.rest
        }
        #expect(result == [Self.direct, []])
        #expect(client.references.withLock { $0 } == 0)
        #expect(client.target == nil)
    }

    /// A name is as reachable as the network until its addresses are known; they are asked for again at each change.
    @Test func asksForTheAddressesOfANameAtEachChange() throws {
        let client = Client()
        let asked = Received<String>()
        let answers = Mutex([
            Resolution.addresses([IPAddress(text: "192.0.2.9")!]), .addresses([IPAddress(text: "203.0.113.9")!]),
            .addresses([]),
        ])
        let problem = Namespace.run { () -> String? in
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0\nroute add default via 192.0.2.1"
            )
            let object = Reachability.make(.name("www.example.org")) { name in
                asked.append(name)
                return answers.withLock { $0.removeFirst() }
            }
            let target = Unmanaged<SCNetworkReachability>.fromOpaque(object).takeRetainedValue()
            var context = client.context()
            SCNetworkReachabilitySetCallback(target, Client.callout, &context)
            let queue = DispatchQueue(label: "client")
            guard SCNetworkReachabilitySetDispatchQueue(target, queue) else { return "not scheduled" }
            var received: [SCNetworkReachabilityFlags?] = [client.received.next(), client.received.next()]
            Namespace.ip("route add 198.51.100.0/24 via 192.0.2.1")
            received.append(client.received.next())
            Namespace.ip("route del 198.51.100.0/24")
            received.append(client.received.next())
            SCNetworkReachabilitySetDispatchQueue(target, nil)
            SCNetworkReachabilitySetCallback(target, nil, nil)
            // A call that has begun has its function until it ends.
            queue.sync {}
            return received == [.reachable, Self.direct, .reachable, []] ? nil : "\(received)"
        }
        #expect(problem == .some(nil))
        #expect(asked.rest == ["www.example.org", "www.example.org", "www.example.org"])
        #expect(client.references.withLock { $0 } == 0)
    }

    /// Without a server of names, and without a route, a name may have addresses: of the hosts file, or of other machines of the link.
    @Test func asksForNamesWithoutAServer() throws {
        let client = Client()
        let problem = Namespace.run { () -> String? in
            let object = Reachability.make(
                .name("printer.local"), resolve: { _ in .addresses([IPAddress(text: "192.0.2.9")!]) },
                knowsServers: { false })
            let target = Unmanaged<SCNetworkReachability>.fromOpaque(object).takeRetainedValue()
            var context = client.context()
            SCNetworkReachabilitySetCallback(target, Client.callout, &context)
            let queue = DispatchQueue(label: "client")
            SCNetworkReachabilitySetDispatchQueue(target, queue)
            guard client.received.next() == [] else { return "at first" }
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0"
            )
            guard client.received.next() == Self.direct else { return "with a link" }
            // Its addresses are known: it is not reachable as soon as they are not.
            Namespace.ip("link set net0 down")
            guard client.received.next() == [] else { return "without the link" }
            SCNetworkReachabilitySetDispatchQueue(target, nil)
            queue.sync {}
            return nil
        }
        #expect(problem == .some(nil))
        #expect(client.received.rest.isEmpty)
    }

    /// While no server of names answers, few questions wait, whatever changes; the last state is asked about.
    @Test func asksFewQuestionsAtOnce() throws {
        let client = Client()
        let asked = Mutex((now: 0, most: 0, all: 0))
        let answers = DispatchSemaphore(value: 0)
        let problem = Namespace.run { () -> String? in
            Namespace.ip(ChangesTests.begin)
            let object = Reachability.make(
                .name("slow.example.org"), monitor: NetworkMonitor(settling: .milliseconds(1))
            ) {
                _ in
                asked.withLock { ($0.now, $0.most, $0.all) = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
                answers.wait()
                asked.withLock { $0.now -= 1 }
                return .addresses([IPAddress(text: "192.0.2.9")!])
            }
            let reachability = Reachability.of(object)
            reachability.setCallout(
                Callout(
                    call: { _, flags, _ in client.received.append(flags) }, info: nil, retain: nil, release: nil))
            let queue = DispatchQueue(label: "client")
            _ = reachability.setQueue(.swift(queue))
            _ = client.received.next()
            for number in 0..<20 {
                Namespace.ip("addr add 10.0.\(number).1/24 dev net0")
                usleep(5000)
            }
            for _ in 0..<100 { answers.signal() }
            guard client.received.next() == Self.direct else { return "no answer" }
            _ = reachability.setQueue(nil)
            queue.sync {}
            Unmanaged<AnyObject>.fromOpaque(object).release()
            return nil
        }
        #expect(problem == .some(nil))
        #expect(asked.withLock { $0.most == 2 && $0.all >= 3 })
    }

    /// A target that cannot be scheduled leaves nothing behind in the run loop; one that has a queue takes no other.
    @Test func isScheduledOnceOrNotAtAll() throws {
        let monitor = NetworkMonitor(open: { _ throws(RouteSocket.Failure) in throw RouteSocket.Failure(number: EMFILE)
        })
        let object = Reachability.make(.address(IPAddress(text: "127.0.0.1")!), monitor: monitor)
        weak let contents = Reachability.of(object)
        let mode = unsafeBitCast(CFRunLoopMode.defaultMode.rawValue, to: CFRunLoopMode.self)
        #expect(contents?.schedule(CFRunLoopGetCurrent(), mode) == false)
        #expect(contents?.setQueue(.swift(.global())) == false)
        #expect(contents?.unschedule(CFRunLoopGetCurrent(), mode) == false)
        Unmanaged<AnyObject>.fromOpaque(object).release()
        #expect(contents == nil)

        Namespace.turn.lock()
        defer { Namespace.turn.unlock() }
        let target = try #require(address("127.0.0.1"))
        let queue = DispatchQueue(label: "client")
        #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
        #expect(!SCNetworkReachabilitySetDispatchQueue(target, queue) && SCError() == kSCStatusInvalidArgument)
        #expect(!SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue(label: "other")))
        #expect(SCNetworkReachabilitySetDispatchQueue(target, nil))
    }

    /// A program in C does the same, with the headers alone.
    @Test func servesC() throws {
        let result = Namespace.run { () -> Int32 in
            Namespace.ip(
                "link add net0 type veth peer name net9\nlink set net9 up\nlink set net0 up\naddr add 192.0.2.5/24 dev net0"
            )
            return NetworkClientReachability("192.0.2.9") { Namespace.ip("link set net0 down") }
        }
        #expect(result == 0)
    }

    @Test func saysWhatWentWrong() throws {
        #expect(SCNetworkReachabilityCreateWithName(nil, "") == nil)
        #expect(
            SCError() == kSCStatusInvalidArgument && String(cString: SCErrorString(SCError())) == "Invalid argument")
        let error = SCCopyLastError()
        #expect(error.domain == kCFErrorDomainSystemConfiguration as String && error.code == 1002)
        var local = sockaddr()
        var four = sockaddr_in()
        var six = sockaddr_in6()
        (local.sa_len, four.sin_len, six.sin6_len) = (0, 0, 0)
        #expect(SCNetworkReachabilityCreateWithAddress(nil, &local) == nil)
        #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
        #expect([local.sa_len, four.sin_len, six.sin6_len] == [16, 16, 28])
        let target = try #require(address("127.0.0.1"))
        #expect(
            !SCNetworkReachabilityUnscheduleFromRunLoop(target, CFRunLoopGetMain(), CFRunLoopMode.commonModes.rawValue))
    }

    /// A function that is written in place in code of the main actor is called on a queue all the same.
    @Test @MainActor func takesAFunctionOfTheMainActor() throws {
        Namespace.turn.lock()
        defer { Namespace.turn.unlock() }
        let target = try #require(address("127.0.0.1"))
        let client = Client()
        var context = client.context()
        SCNetworkReachabilitySetCallback(
            target,
            { _, flags, info in Unmanaged<Client>.fromOpaque(info!).takeUnretainedValue().received.append(flags) },
            &context)
        SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue(label: "client"))
        #expect(client.received.next()?.contains(.reachable) == true)
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        SCNetworkReachabilitySetCallback(target, nil, nil)
        #expect(CFGetTypeID(target) == SCNetworkReachabilityGetTypeID())
    }
}
