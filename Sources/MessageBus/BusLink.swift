import AudioCore
import CDBus
import Glibc

/// Where a bus is.
package enum BusAddress: Equatable, Sendable {
    /// The user's, as the environment names it.
    case session
    /// The machine's.
    case system
    case at(String)

    /// As D-Bus writes it; nil where nothing names one.
    var text: String? {
        switch self {
        case .at(let text): return text
        case .system: return TrustedVariable.text("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .session:
            if let text = TrustedVariable.text("DBUS_SESSION_BUS_ADDRESS") { return text }
            return TrustedVariable.text("XDG_RUNTIME_DIR").map { "unix:path=" + Self.escaped($0) + "/bus" }
        }
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && byte < 128 || "0123456789-_/.".unicodeScalars.contains(scalar) {
                return String(scalar)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

/// Names a method and whom it is called of.
package struct BusCall: Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// Whether the bus is to start the service where it does not run.
    package var startsService = false

    package init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// Reads a property.
    package init(property: String, of interface: String, _ destination: String, _ path: String) {
        self.init(
            destination, path, "org.freedesktop.DBus.Properties", "Get", .text(interface), .text(property))
    }

    /// Asks the bus itself.
    package init(bus member: String, _ arguments: BusValue...) {
        self.init("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
        self.arguments = arguments
    }
}

/// A connection to a bus, of one thread.
package final class BusLink {
    private let bus: OpaquePointer
    private let library: UnsafePointer<DBusLibrary>

    /// Begins to connect, and does not wait for it.
    ///
    /// - Parameter acceptsDescriptors: whether messages may bring file descriptors.
    /// - Returns: nil where there is no bus, or no library for it.
    package init?(_ address: BusAddress, acceptsDescriptors: Bool = false) {
        guard let text = address.text, let library = DBusLoad() else { return nil }
        var new: OpaquePointer?
        guard library.pointee.sd_bus_new(&new) >= 0, let bus = new else { return nil }
        self.bus = bus
        self.library = library
        guard library.pointee.sd_bus_set_address(bus, text) >= 0, library.pointee.sd_bus_set_bus_client(bus, 1) >= 0,
            library.pointee.sd_bus_negotiate_fds(bus, acceptsDescriptors ? 1 : 0) >= 0,
            library.pointee.sd_bus_start(bus) >= 0
        else { return nil }
    }

    /// Leaves the bus. What has not been sent is lost.
    deinit {
        library.pointee.sd_bus_close(bus)
        _ = library.pointee.sd_bus_unref(bus)
    }

    // MARK: Taking turns

    package enum Turn {
        /// A message, which may be none of those that were expected.
        case message(BusMessage)
        /// The connection itself went on.
        case progress
        /// Nothing is to be done before the descriptor is ready or the time has come.
        case idle
        case lost
    }

    /// Sends and receives, without waiting. The library answers `org.freedesktop.DBus.Peer` by itself.
    package func turn() -> Turn {
        var message: OpaquePointer?
        let result = library.pointee.sd_bus_process(bus, &message)
        if let message { return .message(BusMessage(owning: message, library)) }
        guard result >= 0, library.pointee.sd_bus_is_open(bus) > 0 else { return .lost }
        return result > 0 ? .progress : .idle
    }

    /// The name by which the bus knows the connection; nil as long as it is being made.
    package var uniqueName: String? {
        var name: UnsafePointer<CChar>?
        guard library.pointee.sd_bus_is_ready(bus) > 0, library.pointee.sd_bus_get_unique_name(bus, &name) >= 0 else {
            return nil
        }
        return name.map { String(cString: $0) }
    }

    /// What to wait for until the next turn.
    package var poll: pollfd {
        pollfd(
            fd: library.pointee.sd_bus_get_fd(bus),
            events: Int16(truncatingIfNeeded: max(0, library.pointee.sd_bus_get_events(bus))),
            revents: 0)
    }

    /// Whether all that was sent has left the process.
    package var isFlushed: Bool { poll.events & Int16(POLLOUT) == 0 }

    /// Host time of the next turn in any case; nil for never.
    package var deadline: UInt64? {
        var microseconds: UInt64 = 0
        guard library.pointee.sd_bus_get_timeout(bus, &microseconds) >= 0, microseconds < .max / 1000 else {
            return nil
        }
        return microseconds * 1000
    }

    // MARK: Sending

    /// - Returns: the cookie of the reply; nil where the call could not be sent.
    package func send(_ call: BusCall) -> UInt64? {
        guard let message = message(call) else { return nil }
        var cookie: UInt64 = 0
        return library.pointee.sd_bus_send(bus, message.handle, &cookie) < 0 ? nil : cookie
    }

    /// - Parameter destination: who gets the signal; nil for everyone who asked for it.
    @discardableResult
    package func emit(
        _ path: String, _ interface: String, _ member: String, _ values: [BusValue], to destination: String? = nil
    ) -> Bool {
        var new: OpaquePointer?
        guard library.pointee.sd_bus_message_new_signal(bus, &new, path, interface, member) >= 0 else { return false }
        guard let message = filled(new, values) else { return false }
        if let destination, library.pointee.sd_bus_message_set_destination(message.handle, destination) < 0 {
            return false
        }
        return library.pointee.sd_bus_send(bus, message.handle, nil) >= 0
    }

    /// Answers a call, if it wants an answer.
    package func reply(to call: BusMessage, _ values: [BusValue]) {
        guard call.wantsReply else { return }
        var new: OpaquePointer?
        guard library.pointee.sd_bus_message_new_method_return(call.handle, &new) >= 0 else { return }
        // Whoever waits for an answer that cannot be sent would wait for long.
        guard let message = filled(new, values) else { return refuse(call, "Failed") }
        _ = library.pointee.sd_bus_send(bus, message.handle, nil)
    }

    /// Refuses a call, if it wants an answer.
    ///
    /// - Parameter name: the error's, behind `org.freedesktop.DBus.Error.`
    package func refuse(_ call: BusMessage, _ name: String) {
        guard call.wantsReply else { return }
        "org.freedesktop.DBus.Error.\(name)".withCString { name in
            var error = DBusError(name: name, message: nil, isOwned: 0)
            _ = library.pointee.sd_bus_reply_method_error(call.handle, &error)
        }
    }

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter microseconds: how long to wait, at most: for the connection, and then for the answer.
    /// - Throws: why there is no answer with the types of `signature`.
    package func answer(
        to call: BusCall, returning signature: String, within microseconds: UInt64
    ) throws(BusFailure) -> [BusValue] {
        guard let message = message(call), isReady(within: microseconds) else { throw .noBus }
        var reply: OpaquePointer?
        let result = library.pointee.sd_bus_call(bus, message.handle, microseconds, nil, &reply)
        guard result >= 0, let reply else { throw BusFailure(errno: -result) }
        guard let values = BusMessage(owning: reply, library).values(signature) else { throw .wrongTypes }
        return values
    }

    /// Calls a method as `answer` does.
    ///
    /// - Returns: nil where the call failed, or the answer has other types than those of `signature`.
    package func call(_ call: BusCall, returning signature: String, within microseconds: UInt64) -> [BusValue]? {
        try? answer(to: call, returning: signature, within: microseconds)
    }

    /// Waits until the connection is made. The library would wait for a bus that does not answer for half a minute.
    private func isReady(within microseconds: UInt64) -> Bool {
        let deadline = HostTime.now() + microseconds * 1000
        while uniqueName == nil {
            let now = HostTime.now()
            guard now < deadline else { return false }
            switch turn() {
            case .lost: return false
            case .message, .progress: break
            case .idle:
                var descriptor = poll
                _ = Glibc.poll(&descriptor, 1, Int32((deadline - now) / 1_000_000 + 1))
            }
        }
        return true
    }

    private func message(_ call: BusCall) -> BusMessage? {
        var new: OpaquePointer?
        guard
            library.pointee.sd_bus_message_new_method_call(
                bus, &new, call.destination, call.path, call.interface, call.member) >= 0
        else { return nil }
        let message = filled(new, call.arguments)
        if let message, !call.startsService { _ = library.pointee.sd_bus_message_set_auto_start(message.handle, 0) }
        return message
    }

    private func filled(_ new: OpaquePointer?, _ values: [BusValue]) -> BusMessage? {
        guard let new else { return nil }
        let message = BusMessage(owning: new, library)
        return BusWriter(message: new, library: library).append(values) ? message : nil
    }
}
