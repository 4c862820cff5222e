import CAdwaita
import GTKSupport

/// What the theme does not say of our widgets. All colours are the theme's, so that they suit light and dark windows.
@MainActor enum Style {
    private static let rules = """
        button.play { min-width: 56px; min-height: 56px; -gtk-icon-size: 24px; }
        button.large { min-width: 44px; min-height: 44px; -gtk-icon-size: 20px; }
        label.current { font-weight: bold; }
        box.notice { padding: 6px 6px 6px 18px; border-radius: 21px; }
        levelbar.meter block { min-height: 6px; border-radius: 3px; }
        levelbar.meter block.low { background-color: @success_color; }
        levelbar.meter block.high { background-color: @warning_color; }
        levelbar.meter block.full { background-color: @error_color; }
        """

    static func use() {
        let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, rules, -1)
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}
