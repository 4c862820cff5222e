import CAdwaita
import Foundation
import GTKSupport
import PlayerModel

/// The window: the songs and the song at hand, side by side, or one at a time where there is no room for both.
@MainActor final class PlayerWindow {
    private let controller: PlayerController
    private let window: Widget
    private let leaflet: Widget = adw_leaflet_new()
    private let notice: Notice
    private var list: ListPage!
    private var mini: MiniPlayer!
    private var page: PlayerPage!
    private var ticker: Ticker!
    private let nowPlaying: NowPlaying
    private var chooser: FolderChooser?
    private var libraryChooser: LibraryChooser?

    init(_ application: UnsafeMutablePointer<AdwApplication>, _ controller: PlayerController) {
        self.controller = controller
        nowPlaying = NowPlaying(controller)
        window = adw_application_window_new(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
        notice = Notice(above: leaflet)
        list = ListPage(
            onChoose: { [unowned self] index in
                controller.perform(.choose(index))
                showPage()
            }, onOpen: { [unowned self] in open() }, onLibrary: { [unowned self] in openLibrary() })
        mini = MiniPlayer(perform: { controller.perform($0) }, onOpen: { [unowned self] in showPage() })
        list.addBar(mini.widget)
        page = PlayerPage(perform: { controller.perform($0) }, onBack: { [unowned self] in showList() })
        ticker = Ticker { [unowned self] seconds in follow(seconds) }
        build()
        MainMenu.addActions(to: window, of: application)
        watchKeys()
        controller.onChange = { [unowned self] in show() }
        controller.onProblem = { [unowned self] text in say(text) }
        show()
    }

    private func build() {
        gtk_window_set_title(window.cast(), Identity.name)
        gtk_window_set_default_size(window.cast(), 860, 640)
        gtk_widget_set_size_request(window, 320, 240)
        adw_leaflet_append(leaflet.opaque, list.widget)
        let line = adw_leaflet_append(leaflet.opaque, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_leaflet_page_set_navigatable(line, 0)
        adw_leaflet_append(leaflet.opaque, page.widget)
        adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
        adw_application_window_set_content(window.cast(), notice.widget)
        connect(leaflet, "notify::folded") { [unowned self] in fold() }
        fold()
        connect(window, "destroy") { [unowned self] in end() }
    }

    /// The widgets are gone: nothing is shown any more.
    private func end() {
        ticker.isOn = false
        notice.end()
        controller.onChange = {}
        controller.onProblem = { _ in }
    }

    /// Beside each other, the pages share one title bar.
    private func fold() {
        let isFolded = adw_leaflet_get_folded(leaflet.opaque)
        adw_header_bar_set_show_end_title_buttons(list.header.opaque, isFolded)
        adw_header_bar_set_show_start_title_buttons(page.header.opaque, isFolded)
        page.showBack(isFolded != 0)
        mini.setNarrow(isFolded != 0)
    }

    func present() {
        gtk_window_present(window.cast())
        list.takeFocus()
    }

    // MARK: From page to page

    private func showList() {
        adw_leaflet_set_visible_child(leaflet.opaque, list.widget)
        list.takeFocus()
    }

    private func showPage() {
        guard adw_leaflet_get_folded(leaflet.opaque) != 0 else { return }
        adw_leaflet_set_visible_child(leaflet.opaque, page.widget)
        page.takeFocus()
    }

    /// Looks for songs in files and folders.
    func add(_ places: [URL]) {
        controller.add(places) { [unowned self] found in
            if !controller.model.songs.isEmpty {
                if let missing = found.missing.first {
                    say(ListPage.absence(missing))
                } else if found.songs.isEmpty {
                    say(ListPage.emptiness(places))
                }
            }
            list.show(controller.model)
            list.showFound(in: places, missing: found.missing.first)
        }
    }

    private func open() {
        guard chooser == nil else { return }
        chooser = FolderChooser(window) { [unowned self] url in
            // GTK still uses the dialog that it tells of.
            DispatchQueue.main.async { [unowned self] in chooser = nil }
            if let url { add([url]) }
        }
    }

    private func openLibrary() {
        guard libraryChooser == nil else { return }
        libraryChooser = LibraryChooser(window) { [unowned self] songs in
            libraryChooser = nil
            if !songs.isEmpty { add(songs) }
        }
    }

    private func say(_ text: String) { notice.show(text) }

    // MARK: What the player does

    private func show() {
        list.show(controller.model)
        mini.show(controller.model)
        page.show(controller.model)
        nowPlaying.show()
        ticker.isOn = controller.model.transport == .playing
    }

    private func follow(_ seconds: Double) {
        controller.follow(after: seconds)
        page.follow(controller.model)
    }

    // MARK: Keys

    private func watchKeys() {
        let keys: OpaquePointer = gtk_event_controller_key_new()
        // Before the widget that has the focus, which would take most keys for its own.
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(window, keys)
        connectKeys(keys) { [unowned self] key in press(key) }
    }

    private func press(_ key: PressedKey) -> Bool {
        let focus: Widget? = gtk_window_get_focus(window.cast())
        switch KeyCommand(key, isList: list.holds(focus), focus: focus) {
        case .player(let command): controller.perform(command)
        case .back: return goBack()
        case .search: search()
        case .quit: gtk_window_close(window.cast())
        case nil: return false
        }
        return true
    }

    private func search() {
        showList()
        list.openSearch()
    }

    private func goBack() -> Bool {
        guard adw_leaflet_get_folded(leaflet.opaque) != 0, adw_leaflet_get_visible_child(leaflet.opaque) == page.widget
        else { return false }
        showList()
        return true
    }
}
