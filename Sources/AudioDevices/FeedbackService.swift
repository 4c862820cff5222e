import AudioCore
import MessageBus

/// What shakes the device. Nothing happens where there is nothing that could.
package protocol Vibrator: Sendable {
    /// Shakes it once. May wait for another process: not for a thread that must go on.
    func vibrate()
}

/// The desktop's feedback service, feedbackd, by its D-Bus interface `org.sigxcpu.Feedback`.
///
/// The service decides, as the user has set it, whether and how an event is felt. It is asked for the profile `quiet`, which
/// leaves out sounds: those are ours.
package final class FeedbackService: Vibrator, @unchecked Sendable {
    package static let shared = FeedbackService()

    private static let name = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"
    /// An event that every feedback theme shakes for.
    private static let event = "message-new-instant"
    /// What the user's settings for single applications go by.
    private static let program = ProgramIdentity.present.id
    /// For starting the service and its answer, in microseconds.
    private static let patience: UInt64 = 3_000_000

    /// The connection, which is kept: the service ends what a client has asked for when that leaves the bus.
    private let link = LockedValue<BusLink?>(nil)

    package init() {}

    package func vibrate() {
        // -1 leaves the duration to the theme.
        var call = BusCall(
            Self.name, Self.path, Self.name, "TriggerFeedback", .text(Self.program), .text(Self.event),
            .dictionary(["profile": .text("quiet")]), .int32(-1))
        call.startsService = true
        link.withLock { link in
            link = link ?? BusLink(.session)
            // There is no service, or the bus has gone: the next call connects again.
            if link?.call(call, returning: "u", within: Self.patience) == nil { link = nil }
        }
    }
}
