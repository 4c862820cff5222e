import AudioCore
import CoreFoundation
import TestSupport
import Testing

@testable import AudioToolbox

/// What queues have called in a client's run loop.
@Suite struct RunLoopCallerTests {
    /// Runs `body` on a thread whose run loop has no other sources.
    private func onAThread(_ body: @escaping @Sendable () -> Void) throws {
        try Thread(name: "run loop") { body() }.join()
    }

    private final class Log: @unchecked Sendable {
        var calls = 0
        var callsBeforeTheTimer: Int?
    }

    /// A callback that schedules the next one leaves the loop time for its other sources.
    @Test func whatIsScheduledMeanwhileWaitsForTheNextTurn() throws { try onAThread(scheduleMeanwhile) }

    private func scheduleMeanwhile() {
        guard let loop = CFRunLoopGetCurrent() else {
            _ = Issue.record("no run loop")
            return
        }
        let mode: CoreFoundation.CFRunLoopMode = kCFRunLoopDefaultMode
        let caller = RunLoopCaller(loop, mode: mode)
        let log = Log()
        @Sendable func again() {
            log.calls += 1
            // Without an end of its own, a failing test would have none.
            if log.calls < 10_000, log.callsBeforeTheTimer == nil { caller.perform(again) }
        }
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in
            log.callsBeforeTheTimer = log.calls
            CFRunLoopStop(loop)
        }
        CFRunLoopAddTimer(loop, timer, mode)
        caller.perform(again)
        CFRunLoopRunInMode(mode, 20, false)
        #expect(log.callsBeforeTheTimer.map { $0 < 10_000 } == true)
    }

    /// What is scheduled before a turn is called in it, in order; a function that runs the loop itself has the rest called.
    @Test func callsInOrder() throws { try onAThread(callFive) }

    private func callFive() {
        guard let loop = CFRunLoopGetCurrent() else {
            _ = Issue.record("no run loop")
            return
        }
        let caller = RunLoopCaller(loop, mode: kCFRunLoopDefaultMode)
        let called = LockedValue<[Int]>([])
        for number in 0..<5 {
            caller.perform {
                called.withLock { $0.append(number) }
                if number == 1 {
                    caller.perform { called.withLock { $0.append(9) } }
                    while called.withLock({ $0.count < 6 }),
                        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, true) == .handledSource
                    {}
                }
            }
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, true)
        #expect(called.withLock { $0 } == [0, 1, 2, 3, 4, 9])
    }
}
