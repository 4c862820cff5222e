import AudioCore

/// Threads that work on segments of a stream at the same time, and give them back in the order they were handed in.
///
/// One thread hands in and takes back. It bounds the memory, by how many segments it makes; while one is with the team
/// no other thread may use it. The threads end with the object. For files, never for real-time threads.
final class OrderedTeam<Segment: AnyObject> {
    /// Segments that are with the team.
    private(set) var count = 0
    private let state = WaitableValue(State())
    private var threads: [Thread] = []
    private let work: @Sendable (Int, Segment) -> Void

    private struct State {
        /// Handed in and not begun, with their numbers.
        var waiting: [(number: Int, segment: Segment)] = []
        var finished: [Int: Segment] = [:]
        var handedIn = 0
        var takenBack = 0
        var isOver = false
    }

    private enum Next {
        case segment(Int, Segment)
        case over
    }

    /// Starts the threads. Where the system gives none, segments are worked on when they are taken back.
    ///
    /// - Parameter work: what is done with a segment; the first argument is the number of the thread, below `workers`.
    init(workers: Int, name: String, _ work: @escaping @Sendable (Int, Segment) -> Void) {
        self.work = work
        let state = state
        for index in 0..<workers {
            do throws(AudioError) {
                threads.append(
                    try Thread(name: "\(name) \(index)") { Self.run(index, state, work) })
            } catch { break }
        }
    }

    deinit {
        state.withLock { $0.isOver = true }
        for thread in threads { thread.join() }
    }

    func handIn(_ segment: Segment) {
        count += 1
        state.withLock { state in
            state.waiting.append((state.handedIn, segment))
            state.handedIn += 1
        }
    }

    /// The segment handed in first, once it is done; nil where none is with the team.
    func takeBack() -> Segment? {
        guard count > 0 else { return nil }
        count -= 1
        if threads.isEmpty { workHere() }
        return state.wait { state in
            guard let segment = state.finished.removeValue(forKey: state.takenBack) else { return nil }
            state.takenBack += 1
            return segment
        }
    }

    /// Takes everything back, leaving what has not begun undone.
    func recall() -> [Segment] {
        var segments = state.withLock { state in
            let undone = state.waiting.map(\.segment)
            state.handedIn -= undone.count
            state.waiting.removeAll()
            return undone
        }
        count -= segments.count
        while let segment = takeBack() { segments.append(segment) }
        return segments
    }

    private func workHere() {
        let first = state.withLock { $0.waiting.removeFirst() }
        work(0, first.segment)
        state.withLock { $0.finished[first.number] = first.segment }
    }

    private static func run(
        _ index: Int, _ state: WaitableValue<State>, _ work: @Sendable (Int, Segment) -> Void
    ) {
        while case .segment(let number, let segment) = next(state) {
            work(index, segment)
            state.withLock { $0.finished[number] = segment }
        }
    }

    private static func next(_ state: WaitableValue<State>) -> Next {
        let found: Next? = state.wait { state in
            if state.isOver { return .over }
            guard !state.waiting.isEmpty else { return nil }
            let first = state.waiting.removeFirst()
            return .segment(first.number, first.segment)
        }
        return found ?? .over
    }
}
