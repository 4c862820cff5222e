import CAdwaita
import GTKSupport

/// A slider that shows a value which changes by itself too. What the user does comes back, what `show` does never.
@MainActor final class Slider {
    let widget: Widget
    private var isShowing = false

    /// - Parameter onChange: called with the value that the user has chosen.
    init(_ name: String, upper: Double, step: Double, page: Double, _ onChange: @escaping @MainActor (Double) -> Void) {
        widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, upper, step)
        gtk_range_set_increments(widget.cast(), step, page)
        // The values are those given, not the nearest multiples of a step.
        gtk_range_set_round_digits(widget.cast(), -1)
        gtk_widget_set_hexpand(widget, 1)
        gtk_widget_set_tooltip_text(widget, name)
        widget.setName(name)
        connect(widget, "value-changed") { [unowned self] in
            if !isShowing { onChange(gtk_range_get_value(widget.cast())) }
        }
    }

    func show(_ value: Double, of upper: Double) {
        isShowing = true
        gtk_range_set_range(widget.cast(), 0, upper)
        gtk_range_set_value(widget.cast(), value)
        isShowing = false
    }

    var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) }
    }
}
