// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How the pictures of a movie fill the rectangle in which they are shown.
///
/// ``MPMoviePlayerController/pictureRect(in:)`` returns where the pictures are.
public enum MPMovieScalingMode: Int, @unchecked Sendable {
    /// A pixel of the movie is a point of the rectangle.
    ///
    /// The picture is centred, and may be larger than the rectangle.
    case none = 0
    /// All of the picture is shown, in its own shape.
    ///
    /// Two sides of the rectangle may stay empty. This is the mode of a new player.
    case aspectFit = 1
    /// The picture covers the rectangle in its own shape, and may reach beyond.
    ///
    /// What reaches beyond the rectangle is not shown.
    case aspectFill = 2
    /// The picture has the rectangle's shape.
    ///
    /// It is stretched where the movie has another shape.
    case fill = 3
}

/// What a movie player does.
///
/// ``MPMoviePlayerController/playbackState`` returns it.
public enum MPMoviePlaybackState: Int, @unchecked Sendable {
    /// It has not begun, or has ended.
    ///
    /// A new player is in this state, and so is one that `stop()` was called on.
    case stopped = 0
    /// It plays.
    ///
    /// The rate may be any that is not zero. A player that waits for more of a stream is `paused`.
    case playing = 1
    /// It keeps its place: the program has paused it, or it waits for more of a stream.
    ///
    /// ``MPMovieLoadState/stalled`` distinguishes the two.
    case paused = 2
    /// The audio session is interrupted.
    ///
    /// The movie continues at the end of the interruption if the system allows that.
    case interrupted = 3
    /// It moves forward fast.
    ///
    /// `beginSeekingForward()` begins this state, and `endSeeking()` ends it.
    case seekingForward = 4
    /// It moves backward fast.
    ///
    /// `beginSeekingBackward()` begins this state, and `endSeeking()` ends it.
    case seekingBackward = 5
}

/// How much of a movie has been received.
///
/// An empty set means that the movie has not been opened.
public struct MPMovieLoadState: OptionSet, @unchecked Sendable {
    /// The bits.
    ///
    /// Each part has one bit.
    public let rawValue: UInt

    /// Creates a state of its bits.
    ///
    /// - Parameter rawValue: the sum of the values of its parts.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The movie is open, and can be played.
    ///
    /// A stream has received enough for a beginning.
    public static let playable = MPMovieLoadState(rawValue: 1)
    /// The movie would play to its end without a stall, as far as is known.
    ///
    /// A file of this machine always has this part once it is open.
    public static let playthroughOK = MPMovieLoadState(rawValue: 2)
    /// The movie waits for more of a stream, and continues by itself.
    ///
    /// The playback state is `paused` meanwhile.
    public static let stalled = MPMovieLoadState(rawValue: 4)
}

/// What a movie player does at the end of its movie.
///
/// It is the value of ``MPMoviePlayerController/repeatMode``.
public enum MPMovieRepeatMode: Int, @unchecked Sendable {
    /// It stops.
    ///
    /// The player posts that the movie has finished.
    case none = 0
    /// It plays the movie again.
    ///
    /// The player posts nothing at the end of a pass.
    case one = 1
}

/// Which controls are shown over a movie.
///
/// A player keeps the value. Whoever draws the controls reads it.
public enum MPMovieControlStyle: Int, @unchecked Sendable {
    /// There are no controls.
    ///
    /// A program that draws controls of its own sets this style.
    case none = 0
    /// Controls for a movie among other things.
    ///
    /// They are a bar at the lower edge of the pictures.
    case embedded = 1
    /// Controls for a movie that has the whole screen.
    ///
    /// They include a button by which the user ends the movie.
    case fullscreen = 2

    /// The style at first: `embedded`.
    ///
    /// A new player has it.
    public static var `default`: MPMovieControlStyle { .embedded }
}

/// Why a movie is not played any more.
///
/// ``MPMoviePlayerPlaybackDidFinishReasonUserInfoKey`` is the key of its number.
public enum MPMovieFinishReason: Int, @unchecked Sendable {
    /// The movie has ended, or the program has stopped it.
    ///
    /// A movie that repeats has not ended.
    case playbackEnded = 0
    /// The movie cannot be opened, or cannot be read to its end.
    ///
    /// The dictionary of the notification has the error under the key `error`.
    case playbackError = 1
    /// The user does not want to see more of it.
    ///
    /// Whoever draws the controls reports it by `userDidPressDone()`.
    case userExited = 2
}

/// Which kinds of media a movie has.
///
/// An empty set means that they are not known.
public struct MPMovieMediaTypeMask: OptionSet, @unchecked Sendable {
    /// The bits.
    ///
    /// Each part has one bit.
    public let rawValue: UInt

    /// Creates a mask of its bits.
    ///
    /// - Parameter rawValue: the sum of the values of its parts.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The movie has pictures.
    ///
    /// A film without sound has this part alone.
    public static let video = MPMovieMediaTypeMask(rawValue: 1)
    /// The movie has sound.
    ///
    /// A song has this part alone.
    public static let audio = MPMovieMediaTypeMask(rawValue: 2)
}

/// Where a movie comes from.
///
/// ``MPMoviePlayerController/movieSourceType`` returns it.
public enum MPMovieSourceType: Int, @unchecked Sendable {
    /// It is not known.
    ///
    /// A player returns this until the movie is open.
    case unknown = 0
    /// A file, of this machine or of a server.
    ///
    /// Its length is known, and it can be read at any place.
    case file = 1
    /// A stream: an HTTP Live Stream, or a radio station.
    ///
    /// A station has no length, and its past cannot be read again.
    case streaming = 2
}

/// Which picture stands for a time.
///
/// Thumbnails of key frames are made faster, since no other picture has to be decoded for them.
public enum MPMovieTimeOption: Int, @unchecked Sendable {
    /// The picture with which a decoder begins for the time.
    ///
    /// It is the last key frame that is not after the time.
    case nearestKeyFrame = 0
    /// The picture that is shown at the time.
    ///
    /// All pictures since the key frame before it are decoded.
    case exact = 1
}
