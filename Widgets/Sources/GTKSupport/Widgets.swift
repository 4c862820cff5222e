@_exported public import CGTK

// Widgets of GTK from Swift. Programs that import this see GTK, too.

public typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    /// The widget as a pointer to its own class.
    public func cast<Class>(to type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    /// The widget as GTK has it where its class is not to be looked into.
    public var opaque: OpaquePointer { OpaquePointer(self) }

    public func add(_ classes: String...) { for name in classes { gtk_widget_add_css_class(self, name) } }

    public func set(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(self, name) } else { gtk_widget_remove_css_class(self, name) }
    }

    public func setMargin(_ pixels: Int32) {
        gtk_widget_set_margin_start(self, pixels)
        gtk_widget_set_margin_end(self, pixels)
        gtk_widget_set_margin_top(self, pixels)
        gtk_widget_set_margin_bottom(self, pixels)
    }

    /// What a screen reader calls it.
    public func setName(_ text: String) { setProperty(GTK_ACCESSIBLE_PROPERTY_LABEL, text) }

    /// What a screen reader adds.
    public func setDescription(_ text: String) { setProperty(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) }

    /// What a screen reader reads for its value.
    public func setValueText(_ text: String) { setProperty(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text) }

    /// Leaves it out of what a screen reader says: beside it is a text, or a widget with a name.
    public func hideFromReaders() {
        var (state, value) = (GTK_ACCESSIBLE_STATE_HIDDEN, GValue())
        g_value_init(&value, g_type_from_name("gboolean"))
        g_value_set_boolean(&value, 1)
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
        g_value_unset(&value)
    }

    private func setProperty(_ property: GtkAccessibleProperty, _ text: String) {
        var (property, value) = (property, GValue())
        g_value_init(&value, g_type_from_name("gchararray"))
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(opaque, 1, &property, &value)
        g_value_unset(&value)
    }
}

extension OpaquePointer {
    /// The object as a widget.
    public var widget: Widget { Widget(self) }
}

/// A box with what is in it.
@MainActor public func box(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: [Widget]) -> Widget {
    let box: Widget = gtk_box_new(orientation, spacing)
    for child in children { gtk_box_append(box.cast(), child) }
    return box
}

/// A text in one line, which ends in an ellipsis where there is no room. A pointer over it shows the whole.
@MainActor public func label(_ classes: String..., align: Float = 0) -> Widget {
    let label: Widget = gtk_label_new("")
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, align)
    for name in classes { label.add(name) }
    showsWholeText(label)
    return label
}

/// Has a pointer over a label show its text, where that is cut off.
@MainActor private func showsWholeText(_ label: Widget) {
    typealias Callback =
        @convention(c) (OpaquePointer, Int32, Int32, gboolean, OpaquePointer, UnsafeMutableRawPointer?) -> gboolean
    let callback: Callback = { label, _, _, _, tooltip, _ in
        guard pango_layout_is_ellipsized(gtk_label_get_layout(label)) != 0 else { return 0 }
        gtk_tooltip_set_text(tooltip, gtk_label_get_text(label))
        return 1
    }
    gtk_widget_set_has_tooltip(label, 1)
    g_signal_connect_data(
        label, "query-tooltip", unsafeBitCast(callback, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
}

/// A text of a few lines.
@MainActor public func paragraph(_ text: String) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(label.opaque, 3)
    gtk_label_set_max_width_chars(label.opaque, 50)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    label.add("heading")
    return label
}

/// A button with a picture and a name, which a pointer over it shows.
@MainActor public func button(_ icon: String, _ name: String, _ classes: String...) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_tooltip_text(button, name)
    button.setName(name)
    for name in classes { button.add(name) }
    return button
}

/// A picture of the theme, as an ornament.
@MainActor public func image(_ icon: String, pixels: Int32 = -1) -> Widget {
    let image: Widget = gtk_image_new_from_icon_name(icon)
    gtk_image_set_pixel_size(image.opaque, pixels)
    image.hideFromReaders()
    return image
}

/// Text for a place that takes markup.
public func escaped(_ text: String) -> String {
    guard let markup = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(markup) }
    return String(cString: markup)
}
