import AudioCore
import CDBus

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
    private static let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
    /// For starting the service and its answer.
    private static let patience: UInt64 = 3_000_000

    /// The connection, which is kept: the service ends what a client has asked for when that leaves the bus.
    private let bus = LockedValue<OpaquePointer?>(nil)

    package init() {}

    package func vibrate() {
        guard let library = DBusLoad()?.pointee else { return }
        bus.withLock { bus in
            if bus == nil { _ = library.sd_bus_open_user(&bus) }
            guard let connection = bus else { return }
            if trigger(connection, library) < 0 {
                // There is no service, or the bus has gone; the next call connects again.
                _ = library.sd_bus_flush_close_unref(connection)
                bus = nil
            }
        }
    }

    /// `TriggerFeedback(application, event, {"profile": "quiet"}, -1)`: -1 leaves the duration to the theme.
    private func trigger(_ connection: OpaquePointer, _ library: DBusLibrary) -> Int32 {
        var message: OpaquePointer?
        var result = library.sd_bus_message_new_method_call(
            connection, &message, Self.name, Self.path, Self.name, "TriggerFeedback")
        defer { _ = library.sd_bus_message_unref(message) }
        func then(_ step: () -> Int32) { if result >= 0 { result = step() } }
        func text(_ value: String) { then { library.sd_bus_message_append_basic(message, Kind.text, value) } }
        func open(_ kind: CChar, _ contents: String) {
            then { library.sd_bus_message_open_container(message, kind, contents) }
        }
        func close() { then { library.sd_bus_message_close_container(message) } }
        text(Self.program)
        text(Self.event)
        open(Kind.array, "{sv}")
        open(Kind.entry, "sv")
        text("profile")
        open(Kind.variant, "s")
        text("quiet")
        for _ in 0..<3 { close() }
        var timeout: Int32 = -1
        then { library.sd_bus_message_append_basic(message, Kind.integer, &timeout) }
        then { library.sd_bus_call(connection, message, Self.patience, nil, nil) }
        return result
    }

    /// Types, as D-Bus writes them.
    private enum Kind {
        static let text = CChar(UInt8(ascii: "s"))
        static let integer = CChar(UInt8(ascii: "i"))
        static let array = CChar(UInt8(ascii: "a"))
        static let entry = CChar(UInt8(ascii: "e"))
        static let variant = CChar(UInt8(ascii: "v"))
    }
}
