import AudioCore
import TestSupport
import Testing

@testable import AudioUnits

/// What lets calls in until it is closed.
@Suite(.mustEnd) struct ClosingGateTests {
    /// Many calls at once, each of which closes the gate from inside and waits for no end of itself.
    @Test func anyNumberOfCallsCloseFromInside() throws {
        let (gate, inside, ended) = (ClosingGate(), WaitableValue(0), LockedValue(0))
        let count = 40
        let waits = LockedValue<[Bool]>([])
        let threads = try (0..<count).map { _ in
            try Thread(name: "test-gate") {
                gate.pass {
                    inside.withLock { $0 += 1 }
                    _ = inside.wait { $0 == count ? true : nil }
                    gate.close()
                    let hasWaited = gate.wait()
                    waits.withLock { $0.append(hasWaited) }
                } isLast: {
                    ended.withLock { $0 += 1 }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(waits.withLock { $0 } == [Bool](repeating: false, count: count))
        #expect(ended.withLock { $0 } == 1)
        #expect(gate.pass {} == nil && gate.wait())
    }

    /// A call of one gate inside a call of another, and out of it again.
    @Test func aCallIsInsideItsOwnGatesAlone() throws {
        let (outer, inner) = (ClosingGate(), ClosingGate())
        outer.pass {
            inner.pass {
                #expect(!outer.wait() && !inner.wait())
                // The same gate a second time.
                outer.pass { #expect(!outer.wait()) }
                #expect(!outer.wait())
            }
            #expect(inner.wait() && !outer.wait())
        }
        #expect(outer.wait() && inner.wait())
    }

    /// A thread that waits for calls of others returns when the last of them has ended.
    @Test func aWaitEndsWithTheLastCall() throws {
        let (gate, inside, leaving, left) = (ClosingGate(), WaitableValue(0), WaitableValue(0), LockedValue(0))
        let count = 4
        let calls = try (0..<count).map { number in
            try Thread(name: "test-call") {
                gate.pass {
                    inside.withLock { $0 += 1 }
                    _ = leaving.wait { $0 > number ? true : nil }
                    left.withLock { $0 += 1 }
                }
            }
        }
        _ = inside.wait { $0 == count ? true : nil }
        gate.close()
        let waiter = try Thread(name: "test-wait") {
            #expect(gate.wait() && left.withLock { $0 } == count)
        }
        for number in 1...count { leaving.withLock { $0 = number } }
        for call in calls { call.join() }
        waiter.join()
    }
}
