import AudioCore
import Glibc
import Testing

@testable import NetworkMIDI

/// Sessions on real sockets, between which datagrams are lost and delayed.
@Suite(.serialized) struct LossyLinkTests {
    @Test func onThisMachineNoNoteHangsAndNoneIsLate() throws {
        let receiver = try Player(port: 26_004)
        let relay = try LossyRelay(port: 26_104, to: "127.0.0.1", try receiver.service.port)
        let sender = try Player(port: 26_304)
        try play(sender, receiver, through: relay, at: "127.0.0.1")
    }

    @Test(.enabled(if: canMakeMachines(), "only root can make networks with the program ip"))
    func betweenTwoMachinesNoNoteHangsAndNoneIsLate() throws {
        let machines = try TwoMachines()
        let receiver = try machines.on(1) { try Player(port: 5004) }
        let relay = try machines.on(1) { try LossyRelay(port: 7004, to: "127.0.0.1", 5004) }
        let sender = try machines.on(0) { try Player(port: 5004) }
        try play(sender, receiver, through: relay, at: "10.98.0.2")
    }

    /// Plays three hundred notes while one of twenty datagrams is lost and the others take up to 20 ms.
    private func play(_ sender: Player, _ receiver: Player, through relay: LossyRelay, at address: String) throws {
        defer { relay.stop() }
        let place = try #require(NetworkAddress.resolve(address, port: relay.port).first)
        try receiver.service.change { machine, _ in machine.policy = .anyone }
        #expect(try sender.service.change { $0.invite(place, name: "", now: $1) } != nil)
        // The first exchanges of clocks take seven seconds.
        let service = try receiver.service
        #expect(receiver.changes.wait { service.peers.first?.phase == .connected })
        #expect(receiver.changes.wait { service.peers.first?.isSynchronised == true })
        relay.degrade(loss: 5, jitter: 20 * millisecond)
        var random = SeededRandom(1)
        for number in 0..<300 {
            let note: [UInt8] = [0x90, UInt8(number % 100), 1 + UInt8(number / 100)]
            try sender.send(note)
            AudioCore.Thread.sleep(until: HostTime.now() + UInt64.random(in: 1...20, using: &random) * millisecond)
            try sender.send([0x80, note[1], 64])
            AudioCore.Thread.sleep(until: HostTime.now() + UInt64.random(in: 1...20, using: &random) * millisecond)
        }
        let heard = receiver.waitForSilence()
        #expect(heard.sounding.isEmpty, "hung: \(heard.sounding)")
        let notes = heard.received.filter { $0.command.bytes[0] == 0x90 }
        let late = notes.filter { $0.at > $0.command.time + 10 * millisecond }
        #expect(late.isEmpty && notes.count >= 270, "\(late.count) of \(notes.count) are late")
        #expect(relay.lost > 10)
    }
}

/// A session that notes what it gets.
private final class Player: Sendable {
    struct Heard {
        var received: [(at: UInt64, command: TimedCommand)] = []
        var sounding: Set<UInt8> = []
    }

    let changes = Changes()
    private let heard = WaitableValue(Heard())
    private let running = LockedValue<SessionService?>(nil)

    init(port: UInt16) throws {
        let (heard, changes) = (heard, changes)
        let service = try SessionService(
            name: "player", port: port,
            received: { commands in
                let now = HostTime.now()
                heard.withLock { heard in
                    for command in commands {
                        heard.received.append((now, command))
                        if command.bytes[0] == 0x90 { heard.sounding.insert(command.bytes[1]) }
                        if command.bytes[0] == 0x80 { heard.sounding.remove(command.bytes[1]) }
                    }
                }
            }, changed: { changes.note() })
        running.withLock { $0 = service }
    }

    deinit { running.withLock { $0 }?.stop() }

    var service: SessionService { get throws { try #require(running.withLock { $0 }) } }

    func send(_ bytes: [UInt8]) throws { try service.send([TimedCommand(time: HostTime.now(), bytes: bytes)]) }

    /// What has been heard once nothing sounds any longer, or after ten seconds.
    func waitForSilence() -> Heard {
        AudioCore.Thread.sleep(until: HostTime.now() + 200 * millisecond)
        return heard.wait(nanoseconds: 10 * second) { $0.sounding.isEmpty ? $0 : nil } ?? heard.withLockQuietly { $0 }
    }
}

/// Passes the datagrams of a session on to another one, and the answers back, and loses and delays some.
private final class LossyRelay: Sendable {
    private struct Flight {
        var due: UInt64
        var bytes: [UInt8]
        var port: SessionPort
        var isForward: Bool
    }

    private struct State {
        var loss = 0
        var jitter: UInt64 = 0
        var lost = 0
        var hasEnded = false
    }

    private let state = LockedValue(State())
    private let near: SessionSockets
    private let far: SessionSockets

    init(port: UInt16, to host: String, _ target: UInt16) throws {
        near = try SessionSockets(port: port)
        far = try SessionSockets(port: port + 100)
        let address = try #require(NetworkAddress.resolve(host, port: target).first)
        try AudioCore.Thread(name: "relay") { [self] in run(address) }.detach()
    }

    var port: UInt16 { near.port }
    var lost: Int { state.withLock { $0.lost } }
    func stop() { state.withLock { $0.hasEnded = true } }
    func degrade(loss: Int, jitter: UInt64) { state.withLock { ($0.loss, $0.jitter) = (loss, jitter) } }

    private func run(_ target: NetworkAddress) {
        var flights: [Flight] = []
        var clients: [SessionPort: NetworkAddress] = [:]
        var random = SeededRandom(7)
        while true {
            let settings = state.withLock { $0 }
            if settings.hasEnded { return }
            var polls = near.polls + far.polls
            _ = poll(&polls, nfds_t(polls.count), 1)
            for (sockets, isForward) in [(near, true), (far, false)] {
                for port in [SessionPort.control, .data] {
                    while let (bytes, from) = sockets.receive(port) {
                        if isForward { clients[port] = from }
                        guard Int.random(in: 0..<100, using: &random) >= settings.loss else {
                            state.withLock { $0.lost += 1 }
                            continue
                        }
                        let delay = settings.jitter == 0 ? 0 : UInt64.random(in: 0...settings.jitter, using: &random)
                        flights.append(
                            Flight(due: HostTime.now() + delay, bytes: bytes, port: port, isForward: isForward))
                    }
                }
            }
            let now = HostTime.now()
            for flight in flights where flight.due <= now {
                if flight.isForward {
                    far.send(flight.bytes, to: flight.port == .control ? target : target.next, by: flight.port)
                } else if let client = clients[flight.port] {
                    near.send(flight.bytes, to: client, by: flight.port)
                }
            }
            flights.removeAll { $0.due <= now }
        }
    }
}
