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
        center.values { self[keyPath: property] }
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
        center.observe(self, property, options, changeHandler)
    }
}
