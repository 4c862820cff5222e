import AudioCore
import Dispatch
import TestSupport
import Testing
import ToolSupport

/// What waits for a disk that stands still.
@Suite(.mustEnd) struct BacklogTests {
    @Test func whatWaitsForAStandstillIsDoneInOrder() {
        let backlog = Backlog(name: "test", limit: 1000)
        let disk = DispatchSemaphore(value: 0)
        let written = LockedValue<[Int]>([])
        // The first stands still until the last has been added, and nobody who adds waits for it.
        for number in 0..<100 {
            let isTaken = backlog.add(bytes: 10) {
                if number == 0 { disk.wait() }
                written.withLock { $0.append(number) }
            }
            #expect(isTaken)
        }
        #expect(written.withLock { $0.isEmpty })
        disk.signal()
        backlog.finish()
        #expect(written.withLock { $0 } == Array(0..<100))
    }

    @Test func theWaitForADiskCanBeGivenUp() {
        let backlog = Backlog(name: "test", limit: 100)
        let disk = DispatchSemaphore(value: 0)
        #expect(backlog.add(bytes: 10) { disk.wait() })
        var questions = 0
        let isDone = backlog.finish {
            questions += 1
            return questions == 2
        }
        #expect(!isDone && questions == 2)
        disk.signal()
        #expect(backlog.finish())
    }

    @Test func whatHasNoRoomIsRefused() {
        let backlog = Backlog(name: "test", limit: 100)
        let disk = DispatchSemaphore(value: 0)
        let written = LockedValue<[Int]>([])
        let add = { (number: Int, bytes: Int) in
            backlog.add(bytes: bytes) {
                if number == 0 { disk.wait() }
                written.withLock { $0.append(number) }
            }
        }
        #expect(add(0, 60) && add(1, 40))
        #expect(!add(2, 1))
        disk.signal()
        backlog.finish()
        // All of the room is there again.
        #expect(!add(3, 101))
        #expect(add(4, 100))
        backlog.finish()
        #expect(written.withLock { $0 } == [0, 1, 4])
    }
}
