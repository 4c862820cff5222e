import AudioCore
import AudioDevices
import CCoreAudio
import Synchronization
import TestSupport

@testable import AudioIO
@testable import PlaybackAndRecording

/// Something that makes calls.
protocol RandomClient: AnyObject, Sendable {
    var name: String { get }
    /// Makes one random call.
    func act(_ random: inout SeededRandom, isInCallback: Bool)
    /// Takes everything down. On the test's thread, when all others have ended.
    func end()
}

extension SeededRandom {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

/// The devices, their server, and what all clients share.
///
/// The devices `a` and `b` come and go, and others change their rates. `c` stays, so that calls meet cycles there, and so do the
/// microphone `d`, the loudspeaker `e` and the microphone `f`; only the server's death interrupts them. The program's session changes
/// the role of all streams, and wishes for rates and cycles: where clients play, it takes them to other streams, without a gap.
final class RandomWorld: Sendable {
    let server = ManualServer()
    let connection: Connection
    let system: HardwareSystem
    let clients = LockedValue<[any RandomClient]>([])
    let ledgers = LockedValue<[Ledger]>([])
    let steps = Atomic<Int>(0)
    let calls = CallLog()
    let frames = LockedValue<[AudioObjectID: FrameCheck]>([:])
    /// Counts the beginnings and ends of the session's wishes: odd while devices may take another length of cycles for one.
    let cycleWishes = Atomic<Int>(0)
    /// What the session wishes for now. Set by the thread that changes the devices, or by a client for which that stands still.
    private let wishes = LockedValue<(sampleRate: Double?, frames: Int?)>((nil, nil))
    let mayEnd = Atomic<Bool>(false)
    private let faultList = LockedValue<[String]>([])
    private let hasFault = Atomic<Bool>(false)
    private let seed: UInt64
    private let limit: Int
    private let begin = HostTime.now()
    private let deadline: UInt64
    private let callbacks = Atomic<UInt64>(0)
    /// Whether a client lets time pass by itself, and how many of the other threads stand still for it.
    private let isHeld = Atomic<Bool>(false)
    private let waiting = Atomic<Int>(0)

    init(seed: UInt64, steps: Int, seconds: Int) throws {
        self.seed = seed
        limit = steps
        deadline = HostTime.now() + UInt64(seconds) * HostTime.ticksPerSecond
        let server = self.server
        server.setDevices(Self.devices(["a", "b"], chosen: "a"))
        server.countsInput = true
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        self.connection = connection
        system = HardwareSystem { () throws(AudioError) in connection }
    }

    /// Devices of both directions, of which `chosen` is the default, and three of one direction.
    ///
    /// - Parameter rates: of those that come and go, where it is not 48 kHz.
    static func devices(_ names: [String], chosen: String, rates: [String: Double] = [:]) -> [DeviceDescription] {
        let both = (names + ["c"]).flatMap { name in
            [DeviceDirection.output, .input].map { direction in
                var device = DeviceDescription(
                    id: name, name: name, direction: direction, sampleRate: rates[name] ?? 48_000,
                    isDefault: name == chosen)
                device.rates = [44_100, 48_000]
                return device
            }
        }
        return both + [
            DeviceDescription(id: "d", name: "d", direction: .input),
            DeviceDescription(id: "e", name: "e", direction: .output),
            DeviceDescription(id: "f", name: "f", direction: .input),
        ]
    }

    var isOver: Bool {
        steps.load(ordering: .relaxed) >= limit || HostTime.now() >= deadline || hasFault.load(ordering: .relaxed)
    }

    func random(_ index: Int) -> SeededRandom { SeededRandom(seed &* 1_000_003 &+ UInt64(index)) }

    func device(_ random: inout SeededRandom) -> String? { [nil, nil, "a", "b", "c"][random.below(5)] }

    /// How queues open their outputs.
    var outputs: PlayingQueue.OutputProvider {
        { [connection] (device) throws(AudioError) in
            var configuration = OutputConfiguration()
            configuration.device = device
            return try Output(configuration, on: connection)
        }
    }

    // MARK: Faults

    /// Notes something that must not be, and ends the run.
    func fault(_ text: @autoclosure () -> String) {
        let at = "after \(steps.load(ordering: .relaxed)) calls and \((HostTime.now() - begin) / 1_000_000) ms"
        let all = faultList.withLock { $0.count }
        if all < 10 {
            let line = "\(text()), \(at), seed \(seed)"
            faultList.withLock { $0.append(line) }
        }
        hasFault.store(true, ordering: .relaxed)
    }

    var faults: [String] { faultList.withLock { $0 } }

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

    // MARK: Calls

    func step(_ client: any RandomClient, _ random: inout SeededRandom, isInCallback: Bool) {
        calls.run(isInCallback ? "\(client.name) in a callback" : client.name) {
            client.act(&random, isInCallback: isInCallback)
        }
        steps.wrappingAdd(1, ordering: .relaxed)
    }

    /// What a callback does beside its work: now and then a call of its own client, or of another one.
    ///
    /// - Parameter rarity: of how many callbacks one makes a call.
    func callBack(_ client: any RandomClient, rarity: Int = 6) {
        let number = callbacks.wrappingAdd(1, ordering: .relaxed).newValue
        var random = SeededRandom(seed &+ number &* 7919)
        // A callback that takes its time meets calls that wait for its end.
        if random.below(16) == 0 { Thread.sleep(until: HostTime.now() + UInt64(random.below(400_000))) }
        guard random.below(rarity) == 0, !isOver, !mayEnd.load(ordering: .relaxed) else { return }
        let others = clients.withLock { $0 }
        guard !others.isEmpty else { return }
        let chosen = random.below(3) == 0 ? others[random.below(others.count)] : client
        step(chosen, &random, isInCallback: true)
    }

    // MARK: Time and change

    func letTimePass() {
        var random = self.random(100)
        while !mayEnd.load(ordering: .relaxed) {
            waitWhileHeld()
            calls.run("time") { server.advance(1 + random.below(1024)) }
            if random.below(50) == 0 { server.skip(random.below(4096)) }
            Thread.sleep(until: HostTime.now() + UInt64(random.below(200_000)))
        }
    }

    func changeDevices() {
        var random = self.random(101)
        while !mayEnd.load(ordering: .relaxed) {
            waitWhileHeld()
            calls.run("change") { change(&random) }
            Thread.sleep(until: HostTime.now() + 1_000_000 + UInt64(random.below(20_000_000)))
        }
    }

    private func change(_ random: inout SeededRandom) {
        switch random.below(24) {
        case 0:
            server.crash()
            Thread.sleep(until: HostTime.now() + UInt64(random.below(30_000_000)))
            server.revive()
        case 1, 2: server.setDevices(Self.devices(["a"], chosen: "a"))
        case 3, 4: server.setDevices(Self.devices(["b"], chosen: "b"))
        case 5, 6, 7: server.setDevices(Self.devices(["a", "b"], chosen: "a"))
        case 8, 9: server.setDevices(Self.devices(["a", "b"], chosen: "b"))
        case 10, 11, 12: server.setDevices(Self.devices(["a", "b"], chosen: "c"))
        case 13: server.takeStreams()
        case 14, 15:
            let rates = [44_100.0, 48_000]
            let (a, b) = (rates[random.below(2)], rates[random.below(2)])
            server.setDevices(
                Self.devices(["a", "b"], chosen: ["a", "b", "c"][random.below(3)], rates: ["a": a, "b": b]))
        case 16, 17, 18: connection.wish(communicates: random.below(2) == 0)
        case 19: wish(framesPerCycle: [nil, 100, 128, 256, 1024][random.below(5)])
        case 20: wish(sampleRate: [nil, 44_100, 48_000][random.below(3)])
        default: server.latency = random.below(2048)
        }
    }

    // MARK: The session

    private func wish(sampleRate: Double?) {
        let frames = wishes.withLock { wishes in
            wishes.sampleRate = sampleRate
            return wishes.frames
        }
        connection.wish(sampleRate: sampleRate, framesPerCycle: frames)
    }

    private func wish(framesPerCycle: Int?) {
        let sampleRate = wishes.withLock { wishes in
            wishes.frames = framesPerCycle
            return wishes.sampleRate
        }
        cycleWishes.wrappingAdd(1, ordering: .sequentiallyConsistent)
        for check in frames.withLock({ Array($0.values) }) { check.unsettle() }
        connection.wish(sampleRate: sampleRate, framesPerCycle: framesPerCycle)
        // The devices take it on a thread of the system's, which the connection's thread notifies behind the call.
        try? connection.thread.perform {}
        system.news.waitForWorkSoFar(nanoseconds: 15 * HostTime.ticksPerSecond)
        // What is late is not known to have been carried out: the devices' frames are left unsettled.
        for check in frames.withLock({ Array($0.values) }) { check.unsettle() }
        cycleWishes.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Takes back all that the session wishes for: there is one stream for what plays on a device then. While nothing else changes
    /// the devices.
    func endWishes() {
        connection.wish(communicates: false)
        wish(sampleRate: nil)
        wish(framesPerCycle: nil)
    }

    private func waitWhileHeld() {
        guard isHeld.load(ordering: .acquiring) else { return }
        waiting.wrappingAdd(1, ordering: .acquiringAndReleasing)
        while isHeld.load(ordering: .acquiring) { Thread.sleep(until: HostTime.now() + 50_000) }
        waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }

    /// Runs `body`, which lets time pass by itself, while neither time nor the devices change otherwise. For one client.
    func holdingStill(_ body: () -> Void) {
        // A thread that leaves the last hold still counts as waiting, and would not stand still for this one.
        while waiting.load(ordering: .acquiring) > 0 {
            guard !isOver else { return }
            Thread.sleep(until: HostTime.now() + 50_000)
        }
        isHeld.store(true, ordering: .releasing)
        defer { isHeld.store(false, ordering: .releasing) }
        while waiting.load(ordering: .acquiring) < 2 {
            guard !isOver else { return }
            Thread.sleep(until: HostTime.now() + 50_000)
        }
        body()
    }
}
