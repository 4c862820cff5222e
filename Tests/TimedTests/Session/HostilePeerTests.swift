import AudioCore
import AudioSession
import Glibc
import MessageBus
import TestSupport
import Testing

/// What peers with bad manners do to a session, which is to cost others 100 ms at most, and nobody a crash.
@Suite(.serialized) struct HostilePeerTests {
    private let bus: PrivateBus
    private static let patience: UInt64 = 100_000_000
    private static let settings = [
        try! SessionSetting(.playback, options: .mixWithOthers), try! SessionSetting(.playback, options: .duckOthers),
    ]

    init() throws { bus = try PrivateBus() }

    // MARK: Messages

    private static let interfaces = [
        SessionInterface.name, "org.freedesktop.DBus.Properties", "org.mpris.MediaPlayer2.Player",
        "org.gnome.ScreenSaver", "org.sigxcpu.Feedback", "org.freedesktop.login1.Manager", "org.freedesktop.DBus",
        "org.freedesktop.DBus.Introspectable", "a.b",
    ]
    private static let members = [
        "StateChanged", "GetState", "PropertiesChanged", "NameOwnerChanged", "ActiveChanged", "PrepareForSleep", "Get",
        "CallAdded",
    ]
    private static let paths = [
        SessionInterface.path, "/org/mpris/MediaPlayer2", "/org/sigxcpu/Feedback", "/org/gnome/ScreenSaver", "/",
    ]

    /// Sends a message of any kind to one or to all.
    private static func send(_ nonsense: inout Nonsense, _ client: BusClient, to victim: String) {
        let (path, interface) = (nonsense.pick(paths), nonsense.pick(interfaces))
        let (member, arguments) = (nonsense.pick(members), nonsense.arguments())
        switch Int.random(in: 0..<3, using: &nonsense.random) {
        case 0: client.emit(path, interface, member, arguments)
        case 1: client.emit(path, interface, member, arguments, to: victim)
        default:
            var call = BusCall(victim, path, interface, member)
            call.arguments = arguments
            client.call(call, within: 10_000_000)
        }
    }

    // MARK: Tests

    /// How long what one session tells takes to reach another; in nanoseconds, the longest.
    private func longestWay(from one: NeighbourProgram, to other: NeighbourProgram, while isGoingOn: () -> Bool)
        -> UInt64
    {
        var longest: UInt64 = 0
        var round = 0
        repeat {
            let setting = Self.settings[round % 2]
            round += 1
            other.forget()
            let start = HostTime.now()
            one.surroundings.announceActive(setting)
            let came = other.comes { news in
                news.contains { if case .peerActive(_, setting) = $0 { true } else { false } }
            }
            guard came else { return .max }
            longest = max(longest, HostTime.now() - start)
            // An honest session does not become active more than some times a second either.
            usleep(60_000)
        } while isGoingOn()
        return longest
    }

    /// 10,000 messages of any kind from one that has a session, and answers what it is asked in the same way.
    @Test(.needs("dbus-daemon"), arguments: [UInt64(1), 2]) func nonsenseIsIgnored(seed: UInt64) throws {
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        let process = try SessionProcess(bus)
        other.surroundings.announceActive(Self.settings[0])
        process.tell("set playback 1;activate;pause")
        let answers = LockedValue(Nonsense(random: SeededRandom(seed)))
        let hostile = try BusFake(bus.address, named: "org.mpris.MediaPlayer2.hostile") { client, message in
            if message.kind == .call { client.reply(to: message, answers.withLock { $0.value() }) }
        }
        #expect(eventually { hostile.sessions.count == 2 })
        let victims = hostile.sessions
        for name in [
            SessionInterface.name(of: hostile.uniqueName), "org.sigxcpu.Feedback", "org.gnome.ScreenSaver",
            "org.freedesktop.ScreenSaver",
        ] {
            #expect(hostile.call(BusCall(bus: "RequestName", .text(name), .uint32(4)), returning: "u") != nil)
        }
        let before = process.kilobytes
        let isDone = LockedValue(false)
        for batch in 0..<100 {
            hostile.post { client in
                var nonsense = Nonsense(random: SeededRandom(seed &* 1000 &+ UInt64(batch)))
                for index in 0..<100 { Self.send(&nonsense, client, to: victims[index % victims.count]) }
                if batch == 99 { isDone.withLock { $0 = true } }
            }
        }
        let longest = longestWay(from: one, to: other) { !isDone.withLock(\.self) }
        #expect(longest <= Self.patience)
        // What is left works as before, once all has been received.
        let watcher = try BusFake(bus.address)
        for victim in victims { #expect(watcher.settle(victim)) }
        let growth = process.kilobytes - before
        print("10,000 messages: the longest way took \(Double(longest) / 1e6) ms, memory grew by \(growth) kB")
        #expect(growth < 16_384)
        #expect(longestWay(from: one, to: other) { false } <= Self.patience)
        // The bus has put up with all of it.
        let owner = watcher.call(BusCall(bus: "GetNameOwner", .text("org.sigxcpu.Feedback")), returning: "s")
        #expect(owner?.first?.text == hostile.uniqueName)
    }

    /// As many good messages as fit through the bus: news come some times a second, and the last one counts.
    @Test(.needs("dbus-daemon")) func aFloodIsCoalesced() throws {
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        let last = LockedValue(BusValue.dictionary(["active": .flag(false)]))
        let hostile = try BusFake(bus.address) { client, message in
            if message.kind == .call { client.reply(to: message, last.withLock(\.self)) }
        }
        let name = SessionInterface.name(of: hostile.uniqueName)
        #expect(hostile.call(BusCall(bus: "RequestName", .text(name), .uint32(4)), returning: "u") != nil)
        other.surroundings.announceActive(Self.settings[0])
        #expect(eventually { hostile.sessions.count == 1 })
        let id = hostile.uniqueName
        let count = LockedValue(0)
        let isDone = LockedValue(false)
        let log = LockedValue(0)
        let start = HostTime.now()
        for batch in 0..<100 {
            hostile.post { client in
                for index in 0..<200 {
                    let options = UInt64(1 + index % 2 * 2)
                    let state = BusValue.dictionary([
                        "active": .flag(true), "since": .uint64(HostTime.now()), "options": .uint64(options),
                        "category": .text("playback"),
                    ])
                    last.withLock { $0 = state }
                    client.emit(SessionInterface.path, SessionInterface.name, "StateChanged", [state])
                }
                count.withLock { $0 += 200 }
                if batch == 99 { isDone.withLock { $0 = true } }
            }
        }
        let longest = longestWay(from: one, to: other) {
            let news = other.news.count { if case .peerActive(id, _) = $0 { true } else { false } }
            log.withLock { $0 += news }
            return !isDone.withLock(\.self)
        }
        let seconds = Double(HostTime.now() - start) / 1e9
        let delivered = log.withLock(\.self)
        print(
            "\(count.withLock(\.self)) messages in \(seconds) s: \(delivered) were delivered, the longest way took "
                + "\(Double(longest) / 1e6) ms")
        #expect(longest <= Self.patience)
        #expect(Double(delivered) <= 16 + 20 * (seconds + 1))
        // The last state arrives.
        last.withLock { $0 = .dictionary(["active": .flag(false), "resume": .flag(true)]) }
        hostile.emit(
            SessionInterface.path, SessionInterface.name, "StateChanged",
            .dictionary(["active": .flag(false), "resume": .flag(true)]))
        #expect(other.comes { $0.contains(.peerInactive(id, notifiesOthers: true)) })
    }

    /// Connections that come and go as sessions, and answer nothing.
    @Test(.needs("dbus-daemon")) func thoseThatComeAndGoAreIgnored() throws {
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        other.surroundings.announceActive(Self.settings[0])
        let hostile = try (0..<1).map { _ in try BusFake(bus.address) }
        #expect(eventually { hostile[0].sessions.count == 1 })
        for fake in hostile {
            let id = fake.uniqueName
            fake.post { client in
                for _ in 0..<2000 {
                    let name = SessionInterface.name(of: id)
                    client.request(name: name)
                    client.call(BusCall(bus: "ReleaseName", .text(name)), returning: "u")
                    client.request(name: name + "x")
                }
                client.request(name: SessionInterface.name(of: id))
            }
        }
        #expect(longestWay(from: one, to: other) { false } <= Self.patience)
        for fake in hostile { #expect(fake.settle(hostile[0].sessions[0])) }
        #expect(other.news.allSatisfy { if case .peerEnded = $0 { false } else { true } })
    }

    // MARK: Crowds

    private static let playback = try! SessionSetting(.playback)

    /// More strangers than a session has budgets for, who ask as much as they may.
    @Test(.needs("dbus-daemon")) func aCrowdThatAsksHidesNobody() throws {
        let session = NeighbourProgram(bus)
        session.surroundings.announceActive(Self.settings[0])
        let strangers = try (0..<260).map { _ in try BusFake(bus.address) }
        #expect(eventually { strangers[0].sessions.count == 1 })
        let id = strangers[0].sessions[0]
        for stranger in strangers {
            stranger.post { client in
                for _ in 0..<20 { client.call(SessionInterface.getState(id)) }
            }
        }
        for stranger in strangers { #expect(stranger.settle(id, times: 1)) }
        let peer = try FakePeer(bus, state: .dictionary(FakePeer.active("playback", since: .max)))
        #expect(session.comes { $0.contains(.peerActive(peer.id, Self.playback)) })
        // Its questions are its own.
        #expect(peer.state(of: id)?["active"] == .flag(true))
        withExtendedLifetime(strangers) {}
    }

    /// One for which there was no place has one later.
    @Test(.needs("dbus-daemon")) func aPlaceThatIsLeftIsTaken() throws {
        let session = NeighbourProgram(bus)
        session.surroundings.announceActive(Self.settings[0])
        var crowd = try (0..<128).map { _ in try FakePeer(bus) }
        #expect(eventually { crowd[0].others.count == 128 })
        let late = try FakePeer(bus, state: .dictionary(FakePeer.active("playback", since: .max)))
        for id in late.others where !crowd.contains(where: { $0.id == id }) { #expect(late.fake.settle(id)) }
        #expect(session.news.isEmpty)
        crowd.removeLast()
        #expect(session.comes(.peerActive(late.id, Self.playback)))
    }

    /// Sessions that end without an answer are asked no longer: 1,280 times, which is more than may be waited for.
    @Test(.needs("dbus-daemon")) func questionsEndWithTheirSessions() throws {
        let session = NeighbourProgram(bus)
        session.surroundings.announceActive(Self.settings[0])
        let silent = try (0..<80).map { _ in try BusFake(bus.address) }
        #expect(eventually { silent[0].sessions.count == 1 })
        let id = silent[0].sessions[0]
        for fake in silent {
            let name = BusValue.text(SessionInterface.name(of: fake.uniqueName))
            for _ in 0..<16 {
                _ = fake.call(BusCall(bus: "RequestName", name, .uint32(4)), returning: "u")
                _ = fake.call(BusCall(bus: "ReleaseName", name), returning: "u")
            }
        }
        #expect(silent[0].settle(id))
        let peer = try FakePeer(bus, state: .dictionary(FakePeer.active("playback", since: .max)))
        #expect(session.comes([.peerActive(peer.id, Self.playback)]))
        withExtendedLifetime(silent) {}
    }
}
