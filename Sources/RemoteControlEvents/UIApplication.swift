public import Foundation
import MediaPlayer

/// An object that a program gives its application.
///
/// If it is a responder, it is the last one that events come to.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {}

/// The program, as far as it receives events of remote control.
///
/// The desktop sends them to the program as a player, by MPRIS: <doc:MediaPlayer>. A command of `MPRemoteCommandCenter` that has a target
/// takes its event away. The program has to run its main queue or run loop.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// The one of the program.
    public static let shared = UIApplication()

    /// Gets the events that no other responder takes.
    open weak var delegate: (any UIApplicationDelegate)?

    /// The delegate, if it is another responder.
    open override var next: UIResponder? { delegate === self ? nil : delegate as? UIResponder }

    /// Offers the desktop to play, pause, stop and go to other tracks from now on, and sends what it asks for as events.
    ///
    /// Calls do not nest: `endReceivingRemoteControlEvents` ends it.
    open func beginReceivingRemoteControlEvents() {
        RemoteEvent.send { event in
            MainActor.assumeIsolated {
                guard let subtype = UIEvent.EventSubtype(rawValue: event.rawValue) else { return }
                UIApplication.shared.sendEvent(UIEvent(remoteControl: subtype))
            }
        }
    }

    /// Ends what `beginReceivingRemoteControlEvents` has begun. Does nothing where it has not begun.
    open func endReceivingRemoteControlEvents() { RemoteEvent.send(to: nil) }

    /// Sends an event to the first responder; where there is none, to the application and its delegate.
    ///
    /// - Parameter event: the event.
    open func sendEvent(_ event: UIEvent) {
        (UIResponder.first ?? self).remoteControlReceived(with: event)
    }
}
