import AVFoundation
import Testing

@Suite struct MetadataNameTests {
    private static let rows: [(AVMetadataKey, AVMetadataKeySpace, AVMetadataIdentifier)] = [
        (.commonKeyTitle, .common, .commonIdentifierTitle),
        (.commonKeyCreator, .common, .commonIdentifierCreator),
        (.commonKeySubject, .common, .commonIdentifierSubject),
        (.commonKeyDescription, .common, .commonIdentifierDescription),
        (.commonKeyPublisher, .common, .commonIdentifierPublisher),
        (.commonKeyContributor, .common, .commonIdentifierContributor),
        (.commonKeyCreationDate, .common, .commonIdentifierCreationDate),
        (.commonKeyLastModifiedDate, .common, .commonIdentifierLastModifiedDate),
        (.commonKeyType, .common, .commonIdentifierType),
        (.commonKeyFormat, .common, .commonIdentifierFormat),
        (.commonKeyIdentifier, .common, .commonIdentifierAssetIdentifier),
        (.commonKeySource, .common, .commonIdentifierSource),
        (.commonKeyLanguage, .common, .commonIdentifierLanguage),
        (.commonKeyRelation, .common, .commonIdentifierRelation),
        (.commonKeyLocation, .common, .commonIdentifierLocation),
        (.commonKeyCopyrights, .common, .commonIdentifierCopyrights),
        (.commonKeyAlbumName, .common, .commonIdentifierAlbumName),
        (.commonKeyAuthor, .common, .commonIdentifierAuthor),
        (.commonKeyArtist, .common, .commonIdentifierArtist),
        (.commonKeyArtwork, .common, .commonIdentifierArtwork),
        (.commonKeyMake, .common, .commonIdentifierMake),
        (.commonKeyModel, .common, .commonIdentifierModel),
        (.commonKeySoftware, .common, .commonIdentifierSoftware),
        (.commonKeyAccessibilityDescription, .common, .commonIdentifierAccessibilityDescription),
        (.iTunesMetadataKeySongName, .iTunes, .iTunesMetadataSongName),
        (.iTunesMetadataKeyArtist, .iTunes, .iTunesMetadataArtist),
        (.iTunesMetadataKeyAlbum, .iTunes, .iTunesMetadataAlbum),
        (.iTunesMetadataKeyAlbumArtist, .iTunes, .iTunesMetadataAlbumArtist),
        (.iTunesMetadataKeyUserComment, .iTunes, .iTunesMetadataUserComment),
        (.iTunesMetadataKeyReleaseDate, .iTunes, .iTunesMetadataReleaseDate),
        (.iTunesMetadataKeyUserGenre, .iTunes, .iTunesMetadataUserGenre),
        (.iTunesMetadataKeyPredefinedGenre, .iTunes, .iTunesMetadataPredefinedGenre),
        (.iTunesMetadataKeyComposer, .iTunes, .iTunesMetadataComposer),
        (.iTunesMetadataKeyEncodingTool, .iTunes, .iTunesMetadataEncodingTool),
        (.iTunesMetadataKeyEncodedBy, .iTunes, .iTunesMetadataEncodedBy),
        (.iTunesMetadataKeyCopyright, .iTunes, .iTunesMetadataCopyright),
        (.iTunesMetadataKeyTrackNumber, .iTunes, .iTunesMetadataTrackNumber),
        (.iTunesMetadataKeyDiscNumber, .iTunes, .iTunesMetadataDiscNumber),
        (.iTunesMetadataKeyBeatsPerMin, .iTunes, .iTunesMetadataBeatsPerMin),
        (.iTunesMetadataKeyDiscCompilation, .iTunes, .iTunesMetadataDiscCompilation),
        (.iTunesMetadataKeyGrouping, .iTunes, .iTunesMetadataGrouping),
        (.iTunesMetadataKeyLyrics, .iTunes, .iTunesMetadataLyrics),
        (.iTunesMetadataKeyConductor, .iTunes, .iTunesMetadataConductor),
        (.iTunesMetadataKeyPublisher, .iTunes, .iTunesMetadataPublisher),
        (.iTunesMetadataKeyDescription, .iTunes, .iTunesMetadataDescription),
        (.iTunesMetadataKeyCoverArt, .iTunes, .iTunesMetadataCoverArt),
        (.id3MetadataKeyTitleDescription, .id3, .id3MetadataTitleDescription),
        (.id3MetadataKeyLeadPerformer, .id3, .id3MetadataLeadPerformer),
        (.id3MetadataKeyAlbumTitle, .id3, .id3MetadataAlbumTitle),
        (.id3MetadataKeyBand, .id3, .id3MetadataBand),
        (.id3MetadataKeyComments, .id3, .id3MetadataComments),
        (.id3MetadataKeyRecordingTime, .id3, .id3MetadataRecordingTime),
        (.id3MetadataKeyYear, .id3, .id3MetadataYear),
        (.id3MetadataKeyContentType, .id3, .id3MetadataContentType),
        (.id3MetadataKeyComposer, .id3, .id3MetadataComposer),
        (.id3MetadataKeyEncodedWith, .id3, .id3MetadataEncodedWith),
        (.id3MetadataKeyEncodedBy, .id3, .id3MetadataEncodedBy),
        (.id3MetadataKeyCopyright, .id3, .id3MetadataCopyright),
        (.id3MetadataKeyTrackNumber, .id3, .id3MetadataTrackNumber),
        (.id3MetadataKeyPartOfASet, .id3, .id3MetadataPartOfASet),
        (.id3MetadataKeyBeatsPerMinute, .id3, .id3MetadataBeatsPerMinute),
        (.id3MetadataKeyContentGroupDescription, .id3, .id3MetadataContentGroupDescription),
        (.id3MetadataKeyUnsynchronizedLyric, .id3, .id3MetadataUnsynchronizedLyric),
        (.id3MetadataKeyConductor, .id3, .id3MetadataConductor),
        (.id3MetadataKeyPublisher, .id3, .id3MetadataPublisher),
        (.id3MetadataKeyInitialKey, .id3, .id3MetadataInitialKey),
        (.id3MetadataKeyLyricist, .id3, .id3MetadataLyricist),
        (.id3MetadataKeySubTitle, .id3, .id3MetadataSubTitle),
        (.id3MetadataKeyInternationalStandardRecordingCode, .id3, .id3MetadataInternationalStandardRecordingCode),
        (.id3MetadataKeyLanguage, .id3, .id3MetadataLanguage),
        (.id3MetadataKeyMood, .id3, .id3MetadataMood),
        (.id3MetadataKeyRecordingDates, .id3, .id3MetadataRecordingDates),
        (.id3MetadataKeyTitleSortOrder, .id3, .id3MetadataTitleSortOrder),
        (.id3MetadataKeyPerformerSortOrder, .id3, .id3MetadataPerformerSortOrder),
        (.id3MetadataKeyAlbumSortOrder, .id3, .id3MetadataAlbumSortOrder),
        (.id3MetadataKeyAttachedPicture, .id3, .id3MetadataAttachedPicture),
        (.id3MetadataKeyUserText, .id3, .id3MetadataUserText),
    ]

    /// A key and an identifier of one thing belong together.
    @Test func keysAndIdentifiers() {
        for (key, space, identifier) in Self.rows {
            #expect(AVMetadataItem.identifier(forKey: key.rawValue, keySpace: space) == identifier)
            #expect(AVMetadataItem.keySpace(forIdentifier: identifier) == space)
        }
        #expect(Set(Self.rows.map(\.2)).count == Self.rows.count)
        #expect(AVMetadataIdentifier.commonIdentifierTitle.rawValue == "comn/title")
        #expect(AVMetadataIdentifier.iTunesMetadataSongName.rawValue == "itsk/%A9nam")
        #expect(AVMetadataIdentifier.id3MetadataTitleDescription.rawValue == "id3/TIT2")
    }

    @Test func keySpacesAndFormats() {
        let spaces: [AVMetadataKeySpace] = [
            .common, .iTunes, .id3, .quickTimeUserData, .quickTimeMetadata, .isoUserData, .icy, .audioFile,
        ]
        #expect(spaces.map(\.rawValue) == ["comn", "itsk", "org.id3", "udta", "mdta", "uiso", "icy", "caaf"])
        let formats: [AVMetadataFormat] = [
            .iTunesMetadata, .id3Metadata, .quickTimeUserData, .quickTimeMetadata, .isoUserData, .unknown,
        ]
        #expect(Set(formats).count == 6 && formats[1].rawValue == "org.id3")
    }
}
