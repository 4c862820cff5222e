import AudioCore
import AudioSession
import Glibc
import MessageBus
import TestSupport
import Testing

/// Players of other vendors, played by fakes, that a program pauses.
@Suite(.serialized) struct OtherPlayersTests {
    private let bus: PrivateBus

    init() throws { bus = try PrivateBus() }

    /// A player with the calls that came.
    private final class Player: Sendable {
        static let path = "/org/mpris/MediaPlayer2"
        static let interface = "org.mpris.MediaPlayer2.Player"

        enum Manner {
            case usual
            /// Does not tell when it pauses.
            case silent
            /// Cannot pause what it plays.
            case stops
            /// Answers nothing.
            case hung
            /// Answers the second question when it is told to.
            case slow
        }

        private struct State {
            var status: String
            var calls: [String] = []
            /// Used on the fake's thread.
            var question: Question?
        }

        private struct Question: @unchecked Sendable { let message: BusMessage }

        private let state: LockedValue<State>
        private let fake: BusFake

        init(_ bus: PrivateBus, _ name: String, _ status: String = "Playing", _ manner: Manner = .usual) throws {
            let state = LockedValue(State(status: status))
            self.state = state
            fake = try BusFake(bus.address, named: "org.mpris.MediaPlayer2." + name) { client, message in
                guard message.kind == .call else { return }
                let member = message.member
                state.withLock { $0.calls.append(member) }
                if manner == .hung { return }
                let questions = state.withLock { $0.calls.count { $0 == "Get" } }
                if manner == .slow, member == "Get", questions == 2 {
                    return state.withLock { $0.question = Question(message: message) }
                }
                switch member {
                case "Get": return client.reply(to: message, .variant(.text(state.withLock(\.status))))
                case "Pause": state.withLock { $0.status = manner == .stops ? "Stopped" : "Paused" }
                case "Play": state.withLock { $0.status = "Playing" }
                default: return client.refuse(message, "UnknownMethod")
                }
                client.reply(to: message)
                if manner != .silent { Self.tell(client, state.withLock(\.status)) }
            }
        }

        private static func tell(_ client: BusClient, _ status: String) {
            let values: [BusValue] = [
                .text(interface), .dictionary(["PlaybackStatus": .text(status), "Metadata": .text("none")]),
                .array(of: "s", []),
            ]
            client.emit(path, "org.freedesktop.DBus.Properties", "PropertiesChanged", values)
        }

        /// What its user does.
        func become(_ status: String) {
            fake.post { [state] client in
                state.withLock { $0.status = status }
                Self.tell(client, status)
            }
            // Sent before the answer comes.
            #expect(fake.call(BusCall(bus: "GetId"), returning: "s") != nil)
        }

        /// Answers the question that it has not answered.
        func answer() {
            fake.post { [state] client in
                let (question, status) = state.withLock { ($0.question.take(), $0.status) }
                if let question { client.reply(to: question.message, .variant(.text(status))) }
            }
        }

        var id: String { fake.uniqueName }
        var status: String { state.withLock(\.status) }
        var calls: [String] { state.withLock(\.calls) }
        func stop() { fake.stop() }
    }

    /// Waits until the one session on the bus has received what was sent, and answers to what it asks.
    private func settle() throws {
        let watcher = try BusFake(bus.address)
        #expect(eventually { watcher.sessions.count == 1 })
        #expect(watcher.settle(try #require(watcher.sessions.first)))
    }

    /// Has a program pause the others, and waits until it must have.
    private func program(pausing players: Player...) throws -> SessionProcess {
        let program = try SessionProcess(bus)
        program.tell("set ambient 0;activate;pause")
        for player in players { #expect(eventually { player.calls.contains("Pause") && player.status != "Playing" }) }
        return program
    }

    @Test(.needs("dbus-daemon")) func pausesThoseThatPlay() throws {
        let playing = try [
            Player(bus, "a"), Player(bus, "b.instance7"), Player(bus, "c", "Playing", .silent),
            Player(bus, "d", "Playing", .stops),
        ]
        let resting = try [Player(bus, "e", "Paused"), Player(bus, "f", "Stopped"), Player(bus, "g", "Humming")]
        let program = try program(pausing: playing[0], playing[1], playing[2], playing[3])
        #expect(eventually { resting.allSatisfy { $0.calls == ["Get"] } })
        program.tell("unpause")
        for player in playing {
            #expect(eventually { player.status == "Playing" })
            #expect(player.calls == ["Get", "Pause", "Get", "Play"])
        }
        // Again, as often as wanted.
        program.tell("pause")
        #expect(eventually { playing.allSatisfy { $0.status != "Playing" } })
        program.tell("unpause")
        #expect(eventually { playing.allSatisfy { $0.status == "Playing" } })
        for player in resting { #expect(player.calls.allSatisfy { $0 == "Get" }) }
    }

    /// A session that becomes active again, without having let them go on.
    @Test(.needs("dbus-daemon")) func pausesWhatHasBegunSinceEachTime() throws {
        let (first, resting) = (try Player(bus, "first"), try Player(bus, "resting", "Paused"))
        let program = try program(pausing: first)
        #expect(eventually { resting.calls == ["Get"] })
        first.become("Playing")
        resting.become("Playing")
        try settle()
        program.tell("pause")
        #expect(eventually { first.status == "Paused" && resting.status == "Paused" })
        program.tell("unpause")
        #expect(eventually { first.status == "Playing" && resting.status == "Playing" })
    }

    /// A session that becomes active again before they have gone on.
    @Test(.needs("dbus-daemon")) func remembersThoseThatItHasNotLetGoOnYet() throws {
        let player = try Player(bus, "a", "Playing", .slow)
        let program = try program(pausing: player)
        program.tell("unpause")
        #expect(eventually { player.calls == ["Get", "Pause", "Get"] })
        program.tell("pause")
        #expect(eventually { player.calls == ["Get", "Pause", "Get", "Get"] })
        player.answer()
        try settle()
        #expect(player.status == "Paused")
        program.tell("unpause")
        #expect(eventually { player.status == "Playing" })
        #expect(player.calls == ["Get", "Pause", "Get", "Get", "Get", "Play"])
    }

    /// Those that their users have started or stopped since, and those that have begun since.
    @Test(.needs("dbus-daemon")) func leavesAloneWhatTheUserHasTouched() throws {
        let (started, stopped) = (try Player(bus, "started"), try Player(bus, "stopped"))
        let (untouched, paused) = (try Player(bus, "untouched"), try Player(bus, "paused", "Paused"))
        let program = try program(pausing: started, stopped, untouched)
        let late = try Player(bus, "late")
        started.become("Playing")
        started.become("Paused")
        stopped.become("Stopped")
        paused.become("Playing")
        paused.become("Paused")
        untouched.become("Paused")
        try settle()
        program.tell("unpause")
        #expect(eventually { untouched.status == "Playing" })
        #expect(untouched.calls == ["Get", "Pause", "Get", "Play"])
        for player in [started, stopped] { #expect(player.calls == ["Get", "Pause"]) }
        #expect(paused.calls == ["Get"])
        #expect(late.calls == [])
    }

    @Test(.needs("dbus-daemon")) func doesNotWaitForOneThatHangsOrGoes() throws {
        let hung = try Player(bus, "a", "Playing", .hung)
        let (gone, other) = (try Player(bus, "b"), try Player(bus, "z"))
        let start = HostTime.now()
        let program = try program(pausing: gone, other)
        #expect(HostTime.now() - start < 5 * HostTime.ticksPerSecond)
        #expect(eventually { hung.calls == ["Get"] })
        gone.stop()
        program.tell("unpause")
        #expect(eventually { other.status == "Playing" })
        #expect(hung.calls == ["Get"])
    }

    /// One that passes calls on, one of a program that has a session, and one of the same process.
    @Test(.needs("dbus-daemon")) func leavesAloneWhatIsToldInOtherWays() throws {
        let (mediator, player) = (try Player(bus, "playerctld"), try Player(bus, "a"))
        let program = try program(pausing: player)
        #expect(mediator.calls == [])
        program.tell("unpause")
        #expect(eventually { player.status == "Playing" })
        // From now on this process has a session, of which the program knows.
        let peer = try FakePeer(bus, state: .dictionary(["active": .flag(true), "options": .uint64(2)]))
        #expect(program.reports("gain 0.25"))
        let before = player.calls.count
        program.tell("pause;set playback 1")
        #expect(eventually { peer.others.first.map { peer.state(of: $0)?["category"] == .text("playback") } ?? false })
        #expect(peer.fake.settle(try #require(peer.others.first)))
        #expect(player.calls.count == before)
    }

    @Test(.needs("dbus-daemon")) func leavesAloneItsOwnProcess() throws {
        let player = try Player(bus, "a")
        let neighbour = NeighbourProgram(bus)
        neighbour.surroundings.setPausesOtherPlayers(true)
        neighbour.surroundings.announceActive(.standard)
        try settle()
        #expect(player.calls == [])
    }

    /// The bus is told once that its signals are not wanted any longer, and it goes on as it was.
    @Test(.needs("dbus-daemon")) func isDeafToOneThatSaysTooMuch() throws {
        let player = try Player(bus, "a")
        let program = try program(pausing: player)
        let monitor = try RuleMonitor(bus)
        for _ in 0..<200 { player.become("Paused") }
        for _ in 0..<20 { player.become("Playing") }
        player.become("Paused")
        try settle()
        #expect(try monitor.endedRules(naming: player.id) == 1)
        program.tell("unpause")
        #expect(eventually { player.calls == ["Get", "Pause", "Get", "Play"] })
        try settle()
        #expect(try monitor.endedRules(naming: player.id) == 1)
    }

    /// One that its user has started is not listened to either.
    @Test(.needs("dbus-daemon")) func isDeafToOneThatItsUserHasTouched() throws {
        let player = try Player(bus, "a")
        let program = try program(pausing: player)
        let monitor = try RuleMonitor(bus)
        player.become("Playing")
        try settle()
        #expect(try monitor.endedRules(naming: player.id) == 1)
        withExtendedLifetime(program) {}
    }

    /// Sees all calls by which programs end their rules for signals.
    private final class RuleMonitor {
        private let bus: PrivateBus
        private let ended = WaitableValue<[String]>([])
        private let fake: BusFake
        private var markers = 0

        init(_ bus: PrivateBus) throws {
            self.bus = bus
            fake = try BusFake(bus.address) { [ended] _, message in
                guard message.member == "RemoveMatch", let rule = message.values("s")?[0].text else { return }
                ended.withLock { $0.append(rule) }
            }
            let rules = BusValue.array(of: "s", [.text("type='method_call',member='RemoveMatch'")])
            var call = BusCall(bus: "BecomeMonitor", rules, .uint32(0))
            call.interface = "org.freedesktop.DBus.Monitoring"
            _ = try #require(fake.call(call, returning: ""))
        }

        /// How many rules that name a connection have ended so far.
        func endedRules(naming name: String) throws -> Int {
            markers += 1
            let marker = "member='Marker\(markers)'"
            let caller = try BusFake(bus.address)
            caller.post { $0.endMatch(marker) }
            let rules = ended.wait(nanoseconds: 10_000_000_000) { $0.contains(marker) ? $0 : nil }
            return try #require(rules).count { $0.contains("'\(name)'") }
        }
    }
}
