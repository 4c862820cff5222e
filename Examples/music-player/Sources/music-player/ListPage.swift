import CAdwaita
import Foundation
import GTKSupport
import PlayerModel

/// The page with all songs.
@MainActor final class ListPage {
    let widget: Widget
    let header: Widget = adw_header_bar_new()
    private let title: OpaquePointer = adw_window_title_new("Music", "")!.opaque
    private let stack: Widget = gtk_stack_new()
    private let spinner: Widget = gtk_spinner_new()
    private let missingPage: Widget = adw_status_page_new()
    private let emptyPage: Widget = adw_status_page_new()
    private let list: Widget
    /// As many empty texts as songs are listed: what a row shows is in the model.
    private let places: OpaquePointer = gtk_string_list_new(nil)
    /// The songs that are listed: all, or those that are looked for.
    private var listed: [Int] = []
    private var search = SongSearch()
    private var searchBar: SearchBar!
    private let notFoundPage: Widget = adw_status_page_new()
    /// The rows, by the list's items, and the songs that those stand for at the moment.
    private var rows: [OpaquePointer: SongRow] = [:]
    private var songs: [OpaquePointer: Int] = [:]
    private var model = PlayerModel()

    /// - Parameters:
    ///   - onChoose: called with the index of a song to play.
    ///   - onOpen: called where the user wants to add a folder.
    ///   - onLibrary: called where the user wants to add songs of the library.
    init(
        onChoose: @escaping @MainActor (Int) -> Void, onOpen: @escaping @MainActor () -> Void,
        onLibrary: @escaping @MainActor () -> Void
    ) {
        let factory: OpaquePointer = gtk_signal_list_item_factory_new()
        list = gtk_list_view_new(gtk_no_selection_new(places), factory)
        gtk_list_view_set_single_click_activate(list.opaque, 1)
        list.add("navigation-sidebar")
        list.setName("Songs")
        widget = box(GTK_ORIENTATION_VERTICAL, [header])
        gtk_widget_set_vexpand(stack, 1)
        gtk_widget_set_size_request(widget, 320, -1)
        // What types into the bar takes all of its room, and none of the other page's.
        gtk_widget_set_hexpand(widget, 0)
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        let open = button("folder-open-symbolic", "Add Folder…")
        let library = button("folder-music-symbolic", "Add from Library…")
        searchBar = SearchBar(
            onChange: { [unowned self] text in look(for: text) },
            onActivate: { [unowned self] in if let first = listed.first, search.isOn { onChoose(first) } },
            onClose: { [unowned self] in takeFocus() })
        gtk_box_append(widget.cast(), searchBar.widget)
        gtk_box_append(widget.cast(), stack)
        adw_header_bar_pack_start(header.opaque, open)
        adw_header_bar_pack_start(header.opaque, library)
        adw_header_bar_pack_start(header.opaque, searchBar.button)
        adw_header_bar_pack_end(header.opaque, MainMenu.button())
        connect(open, "clicked", onOpen)
        connect(library, "clicked", onLibrary)
        connect(list, "activate") { [unowned self] (place: Int32) in onChoose(listed[Int(place)]) }
        connectRows(UnsafeMutableRawPointer(factory))
        addPages(onOpen)
    }

    private func addPages(_ onOpen: @escaping @MainActor () -> Void) {
        gtk_spinner_start(spinner.opaque)
        gtk_widget_set_size_request(spinner, 32, 32)
        gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
        spinner.setName("Looking for music")
        gtk_stack_add_named(stack.opaque, spinner, "wait")

        fill(emptyPage, "folder-music-symbolic", "No Music", onOpen)
        gtk_stack_add_named(stack.opaque, emptyPage, "empty")
        fill(missingPage, "dialog-question-symbolic", "Folder Not Found", onOpen)
        gtk_stack_add_named(stack.opaque, missingPage, "missing")

        adw_status_page_set_icon_name(notFoundPage.opaque, "system-search-symbolic")
        adw_status_page_set_title(notFoundPage.opaque, "No Songs Found")
        notFoundPage.add("compact")
        gtk_stack_add_named(stack.opaque, notFoundPage, "not found")

        let scrolled: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scrolled.opaque, list)
        gtk_stack_add_named(stack.opaque, scrolled, "list")
    }

    /// A page in place of the list, with a button that adds a folder.
    private func fill(
        _ page: Widget, _ icon: String, _ title: String, _ onOpen: @escaping @MainActor () -> Void
    ) {
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        page.add("compact")
        let open: Widget = gtk_button_new_with_label("Add Folder…")
        open.add("pill", "suggested-action")
        gtk_widget_set_halign(open, GTK_ALIGN_CENTER)
        connect(open, "clicked", onOpen)
        adw_status_page_set_child(page.opaque, open)
    }

    /// Puts a bar below the list.
    func addBar(_ bar: Widget) { gtk_box_append(widget.cast(), bar) }

    private func connectRows(_ factory: UnsafeMutableRawPointer) {
        connect(factory, "setup") { [unowned self] (item: OpaquePointer) in
            let row = SongRow()
            rows[item] = row
            gtk_list_item_set_child(item, row.widget)
        }
        connect(factory, "bind") { [unowned self] (item: OpaquePointer) in
            songs[item] = listed[Int(gtk_list_item_get_position(item))]
            show(item)
        }
        connect(factory, "unbind") { [unowned self] (item: OpaquePointer) in songs[item] = nil }
        connect(factory, "teardown") { [unowned self] (item: OpaquePointer) in rows[item] = nil }
    }

    func show(_ model: PlayerModel) {
        self.model = model
        setListed(search.isOn ? search.found(in: model.songs) : Array(model.songs.indices))
        for item in songs.keys { show(item) }
    }

    private func look(for text: String) {
        search.text = text
        show(model)
        // It is so before songs are found, too.
        if !model.songs.isEmpty { showCount() }
    }

    func openSearch() { searchBar.open() }

    private func show(_ item: OpaquePointer) {
        guard let index = songs[item], model.songs.indices.contains(index) else { return }
        rows[item]?.show(SongRow.Content(model, index))
    }

    /// Lists songs. Where they follow those that are listed, these keep their rows.
    private func setListed(_ wanted: [Int]) {
        guard wanted != listed else { return }
        let kept = wanted.starts(with: listed) ? listed.count : 0
        let removed = listed.count - kept
        listed = wanted
        "".withCString { text in
            let texts = Array(repeating: Optional(text), count: wanted.count - kept) + [nil]
            gtk_string_list_splice(places, UInt32(kept), UInt32(removed), texts)
        }
        if search.isOn { showCount() }
    }

    /// Shows how many songs are listed, or that none is found.
    private func showCount() {
        let count = model.songs.count
        let songs = count == 1 ? "1 song" : "\(count) songs"
        adw_window_title_set_subtitle(title, count == 0 ? "" : search.isOn ? "\(listed.count) of \(songs)" : songs)
        adw_status_page_set_description(
            notFoundPage.opaque, escaped("No title, artist or file has “\(oneLine(search.text))”."))
        gtk_stack_set_visible_child_name(stack.opaque, listed.isEmpty ? "not found" : "list")
    }

    /// Shows the list, or that there is nothing to be listed, and which place is not there.
    func showFound(in places: [URL], missing: URL?) {
        // It would go on turning, out of sight.
        gtk_spinner_stop(spinner.opaque)
        if let missing {
            adw_status_page_set_description(missingPage.opaque, escaped(Self.absence(missing)))
        }
        adw_status_page_set_description(emptyPage.opaque, escaped(Self.emptiness(places)))
        guard model.songs.isEmpty else { return showCount() }
        gtk_stack_set_visible_child_name(stack.opaque, missing == nil ? "empty" : "missing")
    }

    /// What is said of places without songs.
    static func emptiness(_ places: [URL]) -> String {
        guard let place = places.first, places.count == 1 else { return "There are no sound files in these folders." }
        let isOpen = FileManager.default.isReadableFile(atPath: place.path)
        return isOpen
            ? "There are no sound files in “\(oneLine(place.path))”." : "“\(oneLine(place.path))” cannot be read."
    }

    /// What is said of a place that is not there.
    static func absence(_ place: URL) -> String { "There is no file or folder “\(oneLine(place.path))”." }

    func takeFocus() { gtk_widget_grab_focus(list) }

    /// Whether the keyboard goes up and down in the list.
    func holds(_ focus: Widget?) -> Bool { focus.map { gtk_widget_is_ancestor($0, list) != 0 || $0 == list } ?? false }
}
