import CAdwaita
import Foundation
import GTKSupport

/// Asks the user for a folder, in the desktop's own window.
@MainActor final class FolderChooser {
    private let dialog: OpaquePointer

    /// - Parameter onEnd: called with the folder; nil where the user has none.
    init(_ parent: Widget, _ onEnd: @escaping @MainActor (URL?) -> Void) {
        dialog = gtk_file_chooser_native_new(
            "Add Folder", parent.cast(), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "_Add", "_Cancel")
        connect(UnsafeMutableRawPointer(dialog), "response") { [unowned self] (response: Int32) in
            onEnd(response == GTK_RESPONSE_ACCEPT.rawValue ? folder : nil)
        }
        let native = UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkNativeDialog.self)
        gtk_native_dialog_set_modal(native, 1)
        gtk_native_dialog_show(native)
    }

    private var folder: URL? {
        guard let file = gtk_file_chooser_get_file(dialog) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return URL(fileURLWithPath: String(cString: path))
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(dialog)) }
}
