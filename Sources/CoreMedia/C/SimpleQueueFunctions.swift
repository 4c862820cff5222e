import Foundation

// CMSimpleQueue.h for programs in C: each function calls that of Swift.

@c(CMSimpleQueueCreate)
package func cSimpleQueueCreate(
    _ allocator: UnsafeRawPointer?, _ capacity: Int32, _ queueOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let queueOut else { return kCMSimpleQueueError_RequiredParameterMissing }
    var made: CMSimpleQueue?
    let status = CMSimpleQueueCreate(allocator: object(allocator), capacity: capacity, queueOut: &made)
    queueOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSimpleQueueEnqueue)
package func cSimpleQueueEnqueue(_ queue: UnsafeRawPointer?, _ element: UnsafeRawPointer?) -> OSStatus {
    guard let queue: CMSimpleQueue = object(queue), let element
    else { return kCMSimpleQueueError_RequiredParameterMissing }
    return CMSimpleQueueEnqueue(queue, element: element)
}

@c(CMSimpleQueueDequeue)
package func cSimpleQueueDequeue(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let queue: CMSimpleQueue = object(queue) else { return nil }
    return CMSimpleQueueDequeue(queue)
}

@c(CMSimpleQueueGetHead)
package func cSimpleQueueGetHead(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let queue: CMSimpleQueue = object(queue) else { return nil }
    return CMSimpleQueueGetHead(queue)
}

@c(CMSimpleQueueReset)
package func cSimpleQueueReset(_ queue: UnsafeRawPointer?) -> OSStatus {
    guard let queue: CMSimpleQueue = object(queue) else { return kCMSimpleQueueError_RequiredParameterMissing }
    return CMSimpleQueueReset(queue)
}

@c(CMSimpleQueueGetCapacity)
package func cSimpleQueueGetCapacity(_ queue: UnsafeRawPointer?) -> Int32 {
    guard let queue: CMSimpleQueue = object(queue) else { return 0 }
    return CMSimpleQueueGetCapacity(queue)
}

@c(CMSimpleQueueGetCount)
package func cSimpleQueueGetCount(_ queue: UnsafeRawPointer?) -> Int32 {
    guard let queue: CMSimpleQueue = object(queue) else { return 0 }
    return CMSimpleQueueGetCount(queue)
}

@c(CMSimpleQueueGetTypeID)
package func cSimpleQueueGetTypeID() -> UInt { CFClass.simpleQueue.id }
