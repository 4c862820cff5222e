import CAdwaita
import Foundation
import GTKSupport
import MediaPlayer
import MediaPlayerGTK

/// Asks the user for songs of the music library.
@MainActor final class LibraryChooser: NSObject {
    private let picker = MPMediaPickerController(mediaTypes: .anyAudio)
    private let onEnd: @MainActor ([URL]) -> Void

    /// - Parameter onEnd: called with the songs; none where the user wants none.
    init(_ parent: Widget, _ onEnd: @escaping @MainActor ([URL]) -> Void) {
        self.onEnd = onEnd
        super.init()
        picker.delegate = self
        picker.allowsPickingMultipleItems = true
        picker.showsItemsWithProtectedAssets = false
        picker.present(over: parent.cast())
    }
}

extension LibraryChooser: MPMediaPickerControllerDelegate {
    func mediaPicker(
        _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
    ) {
        mediaPicker.dismiss(animated: true)
        onEnd(mediaItemCollection.items.compactMap(\.assetURL))
    }

    func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
        mediaPicker.dismiss(animated: true)
        onEnd([])
    }
}
