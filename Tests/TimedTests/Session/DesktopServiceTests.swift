import AudioCore
import AudioDevices
import AudioSession
import Glibc
import MessageBus
import TestSupport
import Testing

/// The desktop's services, played by fakes on buses of our own: what a session learns of them.
@Suite(.serialized) struct DesktopServiceTests {
    private let session: PrivateBus
    private let system: PrivateBus

    init() throws {
        session = try PrivateBus()
        system = try PrivateBus()
    }

    /// Tells that a property of an object has another value.
    private func change(_ fake: BusFake, _ path: String, _ interface: String, _ property: String, _ value: BusValue) {
        fake.emit(
            path, "org.freedesktop.DBus.Properties", "PropertiesChanged", .text(interface),
            .dictionary([property: value]), .array(of: "s", []))
    }

    // MARK: Silent switch

    private func feedbackd(_ profile: LockedValue<BusValue>) throws -> BusFake {
        try BusFake(session.address, named: "org.sigxcpu.Feedback") { client, message in
            if message.kind == .call { client.reply(to: message, .variant(profile.withLock(\.self))) }
        }
    }

    @Test(.needs("dbus-daemon")) func theSilentProfileIsTheSilentSwitch() throws {
        let profile = LockedValue<BusValue>(.text("silent"))
        var service: BusFake? = try feedbackd(profile)
        let neighbour = NeighbourProgram(session)
        #expect(neighbour.comes(.silentSwitch(true)))
        func set(_ value: BusValue) {
            profile.withLock { $0 = value }
            change(service!, "/org/sigxcpu/Feedback", "org.sigxcpu.Feedback", "Profile", .variant(value))
        }
        set(.text("quiet"))
        #expect(neighbour.comes(.silentSwitch(false)))
        set(.text("silent"))
        #expect(neighbour.comes(.silentSwitch(true)))
        // Wrong types are no silence.
        set(.uint32(1))
        #expect(neighbour.comes(.silentSwitch(false)))
        set(.text("silent"))
        #expect(neighbour.comes(.silentSwitch(true)))
        service = nil
        #expect(neighbour.comes(.silentSwitch(false)))
        service = try feedbackd(profile)
        #expect(neighbour.comes(.silentSwitch(true)))
        #expect(neighbour.news.count == 7)
    }

    // MARK: Screen saver

    @Test(
        .needs("dbus-daemon"),
        arguments: [
            ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
            ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
        ])
    func aScreenSaverLocksWhereThereIsNoSession(service: (name: String, path: String)) throws {
        let isActive = LockedValue(true)
        var saver: BusFake? = try BusFake(session.address, named: service.name) { client, message in
            if message.member == "GetActive" { client.reply(to: message, .flag(isActive.withLock(\.self))) }
        }
        let neighbour = NeighbourProgram(session, system: system)
        #expect(neighbour.comes(.screenLocked(true)))
        isActive.withLock { $0 = false }
        saver!.emit(service.path, service.name, "ActiveChanged", .flag(false))
        #expect(neighbour.comes(.screenLocked(false)))
        isActive.withLock { $0 = true }
        saver!.emit(service.path, service.name, "ActiveChanged", .flag(true))
        #expect(neighbour.comes(.screenLocked(true)))
        saver = nil
        #expect(neighbour.comes(.screenLocked(false)))
        #expect(neighbour.news.count == 4)
    }

    // MARK: logind

    @Test(.needs("dbus-daemon")) func theSessionOfLogindLocks() throws {
        let logind = try LogindFake(system)
        // It counts where both are there.
        let saver = try BusFake(session.address, named: "org.gnome.ScreenSaver") { client, message in
            if message.kind == .call { client.reply(to: message, .flag(true)) }
        }
        let neighbour = NeighbourProgram(session, system: system)
        func hint(_ isLocked: Bool) {
            logind.state.withLock { $0.isLocked = isLocked }
            change(logind.fake, LogindFake.path, LogindFake.session, "LockedHint", .variant(.flag(isLocked)))
        }
        // The screen saver may have been faster.
        #expect(
            eventually {
                hint(true)
                return neighbour.news.last == .screenLocked(true)
            })
        neighbour.forget()
        hint(false)
        #expect(neighbour.comes([.screenLocked(false)]))
        logind.fake.emit(LogindFake.path, LogindFake.session, "Lock")
        #expect(neighbour.comes([.screenLocked(false), .screenLocked(true)]))
        logind.fake.emit(LogindFake.path, LogindFake.session, "Unlock")
        #expect(neighbour.comes([.screenLocked(false), .screenLocked(true), .screenLocked(false)]))
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes(.sleeping(true)))
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(false))
        #expect(neighbour.comes(.sleeping(false)))
        // Others are not believed, nor other types.
        neighbour.forget()
        let stranger = try BusFake(system.address)
        stranger.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
        stranger.emit(LogindFake.path, LogindFake.session, "Lock")
        #expect(stranger.call(BusCall(bus: "GetId"), returning: "s") != nil)
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .text("yes"))
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes(.sleeping(true)))
        #expect(neighbour.news == [.sleeping(true)])
        saver.stop()
    }

    /// One that ends before it has told that the machine is awake.
    @Test(.needs("dbus-daemon")) func aLogindThatGoesTakesTheSleepWithIt() throws {
        let logind = try LogindFake(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
                return neighbour.news.last == .sleeping(true)
            })
        logind.fake.stop()
        #expect(neighbour.comes(.sleeping(false)))
    }

    /// Another property that changes before the screen has locked says nothing of that.
    @Test(.needs("dbus-daemon")) func aLockIsNotUndoneBeforeItIsSeen() throws {
        let logind = try LogindFake(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(LogindFake.path, LogindFake.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        let questions = logind.state.withLock(\.questions)
        change(logind.fake, LogindFake.path, LogindFake.session, "IdleHint", .variant(.flag(true)))
        #expect(eventually { logind.state.withLock(\.questions) > questions })
        // Handled after the answer to that question.
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes([.screenLocked(true), .sleeping(true)]))
        for isLocked in [true, false] {
            let seen = logind.state.withLock { state in
                state.isLocked = isLocked
                return state.questions
            }
            change(logind.fake, LogindFake.path, LogindFake.session, "LockedHint", .variant(.flag(isLocked)))
            #expect(eventually { logind.state.withLock(\.questions) > seen })
        }
        #expect(neighbour.comes(.screenLocked(false)))
    }

    /// A screen that was asked to lock, and does not say that it has, may not be able to.
    @Test(.needs("dbus-daemon")) func aLockThatIsNotSeenEnds() throws {
        let logind = try LogindFake(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(LogindFake.path, LogindFake.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        #expect(neighbour.comes([.screenLocked(true), .screenLocked(false)]))
    }

    /// Some times a second it is followed; beyond that the hint counts.
    @Test(.needs("dbus-daemon")) func aFloodOfLocksIsNotFollowed() throws {
        let logind = try LogindFake(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(LogindFake.path, LogindFake.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        let start = HostTime.now()
        logind.state.withLock { $0.isLocked = true }
        logind.fake.post { client in
            for _ in 0..<2000 {
                client.emit(LogindFake.path, LogindFake.session, "Unlock", [])
                client.emit(LogindFake.path, LogindFake.session, "Lock", [])
            }
        }
        logind.fake.emit(LogindFake.path, LogindFake.session, "Unlock")
        // Handled after all of them.
        logind.fake.emit(LogindFake.root, LogindFake.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes { $0.contains(.sleeping(true)) })
        let seconds = Double(HostTime.now() - start) / 1e9
        #expect(Double(neighbour.news.count) <= 2 + 2 * (16 + 20 * (seconds + 1)))
        #expect(eventually { neighbour.news.last { $0 != .sleeping(true) } == .screenLocked(true) })
    }

    @Test(.needs("dbus-daemon")) func theMachineStaysAwakeAsLongAsWanted() throws {
        let logind = try LogindFake(system)
        let neighbour = NeighbourProgram(session, system: system)
        neighbour.surroundings.setKeepsAwake(true)
        #expect(eventually { logind.held == (1, of: 1) })
        let words = logind.state.withLock { $0.inhibitors[0].words }
        #expect(words.count == 4 && words[0] == "idle" && words[3] == "block")
        #expect(words[1] == ProgramIdentity.present.name)
        neighbour.surroundings.setKeepsAwake(false)
        #expect(eventually { logind.held == (0, of: 1) })
        for _ in 0..<20 {
            neighbour.surroundings.setKeepsAwake(true)
            neighbour.surroundings.setKeepsAwake(false)
        }
        neighbour.surroundings.setKeepsAwake(true)
        #expect(eventually { logind.held.0 == 1 })
        // A logind that comes back is asked again.
        logind.fake.stop()
        let other = try LogindFake(system)
        #expect(eventually { other.held == (1, of: 1) && logind.held.0 == 0 })
    }

    @Test(.needs("dbus-daemon")) func theMachineMaySleepOnceTheSessionIsGone() throws {
        let logind = try LogindFake(system)
        var neighbour: NeighbourProgram? = NeighbourProgram(session, system: system)
        neighbour!.surroundings.setKeepsAwake(true)
        #expect(eventually { logind.held == (1, of: 1) })
        neighbour = nil
        #expect(eventually { logind.held == (0, of: 1) })
    }

    // MARK: Calls

    @Test(.needs("dbus-daemon")) func callsBeginAndEnd() throws {
        let (first, second) = ("/org/freedesktop/ModemManager1/Call/1", "/org/freedesktop/ModemManager1/Call/2")
        let (dialing, ringing, active, terminated) = (Int32(1), Int32(3), Int32(4), Int32(7))
        var modem: ModemFake? = try ModemFake(system, [first: ringing])
        let neighbour = NeighbourProgram(session, system: system)
        #expect(neighbour.comes([.callBegan]))
        modem!.move(first, to: active)
        modem!.add(second, dialing)
        #expect(eventually { modem!.asked.withLock { $0[second] } == 1 })
        modem!.move(first, to: terminated)
        modem!.delete(first)
        modem!.move(second, to: active)
        modem!.delete(second)
        #expect(neighbour.comes([.callBegan, .callEnded]))
        // One that has been made and not begun is none yet.
        modem!.add(second, 0)
        modem!.move(second, to: dialing)
        #expect(neighbour.comes([.callBegan, .callEnded, .callBegan]))
        modem = nil
        #expect(neighbour.comes([.callBegan, .callEnded, .callBegan, .callEnded]))
    }

    /// The calls of one that goes have ended, and those of others go on.
    @Test(.needs("dbus-daemon")) func aModemThatIsUnpluggedEndsItsCalls() throws {
        let (first, second) = ("/org/freedesktop/ModemManager1/Call/1", "/org/freedesktop/ModemManager1/Call/2")
        let active = Int32(4)
        let modem = try ModemFake(system, [first: active, second: active])
        let neighbour = NeighbourProgram(session, system: system)
        #expect(neighbour.comes([.callBegan]))
        #expect(eventually { modem.asked.withLock { $0[first] == 1 && $0[second] == 1 } })
        modem.leave(keeping: [first])
        #expect(eventually { modem.asked.withLock { $0[first] == 2 && $0[second] == 2 } })
        #expect(neighbour.news == [.callBegan])
        modem.leave()
        #expect(neighbour.comes([.callBegan, .callEnded]))
    }
}
