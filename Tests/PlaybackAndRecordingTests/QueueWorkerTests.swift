import AudioCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// One thread that does the jobs of several queues. Nothing here waits for time to pass: jobs are due at once or in an hour.
@Suite struct QueueWorkerTests {
    private static let hour = QueueWorker.Delay(earliest: 3_600_000_000_000, latest: 3_600_000_000_000)
    private static let now = QueueWorker.Delay(earliest: 0, latest: 0)

    /// How often each job was done, by its name, and on which threads.
    private final class Log: Sendable {
        let counts = WaitableValue<[String: Int]>([:])
        let threads = LockedValue<Set<UInt>>([])

        @discardableResult
        func note(_ name: String) -> Int {
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            return counts.withLock {
                $0[name, default: 0] += 1
                return $0[name] ?? 0
            }
        }

        func count(_ name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

        /// Whether a job has been done so often, be it after a wait.
        func reaches(_ name: String, _ count: Int) -> Bool {
            counts.wait(nanoseconds: 20_000_000_000) { $0[name] ?? 0 >= count ? true : nil } ?? false
        }
    }

    /// Does a job once that all jobs go before which are due now.
    private func passOnce(_ worker: QueueWorker, _ log: Log) throws {
        let before = log.count("pass")
        let job = try worker.add {
            log.note("pass")
            return nil
        }
        #expect(log.reaches("pass", before + 1))
        job.remove()
    }

    @Test func severalQueuesShareOneThread() throws {
        let (worker, log) = (QueueWorker(), Log())
        let jobs = try ["a", "b", "c"].map { name in
            try worker.add { log.note(name) < 100 ? Self.now : nil }
        }
        for name in ["a", "b", "c"] { #expect(log.reaches(name, 100)) }
        try passOnce(worker, log)
        #expect(["a", "b", "c"].allSatisfy { log.count($0) == 100 })
        #expect(log.threads.withLock { $0.count } == 1)
        for job in jobs { job.remove() }
    }

    @Test func aQueueThatEndsLeavesTheOthers() throws {
        let (worker, log) = (QueueWorker(), Log())
        let stays = try worker.add {
            log.note("stays")
            return Self.now
        }
        let ends = try worker.add {
            log.note("ends")
            return Self.now
        }
        #expect(log.reaches("ends", 5) && log.reaches("stays", 5))
        ends.remove()
        let (last, now) = (log.count("ends"), log.count("stays"))
        #expect(log.reaches("stays", now + 100))
        #expect(log.count("ends") == last)
        stays.remove()
    }

    @Test func aQueueWithNothingToDoHoldsNobodyUp() throws {
        let (worker, log) = (QueueWorker(), Log())
        let idle = try worker.add {
            log.note("idle")
            return nil
        }
        let later = try worker.add {
            log.note("later")
            return Self.hour
        }
        let busy = try worker.add { log.note("busy") < 50 ? Self.now : nil }
        #expect(log.reaches("busy", 50) && log.reaches("idle", 1) && log.reaches("later", 1))
        try passOnce(worker, log)
        #expect(log.count("idle") == 1 && log.count("later") == 1)
        // Only what waits to be woken is woken so; another's time stays.
        idle.wakeIfIdle()
        later.wakeIfIdle()
        #expect(log.reaches("idle", 2))
        try passOnce(worker, log)
        #expect(log.count("idle") == 2 && log.count("later") == 1)
        later.wake()
        #expect(log.reaches("later", 2))
        for job in [idle, later, busy] { job.remove() }
    }

    /// What wakes a job while it is done must not be lost.
    @Test(arguments: [(false, false, 2), (false, true, 2), (true, false, 2), (true, true, 1)])
    func aJobIsWokenWhileItIsDone(onlyIfIdle: Bool, sleeps: Bool, times: Int) throws {
        let (worker, log) = (QueueWorker(), Log())
        let own = WaitableValue<QueueWorker.Job?>(nil)
        let job = try worker.add {
            if log.note("job") == 1, let job = own.wait(until: { $0 }) {
                if onlyIfIdle { job.wakeIfIdle() } else { job.wake() }
            }
            return sleeps ? Self.hour : nil
        }
        own.withLock { $0 = job }
        #expect(log.reaches("job", times))
        try passOnce(worker, log)
        #expect(log.count("job") == times)
        job.remove()
    }

    @Test func aQueueEndsItself() throws {
        let (worker, log) = (QueueWorker(), Log())
        let own = WaitableValue<QueueWorker.Job?>(nil)
        let job = try worker.add {
            log.note("job")
            own.wait { $0 }?.remove()
            return Self.now
        }
        own.withLock { $0 = job }
        #expect(log.reaches("job", 1))
        try passOnce(worker, log)
        #expect(log.count("job") == 1)
    }

    /// Whoever takes a job away may free what it uses.
    @Test func removingWaitsForTheWork() throws {
        let (worker, log) = (QueueWorker(), Log())
        let gate = WaitableValue(false)
        let job = try worker.add {
            log.note("begun")
            _ = gate.wait { $0 ? true : nil }
            log.note("done")
            return Self.now
        }
        #expect(log.reaches("begun", 1))
        let removal = try Thread(name: "removal") {
            job.remove()
            #expect(log.count("done") == log.count("begun"))
            log.note("removed")
        }
        #expect(log.count("removed") == 0)
        gate.withLock { $0 = true }
        #expect(log.reaches("removed", 1))
        removal.join()
    }

    /// The thread goes with the last job and comes back with the next.
    @Test func runsAgainAfterItHadNoJob() throws {
        let (worker, log) = (QueueWorker(), Log())
        for round in 1...20 {
            let job = try worker.add { log.note("job") < round ? Self.now : nil }
            #expect(log.reaches("job", round))
            job.remove()
        }
    }

    /// As a player is whose rate changes all the time.
    @Test func aJobThatIsWokenAllTheTimeLeavesOthersTheirTurns() throws {
        let (worker, log) = (QueueWorker(), Log())
        let own = WaitableValue<QueueWorker.Job?>(nil)
        let busy = try worker.add {
            log.note("busy")
            own.wait { $0 }?.wake()
            return nil
        }
        own.withLock { $0 = busy }
        let woken = try worker.add {
            log.note("woken")
            return nil
        }
        let due = try worker.add {
            log.note("due")
            return Self.now
        }
        for count in 1...20 {
            #expect(log.reaches("woken", count) && log.reaches("due", count))
            woken.wake()
        }
        #expect(log.count("busy") > 1)
        for job in [due, woken, busy] { job.remove() }
    }

    /// What takes the job away does not wait for it: it may hold a lock that the job waits for.
    @Test(.mustEnd) func anAbandonedJobIsNotWaitedFor() throws {
        let (worker, log, mutex) = (QueueWorker(), Log(), NSLock())
        let job = try mutex.withLock {
            let job = try worker.add {
                log.note("begun")
                mutex.withLock {}
                log.note("ended")
                return Self.now
            }
            #expect(log.reaches("begun", 1))
            job.abandon()
            #expect(log.count("ended") == 0)
            return job
        }
        // It is done to its end, and not again.
        job.remove()
        #expect(log.count("begun") == 1 && log.reaches("ended", 1))
    }
}
