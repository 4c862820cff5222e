import AudioCore
import Foundation
import MessageBus
import NetworkMIDI
import Testing

/// Directories of two machines find each other's sessions.
@Suite(.serialized, .enabled(if: canMakeMachines(), "only root can make networks with the program ip"))
struct DiscoveryTests {
    /// A directory, and what tells of its changes.
    private final class Finder: Sendable {
        let directory: SessionDirectory
        private let changes: Changes

        init(bus: BusAddress) throws {
            let changes = Changes()
            self.changes = changes
            directory = try SessionDirectory(bus: bus) { changes.note() }
        }

        deinit { directory.stop() }

        func wait(_ isReady: (SessionDirectory) -> Bool) -> Bool {
            changes.wait { isReady(directory) }
        }
    }

    private static let noBus = BusAddress.at("unix:path=/nonexistent/bus")

    @Test func machinesWithoutAvahiFindEachOther() throws {
        let machines = try TwoMachines()
        let finders = try [0, 1].map { number in try machines.on(number) { try Finder(bus: Self.noBus) } }
        finders[0].directory.publish("Piano", port: 5004)
        finders[1].directory.publish("Piano", port: 6004)
        for finder in finders { finder.directory.browse() }
        #expect(finders.allSatisfy { $0.wait { $0.publishedName != nil && !$0.services.isEmpty } })
        #expect(finders.allSatisfy { $0.directory.way == .multicast })
        let names = finders.map { $0.directory.publishedName }
        #expect(Set(names).count == 2 && names.contains("Piano"))
        #expect(finders[1].directory.services.map { Optional($0.name) } == [names[0]])
        #expect(finders[1].directory.services[0].addresses.map(\.text) == ["10.98.0.1"])
        #expect(finders[0].directory.services[0].addresses.map(\.port) == [6004])
        finders[0].directory.withdraw()
        #expect(finders[1].wait { $0.services.isEmpty })
    }

    @Test(.enabled(if: canMakeMachinesOfVersion6(), "the system has no IPv6"))
    func machinesThatHaveIPv6AloneFindEachOtherAndConnect() throws {
        let machines = try TwoMachines(version6: true)
        let finders = try [0, 1].map { number in try machines.on(number) { try Finder(bus: Self.noBus) } }
        let sides = try [0, 1].map { number in try machines.on(number) { try SocketTests.Side("\(number)", port: 5004) }
        }
        try sides[1].service.change { machine, _ in machine.policy = .anyone }
        finders[1].directory.publish("Piano", port: 5004)
        finders[0].directory.browse()
        #expect(finders[0].wait { !$0.services.isEmpty })
        let service = try #require(finders[0].directory.services.first)
        let address = try #require(service.addresses.first)
        #expect(service.name == "Piano" && address.port == 5004)
        #expect(address.host.isOfLink && address.host.scope != 0)
        #expect(try sides[0].service.change { $0.invite(address, name: "", now: $1) } != nil)
        for side in sides { #expect(try side.waitForChange { $0.peers.contains { $0.phase == .connected } }) }
        try sides[0].service.send([TimedCommand(time: HostTime.now(), bytes: [0x90, 60, 1])])
        #expect(sides[1].wait(for: 1).map(\.command.bytes) == [[0x90, 60, 1]])
        // The peer knows where the invitation came from: an address of the link.
        #expect(try sides[1].service.peers.first?.address.text.hasPrefix("fe80::") == true)
    }

    /// A router lowers the hop limit of what it passes on.
    @Test(arguments: canMakeMachinesOfVersion6() ? [false, true] : [false])
    func aMessageFromBeyondTheLinkIsNotTaken(isVersion6: Bool) throws {
        let machines = try TwoMachines(version6: isVersion6)
        let finders = try [0, 1].map { number in try machines.on(number) { try Finder(bus: Self.noBus) } }
        finders[0].directory.publish("Piano", port: 5004)
        for finder in finders { finder.directory.browse() }
        #expect(finders[1].wait { $0.services.first?.addresses.isEmpty == false })
        let target = try #require(finders[1].directory.services.first?.addresses.first)
        // The datagrams arrive in the order in which they are sent.
        for (name, hopLimit) in [("Far", 254), ("Near", 255)] as [(String, Int32)] {
            var message = DNSMessage(isResponse: true)
            let instance = DNSName([name, "_apple-midi", "_udp", "local"])
            message.answers = [
                .init(DNSName("_apple-midi._udp.local"), .pointer(instance)),
                .init(instance, .service(port: 5004, host: DNSName("h.local"))),
                .init(DNSName("h.local"), .address(.init(version4: 0x0A62_0009))),
            ]
            let bytes = message.bytes
            #expect(try machines.on(1) { sendFromDNSPort(bytes, to: target.text, hopLimit: hopLimit) })
        }
        #expect(finders[0].wait { $0.services.contains { $0.name == "Near" } })
        #expect(finders[0].directory.services.map(\.name) == ["Near"])
    }

    @Test func aMachineThatGetsItsNetworkLaterIsFound() throws {
        let machines = try TwoMachines()
        let names = machines.names
        #expect(run("ip -n \(names[0]) link set eth0 down"))
        let finders = try [0, 1].map { number in try machines.on(number) { try Finder(bus: Self.noBus) } }
        finders[0].directory.publish("Piano", port: 5004)
        finders[1].directory.browse()
        #expect(finders[0].wait { $0.publishedName == "Piano" } && finders[1].directory.services.isEmpty)
        #expect(run("ip -n \(names[0]) link set eth0 up"))
        #expect(finders[1].wait { $0.services.map(\.name) == ["Piano"] })
    }

    @Test(.enabled(if: canMakeMachines("avahi-daemon", "dbus-daemon"), "avahi-daemon or dbus-daemon is not installed"))
    func aMachineWithAvahiAndOneWithoutFindEachOther() throws {
        let machines = try TwoMachines()
        let avahi = try PrivateAvahi(in: machines.names[0])
        let one = try machines.on(0) { try Finder(bus: .at(avahi.address)) }
        let two = try machines.on(1) { try Finder(bus: Self.noBus) }
        one.directory.publish("Organ", port: 5004)
        two.directory.publish("Drum", port: 6004)
        for finder in [one, two] { finder.directory.browse() }
        #expect(
            one.wait {
                $0.publishedName == "Organ" && $0.services.map(\.name) == ["Drum"] && !$0.services[0].addresses.isEmpty
            })
        #expect(two.wait { $0.services.map(\.name) == ["Organ"] })
        #expect(one.directory.way == .avahi && two.directory.way == .multicast)
        #expect(one.directory.services.first?.addresses.first == NetworkAddress.resolve("10.98.0.2", port: 6004).first)
        #expect(two.directory.services.first?.addresses.first == NetworkAddress.resolve("10.98.0.1", port: 5004).first)
        // The other way announces it again where Avahi ends.
        avahi.end()
        #expect(one.wait { $0.way == .multicast && $0.publishedName == "Organ" })
    }
}

/// Sends a datagram from the port of multicast DNS to that of one machine. Returns whether it was sent.
private func sendFromDNSPort(_ bytes: [UInt8], to machine: String, hopLimit: Int32) -> Bool {
    var hints = addrinfo()
    (hints.ai_socktype, hints.ai_flags) = (Int32(SOCK_DGRAM.rawValue), AI_NUMERICHOST)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(machine, "5353", &hints, &found) == 0, let target = found?.pointee else { return false }
    defer { freeaddrinfo(found) }
    let isVersion6 = target.ai_family == AF_INET6
    let descriptor = socket(target.ai_family, target.ai_socktype, 0)
    defer { close(descriptor) }
    func set(_ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
        var value = value
        return setsockopt(descriptor, level, option, &value, 4) == 0
    }
    // The directory of the machine has the port, too.
    guard set(SOL_SOCKET, SO_REUSEADDR, 1), set(SOL_SOCKET, SO_REUSEPORT, 1),
        isVersion6
            ? set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) && set(Int32(IPPROTO_IPV6), IPV6_UNICAST_HOPS, hopLimit)
            : set(Int32(IPPROTO_IP), IP_TTL, hopLimit)
    else { return false }
    // Any address of the family: all else than the family and the port, 5353, is 0.
    var own = [UInt8](repeating: 0, count: Int(target.ai_addrlen))
    withUnsafeBytes(of: sa_family_t(target.ai_family)) { own.replaceSubrange(0..<2, with: $0) }
    own.replaceSubrange(2..<4, with: [0x14, 0xE9])
    let isBound = own.withUnsafeBytes {
        $0.baseAddress.map { bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), target.ai_addrlen) == 0 }
    }
    guard isBound == true else { return false }
    return sendto(descriptor, bytes, bytes.count, 0, target.ai_addr, target.ai_addrlen) == bytes.count
}

/// A system bus of our own and Avahi on it, in the network of a machine.
final class PrivateAvahi: @unchecked Sendable {
    let address: String
    private let folder: String
    private var processes: [pid_t] = []

    init(in network: String) throws {
        folder = NSTemporaryDirectory() + "/avahi-\(UUID().uuidString)"
        address = "unix:path=\(folder)/bus"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try """
        <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default">
        <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_destination="*"/>
        <allow receive_sender="*"/></policy></busconfig>
        """.write(toFile: folder + "/bus.conf", atomically: true, encoding: .utf8)
        try "[server]\nhost-name=one\nuse-ipv6=no\n[publish]\npublish-workstation=no\npublish-hinfo=no\n"
            .write(toFile: folder + "/avahi.conf", atomically: true, encoding: .utf8)
        try start("dbus-daemon --config-file=\(folder)/bus.conf --nofork --nopidfile", log: "bus")
        guard waitFor(folder + "/bus", contains: nil) else { throw TwoMachines.NotThere() }
        // Its files are in a folder of the system, which it gets one of its own for.
        let avahi = "avahi-daemon -f \(folder)/avahi.conf --no-drop-root --no-chroot --no-rlimits"
        try start(
            "ip netns exec \(network) unshare -m sh -c 'mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon "
                + "&& DBUS_SYSTEM_BUS_ADDRESS=\(address) exec \(avahi)'", log: "avahi")
        guard waitFor(folder + "/avahi", contains: "Server startup complete") else { throw TwoMachines.NotThere() }
    }

    deinit {
        end()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends Avahi and the bus.
    func end() {
        for process in processes.reversed() {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        processes = []
    }

    private func start(_ line: String, log: String) throws {
        guard let process = spawn("exec \(line) >'\(folder)/\(log).log' 2>&1 </dev/null") else {
            throw TwoMachines.NotThere()
        }
        processes.append(process)
    }

    /// Waits until a file is there or, where a text is given, until its log has the text.
    private func waitFor(_ path: String, contains text: String?) -> Bool {
        let end = HostTime.now() + 20 * second
        while HostTime.now() < end {
            if let text {
                if (try? String(contentsOfFile: path + ".log", encoding: .utf8))?.contains(text) == true { return true }
            } else if FileManager.default.fileExists(atPath: path) {
                return true
            }
            AudioCore.Thread.sleep(until: HostTime.now() + 10 * millisecond)
        }
        return false
    }
}
