import AudioCore
import AudioDevices

/// A thread that does the jobs of queues: each when it is due, and early where the thread is awake and the job is due soon.
///
/// Waking a thread costs more than what a queue of PCM has to do, so that such queues share one. The thread runs as long
/// as there are jobs.
final class QueueWorker: Sendable {
    /// When a job is to be done next, counted from now.
    struct Delay {
        /// Nanoseconds after which it may be done, where the worker is awake anyway.
        let earliest: UInt64
        /// Nanoseconds after which it must be done.
        let latest: UInt64
        /// Whether `wakeIfIdle` has it done at once.
        var isIdle = false
    }

    /// A job as its owner knows it.
    struct Job: Sendable {
        let worker: QueueWorker
        fileprivate let number: Int

        /// Has the job done now.
        func wake() { worker.wake(number, onlyIfIdle: false) }

        /// Has the job done now if it waits to be woken, or its delay is an idle one; another's time stays what it is.
        func wakeIfIdle() { worker.wake(number, onlyIfIdle: true) }

        /// The host time at which it must be done next; nil where it waits to be woken.
        var due: UInt64? { worker.due(number) }

        /// Takes the job away. When this returns it is not done any more, unless it is the job itself that calls.
        func remove() { worker.remove(number) }

        /// Takes the job away without waiting. It may still be under way when this returns, and call the client until it ends.
        func abandon() { worker.abandon(number) }
    }

    private struct Entry {
        let number: Int
        let body: @Sendable () -> Delay?
        /// The worker's turn in which it was done last, or before which it came.
        var turn: Int
        /// Host times; the latest is nil where the job waits to be woken.
        var earliest: UInt64 = 0
        var latest: UInt64? = 0
        var isIdle = false
        /// It was woken while it was done: in any case, or in case it falls idle.
        var isWoken = false
        var isWokenIfIdle = false
    }

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
        /// The job that is being done.
        var current: Int?
        var turns = 0
        /// Counts up whenever the thread should check the jobs again.
        var changes = 0
        var thread: Thread?
    }

    /// For all queues whose work is light and calls no client.
    static let shared = QueueWorker()

    private let state = WaitableValue(State())

    /// Does a job now and whenever it is due.
    ///
    /// - Parameter body: the work; returns when it is due again, or nil to wait until it is woken.
    func add(_ body: @escaping @Sendable () -> Delay?) throws(AudioError) -> Job {
        let number = try state.withLock { state throws(AudioError) in
            if state.thread == nil { state.thread = try Thread(name: "audio-queue") { [self] in run() } }
            state.lastNumber += 1
            state.changes += 1
            state.entries.append(Entry(number: state.lastNumber, body: body, turn: state.turns))
            return state.lastNumber
        }
        return Job(worker: self, number: number)
    }

    private func wake(_ number: Int, onlyIfIdle: Bool) {
        let wakesThread = state.withLockQuietly { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return false }
            if state.current == number {
                if onlyIfIdle { state.entries[index].isWokenIfIdle = true } else { state.entries[index].isWoken = true }
                return false
            }
            guard !onlyIfIdle || state.entries[index].latest == nil || state.entries[index].isIdle else { return false }
            (state.entries[index].earliest, state.entries[index].latest) = (0, 0)
            return true
        }
        if wakesThread { state.withLock { $0.changes += 1 } }
    }

    private func due(_ number: Int) -> UInt64? {
        state.withLockQuietly { state in state.entries.first { $0.number == number }?.latest }
    }

    private func abandon(_ number: Int) {
        state.withLock { state in
            state.entries.removeAll { $0.number == number }
            state.changes += 1
        }
    }

    private func remove(_ number: Int) {
        abandon(number)
        guard !ForkedChild.isHere, !state.withLockQuietly({ $0.thread?.isCurrent ?? false }) else { return }
        LockOrder.willWait()
        state.wait { $0.current == number ? nil : () }
    }

    // MARK: The thread

    private enum Step {
        case work(Int, @Sendable () -> Delay?)
        case sleep(nanoseconds: UInt64?, changes: Int)
        case end
    }

    private func run() {
        RealtimeService.shared.request(isHelper: true)
        while true {
            switch state.withLockQuietly({ Self.step(&$0, HostTime.now()) }) {
            case .work(let number, let body):
                let delay = body()
                state.withLock { Self.finish(number, delay, &$0, HostTime.now()) }
            case .sleep(let nanoseconds, let changes):
                state.wait(nanoseconds: nanoseconds) { $0.changes == changes ? nil : () }
            case .end: return
            }
        }
    }

    /// What to do now: the possible job that must be done first. If several are due, the one that was done
    /// longest ago: a job that is woken again and again leaves the others their turns.
    private static func step(_ state: inout State, _ now: UInt64) -> Step {
        guard !state.entries.isEmpty else {
            state.thread?.detach()
            state.thread = nil
            return .end
        }
        var next: UInt64?
        var chosen: (index: Int, due: UInt64, turn: Int)?
        // Numbers alone are read of each: a copy of an entry would count references to its work.
        var index = 0
        let count = state.entries.count
        while index < count {
            defer { index += 1 }
            guard let latest = state.entries[index].latest else { continue }
            if next.map({ latest < $0 }) ?? true { next = latest }
            guard state.entries[index].earliest <= now else { continue }
            let (due, turn) = (max(latest, now), state.entries[index].turn)
            if let chosen, chosen.due < due || chosen.due == due && chosen.turn <= turn { continue }
            chosen = (index, due, turn)
        }
        guard let index = chosen?.index else {
            return .sleep(nanoseconds: next.map { $0 > now ? $0 - now : 0 }, changes: state.changes)
        }
        (state.entries[index].isWoken, state.entries[index].isWokenIfIdle) = (false, false)
        state.current = state.entries[index].number
        state.turns += 1
        state.entries[index].turn = state.turns
        return .work(state.entries[index].number, state.entries[index].body)
    }

    private static func finish(_ number: Int, _ delay: Delay?, _ state: inout State, _ now: UInt64) {
        state.current = nil
        guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return }
        let entry = state.entries[index]
        state.entries[index].isIdle = delay?.isIdle ?? true
        if entry.isWoken || entry.isWokenIfIdle && state.entries[index].isIdle {
            (state.entries[index].earliest, state.entries[index].latest) = (0, 0)
        } else {
            state.entries[index].earliest = delay.map { moment(now, $0.earliest) } ?? 0
            state.entries[index].latest = delay.map { moment(now, $0.latest) }
        }
    }

    /// A time after now. Clients may ask for starts that are centuries away, whose sum would not fit.
    private static func moment(_ now: UInt64, _ wait: UInt64) -> UInt64 { now + min(wait, 1 << 60) }
}

extension QueueWorker.Delay {
    static let shortest: UInt64 = 1_000_000
    /// The longest delay between two checks of something that is late.
    static let longestPoll: UInt64 = 100_000_000

    /// A delay up to a moment that is to be noticed at once, and from then on ever longer ones as long as it is late.
    ///
    /// - Parameters:
    ///   - time: nanoseconds until then.
    ///   - unchanged: how many checks before this one have found nothing changed.
    ///   - most: how long a delay may be once the moment has passed.
    init(until time: UInt64, _ unchanged: Int, most: UInt64) {
        var poll = 2 * Self.shortest
        for _ in 0..<min(unchanged, 32) { poll += poll / 4 }
        let latest = max(time, min(poll, max(2 * Self.shortest, min(most, Self.longestPoll))))
        self.init(earliest: max(Self.shortest, time), latest: latest)
    }
}
