import AudioCore
package import AudioSession
package import AudioToolbox
import Dispatch

// What observes properties that follow from the state of a session: those of the session, and of what shows volumes and routes.

extension SessionCenter {
    /// A value, and then each that differs from the one before.
    ///
    /// - Parameter read: gives the value. It is called whenever the session has something new.
    package func values<Value: Equatable & Sendable>(
        _ read: @escaping @Sendable () -> Value
    ) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let watch = PropertyWatch(self, read) { _, value in continuation.yield(value) }
            if let first = watch.begin() { continuation.yield(first) }
            continuation.onTermination = { _ in watch.end() }
        }
    }

    /// Calls `changeHandler` on the main queue whenever a property of an object has another value.
    package func observe<Root: AnyObject & Sendable, Value: Equatable & Sendable>(
        _ root: Root, _ property: any KeyPath<Root, Value> & Sendable, _ options: NSKeyValueObservingOptions,
        _ changeHandler: @escaping @Sendable (Root, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation()
        let report: @Sendable (Value?, Value) -> Void = { [weak root] old, new in
            guard let root else { return }
            changeHandler(
                root,
                NSKeyValueObservedChange(
                    newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil))
        }
        // An object that observes itself must not keep itself.
        let watch = PropertyWatch(self) { [weak root] in
            root?[keyPath: property]
        } changed: { [weak observation] old, new in
            DispatchQueue.main.async {
                guard let observation, !observation.isOver else { return }
                ProgramEnd.call { report(old, new) }
            }
        }
        let first = watch.begin()
        observation.onEnd { watch.end() }
        if options.contains(.initial), let first { report(nil, first) }
        return observation
    }
}

/// Reads a value whenever the session reports something, and reports each value that differs from the previous one.
package final class PropertyWatch<Value: Equatable & Sendable>: @unchecked Sendable {
    private let center: SessionCenter
    private let read: @Sendable () -> Value?
    private let changed: @Sendable (Value, Value) -> Void
    /// Nil before anything was read.
    private let last = LockedValue<Value?>(nil)
    private let observation = LockedValue<SessionObservation?>(nil)

    /// - Parameters:
    ///   - read: gives the value, on any thread; nil where what has it is gone.
    ///   - changed: gets the value before and the present one, on a thread of the session's.
    package init(
        _ center: SessionCenter, _ read: @escaping @Sendable () -> Value?,
        changed: @escaping @Sendable (Value, Value) -> Void
    ) {
        (self.center, self.read, self.changed) = (center, read, changed)
    }

    /// Begins to watch, and returns the present value.
    @discardableResult package func begin() -> Value? {
        let observation = center.observe { [weak self] _ in self?.look() }
        self.observation.withLock { $0 = observation }
        // Read after the observation began, so that no change is missed between.
        let now = read()
        return last.withLock { value in
            value = value ?? now
            return value
        }
    }

    package func end() {
        // The observation is released without the lock: its end takes the engine's.
        let ended = observation.withLock { observation in
            defer { observation = nil }
            return observation
        }
        _ = consume ended
    }

    private func look() {
        guard let now = read() else { return }
        let before = last.withLock { value in
            defer { value = now }
            return value
        }
        // The first value is what `begin` returns.
        if let before, before != now { changed(before, now) }
    }
}
