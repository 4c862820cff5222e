import AudioCore
import Synchronization
import TestSupport
import Testing

/// Threads that wait for what another one brings about without a lock. A wake that is lost is a test that hangs.
@Suite(.mustEnd) struct WaitingThreadsTests {
    private final class Turns: Sendable {
        let number = Atomic<Int>(0)
        let waiting = WaitingThreads()
    }

    /// Two threads take turns, so that each waits for the other, or finds that it need not wait any more.
    @Test func noWakeIsLost() throws {
        let (turns, count) = (Turns(), 20_000)
        let threads = try (0..<2).map { own in
            try Thread(name: "test-turns") {
                for turn in 0..<count where turn % 2 == own {
                    turns.waiting.wait { turns.number.load(ordering: .sequentiallyConsistent) == turn }
                    turns.number.store(turn + 1, ordering: .sequentiallyConsistent)
                    turns.waiting.wake()
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(turns.number.load(ordering: .sequentiallyConsistent) == count)
    }

    private final class Owned: @unchecked Sendable {
        let isOwned = Atomic<Bool>(false)
        let waiting = WaitingThreads()
        /// Changed by the owner alone.
        var sum = 0

        func tryOwn() -> Bool {
            isOwned.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
        }
    }

    /// A condition that takes what it waits for, as an owner's does: one thread has it at a time, and each gets it.
    @Test func oneOfManyOwnsAtATime() throws {
        let (owned, threadCount, rounds) = (Owned(), 8, 2000)
        let threads = try (0..<threadCount).map { _ in
            try Thread(name: "test-own") {
                for _ in 0..<rounds {
                    owned.waiting.wait { owned.tryOwn() }
                    owned.sum += 1
                    owned.isOwned.store(false, ordering: .sequentiallyConsistent)
                    owned.waiting.wake()
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(owned.sum == threadCount * rounds)
    }

    /// What nobody waits for leaves nothing that a later wait takes for its own wake.
    @Test func aWakeWithoutAWaitIsForgotten() throws {
        let turns = Turns()
        for _ in 0..<3 { turns.waiting.wake() }
        turns.waiting.wait { true }
        let thread = try Thread(name: "test-late") {
            turns.waiting.wait { turns.number.load(ordering: .sequentiallyConsistent) == 1 }
        }
        turns.number.store(1, ordering: .sequentiallyConsistent)
        turns.waiting.wake()
        thread.join()
    }

    /// Threads that wait for different things of one object: a wake that is for one of them is not lost to another.
    @Test func eachFindsItsOwnTurnAmongMany() throws {
        let (turns, threadCount, rounds) = (Turns(), 8, 2000)
        let threads = try (0..<threadCount).map { own in
            try Thread(name: "test-turn") {
                for round in 0..<rounds {
                    let turn = round * threadCount + own
                    turns.waiting.wait { turns.number.load(ordering: .sequentiallyConsistent) == turn }
                    turns.number.store(turn + 1, ordering: .sequentiallyConsistent)
                    turns.waiting.wake()
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(turns.number.load(ordering: .sequentiallyConsistent) == threadCount * rounds)
    }
}
