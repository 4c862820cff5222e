import AudioCore
import AudioDevices
import AudioIO
import AudioSession

/// The sessions of a test's programs, which hear of each other as they would on a session bus: each on a thread of its own, in
/// order.
package final class SessionNeighbourhood: Sendable {
    private struct Program {
        weak var neighbour: SessionNeighbour?
        weak var center: SessionCenter?
    }

    private struct State {
        var programs: [Program] = []
        var time = 0
    }

    private let state = LockedValue(State())

    package init() {}

    /// A program's session.
    ///
    /// - Parameters:
    ///   - server: where it plays and records.
    ///   - profileTime: as that of `SessionCenter`.
    package func program(
        on server: ManualServer = ManualServer(), profileTime: UInt64 = 500_000_000
    ) throws -> (center: SessionCenter, neighbour: SessionNeighbour, connection: Connection) {
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let neighbour = SessionNeighbour(self)
        let center = SessionCenter(surroundings: neighbour, profileTime: profileTime) { () throws(AudioError) in
            connection
        }
        state.withLock { $0.programs.append(Program(neighbour: neighbour, center: center)) }
        return (center, neighbour, connection)
    }

    /// Waits until all have heard of everything, and their programs know.
    package func settle() {
        let programs = state.withLock { $0.programs }
        // What one does about the news of another is news to that one.
        for _ in 0..<6 {
            for program in programs { program.neighbour?.settle() }
            for program in programs { program.center?.settle() }
        }
    }

    fileprivate func nextTime() -> Int {
        state.withLock { state in
            state.time += 1
            return state.time
        }
    }

    fileprivate func tell(_ news: SessionNews, since: Int, from sender: SessionNeighbour) {
        for program in state.withLock({ $0.programs }) where program.neighbour !== sender {
            program.neighbour?.receive(news, since: since)
        }
    }
}

/// What surrounds one session: takes down what the session tells, and brings news of others or of the test's.
package final class SessionNeighbour: SessionSurroundings {
    private struct State {
        var deliver: (@Sendable (SessionNews) -> Void)?
        var told: [String] = []
        var keepsAwake = false
        var pausesOthers = false
        var pauses = 0
        /// Since when it is active with its setting.
        var own: (setting: SessionSetting, since: Int)?
        /// When the sender of the news being delivered became active.
        var delivered = 0
    }

    private let state = LockedValue(State())
    private let thread = DeferredWork()
    private let neighbourhood: SessionNeighbourhood

    fileprivate init(_ neighbourhood: SessionNeighbourhood) { self.neighbourhood = neighbourhood }

    private var id: Session.PeerID { "\(UInt(bitPattern: ObjectIdentifier(self).hashValue))" }

    /// What the session has told, in order: "active playback", "inactive true".
    package var told: [String] { state.withLock { $0.told.map { $0 } } }
    package var keepsAwake: Bool { state.withLock { $0.keepsAwake } }
    package var pausesOthers: Bool { state.withLock { $0.pausesOthers } }
    /// How often the session has asked for pauses.
    package var pauses: Int { state.withLock { $0.pauses } }
    package var isHeard: Bool { state.withLock { $0.deliver != nil } }

    /// Brings news after those before.
    package func receive(_ news: SessionNews) { receive(news, since: .max) }

    fileprivate func receive(_ news: SessionNews, since: Int) {
        thread.perform { [self] in
            let deliver = state.withLock { state in
                state.delivered = since
                return state.deliver
            }
            deliver?(news)
        }
    }

    fileprivate func settle() { thread.waitUntilDone() }

    package func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) { state.withLock { $0.deliver = deliver } }

    package func announceActive(_ setting: SessionSetting) {
        let since = neighbourhood.nextTime()
        state.withLock { state in
            state.told.append("active \(setting.category)")
            state.own = (setting, since)
        }
        neighbourhood.tell(.peerActive(id, setting), since: since, from: self)
    }

    package func announceInactive(notifiesOthers: Bool) {
        state.withLock { state in
            state.told.append("inactive \(notifiesOthers)")
            state.own = nil
        }
        neighbourhood.tell(.peerInactive(id, notifiesOthers: notifiesOthers), since: 0, from: self)
    }

    package func isOvertaken(_ news: SessionNews) -> Bool {
        guard case .peerActive(_, let setting) = news else { return false }
        return state.withLock { state in
            guard let own = state.own, !own.setting.isMixable, !setting.isMixable else { return false }
            return state.delivered < own.since
        }
    }

    package func setKeepsAwake(_ keeps: Bool) { state.withLock { $0.keepsAwake = keeps } }
    package func setPausesOtherPlayers(_ pauses: Bool) {
        state.withLock { state in
            state.pausesOthers = pauses
            if pauses { state.pauses += 1 }
        }
    }
}

/// The notifications of a session, in order.
package final class SessionDiary: Sendable {
    private let notes = WaitableValue<[SessionNotification]>([])
    private let observation: LockedValue<SessionObservation?> = LockedValue(nil)

    package init(_ center: SessionCenter) {
        let notes = notes
        let observation = center.observe { news in notes.withLock { $0.append(news) } }
        self.observation.withLock { $0 = observation }
    }

    package var all: [SessionNotification] { notes.withLock { $0.map { $0 } } }

    /// Without what only says that numbers of the devices are others.
    package var important: [SessionNotification] {
        all.filter { note in
            switch note {
            case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint, .servicesLost,
                .servicesReset:
                true
            default: false
            }
        }
    }

    /// The reasons of the route changes.
    package var reasons: [Session.RouteChangeReason] {
        all.compactMap { if case .routeChanged(let reason, _) = $0 { reason } else { nil } }
    }

    package func waits(for note: SessionNotification) -> Bool {
        notes.wait(nanoseconds: 20_000_000_000) { $0.contains(note) ? true : nil } ?? false
    }

    package func clear() { notes.withLock { $0 = [] } }
}

/// A participant that runs as long as the test wants.
package final class SessionExtra: SessionParticipant {
    private struct State {
        var isRunning = true
        var isPlayer = false
        var happened: [String] = []
    }

    private let state = LockedValue(State())

    package init() {}

    package var isRunning: Bool {
        get { state.withLock { $0.isRunning } }
        set { state.withLock { $0.isRunning = newValue } }
    }
    package var isPlayer: Bool {
        get { state.withLock { $0.isPlayer } }
        set { state.withLock { $0.isPlayer = newValue } }
    }
    package var happened: [String] { state.withLock { $0.happened.map { $0 } } }

    private func note(_ text: String, stops: Bool) {
        state.withLock { state in
            state.happened.append(text)
            if stops { state.isRunning = false }
        }
    }

    package func sessionWasInterrupted() { note("interrupted", stops: true) }
    package func sessionWillDeactivate() { note("deactivated", stops: true) }
    package func sessionMayResume(_ shouldResume: Bool) { note("resume \(shouldResume)", stops: false) }
    package func routeWasLost() { note("lost", stops: true) }
}
