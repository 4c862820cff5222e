import AudioCore
import NetworkMIDI

/// Random numbers that follow from a seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }
}

let millisecond: UInt64 = 1_000_000
let second: UInt64 = 1_000_000_000

func address(_ host: UInt32, _ port: UInt16 = 5004) -> NetworkAddress {
    NetworkAddress(host: .init(version4: host), port: port)
}

/// Two sessions and the network between them, by a clock that the test moves.
struct TestNetwork {
    struct Flight {
        var arrival: UInt64
        var number: Int
        var side: Int
        var port: SessionPort
        var bytes: [UInt8]
    }

    /// What a peer has got.
    struct Played: Equatable {
        var at: UInt64
        var command: TimedCommand
    }

    var machines: [SessionMachine]
    private(set) var now: UInt64 = 10 * second
    /// Between the clocks of the two sides.
    var clockOffset: UInt64 = 0
    /// Of 100 datagrams.
    var loss = 0
    /// For MIDI alone: the exchanges of clocks and invitations arrive.
    var lossIsOfMIDI = false
    var latency: UInt64 = 200_000
    var jitter: UInt64 = 0
    var isCut = false
    /// Datagrams of MIDI that are lost: by what this says.
    var drops: (RTPPacket) -> Bool = { _ in false }
    private(set) var played: [[Played]] = [[], []]
    private(set) var sent: [(side: Int, bytes: [UInt8])] = []
    private(set) var dropped = 0
    private var flights: [Flight] = []
    private var random: SeededRandom
    private var count = 0

    init(seed: UInt64 = 1) {
        random = SeededRandom(seed)
        machines = [0, 1].map { side in
            let numbers = NumberSource(UInt32(1000 * (side + 1)))
            return SessionMachine(name: "side \(side)") { numbers.next() }
        }
        machines[1].policy = .anyone
    }

    /// The time by the clock of a side.
    func time(_ side: Int) -> UInt64 { side == 0 ? now : now + clockOffset }

    /// Invites the second side by the first, and waits until both are connected and know each other's clocks.
    mutating func connect() {
        _ = machines[0].invite(address(2), name: "", now: time(0))
        collect(0)
        run(until: now + 8 * second)
    }

    mutating func send(_ side: Int, _ commands: [[UInt8]]) {
        let time = time(side)
        machines[side].send(commands.map { TimedCommand(time: time, bytes: $0) }, now: time)
        collect(side)
    }

    mutating func with(_ side: Int, _ body: (inout SessionMachine, UInt64) -> Void) {
        body(&machines[side], time(side))
        collect(side)
    }

    /// Moves the clock.
    mutating func run(until end: UInt64) {
        while true {
            let timers = [0, 1].compactMap { side in
                machines[side].deadline.map { side == 0 ? $0 : $0 - min($0, clockOffset) }
            }
            let next = ([end] + timers + flights.map(\.arrival)).min() ?? end
            now = max(now, min(end, next))
            deliver()
            for side in [0, 1] {
                machines[side].tick(now: time(side))
                collect(side)
            }
            guard next < end else { return }
        }
    }

    private mutating func deliver() {
        let due = flights.filter { $0.arrival <= now }.sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
        flights.removeAll { $0.arrival <= now }
        for flight in due {
            let port: UInt16 = flight.port == .control ? 5004 : 5005
            machines[flight.side].receive(
                flight.bytes[...], from: address(UInt32(2 - flight.side), port), at: flight.port, now: time(flight.side)
            )
            collect(flight.side)
        }
    }

    private mutating func collect(_ side: Int) {
        for output in machines[side].takeOutputs() {
            switch output {
            case .datagram(let bytes, _, let port):
                sent.append((side, bytes))
                fly(bytes, to: 1 - side, port)
            case .commands(let commands):
                played[side] += commands.map { Played(at: time(side), command: $0) }
            case .changed: break
            }
        }
    }

    private mutating func fly(_ bytes: [UInt8], to side: Int, _ port: SessionPort) {
        let packet = SessionCommand.begins(bytes) ? nil : try? RTPPacket(parsing: bytes[...])
        let isLost = Int.random(in: 0..<100, using: &random) < loss && (!lossIsOfMIDI || packet != nil)
        let delay = latency + (jitter == 0 ? 0 : UInt64.random(in: 0...jitter, using: &random))
        if isCut || isLost || packet.map(drops) ?? false {
            dropped += 1
            return
        }
        count += 1
        flights.append(Flight(arrival: now + delay, number: count, side: side, port: port, bytes: bytes))
    }

    func commands(_ side: Int) -> [[UInt8]] { played[side].map(\.command.bytes) }

    /// Exchanges clocks with the second side as a peer of a number does that gets its answers at the address of the first side.
    ///
    /// - Parameter time: what the peer gives back of the other side's time, where it has not got it.
    mutating func exchangeClocks(_ source: UInt32, time: UInt64? = nil) {
        let sender = address(1, 5005)
        func message(_ step: UInt8, _ times: [UInt64]) -> ArraySlice<UInt8> {
            SessionCommand.clock(ClockMessage(source: source, step: step, times: times)).bytes[...]
        }
        let before = sent.count
        with(1) { $0.receive(message(0, [5]), from: sender, at: .data, now: $1) }
        let answers = sent[before...].compactMap { sent -> ClockMessage? in
            guard case .clock(let clock)? = try? SessionCommand(parsing: sent.bytes[...]) else { return nil }
            return clock
        }
        let answered = answers.first { $0.step == 1 }?.times[1] ?? 0
        with(1) { $0.receive(message(2, [5, time ?? answered, 6]), from: sender, at: .data, now: $1) }
    }
}

/// Numbers for tokens and the like, in order.
final class NumberSource: @unchecked Sendable {
    private var number: UInt32
    init(_ first: UInt32) { number = first }
    func next() -> UInt32 {
        number += 1
        return number
    }
}

/// Changes that another thread reports, and that a test waits for.
final class Changes: Sendable {
    private let count = WaitableValue(0)

    func note() { count.withLock { $0 += 1 } }

    /// Waits until something holds after a change, for twenty seconds at most. It is asked without a lock.
    func wait(_ isReady: () -> Bool) -> Bool {
        let end = HostTime.now() + 20 * second
        while HostTime.now() < end {
            let before = count.withLockQuietly { $0 }
            if isReady() { return true }
            _ = count.wait(nanoseconds: second) { $0 != before ? () : nil }
        }
        return isReady()
    }
}
