import AudioCore
import Glibc

/// Sounds of the freedesktop sound theme, and which of them stand for the numbers that programs know by heart.
package enum SoundTheme {
    /// What a known number stands for.
    package enum Meaning: Equatable, Sendable {
        /// Names of sounds, the best first.
        case sound([String])
        case vibration
        case nothing
    }

    package static let userPreferredAlert: UInt32 = 0x1000
    package static let vibrate: UInt32 = 0xFFF
    package static let flashScreen: UInt32 = 0xFFE

    /// What a number means that no program was given for a file of its own; nil for one without a meaning.
    package static func meaning(of id: UInt32) -> Meaning? {
        switch id {
        case vibrate, 1011, 1311, 1350, 1351, 1519...1521: .vibration
        // There is no screen to flash that a program does not draw itself.
        case flashScreen: .nothing
        case userPreferredAlert: .sound(["bell-window-system", "bell", "dialog-warning"])
        default: table.first { $0.ids.contains(id) }.map { .sound($0.names) }
        }
    }

    private static let newMessage = ["message-new-instant", "message"]
    private static let sentMessage = ["message-sent-instant", "message"]
    private static let call = ["phone-incoming-call"]
    private static let key = ["button-pressed"]
    private static let mail = ["message-new-email", "message"]

    /// The first row that holds a number counts.
    private static let table: [(ids: ClosedRange<UInt32>, names: [String])] = [
        (1000...1000, mail), (1001...1001, ["message-sent-email", "message"]), (1002...1003, newMessage),
        (1004...1004, sentMessage), (1005...1005, ["alarm-clock-elapsed"]),
        (1006...1006, ["battery-low", "power-unplug"]),
        (1007...1015, newMessage), (1016...1016, sentMessage), (1020...1036, newMessage),
        (1050...1050, ["dialog-information"]), (1051...1051, ["phone-hangup", "dialog-information"]),
        (1052...1052, ["bell"]), (1053...1053, ["dialog-error"]), (1054...1054, ["dialog-information"]),
        (1055...1055, newMessage), (1057...1057, key), (1070...1071, ["phone-outgoing-busy"]),
        (1072...1072, ["phone-outgoing-calling"]), (1073...1073, ["phone-failure", "dialog-error"]),
        (1074...1074, call),
        (1075...1075, key), (1100...1100, ["desktop-screen-lock"]), (1101...1101, ["desktop-screen-unlock"]),
        (1102...1102, ["dialog-error"]), (1103...1105, key), (1106...1106, ["power-plug"]),
        (1107...1107, ["audio-volume-change"]), (1108...1108, ["camera-shutter"]), (1109...1109, ["complete"]),
        (1110...1110, ["window-question"]), (1111...1111, ["complete"]), (1112...1112, ["dialog-warning"]),
        (1113...1113, ["device-added"]), (1114...1114, ["device-removed"]), (1115...1115, ["window-question"]),
        (1116...1116, ["dialog-error"]), (1117...1117, ["device-added"]), (1118...1118, ["device-removed"]),
        (1150...1150, ["service-login"]), (1151...1151, call), (1152...1152, ["phone-hangup", "service-logout"]),
        (1153...1153, call), (1154...1154, ["phone-outgoing-calling"]), (1200...1211, key), (1254...1259, ["bell"]),
        (1300...1301, newMessage), (1302...1302, mail), (1303...1303, ["message-sent-email", "message"]),
        (1304...1304, ["alarm-clock-elapsed"]), (1305...1305, ["desktop-screen-lock"]), (1306...1306, key),
        (1307...1315, newMessage), (1320...1336, newMessage),
    ]

    /// The alerts that every Mac has, and what the theme calls a sound of the same use, the best first.
    private static let alerts: [String: [String]] = [
        "Basso": ["dialog-error"], "Blow": ["device-removed", "dialog-information"],
        "Bottle": ["device-added", "dialog-information"], "Frog": ["window-attention", "dialog-warning"],
        "Funk": ["dialog-error", "dialog-warning"], "Glass": ["complete", "message-new-instant"],
        "Hero": ["complete", "service-login"], "Morse": ["window-question", "dialog-information"],
        "Ping": ["message-new-instant", "message"], "Pop": ["audio-volume-change", "button-pressed"],
        "Purr": ["dialog-information"], "Sosumi": ["dialog-warning"], "Submarine": ["message", "message-new-instant"],
        "Tink": ["button-pressed", "audio-volume-change"],
    ]

    /// The theme's sound for the path of such an alert, for instance /System/Library/Sounds/Glass.aiff; nil where a file has
    /// that path, for any other path, and where the theme has no such sound.
    package static func file(forAlertAt path: String) -> String? {
        let (folder, type) = ("/System/Library/Sounds/", ".aiff")
        guard path.hasPrefix(folder), path.hasSuffix(type), access(path, F_OK) != 0,
            let names = alerts[String(path.dropFirst(folder.count).dropLast(type.count))]
        else { return nil }
        return file(of: names + ["bell", "dialog-information"])
    }

    /// The file of the first name that the theme has a sound for; nil where it has none.
    ///
    /// After the sound theme specification: the user's folder goes before the system's, `NAME-SPECIAL` falls back to
    /// `NAME`, and a file NAME.disabled says that there is to be none.
    package static func file(of names: [String]) -> String? {
        for name in names {
            var name = name[...]
            while true {
                switch lookUp(String(name)) {
                case .found(let path): return path
                case .disabled: return nil
                case .missing: break
                }
                guard let dash = name.lastIndex(of: "-") else { break }
                name = name[..<dash]
            }
        }
        return nil
    }

    private enum Place {
        case found(String)
        case disabled, missing
    }

    private static func lookUp(_ name: String) -> Place {
        for folder in folders {
            for type in ["disabled", "oga", "ogg", "wav"] {
                let path = "\(folder)/sounds/freedesktop/stereo/\(name).\(type)"
                if access(path, R_OK) == 0 { return type == "disabled" ? .disabled : .found(path) }
            }
        }
        return .missing
    }

    /// Where data lies, by the XDG base directory specification.
    private static var folders: [String] {
        let home = TrustedVariable.text("XDG_DATA_HOME") ?? TrustedVariable.text("HOME").map { $0 + "/.local/share" }
        let system = TrustedVariable.text("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        return (home.map { [$0] } ?? []) + system.split(separator: ":").map(String.init)
    }
}
