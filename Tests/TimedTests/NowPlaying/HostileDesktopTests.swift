import AudioCore
import Glibc
import MessageBus
import NowPlaying
import TestSupport
import Testing

/// What players with bad manners do to a program that asks for the desktop's player. No call of it takes more than 100 ms.
@Suite(.serialized, .needs("dbus-daemon")) struct HostileDesktopTests {
    private let bus: PrivateBus
    private let controller: PlayerController

    init() throws {
        bus = try PrivateBus()
        controller = PlayerController(.at(bus.address), isOwn: { _ in false }, changed: {})
    }

    /// Asks again and again until `isOver`, and returns the nanoseconds that the longest call took.
    private func longestCall(_ isOver: () -> Bool) -> UInt64 {
        var (longest, asked) = (UInt64(0), 0)
        while !isOver() || asked < 20 {
            let start = HostTime.now()
            if let player = controller.snapshot.player { controller.send(.position, to: player) }
            longest = max(longest, HostTime.now() - start)
            asked += 1
            usleep(2000)
        }
        return longest
    }

    private func isGood(_ good: FakePlayer) -> Bool {
        eventually {
            let player = controller.snapshot.player
            return player?.owner == good.fake.uniqueName && player?.state.status == .playing
        }
    }

    /// Signals of a player with any values in them.
    @Test(arguments: [UInt64(1), 2]) func malformedSignalsHarmNobody(seed: UInt64) throws {
        let good = try FakePlayer(bus, "good")
        #expect(controller.snapshot.player?.owner == good.fake.uniqueName)
        let hostile = try (0..<2).map { try FakePlayer(bus, "bad\($0)", "Paused") }
        /// Bytes that the process has more, and nanoseconds of the longest call.
        func flood() -> (grown: Int, longest: UInt64) {
            let (before, left) = (residentBytes(), LockedValue(100))
            for batch in 0..<100 {
                hostile[batch % 2].fake.post { client in
                    var nonsense = Nonsense(random: SeededRandom(seed &* 1000 &+ UInt64(batch)))
                    for _ in 0..<100 { Self.send(&nonsense, client) }
                    left.withLock { $0 -= 1 }
                }
            }
            let longest = longestCall { left.withLock { $0 <= 0 } }
            return (residentBytes() - before, longest)
        }
        // What the senders, which are of this process, keep of their messages is there after the first time.
        let (first, second) = (flood(), flood())
        let longest = max(first.longest, second.longest)
        print(
            "20,000 malformed signals: the longest call took \(Double(longest) / 1e6) ms, \(second.grown >> 10) KiB more"
        )
        #expect(longest <= 100_000_000)
        #expect(second.grown < 64 << 20)
        for fake in hostile { fake.become(["PlaybackStatus": .text("Stopped")]) }
        good.become(["PlaybackStatus": .text("Paused")])
        good.become(["PlaybackStatus": .text("Playing")])
        #expect(isGood(good))
    }

    private static func send(_ nonsense: inout Nonsense, _ client: BusClient) {
        let keys = [
            "PlaybackStatus", "Metadata", "Rate", "Position", "Volume", "LoopStatus", "Shuffle", "CanSeek",
            "CanControl",
            "MinimumRate", "MaximumRate", "HasTrackList", "Tracks", "SupportedUriSchemes",
        ]
        var values: [String: BusValue] = [:]
        for key in keys where nonsense.number(3) > 0 {
            values[key] = nonsense.number(2) == 0 ? nonsense.basic() : nonsense.value()
        }
        if nonsense.number(2) == 0 {
            values["Metadata"] = .dictionary([
                "mpris:trackid": nonsense.value(), "xesam:url": nonsense.basic(), "mpris:length": nonsense.basic(),
                "xesam:title": .text(nonsense.text()),
            ])
        }
        let interface = nonsense.pick([PlayerOnBus.player, PlayerOnBus.player, PlayerOnBus.root, PlayerOnBus.trackList])
        switch nonsense.number(4) {
        case 0: client.emit(FakePlayer.path, interface, nonsense.pick(["Seeked", "TrackAdded"]), nonsense.arguments())
        case 1: client.emit(FakePlayer.path, PlayerOnBus.properties, "PropertiesChanged", nonsense.arguments())
        default:
            client.emit(
                FakePlayer.path, PlayerOnBus.properties, "PropertiesChanged",
                [.text(interface), .dictionary(values), .array(of: "s", [.text("Metadata")])])
        }
    }

    /// Names that are taken and given up 10,000 times, by one connection and by many.
    @Test func namesThatComeAndGoHarmNobody() throws {
        let good = try FakePlayer(bus, "good")
        #expect(controller.snapshot.player?.owner == good.fake.uniqueName)
        let hostile = try (0..<4).map { _ in try BusFake(bus.address) }
        let left = LockedValue(100)
        for batch in 0..<100 {
            hostile[batch % 4].post { client in
                for number in 0..<50 {
                    let name = "org.mpris.MediaPlayer2.x\(batch).y\(number)"
                    for call in [
                        BusCall(bus: "RequestName", .text(name), .uint32(4)), BusCall(bus: "ReleaseName", .text(name)),
                    ] {
                        if let call = client.ask(call, returning: "u", { _ in }) { client.cancel(call) }
                    }
                }
                left.withLock { $0 -= 1 }
            }
        }
        let longest = longestCall { left.withLock { $0 <= 0 } }
        withExtendedLifetime(hostile) {}
        print("10,000 changes of names: the longest call took \(Double(longest) / 1e6) ms")
        #expect(longest <= 100_000_000)
        let late = try FakePlayer(bus, "late")
        #expect(isGood(late))
    }

    /// More names than are kept, held by one that answers nothing; a player that comes later is seen.
    @Test func oneWithManyNamesHidesNobody() throws {
        let hostile = try BusFake(bus.address)
        hostile.post { client in
            for number in 0..<400 { client.request(name: "org.mpris.MediaPlayer2.a\(number)") }
        }
        let names = BusCall(bus: "ListNames")
        #expect(
            eventually {
                let found = hostile.call(names, returning: "as")?.first?.elements ?? []
                return found.count { $0.text?.hasPrefix("org.mpris.") == true } == 400
            })
        let longest = longestCall { true }
        #expect(longest <= 100_000_000)
        let good = try FakePlayer(bus, "zgood")
        #expect(isGood(good))
        withExtendedLifetime(hostile) {}
    }

    /// Players that never answer, and one that answers with wrong types.
    @Test func answersThatNeverComeDelayNobody() throws {
        let hung = try (0..<20).map { number in try FakePlayer(bus, "hung\(number)") { $0.isHung = true } }
        let wrong = try FakePlayer(bus, "wrong") { state in
            state.player = ["PlaybackStatus": .int32(1), "Metadata": .text("none"), "Rate": .double(.nan)]
            state.root = ["HasTrackList": .text("yes")]
        }
        let good = try FakePlayer(bus, "good")
        let longest = longestCall { hung.allSatisfy { !$0.calls.isEmpty } }
        #expect(longest <= 100_000_000, "\(longest) ns")
        #expect(isGood(good))
        good.state.withLock { $0.isHung = true }
        for _ in 0..<200 {
            let start = HostTime.now()
            if let player = controller.snapshot.player { controller.send(.player(.next), to: player) }
            #expect(HostTime.now() - start < 100_000_000)
        }
        withExtendedLifetime(wrong) {}
    }

    /// A bus that stands still.
    @Test func aBusThatHangsDelaysNobody() throws {
        let good = try FakePlayer(bus, "good")
        #expect(controller.snapshot.player?.owner == good.fake.uniqueName)
        bus.hang()
        let start = HostTime.now()
        for _ in 0..<500 { if let player = controller.snapshot.player { controller.send(.player(.next), to: player) } }
        let late = PlayerController(.at(bus.address), isOwn: { _ in false }, changed: {})
        #expect(late.snapshot.player == nil)
        #expect(HostTime.now() - start < 100_000_000)
        bus.goOn()
        #expect(eventually { late.snapshot.player?.owner == good.fake.uniqueName })
        #expect(isGood(good))
    }

    /// A bus that sends what no bus may send.
    @Test func aBusThatLiesIsLeft() throws {
        let (bodies, heads) = (HostileMessages.bodies(seed: 5), HostileMessages.heads)
        let bus = try LyingBus { connection in connection == 0 ? bodies : [heads[(connection - 1) % heads.count]] }
        let controller = PlayerController(.at(bus.address), isOwn: { _ in false }, changed: {})
        let start = HostTime.now()
        _ = controller.snapshot
        #expect(HostTime.now() - start < 100_000_000)
        #expect(eventually(seconds: 30) { bus.outcomes.count > heads.count })
        #expect(bus.outcomes.first == .answered)
        #expect(controller.snapshot.player == nil)
    }

    private func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
