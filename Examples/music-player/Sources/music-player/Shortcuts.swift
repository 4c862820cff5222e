import CAdwaita
import GTKSupport

/// What the keys of the window do: the words of `--help` and of the window that shows them.
@MainActor enum Shortcuts {
    private struct Shortcut {
        /// As GTK spells them.
        let keys: String
        /// As people do.
        let name: String
        let title: String
    }

    private static let groups: [(title: String, shortcuts: [Shortcut])] = [
        (
            "Playback",
            [
                Shortcut(keys: "space", name: "Space", title: "Play or pause"),
                Shortcut(keys: "Left Right", name: "Left, Right", title: "Go 5 seconds back and on"),
                Shortcut(
                    keys: "<Control>Left <Control>Right", name: "Ctrl+Left, +Right",
                    title: "Play the previous or the next song"),
                Shortcut(
                    keys: "Up Down", name: "Up, Down", title: "Change the volume, outside the list"),
            ]
        ),
        (
            "Window",
            [
                Shortcut(keys: "<Control>f", name: "Ctrl+F", title: "Search the songs"),
                Shortcut(keys: "Escape", name: "Escape", title: "Go back to the list of songs"),
                Shortcut(keys: "<Control>question F1", name: "Ctrl+?, F1", title: "Show the shortcuts"),
                Shortcut(keys: "<Control>q", name: "Ctrl+Q", title: "Quit"),
            ]
        ),
    ]

    /// A line each.
    static var help: String {
        groups.flatMap(\.shortcuts).map { shortcut in
            shortcut.name + String(repeating: " ", count: 20 - shortcut.name.count) + shortcut.title
        }.joined(separator: "\n")
    }

    /// Lets a window show them, by its action `show-help-overlay`.
    static func add(to window: Widget, of application: UnsafeMutablePointer<AdwApplication>) {
        guard let builder = gtk_builder_new_from_string(interface, -1) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
        guard let shortcuts = gtk_builder_get_object(builder, "shortcuts") else { return }
        gtk_application_window_set_help_overlay(window.cast(), OpaquePointer(shortcuts))
        "<Control>question".withCString { question in
            "F1".withCString { f1 in
                gtk_application_set_accels_for_action(
                    UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self),
                    "win.show-help-overlay", [question, f1, nil])
            }
        }
    }

    /// For GTK's builder.
    private static var interface: String {
        let parts = groups.map { group in
            let lines = group.shortcuts.map { shortcut in
                child("GtkShortcutsShortcut", ["accelerator": shortcut.keys, "title": shortcut.title])
            }
            return child("GtkShortcutsGroup", ["title": group.title], lines.joined())
        }
        let section = child("GtkShortcutsSection", ["section-name": "keys", "max-height": "20"], parts.joined())
        return """
            <interface><object class="GtkShortcutsWindow" id="shortcuts"><property name="modal">1</property>\
            \(section)</object></interface>
            """
    }

    private static func child(_ name: String, _ properties: [String: String], _ children: String = "") -> String {
        let properties = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }.joined()
        return "<child><object class=\"\(name)\">\(properties)\(children)</object></child>"
    }
}
