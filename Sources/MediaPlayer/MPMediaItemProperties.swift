// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names of what is known of an item, which are keys of what is playing, too.

/// The item's number in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The same number of any entity of the library.
public let MPMediaEntityPropertyPersistentID = "persistentID"
/// The kind of the item, an `NSNumber`.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The title, a `String`.
public let MPMediaItemPropertyTitle = "title"
/// The title of the album, a `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The number of the album in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// Who performs the item, a `String`.
public let MPMediaItemPropertyArtist = "artist"
/// The number of the artist in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// Who the album is by, a `String`.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The number of the album's artist in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The genre, a `String`.
public let MPMediaItemPropertyGenre = "genre"
/// The number of the genre in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// Who wrote the item, a `String`.
public let MPMediaItemPropertyComposer = "composer"
/// The number of the composer in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// How long the item is, an `NSNumber` of seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The item's number on its disc, an `NSNumber` from 1.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// How many items the album has, an `NSNumber`.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the item's disc, an `NSNumber` from 1.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// How many discs the album has, an `NSNumber`.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The picture, an ``MPMediaItemArtwork``.
public let MPMediaItemPropertyArtwork = "artwork"
/// The words, a `String`.
public let MPMediaItemPropertyLyrics = "lyrics"
/// Whether the album has several artists, an `NSNumber`.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// When the item was published, a `Date`.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// Beats per minute, an `NSNumber`.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// Remarks, a `String`.
public let MPMediaItemPropertyComments = "comments"
/// Where the item's file is, a `URL`.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// Whether the item is not on this machine, an `NSNumber`.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the item's file is protected, an `NSNumber`.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// Whether the words are not for children, an `NSNumber`.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// Whether the item can be bought before it is published, an `NSNumber`.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
/// The title of the podcast, a `String`.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The number of the podcast in the library, an `NSNumber` of 64 bits.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// How often the item was played, an `NSNumber`.
public let MPMediaItemPropertyPlayCount = "playCount"
/// How often the item was skipped, an `NSNumber`.
public let MPMediaItemPropertySkipCount = "skipCount"
/// What the user thinks of the item, an `NSNumber` from 0 to 5.
public let MPMediaItemPropertyRating = "rating"
/// When the item was last played, a `Date`.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// What the user groups the item by, a `String`.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// Where the user was when they stopped listening, an `NSNumber` of seconds.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// When the item came into the library, a `Date`.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The item's identifier in a shop, a `String`.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
