// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Keys of what is playing, beside those of items.

/// How many seconds had been played when the dictionary was set, an `NSNumber`. Time that passes since is added.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// How fast the item plays, an `NSNumber`: 1 is normal, which it is without this key, and 0 is paused.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// How fast the item plays when it plays, an `NSNumber`.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The number of the item in the queue, an `NSNumber` from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// How many items the queue has, an `NSNumber`.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The number of the chapter, an `NSNumber` from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// How many chapters the item has, an `NSNumber`.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// Whether the item is a stream without an end, an `NSNumber`. Such an item has no duration, and nobody can move in it.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// The languages and subtitles that can be chosen, an array of ``MPNowPlayingInfoLanguageOptionGroup``.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// Those that are chosen, an array of ``MPNowPlayingInfoLanguageOption``.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// What the item is part of, a `String`.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// The item's identifier for the program, a `String`. Items with different ones are different.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The user's identifier for the program, a `String`.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The identifier of the service that the item comes from, a `String`.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// How much has been played, an `NSNumber` from 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// Sound or movie, an `NSNumber` with the raw value of ``MPNowPlayingInfoMediaType``.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// Where the item comes from, a `URL`.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The date that a live stream plays, a `Date`.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// When the advertisements of an item are.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// When the credits of an item begin, an `NSNumber` of seconds.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The recording's number, a `String`.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// Whether the item is kept out of suggestions, an `NSNumber`.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// A moving picture, square.
public let MPNowPlayingInfoProperty1x1AnimatedArtwork = "MPNowPlayingInfoProperty1x1AnimatedArtwork"
/// A moving picture, three wide and four high.
public let MPNowPlayingInfoProperty3x4AnimatedArtwork = "MPNowPlayingInfoProperty3x4AnimatedArtwork"

/// Sound or movie.
public enum MPNowPlayingInfoMediaType: UInt, @unchecked Sendable {
    /// Neither.
    case none = 0
    /// Sound alone.
    case audio = 1
    /// Pictures, and perhaps sound.
    case video = 2
}

/// What a player does.
public enum MPNowPlayingPlaybackState: UInt, @unchecked Sendable {
    /// The program has not said it: it plays where the rate is not 0.
    case unknown = 0
    /// It plays.
    case playing = 1
    /// It is paused.
    case paused = 2
    /// It has stopped.
    case stopped = 3
    /// Another sound interrupts it. Shown as paused.
    case interrupted = 4
}
