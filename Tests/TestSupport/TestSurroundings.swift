import AudioCore
import AudioDevices
import AudioIO
import AudioSession

/// What surrounds a session in a test: writes down what the session tells, and brings the news that the test makes up.
package final class TestSurroundings: SessionSurroundings {
    private let state = LockedValue(State())

    private struct State {
        var deliver: (@Sendable (SessionNews) -> Void)?
        var told: [String] = []
    }

    package init() {}

    /// What the session has told, in order: "active playback", "inactive true".
    package var told: [String] { state.withLock { $0.told } }

    /// Brings news on the calling thread. False where nobody has begun to listen.
    @discardableResult
    package func deliver(_ news: SessionNews) -> Bool {
        guard let deliver = state.withLock({ $0.deliver }) else { return false }
        deliver(news)
        return true
    }

    package func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) {
        state.withLock { $0.deliver = deliver }
    }

    package func announceActive(_ setting: SessionSetting) {
        state.withLock { $0.told.append("active \(setting.category)") }
    }

    package func announceInactive(notifiesOthers: Bool) {
        state.withLock { $0.told.append("inactive \(notifiesOthers)") }
    }

    package func setKeepsAwake(_ keeps: Bool) {}

    package func setPausesOtherPlayers(_ pauses: Bool) {}
}

/// Sessions of tests.
package enum TestSession {
    /// A session on a Manual device.
    package static func center(_ server: ManualServer, _ surroundings: TestSurroundings) throws -> SessionCenter {
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        return SessionCenter(surroundings: surroundings) { () throws(AudioError) in connection }
    }
}
