import AudioCore

/// Where a queue calls its client back: a thread of the queue's own, or wherever the client asked for.
package enum QueueDelivery: Sendable {
    /// A thread that the queue makes for it.
    case ownThread
    /// A run loop or dispatch queue: a way to have a function called there, and whether the caller is there already.
    case elsewhere(
        perform: @Sendable (@escaping @Sendable () -> Void) -> Void, isCurrent: @Sendable () -> Bool)
}

/// Calls functions one after the other, where a `QueueDelivery` says.
final class QueueCaller: Sendable {
    private let delivery: QueueDelivery
    private let thread: CallingThread?

    init(_ delivery: QueueDelivery) throws(AudioError) {
        self.delivery = delivery
        if case .ownThread = delivery { thread = try CallingThread() } else { thread = nil }
    }

    /// Has `body` called soon.
    func perform(_ body: @escaping @Sendable () -> Void) {
        switch delivery {
        case .ownThread: thread?.perform(body)
        case .elsewhere(let perform, _): perform(body)
        }
    }

    /// Returns when `body`, and everything before it, has been called: at once where the caller is there already.
    ///
    /// A run loop that nobody runs would make this wait for ever, so elsewhere than on the queue's own thread, or in the
    /// run loop itself, it is as `perform`.
    func performAndWait(_ body: @escaping @Sendable () -> Void) {
        switch delivery {
        case .ownThread: thread?.performAndWait(body)
        case .elsewhere(let perform, let isCurrent): if isCurrent() { body() } else { perform(body) }
        }
    }

    /// Has `body`, which calls `end`, called behind everything else: the caller does not wait for the client.
    ///
    /// Elsewhere than on the queue's own thread it is called now: a run loop may not run any more.
    func performLast(_ body: @escaping @Sendable () -> Void) {
        if let thread { thread.perform(body) } else { body() }
    }

    /// Calls nothing more once what it was given has been called.
    func end() { thread?.end() }
}

/// A thread that calls functions one after the other.
private final class CallingThread: Sendable {
    private struct State {
        var bodies: [@Sendable () -> Void] = []
        /// How many were taken in, and how many have been called.
        var given = 0
        var done = 0
        var isEnding = false
        var thread: Thread?
    }

    private let state = Monitor(State())

    init() throws(AudioError) {
        let state = state
        let thread = try Thread(name: "audio-callback") {
            while let bodies = state.wait(until: { Self.take(&$0) }) {
                for body in bodies {
                    body()
                    state.withLock { $0.done += 1 }
                }
                if bodies.isEmpty { return }
            }
        }
        state.withLock { $0.thread = thread }
    }

    /// What is to be called now; empty at the end, nil while there is nothing.
    private static func take(_ state: inout State) -> [@Sendable () -> Void]? {
        guard !state.bodies.isEmpty || state.isEnding else { return nil }
        defer { state.bodies = [] }
        return state.bodies
    }

    func perform(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.bodies.append(body)
            state.given += 1
        }
    }

    func performAndWait(_ body: @escaping @Sendable () -> Void) {
        if state.withLock({ $0.thread?.isCurrent ?? false }) { return body() }
        let place = state.withLock { state in
            state.bodies.append(body)
            state.given += 1
            return state.given
        }
        _ = state.wait { $0.done >= place ? true : nil }
    }

    /// Lets the thread end; waits for that unless called on it.
    func end() {
        let thread = state.withLock { state in
            state.isEnding = true
            defer { state.thread = nil }
            return state.thread
        }
        guard let thread else { return }
        if thread.isCurrent { thread.detach() } else { thread.join() }
    }
}
