import Foundation
import NowPlaying
import Testing

@testable import MediaPlayer

/// Keys, types and values that have the same names and numbers as on a Mac.
@Suite struct PlayerNameTests {
    /// Each key of a dictionary is its own, and a center gives back what it was given.
    @Test func keysDiffer() {
        let keys = [
            MPMediaItemPropertyPersistentID, MPMediaItemPropertyMediaType, MPMediaItemPropertyTitle,
            MPMediaItemPropertyAlbumTitle, MPMediaItemPropertyAlbumPersistentID, MPMediaItemPropertyArtist,
            MPMediaItemPropertyArtistPersistentID, MPMediaItemPropertyAlbumArtist,
            MPMediaItemPropertyAlbumArtistPersistentID, MPMediaItemPropertyGenre,
            MPMediaItemPropertyGenrePersistentID, MPMediaItemPropertyComposer,
            MPMediaItemPropertyComposerPersistentID, MPMediaItemPropertyPlaybackDuration,
            MPMediaItemPropertyAlbumTrackNumber, MPMediaItemPropertyAlbumTrackCount, MPMediaItemPropertyDiscNumber,
            MPMediaItemPropertyDiscCount, MPMediaItemPropertyArtwork, MPMediaItemPropertyLyrics,
            MPMediaItemPropertyIsCompilation, MPMediaItemPropertyReleaseDate, MPMediaItemPropertyBeatsPerMinute,
            MPMediaItemPropertyComments, MPMediaItemPropertyAssetURL, MPMediaItemPropertyIsCloudItem,
            MPMediaItemPropertyHasProtectedAsset, MPMediaItemPropertyIsExplicit, MPMediaItemPropertyIsPreorder,
            MPMediaItemPropertyPodcastTitle, MPMediaItemPropertyPodcastPersistentID, MPMediaItemPropertyPlayCount,
            MPMediaItemPropertySkipCount, MPMediaItemPropertyRating, MPMediaItemPropertyLastPlayedDate,
            MPMediaItemPropertyUserGrouping, MPMediaItemPropertyBookmarkTime, MPMediaItemPropertyDateAdded,
            MPMediaItemPropertyPlaybackStoreID, MPNowPlayingInfoPropertyElapsedPlaybackTime,
            MPNowPlayingInfoPropertyPlaybackRate, MPNowPlayingInfoPropertyDefaultPlaybackRate,
            MPNowPlayingInfoPropertyPlaybackQueueIndex, MPNowPlayingInfoPropertyPlaybackQueueCount,
            MPNowPlayingInfoPropertyChapterNumber, MPNowPlayingInfoPropertyChapterCount,
            MPNowPlayingInfoPropertyIsLiveStream, MPNowPlayingInfoPropertyAvailableLanguageOptions,
            MPNowPlayingInfoPropertyCurrentLanguageOptions, MPNowPlayingInfoCollectionIdentifier,
            MPNowPlayingInfoPropertyExternalContentIdentifier, MPNowPlayingInfoPropertyExternalUserProfileIdentifier,
            MPNowPlayingInfoPropertyServiceIdentifier, MPNowPlayingInfoPropertyPlaybackProgress,
            MPNowPlayingInfoPropertyMediaType, MPNowPlayingInfoPropertyAssetURL,
            MPNowPlayingInfoPropertyCurrentPlaybackDate, MPNowPlayingInfoPropertyAdTimeRanges,
            MPNowPlayingInfoPropertyCreditsStartTime, MPNowPlayingInfoPropertyInternationalStandardRecordingCode,
            MPNowPlayingInfoPropertyExcludeFromSuggestions, MPNowPlayingInfoProperty1x1AnimatedArtwork,
            MPNowPlayingInfoProperty3x4AnimatedArtwork,
        ]
        #expect(Set(keys).count == keys.count && keys.allSatisfy { !$0.isEmpty })
        #expect(MPMediaEntityPropertyPersistentID == MPMediaItemPropertyPersistentID)
        let link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
        let center = MPNowPlayingInfoCenter(link)
        #expect(center.nowPlayingInfo == nil && center.playbackState == .unknown)
        center.nowPlayingInfo = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) })
        #expect(center.nowPlayingInfo as? [String: String] == Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
        center.playbackState = .interrupted
        #expect(center.playbackState == .interrupted)
        center.nowPlayingInfo = nil
        #expect(center.nowPlayingInfo == nil)
    }

    @Test func marksOfLanguagesDiffer() {
        let marks = [
            MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles,
            MPLanguageOptionCharacteristicDescribesMusicAndSound, MPLanguageOptionCharacteristicDescribesVideo,
            MPLanguageOptionCharacteristicDubbedTranslation, MPLanguageOptionCharacteristicEasyToRead,
            MPLanguageOptionCharacteristicIsAuxiliaryContent, MPLanguageOptionCharacteristicIsMainProgramContent,
            MPLanguageOptionCharacteristicLanguageTranslation, MPLanguageOptionCharacteristicTranscribesSpokenDialog,
            MPLanguageOptionCharacteristicVoiceOverTranslation,
        ]
        #expect(Set(marks).count == marks.count && marks.allSatisfy { $0.hasPrefix("public.") })
    }

    @Test func numbersAreThoseOfAMac() {
        #expect([MPNowPlayingInfoMediaType.none, .audio, .video].map(\.rawValue) == [0, 1, 2])
        #expect(
            [MPNowPlayingPlaybackState.unknown, .playing, .paused, .stopped, .interrupted].map(\.rawValue)
                == [0, 1, 2, 3, 4])
        #expect([MPNowPlayingInfoLanguageOptionType.audible, .legible].map(\.rawValue) == [0, 1])
        #expect([MPChangeLanguageOptionSetting.none, .nowPlayingItemOnly, .permanent].map(\.rawValue) == [0, 1, 2])
        #expect([MPSeekCommandEventType.beginSeeking, .endSeeking].map(\.rawValue) == [0, 1])
        #expect([MPRepeatType.off, .one, .all].map(\.rawValue) == [0, 1, 2])
        #expect([MPShuffleType.off, .items, .collections].map(\.rawValue) == [0, 1, 2])
        let statuses: [MPRemoteCommandHandlerStatus] = [
            .success, .noSuchContent, .noActionableNowPlayingItem, .deviceNotFound, .commandFailed,
        ]
        #expect(statuses.map(\.rawValue) == [0, 100, 110, 120, 200])
    }

    @Test func commandsHaveTheirTypes() {
        let center = MPRemoteCommandCenter {}
        #expect(type(of: center.skipBackwardCommand) == MPSkipIntervalCommand.self)
        #expect(type(of: center.bookmarkCommand) == MPFeedbackCommand.self)
        #expect(type(of: center.ratingCommand) == MPRatingCommand.self)
        #expect(type(of: center.changePlaybackRateCommand) == MPChangePlaybackRateCommand.self)
        #expect(type(of: center.changePlaybackPositionCommand) == MPChangePlaybackPositionCommand.self)
        #expect(type(of: center.changeRepeatModeCommand) == MPChangeRepeatModeCommand.self)
        #expect(type(of: center.changeShuffleModeCommand) == MPChangeShuffleModeCommand.self)
        for command in [center.seekForwardCommand, center.seekBackwardCommand, center.disableLanguageOptionCommand] {
            #expect(type(of: command) == MPRemoteCommand.self)
        }
        let shuffle = MPChangeShuffleModeCommandEvent(center.changeShuffleModeCommand, type: .collections)
        #expect(shuffle.shuffleType == .collections && !shuffle.preservesShuffleMode)
        let repeats = MPChangeRepeatModeCommandEvent(center.changeRepeatModeCommand, type: .one)
        #expect(repeats.repeatType == .one && !repeats.preservesRepeatMode)
    }
}
