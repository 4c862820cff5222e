import AudioCore
import AudioSession
import Foundation
import MessageBus
import TestSupport
import Testing

/// Sessions that meet on a bus of our own.
@Suite(.serialized) struct SessionPeersBusTests {
    private let bus: PrivateBus
    private static let playback = try! SessionSetting(.playback)
    private static let ducking = try! SessionSetting(.playback, options: .duckOthers)

    init() throws { bus = try PrivateBus() }

    @Test(.needs("dbus-daemon")) func learnOfEachOther() throws {
        let first = NeighbourProgram(bus)
        let watcher = try FakePeer(bus)
        #expect(eventually { first.news.isEmpty && watcher.others.isEmpty })
        first.surroundings.announceActive(Self.playback)
        #expect(eventually { watcher.others.count == 1 })
        let name = try #require(watcher.others.first)
        // One that comes late asks.
        var second: NeighbourProgram? = NeighbourProgram(bus)
        #expect(second!.comes(.peerActive(name, Self.playback)))
        first.surroundings.announceActive(Self.ducking)
        #expect(second!.comes(.peerActive(name, Self.ducking)))
        first.surroundings.announceInactive(notifiesOthers: true)
        #expect(second!.comes(.peerInactive(name, notifiesOthers: true)))
        first.surroundings.announceActive(.standard)
        #expect(second!.comes(.peerActive(name, .standard)))
        first.surroundings.announceInactive(notifiesOthers: false)
        #expect(second!.comes(.peerInactive(name, notifiesOthers: false)))
        // One that goes while it is active has ended.
        second!.surroundings.announceActive(Self.playback)
        #expect(first.comes { $0.count == 1 })
        second = nil
        #expect(
            first.comes { news in
                guard case .peerActive(let peer, Self.playback) = news.first else { return false }
                return news == [.peerActive(peer, Self.playback), .peerEnded(peer)]
            })
    }

    @Test(.needs("dbus-daemon")) func areUnknownUntilTheyAnnounceThemselves() throws {
        let silent = NeighbourProgram(bus)
        let watcher = try FakePeer(bus, state: .dictionary(["active": .flag(true), "category": .text("playback")]))
        // What the silent one has received shows that it is there.
        #expect(silent.comes(.peerActive(watcher.id, Self.playback)))
        #expect(watcher.others.isEmpty)
    }

    /// A program that stands still, as in a debugger, for longer than services may.
    @Test(.needs("dbus-daemon")) func hearALateAnswer() throws {
        let peer = try FakePeer(bus, standsStill: true)
        let patience: UInt64 = 20_000_000
        let session = NeighbourProgram(bus, patience: patience)
        let start = HostTime.now()
        #expect(peer.isAsked)
        session.surroundings.catchUp()
        #expect(HostTime.now() - start < 5 * HostTime.ticksPerSecond)
        #expect(eventually { HostTime.now() > start + 10 * patience })
        peer.goOn(FakePeer.active("playback", since: 1))
        #expect(session.comes([.peerActive(peer.id, Self.playback)]))
    }

    @Test(.needs("dbus-daemon")) func takeNothingFromWhoHasNoSession() throws {
        let peer = try FakePeer(bus, state: .dictionary(["active": .flag(true), "category": .text("playback")]))
        let session = NeighbourProgram(bus)
        #expect(session.comes { $0 == [.peerActive(peer.id, Self.playback)] })
        let stranger = try BusFake(bus.address)
        let state: BusValue = .dictionary(["active": .flag(true)])
        stranger.emit(SessionInterface.path, SessionInterface.name, "StateChanged", state)
        // A name that belongs to another connection does not help.
        _ = stranger.call(
            BusCall(bus: "RequestName", .text(SessionInterface.namespace + ".c99_99"), .uint32(4)), returning: "u")
        stranger.emit(SessionInterface.path, SessionInterface.name, "StateChanged", state)
        // The bus has the signals before the answer leaves it, and what others send afterwards comes after them.
        #expect(stranger.call(BusCall(bus: "GetId"), returning: "s") != nil)
        peer.isActive(options: 2, since: HostTime.now())
        #expect(session.comes(.peerActive(peer.id, Self.ducking)))
        #expect(session.news.count == 2)
    }

    /// What is shown of one that became active before this session, or after it, whose message comes after it in any case.
    @Test(.needs("dbus-daemon")) func agreeOnWhoCameLater() throws {
        let session = NeighbourProgram(bus)
        let peer = try FakePeer(bus)
        session.surroundings.announceActive(Self.playback)
        #expect(eventually { peer.others.count == 1 })
        let name = try #require(peer.others.first)
        let since = try #require(peer.state(of: name)?["since"]?.integer(UInt64.self))
        let mixing = try SessionSetting(.playback, options: .mixWithOthers)
        let talkative = UInt64(0x13)
        // It is interrupted by this session, and what mixes does not interrupt it.
        peer.isActive(since: since - 1)
        peer.isActive(options: talkative, since: since - 1)
        #expect(session.comes { !$0.isEmpty })
        #expect(session.news == [.peerActive(peer.id, Self.ducking)])
        // Of the same time: by name.
        session.forget()
        peer.isActive(since: since)
        peer.isActive(options: 1, since: since)
        #expect(session.comes { $0.last == .peerActive(peer.id, mixing) })
        let isLater = peer.id > name
        #expect(session.news == (isLater ? [.peerActive(peer.id, Self.playback)] : []) + [.peerActive(peer.id, mixing)])
        // Later, and at a time that has not come.
        for time in [since + 1, .max] {
            session.forget()
            peer.isActive(since: time)
            #expect(session.comes { $0 == [.peerActive(peer.id, Self.playback)] })
        }
    }

    @Test(.needs("dbus-daemon")) func meetAgainOnANewBus() throws {
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        one.surroundings.announceActive(Self.ducking)
        #expect(other.comes { $0.count == 1 })
        bus.crash()
        #expect(
            other.comes { news in
                guard case .peerEnded = news.last else { return false }
                return news.count == 2
            })
        try bus.revive()
        #expect(
            other.comes { news in
                guard case .peerActive(_, Self.ducking) = news.last else { return false }
                return news.count == 3
            })
        #expect(one.news.isEmpty)
    }

    /// What a session tells while the bus stands still waits, and the last of it counts.
    @Test(.needs("dbus-daemon")) func areHeardOnceAHungBusGoesOn() throws {
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        one.surroundings.announceActive(Self.ducking)
        #expect(other.comes { $0.count == 1 })
        bus.hang()
        // For so long that the bus takes no more.
        let end = HostTime.now() + 2 * HostTime.ticksPerSecond
        while HostTime.now() < end {
            one.surroundings.announceActive(Self.playback)
            one.surroundings.announceActive(Self.ducking)
        }
        one.surroundings.announceInactive(notifiesOthers: true)
        bus.goOn()
        #expect(
            other.comes { news in
                if case .peerInactive(_, notifiesOthers: true) = news.last { true } else { false }
            })
        // What comes later is told, too.
        one.surroundings.announceActive(Self.playback)
        #expect(
            other.comes { news in
                if case .peerActive(_, Self.playback) = news.last { true } else { false }
            })
    }

    /// A bus that takes connections and never answers is waited for once, and 100 ms at most.
    @Test func doNotWaitForABusThatHangs() throws {
        let listener = try SilentListener()
        let surroundings = DesktopSurroundings(session: .at(listener.address), system: .at(listener.address))
        let start = HostTime.now()
        surroundings.begin { _ in Issue.record("there is nobody") }
        surroundings.announceActive(Self.playback)
        surroundings.setPausesOtherPlayers(true)
        surroundings.setKeepsAwake(true)
        #expect(HostTime.now() - start < HostTime.ticksPerSecond / 20)
        surroundings.catchUp()
        let waited = HostTime.now() - start
        #expect(waited >= HostTime.ticksPerSecond / 10 && waited < HostTime.ticksPerSecond)
        let again = HostTime.now()
        for _ in 0..<100 { surroundings.catchUp() }
        #expect(HostTime.now() - again < HostTime.ticksPerSecond / 20)
    }

    /// The thread ends, and nothing is waited for.
    @Test func areAloneWithoutABus() throws {
        let start = HostTime.now()
        let address = BusAddress.at("unix:path=/nonexistent/bus")
        let surroundings = DesktopSurroundings(session: address, system: address)
        surroundings.begin { _ in Issue.record("there is nobody") }
        for _ in 0..<1000 {
            surroundings.announceActive(Self.playback)
            surroundings.setKeepsAwake(true)
            surroundings.setPausesOtherPlayers(true)
            surroundings.announceInactive(notifiesOthers: true)
        }
        #expect(HostTime.now() - start < HostTime.ticksPerSecond)
        #expect(eventually { !ownThreads.contains("audio-session") })
    }

    private var ownThreads: [String] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.compactMap { id in
            (try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8))?.filter { $0 != "\n" }
        }
    }

    // MARK: Processes

    @Test(.needs("dbus-daemon")) func interruptEachOther() throws {
        let (one, other) = (try SessionProcess(bus), try SessionProcess(bus))
        one.tell("set playback 0;activate")
        other.tell("set playback 0")
        let watcher = try FakePeer(bus)
        #expect(eventually { watcher.others.count == 1 })
        other.tell("activate")
        #expect(one.reports("began", "gain 0.0"))
        other.tell("resume")
        #expect(one.reports("began", "gain 0.0", "ended true", "gain 1.0"))
        #expect(other.lines == [])
    }

    @Test(.needs("dbus-daemon")) func releaseWhatTheyHoldWhenTheyAreKilled() throws {
        let (one, other, third) = (try SessionProcess(bus), try SessionProcess(bus), try SessionProcess(bus))
        one.tell("set playback 0;activate")
        let watcher = try FakePeer(bus)
        #expect(eventually { watcher.others.count == 1 })
        let first = try #require(watcher.others.first)
        other.tell("set playback 0;activate")
        #expect(one.reports("began", "gain 0.0"))
        third.tell("set ambient 2;activate")
        #expect(other.reports("gain 0.25"))
        #expect(watcher.fake.settle(first))
        other.end(by: SIGKILL)
        #expect(one.reports("began", "gain 0.0", "ended false", "gain 0.25"))
        third.end(by: SIGKILL)
        #expect(one.reports("began", "gain 0.0", "ended false", "gain 0.25", "gain 1.0"))
    }

    /// On one processor, on which a thread that wakes up does not interrupt the one that is about to end the process.
    @Test(.needs("dbus-daemon", "taskset", "chrt")) func letOthersGoOnWithTheirLastWord() throws {
        let one = try SessionProcess(bus)
        let watcher = try FakePeer(bus)
        one.tell("set playback 0;activate")
        #expect(eventually { watcher.others.count == 1 })
        for _ in 0..<5 {
            one.forget()
            let other = try SessionProcess(bus, by: ["taskset", "1", "chrt", "--batch", "0"])
            other.tell("set playback 0;activate")
            #expect(one.reports("began", "gain 0.0"))
            other.tell("resume;exit")
            other.waitForEnd()
            #expect(one.reports("began", "gain 0.0", "ended true", "gain 1.0"))
            one.tell("activate")
            // It is active again once it says so.
            #expect(eventually { watcher.others.first.flatMap { watcher.state(of: $0)?["active"]?.flag } == true })
        }
    }

    /// One whose machine has no library for D-Bus is alone, and is as it was else.
    @Test(.needs("dbus-daemon")) func areAloneWithoutTheLibrary() throws {
        let folder = ScratchFolder()
        for name in ["libsystemd.so.0", "libelogind.so.0"] {
            try Data().write(to: URL(filePath: folder.file(name)))
        }
        let path = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":" + $0 } ?? ""
        let libraries = URL(filePath: folder.file("libsystemd.so.0")).deletingLastPathComponent().path
        let alone = try SessionProcess(bus, variables: ["LD_LIBRARY_PATH": libraries + path])
        alone.tell("set playback 0;activate;pause;say active")
        #expect(alone.reports("active"))
        let watcher = try FakePeer(bus)
        let other = try SessionProcess(bus)
        other.tell("set playback 0;activate")
        #expect(eventually { watcher.others.count == 1 })
        let name = try #require(watcher.others.first)
        #expect(watcher.fake.settle(name) && watcher.others == [name])
        alone.tell("resume;say inactive;exit")
        alone.waitForEnd()
        #expect(alone.reports("active", "inactive"))
    }

    /// One that does not go on, and so answers nothing, delays nobody.
    @Test(.needs("dbus-daemon")) func doNotWaitForOneThatHangs() throws {
        let hung = try SessionProcess(bus)
        hung.tell("set playback 0;activate")
        let watcher = try FakePeer(bus)
        #expect(eventually { watcher.others.count == 1 })
        hung.send(SIGSTOP)
        let (one, other) = (NeighbourProgram(bus), NeighbourProgram(bus))
        other.surroundings.announceActive(Self.ducking)
        #expect(
            one.comes { news in
                guard case .peerActive(_, Self.ducking) = news.last else { return false }
                return news.count == 1
            })
        // Once it goes on it answers, however late.
        hung.send(SIGCONT)
        #expect(
            one.comes { news in
                if case .peerActive(_, Self.playback) = news.last { news.count == 2 } else { false }
            })
        hung.end(by: SIGKILL)
    }

    /// Two become active at the same moment: one has the sound, and both agree on which.
    @Test(.needs("dbus-daemon")) func agreeWhereTheyBecomeActiveAtOnce() throws {
        let programs = [try SessionProcess(bus), try SessionProcess(bus)]
        for program in programs { program.tell("set playback 0") }
        for _ in 0..<50 {
            for program in programs { program.forget() }
            for program in programs { program.tell("activate") }
            #expect(eventually { programs.contains { $0.lines.contains("began") } })
            for program in programs { program.tell("deactivate;say idle") }
            #expect(eventually { programs.allSatisfy { $0.lines.last == "idle" } })
            let began = programs.filter { $0.lines.contains("began") }
            #expect(began.count == 1, "\(programs.map(\.lines))")
        }
    }
}
