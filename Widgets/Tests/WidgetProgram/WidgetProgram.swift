import CGTK
import Foundation
import GTKSupport
import MediaPlayer
import MediaPlayerGTK

/// widget-program [several]   shows a media picker above a window, prints what is picked, and ends
/// widget-program volume      shows the volume and the outputs, and prints the output that plays whenever it changes
///
/// The tests of the windows drive it.
@MainActor final class Chooser: NSObject, MPMediaPickerControllerDelegate {
    private let loop: OpaquePointer

    init(_ loop: OpaquePointer) { self.loop = loop }

    func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {
        for item in mediaItemCollection.items { say("picked \(item.title ?? "")") }
        end(mediaPicker)
    }

    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
        say("cancelled")
        end(mediaPicker)
    }

    /// Prints a line at once.
    private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private func end(_ picker: MPMediaPickerController) {
        picker.dismiss(animated: true) { [loop] in g_main_loop_quit(loop) }
    }
}

@main @MainActor enum WidgetProgram {
    static func main() {
        gtk_init()
        MainQueue.attachToMainLoop()
        let loop: OpaquePointer = g_main_loop_new(nil, 0)
        let window: Widget = gtk_window_new()
        gtk_window_set_title(window.cast(), "Program")
        gtk_window_present(window.cast())
        if CommandLine.arguments.contains("volume") { return show(MPVolumeView(), in: window, loop) }
        let chooser = Chooser(loop)
        let picker = MPMediaPickerController(mediaTypes: .music)
        picker.allowsPickingMultipleItems = CommandLine.arguments.contains("several")
        picker.prompt = "Music for the way home"
        picker.delegate = chooser
        picker.present(over: window.cast())
        g_main_loop_run(loop)
        withExtendedLifetime(chooser) {}
    }

    private static func show(_ view: MPVolumeView, in window: Widget, _ loop: OpaquePointer) {
        gtk_window_set_child(window.cast(), view.makeWidget())
        let observation = view.observe(\.activeRoute, options: .initial) { view, _ in
            let line = "plays on \(view.activeRoute?.portName ?? "nothing")\n"
            FileHandle.standardOutput.write(Data(line.utf8))
        }
        connect(window, "destroy") { g_main_loop_quit(loop) }
        g_main_loop_run(loop)
        withExtendedLifetime(observation) {}
    }
}
