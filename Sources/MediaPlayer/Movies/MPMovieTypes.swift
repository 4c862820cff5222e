// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How the pictures of a movie fill the rectangle in which they are shown.
///
/// ``MPMoviePlayerController/pictureRect(in:)`` returns where the pictures are.
public enum MPMovieScalingMode: Int, @unchecked Sendable {
    /// A pixel of the movie is a point of the rectangle.
    case none = 0
    /// All of the picture is shown, in its own shape.
    case aspectFit = 1
    /// The picture covers the rectangle in its own shape, and may reach beyond.
    case aspectFill = 2
    /// The picture has the rectangle's shape.
    case fill = 3
}

/// What a movie player does.
///
/// ``MPMoviePlayerController/playbackState`` returns it.
public enum MPMoviePlaybackState: Int, @unchecked Sendable {
    /// It has not begun, or has ended.
    case stopped = 0
    /// It plays.
    case playing = 1
    /// It keeps its place: the program has paused it, or it waits for more of a stream.
    case paused = 2
    /// The audio session is interrupted.
    case interrupted = 3
    /// It moves forward fast.
    case seekingForward = 4
    /// It moves backward fast.
    case seekingBackward = 5
}

/// How much of a movie has been received.
///
/// An empty set means that the movie has not been opened.
public struct MPMovieLoadState: OptionSet, @unchecked Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a state of its bits.
    ///
    /// - Parameter rawValue: the sum of the values of its parts.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The movie is open, and can be played.
    public static let playable = MPMovieLoadState(rawValue: 1)
    /// The movie would play to its end without a stall, as far as is known.
    public static let playthroughOK = MPMovieLoadState(rawValue: 2)
    /// The movie waits for more of a stream, and continues by itself.
    public static let stalled = MPMovieLoadState(rawValue: 4)
}

/// What a movie player does at the end of its movie.
///
/// It is the value of ``MPMoviePlayerController/repeatMode``.
public enum MPMovieRepeatMode: Int, @unchecked Sendable {
    /// It stops.
    case none = 0
    /// It plays the movie again.
    case one = 1
}

/// Which controls are shown over a movie.
///
/// A player keeps the value. Whoever draws the controls reads it.
public enum MPMovieControlStyle: Int, @unchecked Sendable {
    /// There are no controls.
    case none = 0
    /// Controls for a movie among other things.
    case embedded = 1
    /// Controls for a movie that has the whole screen.
    case fullscreen = 2

    /// The style at first: `embedded`.
    public static var `default`: MPMovieControlStyle { .embedded }
}

/// Why a movie is not played any more.
///
/// ``MPMoviePlayerPlaybackDidFinishReasonUserInfoKey`` is the key of its number.
public enum MPMovieFinishReason: Int, @unchecked Sendable {
    /// The movie has ended, or the program has stopped it.
    case playbackEnded = 0
    /// The movie cannot be opened, or cannot be read to its end.
    case playbackError = 1
    /// The user does not want to see more of it.
    case userExited = 2
}

/// Which kinds of media a movie has.
///
/// An empty set means that they are not known.
public struct MPMovieMediaTypeMask: OptionSet, @unchecked Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a mask of its bits.
    ///
    /// - Parameter rawValue: the sum of the values of its parts.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The movie has pictures.
    public static let video = MPMovieMediaTypeMask(rawValue: 1)
    /// The movie has sound.
    public static let audio = MPMovieMediaTypeMask(rawValue: 2)
}

/// Where a movie comes from.
///
/// ``MPMoviePlayerController/movieSourceType`` returns it.
public enum MPMovieSourceType: Int, @unchecked Sendable {
    /// It is not known.
    case unknown = 0
    /// A file, of this machine or of a server.
    case file = 1
    /// A stream: an HTTP Live Stream, or a radio station.
    case streaming = 2
}

/// Which picture stands for a time.
///
/// Thumbnails of key frames are made faster, since no other picture has to be decoded for them.
public enum MPMovieTimeOption: Int, @unchecked Sendable {
    /// The picture with which a decoder begins for the time.
    case nearestKeyFrame = 0
    /// The picture that is shown at the time.
    case exact = 1
}
