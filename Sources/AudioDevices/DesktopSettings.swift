import AudioCore
import MessageBus

/// Says whether the user wants to hear the sounds of interfaces.
package protocol InterfaceSoundSetting: Sendable {
    /// Nil where that is unknown. May wait for another process: not for a thread that must not block.
    func wantsInterfaceSounds() -> Bool?
}

/// The desktop's settings, by the portal's D-Bus interface `org.freedesktop.portal.Settings`.
///
/// A portal that does not run yet is not started: a program without a desktop must not start one.
package final class DesktopSettings: InterfaceSoundSetting, @unchecked Sendable {
    package static let shared = DesktopSettings()

    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    /// In microseconds.
    private static let patience: UInt64 = 1_000_000

    private let link = LockedValue<BusLink?>(nil)

    package init() {}

    package func wantsInterfaceSounds() -> Bool? { value("org.gnome.desktop.sound", "event-sounds")?.flag }

    /// `Read(namespace, key)`, which every version of the interface has. The value may be in variants in each other.
    private func value(_ namespace: String, _ key: String) -> BusValue? {
        let call = BusCall(Self.name, Self.path, Self.interface, "Read", .text(namespace), .text(key))
        return link.withLock { link in
            link = link ?? BusLink(.session)
            let answer = link?.call(call, returning: "v", within: Self.patience)
            // There is no portal, or no such setting, or the bus has gone: the next call tries again.
            if answer == nil { link = nil }
            return answer?.first?.unwrapped
        }
    }
}
