import CGTK
import Foundation
import GTKSupport
import MediaPlayer

/// The rows of a media picker. Only those on the screen are made, and ask for what they show.
@MainActor final class MediaPickerRows {
    let list: Widget
    /// As many empty texts as there are rows.
    private let places: OpaquePointer = gtk_string_list_new(nil)
    private let row: @MainActor (Int) -> MediaPickerContent.Row?
    private var shown: [OpaquePointer: MediaPickerRow] = [:]
    /// The list's items that stand for a row at the moment.
    private var bound: Set<OpaquePointer> = []
    private var count = 0

    /// - Parameters:
    ///   - row: gives what a row shows.
    ///   - onChoose: called with the row that the user has chosen.
    init(
        row: @escaping @MainActor (Int) -> MediaPickerContent.Row?, onChoose: @escaping @MainActor (Int) -> Void
    ) {
        self.row = row
        let factory: OpaquePointer = gtk_signal_list_item_factory_new()
        list = gtk_list_view_new(gtk_no_selection_new(places), factory)
        gtk_list_view_set_single_click_activate(list.opaque, 1)
        list.add("navigation-sidebar")
        connect(list, "activate") { (place: Int32) in onChoose(Int(place)) }
        let rows = UnsafeMutableRawPointer(factory)
        // The list may outlive the window for a moment, where a row of it closes the window.
        connect(rows, "setup") { [weak self] (item: OpaquePointer) in
            let row = MediaPickerRow()
            self?.shown[item] = row
            gtk_list_item_set_child(item, row.widget)
        }
        connect(rows, "bind") { [weak self] (item: OpaquePointer) in
            self?.bound.insert(item)
            self?.show(item)
        }
        connect(rows, "unbind") { [weak self] (item: OpaquePointer) in _ = self?.bound.remove(item) }
        connect(rows, "teardown") { [weak self] (item: OpaquePointer) in self?.shown[item] = nil }
    }

    /// Shows so many rows, anew.
    func show(_ wanted: Int) {
        let kept = min(count, wanted)
        if wanted != count {
            "".withCString { text in
                let texts = Array(repeating: Optional(text), count: wanted - kept) + [nil]
                gtk_string_list_splice(places, UInt32(kept), UInt32(count - kept), texts)
            }
            count = wanted
        }
        for item in bound { show(item) }
    }

    private func show(_ item: OpaquePointer) {
        guard let content = row(Int(gtk_list_item_get_position(item))) else { return }
        shown[item]?.show(content)
    }
}

/// What the list shows of an item or a group.
@MainActor private final class MediaPickerRow {
    let widget: Widget
    private let mark = image("object-select-symbolic")
    private let title = label()
    private let details = label("caption", "dim-label")
    private let end = label("caption", "dim-label", "numeric", align: 1)
    private let arrow = image("go-next-symbolic")

    init() {
        let texts = box(GTK_ORIENTATION_VERTICAL, spacing: 3, [title, details])
        gtk_widget_set_hexpand(texts, 1)
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        widget = box(GTK_ORIENTATION_HORIZONTAL, spacing: 12, [texts, end, mark, arrow])
        gtk_widget_set_size_request(widget, -1, 40)
        gtk_widget_set_margin_start(widget, 6)
        gtk_widget_set_margin_end(widget, 6)
    }

    func show(_ row: MediaPickerContent.Row) {
        gtk_label_set_text(title.opaque, row.title)
        gtk_label_set_text(details.opaque, row.details)
        gtk_widget_set_visible(details, row.details.isEmpty ? 0 : 1)
        let time = row.isGroup || row.duration <= 0 ? "" : Self.time(row.duration)
        gtk_label_set_text(end.opaque, time)
        gtk_widget_set_visible(arrow, row.isGroup ? 1 : 0)
        gtk_widget_set_visible(mark, row.isGroup ? 0 : 1)
        // It keeps its room, so that times stand below each other.
        gtk_widget_set_opacity(mark, row.isPicked ? 1 : 0)
        // The list's own widget around it is what is reached by Tab and read aloud.
        let name = [row.title, row.details, time, row.isPicked ? "picked" : ""].filter { !$0.isEmpty }
        gtk_widget_get_parent(widget)?.setName(name.joined(separator: ", "))
    }

    private static func time(_ seconds: TimeInterval) -> String {
        let whole = Int(min(seconds, 360_000))
        let (minutes, rest) = (whole / 60, whole % 60)
        return "\(minutes):" + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
