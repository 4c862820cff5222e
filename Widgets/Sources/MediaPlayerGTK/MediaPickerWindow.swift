import CGTK
import Foundation
import GTKSupport
import MediaPlayer

/// The window of a media picker: the lists of the library, words to look for, and rows to choose.
@MainActor final class MediaPickerWindow {
    private let picker: MPMediaPickerController
    private let window: Widget = gtk_window_new()
    private let stack: Widget = gtk_stack_new()
    private let lists = box(GTK_ORIENTATION_HORIZONTAL, [])
    private var buttons: [Widget] = []
    private let back = button("go-previous-symbolic", "Back", "flat")
    private let title = label("heading")
    private let entry: Widget = gtk_search_entry_new()
    private let absence: Widget = gtk_label_new("")
    private let picked = label("dim-label")
    private let all: Widget = gtk_button_new_with_label("Add All")
    private let done: Widget = gtk_button_new_with_label("Done")
    private var rows: MediaPickerRows!
    private var content: MediaPickerContent!
    private var isShowing = false
    /// What the entry and the content agreed on last. The entry reports what is typed a moment later: until then it is ahead.
    private var search = ""

    /// Opens the window.
    ///
    /// - Parameters:
    ///   - picker: the picker.
    ///   - parent: the window that it lies above, or nil.
    init(_ picker: MPMediaPickerController, above parent: UnsafeMutablePointer<GtkWindow>?) {
        self.picker = picker
        rows = MediaPickerRows(
            row: { [unowned self] in content.row($0) }, onChoose: { [unowned self] in content.choose($0) })
        // The window holds itself until the picker is dismissed.
        picker.beginPresentation { self.close() }
        content = MediaPickerContent(picker) { [weak self] in self?.show() }
        gtk_window_set_title(window.cast(), "Choose Music")
        gtk_window_set_default_size(window.cast(), 460, 560)
        if let parent {
            gtk_window_set_transient_for(window.cast(), parent)
            gtk_window_set_modal(window.cast(), 1)
        }
        build()
        watch()
        show()
        gtk_window_present(window.cast())
        gtk_widget_grab_focus(rows.list)
    }

    private func close() { gtk_window_destroy(window.cast()) }

    // MARK: Building

    private func build() {
        let header: Widget = gtk_header_bar_new()
        let cancel: Widget = gtk_button_new_with_label("Cancel")
        gtk_header_bar_set_show_title_buttons(header.opaque, 0)
        gtk_header_bar_pack_start(header.opaque, cancel)
        connect(cancel, "clicked") { [unowned self] in content.cancel() }
        if content.picksSeveral {
            done.add("suggested-action")
            gtk_header_bar_pack_end(header.opaque, done)
            connect(done, "clicked") { [unowned self] in content.finish() }
            connect(all, "clicked") { [unowned self] in content.pickAll() }
        }
        gtk_window_set_titlebar(window.cast(), header)
        let body = box(GTK_ORIENTATION_VERTICAL, spacing: 6, [])
        if let prompt = content.prompt {
            let text = paragraph(prompt)
            text.setMargin(6)
            gtk_box_append(body.cast(), text)
        }
        for part in [listBar(), searchRow(), stack] { gtk_box_append(body.cast(), part) }
        if content.picksSeveral { gtk_box_append(body.cast(), pickedBar()) }
        fillStack()
        gtk_window_set_child(window.cast(), body)
    }

    /// A button for each list, which a narrow window scrolls.
    private func listBar() -> Widget {
        lists.add("linked")
        gtk_widget_set_halign(lists, GTK_ALIGN_CENTER)
        for (index, name) in content.listNames.enumerated() {
            let button: Widget = gtk_toggle_button_new_with_label(name)
            if let first = buttons.first { gtk_toggle_button_set_group(button.cast(), first.cast()) }
            buttons.append(button)
            gtk_box_append(lists.cast(), button)
            connect(button, "toggled") { [unowned self] in
                guard !isShowing, gtk_toggle_button_get_active(button.cast()) != 0 else { return }
                gtk_editable_set_text(entry.opaque, "")
                content.show(list: index)
            }
        }
        let scrolled: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
        gtk_scrolled_window_set_child(scrolled.opaque, lists)
        lists.setMargin(6)
        return scrolled
    }

    private func searchRow() -> Widget {
        gtk_widget_set_hexpand(entry, 1)
        entry.setName("Search")
        connect(entry, "search-changed") { [unowned self] in
            guard !isShowing else { return }
            search = String(cString: gtk_editable_get_text(entry.opaque))
            content.search = search
        }
        connect(back, "clicked") { [unowned self] in content.goBack() }
        let row = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [back, title, entry])
        gtk_widget_set_margin_start(row, 6)
        gtk_widget_set_margin_end(row, 6)
        return row
    }

    private func fillStack() {
        gtk_widget_set_vexpand(stack, 1)
        let scrolled: Widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scrolled.opaque, rows.list)
        gtk_stack_add_named(stack.opaque, scrolled, "rows")
        gtk_label_set_wrap(absence.opaque, 1)
        absence.add("dim-label")
        gtk_stack_add_named(stack.opaque, absence, "absence")
    }

    private func pickedBar() -> Widget {
        gtk_widget_set_hexpand(picked, 1)
        let bar = box(GTK_ORIENTATION_HORIZONTAL, spacing: 6, [picked, all])
        bar.setMargin(6)
        return bar
    }

    /// Closing the window is a cancel. Escape goes back, or closes.
    private func watch() {
        connectClose(window) { [unowned self] in content.cancel() }
        let keys: OpaquePointer = gtk_event_controller_key_new()
        gtk_widget_add_controller(window, keys)
        connectKeys(keys) { [unowned self] key in
            if key.value == GDK_KEY_Escape {
                if content.canGoBack { content.goBack() } else { content.cancel() }
                return true
            }
            return type(key, keys)
        }
    }

    /// Whoever types while the list has the focus looks for what they type.
    private func type(_ key: PressedKey, _ keys: OpaquePointer) -> Bool {
        let held = key.modifiers.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue)
        guard held == 0, gdk_keyval_to_unicode(UInt32(bitPattern: key.value)) > 0x20,
            let focus: Widget = gtk_window_get_focus(window.cast()), gtk_widget_is_ancestor(focus, rows.list) != 0
        else { return false }
        gtk_widget_grab_focus(entry)
        return gtk_event_controller_key_forward(keys, gtk_editable_get_delegate(entry.opaque).widget) != 0
    }

    // MARK: Showing

    private func show() {
        guard content != nil else { return }
        isShowing = true
        defer { isShowing = false }
        if buttons.indices.contains(content.list) { gtk_toggle_button_set_active(buttons[content.list].cast(), 1) }
        gtk_widget_set_visible(back, content.canGoBack ? 1 : 0)
        gtk_widget_set_visible(title, content.canGoBack ? 1 : 0)
        gtk_label_set_text(title.opaque, content.title)
        // Only where another list is shown: what was found meanwhile must not undo what the user types.
        if search != content.search {
            search = content.search
            gtk_editable_set_text(entry.opaque, search)
        }
        rows.list.setName(content.title)
        rows.show(content.count)
        gtk_label_set_text(absence.opaque, Self.sentence(content.absence, content.search))
        gtk_stack_set_visible_child_name(stack.opaque, content.absence == nil ? "rows" : "absence")
        guard content.picksSeveral else { return }
        gtk_label_set_text(picked.opaque, content.pickedCount == 1 ? "1 item" : "\(content.pickedCount) items")
        gtk_widget_set_sensitive(done, content.pickedCount > 0 ? 1 : 0)
        let isOfItems = content.row(0).map { !$0.isGroup } ?? false
        gtk_widget_set_sensitive(all, isOfItems ? 1 : 0)
    }

    private static func sentence(_ absence: MediaPickerContent.Absence?, _ search: String) -> String {
        switch absence {
        case .loading: "Reading the library…"
        case .denied: "The music library cannot be read."
        case .empty: "There is nothing to choose."
        case .notFound: "Nothing has “\(search)”."
        case nil: ""
        }
    }
}
