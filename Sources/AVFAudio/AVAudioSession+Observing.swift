import AudioCore
import AudioSession
import Dispatch
public import Foundation

// In place of key-value observing, which Linux lacks: docs/ObjectiveC.md.

extension AVAudioSession {
    // MARK: Observing properties

    /// An addition: `outputVolume`, `inputGain`, `isInputAvailable`, `inputNumberOfChannels` or `outputNumberOfChannels` has
    /// changed, while the session is inactive too. Posted on the main queue.
    public static let propertyDidChangeNotification =
        NSNotification.Name("AVAudioSessionPropertyDidChangeNotification")

    /// Key of `propertyDidChangeNotification`: the property as key-value observing names it, such as "outputVolume".
    public static let propertyNameKey = "AVAudioSessionPropertyNameKey"

    /// Key of `propertyDidChangeNotification`: the new value, an NSNumber.
    public static let propertyValueKey = "AVAudioSessionPropertyValueKey"

    /// An addition: a property's value, and then each value that differs from the one before, while the session is inactive too.
    ///
    /// <!-- before
    /// import AVFAudio
    /// -->
    /// ```swift
    /// for await volume in AVAudioSession.sharedInstance().values(of: \.outputVolume) { print(volume) }
    /// ```
    ///
    /// - Parameter property: one that changes by itself, such as `outputVolume`.
    /// - Returns: the values, one after the other.
    public func values<Value: Equatable & Sendable>(
        of property: any KeyPath<AVAudioSession, Value> & Sendable
    ) -> AsyncStream<Value> {
        AsyncStream { continuation in
            let watch = PropertyWatch(self, property) { _, value in continuation.yield(value) }
            continuation.yield(watch.begin())
            continuation.onTermination = { _ in watch.end() }
        }
    }

    /// Calls `changeHandler` on the main queue whenever a property has another value, as key-value observing does.
    ///
    /// - Parameters:
    ///   - property: one that changes by itself, such as `outputVolume`.
    ///   - options: which values the handler gets, and whether it is called for the present one, before this returns.
    ///   - changeHandler: gets the session and the change.
    /// - Returns: what ends the observation, with its last reference or by `invalidate`.
    @preconcurrency public func observe<Value: Equatable & Sendable>(
        _ property: any KeyPath<AVAudioSession, Value> & Sendable, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (AVAudioSession, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation()
        let report: @Sendable (Value?, Value) -> Void = { [weak self] old, new in
            guard let self else { return }
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil))
        }
        let watch = PropertyWatch(self, property) { [weak observation] old, new in
            DispatchQueue.main.async {
                guard let observation, !observation.isOver else { return }
                ProgramEnd.call { report(old, new) }
            }
        }
        let first = watch.begin()
        observation.onEnd { watch.end() }
        if options.contains(.initial) { report(nil, first) }
        return observation
    }
}

/// Reads a property whenever the engine reports something, and reports each value that differs from the previous one.
private final class PropertyWatch<Value: Equatable & Sendable>: @unchecked Sendable {
    private let session: AVAudioSession
    private let property: any KeyPath<AVAudioSession, Value> & Sendable
    private let changed: @Sendable (Value, Value) -> Void
    /// Nil before anything was read.
    private let last = LockedValue<Value?>(nil)
    private let observation = LockedValue<SessionObservation?>(nil)

    init(
        _ session: AVAudioSession, _ property: any KeyPath<AVAudioSession, Value> & Sendable,
        _ changed: @escaping @Sendable (Value, Value) -> Void
    ) {
        (self.session, self.property, self.changed) = (session, property, changed)
    }

    /// Begins to watch, and returns the present value.
    func begin() -> Value {
        let observation = session.center.observe { [weak self] _ in self?.look() }
        self.observation.withLock { $0 = observation }
        // Read after the observation began, so that no change is missed between.
        let now = session[keyPath: property]
        return last.withLock { value in
            let first = value ?? now
            value = first
            return first
        }
    }

    func end() {
        // The observation is released without the lock: its end takes the engine's.
        let ended = observation.withLock { observation in
            defer { observation = nil }
            return observation
        }
        _ = consume ended
    }

    private func look() {
        let now = session[keyPath: property]
        let before = last.withLock { value in
            defer { value = now }
            return value
        }
        // The first value is what `begin` returns.
        if let before, before != now { changed(before, now) }
    }
}
