import CAdwaita
import GTKSupport
import PlayerModel

/// What the list shows of a song.
@MainActor final class SongRow {
    struct Content: Equatable {
        let title, artist: String
        let time: String
        let problem: String?
        let isCurrent, isPlaying: Bool

        init(_ model: PlayerModel, _ index: Int) {
            let song = model.songs[index]
            (title, artist, problem) = (song.title, song.artist, song.problem)
            time = song.duration.map(Clock.text) ?? ""
            isCurrent = index == model.current && model.transport != .ended
            isPlaying = isCurrent && model.transport == .playing
        }

        /// What a screen reader says.
        var name: String {
            let state = isPlaying ? "playing" : isCurrent ? "paused" : ""
            return [title, artist, time, state, problem ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    let widget: Widget
    private let icon = image("media-playback-start-symbolic")
    private let title = label()
    private let details = label("caption", "dim-label")
    private let time = label("caption", "dim-label", "numeric", align: 1)
    private var shown: Content?

    init() {
        let texts = box(GTK_ORIENTATION_VERTICAL, spacing: 3, [title, details])
        gtk_widget_set_hexpand(texts, 1)
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        for text in [title, details] { gtk_label_set_max_width_chars(text.opaque, 26) }
        widget = box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [icon, texts, time])
        gtk_widget_set_size_request(widget, -1, 40)
        gtk_widget_set_margin_start(widget, 6)
        gtk_widget_set_margin_end(widget, 6)
    }

    func show(_ content: Content) {
        guard content != shown else { return }
        shown = content
        gtk_label_set_text(title.opaque, content.title)
        gtk_label_set_text(details.opaque, content.problem ?? content.artist)
        gtk_widget_set_visible(details, content.problem != nil || !content.artist.isEmpty ? 1 : 0)
        gtk_label_set_text(time.opaque, content.time)
        let icon =
            content.problem != nil
            ? "dialog-warning-symbolic"
            : content.isPlaying ? "media-playback-start-symbolic" : "media-playback-pause-symbolic"
        gtk_image_set_from_icon_name(self.icon.opaque, icon)
        // It keeps its room, so that titles stand below each other.
        gtk_widget_set_opacity(self.icon, content.isCurrent || content.problem != nil ? 1 : 0)
        title.set("current", content.isCurrent)
        for part in [title, self.icon] { part.set("accent", content.isCurrent) }
        details.set("error", content.problem != nil)
        details.set("dim-label", content.problem == nil)
        // The list's own widget around it is what is reached by Tab and read aloud.
        gtk_widget_get_parent(widget)?.setName(content.name)
        gtk_widget_set_tooltip_text(widget, content.problem)
    }
}
