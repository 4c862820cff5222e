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
    }
}
