import Foundation

// The functions of Apple's CMBufferQueue.h.

/// What a queue asks of its buffers, as functions without captures. Each gets a pointer of the program's last.
public struct CMBufferCallbacks: @unchecked Sendable {
    /// 0 or 1: `getSize` is of version 1.
    public var version: UInt32
    /// What each function gets last.
    public var refcon: UnsafeMutableRawPointer?
    /// Gives the decoding time; nil for buffers without one.
    public var getDecodeTimeStamp: (@Sendable (CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?
    /// Gives the presentation time; nil for buffers without one.
    public var getPresentationTimeStamp: (@Sendable (CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?
    /// Gives the duration.
    public var getDuration: (@Sendable (CMBuffer, UnsafeMutableRawPointer?) -> CMTime)?
    /// Says whether the data is ready; nil for buffers whose data always is.
    public var isDataReady: (@Sendable (CMBuffer, UnsafeMutableRawPointer?) -> Bool)?
    /// Says which of two comes first; nil for the order in which they are put in.
    public var compare: (@Sendable (CMBuffer, CMBuffer, UnsafeMutableRawPointer?) -> CFComparisonResult)?
    /// The notification that says that a buffer's data has become ready; nil for none.
    public var dataBecameReadyNotification: String?
    /// Gives the size in bytes; nil for buffers without one.
    public var getSize: (@Sendable (CMBuffer, UnsafeMutableRawPointer?) -> Int)?

    /// Makes callbacks without functions.
    public init() { version = 0 }
}

/// A pointer of a program's, which its functions get.
struct Refcon: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

extension CMBufferQueue.Handlers {
    /// Nil without the function that is needed, and for another version.
    init?(_ callbacks: CMBufferCallbacks) {
        guard let duration = callbacks.getDuration, callbacks.version <= 1 else { return nil }
        let client = Refcon(pointer: callbacks.refcon)
        self.init { builder in
            builder.getDuration { duration($0, client.pointer) }
            if let call = callbacks.getDecodeTimeStamp { builder.getDecodeTimeStamp { call($0, client.pointer) } }
            if let call = callbacks.getPresentationTimeStamp {
                builder.getPresentationTimeStamp { call($0, client.pointer) }
            }
            if let call = callbacks.isDataReady { builder.isDataReady { call($0, client.pointer) } }
            if let call = callbacks.compare { builder.compare { call($0, $1, client.pointer) } }
            if callbacks.version == 1, let call = callbacks.getSize { builder.getSize { call($0, client.pointer) } }
            builder.dataBecameReadyNotification = callbacks.dataBecameReadyNotification
        }
    }
}

private func status(of body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch { return OSStatus(truncatingIfNeeded: (error as NSError).code) }
}

/// Makes a queue.
///
/// - Parameters:
///   - allocator: ignored.
///   - capacity: how many buffers there may be; 0 for any number.
///   - callbacks: what the queue asks of its buffers. They are copied.
///   - queueOut: receives the queue.
/// - Returns: 0; `kCMBufferQueueError_InvalidCMBufferCallbacksStruct` for callbacks without one for the duration.
@discardableResult
public func CMBufferQueueCreate(
    allocator: CFAllocator?, capacity: CMItemCount, callbacks: UnsafePointer<CMBufferCallbacks>,
    queueOut: UnsafeMutablePointer<CMBufferQueue?>
) -> OSStatus {
    queueOut.pointee = nil
    guard let handlers = CMBufferQueue.Handlers(callbacks.pointee) else {
        return kCMBufferQueueError_InvalidCMBufferCallbacksStruct
    }
    return status(of: { queueOut.pointee = try CMBufferQueue(capacity: capacity, handlers: handlers) })
}

/// Puts a buffer into a queue.
///
/// - Parameters:
///   - queue: the queue.
///   - buf: the buffer.
/// - Returns: 0; `kCMBufferQueueError_QueueIsFull`, `kCMBufferQueueError_EnqueueAfterEndOfData`, or what the validation gives.
@discardableResult
public func CMBufferQueueEnqueue(_ queue: CMBufferQueue, buffer buf: CMBuffer) -> OSStatus { queue.put(buf) }

/// Takes the first buffer out of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer; nil for none.
public func CMBufferQueueDequeue(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeue() }

/// Takes the first buffer out of a queue if its data is ready.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer; nil for none, or one that is not ready.
public func CMBufferQueueDequeueIfDataReady(_ queue: CMBufferQueue) -> CMBuffer? { queue.dequeueIfDataReady() }

/// The first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the buffer, which stays; nil for none.
public func CMBufferQueueGetHead(_ queue: CMBufferQueue) -> CMBuffer? { queue.head }

/// Whether a queue has no buffers.
///
/// - Parameter queue: the queue.
/// - Returns: true if it has none.
public func CMBufferQueueIsEmpty(_ queue: CMBufferQueue) -> Bool { queue.isEmpty }

/// Says that no more buffers come.
///
/// - Parameter queue: the queue.
/// - Returns: 0.
@discardableResult
public func CMBufferQueueMarkEndOfData(_ queue: CMBufferQueue) -> OSStatus { status(of: { try queue.markEndOfData() }) }

/// Whether the end of the data was marked.
///
/// - Parameter queue: the queue.
/// - Returns: true if it was.
public func CMBufferQueueContainsEndOfData(_ queue: CMBufferQueue) -> Bool { queue.containsEndOfData }

/// Whether a queue is empty, and the end of the data was marked.
///
/// - Parameter queue: the queue.
/// - Returns: true if both are so.
public func CMBufferQueueIsAtEndOfData(_ queue: CMBufferQueue) -> Bool { queue.isAtEndOfData }

/// Takes all buffers out of a queue. More may come then.
///
/// - Parameter queue: the queue.
/// - Returns: 0.
@discardableResult
public func CMBufferQueueReset(_ queue: CMBufferQueue) -> OSStatus { status(of: { try queue.reset() }) }

/// Takes all buffers out of a queue. More may come then.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called with each of them, in their order.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: 0.
@discardableResult
public func CMBufferQueueResetWithCallback(
    _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> Void, refcon: UnsafeMutableRawPointer?
) -> OSStatus { status(of: { try queue.reset { callback($0, refcon) } }) }

/// How many buffers a queue has.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
public func CMBufferQueueGetBufferCount(_ queue: CMBufferQueue) -> CMItemCount { queue.bufferCount }

/// How long all buffers of a queue are together.
///
/// - Parameter queue: the queue.
/// - Returns: the duration; 0 for none.
public func CMBufferQueueGetDuration(_ queue: CMBufferQueue) -> CMTime { queue.duration }

/// The earliest decoding time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetMinDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.minDecodeTimeStamp }

/// The decoding time of the first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetFirstDecodeTimeStamp(_ queue: CMBufferQueue) -> CMTime { queue.firstDecodeTimeStamp }

/// The earliest presentation time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetMinPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.minPresentationTimeStamp
}

/// The presentation time of the first buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetFirstPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.firstPresentationTimeStamp
}

/// The latest presentation time of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetMaxPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.maxPresentationTimeStamp
}

/// The latest end of a buffer of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the time; invalid for none.
public func CMBufferQueueGetEndPresentationTimeStamp(_ queue: CMBufferQueue) -> CMTime {
    queue.endPresentationTimeStamp
}

/// The size of all buffers of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the size in bytes.
public func CMBufferQueueGetTotalSize(_ queue: CMBufferQueue) -> Int { queue.totalSize }

/// Installs a trigger.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called when it is pulled, on the thread that has changed the queue; nil for a trigger that is only tested.
///   - refcon: what the callback gets beside the trigger.
///   - condition: when it is pulled: when the condition becomes true.
///   - time: the time of a condition that has one.
///   - triggerTokenOut: receives the trigger; nil to ignore it.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for a condition that there is not, or that has a number of buffers;
///   `kCMBufferQueueError_BadTriggerDuration` for a time that is not a number.
@discardableResult
public func CMBufferQueueInstallTrigger(
    _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
    condition: CMBufferQueueTriggerCondition, time: CMTime,
    triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    let client = Refcon(pointer: refcon)
    let handler = callback.map { call -> CMBufferQueueTriggerHandler in { call(client.pointer, $0) } }
    return CMBufferQueueInstallTriggerHandler(queue, condition, time, triggerTokenOut, handler)
}

/// Installs a trigger with a number of buffers.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called when it is pulled, on the thread that has changed the queue; nil for a trigger that is only tested.
///   - refcon: what the callback gets beside the trigger.
///   - condition: when it is pulled: when the condition becomes true.
///   - threshold: the number.
///   - triggerTokenOut: receives the trigger; nil to ignore it.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for another condition than those of a number of buffers.
@discardableResult
public func CMBufferQueueInstallTriggerWithIntegerThreshold(
    _ queue: CMBufferQueue, callback: CMBufferQueueTriggerCallback?, refcon: UnsafeMutableRawPointer?,
    condition: CMBufferQueueTriggerCondition, threshold: CMItemCount,
    triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?
) -> OSStatus {
    let client = Refcon(pointer: refcon)
    let handler = callback.map { call -> CMBufferQueueTriggerHandler in { call(client.pointer, $0) } }
    return CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
        queue, condition, threshold, triggerTokenOut, handler)
}

/// Installs a trigger.
///
/// - Parameters:
///   - queue: the queue.
///   - condition: when it is pulled: when the condition becomes true.
///   - time: the time of a condition that has one.
///   - triggerTokenOut: receives the trigger; nil to ignore it.
///   - handler: called when it is pulled, on the thread that has changed the queue; nil for a trigger that is only tested.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for a condition that there is not, or that has a number of buffers;
///   `kCMBufferQueueError_BadTriggerDuration` for a time that is not a number.
@discardableResult
public func CMBufferQueueInstallTriggerHandler(
    _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ time: CMTime,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    triggerTokenOut?.pointee = nil
    guard let condition = CMBufferQueue.TriggerCondition(condition, time: time) else {
        return kCMBufferQueueError_InvalidTriggerCondition
    }
    return status(of: {
        let token = try queue.installTrigger(condition: condition, handler)
        triggerTokenOut?.pointee = token
    })
}

/// Installs a trigger with a number of buffers.
///
/// - Parameters:
///   - queue: the queue.
///   - condition: when it is pulled: when the condition becomes true.
///   - threshold: the number.
///   - triggerTokenOut: receives the trigger; nil to ignore it.
///   - handler: called when it is pulled, on the thread that has changed the queue; nil for a trigger that is only tested.
/// - Returns: 0; `kCMBufferQueueError_InvalidTriggerCondition` for another condition than those of a number of buffers.
@discardableResult
public func CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
    _ queue: CMBufferQueue, _ condition: CMBufferQueueTriggerCondition, _ threshold: CMItemCount,
    _ triggerTokenOut: UnsafeMutablePointer<CMBufferQueueTriggerToken?>?, _ handler: CMBufferQueueTriggerHandler?
) -> OSStatus {
    triggerTokenOut?.pointee = nil
    guard let condition = CMBufferQueue.TriggerCondition(condition, count: threshold) else {
        return kCMBufferQueueError_InvalidTriggerCondition
    }
    return status(of: {
        let token = try queue.installTrigger(condition: condition, handler)
        triggerTokenOut?.pointee = token
    })
}

/// Removes a trigger.
///
/// - Parameters:
///   - queue: the queue.
///   - triggerToken: the trigger.
/// - Returns: 0, or `kCMBufferQueueError_InvalidTriggerToken` for one that the queue does not have.
@discardableResult
public func CMBufferQueueRemoveTrigger(
    _ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken
) -> OSStatus { status(of: { try queue.removeTrigger(triggerToken) }) }

/// Whether the condition of a trigger is true now.
///
/// - Parameters:
///   - queue: the queue.
///   - triggerToken: the trigger.
/// - Returns: false also for a change, and for a trigger that the queue does not have.
public func CMBufferQueueTestTrigger(_ queue: CMBufferQueue, triggerToken: CMBufferQueueTriggerToken) -> Bool {
    queue.testTrigger(triggerToken)
}

/// Calls a function for each buffer of a queue, in their order.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: called with each of those that there are when this begins, until it returns something other than 0.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: 0, or what the callback has returned.
@discardableResult
public func CMBufferQueueCallForEachBuffer(
    _ queue: CMBufferQueue, callback: (CMBuffer, UnsafeMutableRawPointer?) -> OSStatus, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    for buffer in queue.buffers {
        let status = callback(buffer, refcon)
        guard status == 0 else { return status }
    }
    return 0
}

/// Sets what judges a buffer before it is put in.
///
/// - Parameters:
///   - queue: the queue.
///   - callback: judges it.
///   - refcon: what the callback gets beside the buffer.
/// - Returns: 0.
@discardableResult
public func CMBufferQueueSetValidationCallback(
    _ queue: CMBufferQueue, callback: @escaping CMBufferValidationCallback, refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    let client = Refcon(pointer: refcon)
    queue.setValidation { queue, buffer in callback(queue, buffer, client.pointer) }
    return 0
}

/// Sets what judges a buffer before it is put in.
///
/// - Parameters:
///   - queue: the queue.
///   - handler: judges it.
/// - Returns: 0.
@discardableResult
public func CMBufferQueueSetValidationHandler(
    _ queue: CMBufferQueue, _ handler: @escaping CMBufferValidationHandler
) -> OSStatus {
    queue.setValidation(handler)
    return 0
}
