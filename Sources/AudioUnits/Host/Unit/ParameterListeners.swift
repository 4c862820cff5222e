import AudioCore
import CAudioToolbox
import Synchronization

/// The listeners of AudioUnitUtilities.h, and what they listen to.
package final class ParameterListeners: Sendable {
    package static let shared = ParameterListeners()

    /// An event of a parameter or a property of a unit.
    package struct Event: Hashable, Sendable {
        static let parameterValueChange = AudioUnitEventType.parameterValueChange.rawValue
        static let propertyChange = AudioUnitEventType.propertyChange.rawValue

        /// `AudioUnitEventType`.
        package var type: UInt32
        package var unit: UInt
        package var id: UInt32
        package var scope: UInt32
        package var element: UInt32

        package init(type: UInt32, unit: AudioComponentInstance?, id: UInt32, scope: UInt32, element: UInt32) {
            self.type = type
            self.unit = UInt(bitPattern: unit)
            (self.id, self.scope, self.element) = (id, scope, element)
        }

        package var unitReference: AudioComponentInstance? { AudioComponentInstance(bitPattern: unit) }
    }

    /// An event that a listener receives, and the client's object for it.
    struct Entry: Hashable { var event: Event, object: UInt }

    private let listeners = LockedValue<[UInt: ParameterListener]>([:])
    /// How many there are: where there are none, the audio thread reports an error without a lock.
    private let count = Atomic<Int>(0)

    package func add(_ listener: ParameterListener, _ reference: OpaquePointer) {
        listeners.withLock { listeners in
            listeners[UInt(bitPattern: reference)] = listener
            count.store(listeners.count, ordering: .releasing)
        }
    }

    package func remove(_ reference: OpaquePointer) {
        // Returned, so that what the client keeps is freed without the lock.
        let old = listeners.withLock { listeners in
            defer { count.store(listeners.count, ordering: .releasing) }
            return listeners.removeValue(forKey: UInt(bitPattern: reference))
        }
        old?.end()
    }

    /// Sends an event to all listeners except the sender.
    ///
    /// - Parameter object: nil for all objects of the sending listener.
    package func send(
        _ event: Event, value: Float, from sender: OpaquePointer?, object: UnsafeMutableRawPointer?
    ) {
        let all = listeners.withLock { $0 }
        for (reference, listener) in all {
            let isSender = reference == UInt(bitPattern: sender)
            listener.tell(event, value: value, leavingOut: isSender ? object.map { UInt(bitPattern: $0) } ?? 0 : nil)
        }
    }

    /// Sends the present values of all parameters of a unit to their listeners.
    package func sendAll(
        of unit: AudioComponentInstance?, from sender: OpaquePointer?, object: UnsafeMutableRawPointer?
    ) {
        let all = listeners.withLock { $0.values.flatMap(\.events) }
        for event in Set(all) where event.unit == UInt(bitPattern: unit) && event.type == Event.parameterValueChange {
            send(event, value: event.presentValue, from: sender, object: object)
        }
    }

    func propertyChanged(_ unit: AudioComponentInstance?, _ id: UInt32, _ scope: UInt32, _ element: UInt32) {
        guard count.load(ordering: .acquiring) > 0 else { return }
        let all = listeners.withLock { Array($0.values) }
        let event = Event(type: Event.propertyChange, unit: unit, id: id, scope: scope, element: element)
        for listener in all { listener.tell(event, value: 0, leavingOut: nil) }
    }
}

extension ParameterListeners.Event {
    /// The present value of the event's parameter.
    package var presentValue: Float {
        guard let instance = try? ComponentInstance.handles.object(for: unitReference) else { return 0 }
        switch instance.body {
        case .unit(let unit): return (try? unit.parameter(id, scope, element)) ?? 0
        case .plugIn(let plugIn):
            var value: Float = 0
            return plugIn.parameter(id, scope, element, &value) == 0 ? value : 0
        }
    }
}

/// A listener of parameters and properties, with a way to call the client.
package final class ParameterListener: @unchecked Sendable {
    package static let handles = HandleTable<ParameterListener>(
        kind: 10, wrongReference: .parameter.because("there is no such listener"))

    /// Calls the client: with its object, what has happened, when, and the value.
    package typealias Call =
        @Sendable (UnsafeMutableRawPointer?, ParameterListeners.Event, _ hostTime: UInt64, Float) -> Void
    /// Runs a function after some nanoseconds, where the client wants to be called.
    package typealias Perform = @Sendable (_ nanoseconds: UInt64, _ body: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var entries: Set<ParameterListeners.Entry> = []
        /// The events for the client's next call, in order.
        var news: [(entry: ParameterListeners.Entry, time: UInt64, value: Float)] = []
        var isScheduled = false
        var hasEnded = false
    }

    private let call: Call
    private let perform: Perform
    private let interval: UInt64
    /// Nanoseconds.
    private let granularity: UInt64
    private let state = LockedValue(State())

    /// - Parameters:
    ///   - interval: seconds between two calls; 0 to call at once, on the thread that makes the change.
    ///   - granularity: seconds within which several values of one parameter become one event; nil for the last value of a
    ///     call alone.
    package init(interval: Float, granularity: Float?, perform: @escaping Perform, call: @escaping Call)
        throws(AudioError)
    {
        let times = Float(0)..<1e6
        guard times.contains(interval), times.contains(granularity ?? 0) else { throw .parameter }
        self.interval = UInt64(Double(interval) * 1e9)
        self.granularity = granularity.map { UInt64(Double($0) * 1e9) } ?? .max
        self.call = call
        self.perform = perform
    }

    var events: [ParameterListeners.Event] { state.withLock { $0.entries.map(\.event) } }

    package func listen(to event: ParameterListeners.Event, _ object: UnsafeMutableRawPointer?) {
        state.withLock { _ = $0.entries.insert(.init(event: event, object: UInt(bitPattern: object))) }
    }

    package func ignore(_ event: ParameterListeners.Event, _ object: UnsafeMutableRawPointer?) {
        state.withLock { state in
            let entry = ParameterListeners.Entry(event: event, object: UInt(bitPattern: object))
            state.entries.remove(entry)
            state.news.removeAll { $0.entry == entry }
        }
    }

    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.entries = []
            state.news = []
        }
    }

    /// - Parameter object: the sender's object, which gets no call; 0 for all objects.
    func tell(_ event: ParameterListeners.Event, value: Float, leavingOut object: UInt?) {
        guard object != 0 else { return }
        let (now, atOnce, isFirst) = state.withLock { state -> (UInt64, [ParameterListeners.Entry], Bool) in
            // Taken under the lock, so that the times of the news are in their order.
            let now = HostTime.now()
            let meant = state.entries.filter { $0.event == event && $0.object != object }
            guard interval > 0 else { return (now, Array(meant), false) }
            for entry in meant { note(entry, value, now, &state) }
            guard !state.news.isEmpty, !state.isScheduled else { return (now, [], false) }
            state.isScheduled = true
            return (now, [], true)
        }
        for entry in atOnce { tellNow(entry, now, value) }
        if isFirst { perform(interval) { [self] in deliver() } }
    }

    /// From how many values on each takes the place of its last one: the thread that is to take them may be busy for long.
    private static let mostNews = 4096

    /// Keeps a value for the next call. It takes the place of the last one, unless that is at least as old as the granularity.
    private func note(_ entry: ParameterListeners.Entry, _ value: Float, _ now: UInt64, _ state: inout State) {
        let last = state.news.lastIndex { $0.entry == entry }
        let isFull = state.news.count >= Self.mostNews
        if entry.event.type == ParameterListeners.Event.parameterValueChange, let last,
            isFull || now - state.news[last].time < granularity
        {
            state.news[last].value = value
        } else if entry.event.type != ParameterListeners.Event.propertyChange || last == nil {
            state.news.append((entry, now, value))
        }
    }

    private func deliver() {
        let news = state.withLock { state in
            defer { (state.news, state.isScheduled) = ([], false) }
            return state.news
        }
        for (entry, time, value) in news where !state.withLock({ $0.hasEnded }) {
            ProgramEnd.call { tellNow(entry, time, value) }
        }
    }

    private func tellNow(_ entry: ParameterListeners.Entry, _ time: UInt64, _ value: Float) {
        LockOrder.willCallClient(under: .cycle)
        call(UnsafeMutableRawPointer(bitPattern: entry.object), entry.event, time, value)
    }
}
