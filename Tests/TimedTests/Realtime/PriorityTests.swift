import AudioCore
import Foundation
import Testing

/// Who holds a lock that a real-time thread waits for.
@Suite struct PriorityTests {
    /// Whether this process may have real-time threads.
    static let isAllowed: Bool = {
        let answer = LockedValue(false)
        let thread = try? Thread(name: "priority") {
            let isAllowed = Thread.requestRealtime()
            answer.withLock { $0 = isAllowed }
        }
        thread?.join()
        return answer.withLock { $0 }
    }()

    /// The priority that the kernel gives the calling thread now; less than 0 is real-time.
    private static func priority() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8) else { return nil }
        // Behind the name, which may contain anything: the state, and 14 numbers before the priority.
        let fields = text[text.index(after: text.lastIndex(of: ")")!)...].split(separator: " ")
        return Int(fields[15])
    }

    private static func comes(_ isTrue: () -> Bool) -> Bool {
        let deadline = HostTime.now() + 5 * HostTime.ticksPerSecond
        while !isTrue() {
            guard HostTime.now() < deadline else { return false }
            sched_yield()
        }
        return true
    }

    @Test(.enabled(if: isAllowed, "the system grants no real-time priority"))
    func whoHoldsALockHasThePriorityOfWhoWaitsForIt() throws {
        let lock = LockedValue(0)
        let before = try #require(Self.priority())
        try #require(before >= 0)
        let waiter = try lock.withLock { _ in
            let waiter = try Thread(name: "urgent") {
                Thread.requestRealtime()
                lock.withLock { $0 += 1 }
            }
            #expect(Self.comes { Self.priority() ?? 0 < 0 })
            return waiter
        }
        waiter.join()
        #expect(Self.priority() == before)
        #expect(lock.withLock { $0 } == 1)
    }
}
