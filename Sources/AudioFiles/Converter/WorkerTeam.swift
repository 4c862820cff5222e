import AudioCore

/// Threads that wait for work and do it together: for long conversions, never for real-time threads.
///
/// One thread at a time may call `run`. The threads end with the object.
final class WorkerTeam {
    /// Workers including the calling thread.
    let count: Int
    private let assignment = WaitableValue(Assignment())
    private var threads: [Thread] = []

    private struct Assignment {
        var body: ((Int) -> Void)?
        var round = 0
        var working = 0
        var isOver = false
    }

    /// Starts `count` - 1 threads; fewer where the system gives no more.
    init(count wanted: Int) {
        let assignment = assignment
        var started: [Thread] = []
        for index in stride(from: 1, to: wanted, by: 1) {
            do throws(AudioError) {
                started.append(
                    try Thread(name: "converter \(index)") { Self.work(as: index, for: assignment) })
            } catch { break }
        }
        threads = started
        count = started.count + 1
    }

    deinit {
        assignment.withLock { $0.isOver = true }
        for thread in threads { thread.join() }
    }

    /// Calls `body` with every number below `count`, each on a thread of its own, and returns when all have returned.
    func run(_ body: (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            assignment.withLock {
                $0.body = body
                $0.round += 1
                $0.working = threads.count
            }
            body(0)
            assignment.wait { assignment -> Void? in
                guard assignment.working == 0 else { return nil }
                assignment.body = nil
                return ()
            }
        }
    }

    private static func work(as index: Int, for assignment: WaitableValue<Assignment>) {
        var round = 0
        while perform(index, after: &round, assignment) { assignment.withLock { $0.working -= 1 } }
    }

    /// Waits for a round that is newer, and does its share; false where there will be none.
    ///
    /// A function of its own, so that it has released the caller's body before `run` learns that the work is done.
    @inline(never)
    private static func perform(_ index: Int, after round: inout Int, _ assignment: WaitableValue<Assignment>) -> Bool {
        let seen = round
        let next: (round: Int, body: ((Int) -> Void)?)? = assignment.wait { assignment in
            if assignment.isOver { return (seen, nil) }
            return assignment.round == seen ? nil : (assignment.round, assignment.body)
        }
        guard let next, let body = next.body else { return false }
        round = next.round
        body(index)
        return true
    }
}
