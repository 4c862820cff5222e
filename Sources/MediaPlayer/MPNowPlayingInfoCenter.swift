import AudioCore
public import Foundation

/// What the program plays, as the desktop's players, lock screens and headsets show it.
///
/// The program is a player of the desktop, by MPRIS, from the first dictionary or the first target of a remote command until there
/// is neither. Without a session bus nobody sees it. Any thread may call. What ``MPMusicPlayerController`` plays is shown without it, as
/// long as there is no dictionary.
///
/// ```swift
/// import MediaPlayer
///
/// MPNowPlayingInfoCenter.default().nowPlayingInfo = [
///     MPMediaItemPropertyTitle: "Low Tide",
///     MPMediaItemPropertyArtist: "The Larks",
///     MPMediaItemPropertyPlaybackDuration: 215.0,
///     MPNowPlayingInfoPropertyElapsedPlaybackTime: 0.0,
///     MPNowPlayingInfoPropertyPlaybackRate: 1.0,
/// ]
/// ```
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    private let link: NowPlayingLink
    private static let shared = MPNowPlayingInfoCenter(.shared)

    init(_ link: NowPlayingLink) {
        self.link = link
        super.init()
    }

    /// The one of the program.
    ///
    /// - Returns: the same object in each call.
    open class func `default`() -> MPNowPlayingInfoCenter { shared }

    /// What plays, by the keys of items and those that begin with `MPNowPlayingInfo`; nil for nothing.
    ///
    /// Set it when an item begins, and when playback starts, pauses or moves: the time in between is added by itself. Keys of other
    /// types than theirs are ignored.
    open var nowPlayingInfo: [String: Any]? {
        get { link.info }
        set { link.info = newValue }
    }

    /// What the player does. As long as it is unknown the rate says it.
    open var playbackState: MPNowPlayingPlaybackState {
        get { link.playbackState }
        set { link.playbackState = newValue }
    }

    /// The keys of moving pictures that are shown here: none.
    open class var supportedAnimatedArtworkKeys: [String] { [] }
}
