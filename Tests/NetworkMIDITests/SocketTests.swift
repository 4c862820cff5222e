import AudioCore
import NetworkMIDI
import Testing

/// Sessions on real sockets of this machine.
@Suite(.serialized) struct SocketTests {
    /// A session with what it has received.
    final class Side: Sendable {
        private let received = WaitableValue<[(time: UInt64, command: TimedCommand)]>([])
        private let changes = Changes()
        private let running = LockedValue<SessionService?>(nil)

        init(_ name: String, port: UInt16) throws {
            let (received, changes) = (received, changes)
            let service = try SessionService(
                name: name, port: port,
                received: { commands in received.withLock { $0 += commands.map { (HostTime.now(), $0) } } },
                changed: { changes.note() })
            running.withLock { $0 = service }
        }

        deinit { running.withLock { $0 }?.stop() }

        var service: SessionService { get throws { try #require(running.withLock { $0 }) } }

        func waitForChange(_ isReady: (SessionService) -> Bool) throws -> Bool {
            let service = try service
            return changes.wait { isReady(service) }
        }

        func wait(for count: Int) -> [(time: UInt64, command: TimedCommand)] {
            received.wait(nanoseconds: 20 * second) { $0.count >= count ? $0 : nil } ?? received.withLockQuietly { $0 }
        }
    }

    private func isConnected(_ service: SessionService) -> Bool { service.peers.contains { $0.phase == .connected } }

    @Test func sessionsConnectAndExchangeMessages() throws {
        let (one, two) = (try Side("one", port: 25_004), try Side("two", port: 25_104))
        try two.service.change { machine, _ in machine.policy = .anyone }
        let port = try two.service.port
        let address = try #require(NetworkAddress.resolve("127.0.0.1", port: port).first)
        #expect(try one.service.change { $0.invite(address, name: "", now: $1) } != nil)
        #expect(try one.waitForChange(isConnected) && two.waitForChange(isConnected))
        #expect(try one.service.peers.first?.name == "two")
        for number in UInt8(0)..<100 {
            try one.service.send([TimedCommand(time: HostTime.now(), bytes: [0x90, number, 1])])
        }
        #expect(two.wait(for: 100).map(\.command.bytes) == (UInt8(0)..<100).map { [0x90, $0, 1] })
        try two.service.send([
            TimedCommand(time: HostTime.now(), bytes: [0xF0] + [UInt8](repeating: 5, count: 3000) + [0xF7])
        ])
        #expect(one.wait(for: 1).first?.command.bytes.count == 3002)
        let id = try #require(try one.service.peers.first?.id)
        try one.service.change { $0.end(id, now: $1) }
        #expect(try two.waitForChange { $0.peers.isEmpty })
        #expect(two.wait(for: 200).suffix(100).allSatisfy { $0.command.bytes[0] == 0x80 })
    }

    /// A client that waits in its callback, once, until it is let go.
    private final class SlowClient: Sendable {
        let received = WaitableValue<[[UInt8]]>([])
        let isLetGo = WaitableValue(false)

        func receive(_ commands: [TimedCommand]) {
            received.withLock { $0 += commands.map(\.bytes) }
            _ = isLetGo.wait(nanoseconds: 20 * second) { $0 ? () : nil }
        }

        func wait(for count: Int) -> [[UInt8]] {
            received.wait(nanoseconds: 20 * second) { $0.count >= count ? $0 : nil } ?? received.withLockQuietly { $0 }
        }
    }

    @Test func aSessionThatStopsFreesItsPortsWhateverAClientDoes() throws {
        let client = SlowClient()
        let (sender, ended) = (try Side("sender", port: 25_804), WaitableValue(0))
        let slow = try SessionService(
            name: "slow", port: 25_904, received: { client.receive($0) }, changed: { ended.withLock { $0 += 1 } })
        slow.change { machine, _ in machine.policy = .anyone }
        let address = try #require(NetworkAddress.resolve("127.0.0.1", port: slow.port).first)
        #expect(try sender.service.change { $0.invite(address, name: "", now: $1) } != nil)
        #expect(try sender.waitForChange(isConnected))
        try sender.service.send([TimedCommand(time: HostTime.now(), bytes: [0x90, 60, 1])])
        #expect(client.wait(for: 1) == [[0x90, 60, 1]])
        // The client is in its callback now.
        slow.stop()
        let next = try SessionSockets(port: 25_904)
        #expect(next.port == 25_904)
        #expect(try sender.waitForChange { $0.peers.isEmpty })
        let before = ended.withLockQuietly { $0 }
        client.isLetGo.withLock { $0 = true }
        // What the end brings comes after what the client was called with.
        #expect(client.wait(for: 2) == [[0x90, 60, 1], [0x80, 60, 64]])
        #expect(ended.wait(nanoseconds: 20 * second) { $0 > before ? true : nil } == true)
        slow.stop()
    }

    @Test func aClientMayStopTheSessionThatCallsIt() throws {
        let (sender, ports) = (try Side("sender", port: 26_504), WaitableValue<[UInt16]>([]))
        let running = LockedValue<SessionService?>(nil)
        let service = try SessionService(
            name: "two", port: 26_604,
            received: { _ in
                running.withLock { $0 }?.stop()
                let port = (try? SessionSockets(port: 26_604))?.port ?? 0
                ports.withLock { $0.append(port) }
            }, changed: {})
        running.withLock { $0 = service }
        service.change { machine, _ in machine.policy = .anyone }
        let address = try #require(NetworkAddress.resolve("127.0.0.1", port: service.port).first)
        #expect(try sender.service.change { $0.invite(address, name: "", now: $1) } != nil)
        #expect(try sender.waitForChange(isConnected))
        try sender.service.send([TimedCommand(time: HostTime.now(), bytes: [0xB0, 7, 1])])
        #expect(ports.wait(nanoseconds: 20 * second) { $0.first } == 26_604)
        running.withLock { $0 = nil }
    }

    @Test func portsThatAreTakenAreLeftOut() throws {
        let one = try SessionSockets(port: 25_204)
        let two = try SessionSockets(port: 25_204)
        #expect(one.port == 25_204 && two.port == 25_206)
    }

    @Test func addressesAreWrittenAsText() {
        for text in ["127.0.0.1", "10.1.2.255", "::1", "fe80::1"] {
            #expect(NetworkAddress.resolve(text, port: 5).map(\.text) == [text])
        }
        #expect(NetworkAddress.resolve("127.0.0.1", port: 5).first?.port == 5)
        let onLink = NetworkAddress(host: .init(high: 0xFE80 << 48, low: 1, scope: 1), port: 5)
        #expect(onLink.text == "fe80::1%lo" && NetworkAddress.resolve(onLink.text, port: 5) == [onLink])
    }
}
