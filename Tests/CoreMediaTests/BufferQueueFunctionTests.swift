import CoreMedia
import Foundation
import Synchronization
import Testing

/// The functions of CMBufferQueue.h answer as the members of a queue do.
@Suite struct BufferQueueFunctionTests {
    private final class Item: Sendable {
        let time: CMTime
        init(_ seconds: Int64) { time = CMTime(value: seconds, timescale: 1) }
    }

    private func queue(_ capacity: Int = 0) throws -> CMBufferQueue {
        let time: CMBufferGetTimeHandler = { ($0 as? Item)?.time ?? .invalid }
        let size: CMBufferGetSizeHandler = { _ in 4 }
        let isReady: CMBufferGetBooleanHandler = { ($0 as? Item)?.time.seconds != 9 }
        let order: CMBufferCompareHandler = { _, _ in .compareEqualTo }
        let plain = CMBufferQueue.Handlers { builder in
            builder.getDecodeTimeStamp(time)
            builder.getPresentationTimeStamp(time)
            builder.getDuration { _ in CMTime(value: 1, timescale: 1) }
            builder.getSize(size)
            builder.isDataReady(isReady)
        }
        return try CMBufferQueue(capacity: capacity, handlers: plain.withHandlers { $0.compare(order) })
    }

    @Test func timesAreThoseOfTheBuffers() throws {
        let queue = try queue()
        let buffers: [CMBuffer] = [Item(2), Item(1), Item(3)]
        for buffer in buffers { #expect(CMBufferQueueEnqueue(queue, buffer: buffer) == 0) }
        #expect(CMBufferQueueGetDuration(queue).seconds == 3 && CMBufferQueueGetTotalSize(queue) == 12)
        #expect(CMBufferQueueGetFirstDecodeTimeStamp(queue).seconds == 2 && queue.firstDecodeTimeStamp.seconds == 2)
        #expect(CMBufferQueueGetMinDecodeTimeStamp(queue).seconds == 1)
        #expect(CMBufferQueueGetFirstPresentationTimeStamp(queue).seconds == 2)
        #expect(CMBufferQueueGetMinPresentationTimeStamp(queue).seconds == 1)
        #expect(CMBufferQueueGetMaxPresentationTimeStamp(queue).seconds == 3)
        #expect(CMBufferQueueGetEndPresentationTimeStamp(queue).seconds == 4)
        #expect(CMBufferQueueDequeueIfDataReady(queue) === buffers[0])
        CMBufferQueueReset(queue)
        #expect(CMBufferQueueIsEmpty(queue) && CMBufferQueueGetDuration(queue) == .zero)
        CMBufferQueueEnqueue(queue, buffer: Item(9))
        #expect(CMBufferQueueDequeueIfDataReady(queue) == nil)
        #expect(CMBufferQueueMarkEndOfData(queue) == 0 && CMBufferQueueContainsEndOfData(queue))
        #expect(!CMBufferQueueIsAtEndOfData(queue))
        #expect(CMBufferQueueEnqueue(queue, buffer: Item(1)) == kCMBufferQueueError_EnqueueAfterEndOfData)
        var count = 0
        let reset = CMBufferQueueResetWithCallback(
            queue, callback: { _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, refcon: &count)
        #expect(reset == 0 && count == 1)
    }

    @Test func refusalsHaveStatuses() throws {
        let queue = try queue(1)
        let refuse: CMBufferValidationCallback = { _, buffer, _ in
            (buffer as? Item)?.time.seconds == 5 ? kCMBufferQueueError_InvalidBuffer : 0
        }
        CMBufferQueueSetValidationCallback(queue, callback: refuse, refcon: nil)
        #expect(CMBufferQueueEnqueue(queue, buffer: Item(5)) == kCMBufferQueueError_InvalidBuffer)
        let take: CMBufferValidationHandler = { _, _ in 0 }
        CMBufferQueueSetValidationHandler(queue, take)
        #expect(CMBufferQueueEnqueue(queue, buffer: Item(5)) == 0)
        #expect(CMBufferQueueEnqueue(queue, buffer: Item(6)) == kCMBufferQueueError_QueueIsFull)
        let errors: [(NSError, OSStatus)] = [
            (CMBufferQueue.Error.allocationFailed, kCMBufferQueueError_AllocationFailed),
            (CMBufferQueue.Error.requiredParameterMissing, kCMBufferQueueError_RequiredParameterMissing),
            (
                CMBufferQueue.Error.invalidCMBufferCallbacksStruct,
                kCMBufferQueueError_InvalidCMBufferCallbacksStruct
            ),
            (
                CMBufferQueue.Error.cannotModifyQueueFromTriggerCallback,
                kCMBufferQueueError_CannotModifyQueueFromTriggerCallback
            ),
            (CMBufferQueue.Error.badTriggerDuration, kCMBufferQueueError_BadTriggerDuration),
            (CMBufferQueue.Error.invalidTriggerCondition, kCMBufferQueueError_InvalidTriggerCondition),
            (CMBufferQueue.Error.invalidTriggerToken, kCMBufferQueueError_InvalidTriggerToken),
        ]
        for (error, status) in errors { #expect(error.code == Int(status)) }
    }

    /// Each number of the header stands for the condition of that name.
    @Test func conditionsHaveNumbers() throws {
        let queue = try queue()
        let pulled = Mutex<[CMBufferQueueTriggerCondition]>([])
        func handler(_ condition: CMBufferQueueTriggerCondition) -> CMBufferQueueTriggerHandler {
            { _ in pulled.withLock { $0.append(condition) } }
        }
        let second = CMTime(value: 1, timescale: 1)
        var token: CMBufferQueue.TriggerToken?
        for condition in [
            kCMBufferQueueTrigger_WhenDurationBecomesLessThan,
            kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo,
            kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan,
            kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo,
            kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges,
            kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges, kCMBufferQueueTrigger_WhenDataBecomesReady,
            kCMBufferQueueTrigger_WhenEndOfDataReached, kCMBufferQueueTrigger_WhenReset,
        ] {
            #expect(CMBufferQueueInstallTriggerHandler(queue, condition, second, &token, handler(condition)) == 0)
        }
        for condition in [
            kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan,
            kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan,
        ] {
            let status = CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
                queue, condition, 1, &token, handler(condition))
            #expect(status == 0)
        }
        func conditions(_ body: () -> Void) -> [CMBufferQueueTriggerCondition] {
            body()
            return pulled.withLock { conditions in
                defer { conditions = [] }
                return conditions
            }
        }
        #expect(conditions { CMBufferQueueEnqueue(queue, buffer: Item(1)) } == [4, 5, 6, 7])
        #expect(conditions { CMBufferQueueEnqueue(queue, buffer: Item(2)) } == [3, 6, 11])
        #expect(conditions { _ = CMBufferQueueDequeue(queue) } == [2, 5, 7])
        #expect(conditions { _ = CMBufferQueueDequeue(queue) } == [1, 5, 6, 10])
        #expect(conditions { CMBufferQueueMarkEndOfData(queue) } == [8])
        #expect(conditions { CMBufferQueueReset(queue) } == [9])
        let last = try #require(token)
        #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: last) == 0)
        #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: last) == kCMBufferQueueError_InvalidTriggerToken)
        let callback: CMBufferQueueTriggerCallback = { _, _ in }
        let status = CMBufferQueueInstallTrigger(
            queue, callback: callback, refcon: nil, condition: kCMBufferQueueTrigger_WhenDurationBecomesLessThan,
            time: .invalid, triggerTokenOut: nil)
        #expect(status == kCMBufferQueueError_BadTriggerDuration)
    }

    @Test func sampleBuffersHaveHandlers() throws {
        for handlers in [CMBufferQueue.Handlers.unsortedSampleBuffers, .outputPTSSortedSampleBuffers] {
            #expect(try CMBufferQueue(capacity: 1, handlers: handlers).isEmpty)
            #expect(handlers.isDataReady != nil && handlers.getSize != nil && handlers.getDecodeTimeStamp != nil)
        }
        #expect(CMBufferQueue.Handlers.unsortedSampleBuffers.compare == nil)
    }

    @Test func typesDiffer() {
        let types = [
            CMBufferQueueGetTypeID(), CMClockGetTypeID(), CMSimpleQueueGetTypeID(), CMTimebaseGetTypeID(),
            CMSampleBufferGetTypeID(), CMBlockBufferGetTypeID(), CMFormatDescriptionGetTypeID(),
        ]
        #expect(Set(types).count == types.count && types[0] == CMBufferQueue.typeID)
    }
}
