public import CGTK
public import MediaPlayer

extension MPVolumeView {
    /// Makes a widget of GTK 4 that shows the view: a slider for the volume of the output, and a button that lists the outputs.
    ///
    /// GTK is initialized, and its main loop runs the main dispatch queue: ``MainQueue``. The slider follows the volume that other programs
    /// set. It is there if ``showsVolumeSlider`` is true at the call.
    ///
    /// - Parameter showsRouteButton: whether the button is there, as long as there are several outputs.
    /// - Returns: a new widget, which holds the view.
    @MainActor public func makeWidget(showsRouteButton: Bool = true) -> UnsafeMutablePointer<GtkWidget> {
        VolumeWidget(self, showsButton: showsRouteButton).widget
    }
}
