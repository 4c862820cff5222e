import AudioCore
import CDBus

/// Says whether the user wants to hear the sounds of interfaces.
package protocol InterfaceSoundSetting: Sendable {
    /// Nil where that is unknown. May wait for another process: not for a thread that must not block.
    func wantsInterfaceSounds() -> Bool?
}

/// The desktop's settings, by the portal's D-Bus interface `org.freedesktop.portal.Settings`.
///
/// A portal that does not run yet is not started: a program without a desktop is not to bring one up.
package final class DesktopSettings: InterfaceSoundSetting, @unchecked Sendable {
    package static let shared = DesktopSettings()

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    /// In microseconds.
    private static let patience: UInt64 = 1_000_000

    private let bus = LockedValue<OpaquePointer?>(nil)

    package init() {}

    package func wantsInterfaceSounds() -> Bool? { flag("org.gnome.desktop.sound", "event-sounds") }

    private func flag(_ namespace: String, _ key: String) -> Bool? {
        guard let library = DBusLoad()?.pointee else { return nil }
        return bus.withLock { bus -> Bool? in
            if bus == nil { _ = library.sd_bus_open_user(&bus) }
            guard let connection = bus else { return nil }
            var reply: OpaquePointer?
            defer { _ = library.sd_bus_message_unref(reply) }
            guard read(connection, library, namespace, key, &reply) >= 0 else {
                // There is no portal, or no such setting, or the bus has gone; the next call tries again.
                _ = library.sd_bus_flush_close_unref(connection)
                bus = nil
                return nil
            }
            return value(reply, library)
        }
    }

    /// `Read(namespace, key)`, which every version of the interface has.
    private func read(
        _ connection: OpaquePointer, _ library: DBusLibrary, _ namespace: String, _ key: String,
        _ reply: inout OpaquePointer?
    ) -> Int32 {
        var message: OpaquePointer?
        var result = library.sd_bus_message_new_method_call(
            connection, &message, Self.name, Self.path, Self.interface, "Read")
        defer { _ = library.sd_bus_message_unref(message) }
        for text in [namespace, key] where result >= 0 {
            result = library.sd_bus_message_append_basic(message, Kind.text, text)
        }
        guard result >= 0 else { return result }
        _ = library.sd_bus_message_set_auto_start(message, 0)
        return library.sd_bus_call(connection, message, Self.patience, nil, &reply)
    }

    /// A flag in a variant, or in variants in each other.
    private func value(_ reply: OpaquePointer?, _ library: DBusLibrary) -> Bool? {
        var type = CChar(0)
        var contents: UnsafePointer<CChar>?
        while library.sd_bus_message_peek_type(reply, &type, &contents) > 0, type == Kind.variant {
            guard library.sd_bus_message_enter_container(reply, type, contents) > 0 else { return nil }
        }
        var flag: Int32 = 0
        guard type == Kind.flag, library.sd_bus_message_read_basic(reply, type, &flag) > 0 else { return nil }
        return flag != 0
    }

    /// Types, as D-Bus writes them.
    private enum Kind {
        static let text = CChar(UInt8(ascii: "s"))
        static let flag = CChar(UInt8(ascii: "b"))
        static let variant = CChar(UInt8(ascii: "v"))
    }
}
