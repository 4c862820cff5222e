import CAdwaita
import Foundation
import GTKSupport

/// The menu of the window, and what its entries do.
@MainActor enum MainMenu {
    /// A button that opens the menu.
    static func button() -> Widget {
        let menu: OpaquePointer = g_menu_new()
        g_menu_append(menu, "_Keyboard Shortcuts", "win.show-help-overlay")
        g_menu_append(menu, "_About Music Player", "win.about")
        let button: Widget = gtk_menu_button_new()
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(
            button.opaque, UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self))
        g_object_unref(UnsafeMutableRawPointer(menu))
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_widget_set_tooltip_text(button, "Main Menu")
        button.setName("Main Menu")
        return button
    }

    /// Gives a window the actions of the menu.
    static func addActions(to window: Widget, of application: UnsafeMutablePointer<AdwApplication>) {
        Shortcuts.add(to: window, of: application)
        let about: OpaquePointer = g_simple_action_new("about", nil)
        connect(UnsafeMutableRawPointer(about), "activate") { showAbout(window) }
        g_action_map_add_action(window.opaque, about)
        g_object_unref(UnsafeMutableRawPointer(about))
    }

    private static func showAbout(_ parent: Widget) {
        let about: Widget = adw_about_window_new()
        adw_about_window_set_application_name(about.opaque, Identity.name)
        adw_about_window_set_application_icon(about.opaque, Identity.icon)
        adw_about_window_set_version(about.opaque, Identity.version)
        adw_about_window_set_developer_name(about.opaque, "The swift-corelibs-audio project")
        adw_about_window_set_comments(
            about.opaque, "An example of AVAudioPlayer and AVAudioSession in a window of GTK and libadwaita.")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_APACHE_2_0)
        gtk_window_set_transient_for(about.cast(), parent.cast())
        gtk_window_set_modal(about.cast(), 1)
        gtk_window_present(about.cast())
    }
}

/// By what the desktop knows the program: as data/org.example.MusicPlayer.desktop has it.
enum Identity {
    static let id = "org.example.MusicPlayer"
    static let name = "Music Player"
    static let version = "0.1.0"

    /// The program's icon in the theme; a general one where it is not installed.
    @MainActor static let icon: String = {
        guard let theme = gtk_icon_theme_get_for_display(gdk_display_get_default()) else { return id }
        // Beside the program, where the desktop does not look.
        if let program = Bundle.main.executableURL {
            let icons = program.deletingLastPathComponent().appendingPathComponent("../share/icons").standardized
            gtk_icon_theme_add_search_path(theme, icons.path)
        }
        return gtk_icon_theme_has_icon(theme, id) != 0 ? id : "multimedia-player"
    }()
}
