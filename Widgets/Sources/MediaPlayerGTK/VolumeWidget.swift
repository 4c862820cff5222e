import CGTK
import Foundation
import GTKSupport
import MediaPlayer

/// A slider for the volume of the output, and a button that lists the outputs.
@MainActor final class VolumeWidget {
    let widget: Widget
    private let view: MPVolumeView
    private let slider: Widget = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1 / 16)
    private let button: Widget = gtk_menu_button_new()
    private let list = box(GTK_ORIENTATION_VERTICAL, spacing: 6, [])
    private var observations: [NSKeyValueObservation] = []
    private var isShowing = false

    init(_ view: MPVolumeView, showsButton: Bool) {
        self.view = view
        widget = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [slider, button])
        gtk_widget_set_hexpand(slider, 1)
        // The values are those given, not the nearest multiples of a step.
        gtk_range_set_round_digits(slider.cast(), -1)
        slider.setName("Volume")
        gtk_widget_set_tooltip_text(slider, "Volume")
        gtk_widget_set_size_request(slider, 120, -1)
        gtk_menu_button_set_icon_name(button.opaque, "audio-speakers-symbolic")
        gtk_widget_set_tooltip_text(button, "Outputs")
        button.setName("Outputs")
        let popover: Widget = gtk_popover_new()
        list.setMargin(6)
        gtk_popover_set_child(popover.cast(), list)
        gtk_menu_button_set_popover(button.opaque, popover)
        gtk_widget_set_visible(slider, view.showsVolumeSlider ? 1 : 0)
        connect(slider, "value-changed") { [unowned self] in
            if !isShowing { view.volume = Float(gtk_range_get_value(slider.cast())) }
        }
        // The widget keeps this object until it is gone.
        connect(widget, "destroy") { self.end() }
        observe(showsButton)
    }

    private func observe(_ showsButton: Bool) {
        let showsVolume: @Sendable () -> Void = { [weak self] in MainActor.assumeIsolated { self?.showVolume() } }
        let showsRoutes: @Sendable () -> Void = { [weak self] in
            MainActor.assumeIsolated { self?.showRoutes(showsButton) }
        }
        // The handlers are called on the main queue.
        observations = [
            view.observe(\.volume) { _, _ in showsVolume() },
            view.observe(\.isVolumeSettable) { _, _ in showsVolume() },
            view.observe(\.routes) { _, _ in showsRoutes() },
            view.observe(\.activeRoute) { _, _ in showsRoutes() },
        ]
        showVolume()
        showRoutes(showsButton)
    }

    /// The widget is gone.
    private func end() {
        for observation in observations { observation.invalidate() }
        observations = []
    }

    private func showVolume() {
        isShowing = true
        gtk_range_set_value(slider.cast(), Double(view.volume))
        isShowing = false
        gtk_widget_set_sensitive(slider, view.isVolumeSettable ? 1 : 0)
    }

    /// Lists the outputs. With one alone there is nothing to choose.
    private func showRoutes(_ showsButton: Bool) {
        isShowing = true
        defer { isShowing = false }
        while let child: Widget = gtk_widget_get_first_child(list) { gtk_box_remove(list.cast(), child) }
        let (routes, active) = (view.routes, view.activeRoute)
        var first: Widget?
        for route in routes {
            let choice: Widget = gtk_check_button_new_with_label(route.portName)
            if let first { gtk_check_button_set_group(choice.cast(), first.cast()) }
            first = first ?? choice
            gtk_check_button_set_active(choice.cast(), route == active ? 1 : 0)
            gtk_box_append(list.cast(), choice)
            connect(choice, "toggled") { [unowned self] in
                guard !isShowing, gtk_check_button_get_active(choice.cast()) != 0 else { return }
                // An output that has gone away meanwhile is not in the list that follows.
                do { try view.selectRoute(route) } catch { showRoutes(showsButton) }
            }
        }
        gtk_widget_set_visible(button, showsButton && routes.count > 1 ? 1 : 0)
    }
}
