public import Foundation

/// Key of a notification that an item could not be played to its end: the error.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
    /// An item, the object, has gone to another time at once.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// An item, the object, has been heard to its end.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item, the object, could not be read to its end.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item, the object, has nothing to play now, and has more later.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    /// The access log of an item, the object, has another event.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemNewAccessLogEntry = NSNotification.Name("AVPlayerItemNewAccessLogEntryNotification")
    /// The error log of an item, the object, has another event.
    ///
    /// Posted on the main queue.
    public static let AVPlayerItemNewErrorLogEntry = NSNotification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

extension AVPlayerItem {
    /// An item, the object, has gone to another time at once.
    ///
    /// Posted on the main queue.
    public class var timeJumpedNotification: NSNotification.Name { .AVPlayerItemTimeJumped }
    /// The media selection of an item, the object, has changed.
    ///
    /// It never does.
    public class var mediaSelectionDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerItemMediaSelectionDidChangeNotification")
    }
}

extension AVPlayer {
    /// The rate of a player, the object, has been set, or its session has paused it.
    ///
    /// Posted on the main queue.
    public class var rateDidChangeNotification: NSNotification.Name {
        NSNotification.Name("AVPlayerRateDidChangeNotification")
    }
    /// Key of `rateDidChangeNotification`: why, a `RateDidChangeReason`.
    public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReasonKey" }
}
