import Foundation

// The names of metadata, by the kinds of tags that have them.

/// What kind of tags a key belongs to.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Keys that several kinds of tags have.
    public static let common = Self(rawValue: "comn")
    /// The keys of iTunes' tags in MPEG-4.
    public static let iTunes = Self(rawValue: "itsk")
    /// The frames of ID3.
    public static let id3 = Self(rawValue: "org.id3")
    /// The user data of QuickTime movies.
    public static let quickTimeUserData = Self(rawValue: "udta")
    /// The metadata of QuickTime movies.
    public static let quickTimeMetadata = Self(rawValue: "mdta")
    /// The user data of ISO files.
    public static let isoUserData = Self(rawValue: "uiso")
    /// The metadata of internet radio.
    public static let icy = Self(rawValue: "icy")
    /// The keys of Core Audio's dictionary, `kAFInfoDictionary_…`: what other files have.
    public static let audioFile = Self(rawValue: "caaf")
}

/// A kind of tags.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// iTunes' tags in MPEG-4.
    public static let iTunesMetadata = Self(rawValue: "com.apple.itunes")
    /// ID3.
    public static let id3Metadata = Self(rawValue: "org.id3")
    /// The user data of QuickTime movies.
    public static let quickTimeUserData = Self(rawValue: "com.apple.quicktime.udta")
    /// The metadata of QuickTime movies.
    public static let quickTimeMetadata = Self(rawValue: "com.apple.quicktime.mdta")
    /// The user data of ISO files.
    public static let isoUserData = Self(rawValue: "org.mp4ra")
    /// Tags of another kind.
    public static let unknown = Self(rawValue: "unknown")
}

/// The key of an item of metadata.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Common: title.
    public static let commonKeyTitle = Self(rawValue: "title")
    /// Common: creator.
    public static let commonKeyCreator = Self(rawValue: "creator")
    /// Common: subject.
    public static let commonKeySubject = Self(rawValue: "subject")
    /// Common: description.
    public static let commonKeyDescription = Self(rawValue: "description")
    /// Common: publisher.
    public static let commonKeyPublisher = Self(rawValue: "publisher")
    /// Common: contributor.
    public static let commonKeyContributor = Self(rawValue: "contributor")
    /// Common: creation date.
    public static let commonKeyCreationDate = Self(rawValue: "creationDate")
    /// Common: last modified date.
    public static let commonKeyLastModifiedDate = Self(rawValue: "lastModifiedDate")
    /// Common: what kind of work it is, such as the genre.
    public static let commonKeyType = Self(rawValue: "type")
    /// Common: the form of the media.
    public static let commonKeyFormat = Self(rawValue: "format")
    /// Common: what identifies the work.
    public static let commonKeyIdentifier = Self(rawValue: "identifier")
    /// Common: what it is made of.
    public static let commonKeySource = Self(rawValue: "source")
    /// Common: language.
    public static let commonKeyLanguage = Self(rawValue: "language")
    /// Common: what it belongs to.
    public static let commonKeyRelation = Self(rawValue: "relation")
    /// Common: location.
    public static let commonKeyLocation = Self(rawValue: "location")
    /// Common: who has the rights.
    public static let commonKeyCopyrights = Self(rawValue: "copyrights")
    /// Common: album name.
    public static let commonKeyAlbumName = Self(rawValue: "albumName")
    /// Common: author.
    public static let commonKeyAuthor = Self(rawValue: "author")
    /// Common: artist.
    public static let commonKeyArtist = Self(rawValue: "artist")
    /// Common: artwork.
    public static let commonKeyArtwork = Self(rawValue: "artwork")
    /// Common: who made the device.
    public static let commonKeyMake = Self(rawValue: "make")
    /// Common: the model of the device.
    public static let commonKeyModel = Self(rawValue: "model")
    /// Common: software.
    public static let commonKeySoftware = Self(rawValue: "software")
    /// Common: accessibility description.
    public static let commonKeyAccessibilityDescription = Self(rawValue: "accessibilityDescription")
    /// iTunes: title.
    public static let iTunesMetadataKeySongName = Self(rawValue: "©nam")
    /// iTunes: artist.
    public static let iTunesMetadataKeyArtist = Self(rawValue: "©ART")
    /// iTunes: album.
    public static let iTunesMetadataKeyAlbum = Self(rawValue: "©alb")
    /// iTunes: album artist.
    public static let iTunesMetadataKeyAlbumArtist = Self(rawValue: "aART")
    /// iTunes: comments.
    public static let iTunesMetadataKeyUserComment = Self(rawValue: "©cmt")
    /// iTunes: year.
    public static let iTunesMetadataKeyReleaseDate = Self(rawValue: "©day")
    /// iTunes: genre.
    public static let iTunesMetadataKeyUserGenre = Self(rawValue: "©gen")
    /// iTunes: predefined genre.
    public static let iTunesMetadataKeyPredefinedGenre = Self(rawValue: "gnre")
    /// iTunes: composer.
    public static let iTunesMetadataKeyComposer = Self(rawValue: "©wrt")
    /// iTunes: encoding application.
    public static let iTunesMetadataKeyEncodingTool = Self(rawValue: "©too")
    /// iTunes: encoded by.
    public static let iTunesMetadataKeyEncodedBy = Self(rawValue: "©enc")
    /// iTunes: copyright.
    public static let iTunesMetadataKeyCopyright = Self(rawValue: "cprt")
    /// iTunes: track number.
    public static let iTunesMetadataKeyTrackNumber = Self(rawValue: "trkn")
    /// iTunes: disc number.
    public static let iTunesMetadataKeyDiscNumber = Self(rawValue: "disk")
    /// iTunes: tempo.
    public static let iTunesMetadataKeyBeatsPerMin = Self(rawValue: "tmpo")
    /// iTunes: compilation.
    public static let iTunesMetadataKeyDiscCompilation = Self(rawValue: "cpil")
    /// iTunes: grouping.
    public static let iTunesMetadataKeyGrouping = Self(rawValue: "grup")
    /// iTunes: lyrics.
    public static let iTunesMetadataKeyLyrics = Self(rawValue: "©lyr")
    /// iTunes: conductor.
    public static let iTunesMetadataKeyConductor = Self(rawValue: "©con")
    /// iTunes: publisher.
    public static let iTunesMetadataKeyPublisher = Self(rawValue: "©pub")
    /// iTunes: description.
    public static let iTunesMetadataKeyDescription = Self(rawValue: "©des")
    /// iTunes: cover art.
    public static let iTunesMetadataKeyCoverArt = Self(rawValue: "covr")
    /// ID3: title.
    public static let id3MetadataKeyTitleDescription = Self(rawValue: "TIT2")
    /// ID3: artist.
    public static let id3MetadataKeyLeadPerformer = Self(rawValue: "TPE1")
    /// ID3: album.
    public static let id3MetadataKeyAlbumTitle = Self(rawValue: "TALB")
    /// ID3: album artist.
    public static let id3MetadataKeyBand = Self(rawValue: "TPE2")
    /// ID3: comments.
    public static let id3MetadataKeyComments = Self(rawValue: "COMM")
    /// ID3: year.
    public static let id3MetadataKeyRecordingTime = Self(rawValue: "TDRC")
    /// ID3: year.
    public static let id3MetadataKeyYear = Self(rawValue: "TYER")
    /// ID3: genre.
    public static let id3MetadataKeyContentType = Self(rawValue: "TCON")
    /// ID3: composer.
    public static let id3MetadataKeyComposer = Self(rawValue: "TCOM")
    /// ID3: encoding application.
    public static let id3MetadataKeyEncodedWith = Self(rawValue: "TSSE")
    /// ID3: encoded by.
    public static let id3MetadataKeyEncodedBy = Self(rawValue: "TENC")
    /// ID3: copyright.
    public static let id3MetadataKeyCopyright = Self(rawValue: "TCOP")
    /// ID3: track number.
    public static let id3MetadataKeyTrackNumber = Self(rawValue: "TRCK")
    /// ID3: disc number.
    public static let id3MetadataKeyPartOfASet = Self(rawValue: "TPOS")
    /// ID3: tempo.
    public static let id3MetadataKeyBeatsPerMinute = Self(rawValue: "TBPM")
    /// ID3: grouping.
    public static let id3MetadataKeyContentGroupDescription = Self(rawValue: "TIT1")
    /// ID3: lyrics.
    public static let id3MetadataKeyUnsynchronizedLyric = Self(rawValue: "USLT")
    /// ID3: conductor.
    public static let id3MetadataKeyConductor = Self(rawValue: "TPE3")
    /// ID3: publisher.
    public static let id3MetadataKeyPublisher = Self(rawValue: "TPUB")
    /// ID3: key signature.
    public static let id3MetadataKeyInitialKey = Self(rawValue: "TKEY")
    /// ID3: lyricist.
    public static let id3MetadataKeyLyricist = Self(rawValue: "TEXT")
    /// ID3: subtitle.
    public static let id3MetadataKeySubTitle = Self(rawValue: "TIT3")
    /// ID3: ISRC.
    public static let id3MetadataKeyInternationalStandardRecordingCode = Self(rawValue: "TSRC")
    /// ID3: language.
    public static let id3MetadataKeyLanguage = Self(rawValue: "TLAN")
    /// ID3: mood.
    public static let id3MetadataKeyMood = Self(rawValue: "TMOO")
    /// ID3: recorded date.
    public static let id3MetadataKeyRecordingDates = Self(rawValue: "TRDA")
    /// ID3: sort title.
    public static let id3MetadataKeyTitleSortOrder = Self(rawValue: "TSOT")
    /// ID3: sort artist.
    public static let id3MetadataKeyPerformerSortOrder = Self(rawValue: "TSOP")
    /// ID3: sort album.
    public static let id3MetadataKeyAlbumSortOrder = Self(rawValue: "TSOA")
    /// ID3: attached picture.
    public static let id3MetadataKeyAttachedPicture = Self(rawValue: "APIC")
    /// ID3: user text.
    public static let id3MetadataKeyUserText = Self(rawValue: "TXXX")
}

/// A key with its key space, in one text.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one of a text. It may be any.
    ///
    /// - Parameter rawValue: the text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Common: title.
    public static let commonIdentifierTitle = Self(rawValue: "comn/title")
    /// Common: creator.
    public static let commonIdentifierCreator = Self(rawValue: "comn/creator")
    /// Common: subject.
    public static let commonIdentifierSubject = Self(rawValue: "comn/subject")
    /// Common: description.
    public static let commonIdentifierDescription = Self(rawValue: "comn/description")
    /// Common: publisher.
    public static let commonIdentifierPublisher = Self(rawValue: "comn/publisher")
    /// Common: contributor.
    public static let commonIdentifierContributor = Self(rawValue: "comn/contributor")
    /// Common: creation date.
    public static let commonIdentifierCreationDate = Self(rawValue: "comn/creationDate")
    /// Common: last modified date.
    public static let commonIdentifierLastModifiedDate = Self(rawValue: "comn/lastModifiedDate")
    /// Common: what kind of work it is, such as the genre.
    public static let commonIdentifierType = Self(rawValue: "comn/type")
    /// Common: the form of the media.
    public static let commonIdentifierFormat = Self(rawValue: "comn/format")
    /// Common: what identifies the work.
    public static let commonIdentifierAssetIdentifier = Self(rawValue: "comn/identifier")
    /// Common: what it is made of.
    public static let commonIdentifierSource = Self(rawValue: "comn/source")
    /// Common: language.
    public static let commonIdentifierLanguage = Self(rawValue: "comn/language")
    /// Common: what it belongs to.
    public static let commonIdentifierRelation = Self(rawValue: "comn/relation")
    /// Common: location.
    public static let commonIdentifierLocation = Self(rawValue: "comn/location")
    /// Common: who has the rights.
    public static let commonIdentifierCopyrights = Self(rawValue: "comn/copyrights")
    /// Common: album name.
    public static let commonIdentifierAlbumName = Self(rawValue: "comn/albumName")
    /// Common: author.
    public static let commonIdentifierAuthor = Self(rawValue: "comn/author")
    /// Common: artist.
    public static let commonIdentifierArtist = Self(rawValue: "comn/artist")
    /// Common: artwork.
    public static let commonIdentifierArtwork = Self(rawValue: "comn/artwork")
    /// Common: who made the device.
    public static let commonIdentifierMake = Self(rawValue: "comn/make")
    /// Common: the model of the device.
    public static let commonIdentifierModel = Self(rawValue: "comn/model")
    /// Common: software.
    public static let commonIdentifierSoftware = Self(rawValue: "comn/software")
    /// Common: accessibility description.
    public static let commonIdentifierAccessibilityDescription = Self(rawValue: "comn/accessibilityDescription")
    /// iTunes: title.
    public static let iTunesMetadataSongName = Self(rawValue: "itsk/%A9nam")
    /// iTunes: artist.
    public static let iTunesMetadataArtist = Self(rawValue: "itsk/%A9ART")
    /// iTunes: album.
    public static let iTunesMetadataAlbum = Self(rawValue: "itsk/%A9alb")
    /// iTunes: album artist.
    public static let iTunesMetadataAlbumArtist = Self(rawValue: "itsk/aART")
    /// iTunes: comments.
    public static let iTunesMetadataUserComment = Self(rawValue: "itsk/%A9cmt")
    /// iTunes: year.
    public static let iTunesMetadataReleaseDate = Self(rawValue: "itsk/%A9day")
    /// iTunes: genre.
    public static let iTunesMetadataUserGenre = Self(rawValue: "itsk/%A9gen")
    /// iTunes: predefined genre.
    public static let iTunesMetadataPredefinedGenre = Self(rawValue: "itsk/gnre")
    /// iTunes: composer.
    public static let iTunesMetadataComposer = Self(rawValue: "itsk/%A9wrt")
    /// iTunes: encoding application.
    public static let iTunesMetadataEncodingTool = Self(rawValue: "itsk/%A9too")
    /// iTunes: encoded by.
    public static let iTunesMetadataEncodedBy = Self(rawValue: "itsk/%A9enc")
    /// iTunes: copyright.
    public static let iTunesMetadataCopyright = Self(rawValue: "itsk/cprt")
    /// iTunes: track number.
    public static let iTunesMetadataTrackNumber = Self(rawValue: "itsk/trkn")
    /// iTunes: disc number.
    public static let iTunesMetadataDiscNumber = Self(rawValue: "itsk/disk")
    /// iTunes: tempo.
    public static let iTunesMetadataBeatsPerMin = Self(rawValue: "itsk/tmpo")
    /// iTunes: compilation.
    public static let iTunesMetadataDiscCompilation = Self(rawValue: "itsk/cpil")
    /// iTunes: grouping.
    public static let iTunesMetadataGrouping = Self(rawValue: "itsk/grup")
    /// iTunes: lyrics.
    public static let iTunesMetadataLyrics = Self(rawValue: "itsk/%A9lyr")
    /// iTunes: conductor.
    public static let iTunesMetadataConductor = Self(rawValue: "itsk/%A9con")
    /// iTunes: publisher.
    public static let iTunesMetadataPublisher = Self(rawValue: "itsk/%A9pub")
    /// iTunes: description.
    public static let iTunesMetadataDescription = Self(rawValue: "itsk/%A9des")
    /// iTunes: cover art.
    public static let iTunesMetadataCoverArt = Self(rawValue: "itsk/covr")
    /// ID3: title.
    public static let id3MetadataTitleDescription = Self(rawValue: "id3/TIT2")
    /// ID3: artist.
    public static let id3MetadataLeadPerformer = Self(rawValue: "id3/TPE1")
    /// ID3: album.
    public static let id3MetadataAlbumTitle = Self(rawValue: "id3/TALB")
    /// ID3: album artist.
    public static let id3MetadataBand = Self(rawValue: "id3/TPE2")
    /// ID3: comments.
    public static let id3MetadataComments = Self(rawValue: "id3/COMM")
    /// ID3: year.
    public static let id3MetadataRecordingTime = Self(rawValue: "id3/TDRC")
    /// ID3: year.
    public static let id3MetadataYear = Self(rawValue: "id3/TYER")
    /// ID3: genre.
    public static let id3MetadataContentType = Self(rawValue: "id3/TCON")
    /// ID3: composer.
    public static let id3MetadataComposer = Self(rawValue: "id3/TCOM")
    /// ID3: encoding application.
    public static let id3MetadataEncodedWith = Self(rawValue: "id3/TSSE")
    /// ID3: encoded by.
    public static let id3MetadataEncodedBy = Self(rawValue: "id3/TENC")
    /// ID3: copyright.
    public static let id3MetadataCopyright = Self(rawValue: "id3/TCOP")
    /// ID3: track number.
    public static let id3MetadataTrackNumber = Self(rawValue: "id3/TRCK")
    /// ID3: disc number.
    public static let id3MetadataPartOfASet = Self(rawValue: "id3/TPOS")
    /// ID3: tempo.
    public static let id3MetadataBeatsPerMinute = Self(rawValue: "id3/TBPM")
    /// ID3: grouping.
    public static let id3MetadataContentGroupDescription = Self(rawValue: "id3/TIT1")
    /// ID3: lyrics.
    public static let id3MetadataUnsynchronizedLyric = Self(rawValue: "id3/USLT")
    /// ID3: conductor.
    public static let id3MetadataConductor = Self(rawValue: "id3/TPE3")
    /// ID3: publisher.
    public static let id3MetadataPublisher = Self(rawValue: "id3/TPUB")
    /// ID3: key signature.
    public static let id3MetadataInitialKey = Self(rawValue: "id3/TKEY")
    /// ID3: lyricist.
    public static let id3MetadataLyricist = Self(rawValue: "id3/TEXT")
    /// ID3: subtitle.
    public static let id3MetadataSubTitle = Self(rawValue: "id3/TIT3")
    /// ID3: ISRC.
    public static let id3MetadataInternationalStandardRecordingCode = Self(rawValue: "id3/TSRC")
    /// ID3: language.
    public static let id3MetadataLanguage = Self(rawValue: "id3/TLAN")
    /// ID3: mood.
    public static let id3MetadataMood = Self(rawValue: "id3/TMOO")
    /// ID3: recorded date.
    public static let id3MetadataRecordingDates = Self(rawValue: "id3/TRDA")
    /// ID3: sort title.
    public static let id3MetadataTitleSortOrder = Self(rawValue: "id3/TSOT")
    /// ID3: sort artist.
    public static let id3MetadataPerformerSortOrder = Self(rawValue: "id3/TSOP")
    /// ID3: sort album.
    public static let id3MetadataAlbumSortOrder = Self(rawValue: "id3/TSOA")
    /// ID3: attached picture.
    public static let id3MetadataAttachedPicture = Self(rawValue: "id3/APIC")
    /// ID3: user text.
    public static let id3MetadataUserText = Self(rawValue: "id3/TXXX")
}
