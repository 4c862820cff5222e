import Foundation

/// A buffer of a queue, and what the handlers have said of it.
struct BufferEntry: @unchecked Sendable {
    let buffer: CMBuffer
    let decoding: CMTime
    let presentation: CMTime
    let duration: CMTime
    let size: Int

    init(_ buffer: CMBuffer, _ handlers: CMBufferQueue.Handlers) {
        self.buffer = buffer
        decoding = handlers.getDecodeTimeStamp?(buffer) ?? .invalid
        presentation = handlers.getPresentationTimeStamp?(buffer) ?? .invalid
        duration = handlers.getDuration(buffer)
        size = handlers.getSize?(buffer) ?? 0
    }

    var end: CMTime { presentation.isNumeric && duration.isNumeric ? presentation + duration : presentation }
}

/// The buffers of a queue.
struct BufferList: Sendable {
    private(set) var entries: [BufferEntry] = []
    /// Whether no more buffers come.
    private(set) var isMarked = false
    /// Another one after each change.
    private(set) var version = 0
    private(set) var duration = CMTime.zero
    private(set) var size = 0

    mutating func insert(_ entry: BufferEntry, at place: Int) {
        entries.insert(entry, at: place)
        if entry.duration.isNumeric { duration = duration + entry.duration }
        size &+= entry.size
        version += 1
    }

    mutating func removeFirst() -> BufferEntry? {
        guard !entries.isEmpty else { return nil }
        let first = entries.removeFirst()
        if entries.isEmpty {
            duration = .zero
        } else if first.duration.isNumeric {
            duration = duration - first.duration
        }
        size &-= first.size
        version += 1
        return first
    }

    mutating func mark() {
        isMarked = true
        version += 1
    }

    mutating func reset() {
        (entries, isMarked, duration, size) = ([], false, .zero, 0)
        version += 1
    }

    func least(_ time: KeyPath<BufferEntry, CMTime>) -> CMTime {
        entries.map { $0[keyPath: time] }.filter(\.isNumeric).min() ?? .invalid
    }

    func most(_ time: KeyPath<BufferEntry, CMTime>) -> CMTime {
        entries.map { $0[keyPath: time] }.filter(\.isNumeric).max() ?? .invalid
    }
}

/// The triggers of a queue.
struct TriggerTable: @unchecked Sendable {
    struct Row {
        let condition: CMBufferQueue.TriggerCondition
        let body: CMBufferQueueTriggerHandler?
        /// Whether the condition was true when it was last looked at.
        var isTrue: Bool
    }

    var rows: [CMBufferQueueTriggerToken: Row] = [:]
    private var last = 0

    mutating func add(
        _ condition: CMBufferQueue.TriggerCondition, _ body: CMBufferQueueTriggerHandler?, isTrue: Bool
    ) -> CMBufferQueueTriggerToken {
        last += 1
        // A number, which is never 0.
        let token = CMBufferQueueTriggerToken(bitPattern: last).unsafelyUnwrapped
        rows[token] = Row(condition: condition, body: body, isTrue: isTrue)
        return token
    }

    /// Notes whether a condition is true, and returns whether it was.
    mutating func note(_ token: CMBufferQueueTriggerToken, _ isTrue: Bool) -> Bool {
        defer { rows[token]?.isTrue = isTrue }
        return rows[token]?.isTrue ?? false
    }
}

extension CMBufferQueue.TriggerCondition {
    /// The time of a condition that has one.
    var threshold: CMTime? {
        switch self {
        case .whenDurationBecomesLessThan(let time), .whenDurationBecomesLessThanOrEqualTo(let time),
            .whenDurationBecomesGreaterThan(let time), .whenDurationBecomesGreaterThanOrEqualTo(let time):
            time
        default: nil
        }
    }

    func isTrue(of list: BufferList, _ handlers: CMBufferQueue.Handlers) -> Bool {
        switch self {
        case .whenDurationBecomesLessThan(let time): list.duration < time
        case .whenDurationBecomesLessThanOrEqualTo(let time): list.duration <= time
        case .whenDurationBecomesGreaterThan(let time): list.duration > time
        case .whenDurationBecomesGreaterThanOrEqualTo(let time): list.duration >= time
        case .whenDataBecomesReady:
            list.entries.first.map { handlers.isDataReady?($0.buffer) ?? true } ?? false
        case .whenEndOfDataReached: list.isMarked && list.entries.isEmpty
        case .whenBufferCountBecomesLessThan(let count): list.entries.count < count
        case .whenBufferCountBecomesGreaterThan(let count): list.entries.count > count
        case .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenReset: false
        }
    }

    /// The condition of a number of Apple's header, with a time.
    init?(_ condition: CMBufferQueueTriggerCondition, time: CMTime) {
        switch condition {
        case kCMBufferQueueTrigger_WhenDurationBecomesLessThan: self = .whenDurationBecomesLessThan(time)
        case kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo:
            self = .whenDurationBecomesLessThanOrEqualTo(time)
        case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: self = .whenDurationBecomesGreaterThan(time)
        case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo:
            self = .whenDurationBecomesGreaterThanOrEqualTo(time)
        case kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: self = .whenMinPresentationTimeStampChanges
        case kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: self = .whenMaxPresentationTimeStampChanges
        case kCMBufferQueueTrigger_WhenDataBecomesReady: self = .whenDataBecomesReady
        case kCMBufferQueueTrigger_WhenEndOfDataReached: self = .whenEndOfDataReached
        case kCMBufferQueueTrigger_WhenReset: self = .whenReset
        default: return nil
        }
    }

    /// The condition of a number of Apple's header, with a number of buffers.
    init?(_ condition: CMBufferQueueTriggerCondition, count: CMItemCount) {
        switch condition {
        case kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: self = .whenBufferCountBecomesLessThan(count)
        case kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: self = .whenBufferCountBecomesGreaterThan(count)
        default: return nil
        }
    }
}
