import CAdwaita
import GTKSupport
import PlayerModel

/// A level meter for each channel.
@MainActor final class LevelMeters {
    let widget = box(GTK_ORIENTATION_VERTICAL, spacing: 6, [])
    private var bars: [Widget] = []
    private var shown: [Double] = []
    private static let nameWidth: Int32 = 12

    init() {
        // The sliders begin and end as far from the sides.
        gtk_widget_set_margin_start(widget, 12)
        gtk_widget_set_margin_end(widget, 12)
        // A song with one channel does not move what is above.
        gtk_widget_set_size_request(widget, -1, 34)
        gtk_widget_set_vexpand(widget, 0)
        makeBars(2)
    }

    /// Shows the meters of a song; without a song, those of the last one stay.
    func show(_ meters: [Meter]) {
        if meters.count != bars.count, !meters.isEmpty { makeBars(meters.count) }
        for (channel, meter) in meters.enumerated() where meter.reading != shown[channel] {
            gtk_level_bar_set_value(bars[channel].opaque, meter.reading)
            shown[channel] = meter.reading
        }
    }

    private func makeBars(_ count: Int) {
        while let row = gtk_widget_get_first_child(widget) { gtk_box_remove(widget.cast(), row) }
        bars = (0..<count).map { _ in Self.bar() }
        shown = bars.map { _ in 0 }
        for (channel, bar) in bars.enumerated() {
            let name = Self.name(channel, of: count)
            bar.setName("Level, \(name.long)")
            let short = label("caption", "dim-label", "numeric")
            gtk_label_set_text(short.opaque, name.short)
            gtk_widget_set_visible(short, name.short.isEmpty ? 0 : 1)
            gtk_widget_set_size_request(short, Self.nameWidth, -1)
            let row = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [short, bar])
            gtk_widget_set_vexpand(row, 1)
            gtk_box_append(widget.cast(), row)
        }
    }

    /// A bar of GTK's has the role of a meter. Its colour says how loud it is.
    private static func bar() -> Widget {
        let bar: Widget = gtk_level_bar_new_for_interval(0, 1)
        gtk_level_bar_add_offset_value(bar.opaque, GTK_LEVEL_BAR_OFFSET_LOW, Meter.place(Meter.loud))
        gtk_level_bar_add_offset_value(bar.opaque, GTK_LEVEL_BAR_OFFSET_HIGH, Meter.place(Meter.tooLoud))
        gtk_level_bar_add_offset_value(bar.opaque, GTK_LEVEL_BAR_OFFSET_FULL, 1)
        gtk_widget_set_hexpand(bar, 1)
        gtk_widget_set_valign(bar, GTK_ALIGN_CENTER)
        bar.add("meter")
        return bar
    }

    private static func name(_ channel: Int, of count: Int) -> (short: String, long: String) {
        switch count {
        case 1: ("", "mono")
        case 2: channel == 0 ? ("L", "left") : ("R", "right")
        default: ("\(channel + 1)", "channel \(channel + 1)")
        }
    }
}
