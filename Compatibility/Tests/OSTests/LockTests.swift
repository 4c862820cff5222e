import Foundation
import Testing
import os

@Suite struct LockTests {
    /// Runs a function on some threads at once, and waits for all.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) async {
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread {
                            body()
                            continuation.resume()
                        }.start()
                    }
                }
            }
        }
    }

    /// A count without protection of its own.
    private final class Count: @unchecked Sendable {
        var value = 0
        let word = os_unfair_lock_t.allocate(capacity: 1)
        init() { word.initialize(to: os_unfair_lock()) }
        deinit { word.deallocate() }
    }

    @Test func oneThreadAtATime() async {
        let count = Count()
        await onThreads(8) {
            for _ in 0..<20_000 {
                os_unfair_lock_lock(count.word)
                count.value += 1
                os_unfair_lock_unlock(count.word)
            }
        }
        #expect(count.value == 160_000)
        #expect(count.word.pointee._os_unfair_lock_opaque == 0)
    }

    @Test func theStateIsProtected() async {
        let lock = OSAllocatedUnfairLock(initialState: [0, 0])
        await onThreads(8) {
            for _ in 0..<10_000 {
                lock.withLock {
                    $0[0] += 1
                    $0[1] += 2
                }
            }
        }
        #expect(lock.withLock { $0 } == [80_000, 160_000])
    }

    @Test func aWordOfFourBytes() {
        #expect(MemoryLayout<os_unfair_lock_s>.size == 4)
        var lock = os_unfair_lock_s()
        #expect(lock._os_unfair_lock_opaque == 0)
        #expect(os_unfair_lock_trylock(&lock))
        #expect(lock._os_unfair_lock_opaque == UInt32(threadNumber()))
        os_unfair_lock_assert_owner(&lock)
        #expect(!os_unfair_lock_trylock(&lock))
        os_unfair_lock_unlock(&lock)
        os_unfair_lock_assert_not_owner(&lock)
        #expect(os_unfair_lock(_os_unfair_lock_opaque: 0)._os_unfair_lock_opaque == 0)
    }

    @Test func anotherThreadDoesNotGetIt() async {
        let lock = OSAllocatedUnfairLock(initialState: 1)
        lock.withLock { state in
            state = 2
            let other = Thread {
                lock.precondition(.notOwner)
                if lock.withLockIfAvailable({ $0 = 3 }) != nil { fatalError("two threads have the lock") }
            }
            other.start()
            while !other.isFinished { usleep(100) }
            lock.precondition(.owner)
        }
        #expect(lock.withLockIfAvailable { $0 } == 2)
    }

    @Test func statesAndResults() {
        struct Failure: Error {}
        let lock = OSAllocatedUnfairLock(uncheckedState: NSMutableArray())
        lock.withLockUnchecked { $0.add(1) }
        #expect(lock.withLockUnchecked { $0.count } == 1)
        #expect(lock.withLockIfAvailableUnchecked { $0 }?.count == 1)
        #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } }
        #expect(lock.withLockIfAvailable { _ in true } == true)
        #expect(OSAllocatedUnfairLock<Int>.Ownership.owner != .notOwner)
    }

    @Test func withoutAState() {
        let lock = OSAllocatedUnfairLock()
        #expect(lock.withLock { 1 } == 1)
        #expect(lock.withLockUnchecked { 2 } == 2)
        #expect(lock.withLockIfAvailable { 3 } == 3)
        #expect(lock.withLockIfAvailableUnchecked { 4 } == 4)
        lock.lock()
        lock.precondition(.owner)
        #expect(!lock.lockIfAvailable())
        lock.unlock()
        #expect(lock.lockIfAvailable())
        lock.unlock()
        lock.precondition(.notOwner)
    }

    @Test func theStateEndsWithTheLock() {
        final class Object: Sendable {}
        weak var object: Object?
        do {
            let lock = OSAllocatedUnfairLock(initialState: Object())
            object = lock.withLock { $0 }
            #expect(object != nil)
        }
        #expect(object == nil)
    }

    @Test func mistakesEndTheProcess() async {
        let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let lock = OSAllocatedUnfairLock()
            lock.withLock { lock.withLock {} }
        }
        #expect(sentence(twice) == "os_unfair_lock: a thread locks what it has locked already")
        let foreign = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let lock = OSAllocatedUnfairLock()
            let other = Thread { lock.lock() }
            other.start()
            while !other.isFinished { usleep(100) }
            lock.unlockFromHere()
        }
        #expect(sentence(foreign) == "os_unfair_lock: a thread unlocks what it has not locked")
        let ended = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let lock = OSAllocatedUnfairLock()
            let other = Thread { lock.lock() }
            other.start()
            while !other.isFinished { usleep(100) }
            usleep(10000)
            lock.withLock {}
        }
        #expect(sentence(ended) == "os_unfair_lock: the owner has ended, or the lock is damaged")
        let owner = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            OSAllocatedUnfairLock().precondition(.owner)
        }
        #expect(sentence(owner) == "os_unfair_lock: this thread does not have the lock")
        let notOwner = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let lock = OSAllocatedUnfairLock()
            lock.withLock { lock.precondition(.notOwner) }
        }
        #expect(sentence(notOwner) == "os_unfair_lock: this thread has the lock")
    }

    private func sentence(_ result: ExitTest.Result?) -> String? {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            .split(separator: "\n").first { $0.hasPrefix("os_unfair_lock") }.map(String.init)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Unlocks, where a task may not.
    func unlockFromHere() { unlock() }
}
