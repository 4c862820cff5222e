package import CCoreMedia
import Foundation

// CMBufferQueue.h for programs in C: each function calls that of Swift.

@c(CMBufferQueueEnqueue)
package func cBufferQueueEnqueue(_ queue: UnsafeRawPointer?, _ buf: UnsafeRawPointer?) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue), let buf: CMBuffer = object(buf)
    else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueEnqueue(queue, buffer: buf)
}

@c(CMBufferQueueDequeueAndRetain)
package func cBufferQueueDequeueAndRetain(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let queue: CMBufferQueue = object(queue) else { return nil }
    return CMBufferQueueDequeue(queue).map { retained($0) }
}

@c(CMBufferQueueDequeueIfDataReadyAndRetain)
package func cBufferQueueDequeueIfDataReadyAndRetain(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let queue: CMBufferQueue = object(queue) else { return nil }
    return CMBufferQueueDequeueIfDataReady(queue).map { retained($0) }
}

@c(CMBufferQueueGetHead)
package func cBufferQueueGetHead(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let queue: CMBufferQueue = object(queue) else { return nil }
    return CMBufferQueueGetHead(queue).map { address($0) }
}

@c(CMBufferQueueIsEmpty)
package func cBufferQueueIsEmpty(_ queue: UnsafeRawPointer?) -> UInt8 {
    guard let queue: CMBufferQueue = object(queue) else { return 0 }
    return CMBufferQueueIsEmpty(queue) ? 1 : 0
}

@c(CMBufferQueueMarkEndOfData)
package func cBufferQueueMarkEndOfData(_ queue: UnsafeRawPointer?) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue) else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueMarkEndOfData(queue)
}

@c(CMBufferQueueContainsEndOfData)
package func cBufferQueueContainsEndOfData(_ queue: UnsafeRawPointer?) -> UInt8 {
    guard let queue: CMBufferQueue = object(queue) else { return 0 }
    return CMBufferQueueContainsEndOfData(queue) ? 1 : 0
}

@c(CMBufferQueueIsAtEndOfData)
package func cBufferQueueIsAtEndOfData(_ queue: UnsafeRawPointer?) -> UInt8 {
    guard let queue: CMBufferQueue = object(queue) else { return 0 }
    return CMBufferQueueIsAtEndOfData(queue) ? 1 : 0
}

@c(CMBufferQueueReset)
package func cBufferQueueReset(_ queue: UnsafeRawPointer?) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue) else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueReset(queue)
}

@c(CMBufferQueueResetWithCallback)
package func cBufferQueueResetWithCallback(
    _ queue: UnsafeRawPointer?, _ callback: BufferFunction?, _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue), let callback
    else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueResetWithCallback(queue, callback: { callback(address($0), $1) }, refcon: refcon)
}

@c(CMBufferQueueGetBufferCount)
package func cBufferQueueGetBufferCount(_ queue: UnsafeRawPointer?) -> Int {
    guard let queue: CMBufferQueue = object(queue) else { return 0 }
    return CMBufferQueueGetBufferCount(queue)
}

@c(CMBufferQueueGetDuration)
package func cBufferQueueGetDuration(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetDuration(queue).c
}

@c(CMBufferQueueGetMinDecodeTimeStamp)
package func cBufferQueueGetMinDecodeTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetMinDecodeTimeStamp(queue).c
}

@c(CMBufferQueueGetFirstDecodeTimeStamp)
package func cBufferQueueGetFirstDecodeTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetFirstDecodeTimeStamp(queue).c
}

@c(CMBufferQueueGetMinPresentationTimeStamp)
package func cBufferQueueGetMinPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetMinPresentationTimeStamp(queue).c
}

@c(CMBufferQueueGetFirstPresentationTimeStamp)
package func cBufferQueueGetFirstPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetFirstPresentationTimeStamp(queue).c
}

@c(CMBufferQueueGetMaxPresentationTimeStamp)
package func cBufferQueueGetMaxPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetMaxPresentationTimeStamp(queue).c
}

@c(CMBufferQueueGetEndPresentationTimeStamp)
package func cBufferQueueGetEndPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let queue: CMBufferQueue = object(queue) else { return CMTime.invalid.c }
    return CMBufferQueueGetEndPresentationTimeStamp(queue).c
}

@c(CMBufferQueueGetTotalSize)
package func cBufferQueueGetTotalSize(_ queue: UnsafeRawPointer?) -> Int {
    guard let queue: CMBufferQueue = object(queue) else { return 0 }
    return CMBufferQueueGetTotalSize(queue)
}

@c(CMBufferQueueInstallTrigger)
package func cBufferQueueInstallTrigger(
    _ queue: UnsafeRawPointer?, _ callback: TriggerFunction?, _ refcon: UnsafeMutableRawPointer?, _ condition: Int32,
    _ time: CCoreMedia.CMTime, _ triggerTokenOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue) else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueInstallTrigger(
        queue, callback: callback.map { call -> CMBufferQueueTriggerCallback in { call($0, $1) } }, refcon: refcon,
        condition: condition,
        time: CMTime(time), triggerTokenOut: triggerTokenOut?.assumingMemoryBound(to: CMBufferQueueTriggerToken?.self))
}

@c(CMBufferQueueInstallTriggerWithIntegerThreshold)
package func cBufferQueueInstallTriggerWithIntegerThreshold(
    _ queue: UnsafeRawPointer?, _ callback: TriggerFunction?, _ refcon: UnsafeMutableRawPointer?, _ condition: Int32,
    _ threshold: Int, _ triggerTokenOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue) else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueInstallTriggerWithIntegerThreshold(
        queue, callback: callback.map { call -> CMBufferQueueTriggerCallback in { call($0, $1) } }, refcon: refcon,
        condition: condition,
        threshold: threshold, triggerTokenOut: triggerTokenOut?.assumingMemoryBound(to: CMBufferQueueTriggerToken?.self)
    )
}

@c(CMBufferQueueRemoveTrigger)
package func cBufferQueueRemoveTrigger(_ queue: UnsafeRawPointer?, _ triggerToken: OpaquePointer?) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue), let triggerToken
    else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueRemoveTrigger(queue, triggerToken: triggerToken)
}

@c(CMBufferQueueTestTrigger)
package func cBufferQueueTestTrigger(_ queue: UnsafeRawPointer?, _ triggerToken: OpaquePointer?) -> UInt8 {
    guard let queue: CMBufferQueue = object(queue), let triggerToken else { return 0 }
    return CMBufferQueueTestTrigger(queue, triggerToken: triggerToken) ? 1 : 0
}

@c(CMBufferQueueCallForEachBuffer)
package func cBufferQueueCallForEachBuffer(
    _ queue: UnsafeRawPointer?, _ callback: BufferStatusFunction?, _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue), let callback
    else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueCallForEachBuffer(queue, callback: { callback(address($0), $1) }, refcon: refcon)
}

@c(CMBufferQueueSetValidationCallback)
package func cBufferQueueSetValidationCallback(
    _ queue: UnsafeRawPointer?, _ callback: ValidationFunction?, _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let queue: CMBufferQueue = object(queue), let callback
    else { return kCMBufferQueueError_RequiredParameterMissing }
    return CMBufferQueueSetValidationCallback(
        queue, callback: { callback(address($0), address($1), $2) }, refcon: refcon)
}

@c(CMBufferQueueGetTypeID)
package func cBufferQueueGetTypeID() -> UInt { CFClass.bufferQueue.id }

@c(CMBufferQueueCreate)
package func cBufferQueueCreate(
    _ allocator: UnsafeRawPointer?, _ capacity: Int, _ callbacks: UnsafePointer<CCoreMedia.CMBufferCallbacks>?,
    _ queueOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let callbacks, let queueOut else { return kCMBufferQueueError_RequiredParameterMissing }
    queueOut.pointee = nil
    guard let handlers = CMBufferQueue.Handlers(callbacks.pointee) else {
        return kCMBufferQueueError_InvalidCMBufferCallbacksStruct
    }
    guard let made = try? CMBufferQueue(capacity: capacity, handlers: handlers) else {
        return kCMBufferQueueError_RequiredParameterMissing
    }
    queueOut.pointee = retained(made)
    return 0
}

@c(CMBufferQueueGetCallbacksForUnsortedSampleBuffers)
package func cBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafePointer<CCoreMedia.CMBufferCallbacks>? {
    SampleBufferCallbacks.unsorted
}

@c(CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS)
package func cBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS()
    -> UnsafePointer<CCoreMedia.CMBufferCallbacks>?
{ SampleBufferCallbacks.sorted }
