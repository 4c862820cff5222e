import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct BufferQueueTests {
    private final class Item: Sendable {
        let time: CMTime
        let isReady = Mutex(true)
        init(_ seconds: Int64) { time = CMTime(value: seconds, timescale: 1) }
    }

    private func queue(_ capacity: Int = 0, isSorted: Bool = false) throws -> CMBufferQueue {
        try CMBufferQueue(
            capacity: capacity,
            handlers: CMBufferQueue.Handlers { builder in
                builder.getDuration { _ in CMTime(value: 1, timescale: 2) }
                builder.getPresentationTimeStamp { ($0 as? Item)?.time ?? .invalid }
                builder.getSize { _ in 10 }
                builder.isDataReady { ($0 as? Item)?.isReady.withLock { $0 } ?? true }
                builder.dataBecameReadyNotification = "ItemBecameReady"
                guard isSorted else { return }
                builder.compare { one, other in
                    guard let one = one as? Item, let other = other as? Item else { return .compareEqualTo }
                    return one.time < other.time
                        ? .compareLessThan : one.time > other.time ? .compareGreaterThan : .compareEqualTo
                }
            })
    }

    @Test func buffersComeOutInTheirOrder() throws {
        let plain = try queue(3)
        let items = [3, 1, 2].map { Item($0) }
        for item in items { try plain.enqueue(item) }
        #expect(throws: CMBufferQueue.Error.queueIsFull) { try plain.enqueue(Item(9)) }
        #expect(plain.bufferCount == 3 && plain.duration.seconds == 1.5 && plain.totalSize == 30)
        #expect(plain.minPresentationTimeStamp.seconds == 1 && plain.maxPresentationTimeStamp.seconds == 3)
        #expect(plain.firstPresentationTimeStamp.seconds == 3 && plain.endPresentationTimeStamp.seconds == 3.5)
        #expect(!plain.minDecodeTimeStamp.isValid && plain.head === items[0])
        #expect(plain.buffers.map { ($0 as? Item)?.time.seconds } == [3, 1, 2])
        #expect(items.allSatisfy { plain.dequeue() === $0 } && plain.dequeue() == nil && plain.duration == .zero)
        let sorted = try queue(isSorted: true)
        for item in items { try sorted.enqueue(item) }
        #expect(sorted.buffers.map { ($0 as? Item)?.time.seconds } == [1, 2, 3])
        #expect(throws: CMBufferQueue.Error.requiredParameterMissing) { try queue(-1) }
    }

    @Test func buffersThatAreNotReadyStay() throws {
        let queue = try queue()
        let item = Item(1)
        item.isReady.withLock { $0 = false }
        let calls = Atomic<Int>(0)
        let token = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in
            calls.add(1, ordering: .relaxed)
        }
        try queue.enqueue(item)
        #expect(queue.dequeueIfDataReady() == nil && !queue.testTrigger(token) && calls.load(ordering: .relaxed) == 0)
        item.isReady.withLock { $0 = true }
        NotificationCenter.default.post(name: Notification.Name("ItemBecameReady"), object: item)
        #expect(queue.testTrigger(token) && calls.load(ordering: .relaxed) == 1)
        #expect(queue.dequeueIfDataReady() === item)
    }

    @Test func theEndIsMarked() throws {
        let queue = try queue()
        try queue.enqueue(Item(1))
        try queue.markEndOfData()
        #expect(queue.containsEndOfData && !queue.isAtEndOfData)
        #expect(throws: CMBufferQueue.Error.enqueueAfterEndOfData) { try queue.enqueue(Item(2)) }
        var seen = 0
        try queue.reset { _ in seen += 1 }
        #expect(seen == 1 && queue.isEmpty && !queue.containsEndOfData)
        try queue.enqueue(Item(2))
    }

    /// Triggers are pulled when a condition becomes true, once each time, and their handlers may change the queue.
    @Test func triggersArePulled() throws {
        let queue = try queue()
        let pulled = Mutex<[String]>([])
        func install(_ name: String, _ condition: CMBufferQueue.TriggerCondition) throws -> OpaquePointer {
            try queue.installTrigger(condition: condition) { _ in pulled.withLock { $0.append(name) } }
        }
        let one = CMTime(value: 1, timescale: 1)
        let long = try install("long", .whenDurationBecomesGreaterThanOrEqualTo(one))
        _ = try install("short", .whenDurationBecomesLessThan(one))
        _ = try install("many", .whenBufferCountBecomesGreaterThan(2))
        _ = try install("least", .whenMinPresentationTimeStampChanges)
        _ = try install("end", .whenEndOfDataReached)
        _ = try install("reset", .whenReset)
        func events(_ body: () throws -> Void) rethrows -> [String] {
            try body()
            return pulled.withLock { names in
                defer { names = [] }
                return names
            }
        }
        #expect(try events { try queue.enqueue(Item(5)) } == ["least"])
        #expect(try events { try queue.enqueue(Item(6)) } == ["long"] && queue.testTrigger(long))
        #expect(try events { try queue.enqueue(Item(4)) } == ["many", "least"])
        #expect(events { _ = queue.dequeue() } == [])
        #expect(events { _ = queue.dequeue() } == ["short"])
        try queue.removeTrigger(long)
        #expect(throws: CMBufferQueue.Error.invalidTriggerToken) { try queue.removeTrigger(long) }
        #expect(try events { try queue.enqueue(Item(3)) } == ["least"] && !queue.testTrigger(long))
        #expect(try events { try queue.reset() }.contains("reset"))
        #expect(try events { try queue.markEndOfData() } == ["end"])
        #expect(throws: CMBufferQueue.Error.badTriggerDuration) {
            try queue.installTrigger(condition: .whenDurationBecomesLessThan(.invalid))
        }
        let other = try self.queue()
        try other.installTrigger(condition: .whenBufferCountBecomesGreaterThan(0)) { _ in _ = other.dequeue() }
        try other.enqueue(Item(1))
        #expect(other.isEmpty)
    }

    @Test func buffersAreJudged() throws {
        let queue = try queue()
        queue.setValidationHandler { _, buffer in
            if (buffer as? Item)?.time.seconds == 2 { throw CMBufferQueue.Error.invalidBuffer }
        }
        try queue.enqueue(Item(1))
        #expect(throws: CMBufferQueue.Error.invalidBuffer) { try queue.enqueue(Item(2)) }
        CMBufferQueueSetValidationHandler(queue) { _, _ in -5 }
        #expect(CMBufferQueueEnqueue(queue, buffer: Item(3)) == -5 && CMBufferQueueGetBufferCount(queue) == 1)
    }

    /// Threads that put in and take out: nothing is lost, and nothing comes twice.
    @Test func threadsShareAQueue() throws {
        let queue = try queue(isSorted: true)
        let seen = Mutex<Set<Int64>>([])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in 0..<100 {
                if thread < 2 {
                    try? queue.enqueue(Item(Int64(thread * 1000 + index)))
                } else if let item = queue.dequeue() as? Item {
                    let isNew = seen.withLock { $0.insert(item.time.value).inserted }
                    #expect(isNew)
                }
            }
        }
        while let item = queue.dequeue() as? Item { _ = seen.withLock { $0.insert(item.time.value) } }
        #expect(seen.withLock { $0.count } == 200 && queue.duration == .zero && queue.totalSize == 0)
    }

    @Test func functionsInstallTriggers() throws {
        var made: CMBufferQueue?
        var callbacks = CMBufferCallbacks()
        #expect(
            CMBufferQueueCreate(allocator: nil, capacity: 2, callbacks: &callbacks, queueOut: &made)
                == kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
        callbacks.getDuration = { _, _ in CMTime(value: 1, timescale: 1) }
        #expect(CMBufferQueueCreate(allocator: nil, capacity: 2, callbacks: &callbacks, queueOut: &made) == 0)
        let queue = try #require(made)
        var token: CMBufferQueueTriggerToken?
        #expect(
            CMBufferQueueInstallTrigger(
                queue, callback: nil, refcon: nil,
                condition: kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan,
                time: CMTime(value: 1, timescale: 2), triggerTokenOut: &token) == 0)
        #expect(
            CMBufferQueueInstallTriggerWithIntegerThreshold(
                queue, callback: nil, refcon: nil, condition: kCMBufferQueueTrigger_WhenReset, threshold: 1,
                triggerTokenOut: nil) == kCMBufferQueueError_InvalidTriggerCondition)
        let trigger = try #require(token)
        #expect(!CMBufferQueueTestTrigger(queue, triggerToken: trigger))
        CMBufferQueueEnqueue(queue, buffer: Item(1))
        #expect(CMBufferQueueTestTrigger(queue, triggerToken: trigger) && CMBufferQueueGetHead(queue) != nil)
        var count = 0
        CMBufferQueueCallForEachBuffer(
            queue,
            callback: { _, pointer in
                pointer?.assumingMemoryBound(to: Int.self).pointee += 1
                return 0
            }, refcon: &count)
        #expect(count == 1 && CMBufferQueueDequeue(queue) is Item && CMBufferQueueIsEmpty(queue))
    }
}
