import AVFoundation
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite struct MetadataTests {
    private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

    private func mp3(_ url: URL) throws {
        let chapter = Array("c1".utf8) + [0, 0, 0, 0, 100, 0, 0, 0, 200] + [UInt8](repeating: 255, count: 8)
        let title = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 0] + Array("One".utf8)
        let tag = AssetStage.id3([
            ("TIT2", AssetStage.text("Song")), ("TPE1", AssetStage.text("Band")), ("TALB", AssetStage.text("Record")),
            ("TRCK", AssetStage.text("3/12")), ("TYER", AssetStage.text("1999")),
            ("TXXX", AssetStage.text("MOOD\0calm")),
            ("USLT", [0] + Array("eng".utf8) + [0] + Array("la la".utf8)),
            ("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + Self.picture), ("CHAP", chapter + title),
        ])
        let sound = try Fixture.named("MPEGAudio/cbr-mono.mp3").bytes()
        try Data(tag + sound).write(to: url)
    }

    @Test func itemsOfID3() async throws {
        try await AssetStage.temporary("song.mp3") { url in
            try mp3(url)
            let asset = AVURLAsset(url: url)
            #expect(try await asset.load(.availableMetadataFormats) == [.id3Metadata])
            let items = try await asset.loadMetadata(for: .id3Metadata)
            #expect(items == asset.metadata && items == asset.metadata(forFormat: .id3Metadata))
            #expect(asset.metadata(forFormat: .iTunesMetadata).isEmpty)
            let title = try #require(
                AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle).first)
            #expect(
                title.identifier == .id3MetadataTitleDescription && title.keySpace == .id3
                    && title.commonKey == .commonKeyTitle)
            #expect(title.key as? String == "TIT2" && title.stringValue == "Song" && title.value as? String == "Song")
            #expect(title.dataType == "com.apple.metadata.datatype.UTF-8" && title.dataValue == Data("Song".utf8))
            #expect(try await title.load(.stringValue) == "Song")
            #expect(try await title.load(.numberValue) == nil)
            #expect(try await title.load(.dataValue, .extraAttributes, .value).0?.count == 4)
            #expect(try await title.load(.dateValue) == nil)
            let artwork = try #require(asset.commonMetadata.first { $0.commonKey == .commonKeyArtwork })
            #expect(artwork.dataValue == Data(Self.picture) && artwork.stringValue == nil)
            #expect(artwork.identifier == .id3MetadataAttachedPicture && artwork.dataType?.hasSuffix("JPEG") == true)
            let mood = try #require(items.first { $0.identifier == .id3MetadataUserText })
            #expect(
                mood.extraAttributes?[.info] as? String == "MOOD" && mood.stringValue == "calm" && mood.commonKey == nil
            )
            let names = asset.commonMetadata.compactMap { $0.commonKey?.rawValue }
            #expect(Set(names) == ["title", "artist", "albumName", "creationDate", "artwork"])
            #expect(asset.lyrics == "la la" && asset.creationDate?.stringValue == "1999")
            #expect(asset.creationDate?.dateValue?.timeIntervalSince1970 == 915_148_800)
            #expect(try await asset.load(.lyrics) == "la la")
            #expect(try await asset.load(.creationDate) === asset.creationDate)
            #expect(try await asset.load(.commonMetadata).count == names.count)
        }
    }

    @Test func chaptersAreGroups() async throws {
        try await AssetStage.temporary("song.mp3") { url in
            try mp3(url)
            let asset = AVURLAsset(url: url)
            let locales = try await asset.load(.availableChapterLocales)
            #expect(locales.map(\.identifier) == ["und"] && locales == asset.availableChapterLocales)
            let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
            let chapter: AVTimedMetadataGroup = try #require(groups.first)
            #expect(groups.count == 1 && chapter.items.first?.stringValue == "One")
            #expect(
                chapter.items.first?.commonKey == .commonKeyTitle
                    && chapter.items.first?.time == chapter.timeRange.start)
            #expect(chapter.items.first?.duration == chapter.timeRange.duration)
            #expect(abs(chapter.timeRange.start.seconds - 0.1) < 0.001 && chapter.timeRange.end == asset.duration)
            #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: []).count == 1)
            #expect(
                asset.chapterMetadataGroups(withTitleLocale: locales[0], containingItemsWithCommonKeys: nil).count == 1)
            let french = Locale(identifier: "fr")
            #expect(asset.chapterMetadataGroups(withTitleLocale: french, containingItemsWithCommonKeys: []).isEmpty)
            #expect(try await asset.loadChapterMetadataGroups(withTitleLocale: french).isEmpty)
            #expect(chapter.copy() as? AVTimedMetadataGroup === chapter)
            let group: AVMetadataGroup = chapter
            #expect(group.items.count == 1)
        }
    }

    @Test func itemsOfITunes() async throws {
        try await AssetStage.temporary("song.m4a") { url in
            try FileManager.default.copyItem(at: AssetStage.url("MPEG4/aac-stereo.m4a"), to: url)
            var file: AudioFileID?
            #expect(AudioFileOpenURL(url as CFURL, .readWritePermission, 0, &file) == noErr)
            let info: [String: String] = ["title": "Song", "track number": "3/12", "tempo": "120", "mood": "calm"]
            var dictionary: Unmanaged<CFDictionary> = .passUnretained(info as NSDictionary)
            let isSet = withExtendedLifetime(info as NSDictionary) { held in
                dictionary = .passUnretained(held)
                return AudioFileSetProperty(
                    file!, kAudioFilePropertyInfoDictionary, UInt32(MemoryLayout<CFDictionary>.size), &dictionary)
            }
            #expect(isSet == noErr && AudioFileClose(file!) == noErr)
            let asset = AVURLAsset(url: url)
            #expect(asset.availableMetadataFormats == [.iTunesMetadata])
            func item(_ identifier: AVMetadataIdentifier) -> AVMetadataItem? {
                AVMetadataItem.metadataItems(from: asset.metadata, filteredByIdentifier: identifier).first
            }
            let title = try #require(item(.iTunesMetadataSongName))
            #expect(title.stringValue == "Song" && title.commonKey == .commonKeyTitle && title.keySpace == .iTunes)
            #expect((title.key as? NSNumber)?.int32Value == Int32(bitPattern: 0xA96E_616D))
            #expect(item(.commonIdentifierTitle) === title)
            #expect(item(.iTunesMetadataTrackNumber)?.dataValue == Data([0, 0, 0, 3, 0, 12, 0, 0]))
            #expect(
                item(.iTunesMetadataBeatsPerMin)?.numberValue == 120
                    && item(.iTunesMetadataBeatsPerMin)?.stringValue == "120")
            #expect(item(AVMetadataIdentifier("itlk/com.apple.iTunes.mood"))?.stringValue == "calm")
            let byKey = AVMetadataItem.metadataItems(
                from: asset.metadata, withKey: AVMetadataKey.iTunesMetadataKeySongName, keySpace: .iTunes)
            #expect(byKey == [title])
            #expect(AVMetadataItem.metadataItems(from: asset.metadata, withKey: title.key, keySpace: nil) == [title])
            #expect(
                AVMetadataItem.metadataItems(from: asset.metadata, withKey: "title", keySpace: .common) == [title])
            #expect(AVMetadataItem.metadataItems(from: asset.metadata, withKey: Date(), keySpace: nil).isEmpty)
        }
    }

    /// Files of other types have the keys of Core Audio's dictionary.
    @Test(arguments: ["CAF/s16-info.caf", "WAVE/s16-info.wav", "AIFF/s16-text.aiff"])
    func itemsOfOtherFiles(path: String) throws {
        let asset = AssetStage.asset(path)
        let item = try #require(asset.metadata.first { $0.commonKey == .commonKeyTitle })
        #expect(
            item.keySpace == .audioFile && item.identifier?.rawValue == "caaf/title"
                && item.stringValue?.isEmpty == false)
        #expect(asset.availableMetadataFormats == [.unknown] && asset.availableChapterLocales.isEmpty)
    }

    @Test func itemsCanBeMade() throws {
        let item = AVMutableMetadataItem()
        #expect(item.identifier == nil && item.key == nil && item.commonKey == nil)
        item.identifier = .iTunesMetadataSongName
        #expect(item.keySpace == .iTunes && (item.key as? NSNumber)?.int32Value == Int32(bitPattern: 0xA96E_616D))
        item.value = "Song" as NSString
        item.extendedLanguageTag = "en"
        item.locale = Locale(identifier: "en_GB")
        item.dataType = "text"
        (item.time, item.duration) = (.zero, CMTime(value: 1, timescale: 1))
        item.startDate = Date(timeIntervalSince1970: 5)
        item.extraAttributes = [AVMetadataExtraAttributeKey.baseURI: "a", .valueURI: "b"]
        let copy = try #require(item.copy() as? AVMetadataItem)
        item.value = NSNumber(value: 7)
        #expect(
            copy.stringValue == "Song" && item.stringValue == "7" && item.numberValue == 7
                && !(copy is AVMutableMetadataItem))
        #expect(copy.extendedLanguageTag == "en" && copy.locale?.identifier == "en_GB" && copy.dataType == "text")
        #expect(
            copy.duration.seconds == 1 && copy.startDate?.timeIntervalSince1970 == 5 && copy.extraAttributes?.count == 2
        )
        #expect((copy.mutableCopy() as? AVMutableMetadataItem)?.identifier == .iTunesMetadataSongName)
        item.keySpace = .id3
        item.key = "TPE1" as NSString
        #expect(item.identifier == .id3MetadataLeadPerformer && item.commonKey == .commonKeyArtist)
        item.value = NSDate(timeIntervalSince1970: 0)
        #expect(
            item.stringValue == "1970-01-01T00:00:00Z" && item.dateValue?.timeIntervalSince1970 == 0
                && item.dataValue == nil)
        item.value = "2001-02-03" as NSString
        #expect(item.dateValue?.timeIntervalSince1970 == 981_158_400)
        for text in ["not a date", "9223372036854775807"] {
            item.value = text as NSString
            #expect(item.dateValue == nil)
        }
        #expect(copy.statusOfValue(forKey: "value", error: nil) == .loaded && copy.description.contains("itsk/%A9nam"))
        let french = AVMutableMetadataItem()
        french.extendedLanguageTag = "fr"
        let items: [AVMetadataItem] = [AVMetadataItem(), french, copy]
        #expect(
            AVMetadataItem.metadataItems(from: items, filteredAndSortedAccordingToPreferredLanguages: ["en", "fr"])
                == [copy, french, items[0]])
        #expect(AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "en_GB")) == [copy])
        #expect(AVMetadataItem.key(forIdentifier: .id3MetadataUserText) as? String == "TXXX")
        #expect(AVMetadataItem.key(forIdentifier: AVMetadataIdentifier("nothing")) == nil)
        #expect(AVMetadataItem.keySpace(forIdentifier: AVMetadataIdentifier("/x")) == nil)
        let custom = AVMetadataItem.identifier(forKey: "a/b c%", keySpace: .quickTimeMetadata)
        #expect(
            custom?.rawValue == "mdta/a%2Fb%20c%25"
                && custom.flatMap { AVMetadataItem.key(forIdentifier: $0) } as? String == "a/b c%")
    }
}
