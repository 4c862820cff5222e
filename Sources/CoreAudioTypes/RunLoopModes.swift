// The modes of run loops as Swift programs write them, and the calls of CoreFoundation that take one.
//
// CoreFoundation's own constants, `kCFRunLoopDefaultMode` and `kCFRunLoopCommonModes`, are strings of its own class; its
// calls take them as they are.

public import CoreFoundation
public import Foundation

/// A mode of a run loop. Calls that take a mode as a string take its `rawValue`.
public struct CFRunLoopMode: Hashable, RawRepresentable, @unchecked Sendable {
    /// The mode's name.
    public let rawValue: CFString

    /// Makes a mode of its name.
    public init(rawValue: CFString) { self.rawValue = rawValue }
    /// Makes a mode of its name.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

    private init(_ constant: CoreFoundation.CFRunLoopMode) { rawValue = unsafeBitCast(constant, to: CFString.self) }

    /// The mode in which a run loop runs by default.
    public static let defaultMode = CFRunLoopMode(kCFRunLoopDefaultMode)
    /// All modes that have been declared common. CoreFoundation identifies it by the object.
    public static let commonModes = CFRunLoopMode(kCFRunLoopCommonModes)

    /// The same object as one of CoreFoundation's class.
    fileprivate var reference: CoreFoundation.CFRunLoopMode {
        unsafeBitCast(rawValue, to: CoreFoundation.CFRunLoopMode.self)
    }
}

/// Runs the run loop of the thread in a mode, for so many seconds or until one source was handled.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    CoreFoundation.CFRunLoopRunInMode(mode.reference, seconds, returnAfterSourceHandled)
}

/// Makes a mode one of the common modes of a run loop.
public func CFRunLoopAddCommonMode(_ rl: CFRunLoop!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddCommonMode(rl, mode.reference)
}

/// The time at which the next timer of a mode is due; 0 for none.
public func CFRunLoopGetNextTimerFireDate(_ rl: CFRunLoop!, _ mode: CFRunLoopMode) -> CFAbsoluteTime {
    CoreFoundation.CFRunLoopGetNextTimerFireDate(rl, mode.reference)
}

// MARK: Sources

/// Whether a mode of a run loop has a source.
public func CFRunLoopContainsSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsSource(rl, source, mode.reference)
}

/// Gives a mode of a run loop a source.
public func CFRunLoopAddSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddSource(rl, source, mode.reference)
}

/// Takes a source from a mode of a run loop.
public func CFRunLoopRemoveSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveSource(rl, source, mode.reference)
}

// MARK: Observers

/// Whether a mode of a run loop has an observer.
public func CFRunLoopContainsObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsObserver(rl, observer, mode.reference)
}

/// Gives a mode of a run loop an observer.
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddObserver(rl, observer, mode.reference)
}

/// Takes an observer from a mode of a run loop.
public func CFRunLoopRemoveObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveObserver(rl, observer, mode.reference)
}

// MARK: Timers

/// Whether a mode of a run loop has a timer.
public func CFRunLoopContainsTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) -> Bool {
    CoreFoundation.CFRunLoopContainsTimer(rl, timer, mode.reference)
}

/// Gives a mode of a run loop a timer.
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopAddTimer(rl, timer, mode.reference)
}

/// Takes a timer from a mode of a run loop.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode) {
    CoreFoundation.CFRunLoopRemoveTimer(rl, timer, mode.reference)
}
