import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

/// Something that happens to a unit at a frame: a parameter's value or ramp, or MIDI, whose bytes follow it in the line.
package struct UnitEvent: BitwiseCopyable, Sendable {
    package enum Kind {
        package static var parameter: UInt8 { @_noLocks get { 1 } }
        package static var ramp: UInt8 { @_noLocks get { 2 } }
        package static var midi: UInt8 { @_noLocks get { 8 } }
        package static var sysEx: UInt8 { @_noLocks get { 9 } }
        package static var eventList: UInt8 { @_noLocks get { 10 } }
    }

    /// The frame, or `AUEventSampleTimeImmediate` and frames after the beginning of the next cycle.
    package var time: Int64
    /// The parameter: its address in a unit of version 3, `parameter(_:element:)` in another one.
    package var address: UInt64 = 0
    package var scope: UInt32 = 0
    /// How many frames a ramp takes.
    package var duration: UInt32 = 0
    /// Where a ramp begins. In a unit of version 3 it begins where the parameter is.
    package var startValue: Float = 0
    package var value: Float = 0
    /// How many bytes of MIDI follow.
    package var length: UInt32 = 0
    /// `AURenderEventType`.
    package var kind: UInt8
    package var cable: UInt8 = 0

    /// - Parameter time: a frame, or `immediate` and frames after the beginning of the next cycle.
    @_noLocks package init(kind: UInt8, time: Int64) { (self.kind, self.time) = (kind, time) }

    /// The beginning of the next cycle.
    package static var immediate: Int64 { @_noLocks get { -1 << 32 } }

    /// The frame, where the next cycle begins at another one.
    @_noLocks func frame(from start: Int64) -> Int64 {
        time >> 32 == -1 ? start &+ (time &- UnitEvent.immediate) : time
    }

    /// The address of a parameter of an element.
    @_noLocks static func parameter(_ id: UInt32, element: UInt32) -> UInt64 { UInt64(element) << 32 | UInt64(id) }
    /// The event of a client, at a frame of the next cycle.
    init(_ event: AudioUnitParameterEvent) {
        let isRamp = event.eventType == .parameterEvent_Ramped
        self.init(kind: isRamp ? Kind.ramp : Kind.parameter, time: 0)
        (address, scope) = (UnitEvent.parameter(event.parameter, element: event.element), event.scope)
        if isRamp {
            let ramp = event.eventValues.ramp
            (time, duration) = (Int64(ramp.startBufferOffset), ramp.durationInFrames)
            (startValue, value) = (ramp.startValue, ramp.endValue)
        } else {
            let immediate = event.eventValues.immediate
            time = Int64(immediate.bufferOffset)
            (startValue, value) = (immediate.value, immediate.value)
        }
    }

    var id: UInt32 { @_noLocks get { UInt32(truncatingIfNeeded: address) } }
    var element: UInt32 { @_noLocks get { UInt32(truncatingIfNeeded: address >> 32) } }
}

/// The one way of events into a unit: any number of threads write, audio threads among them, and the thread that renders reads.
///
/// No lock is taken and nothing is allocated. Events of one thread come out in their order. A thread that is interrupted while it
/// writes holds back those that were begun after its own until it continues, and no thread waits for it.
package final class UnitEventLine: @unchecked Sendable {
    /// How many places there are. An event takes one, and one more for each 40 bytes of MIDI.
    private let capacity: Int
    private let places: UnsafeMutableRawPointer
    /// How many places the record takes that begins here, with `LinePlace.filler` added for a place without one; 0 until it is written.
    private let marks: UnsafeMutablePointer<Atomic<UInt32>>
    /// Where the next record begins, and the first that is there. They count places from the beginning.
    private let end = Atomic<Int>(0)
    private let start = Atomic<Int>(0)
    /// Events before this position are to be dropped.
    private let dropped = Atomic<Int>(0)

    /// - Parameter count: how many events without bytes fit.
    package init(capacity count: Int) {
        precondition(count > 0 && MemoryLayout<UnitEvent>.stride == LinePlace.size())
        capacity = count
        places = .allocate(byteCount: count * LinePlace.size(), alignment: 8)
        marks = .allocate(capacity: count)
        for index in 0..<count { (marks + index).initialize(to: Atomic(0)) }
    }

    deinit {
        places.deallocate()
        marks.deallocate()
    }

    /// The most bytes of an event. Longer messages are refused.
    package var mostBytes: Int { @_noLocks get { min(capacity / 4 * LinePlace.size(), 0xFFFF) } }

    // MARK: For the threads that write

    /// Adds events without bytes: all of them or none. Real-time safe, if the function is.
    ///
    /// - Parameter event: gives the event of an index.
    /// - Returns: false where there is no room.
    package func write(_ count: Int, _ event: (Int) -> UnitEvent) -> Bool {
        guard let first = claim(count) else { return false }
        for index in 0..<count {
            place(first + index).storeBytes(of: event(index), as: UnitEvent.self)
            mark(first + index, 1)
        }
        return true
    }

    /// Adds an event without bytes. Real-time safe.
    ///
    /// - Returns: false where there is no room.
    @_noLocks package func write(_ event: UnitEvent) -> Bool {
        guard let first = claim(1) else { return false }
        place(first).storeBytes(of: event, as: UnitEvent.self)
        mark(first, 1)
        return true
    }

    /// Adds an event, and the bytes that it has. Real-time safe.
    ///
    /// - Returns: false where there is no room, and for more than `mostBytes`.
    @_noLocks package func write(_ event: UnitEvent, _ bytes: UnsafeRawPointer, _ length: Int) -> Bool {
        guard length >= 0, length <= mostBytes else { return false }
        var event = event
        event.length = UInt32(truncatingIfNeeded: length)
        let count = 1 + (length + LinePlace.size() - 1) / LinePlace.size()
        while let first = claim(count) {
            // A record is in one piece. What does not fit before the memory's end begins anew at its beginning.
            guard first % capacity + count <= capacity else {
                for index in first..<first + count { mark(index, 1 | LinePlace.filler()) }
                continue
            }
            let target = place(first)
            target.storeBytes(of: event, as: UnitEvent.self)
            _ = realtime_copy(target + LinePlace.size(), bytes, length)
            mark(first, UInt32(truncatingIfNeeded: count))
            return true
        }
        return false
    }

    /// Drops the events that are there now, when the next cycle begins. Any thread.
    package func dropAll() {
        let end = self.end.load(ordering: .acquiring)
        _ = dropped.max(end, ordering: .acquiringAndReleasing)
    }

    /// Takes places for the calling thread.
    @_noLocks private func claim(_ count: Int) -> Int? {
        var first = end.load(ordering: .relaxed)
        while true {
            guard first + count - start.load(ordering: .acquiring) <= capacity else { return nil }
            let result = end.weakCompareExchange(
                expected: first, desired: first + count, successOrdering: .acquiringAndReleasing,
                failureOrdering: .relaxed)
            if result.exchanged { return first }
            first = result.original
        }
    }

    @_noLocks private func mark(_ position: Int, _ value: UInt32) {
        marks[position % capacity].store(value, ordering: .releasing)
    }

    @_noLocks private func place(_ position: Int) -> UnsafeMutableRawPointer {
        places + position % capacity * LinePlace.size()
    }

    // MARK: For the thread that reads

    /// Up to which position events are to be dropped, also those that were taken out.
    var dropPosition: Int { @_noLocks get { dropped.load(ordering: .acquiring) } }

    /// The oldest event, with its bytes after it; nil where there is none. It stays there until `advance`. Real-time safe.
    @_noLocks package func oldest() -> UnsafePointer<UnitEvent>? {
        while true {
            let first = start.load(ordering: .relaxed)
            let mark = marks[first % capacity].load(ordering: .acquiring)
            guard mark != 0 else { return nil }
            let limit = dropPosition
            if mark & LinePlace.filler() == 0, first >= limit {
                return UnsafePointer(place(first).assumingMemoryBound(to: UnitEvent.self))
            }
            advance()
        }
    }

    /// Takes the oldest event away. Real-time safe.
    @_noLocks package func advance() {
        let first = start.load(ordering: .relaxed)
        let mark = marks[first % capacity].load(ordering: .relaxed)
        marks[first % capacity].store(0, ordering: .relaxed)
        start.store(first + Int(mark & ~LinePlace.filler()), ordering: .releasing)
    }

}

/// A place of a line. No static members of the class: the check for real-time safety refuses its type.
enum LinePlace {
    /// Bytes of a place.
    @_noLocks static func size() -> Int { 40 }
    /// Marks a place without an event.
    @_noLocks static func filler() -> UInt32 { 1 << 31 }

    /// The bytes of an event that is in the line.
    @_noLocks static func bytes(_ event: UnsafePointer<UnitEvent>) -> UnsafeRawPointer {
        UnsafeRawPointer(event) + size()
    }
}
