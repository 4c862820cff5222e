import AudioCore
import CAudioToolbox

/// A parameter on the audio thread: the place of its value, and its values in the present slice.
package struct RenderParameter {
    let cell: Unmanaged<Latest>
    let scope: UInt32
    let element: UInt32
    let id: UInt32
    let minimum: Float
    let maximum: Float
    let canRamp: Bool
    let canSet: Bool
    /// The value at the slice's first frame, and after its last one.
    package var start: Float
    package var end: Float
}

/// A value of a parameter from a frame on, or a ramp from frame to frame: `AudioUnitParameterEvent`.
struct ParameterEvent: BitwiseCopyable {
    let scope: UInt32
    let element: UInt32
    let id: UInt32
    let isRamp: Bool
    let first: Int
    let duration: Int
    let startValue: Float
    let endValue: Float
    /// The index of the parameter.
    fileprivate(set) var place = -1

    /// The event of a line, whose time is a frame of the next cycle.
    @_noLocks init(_ event: UnitEvent) {
        (scope, element, id) = (event.scope, event.element, event.id)
        isRamp = event.kind == UnitEvent.Kind.ramp
        (first, duration) = (Int(event.time), Int(event.duration))
        (startValue, endValue) = (event.startValue, event.value)
    }

    /// The value at a frame that is not before the first.
    @_noLocks func value(at frame: Int) -> Float {
        guard frame - first < duration else { return endValue }
        return startValue + (endValue - startValue) * Float(frame - first) / Float(duration)
    }
}

/// A unit's parameters in a cycle: their values, and the events that change them at a frame.
///
/// Any number of threads schedule events, and one at a time renders.
package final class RenderParameters: @unchecked Sendable {
    /// The most events of one cycle.
    static let capacity = 512
    /// The same, where the audio thread reads it.
    private let mostEvents = capacity

    package let all: UnsafeMutablePointer<RenderParameter>
    package let count: Int
    private let places: ParameterPlaces
    /// Keeps the cells alive.
    private let cells: [Latest]
    private let line = UnitEventLine(capacity: capacity)
    private let lineLink: Unmanaged<UnitEventLine>
    private let events: UnsafeMutablePointer<ParameterEvent>
    private var eventCount = 0

    init(_ list: [RenderParameter], keeping cells: [Latest]) {
        lineLink = .passUnretained(line)
        count = list.count
        all = .allocate(capacity: max(1, list.count))
        all.initialize(from: list, count: list.count)
        self.cells = cells
        events = .allocate(capacity: Self.capacity)
        places = ParameterPlaces(list)
    }

    deinit {
        all.deallocate()
        places.deallocate()
        events.deallocate()
    }

    /// The index of a parameter in `all`; nil where there is none. Real-time safe.
    @_noLocks package func index(scope: UInt32, element: UInt32, id: UInt32) -> Int? {
        places.place(scope: scope, element: element, id: id)
    }

    /// Sets the value of a parameter that clients may set, within its range. Any thread.
    ///
    /// - Returns: the value that it has now; nil where there is no such parameter.
    func set(_ value: Float, scope: UInt32, element: UInt32, id: UInt32) -> Float? {
        guard let index = index(scope: scope, element: element, id: id), all[index].canSet else { return nil }
        let limited = min(max(value, all[index].minimum), all[index].maximum)
        all[index].cell._withUnsafeGuaranteedRef { $0.write(limited) }
        return limited
    }

    /// Takes events for the next cycle: all of them, or none. Values count at once, too. Any thread.
    ///
    /// - Parameter event: gives the event of an index.
    /// - Returns: false where there is no room.
    func schedule(_ count: Int, _ event: (Int) -> UnitEvent) -> Bool {
        lineLink._withUnsafeGuaranteedRef { $0.write(count, event) }
    }

    // MARK: Audio thread

    /// Whether the cycle has events, without which it is one slice.
    var hasEvents: Bool { @_noLocks get { eventCount > 0 } }

    @_noLocks func beginCycle(frames: Int) {
        eventCount = 0
        while eventCount < mostEvents, let event = lineLink._withUnsafeGuaranteedRef({ $0.oldest() }) {
            insert(ParameterEvent(event.pointee))
            lineLink._withUnsafeGuaranteedRef { $0.advance() }
        }
        // Without events one slice has the values of the cells.
        for index in 0..<count { takeValue(all + index) }
    }

    /// Keeps an event in the order of first frames; of those with the same one, the last is the last to count. Events of no
    /// parameter are dropped.
    @_noLocks private func insert(_ new: ParameterEvent) {
        guard let parameter = index(scope: new.scope, element: new.element, id: new.id) else { return }
        var event = new
        event.place = parameter
        var place = eventCount
        while place > 0, events[place - 1].first > event.first {
            (events + place).initialize(to: events[place - 1])
            place -= 1
        }
        (events + place).initialize(to: event)
        eventCount += 1
    }

    /// Takes the value of a cell, which may have been set before the range was known, or at a higher rate.
    @_noLocks private func takeValue(_ parameter: UnsafeMutablePointer<RenderParameter>) {
        let value = limited(parameter.pointee.cell._withUnsafeGuaranteedRef { $0.read() }, parameter)
        (parameter.pointee.start, parameter.pointee.end) = (value, value)
    }

    /// Sets `start` and `end` of all parameters for the slice that begins at a frame.
    ///
    /// - Returns: the frame after the slice.
    @_noLocks package func slice(from start: Int, frames: Int) -> Int {
        guard eventCount > 0 else { return frames }
        var end = frames
        for index in 0..<eventCount {
            let (first, last) = (events[index].first, events[index].first + events[index].duration)
            if first > start, first < end { end = first }
            if last > start, last < end { end = last }
        }
        setValues(from: start, to: end)
        return end
    }

    @_noLocks private func setValues(from start: Int, to end: Int) {
        // Those without events have the values that they had at the cycle's beginning.
        for index in 0..<eventCount { takeValue(all + events[index].place) }
        for index in 0..<eventCount where counts(index, at: start) {
            let event = events[index]
            let parameter = all + event.place
            parameter.pointee.start = limited(event.value(at: start), parameter)
            parameter.pointee.end = limited(event.value(at: end), parameter)
        }
    }

    /// Whether an event has begun at a frame. A ramp of a parameter that takes none never has.
    @_noLocks private func counts(_ index: Int, at frame: Int) -> Bool {
        let event = events[index]
        guard event.first <= frame else { return false }
        let canRamp = all[event.place].canRamp
        return canRamp || !event.isRamp
    }

    @_noLocks private func limited(_ value: Float, _ parameter: UnsafeMutablePointer<RenderParameter>) -> Float {
        guard value.isFinite else { return parameter.pointee.start }
        return min(max(value, parameter.pointee.minimum), parameter.pointee.maximum)
    }

    /// Keeps the last values of the cycle, and drops its events: those after the cycle have no effect.
    @_noLocks func endCycle(frames: Int) {
        guard eventCount > 0 else { return }
        setValues(from: frames - 1, to: frames)
        for index in 0..<eventCount where counts(index, at: frames - 1) {
            let parameter = all[events[index].place]
            let value = parameter.end
            parameter.cell._withUnsafeGuaranteedRef { $0.write(value) }
        }
        eventCount = 0
    }
}
