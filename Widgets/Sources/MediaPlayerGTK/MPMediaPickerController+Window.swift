public import CGTK
public import MediaPlayer

extension MPMediaPickerController {
    /// Shows the picker in a window of GTK 4.
    ///
    /// GTK is initialized, and its main loop runs the main dispatch queue: ``MainQueue``. The window lies above the program's, lists
    /// what is in the library, and is gone after ``dismiss(animated:completion:)``. Closing it tells the delegate that the user has cancelled.
    ///
    /// - Parameter window: the program's window, which takes no input meanwhile; nil for none.
    @MainActor public func present(over window: UnsafeMutablePointer<GtkWindow>?) {
        _ = MediaPickerWindow(self, above: window)
    }
}
