import CAdwaita
import GTKSupport

/// A sentence for the user at the bottom of the window, for a few seconds. The next one takes its place: many songs may fail one after
/// the other.
///
/// It is no toast of libadwaita, because version 1.2 ends the program where a toast is dismissed while it still comes into view.
@MainActor final class Notice {
    /// The content, with the sentence above it.
    let widget: Widget = gtk_overlay_new()
    private let revealer: Widget = gtk_revealer_new()
    private let text = paragraph("")
    /// How many sentences were shown.
    private var number = 0

    private static let seconds = 5

    init(above content: Widget) {
        let close = button("window-close-symbolic", "Dismiss", "circular", "flat")
        let bar = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [text, close])
        bar.add("osd", "notice")
        gtk_revealer_set_child(revealer.opaque, bar)
        gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(revealer, GTK_ALIGN_END)
        revealer.setMargin(18)
        gtk_overlay_set_child(widget.opaque, content)
        gtk_overlay_add_overlay(widget.opaque, revealer)
        connect(close, "clicked") { [unowned self] in hide() }
        hide()
    }

    func show(_ sentence: String) {
        gtk_label_set_text(text.opaque, sentence)
        gtk_widget_set_visible(revealer, 1)
        gtk_revealer_set_reveal_child(revealer.opaque, 1)
        number += 1
        Task { [weak self, number = self.number] in
            try? await Task.sleep(for: .seconds(Self.seconds))
            if let self, self.number == number { self.hide() }
        }
    }

    /// The widgets are gone: a sentence that is still shown is not hidden any more.
    func end() { number += 1 }

    private func hide() {
        gtk_revealer_set_reveal_child(revealer.opaque, 0)
        // Out of sight, no key gets there.
        gtk_widget_set_visible(revealer, 0)
    }
}
