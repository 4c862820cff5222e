import CAdwaita
import GTKSupport

/// A bar in which the user types what to look for, and a button that opens it.
@MainActor final class SearchBar {
    let widget: Widget = gtk_search_bar_new()
    let button: Widget = gtk_toggle_button_new()
    private let entry: Widget = gtk_search_entry_new()

    /// - Parameters:
    ///   - onChange: called with the text, which is empty after the bar is closed.
    ///   - onActivate: called where the user presses Return.
    ///   - onClose: called after the bar is closed.
    init(
        onChange: @escaping @MainActor (String) -> Void, onActivate: @escaping @MainActor () -> Void,
        onClose: @escaping @MainActor () -> Void
    ) {
        gtk_button_set_icon_name(button.cast(), "system-search-symbolic")
        gtk_widget_set_tooltip_text(button, "Search")
        button.setName("Search")
        gtk_widget_set_hexpand(entry, 1)
        entry.setName("Search the Songs")
        gtk_search_bar_set_child(widget.opaque, entry)
        gtk_search_bar_connect_entry(widget.opaque, entry.opaque)
        g_object_bind_property(
            button, "active", widget, "search-mode-enabled",
            GBindingFlags(G_BINDING_BIDIRECTIONAL.rawValue | G_BINDING_SYNC_CREATE.rawValue))
        connect(entry, "search-changed") { [unowned self] in onChange(text) }
        connect(entry, "activate", onActivate)
        connect(widget, "notify::search-mode-enabled") { [unowned self] in if !isOpen { onClose() } }
    }

    private var text: String { String(cString: gtk_editable_get_text(entry.opaque)) }

    private var isOpen: Bool { gtk_search_bar_get_search_mode(widget.opaque) != 0 }

    /// Opens the bar, and lets the user type.
    func open() {
        // GTK drops keys for a widget that has never been on the screen: what is typed before the bar is drawn.
        gtk_widget_realize(gtk_editable_get_delegate(entry.opaque).widget)
        gtk_search_bar_set_search_mode(widget.opaque, 1)
        gtk_widget_grab_focus(entry)
    }
}
