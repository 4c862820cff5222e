// The modes of run loops as Swift programs write them, and the calls of CoreFoundation that take one.
//
// CoreFoundation's own constants, `kCFRunLoopDefaultMode` and `kCFRunLoopCommonModes`, are strings of its own class; its
// calls take them as they are.

public import CoreFoundation
public import Foundation

/// A mode of a run loop.
///
/// Pass its `rawValue` to functions that take a mode as a string.
public struct CFRunLoopMode: Hashable, RawRepresentable, @unchecked Sendable {
    /// The mode's name.
    public let rawValue: CFString

    /// Creates a mode from its name.
    ///
    /// - Parameter rawValue: the name of the mode.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Creates a mode from its name.
    ///
    /// - Parameter rawValue: the name of the mode.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

    private init(_ constant: CoreFoundation.CFRunLoopMode) { rawValue = unsafeBitCast(constant, to: CFString.self) }

    /// The mode in which a run loop runs by default.
    public static let defaultMode = CFRunLoopMode(kCFRunLoopDefaultMode)
    /// The modes that were declared common. CoreFoundation compares the object, not its name.
    public static let commonModes = CFRunLoopMode(kCFRunLoopCommonModes)

    /// The same object as one of CoreFoundation's class.
    fileprivate var reference: CoreFoundation.CFRunLoopMode {
        unsafeBitCast(rawValue, to: CoreFoundation.CFRunLoopMode.self)
    }
}

/// Runs the run loop of the current thread in a mode.
///
/// - Parameters:
///   - mode: the mode.
///   - seconds: the number of seconds to run.
///   - returnAfterSourceHandled: whether to return after one source was handled.
/// - Returns: the reason why the run loop returned.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CoreFoundation.CFRunLoopRunInMode(mode.reference, seconds, returnAfterSourceHandled)
}

/// Adds a mode to the common modes of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - mode: the mode.
public func CFRunLoopAddCommonMode(_ rl: CFRunLoop!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddCommonMode(rl, mode.reference)
}

/// Returns the time at which the next timer of a mode fires.
///
/// - Parameters:
///   - rl: the run loop.
///   - mode: the mode.
/// - Returns: the time in seconds; 0 if the mode has no timer.
public func CFRunLoopGetNextTimerFireDate(_ rl: CFRunLoop!, _ mode: CFRunLoopMode) -> CFAbsoluteTime {
    CoreFoundation.CFRunLoopGetNextTimerFireDate(rl, mode.reference)
}

// MARK: Sources

/// Returns whether a mode of a run loop contains a source.
///
/// - Parameters:
///   - rl: the run loop.
///   - source: the source.
///   - mode: the mode.
/// - Returns: true if the mode contains the source.
public func CFRunLoopContainsSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsSource(rl, source, mode.reference)
}

/// Adds a source to a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - source: the source.
///   - mode: the mode.
public func CFRunLoopAddSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddSource(rl, source, mode.reference)
}

/// Removes a source from a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - source: the source.
///   - mode: the mode.
public func CFRunLoopRemoveSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveSource(rl, source, mode.reference)
}

// MARK: Observers

/// Returns whether a mode of a run loop contains an observer.
///
/// - Parameters:
///   - rl: the run loop.
///   - observer: the observer.
///   - mode: the mode.
/// - Returns: true if the mode contains the observer.
public func CFRunLoopContainsObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsObserver(rl, observer, mode.reference)
}

/// Adds an observer to a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - observer: the observer.
///   - mode: the mode.
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddObserver(rl, observer, mode.reference)
}

/// Removes an observer from a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - observer: the observer.
///   - mode: the mode.
public func CFRunLoopRemoveObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveObserver(rl, observer, mode.reference)
}

// MARK: Timers

/// Returns whether a mode of a run loop contains a timer.
///
/// - Parameters:
///   - rl: the run loop.
///   - timer: the timer.
///   - mode: the mode.
/// - Returns: true if the mode contains the timer.
public func CFRunLoopContainsTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsTimer(rl, timer, mode.reference)
}

/// Adds a timer to a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - timer: the timer.
///   - mode: the mode.
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddTimer(rl, timer, mode.reference)
}

/// Removes a timer from a mode of a run loop.
///
/// - Parameters:
///   - rl: the run loop.
///   - timer: the timer.
///   - mode: the mode.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveTimer(rl, timer, mode.reference)
}
