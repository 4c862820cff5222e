import AudioCore
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

    /// A logind with one session.
    private final class Logind: Sendable {
        static let name = "org.freedesktop.login1"
        static let manager = "org.freedesktop.login1.Manager"
        static let session = "org.freedesktop.login1.Session"
        static let root = "/org/freedesktop/login1"
        static let path = "/org/freedesktop/login1/session/_31"

        struct State {
            var isLocked = false
            /// How often it was asked whether the screen is locked.
            var questions = 0
            /// What was asked for, and the writing ends of what was given.
            var inhibitors: [(words: [String], end: BusDescriptor)] = []
        }

        let state = LockedValue(State())
        let fake: BusFake

        init(_ bus: PrivateBus) throws {
            fake = try BusFake(bus.address, named: Self.name) { [state] client, message in
                switch message.member {
                case "GetSession": client.reply(to: message, .path(Self.path))
                case "Get":
                    let isLocked = state.withLock { state in
                        state.questions += 1
                        return state.isLocked
                    }
                    client.reply(to: message, .variant(.flag(isLocked)))
                case "Inhibit":
                    let words = message.values("ssss")?.compactMap(\.text) ?? []
                    var ends: [Int32] = [0, 0]
                    pipe(&ends)
                    state.withLock { $0.inhibitors.append((words, BusDescriptor(owning: ends[1]))) }
                    client.reply(to: message, .descriptor(BusDescriptor(owning: ends[0])))
                default: client.refuse(message, "UnknownMethod")
                }
            }
        }

        /// Those that are held, of how many that were given.
        var held: (Int, of: Int) {
            let ends = state.withLock { $0.inhibitors.map(\.end) }
            let held = ends.filter { end in
                var state = pollfd(fd: end.number, events: 0, revents: 0)
                return poll(&state, 1, 0) == 0
            }
            return (held.count, ends.count)
        }
    }

    @Test(.needs("dbus-daemon")) func theSessionOfLogindLocks() throws {
        let logind = try Logind(system)
        // It counts where both are there.
        let saver = try BusFake(session.address, named: "org.gnome.ScreenSaver") { client, message in
            if message.kind == .call { client.reply(to: message, .flag(true)) }
        }
        let neighbour = NeighbourProgram(session, system: system)
        func hint(_ isLocked: Bool) {
            logind.state.withLock { $0.isLocked = isLocked }
            change(logind.fake, Logind.path, Logind.session, "LockedHint", .variant(.flag(isLocked)))
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
        logind.fake.emit(Logind.path, Logind.session, "Lock")
        #expect(neighbour.comes([.screenLocked(false), .screenLocked(true)]))
        logind.fake.emit(Logind.path, Logind.session, "Unlock")
        #expect(neighbour.comes([.screenLocked(false), .screenLocked(true), .screenLocked(false)]))
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes(.sleeping(true)))
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(false))
        #expect(neighbour.comes(.sleeping(false)))
        // Others are not believed, nor other types.
        neighbour.forget()
        let stranger = try BusFake(system.address)
        stranger.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
        stranger.emit(Logind.path, Logind.session, "Lock")
        #expect(stranger.call(BusCall(bus: "GetId"), returning: "s") != nil)
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .text("yes"))
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes(.sleeping(true)))
        #expect(neighbour.news == [.sleeping(true)])
        saver.stop()
    }

    /// One that ends before it has told that the machine is awake.
    @Test(.needs("dbus-daemon")) func aLogindThatGoesTakesTheSleepWithIt() throws {
        let logind = try Logind(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
                return neighbour.news.last == .sleeping(true)
            })
        logind.fake.stop()
        #expect(neighbour.comes(.sleeping(false)))
    }

    /// Another property that changes before the screen has locked says nothing of that.
    @Test(.needs("dbus-daemon")) func aLockIsNotUndoneBeforeItIsSeen() throws {
        let logind = try Logind(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(Logind.path, Logind.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        let questions = logind.state.withLock(\.questions)
        change(logind.fake, Logind.path, Logind.session, "IdleHint", .variant(.flag(true)))
        #expect(eventually { logind.state.withLock(\.questions) > questions })
        // Handled after the answer to that question.
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes([.screenLocked(true), .sleeping(true)]))
        for isLocked in [true, false] {
            let seen = logind.state.withLock { state in
                state.isLocked = isLocked
                return state.questions
            }
            change(logind.fake, Logind.path, Logind.session, "LockedHint", .variant(.flag(isLocked)))
            #expect(eventually { logind.state.withLock(\.questions) > seen })
        }
        #expect(neighbour.comes(.screenLocked(false)))
    }

    /// A screen that was asked to lock, and does not say that it has, may not be able to.
    @Test(.needs("dbus-daemon")) func aLockThatIsNotSeenEnds() throws {
        let logind = try Logind(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(Logind.path, Logind.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        #expect(neighbour.comes([.screenLocked(true), .screenLocked(false)]))
    }

    /// Some times a second it is followed; beyond that the hint counts.
    @Test(.needs("dbus-daemon")) func aFloodOfLocksIsNotFollowed() throws {
        let logind = try Logind(system)
        let neighbour = NeighbourProgram(session, system: system)
        #expect(
            eventually {
                logind.fake.emit(Logind.path, Logind.session, "Lock")
                return neighbour.news == [.screenLocked(true)]
            })
        let start = HostTime.now()
        logind.state.withLock { $0.isLocked = true }
        logind.fake.post { client in
            for _ in 0..<2000 {
                client.emit(Logind.path, Logind.session, "Unlock", [])
                client.emit(Logind.path, Logind.session, "Lock", [])
            }
        }
        logind.fake.emit(Logind.path, Logind.session, "Unlock")
        // Handled after all of them.
        logind.fake.emit(Logind.root, Logind.manager, "PrepareForSleep", .flag(true))
        #expect(neighbour.comes { $0.contains(.sleeping(true)) })
        let seconds = Double(HostTime.now() - start) / 1e9
        #expect(Double(neighbour.news.count) <= 2 + 2 * (16 + 20 * (seconds + 1)))
        #expect(eventually { neighbour.news.last { $0 != .sleeping(true) } == .screenLocked(true) })
    }

    @Test(.needs("dbus-daemon")) func theMachineStaysAwakeAsLongAsWanted() throws {
        let logind = try Logind(system)
        let neighbour = NeighbourProgram(session, system: system)
        neighbour.surroundings.setKeepsAwake(true)
        #expect(eventually { logind.held == (1, of: 1) })
        let words = logind.state.withLock { $0.inhibitors[0].words }
        #expect(words.count == 4 && words[0] == "sleep" && words[3] == "block")
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
        let other = try Logind(system)
        #expect(eventually { other.held == (1, of: 1) && logind.held.0 == 0 })
    }

    @Test(.needs("dbus-daemon")) func theMachineMaySleepOnceTheSessionIsGone() throws {
        let logind = try Logind(system)
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
