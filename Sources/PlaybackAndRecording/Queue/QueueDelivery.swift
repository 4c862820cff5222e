import AudioCore
import CRealtime
import Glibc

/// Where a queue calls its client back: a thread of the queue's own, or wherever the client asked for.
package enum QueueDelivery: Sendable {
    /// A thread that the queue makes for it.
    case ownThread
    /// A run loop or dispatch queue: a way to call a function there, and whether the caller is there already.
    case elsewhere(
        perform: @Sendable (@escaping @Sendable () -> Void) -> Void, isCurrent: @Sendable () -> Bool)
}

/// Calls functions one after the other, where a `QueueDelivery` says.
final class QueueCaller: Sendable {
    private let delivery: QueueDelivery
    private let thread: CallingThread?
    /// Functions to call elsewhere than on the queue's own thread, the next first.
    private let waiting = LockedValue<[@Sendable () -> Void]>([])

    init(_ delivery: QueueDelivery) throws(AudioError) {
        self.delivery = delivery
        if case .ownThread = delivery { thread = try CallingThread() } else { thread = nil }
    }

    /// Has `body` called soon.
    func perform(_ body: @escaping @Sendable () -> Void) {
        switch delivery {
        case .ownThread: thread?.perform(body)
        case .elsewhere(let perform, _):
            waiting.withLock { $0.append(body) }
            perform { [self] in _ = callNext() }
        }
    }

    private func callNext() -> Bool {
        guard let body = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        LockOrder.willCallClient()
        ProgramEnd.call(body)
        return true
    }

    /// Schedules `body`, and waits for it if possible:
    ///
    /// - If the queue has its own thread, returns when everything before `body`, and `body`, has been called there. On
    ///   that thread itself, calls only `body`, at once. On another queue's own thread, does not wait: two callbacks that
    ///   stop each other's queues would wait for each other.
    /// - If the queue delivers elsewhere and the caller is there already, calls everything before `body`, then `body`.
    /// - If the queue delivers elsewhere and the caller is on another thread, does not wait: a run loop that nobody
    ///   runs would never return.
    func performAndWait(_ body: @escaping @Sendable () -> Void) {
        switch delivery {
        case .ownThread: thread?.performAndWait(body)
        case .elsewhere(_, let isCurrent):
            guard isCurrent() else { return perform(body) }
            while callNext() {}
            LockOrder.willCallClient()
            body()
        }
    }

    /// Whether `performAndWait` waits for what was scheduled before, where it is called now.
    var waitsHere: Bool {
        switch delivery {
        case .ownThread: realtime_is_callback_thread() == 0
        case .elsewhere(_, let isCurrent): isCurrent()
        }
    }

    /// The queue's own thread calls what is scheduled, then ends. A delivery elsewhere drops what has not been called.
    func end() {
        thread?.end()
        let dropped = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        // They retain the queue, so they are released without the lock.
        withExtendedLifetime(dropped) {}
    }
}

/// A thread that calls functions one after the other, or several of which each takes the place of the last: a client may end the
/// one that calls it, with `pthread_exit`. What the frames of that call retain is never released.
private final class CallingThread: Sendable {
    private struct State {
        var bodies: [@Sendable () -> Void] = []
        /// How many were taken in, and how many have been called.
        var given = 0
        var done = 0
        var isEnding = false
        /// The thread calls nothing more.
        var hasEnded = false
        var thread: Thread?

        var isCurrent: Bool { !hasEnded && thread?.isCurrent ?? false }

        mutating func add(_ body: @escaping @Sendable () -> Void) {
            guard !hasEnded else { return }
            bodies.append(body)
            given += 1
        }

        /// Nothing more is called, and nobody waits for it.
        ///
        /// - Returns: what has not been called. It retains the queue, so it is to be released without the lock.
        mutating func drop() -> [@Sendable () -> Void] {
            defer { bodies = [] }
            (hasEnded, done) = (true, given)
            return bodies
        }
    }

    private let state = WaitableValue(State())

    init() throws(AudioError) {
        let thread = try Self.thread(state)
        state.withLock { $0.thread = thread }
    }

    private static func thread(_ state: WaitableValue<State>) throws(AudioError) -> Thread {
        try Thread(name: "audio-callback") {
            realtime_mark_callback_thread()
            // A cancellation could end it while it holds a lock.
            pthread_setcancelstate(Int32(PTHREAD_CANCEL_DISABLE), nil)
            let calls = Calls(state)
            if let key = CallingThread.key { pthread_setspecific(key, Unmanaged.passRetained(calls).toOpaque()) }
            calls.make()
        }
    }

    /// Where a thread keeps its `Calls`, which the system passes on when the thread ends in whatever way. Nil where the process has
    /// used up its keys.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { calls in
            Unmanaged<Calls>.fromOpaque(calls!).takeRetainedValue().threadEnds()
        }
        return status == 0 ? key : nil
    }()

    /// What one thread calls.
    private final class Calls {
        private let state: WaitableValue<State>
        /// What the thread has taken and not called yet.
        private var taken: ArraySlice<@Sendable () -> Void> = []

        init(_ state: WaitableValue<State>) { self.state = state }

        /// Returns when the thread is to end.
        func make() {
            while let bodies = state.wait(until: { CallingThread.take(&$0) }), !bodies.isEmpty {
                taken = bodies[...]
                while let body = taken.popFirst() {
                    LockOrder.willCallClient()
                    ProgramEnd.call(body)
                    state.withLock { $0.done += 1 }
                }
                // What has been called is released.
                taken = []
            }
        }

        /// Leaves the rest to another thread, where a client has ended this one.
        func threadEnds() {
            realtime_abandon_client_calls()
            let taken = taken
            let dropped = state.withLock { state -> [@Sendable () -> Void] in
                guard !state.hasEnded else { return [] }
                state.bodies.insert(contentsOf: taken, at: 0)
                // The call that ended the thread is over, too.
                state.done += 1
                guard !state.isEnding, let next = try? CallingThread.thread(self.state) else { return state.drop() }
                state.thread?.detach()
                state.thread = next
                return []
            }
            withExtendedLifetime(dropped) {}
        }
    }

    /// What is to be called now; empty at the end, nil while there is nothing.
    private static func take(_ state: inout State) -> [@Sendable () -> Void]? {
        guard !state.bodies.isEmpty || state.isEnding else { return nil }
        state.hasEnded = state.bodies.isEmpty
        defer { state.bodies = [] }
        return state.bodies
    }

    func perform(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.add(body) } }

    func performAndWait(_ body: @escaping @Sendable () -> Void) {
        let place = state.withLock { state -> Int? in
            // The child of a fork does not have the thread.
            guard !state.isCurrent, !state.hasEnded, !ForkedChild.isHere else { return nil }
            state.add(body)
            return state.given
        }
        guard let place else {
            LockOrder.willCallClient()
            return body()
        }
        guard realtime_is_callback_thread() == 0 else { return }
        LockOrder.willWait()
        _ = state.wait { $0.done >= place ? true : nil }
    }

    /// Lets the thread end; waits for that unless called on it, or on another queue's.
    func end() {
        let thread = state.withLock { state in
            defer { state.isEnding = true }
            return state.isEnding ? nil : state.thread
        }
        guard let thread else { return }
        if realtime_is_callback_thread() != 0 { thread.detach() } else { thread.join() }
    }
}
