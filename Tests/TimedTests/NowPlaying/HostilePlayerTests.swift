import AudioCore
import Glibc
import MessageBus
import NowPlaying
import TestSupport
import Testing

/// What callers with bad manners do to a player, which is to cost others 100 ms at most, and the player nothing.
@Suite(.serialized, .needs("dbus-daemon")) struct HostilePlayerTests {
    private static let patience: UInt64 = 100_000_000
    private static let standard = ["Properties", "Introspectable", "Peer"].map { "org.freedesktop.DBus.\($0)" }
    private static let interfaces =
        standard + [PlayerOnBus.root, PlayerOnBus.player, PlayerOnBus.trackList, "a.b"]
    private static let members = [
        "Get", "GetAll", "Set", "Introspect", "Ping", "GetMachineId", "Raise", "Quit", "Next", "PlayPause", "Seek",
        "SetPosition", "OpenUri", "GoTo", "AddTrack", "RemoveTrack", "GetTracksMetadata", "PropertiesChanged",
        "Nothing",
    ]
    private static let names = [
        "CanQuit", "HasTrackList", "Identity", "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume",
        "Position", "MaximumRate", "CanControl", "Tracks", "Nothing", "",
    ]

    /// One message of any kind: to other members than there are, with other values than they take, and with very many of them.
    private static func send(_ nonsense: inout Nonsense, _ client: BusClient) {
        let (path, interface) = (
            nonsense.pick([PlayerOnBus.path, PlayerOnBus.path, "/", "/org"]), nonsense.pick(interfaces)
        )
        var call = BusCall(PlayerOnBus.name, path, interface, nonsense.pick(members))
        switch nonsense.number(8) {
        case 0: return client.emit(path, interface, call.member, nonsense.arguments(), to: PlayerOnBus.name)
        case 1, 2:
            (call.interface, call.member) = (PlayerOnBus.properties, nonsense.pick(["Get", "GetAll", "Set"]))
            call.arguments = [.text(interface), .text(nonsense.pick(names)), .variant(nonsense.value())]
            call.arguments.removeLast(["Set": 0, "Get": 1, "GetAll": 2][call.member] ?? 0)
        case 3:
            // Those of the player, those of others, and many more than there are.
            (call.interface, call.member) = (PlayerOnBus.trackList, "GetTracksMetadata")
            let count = nonsense.pick(["1", "256", "256", "4000"])
            call.arguments = [
                .array(of: "o", (0..<Int(count)!).map { .path("/org/swift/corelibs/audio/track/t\($0 % 300)") })
            ]
        case 4:
            (call.interface, call.member) = (PlayerOnBus.properties, "Set")
            let deep = (0..<(1 + nonsense.number(60))).reduce(nonsense.basic()) { value, _ in .variant(value) }
            call.arguments = [.text(PlayerOnBus.player), .text(nonsense.pick(names)), deep]
        default: call.arguments = nonsense.arguments()
        }
        // It does not wait for answers, so that there is no end to what it sends.
        if let call = client.ask(call, returning: "", { _ in }) { client.cancel(call) }
    }

    @Test(arguments: [UInt64(1), 2]) func nonsenseDelaysNobody(seed: UInt64) throws {
        let player = try PlayerOnBus()
        #expect(player.show(PlayerOnBus.state(256)))
        func values() -> [[String: BusValue]?] {
            [PlayerOnBus.root, PlayerOnBus.player, PlayerOnBus.trackList].map { player.all($0) }
        }
        let before = values()
        let hostile = try (0..<2).map { _ in try BusFake(player.bus.address) }
        let left = LockedValue(100)
        for batch in 0..<100 {
            hostile[batch % hostile.count].post { client in
                var nonsense = Nonsense(random: SeededRandom(seed &* 1000 &+ UInt64(batch)))
                for _ in 0..<100 { Self.send(&nonsense, client) }
                left.withLock { $0 -= 1 }
            }
        }
        var (longest, asked) = (UInt64(0), 0)
        while left.withLock({ $0 > 0 }) || asked < 20 {
            let start = HostTime.now()
            #expect(player.all(PlayerOnBus.root)?.count == 7)
            longest = max(longest, HostTime.now() - start)
            asked += 1
            // One with good manners asks less often than it may.
            usleep(10_000)
        }
        // A fake that is let go sends no more.
        withExtendedLifetime(hostile) {}
        print("10,000 messages: the longest of \(asked) answers took \(Double(longest) / 1e6) ms")
        #expect(longest <= Self.patience)
        // What nobody may change has not changed, and what it is asked for is done.
        #expect(values() == before)
        #expect(player.call(PlayerOnBus.player, "Previous") == [])
        #expect(eventually { player.commands.withLock(\.last) == .previous })
    }

    /// Calls that are as they should be, and ask for as much as there is, or bring as much as a message takes.
    @Test(arguments: ["GetTracksMetadata", "Set"]) func expensiveCallsDelayNobody(member: String) throws {
        let player = try PlayerOnBus()
        #expect(player.show(PlayerOnBus.state(256)))
        var call = BusCall(PlayerOnBus.name, PlayerOnBus.path, PlayerOnBus.trackList, member)
        call.arguments = [player.all(PlayerOnBus.trackList)?["Tracks"] ?? .flag(false)]
        if member == "Set" {
            call.interface = PlayerOnBus.properties
            let values = BusValue.array(of: "i", Array(repeating: .int32(1), count: 16_000))
            call.arguments = [.text(PlayerOnBus.player), .text("Volume"), .variant(values)]
        }
        let hostile = try BusFake(player.bus.address)
        let hasSent = LockedValue(false)
        hostile.post { [call] client in
            for _ in 0..<250 { if let call = client.ask(call, returning: "", { _ in }) { client.cancel(call) } }
            hasSent.withLock { $0 = true }
        }
        withExtendedLifetime(hostile) { #expect(eventually { hasSent.withLock(\.self) }) }
        let start = HostTime.now()
        for _ in 0..<10 { #expect(player.all(PlayerOnBus.root)?.count == 7) }
        let milliseconds = Double(HostTime.now() - start) / 1e6
        print("250 calls of \(member): ten answers took \(milliseconds) ms")
        #expect(milliseconds <= 100)
    }

    /// A bus that sends what no bus may send: the player reads none of it, joins again, and answers.
    @Test func aBusThatLiesIsLeft() throws {
        let bodies = HostileMessages.bodies(seed: 3)
        let heads = HostileMessages.heads
        let bus = try LyingBus { connection in connection == 0 ? bodies : [heads[(connection - 1) % heads.count]] }
        let commands = LockedValue<[PlayerCommand]>([])
        let service = PlayerService(.at(bus.address), PlayerIdentity(name: "The Larks", desktopEntry: "the-larks")) {
            command in
            commands.withLock { $0.append(command) }
        }
        service.show(PlayerOnBus.state(3))
        // Values that are not what they say do not end the connection; heads do, and the next one is as good as the first.
        #expect(eventually(seconds: 30) { bus.outcomes.count > heads.count })
        #expect(bus.outcomes.first == .answered)
        #expect(bus.outcomes.allSatisfy { $0 != .silent }, "\(bus.outcomes)")
        #expect(commands.withLock { $0 }.allSatisfy { $0 == .next }, "only what was well said")
    }
}
