import CAdwaita
import Dispatch
import GTKSupport
import PlayerModel

/// The picture of a song, or a note where it has none.
@MainActor final class ArtworkView {
    let widget: Widget
    private let stack: Widget = gtk_stack_new()
    private let picture: Widget = gtk_picture_new()
    private var song: Song?
    /// More than any window shows of it.
    private nonisolated static let pixels: Int32 = 720

    init() {
        let note = image("audio-x-generic-symbolic", pixels: 96)
        note.add("dim-label")
        let card = box(GTK_ORIENTATION_VERTICAL, [note])
        card.add("card")
        gtk_widget_set_vexpand(note, 1)
        gtk_widget_set_hexpand(note, 1)
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
        gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN)
        picture.add("card")
        picture.setName("Artwork")
        gtk_stack_add_named(stack.opaque, card, "note")
        gtk_stack_add_named(stack.opaque, picture, "picture")
        gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        widget = gtk_aspect_frame_new(0.5, 0.5, 1, 0)
        gtk_aspect_frame_set_child(widget.opaque, stack)
        gtk_widget_set_size_request(widget, 120, 120)
        gtk_widget_set_vexpand(widget, 1)
    }

    /// Shows a song's picture, as soon as it is read.
    func show(_ song: Song?) {
        guard song?.url != self.song?.url else { return }
        self.song = song
        guard let song else { return gtk_stack_set_visible_child_name(stack.opaque, "note") }
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let texture = Texture(song)
            DispatchQueue.main.async { self?.take(texture, of: song) }
        }
    }

    private func take(_ texture: Texture?, of song: Song) {
        guard song.url == self.song?.url else { return }
        if let texture { gtk_picture_set_paintable(picture.opaque, texture.pointer) }
        gtk_stack_set_visible_child_name(stack.opaque, texture == nil ? "note" : "picture")
    }

    /// A picture that is ready to be drawn. GDK's textures are immutable, and may be made on any thread.
    private final class Texture: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Nil where there is no picture, or none that can be read.
        init?(_ song: Song) {
            guard let data = song.artwork() else { return nil }
            let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
            defer { g_bytes_unref(bytes) }
            guard let stream = g_memory_input_stream_new_from_bytes(bytes) else { return nil }
            defer { g_object_unref(stream) }
            guard
                let pixbuf = gdk_pixbuf_new_from_stream_at_scale(
                    stream, ArtworkView.pixels, ArtworkView.pixels, 1, nil, nil)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            pointer = gdk_texture_new_for_pixbuf(pixbuf)
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    }
}
