import AudioCore
import AudioFiles
import AudioToolbox
import Foundation
import PlaybackAndRecording

extension MusicPlayerEngine {
    /// Opens the file of an item on the user's device.
    @Sendable static func open(
        _ piece: Piece, _ handler: @escaping @Sendable (Player.Event) -> Void
    ) throws -> Player {
        // The path itself, which may have bytes that no address has.
        let place: FilePath
        if let known = piece.place {
            place = known
        } else if let url = piece.url, url.isFileURL {
            place = try path(of: url as NSURL)
        } else {
            throw MPError(.notFound, reason: "the item has no file")
        }
        let file = try OpenFile.open(place, .read, hint: FourCC(0))
        return try Player(file, name: piece.title, until: piece.end, handler: handler)
    }
}
