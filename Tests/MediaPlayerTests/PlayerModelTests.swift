import AudioCore
import Foundation
import NowPlaying
import Testing

@testable import MediaPlayer

/// What others see of a player, by what its program says.
@Suite struct PlayerModelTests {
    private static let second = HostTime.ticksPerSecond
    private let center = MPRemoteCommandCenter {}

    private func info(_ values: [String: Any]) -> NowPlayingInfo {
        NowPlayingInfo([MPMediaItemPropertyTitle: "Low Tide"].merging(values) { $1 })
    }

    private func shown(_ model: PlayerModel) throws -> PlayerState {
        try #require(model.shown(PlayerOffer(center)))
    }

    @Test func nothingIsShownOfNothing() {
        #expect(PlayerModel().shown(PlayerOffer(center)) == nil)
        center.playCommand.addTarget { _ in .success }
        #expect(PlayerModel().shown(PlayerOffer(center))?.status == .stopped)
    }

    @Test func timeIsAddedWhileItPlays() throws {
        var model = PlayerModel()
        model.take(
            info([
                MPNowPlayingInfoPropertyElapsedPlaybackTime: 10.0, MPNowPlayingInfoPropertyPlaybackRate: 2.0,
                MPMediaItemPropertyPlaybackDuration: 20.0,
            ]), at: 5 * Self.second)
        var state = try shown(model)
        #expect(state.status == .playing && state.rate == 2)
        #expect(state.position.seconds(at: 7 * Self.second, of: 20) == 14)
        #expect(state.position.seconds(at: 60 * Self.second, of: 20) == 20)
        // A pause without an elapsed time keeps the place.
        model.take(info([MPNowPlayingInfoPropertyPlaybackRate: 0]), at: 7 * Self.second)
        state = try shown(model)
        #expect(state.status == .paused && state.rate == 1)
        #expect(state.position.seconds(at: 60 * Self.second, of: nil) == 14)
        // Another item begins at its start.
        model.take(info([MPMediaItemPropertyTitle: "Ebb"]), at: 8 * Self.second)
        #expect(try shown(model).position.seconds(at: 9 * Self.second, of: nil) == 1)
    }

    @Test func theStateOfTheProgramCounts() throws {
        var model = PlayerModel()
        model.take(info([:]), at: 0)
        for (state, status) in [
            (MPNowPlayingPlaybackState.playing, PlayerState.Status.playing), (.paused, .paused), (.stopped, .stopped),
            (.interrupted, .paused), (.unknown, .playing),
        ] {
            model.playbackState = state
            #expect(try shown(model).status == status)
        }
    }

    @Test func itemsAreToldApart() throws {
        var model = PlayerModel()
        var seen: [UInt64] = []
        for values in [
            [:], [MPNowPlayingInfoPropertyElapsedPlaybackTime: 3], [MPMediaItemPropertyAlbumTitle: "Tides"],
            [MPMediaItemPropertyAlbumTitle: "Tides", MPMediaItemPropertyPersistentID: UInt64(7)],
            [MPMediaItemPropertyAlbumTitle: "Tides", MPNowPlayingInfoPropertyExternalContentIdentifier: "x"],
            // Its names came later.
            [MPMediaItemPropertyAlbumTitle: "Ebbs", MPNowPlayingInfoPropertyExternalContentIdentifier: "x"],
        ] as [[String: Any]] {
            model.take(info(values), at: 0)
            seen.append(try #require(try shown(model).track).identifier)
        }
        #expect(seen == [1, 1, 2, 3, 4, 4])
    }

    @Test func commandsAreAbilities() throws {
        var model = PlayerModel()
        model.take(info([:]), at: 0)
        let expected: [(MPRemoteCommand, PlayerAbilities)] = [
            (center.playCommand, .play), (center.pauseCommand, .pause),
            (center.togglePlayPauseCommand, [.play, .pause]),
            (center.stopCommand, .stop), (center.nextTrackCommand, .next), (center.previousTrackCommand, .previous),
            (center.skipForwardCommand, .seek), (center.skipBackwardCommand, .seek),
            (center.changePlaybackPositionCommand, .seek), (center.changePlaybackRateCommand, .changeRate),
            (center.changeRepeatModeCommand, .changeRepeat), (center.changeShuffleModeCommand, .changeShuffle),
            (center.likeCommand, []), (center.ratingCommand, []),
        ]
        for (command, abilities) in expected {
            #expect(try shown(model).abilities == [])
            let token = command.addTarget { _ in .success }
            #expect(try shown(model).abilities == abilities)
            command.isEnabled = false
            #expect(try shown(model).abilities == [])
            command.isEnabled = true
            command.removeTarget(token)
        }
        center.skipForwardCommand.addTarget { _ in .success }
        model.take(info([MPNowPlayingInfoPropertyIsLiveStream: true, MPMediaItemPropertyPlaybackDuration: 9]), at: 0)
        #expect(try shown(model).abilities == [])
        #expect(try shown(model).track?.duration == nil)
    }

    @Test func modesAreShownWhereTheyCanBeChanged() throws {
        var model = PlayerModel()
        model.take(info([:]), at: 0)
        center.changeRepeatModeCommand.currentRepeatType = .all
        center.changeShuffleModeCommand.currentShuffleType = .collections
        center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 3, -1, 0]
        var state = try shown(model)
        #expect(state.repeats == nil && state.shuffles == nil && state.rates == 1...1)
        for command in [
            center.changeRepeatModeCommand, center.changeShuffleModeCommand, center.changePlaybackRateCommand,
        ] {
            command.addTarget { _ in .success }
        }
        state = try shown(model)
        #expect(state.repeats == .all && state.shuffles == true && state.rates == 0.5...3)
    }

    /// Every type that a program may put a number into the dictionary as; none that is not finite.
    @Test func numbersHaveAnyType() {
        let seconds: [Any] = [
            Double(3), Float(3), 3, Int32(3), UInt8(3), UInt64(3), NSNumber(value: 3), CGFloat(3),
            NSNumber(value: Float(3)),
        ]
        for value in seconds {
            #expect(info([MPNowPlayingInfoPropertyElapsedPlaybackTime: value]).elapsed == 3, "\(type(of: value))")
        }
        for value in ["3", Double.nan, Double.infinity, Date()] as [Any] {
            #expect(info([MPNowPlayingInfoPropertyElapsedPlaybackTime: value]).elapsed == nil)
        }
        for value in [true, NSNumber(value: true), 1] as [Any] {
            #expect(info([MPNowPlayingInfoPropertyIsLiveStream: value]).isLive, "\(type(of: value))")
        }
        #expect(info([MPMediaItemPropertyAlbumTrackNumber: Double(1e300)]).track.trackNumber == nil)
        #expect(info([MPMediaItemPropertyPlaybackDuration: 0]).track.duration == nil)
    }

    @Test func everythingKnownOfAnItemIsShown() {
        let date = Date(timeIntervalSince1970: 0)
        let track = info([
            MPMediaItemPropertyAlbumTitle: "Tides", MPMediaItemPropertyArtist: "The Larks",
            MPMediaItemPropertyAlbumArtist: "Various", MPMediaItemPropertyComposer: "A. Lark",
            MPMediaItemPropertyGenre: "Folk", MPMediaItemPropertyComments: "live", MPMediaItemPropertyLyrics: "la",
            MPMediaItemPropertyAlbumTrackNumber: 4, MPMediaItemPropertyDiscNumber: 2,
            MPMediaItemPropertyBeatsPerMinute: 96, MPMediaItemPropertyPlayCount: 0, MPMediaItemPropertyRating: 4,
            MPMediaItemPropertyReleaseDate: date, MPMediaItemPropertyLastPlayedDate: date,
            MPMediaItemPropertyPlaybackDuration: 215.5,
            MPNowPlayingInfoPropertyAssetURL: URL(string: "https://example.org/a.mp3")!,
        ]).track
        var expected = PlayerTrack()
        (expected.title, expected.album, expected.lyrics) = ("Low Tide", "Tides", "la")
        (expected.artists, expected.albumArtists) = (["The Larks"], ["Various"])
        (expected.composers, expected.genres, expected.comments) = (["A. Lark"], ["Folk"], ["live"])
        (expected.trackNumber, expected.discNumber, expected.beatsPerMinute) = (4, 2, 96)
        (expected.playCount, expected.rating, expected.duration) = (0, 0.8, 215.5)
        (expected.created, expected.lastPlayed) = ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z")
        expected.url = "https://example.org/a.mp3"
        #expect(track == expected)
    }

    /// The desktop lists as much of a queue as it can take, which stays the same for as long as the one that plays is in the middle.
    @Test func aLongQueueIsListedAroundWhatPlays() {
        for count in [0, 1, 3, PlayerQueue.most, 1000] {
            var seen: [Range<Int>] = []
            for current in 0..<count {
                let places = PlayerQueue.places(of: count, around: current)
                #expect(places.contains(current) && places.count == min(count, PlayerQueue.most))
                if seen.last != places { seen.append(places) }
            }
            #expect(seen.count <= max(1, count / 100))
        }
        #expect(PlayerQueue.places(of: 0, around: 0).isEmpty)
        #expect(PlayerQueue.places(of: 1000, around: 300) == 192..<448)
    }
}
