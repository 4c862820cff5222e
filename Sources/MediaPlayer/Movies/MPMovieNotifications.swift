// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// MARK: Keys of notifications

/// Key of a notification that a movie is not played any more: the number of an ``MPMovieFinishReason``, an `NSNumber`.
///
/// Where the reason is an error, the key `error` has the `NSError`.
public let MPMoviePlayerPlaybackDidFinishReasonUserInfoKey = "MPMoviePlayerPlaybackDidFinishReasonUserInfoKey"
/// Key of a notification of full screen: how many seconds the change takes, an `NSNumber`.
///
/// It is 0 for a change that is not animated. Whoever draws the movie animates it.
public let MPMoviePlayerFullscreenAnimationDurationUserInfoKey = "MPMoviePlayerFullscreenAnimationDurationUserInfoKey"
/// Key of a notification of full screen: the number of UIKit's curve of the animation, an `NSNumber`.
///
/// It is 0, which begins and ends slowly.
public let MPMoviePlayerFullscreenAnimationCurveUserInfoKey = "MPMoviePlayerFullscreenAnimationCurveUserInfoKey"
/// Key of a notification of a thumbnail: the image, an ``MPMediaItemArtwork/Image``.
///
/// It is absent where the image could not be made.
public let MPMoviePlayerThumbnailImageKey = "MPMoviePlayerThumbnailImageKey"
/// Key of a notification of a thumbnail: the time that was asked for in seconds, an `NSNumber`.
///
/// It is there in each notification.
public let MPMoviePlayerThumbnailTimeKey = "MPMoviePlayerThumbnailTimeKey"
/// Key of a notification of a thumbnail: why there is no image, an `NSError`.
///
/// It is absent where there is an image.
public let MPMoviePlayerThumbnailErrorKey = "MPMoviePlayerThumbnailErrorKey"
/// Key of a notification of metadata: what came, an array of ``MPTimedMetadata``.
///
/// It is what ``MPMoviePlayerController/timedMetadata`` returned then.
public let MPMoviePlayerTimedMetadataUserInfoKey = "MPMoviePlayerTimedMetadataUserInfoKey"

// MARK: Keys of metadata

/// Key of ``MPTimedMetadata/allMetadata``: the name of the metadata, a `String`.
///
/// It is that of ``MPTimedMetadata/key``.
public let MPMoviePlayerTimedMetadataKeyName = "MPMoviePlayerTimedMetadataKeyName"
/// Key of ``MPTimedMetadata/allMetadata``: a description, a `String`.
///
/// It is absent where the stream has none.
public let MPMoviePlayerTimedMetadataKeyInfo = "MPMoviePlayerTimedMetadataKeyInfo"
/// Key of ``MPTimedMetadata/allMetadata``: the MIME type of the value, a `String`.
///
/// It is absent: streams do not say.
public let MPMoviePlayerTimedMetadataKeyMIMEType = "MPMoviePlayerTimedMetadataKeyMIMEType"
/// Key of ``MPTimedMetadata/allMetadata``: the type of the value, a `String`.
///
/// It is absent where the type is not known.
public let MPMoviePlayerTimedMetadataKeyDataType = "MPMoviePlayerTimedMetadataKeyDataType"
/// Key of ``MPTimedMetadata/allMetadata``: the language, a `String`.
///
/// It is absent where the stream does not say.
public let MPMoviePlayerTimedMetadataKeyLanguageCode = "MPMoviePlayerTimedMetadataKeyLanguageCode"

extension NSNotification.Name {
    // MARK: The movie

    /// A movie player, the object, has found out which kinds of media its movie has.
    ///
    /// Posted on the main queue.
    public static let MPMovieMediaTypesAvailable = NSNotification.Name("MPMovieMediaTypesAvailableNotification")
    /// A movie player, the object, has found out where its movie comes from.
    ///
    /// It is not posted where the program has set ``MPMoviePlayerController/movieSourceType``. Posted on the main queue.
    public static let MPMovieSourceTypeAvailable = NSNotification.Name("MPMovieSourceTypeAvailableNotification")
    /// A movie player, the object, has found out how large the pictures of its movie are.
    ///
    /// It is not posted for a movie without pictures. Posted on the main queue.
    public static let MPMovieNaturalSizeAvailable = NSNotification.Name("MPMovieNaturalSizeAvailableNotification")
    /// A movie player, the object, has found out how long its movie is.
    ///
    /// It is not posted for a stream without an end. Posted on the main queue.
    public static let MPMovieDurationAvailable = NSNotification.Name("MPMovieDurationAvailableNotification")
    /// A movie player, the object, is ready to play, or is not any more.
    ///
    /// Posted on the main queue.
    public static let MPMediaPlaybackIsPreparedToPlayDidChange =
        NSNotification.Name("MPMediaPlaybackIsPreparedToPlayDidChangeNotification")
    /// ``MPMoviePlayerController/loadState`` of a movie player, the object, has changed.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerLoadStateDidChange =
        NSNotification.Name("MPMoviePlayerLoadStateDidChangeNotification")
    /// A movie player, the object, can show a picture, or cannot any more.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerReadyForDisplayDidChange =
        NSNotification.Name("MPMoviePlayerReadyForDisplayDidChangeNotification")
    /// Metadata has come to the stream of a movie player, the object.
    ///
    /// The key is ``MPMoviePlayerTimedMetadataUserInfoKey``. Posted on the main queue.
    public static let MPMoviePlayerTimedMetadataUpdated =
        NSNotification.Name("MPMoviePlayerTimedMetadataUpdatedNotification")
    /// A thumbnail of a movie player, the object, is there, or could not be made.
    ///
    /// It is posted once for each time that was asked for. The keys are ``MPMoviePlayerThumbnailTimeKey``,
    /// ``MPMoviePlayerThumbnailImageKey`` and ``MPMoviePlayerThumbnailErrorKey``. Posted on the main queue.
    public static let MPMoviePlayerThumbnailImageRequestDidFinish =
        NSNotification.Name("MPMoviePlayerThumbnailImageRequestDidFinishNotification")

    // MARK: Playback

    /// A movie player, the object, plays a movie for the first time.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerNowPlayingMovieDidChange =
        NSNotification.Name("MPMoviePlayerNowPlayingMovieDidChangeNotification")
    /// ``MPMoviePlayerController/playbackState`` of a movie player, the object, has changed.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerPlaybackStateDidChange =
        NSNotification.Name("MPMoviePlayerPlaybackStateDidChangeNotification")
    /// A movie player, the object, does not play its movie any more.
    ///
    /// It comes after the notification of the playback state. The key is ``MPMoviePlayerPlaybackDidFinishReasonUserInfoKey``. Posted on the
    /// main queue.
    public static let MPMoviePlayerPlaybackDidFinish = NSNotification.Name("MPMoviePlayerPlaybackDidFinishNotification")

    // MARK: How it is shown

    /// ``MPMoviePlayerController/scalingMode`` of a movie player, the object, has changed.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerScalingModeDidChange =
        NSNotification.Name("MPMoviePlayerScalingModeDidChangeNotification")
    /// A movie player, the object, is about to have the whole screen.
    ///
    /// The keys are ``MPMoviePlayerFullscreenAnimationDurationUserInfoKey`` and ``MPMoviePlayerFullscreenAnimationCurveUserInfoKey``.
    /// Posted on the main queue.
    public static let MPMoviePlayerWillEnterFullscreen =
        NSNotification.Name("MPMoviePlayerWillEnterFullscreenNotification")
    /// A movie player, the object, has the whole screen.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerDidEnterFullscreen =
        NSNotification.Name("MPMoviePlayerDidEnterFullscreenNotification")
    /// A movie player, the object, is about to leave the whole screen.
    ///
    /// The keys are ``MPMoviePlayerFullscreenAnimationDurationUserInfoKey`` and ``MPMoviePlayerFullscreenAnimationCurveUserInfoKey``.
    /// Posted on the main queue.
    public static let MPMoviePlayerWillExitFullscreen =
        NSNotification.Name("MPMoviePlayerWillExitFullscreenNotification")
    /// A movie player, the object, has left the whole screen.
    ///
    /// Posted on the main queue.
    public static let MPMoviePlayerDidExitFullscreen = NSNotification.Name("MPMoviePlayerDidExitFullscreenNotification")
    /// ``MPMoviePlayerController/isAirPlayVideoActive`` of a movie player, the object, has changed.
    ///
    /// It is never posted: pictures are not sent to other screens.
    public static let MPMoviePlayerIsAirPlayVideoActiveDidChange =
        NSNotification.Name("MPMoviePlayerIsAirPlayVideoActiveDidChangeNotification")
}
