import CAdwaita
import GTKSupport
import PlayerModel

/// The page with the song at hand.
@MainActor final class PlayerPage {
    let widget: Widget
    let header: Widget = adw_header_bar_new()
    private let headline: OpaquePointer = adw_window_title_new("Now Playing", "")!.opaque
    private let back = button("go-previous-symbolic", "Back to the Songs")
    private let artwork = ArtworkView()
    private let title = label("title-2", align: 0.5)
    private let artist = label("dim-label", align: 0.5)
    private let position: Slider
    private let elapsed = label("caption", "numeric", "dim-label")
    private let total = label("caption", "numeric", "dim-label", align: 1)
    private let previous = button("media-skip-backward-symbolic", "Previous Song", "circular", "flat", "large")
    private let toggle = button("media-playback-start-symbolic", "Play", "circular", "suggested-action", "play")
    private let next = button("media-skip-forward-symbolic", "Next Song", "circular", "flat", "large")
    private let volume: Slider
    private let meters = LevelMeters()
    private var shownPosition = -1.0

    /// Seconds by which the position's slider is behind, at most: it need not be drawn as often as the meters.
    private static let sliderStep = 0.25

    /// - Parameters:
    ///   - perform: called with what the user asks for.
    ///   - onBack: called where the user wants to see the list.
    init(perform: @escaping @MainActor (PlayerModel.Command) -> Void, onBack: @escaping @MainActor () -> Void) {
        position = Slider("Position", upper: 1, step: 5, page: 30) { perform(.seek($0)) }
        volume = Slider("Volume", upper: 1, step: 0.05, page: 0.2) { perform(.setVolume($0)) }
        widget = box(GTK_ORIENTATION_VERTICAL, [header])
        adw_header_bar_set_title_widget(header.opaque, headline.widget)
        adw_header_bar_pack_start(header.opaque, back)
        gtk_box_append(widget.cast(), scrolled(content))
        gtk_widget_set_hexpand(widget, 1)
        elapsed.setDescription("Elapsed time")
        total.setDescription("Total time")
        connect(back, "clicked", onBack)
        connect(previous, "clicked") { perform(.previous) }
        connect(toggle, "clicked") { perform(.toggle) }
        connect(next, "clicked") { perform(.next) }
    }

    private var content: Widget {
        let times = box(GTK_ORIENTATION_HORIZONTAL, [elapsed, total])
        gtk_widget_set_hexpand(total, 1)
        let buttons = box(GTK_ORIENTATION_HORIZONTAL, spacing: 18, [previous, toggle, next])
        gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
        let loudness = box(
            GTK_ORIENTATION_HORIZONTAL, spacing: 6,
            [image("audio-volume-low-symbolic"), volume.widget, image("audio-volume-high-symbolic")])
        // Where the trough of the position begins and ends.
        for row in [times, loudness] {
            gtk_widget_set_margin_start(row, 12)
            gtk_widget_set_margin_end(row, 12)
        }
        let content = box(
            GTK_ORIENTATION_VERTICAL, spacing: 18,
            [
                artwork.widget,
                box(GTK_ORIENTATION_VERTICAL, spacing: 6, [title, artist]),
                box(GTK_ORIENTATION_VERTICAL, [position.widget, times]),
                buttons, loudness, meters.widget,
            ])
        content.setMargin(18)
        return content
    }

    /// The content in the middle; a window that is too low for it scrolls.
    private func scrolled(_ content: Widget) -> Widget {
        let clamp: Widget = adw_clamp_new()
        adw_clamp_set_maximum_size(clamp.opaque, 460)
        adw_clamp_set_child(clamp.opaque, content)
        let scrolled: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scrolled.opaque, clamp)
        gtk_widget_set_vexpand(scrolled, 1)
        return scrolled
    }

    func show(_ model: PlayerModel) {
        let song = model.currentSong
        artwork.show(song)
        adw_window_title_set_subtitle(headline, model.waitsForServer ? "Waiting for the Sound Server" : "")
        set(title, song?.title ?? "Nothing Playing")
        set(artist, song?.artist ?? "")
        let name = model.transport == .playing ? "Pause" : "Play"
        if name != String(cString: gtk_widget_get_tooltip_text(toggle)) {
            let icon = model.transport == .playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
            gtk_button_set_icon_name(toggle.cast(), icon)
            gtk_widget_set_tooltip_text(toggle, name)
            toggle.setName(name)
        }
        gtk_widget_set_sensitive(toggle, model.songs.isEmpty ? 0 : 1)
        gtk_widget_set_sensitive(previous, model.hasPrevious ? 1 : 0)
        gtk_widget_set_sensitive(next, model.hasNext ? 1 : 0)
        position.isSensitive = model.isAtHand
        volume.show(model.volume, of: 1)
        set(total, Clock.text(model.duration))
        shownPosition = -1
        follow(model)
    }

    /// Shows what changes while a song plays.
    func follow(_ model: PlayerModel) {
        set(elapsed, Clock.text(model.position))
        if abs(model.position - shownPosition) >= Self.sliderStep {
            shownPosition = model.position
            position.show(model.position, of: max(model.duration, 1))
            position.widget.setValueText("\(Clock.text(model.position)) of \(Clock.text(model.duration))")
        }
        meters.show(model.meters)
    }

    private func set(_ label: Widget, _ text: String) {
        if text != String(cString: gtk_label_get_text(label.opaque)) { gtk_label_set_text(label.opaque, text) }
    }

    /// Whether the list is out of sight.
    func showBack(_ isShown: Bool) { gtk_widget_set_visible(back, isShown ? 1 : 0) }

    func takeFocus() { gtk_widget_grab_focus(toggle) }
}
