import AudioCore
import Testing

/// The order of locks, which debug builds check.
@Suite struct LockOrderTests {
    private enum Failure: Error { case expected }

    @Test func locksOfRisingRanksAreTaken() {
        let (first, second, third) = (
            LockedValue(1, .pipeline), WaitableValue(2, .state), LockedValue(3)
        )
        let sum = first.withLock { first in
            second.withLock { second in
                third.withLock { third in first + second + third }
            }
        }
        #expect(sum == 6)
    }

    /// What was left is not held any more, however it was left.
    @Test func whatWasLeftIsForgotten() {
        let (high, low) = (LockedValue(0, .state), LockedValue(0, .pipeline))
        high.withLock { $0 += 1 }
        low.withLock { _ in high.withLock { $0 += 1 } }
        #expect(throws: Failure.self) {
            try high.withLock { (_) throws(Failure) in throw .expected }
        }
        #expect(high.withLockIfFree { $0 } == 2)
        let waitable = WaitableValue(0, .state)
        #expect(waitable.wait(nanoseconds: 1000) { _ in nil as Int? } == nil)
        #expect(waitable.wait { $0 } == 0)
        low.withLock { $0 += 1 }
        LockOrder.willCallClient()
        LockOrder.willWait()
        #expect(low.withLock { $0 } == 1)
    }

    /// Who waits for a value does not hold its lock, which others take meanwhile.
    @Test func aThreadThatWaitsHoldsNothing() throws {
        let (outer, value) = (LockedValue(0, .pipeline), WaitableValue(0, .state))
        let threads = try (0..<4).map { index in
            try Thread(name: "lock-order") {
                for round in 0..<100 {
                    outer.withLockIfFree { _ in value.withLock { $0 += 0 } }
                    _ = value.wait { $0 >= round * 4 ? true : nil }
                    value.withLock { $0 += 1 }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(value.withLock { $0 } == 400)
    }

    @Test func whatIsAllowedUnderALockIs() {
        let lock = LockedValue(0, .pipeline)
        lock.withLock { _ in
            LockOrder.willCallClient(under: .pipeline)
            LockOrder.willWait(under: .connection)
        }
        #expect(lock.withLock { $0 } == 0)
    }

    #if DEBUG
        /// The end of a program that breaks a rule, and what it says.
        private func message(_ result: ExitTest.Result) -> String {
            String(decoding: result.standardErrorContent, as: UTF8.self)
        }

        @Test func aLowerRankUnderAHigherOneEndsTheProgram() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (high, low) = (LockedValue("", .state), LockedValue(0, .pipeline))
                high.withLock { _ in low.withLock { $0 += 1 } }
            }
            #expect(
                message(result).contains(
                    "the lock of rank .pipeline around Swift.Int is taken under the lock of rank .state around Swift.String"
                ))
        }

        @Test func twoLocksOfOneRankEndTheProgram() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (one, other) = (WaitableValue("", .state), WaitableValue(0, .state))
                one.withLock { _ in _ = other.wait { $0 } }
            }
            #expect(
                message(result).contains("around Swift.Int is taken under the lock of rank .state around Swift.String"))
        }

        @Test func aClientUnderALockEndsTheProgram() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                LockedValue(0, .mix).withLock { _ in LockOrder.willCallClient(under: .pipeline) }
            }
            #expect(message(result).contains("rank .mix around Swift.Int is held while a client's code runs"))
        }

        @Test func waitingUnderALockEndsTheProgram() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                LockedValue(0, .state).withLock { _ in LockOrder.willWait(under: .pipeline) }
            }
            #expect(message(result).contains("rank .state around Swift.Int is held while the thread waits"))
        }
    #endif
}
