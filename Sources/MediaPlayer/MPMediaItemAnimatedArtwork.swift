public import Foundation

/// A picture that moves, for ``MPNowPlayingInfoProperty1x1AnimatedArtwork`` and its like.
///
/// Nobody shows one here: `MPNowPlayingInfoCenter.supportedAnimatedArtworkKeys` is empty, and the blocks are never called.
open class MPMediaItemAnimatedArtwork: NSObject, @unchecked Sendable {
    let artworkID: String
    private let preview: (CGSize, @escaping (MPMediaItemArtwork.Image?) -> Void) -> Void
    private let video: (CGSize, @escaping (URL?) -> Void) -> Void

    /// Creates a picture that moves.
    ///
    /// - Parameters:
    ///   - artworkID: distinguishes it from others.
    ///   - previewImageRequestHandler: makes the first picture in a size, and passes it on.
    ///   - videoAssetFileURLRequestHandler: makes a film in a size, and passes the address of its file on.
    public init(
        artworkID: String,
        previewImageRequestHandler: @escaping (CGSize, @escaping (MPMediaItemArtwork.Image?) -> Void) -> Void,
        videoAssetFileURLRequestHandler: @escaping (CGSize, @escaping (URL?) -> Void) -> Void
    ) {
        self.artworkID = artworkID
        (preview, video) = (previewImageRequestHandler, videoAssetFileURLRequestHandler)
        super.init()
    }
}
