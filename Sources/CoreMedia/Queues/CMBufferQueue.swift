import AudioCore
import Foundation

/// A queue of buffers between the threads that put them in and those that take them out, with triggers.
///
/// Any thread may use it. Nothing of a program's is called while the queue is locked, so all functions may be called by handlers.
public final class CMBufferQueue: @unchecked Sendable {
    private let information = CFClass.bufferQueue.information
    let handlers: Handlers
    private let capacity: CMItemCount
    private let contents = LockedValue(BufferList())
    private let triggers = LockedValue(TriggerTable())
    private let validation = LockedValue<CMBufferValidationHandler?>(nil)
    private var observer: (any NSObjectProtocol)?

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - capacity: how many buffers there may be; 0 for any number.
    ///   - handlers: what the queue asks of its buffers.
    /// - Throws: `requiredParameterMissing` for a negative number.
    public init(capacity: CMItemCount, handlers: Handlers) throws {
        guard capacity >= 0 else { throw Error.requiredParameterMissing }
        (self.capacity, self.handlers) = (capacity, handlers)
        guard let name = handlers.dataBecameReadyNotification else { return }
        observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(name), object: nil, queue: nil
        ) { [weak self] _ in self?.pull(from: nil) }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    // MARK: Buffers

    /// Puts a buffer in: at the end, or where the handlers say.
    ///
    /// - Parameter buffer: the buffer.
    /// - Throws: `queueIsFull`, `enqueueAfterEndOfData`, or an error with the status that the validation gives.
    public func enqueue(_ buffer: CMBuffer) throws { try check(put(buffer)) }

    func put(_ buffer: CMBuffer) -> OSStatus {
        if let validate = validation.withLock({ $0 }) {
            let status = validate(self, buffer)
            guard status == 0 else { return status }
        }
        let entry = BufferEntry(buffer, handlers)
        while true {
            let before = contents.withLock { $0 }
            guard !before.isMarked else { return kCMBufferQueueError_EnqueueAfterEndOfData }
            guard capacity == 0 || before.entries.count < capacity else { return kCMBufferQueueError_QueueIsFull }
            // The program compares without the lock, so the queue may have changed.
            let place = place(of: entry, in: before.entries)
            let isDone = contents.withLock { list in
                guard list.version == before.version else { return false }
                list.insert(entry, at: place)
                return true
            }
            guard isDone else { continue }
            pull(from: before)
            return 0
        }
    }

    private func place(of entry: BufferEntry, in entries: [BufferEntry]) -> Int {
        guard let compare = handlers.compare else { return entries.count }
        var place = entries.count
        while place > 0, compare(entries[place - 1].buffer, entry.buffer) == .compareGreaterThan { place -= 1 }
        return place
    }

    /// Takes the first buffer out.
    ///
    /// - Returns: the buffer; nil for none.
    public func dequeue() -> CMBuffer? {
        let (before, first) = contents.withLock { list in (list, list.removeFirst()) }
        guard let first else { return nil }
        pull(from: before)
        return first.buffer
    }

    /// Takes the first buffer out if its data is ready.
    ///
    /// - Returns: the buffer; nil for none, or one that is not ready.
    public func dequeueIfDataReady() -> CMBuffer? {
        while true {
            let before = contents.withLock { $0 }
            guard let first = before.entries.first else { return nil }
            guard handlers.isDataReady?(first.buffer) ?? true else { return nil }
            let isDone = contents.withLock { list in
                guard list.version == before.version else { return false }
                _ = list.removeFirst()
                return true
            }
            guard isDone else { continue }
            pull(from: before)
            return first.buffer
        }
    }

    /// The first buffer, which stays; nil for none.
    public var head: CMBuffer? { contents.withLock { $0.entries.first?.buffer } }
    /// Whether there is no buffer.
    public var isEmpty: Bool { contents.withLock { $0.entries.isEmpty } }
    /// How many buffers there are.
    public var bufferCount: CMItemCount { contents.withLock { $0.entries.count } }

    /// Says that no more buffers come.
    ///
    /// - Throws: nothing.
    public func markEndOfData() throws {
        let before = contents.withLock { list in
            defer { list.mark() }
            return list
        }
        pull(from: before)
    }

    /// Whether the end of the data was marked.
    public var containsEndOfData: Bool { contents.withLock { $0.isMarked } }
    /// Whether the queue is empty, and the end of the data was marked.
    public var isAtEndOfData: Bool { contents.withLock { $0.isMarked && $0.entries.isEmpty } }

    /// Takes all buffers out. More may come then.
    ///
    /// - Throws: nothing.
    public func reset() throws { try reset { _ in } }

    /// Takes all buffers out. More may come then.
    ///
    /// - Parameter body: called with each of them, in their order.
    /// - Throws: what `body` throws; the buffers are out then, too.
    public func reset(_ body: (CMBuffer) throws -> Void) throws {
        let before = contents.withLock { list in
            defer { list.reset() }
            return list
        }
        pull(from: before, isReset: true)
        for entry in before.entries { try body(entry.buffer) }
    }

    /// Sets what judges a buffer before it is put in. An error that it throws refuses the buffer.
    ///
    /// - Parameter body: judges it.
    public func setValidationHandler(_ body: @escaping @Sendable (CMBufferQueue, CMBuffer) throws -> Void) {
        setValidation { queue, buffer in
            do {
                try body(queue, buffer)
                return 0
            } catch {
                let error = error as NSError
                let status = OSStatus(exactly: error.code) ?? 0
                return error.domain == NSOSStatusErrorDomain && status != 0
                    ? status : kCMBufferQueueError_InvalidBuffer
            }
        }
    }

    func setValidation(_ body: @escaping CMBufferValidationHandler) {
        let old = validation.withLock { validation in
            defer { validation = body }
            return validation
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Times and sizes

    /// How long all buffers are together.
    public var duration: CMTime { contents.withLock { $0.duration } }
    /// The earliest decoding time; invalid for none.
    public var minDecodeTimeStamp: CMTime { contents.withLock { $0.least(\.decoding) } }
    /// The decoding time of the first buffer; invalid for none.
    public var firstDecodeTimeStamp: CMTime { contents.withLock { $0.entries.first?.decoding ?? .invalid } }
    /// The earliest presentation time; invalid for none.
    public var minPresentationTimeStamp: CMTime { contents.withLock { $0.least(\.presentation) } }
    /// The presentation time of the first buffer; invalid for none.
    public var firstPresentationTimeStamp: CMTime { contents.withLock { $0.entries.first?.presentation ?? .invalid } }
    /// The latest presentation time; invalid for none.
    public var maxPresentationTimeStamp: CMTime { contents.withLock { $0.most(\.presentation) } }
    /// The latest end of a buffer; invalid for none.
    public var endPresentationTimeStamp: CMTime { contents.withLock { $0.most(\.end) } }
    /// The size of all buffers in bytes.
    public var totalSize: Int { contents.withLock { $0.size } }

    // MARK: Triggers

    /// Installs a trigger.
    ///
    /// - Parameters:
    ///   - condition: when it is pulled: when the condition becomes true.
    ///   - body: called then, on the thread that has changed the queue; nil for a trigger that is only tested.
    /// - Returns: the trigger, for `removeTrigger(_:)`.
    /// - Throws: `badTriggerDuration` for a time that is not a number.
    @discardableResult
    public func installTrigger(
        condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
    ) throws -> TriggerToken {
        guard condition.threshold?.isNumeric ?? true else { throw Error.badTriggerDuration }
        // The program says whether a buffer is ready, without the lock.
        let isTrue = condition.isTrue(of: contents.withLock { $0 }, handlers)
        return triggers.withLock { $0.add(condition, body, isTrue: isTrue) }
    }

    /// Removes a trigger.
    ///
    /// - Parameter triggerToken: the trigger.
    /// - Throws: `invalidTriggerToken` for one that the queue does not have.
    public func removeTrigger(_ triggerToken: TriggerToken) throws {
        let removed = triggers.withLock { $0.rows.removeValue(forKey: triggerToken) }
        guard removed != nil else { throw Error.invalidTriggerToken }
        withExtendedLifetime(removed) {}
    }

    /// Whether the condition of a trigger is true now.
    ///
    /// - Parameter triggerToken: the trigger.
    /// - Returns: false also for a change, and for a trigger that the queue does not have.
    public func testTrigger(_ triggerToken: TriggerToken) -> Bool {
        guard let row = triggers.withLock({ $0.rows[triggerToken] }) else { return false }
        return row.condition.isTrue(of: contents.withLock { $0 }, handlers)
    }

    /// Pulls the triggers whose conditions a change has made true.
    ///
    /// - Parameter before: the queue before the change; nil for a change of a buffer's readiness.
    private func pull(from before: BufferList?, isReset: Bool = false) {
        // In the order in which they were installed.
        let rows = triggers.withLock { $0.rows }.sorted { Int(bitPattern: $0.key) < Int(bitPattern: $1.key) }
        guard !rows.isEmpty else { return }
        let now = contents.withLock { $0 }
        for (token, row) in rows {
            guard let body = row.body else { continue }
            let isPulled: Bool
            switch row.condition {
            case .whenReset: isPulled = isReset
            case .whenMinPresentationTimeStampChanges:
                isPulled = before.map { $0.least(\.presentation) != now.least(\.presentation) } ?? false
            case .whenMaxPresentationTimeStampChanges:
                isPulled = before.map { $0.most(\.presentation) != now.most(\.presentation) } ?? false
            case .whenDataBecomesReady:
                let isTrue = row.condition.isTrue(of: now, handlers)
                let wasTrue = triggers.withLock { $0.note(token, isTrue) }
                // Another buffer that is ready at once counts as well.
                isPulled = isTrue && (!wasTrue || before?.entries.first?.buffer !== now.entries.first?.buffer)
            default:
                let wasTrue = before.map { row.condition.isTrue(of: $0, handlers) } ?? true
                isPulled = !wasTrue && row.condition.isTrue(of: now, handlers)
            }
            // A trigger that another's handler has removed is not pulled any more.
            if isPulled, triggers.withLock({ $0.rows[token] != nil }) { body(token) }
        }
    }

    // MARK: All buffers

    /// The buffers that there are at one moment.
    public struct Buffers: Sequence {
        /// Any object.
        public typealias Element = AnyObject

        /// Goes through the buffers.
        public struct Iterator: IteratorProtocol {
            /// Any object.
            public typealias Element = CMBuffer
            fileprivate var rest: ArraySlice<CMBuffer>

            /// The next buffer.
            ///
            /// - Returns: the buffer; nil at the end.
            public mutating func next() -> CMBuffer? { rest.popFirst() }
        }

        fileprivate let buffers: [CMBuffer]

        /// Begins with the first buffer.
        ///
        /// - Returns: what goes through them.
        public func makeIterator() -> Iterator { Iterator(rest: buffers[...]) }
    }

    /// The buffers that there are now, in their order.
    public var buffers: Buffers { Buffers(buffers: contents.withLock { $0.entries }.map(\.buffer)) }
    /// What `CFGetTypeID` gives for queues.
    public class var typeID: CFTypeID { CFClass.bufferQueue.id }
}
