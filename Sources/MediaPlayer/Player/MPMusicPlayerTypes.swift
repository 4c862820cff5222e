// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// What a music player does.
public enum MPMusicPlaybackState: Int, @unchecked Sendable {
    /// It has not begun, or has ended.
    case stopped = 0
    /// It plays.
    case playing = 1
    /// It keeps the place of an item.
    case paused = 2
    /// The session is interrupted.
    case interrupted = 3
    /// It moves forward fast.
    case seekingForward = 4
    /// It moves backward fast.
    case seekingBackward = 5
}

/// What a music player does at the end of an item and of its queue.
public enum MPMusicRepeatMode: Int, @unchecked Sendable {
    /// What the user has chosen: nothing is repeated.
    case `default` = 0
    /// Nothing is repeated.
    case none = 1
    /// The item that plays.
    case one = 2
    /// The queue.
    case all = 3
}

/// In which order a music player plays its queue.
public enum MPMusicShuffleMode: Int, @unchecked Sendable {
    /// What the user has chosen: the order of the queue.
    case `default` = 0
    /// The order of the queue.
    case off = 1
    /// Each item at a place by chance.
    case songs = 2
    /// Albums in an order by chance, each whole and in the queue's order.
    case albums = 3
}

/// Controls the playback of one item or of several.
public protocol MPMediaPlayback {
    /// Gets ready to play, so that `play` is heard at once.
    func prepareToPlay()
    /// Whether `play` is heard at once.
    var isPreparedToPlay: Bool { get }
    /// Plays on from the current time, or begins.
    func play()
    /// Pauses.
    func pause()
    /// Ends the playback.
    func stop()
    /// The position in the item that plays, in seconds.
    var currentPlaybackTime: TimeInterval { get set }
    /// The speed: 1 for the sound as it is, 0 for a pause.
    var currentPlaybackRate: Float { get set }
    /// Moves forward fast, until `endSeeking`.
    func beginSeekingForward()
    /// Moves backward fast, until `endSeeking`.
    func beginSeekingBackward()
    /// Plays from where it is, or pauses there if it was paused before.
    func endSeeking()
}

/// A music player of the system, which other programs use, too.
public protocol MPSystemMusicPlayerController: NSObjectProtocol {
    /// Has the player play a queue at once.
    ///
    /// - Parameter queueDescriptor: what to play.
    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor)
}

extension NSNotification.Name {
    /// A music player plays, pauses or stops. It comes on the main queue; the object is the player.
    public static let MPMusicPlayerControllerPlaybackStateDidChange =
        NSNotification.Name("MPMusicPlayerControllerPlaybackStateDidChangeNotification")
    /// A music player plays another item. It comes on the main queue; the object is the player.
    public static let MPMusicPlayerControllerNowPlayingItemDidChange =
        NSNotification.Name("MPMusicPlayerControllerNowPlayingItemDidChangeNotification")
    /// A music player has another queue. It comes on the main queue; the object is the player.
    public static let MPMusicPlayerControllerQueueDidChange =
        NSNotification.Name("MPMusicPlayerControllerQueueDidChangeNotification")
    /// A music player has another volume, that of its own. It comes on the main queue; the object is the player.
    public static let MPMusicPlayerControllerVolumeDidChange =
        NSNotification.Name("MPMusicPlayerControllerVolumeDidChangeNotification")
}
