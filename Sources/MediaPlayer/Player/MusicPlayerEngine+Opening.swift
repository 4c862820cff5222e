import AudioCore
import AudioFiles
import AudioToolbox
import Foundation
import PlaybackAndRecording

extension MusicPlayerEngine {
    /// Opens the file of an item on the user's device.
    @Sendable static func open(
        _ item: MPMediaItem, _ handler: @escaping @Sendable (Player.Event) -> Void
    ) throws -> Player {
        guard let url = item.assetURL, url.isFileURL else { throw MPError(.notFound, reason: "the item has no file") }
        let file = try OpenFile.open(path(of: url as NSURL), .read, hint: FourCC(0))
        return try Player(file, name: item.title, handler: handler)
    }
}
