import Synchronization

/// Something that is to happen when a certain frame of a queue's ring is played.
struct QueueMark {
    enum Action {
        /// Silence until the queue's clock, in the device's frames, shows `value`.
        case wait
        /// Parameters from this frame on.
        case volume, ramp, pan
        /// The sound ends here.
        case end
    }

    /// The ring's frame, counted from the beginning.
    var frame: Int
    var action: Action
    var value: Double

    init(frame: Int, action: Action, value: Double = 0) {
        self.frame = frame
        self.action = action
        self.value = value
    }

    /// Room for a mark. Real-time safe.
    @_noLocks init() {
        frame = 0
        action = .end
        value = 0
    }
}

/// Marks on their way from the thread that decodes to the one that plays. One writer, one reader.
final class QueueMarks: @unchecked Sendable {
    private let capacity = 1024
    private let marks: UnsafeMutablePointer<QueueMark>
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)

    init() { marks = .allocate(capacity: capacity) }

    deinit { marks.deallocate() }

    /// How many more can be written. For the writer alone.
    var room: Int { capacity - (written.load(ordering: .relaxed) - read.load(ordering: .acquiring)) }

    /// - Precondition: there is room.
    func write(_ mark: QueueMark) {
        let at = written.load(ordering: .relaxed)
        (marks + at % capacity).initialize(to: mark)
        written.store(at + 1, ordering: .releasing)
    }

    /// The next mark, where there is one. For the reader alone.
    @_noLocks func next(_ mark: inout QueueMark) -> Bool {
        let at = read.load(ordering: .relaxed)
        guard at < written.load(ordering: .acquiring) else { return false }
        mark = marks[at % capacity]
        return true
    }

    /// Goes on to the mark after the next one. For the reader alone.
    @_noLocks func advance() { read.wrappingAdd(1, ordering: .releasing) }
}
