public import Foundation

/// An object that events come to.
///
/// An event comes to the first responder. One that does not override the method for the event passes it on to the next one, up to the
/// application and its delegate.
///
/// ```swift
/// import RemoteControlEvents
///
/// final class Controls: UIResponder {
///     override var canBecomeFirstResponder: Bool { true }
///
///     override func remoteControlReceived(with event: UIEvent?) {
///         switch event?.subtype {
///         case .remoteControlPlay: print("play")
///         case .remoteControlPause: print("pause")
///         default: super.remoteControlReceived(with: event)
///         }
///     }
/// }
///
/// let controls = Controls()
/// UIApplication.shared.beginReceivingRemoteControlEvents()
/// controls.becomeFirstResponder()
/// ```
@preconcurrency @MainActor open class UIResponder: NSObject {
    /// Creates a responder.
    public override init() { super.init() }

    /// The one that gets what this one does not take: the application, and nobody after its delegate. Override it to have others in
    /// between.
    open var next: UIResponder? {
        // The application passes on to its delegate.
        let application = UIApplication.shared
        return application.delegate === self ? nil : application
    }

    // MARK: The first responder

    /// The one that events come to.
    static weak var first: UIResponder?

    /// Whether it may become the first responder; false unless overridden.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether it may give that up; true unless overridden.
    open var canResignFirstResponder: Bool { true }
    /// Whether events come to it.
    open var isFirstResponder: Bool { Self.first === self }

    /// Has events come to it from now on. The one before it is asked to resign.
    ///
    /// - Returns: false where it may not, or where the one before does not resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, Self.first?.resignFirstResponder() ?? true else { return false }
        Self.first = self
        return true
    }

    /// Has events come to it no longer.
    ///
    /// - Returns: false where it may not give that up.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if isFirstResponder { Self.first = nil }
        return true
    }

    // MARK: Events

    /// Gets an event of remote control, on the main thread. Passes it on unless overridden.
    ///
    /// - Parameter event: the event.
    open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }
}
