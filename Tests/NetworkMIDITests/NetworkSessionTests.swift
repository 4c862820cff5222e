import AudioCore
import CoreMIDI
import Foundation
import MIDIDevices
import NetworkMIDI
import Testing

/// Sessions as devices of Core MIDI, on real sockets of this machine.
@Suite(.serialized) struct NetworkSessionTests {
    /// A system with a session.
    private struct Side {
        let system = MIDISystem(clock: { HostTime.now() }, hasThread: true)
        let session: NetworkSession
        let inbox = WaitableValue<[[UInt8]]>([])
        let changes = Changes()
        let output: UInt32

        init(port: UInt16) throws {
            session = NetworkSession(system, port: port, isAnnounced: false)
            let (inbox, changes) = (inbox, changes)
            session.observe { changes.note() }
            let client = try system.createClient("test", notices: nil)
            output = try system.createOutputPort(client, "out")
            let input = try system.createInputPort(
                client, "in",
                .bytes { list, _ in
                    let packets = list.unsafeSequence().map { Array($0.bytes()) }
                    inbox.withLock { $0 += packets }
                })
            try system.connect(input, to: session.source, refCon: nil)
        }

        func send(_ bytes: [UInt8]) throws {
            let list = MIDIPacketList.Builder(byteSize: 1024)
            _ = list.append(timestamp: 0, data: bytes)
            try list.withUnsafePointer { list in
                Result { try system.send(list, by: output, to: session.destination) }
            }.get()
        }

        func wait(for count: Int) -> [[UInt8]] {
            inbox.wait(nanoseconds: 20 * second) { $0.count >= count ? $0 : nil } ?? inbox.withLockQuietly { $0 }
        }

        func wait(_ isReady: (NetworkSession) -> Bool) -> Bool {
            changes.wait { isReady(session) }
        }
    }

    @Test func theDeviceIsThereAndPluggedInWhileTheSessionIsEnabled() throws {
        let side = try Side(port: 25_304)
        let (system, session) = (side.system, side.session)
        #expect(try system.string("name", of: session.source) == "Network Session 1")
        #expect(!system.all(.source).contains(session.source) && session.networkPort == 0)
        session.setEnabled(true)
        #expect(session.networkPort == 25_304)
        #expect(system.all(.source).contains(session.source) && system.all(.destination).contains(session.destination))
        session.setEnabled(false)
        #expect(!session.isEnabled && !system.all(.source).contains(session.source))
    }

    @Test func aSessionThatIsEnabledAgainAtOnceHasItsPortAgain() throws {
        let side = try Side(port: 26_704)
        for _ in 0..<50 {
            side.session.setEnabled(true)
            #expect(side.session.networkPort == 26_704)
            side.session.setEnabled(false)
        }
        let ports = try Array(0..<2).map { _ in try SessionSockets(port: 26_704).port }
        #expect(ports == [26_704, 26_704])
    }

    @Test func messagesGoFromOneSystemToTheOther() throws {
        let (one, two) = (try Side(port: 25_404), try Side(port: 25_504))
        two.session.policy = .contacts
        two.session.setContacts([.address("127.0.0.1", 1): "one"])
        two.session.setEnabled(true)
        #expect(one.session.connect(.address("127.0.0.1", two.session.networkPort), name: "two"))
        #expect(!one.session.connect(.address("127.0.0.1", two.session.networkPort), name: "two"))
        // The session is enabled after the connection has been asked for.
        one.session.setEnabled(true)
        defer { for side in [one, two] { side.session.setEnabled(false) } }
        #expect(one.wait { $0.connections.contains { $0.isConnected } })
        #expect(two.wait { $0.connections.contains { $0.isConnected } })
        #expect(two.session.connections.first?.place == .address("127.0.0.1", 25_404))
        try one.send([0x90, 60, 100])
        #expect(two.wait(for: 1) == [[0x90, 60, 100]])
        try two.send([0xB0, 7, 1])
        #expect(one.wait(for: 1) == [[0xB0, 7, 1]])
        #expect(one.session.disconnect(.address("127.0.0.1", two.session.networkPort)))
        #expect(two.wait { $0.connections.isEmpty } && one.session.connections.isEmpty)
        #expect(two.wait(for: 2).last == [0x80, 60, 64])
    }

    @Test func aConnectionThatIsRefusedIsNone() throws {
        let (one, two) = (try Side(port: 25_604), try Side(port: 25_704))
        two.session.setEnabled(true)
        one.session.setEnabled(true)
        defer { for side in [one, two] { side.session.setEnabled(false) } }
        #expect(one.session.connect(.address("127.0.0.1", two.session.networkPort), name: "two"))
        #expect(one.wait { $0.connections.isEmpty })
    }

    @Test func theClassesOfCoreMIDIKeepContactsAndConnections() {
        let session = MIDINetworkSession.default()
        let posted = WaitableValue<[String]>([])
        let names = [MIDINetworkNotificationContactsDidChange, MIDINetworkNotificationSessionDidChange]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: Notification.Name(name), object: session, queue: nil) { _ in
                posted.withLock { $0.append(name) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        #expect(session === MIDINetworkSession.default() && !session.isEnabled && session.connectionPolicy == .noOne)
        #expect(session.networkPort == 0 && !session.networkName.isEmpty && session.localName == "Session 1")
        #expect(session.sourceEndpoint() != 0 && session.destinationEndpoint() != 0)
        let host = MIDINetworkHost(name: "a", address: "127.0.0.1", port: 5004)
        let same = MIDINetworkHost(name: "b", address: "127.0.0.1", port: 5004)
        let service = MIDINetworkHost(name: "c", netServiceName: "s", netServiceDomain: "local.")
        #expect(host.hasSameAddress(as: same) && !host.hasSameAddress(as: service))
        #expect(
            host.address == "127.0.0.1" && host.port == 5004 && host.netServiceName == nil
                && host.netServiceDomain == nil)
        #expect(service.netServiceName == "s" && service.netServiceDomain == "local." && service.port == 0)
        #expect(session.addContact(host) && !session.addContact(same) && session.addContact(service))
        #expect(session.contacts() == [host, service])
        #expect(session.removeContact(same) && !session.removeContact(host) && session.removeContact(service))
        let connection = MIDINetworkConnection(host: service)
        #expect(connection.host === service)
        #expect(session.addConnection(connection) && !session.addConnection(MIDINetworkConnection(host: service)))
        #expect(session.connections() == [connection])
        #expect(session.removeConnection(connection) && !session.removeConnection(connection))
        #expect(session.connections().isEmpty)
        #expect(MIDINetworkBonjourServiceType == "_apple-midi._udp")
        session.connectionPolicy = .anyone
        #expect(session.connectionPolicy == MIDINetworkConnectionPolicy.anyone)
        session.connectionPolicy = .noOne
        // Four changes of contacts, two of connections and two of the policy.
        let all = posted.wait(nanoseconds: 20 * second) { $0.count >= 8 ? $0 : nil } ?? posted.withLockQuietly { $0 }
        #expect(all.filter { $0 == names[0] }.count == 4 && all.filter { $0 == names[1] }.count == 4)
    }
}
