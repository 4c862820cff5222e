import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import CCoreAudio
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioPlayback

/// Clients that make random calls from threads and from callbacks, while devices come and go and the server dies.
///
/// Nobody may wait for ever, no buffer may be lost, and nothing may be called after its end. `COREAUDIO_STEPS` or
/// `COREAUDIO_SECONDS` sets how many calls are made, or for how long; `COREAUDIO_SEED`, which.
@Suite(.serialized) struct InterleavingTests {
    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test(.timeLimit(.minutes(90))) func anyCallAtAnyTime() throws {
        let seconds = Self.setting("COREAUDIO_SECONDS")
        let steps = Self.setting("COREAUDIO_STEPS") ?? (seconds == nil ? 100_000 : .max)
        let world = try RandomWorld(
            seed: UInt64(Self.setting("COREAUDIO_SEED") ?? 1), steps: steps, seconds: seconds ?? 3600)
        let clients: [any RandomClient] =
            (0..<8).map { _ in RandomPlayer(world) } + (0..<3).map { _ in RandomRecorder(world) }
            + (0..<5).map { _ in RandomProcedure(world) }
        world.clients.withLock { $0 = clients }
        var threads = try clients.indices.map { index in
            try Thread(name: "test-client-\(index)") {
                var random = world.random(index)
                while !world.isOver {
                    world.step(clients[index], &random, isInCallback: false)
                    // Long enough for cycles to come between the calls, and short enough for calls to meet.
                    if random.below(2) == 0 { Thread.sleep(until: HostTime.now() + UInt64(random.below(1_500_000))) }
                }
            }
        }
        threads.append(try Thread(name: "test-time") { world.letTimePass() })
        threads.append(try Thread(name: "test-change") { world.changeDevices() })
        // Progress: a call that waits for ever stops its client, and a lock that is never freed stops all.
        var (last, stalledFor) = (-1, 0)
        while !world.isOver, stalledFor < 200 {
            Foundation.Thread.sleep(forTimeInterval: 0.1)
            let now = world.steps.load(ordering: .relaxed)
            stalledFor = now == last ? stalledFor + 1 : 0
            last = now
        }
        guard world.isOver else {
            // The threads hang, and cannot be joined.
            Issue.record("all clients stand still after \(last) calls: \(world.present)")
            return
        }
        let busy = clients.indices.filter { index in !eventually(seconds: 20) { world.hasReturned(index) } }
        guard busy.isEmpty else {
            Issue.record("clients \(busy) are still in their last call: \(world.present)")
            return
        }
        world.mayEnd.store(true, ordering: .relaxed)
        for thread in threads { thread.join() }
        world.server.setDevices(RandomWorld.devices(["a", "b"], chosen: "a"))
        world.server.revive()
        for client in clients { client.end() }
        for ledger in world.ledgers.withLock({ $0 }) {
            // Queues that play out before they end need time to pass.
            let isComplete = eventually {
                world.server.advance(1024)
                return ledger.isComplete
            }
            #expect(isComplete && ledger.isInOrder, ledger.report)
        }
        #expect(world.wrongLengths.load(ordering: .relaxed) == 0)
        let endless = world.endless.withLock { $0 }
        // On a machine that is too busy a queue ends late; that is none of its faults.
        let faults = endless.filter { $0.cause != .starved }
        #expect(faults.isEmpty, "queues play on that were to stop: \(endless.map(\.report).joined(separator: "\n"))")
    }
}

/// Something that makes calls.
protocol RandomClient: AnyObject, Sendable {
    /// Makes one random call.
    func act(_ random: inout SeededRandom, isInCallback: Bool)
    /// Takes everything down. On the test's thread, when all others have ended.
    func end()
}

extension SeededRandom {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

/// The device, its server, and what all clients share.
final class RandomWorld: Sendable {
    let server = ManualServer()
    let connection: Connection
    let system: HardwareSystem
    let clients = LockedValue<[any RandomClient]>([])
    let ledgers = LockedValue<[Ledger]>([])
    let steps = Atomic<Int>(0)
    let wrongLengths = Atomic<Int>(0)
    /// Queues that did not stop behind their sound.
    let endless = LockedValue<[EndlessQueue]>([])
    let mayEnd = Atomic<Bool>(false)
    private let inCall = LockedValue<[ObjectIdentifier: Int]>([:])
    private let seed: UInt64
    private let limit: Int
    private let deadline: UInt64
    private let callbacks = Atomic<UInt64>(0)

    init(seed: UInt64, steps: Int, seconds: Int) throws {
        self.seed = seed
        limit = steps
        deadline = HostTime.now() + UInt64(seconds) * HostTime.ticksPerSecond
        let server = self.server
        server.setDevices(Self.devices(["a", "b"], chosen: "a"))
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        self.connection = connection
        system = HardwareSystem { () throws(AudioError) in connection }
    }

    static func devices(_ names: [String], chosen: String) -> [DeviceDescription] {
        names.flatMap { name in
            [DeviceDirection.output, .input].map { direction in
                var device = DeviceDescription(id: name, name: name, direction: direction, isDefault: name == chosen)
                device.rates = [44_100, 48_000]
                return device
            }
        }
    }

    var isOver: Bool { steps.load(ordering: .relaxed) >= limit || HostTime.now() >= deadline }

    /// Keeps what is known of a queue, and forgets those that are over and in order.
    func keep(_ ledger: Ledger) {
        let all = ledgers.withLock { ledgers in
            ledgers.append(ledger)
            return ledgers
        }
        guard all.count > 1024 else { return }
        let settled = all.filter { $0 !== ledger && $0.isSettled }
        ledgers.withLock { ledgers in ledgers.removeAll { one in settled.contains { $0 === one } } }
    }

    /// The clients that are in a call, by their place.
    var present: [Int] { clients.withLock { $0 }.indices.filter { !hasReturned($0) } }

    func hasReturned(_ index: Int) -> Bool {
        let id = ObjectIdentifier(clients.withLock { $0[index] })
        return inCall.withLock { $0[id, default: 0] } == 0
    }

    func random(_ index: Int) -> SeededRandom { SeededRandom(seed &* 1_000_003 &+ UInt64(index)) }

    func step(_ client: any RandomClient, _ random: inout SeededRandom, isInCallback: Bool) {
        let id = ObjectIdentifier(client)
        if !isInCallback { inCall.withLock { $0[id, default: 0] += 1 } }
        client.act(&random, isInCallback: isInCallback)
        if !isInCallback { inCall.withLock { $0[id, default: 0] -= 1 } }
        steps.wrappingAdd(1, ordering: .relaxed)
    }

    /// What a callback does beside its work: now and then a call of its own client, or of another one.
    func callBack(_ client: any RandomClient) {
        let number = callbacks.wrappingAdd(1, ordering: .relaxed).newValue
        var random = SeededRandom(seed &+ number &* 7919)
        // A callback that takes its time meets calls that wait for its end.
        if random.below(16) == 0 { Thread.sleep(until: HostTime.now() + UInt64(random.below(400_000))) }
        guard random.below(6) == 0, !mayEnd.load(ordering: .relaxed) else { return }
        let others = clients.withLock { $0 }
        guard !others.isEmpty else { return }
        let chosen = random.below(3) == 0 ? others[random.below(others.count)] : client
        step(chosen, &random, isInCallback: true)
    }

    func device(_ random: inout SeededRandom) -> String? { [nil, nil, "a", "b"][random.below(4)] }

    func letTimePass() {
        var random = self.random(100)
        while !mayEnd.load(ordering: .relaxed) {
            server.advance(1 + random.below(1024))
            if random.below(50) == 0 { server.skip(random.below(4096)) }
            Thread.sleep(until: HostTime.now() + UInt64(random.below(200_000)))
        }
    }

    func changeDevices() {
        var random = self.random(101)
        while !mayEnd.load(ordering: .relaxed) {
            switch random.below(12) {
            case 0:
                server.crash()
                Thread.sleep(until: HostTime.now() + UInt64(random.below(30_000_000)))
                server.revive()
            case 1, 2: server.setDevices(Self.devices(["a"], chosen: "a"))
            case 3, 4: server.setDevices(Self.devices(["b"], chosen: "b"))
            case 5, 6, 7: server.setDevices(Self.devices(["a", "b"], chosen: "a"))
            case 8, 9: server.setDevices(Self.devices(["a", "b"], chosen: "b"))
            case 10: server.takeStreams()
            default: server.latency = random.below(2048)
            }
            Thread.sleep(until: HostTime.now() + 1_000_000 + UInt64(random.below(20_000_000)))
        }
    }
}
