public import Foundation
import Synchronization

/// A queue of pointers between one thread that puts them in and one that takes them out, without locks.
///
/// What the pointers point to is the program's. Real-time safe.
public final class CMSimpleQueue: @unchecked Sendable {
    // The first property: Core Foundation reads it.
    private let information = CFClass.simpleQueue.information
    private let slots: UnsafeMutableBufferPointer<UnsafeRawPointer?>
    /// How many pointers were put in and taken out since the queue was made.
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)

    /// Makes a queue.
    ///
    /// - Parameter capacity: for how many pointers it has room, at most 2,147,483,647.
    /// - Throws: `parameterOutOfRange` for another number; `allocationFailed` where there is no memory.
    public init(capacity: Int) throws {
        guard capacity >= 0, capacity <= Int(Int32.max) else { throw Error.parameterOutOfRange }
        // Bytes of 0 are nil. Those of slots that are never used take no memory.
        guard let memory = calloc(max(1, capacity), MemoryLayout<UnsafeRawPointer?>.stride) else {
            throw Error.allocationFailed
        }
        slots = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: UnsafeRawPointer?.self, capacity: capacity), count: capacity)
    }

    deinit { free(slots.baseAddress) }

    /// For how many pointers there is room.
    public var capacity: Int { slots.count }
    /// How many pointers are in the queue.
    public var count: Int {
        // In the other order it could be less than 0 where both threads go on in between.
        let taken = read.load(ordering: .acquiring)
        return min(written.load(ordering: .acquiring) - taken, capacity)
    }
    /// How full the queue is, from 0 to 1.
    public var fullness: Float { capacity == 0 ? 1 : Float(count) / Float(capacity) }

    /// The pointer that comes out next; nil for none.
    public var head: UnsafeRawPointer? {
        let place = read.load(ordering: .relaxed)
        return place == written.load(ordering: .acquiring) ? nil : slots[place % slots.count]
    }

    /// Puts a pointer in.
    ///
    /// - Parameter element: the pointer.
    /// - Throws: `queueIsFull`.
    public func enqueue(_ element: UnsafeRawPointer) throws { if !put(element) { throw Error.queueIsFull } }

    fileprivate func put(_ element: UnsafeRawPointer) -> Bool {
        let place = written.load(ordering: .relaxed)
        guard place - read.load(ordering: .acquiring) < slots.count else { return false }
        slots[place % slots.count] = element
        written.store(place + 1, ordering: .releasing)
        return true
    }

    /// Takes a pointer out.
    ///
    /// - Returns: the pointer that was put in first; nil for none.
    public func dequeue() -> UnsafeRawPointer? {
        let place = read.load(ordering: .relaxed)
        guard place != written.load(ordering: .acquiring) else { return nil }
        let element = slots[place % slots.count]
        read.store(place + 1, ordering: .releasing)
        return element
    }

    /// Takes all pointers out. No other thread may use the queue meanwhile.
    ///
    /// - Throws: nothing.
    public func reset() throws { read.store(written.load(ordering: .acquiring), ordering: .releasing) }

    /// The errors of queues, of the domain `NSOSStatusErrorDomain`.
    public struct Error {
        /// There is no memory.
        public static var allocationFailed: NSError { failure(kCMSimpleQueueError_AllocationFailed) }
        /// A parameter is missing.
        public static var requiredParameterMissing: NSError { failure(kCMSimpleQueueError_RequiredParameterMissing) }
        /// A number is out of range.
        public static var parameterOutOfRange: NSError { failure(kCMSimpleQueueError_ParameterOutOfRange) }
        /// There is no room.
        public static var queueIsFull: NSError { failure(kCMSimpleQueueError_QueueIsFull) }
    }
}

/// There is no memory.
public var kCMSimpleQueueError_AllocationFailed: OSStatus { -12770 }
/// A parameter is missing.
public var kCMSimpleQueueError_RequiredParameterMissing: OSStatus { -12771 }
/// A number is out of range.
public var kCMSimpleQueueError_ParameterOutOfRange: OSStatus { -12772 }
/// There is no room.
public var kCMSimpleQueueError_QueueIsFull: OSStatus { -12773 }

/// Makes a queue of pointers.
///
/// - Parameters:
///   - allocator: ignored.
///   - capacity: for how many pointers it has room.
///   - queueOut: receives the queue.
/// - Returns: 0; `kCMSimpleQueueError_ParameterOutOfRange` for a number below 0; `kCMSimpleQueueError_AllocationFailed` where there is
///   no memory.
@discardableResult
public func CMSimpleQueueCreate(
    allocator: CFAllocator?, capacity: Int32, queueOut: UnsafeMutablePointer<CMSimpleQueue?>
) -> OSStatus {
    queueOut.pointee = nil
    do {
        queueOut.pointee = try CMSimpleQueue(capacity: Int(capacity))
        return 0
    } catch { return OSStatus((error as NSError).code) }
}

/// Puts a pointer into a queue.
///
/// - Parameters:
///   - queue: the queue.
///   - element: the pointer.
/// - Returns: 0, or `kCMSimpleQueueError_QueueIsFull` without room.
@discardableResult
public func CMSimpleQueueEnqueue(_ queue: CMSimpleQueue, element: UnsafeRawPointer) -> OSStatus {
    queue.put(element) ? 0 : kCMSimpleQueueError_QueueIsFull
}

/// Takes a pointer out of a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the pointer that was put in first; nil for none.
public func CMSimpleQueueDequeue(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.dequeue() }

/// The pointer that comes out of a queue next.
///
/// - Parameter queue: the queue.
/// - Returns: the pointer, which stays in the queue; nil for none.
public func CMSimpleQueueGetHead(_ queue: CMSimpleQueue) -> UnsafeRawPointer? { queue.head }

/// Takes all pointers out of a queue. No other thread may use it meanwhile.
///
/// - Parameter queue: the queue.
/// - Returns: 0.
@discardableResult
public func CMSimpleQueueReset(_ queue: CMSimpleQueue) -> OSStatus {
    try? queue.reset()
    return 0
}

/// For how many pointers a queue has room.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
public func CMSimpleQueueGetCapacity(_ queue: CMSimpleQueue) -> Int32 { Int32(queue.capacity) }

/// How many pointers are in a queue.
///
/// - Parameter queue: the queue.
/// - Returns: the number.
public func CMSimpleQueueGetCount(_ queue: CMSimpleQueue) -> Int32 { Int32(clamping: queue.count) }
