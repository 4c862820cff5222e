import CAdwaita
import GTKSupport
import PlayerModel

/// The song at hand in a bar below the list, where the list is alone in a narrow window.
@MainActor final class MiniPlayer {
    let widget: Widget
    private let revealer: Widget = gtk_revealer_new()
    private let title = label()
    private let artist = label("caption", "dim-label")
    private let open: Widget = gtk_button_new()
    private let toggle = button("media-playback-start-symbolic", "Play Song", "circular", "flat")
    private let next = button("media-skip-forward-symbolic", "Skip Song", "circular", "flat")
    private var isNarrow = false
    private var isAtHand = false

    /// - Parameters:
    ///   - perform: called with what the user asks for.
    ///   - onOpen: called where the user wants to see the song.
    init(perform: @escaping @MainActor (PlayerModel.Command) -> Void, onOpen: @escaping @MainActor () -> Void) {
        let texts = box(GTK_ORIENTATION_VERTICAL, spacing: 3, [title, artist])
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_button_set_child(open.cast(), texts)
        open.add("flat")
        gtk_widget_set_hexpand(open, 1)
        let bar = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [open, toggle, next])
        bar.setMargin(6)
        let content = box(GTK_ORIENTATION_VERTICAL, [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), bar])
        gtk_revealer_set_child(revealer.opaque, content)
        gtk_revealer_set_transition_type(revealer.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        widget = revealer
        connect(open, "clicked", onOpen)
        connect(toggle, "clicked") { perform(.toggle) }
        connect(next, "clicked") { perform(.next) }
        update()
    }

    func show(_ model: PlayerModel) {
        let song = model.currentSong
        gtk_label_set_text(title.opaque, song?.title ?? "")
        gtk_label_set_text(artist.opaque, song?.artist ?? "")
        gtk_widget_set_visible(artist, song?.artist.isEmpty == false ? 1 : 0)
        let words = [song?.title ?? "", song?.artist ?? ""].filter { !$0.isEmpty }
        open.setName("Now playing: " + words.joined(separator: ", "))
        let isPlaying = model.transport == .playing
        gtk_button_set_icon_name(
            toggle.cast(), isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        let name = isPlaying ? "Pause Song" : "Play Song"
        gtk_widget_set_tooltip_text(toggle, name)
        toggle.setName(name)
        gtk_widget_set_sensitive(next, model.hasNext ? 1 : 0)
        isAtHand = model.isAtHand
        update()
    }

    /// Whether the list is alone in the window.
    func setNarrow(_ isNarrow: Bool) {
        self.isNarrow = isNarrow
        update()
    }

    private func update() {
        let isShown: gboolean = isNarrow && isAtHand ? 1 : 0
        gtk_revealer_set_reveal_child(revealer.opaque, isShown)
        // Out of sight, no key gets there.
        gtk_widget_set_visible(revealer, isShown)
    }
}
