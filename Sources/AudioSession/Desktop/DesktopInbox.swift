import AudioCore
import Glibc
import MessageBus

/// What a session wants others to know and to do. Only the newest of each counts.
struct DesktopWishes: Sendable {
    /// Nil before the first announcement.
    var own: PeerState?
    var keepsAwake = false
    var pausesPlayers = false
    /// Counts how often players are to be paused.
    var pauses = 0
    var isEnding = false
}

/// Takes a session's wishes to the thread of its surroundings.
final class DesktopInbox: Sendable {
    private struct State {
        var wishes = DesktopWishes()
        var delivered: SessionMoment?
        /// Counts changes, and those that have left the process.
        var asked = 0
        var done = 0
        /// Whether the peers are known that were there at first.
        var isCaughtUp = false
        var isClosed = false
        /// Whether a portal runs.
        var hasPortal = false
        /// Who wants the user asked about the microphone.
        var questions: [@Sendable (SessionConsent) -> Void] = []
    }

    private let state = WaitableValue(State())
    let wakeUp: WakeUp

    /// - Returns: nil where the process has too many files open.
    init?() {
        guard let wakeUp = WakeUp() else { return nil }
        self.wakeUp = wakeUp
    }

    func change(_ body: (inout DesktopWishes) -> Void) {
        state.withLockQuietly { state in
            body(&state.wishes)
            state.asked += 1
        }
        wakeUp.signal()
    }

    /// The wishes and their number.
    var newest: (wishes: DesktopWishes, number: Int) { state.withLockQuietly { ($0.wishes, $0.asked) } }

    /// Notes when the peer that the next news name became active.
    func deliver(_ moment: SessionMoment) { state.withLockQuietly { $0.delivered = moment } }

    /// Whether the peer of the news that are being delivered is interrupted by this session.
    func isOvertaken(by setting: SessionSetting) -> Bool {
        state.withLockQuietly { state in
            guard let own = state.wishes.own, own.isActive, let delivered = state.delivered else { return false }
            return !own.setting.isMixable && !setting.isMixable && delivered.isBefore(own.since)
        }
    }

    /// The wishes up to this number have left the process.
    func finish(_ number: Int) {
        if state.withLockQuietly({ $0.done < number }) { state.withLock { $0.done = number } }
    }

    /// Notes that the peers are known that were there at first.
    func catchUp() { if state.withLockQuietly({ !$0.isCaughtUp }) { state.withLock { $0.isCaughtUp = true } } }

    /// Waits until the peers are known that were there at first. Where that takes too long, later calls do not wait.
    func waitUntilCaughtUp(nanoseconds: UInt64) {
        _ = state.wait(nanoseconds: nanoseconds) { $0.isClosed || $0.isCaughtUp ? true : nil }
        catchUp()
    }

    /// Whether a portal runs that asks users.
    var hasPortal: Bool {
        get { state.withLockQuietly { $0.hasPortal } }
        set { state.withLockQuietly { $0.hasPortal = newValue } }
    }

    /// Has the user asked about the microphone.
    func ask(_ answer: @escaping @Sendable (SessionConsent) -> Void) {
        let isTaken = state.withLockQuietly { state in
            if !state.isClosed { state.questions.append(answer) }
            return !state.isClosed
        }
        if isTaken { wakeUp.signal() } else { answer(.notNeeded) }
    }

    func takeQuestions() -> [@Sendable (SessionConsent) -> Void] {
        state.withLockQuietly { state in
            defer { state.questions = [] }
            return state.questions
        }
    }

    /// Nobody reads it any longer.
    func close() {
        state.withLock { ($0.isClosed, $0.hasPortal) = (true, false) }
        for answer in takeQuestions() { answer(.notNeeded) }
    }

    /// Waits until all wishes have left the process, or until a host time.
    func waitUntilDone(or deadline: UInt64) {
        let now = HostTime.now()
        let patience = deadline > now ? deadline - now : 0
        _ = state.wait(nanoseconds: patience) { $0.isClosed || $0.done == $0.asked ? true : nil }
    }
}

/// Lets what sessions have announced leave the process before it ends by `exit`: others may go on then.
enum DesktopExit {
    private struct Entry {
        weak var inbox: DesktopInbox?
    }

    private static let patience = HostTime.ticksPerSecond / 10
    private static let entries = LockedValue<[Entry]>([])
    private static let registration: Void = ProgramEnd.add {
        let inboxes = entries.withLock { $0.compactMap(\.inbox) }
        let deadline = HostTime.now() + patience
        for inbox in inboxes { inbox.waitUntilDone(or: deadline) }
    }

    static func add(_ inbox: DesktopInbox) {
        _ = registration
        entries.withLock { entries in
            entries.removeAll { $0.inbox == nil }
            entries.append(Entry(inbox: inbox))
        }
    }
}
