import AudioCore
import AudioToolbox
import Foundation
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// A music player shows itself as what the program plays, and takes the commands that the program leaves to it.
@Suite struct MusicPlayerPublisherTests {
    private final class World {
        let stage: MusicStage
        let link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
        let publisher: MusicPlayerPublisher
        let songs: [FileItem]
        var player: MPMusicPlayerApplicationController { stage.player }

        init(_ count: Int64 = 3) throws {
            let stage = try MusicStage()
            self.stage = stage
            songs = try (1...count).map {
                try stage.song($0, kAudioFormatLinearPCM, frames: 24_000 * Int($0), ending: "wav")
            }
            publisher = MusicPlayerPublisher(stage.engine, link)
            publisher.begin()
        }

        func play() {
            player.setQueue(with: MPMediaItemCollection(items: songs))
            player.play()
        }

        var shown: PlayerState? {
            stage.engine.work.sync {}
            publisher.finish()
            return link.shown
        }

        /// What a user asks for, with all that comes of it.
        func ask(_ command: PlayerCommand) -> Bool {
            let isTaken = link.hasOwnPlayerObey(command)
            publisher.finish()
            stage.work()
            return isTaken
        }
    }

    @Test func whatPlaysIsShown() throws {
        let world = try World()
        #expect(world.shown == nil)
        world.play()
        let first = try #require(world.shown)
        #expect(first.status == .playing && first.rate == 1 && first.rates == 0.5...2)
        #expect(
            first.track?.title == "song 1" && first.track?.artists == ["The Larks"] && first.track?.album == "Tides")
        #expect(first.track?.duration == 0.5 && first.track?.url?.hasSuffix("/1.wav") == true)
        #expect(first.repeats == .off && first.shuffles == false)
        let usual: PlayerAbilities = [
            .play, .pause, .stop, .next, .previous, .seek, .changeRate, .changeRepeat, .changeShuffle,
        ]
        #expect(first.abilities == usual)
        _ = world.stage.hear(28_800)
        let second = try #require(world.shown)
        #expect(second.track?.title == "song 2" && second.track?.identifier != first.track?.identifier)
        #expect(second.position.seconds < 0.15 && second.position.rate == 1)
        world.player.pause()
        #expect(world.shown?.status == .paused && world.shown?.position.rate == 0)
        world.player.currentPlaybackTime = 0.25
        #expect(world.shown?.position.seconds == 0.25)
        world.player.skipToNextItem()
        let last = try #require(world.shown)
        #expect(last.track?.title == "song 3" && last.status == .paused && !last.abilities.contains(.next))
        world.player.stop()
        #expect(world.shown == nil)
    }

    @Test func thePlayerObeys() throws {
        let world = try World()
        let player = world.player
        #expect(!world.ask(.play), "there is nothing to play yet")
        world.play()
        _ = world.shown
        #expect(world.ask(.pause) && player.playbackState == .paused)
        // What is paused stays so on another item.
        #expect(world.ask(.next) && player.nowPlayingItem === world.songs[1] && player.playbackState == .paused)
        #expect(world.ask(.toggle) && player.playbackState == .playing)
        #expect(world.ask(.move(0.5)) && abs(player.currentPlaybackTime - 0.5) < 0.01)
        #expect(world.ask(.skip(-10)) && player.currentPlaybackTime < 0.01)
        #expect(world.ask(.skip(0.25)) && abs(player.currentPlaybackTime - 0.25) < 0.01)
        #expect(world.ask(.previous) && player.nowPlayingItem === world.songs[0])
        #expect(world.ask(.previous) && player.nowPlayingItem === world.songs[0] && player.playbackState == .playing)
        #expect(world.ask(.repeat(.all)) && player.repeatMode == .all && world.shown?.repeats == .all)
        #expect(world.ask(.shuffle(true)) && player.shuffleMode == .songs && world.shown?.shuffles == true)
        #expect(world.ask(.shuffle(false)) && player.shuffleMode == .off)
        #expect(world.ask(.rate(1.5)) && player.currentPlaybackRate == 1.5 && world.shown?.rate == 1.5)
        #expect(world.ask(.pause) && world.ask(.rate(1)) && player.playbackState == .paused)
        for command in [PlayerCommand.volume(1), .quit, .raise, .goTo(1)] { #expect(!world.ask(command)) }
        #expect(world.ask(.stop) && player.playbackState == .stopped && world.shown == nil)
        #expect(!world.ask(.play))
    }

    /// Before the last item there is nothing to go on to: a user's key does not end the queue.
    @Test func theLastItemHasNoNextOne() throws {
        let world = try World(1)
        world.play()
        _ = world.shown
        #expect(!(world.shown?.abilities.contains(.next) ?? true))
        #expect(!world.ask(.next) && world.player.playbackState == .playing)
        world.player.repeatMode = .all
        #expect(world.shown?.abilities.contains(.next) == true)
    }

    /// What the program says of itself, and the commands that it takes or refuses, win.
    @Test func theProgramWins() throws {
        let world = try World()
        let center = world.link.center
        world.play()
        #expect(world.shown?.track?.title == "song 1")
        let own = world.shown?.track?.identifier
        world.link.info = [
            MPMediaItemPropertyTitle: "Low Tide", MPNowPlayingInfoPropertyElapsedPlaybackTime: 7.0,
            MPNowPlayingInfoPropertyPlaybackRate: 0.0,
        ]
        let shown = try #require(world.shown)
        #expect(shown.track?.title == "Low Tide" && shown.status == .paused && shown.position.seconds == 7)
        #expect(shown.track?.identifier != own && shown.abilities.contains([.play, .pause, .next]))
        #expect(world.ask(.pause) && world.player.playbackState == .paused)
        center.playCommand.addTarget { _ in .success }
        center.nextTrackCommand.isEnabled = false
        #expect(!world.ask(.play) && !world.ask(.next) && !world.ask(.toggle))
        #expect(world.player.playbackState == .paused && world.player.nowPlayingItem === world.songs[0])
        #expect(world.shown?.abilities.contains(.play) == true && world.shown?.abilities.contains(.next) == false)
        center.playCommand.removeTarget(nil)
        center.nextTrackCommand.isEnabled = true
        world.link.info = nil
        #expect(world.shown?.track?.title == "song 1" && world.shown?.track?.identifier == own)
        #expect(world.ask(.play) && world.player.playbackState == .playing)
    }

    /// An item of the program's class may call the player where it is asked for its names.
    @Test func itemsMayCallThePlayer() throws {
        final class Asking: FileItem, @unchecked Sendable {
            nonisolated(unsafe) weak var player: MPMusicPlayerController?
            override var title: String? {
                _ = player?.currentPlaybackTime
                player?.pause()
                return "asking"
            }
        }
        let world = try World(1)
        let item = Asking(9, world.songs[0].place)
        world.player.setQueue(with: MPMediaItemCollection(items: [item]))
        item.player = world.player
        world.player.play()
        #expect(eventually { world.shown?.status == .paused && world.shown?.track?.title == "asking" })
    }

    /// A headset's one key, and steps from where the player is, go by what the player does also where the program has the targets.
    @Test @MainActor func targetsGoByWhatThePlayerDoes() throws {
        let world = try World()
        let (center, calls) = (world.link.center, LockedValue<[String]>([]))
        for (name, command) in [("play", center.playCommand), ("pause", center.pauseCommand)] {
            command.addTarget { _ in
                calls.withLock { $0.append(name) }
                return .success
            }
        }
        center.changePlaybackPositionCommand.addTarget { event in
            let position = (event as? MPChangePlaybackPositionCommandEvent)?.positionTime ?? -1
            calls.withLock { $0.append("\(position)") }
            return .success
        }
        world.play()
        #expect(world.shown?.status == .playing)
        #expect(!world.ask(.toggle))
        world.link.carryOut(.toggle)
        world.player.pause()
        world.player.currentPlaybackTime = 0.25
        #expect(world.shown?.status == .paused)
        world.link.carryOut(.toggle)
        #expect(!world.ask(.skip(0.125)))
        world.link.carryOut(.skip(0.125))
        #expect(calls.withLock { $0 } == ["pause", "play", "0.375"])
    }

    /// A program that receives events of remote control gets them while the player plays, too.
    @Test @MainActor func eventsAreTheProgramsOwn() throws {
        let world = try World()
        let events = LockedValue<[RemoteEvent]>([])
        world.play()
        _ = world.shown
        world.link.send(eventsTo: { event in events.withLock { $0.append(event) } })
        for command in [PlayerCommand.play, .pause, .toggle, .stop, .next, .previous] {
            #expect(!world.ask(command))
            world.link.carryOut(command)
        }
        #expect(events.withLock { $0 } == [.play, .pause, .togglePlayPause, .stop, .nextTrack, .previousTrack])
        #expect(world.player.playbackState == .playing && world.player.nowPlayingItem === world.songs[0])
        #expect(world.ask(.move(0.25)), "there is no event for it")
        world.link.send(eventsTo: nil)
        #expect(world.ask(.pause) && world.player.playbackState == .paused)
    }

    @Test func aPlayerThatEndsIsNotKept() throws {
        weak var engine: MusicPlayerEngine?
        do {
            let world = try World(1)
            world.play()
            _ = world.shown
            engine = world.stage.engine
            #expect(engine != nil)
        }
        #expect(eventually { engine == nil })
    }
}

/// Files with pictures of what plays.
@Suite struct ArtworkFileTests {
    @Test func aPictureIsAFileThatIsReplaced() throws {
        let folder = ScratchFolder()
        func picture(_ last: UInt8) throws -> MPMediaItemArtwork.Image {
            let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            return try #require(MPMediaItemArtwork.Image(data: Data(head + [0, 0, 1, 0, 0, 0, 0, last])))
        }
        let stale = "now-playing-" + String(repeating: "a", count: 16) + ".png"
        _ = folder.write([1], stale)
        let files = ArtworkFiles(folder: folder.path)
        let first = try #require(try files.write(picture(1)))
        #expect(!FileManager.default.fileExists(atPath: folder.file(stale)), "what a killed program has left is gone")
        #expect(try files.write(picture(1)) == first)
        let second = try #require(try files.write(picture(2)))
        #expect(second != first && second.hasPrefix("file://") && second.hasSuffix(".png"))
        #expect(try Data(contentsOf: #require(URL(string: second))) == picture(2).data)
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.path).count }
        // Desktops may be about to read the one before the newest.
        #expect(try count() == 2)
        #expect(try files.write(picture(4)) != nil && count() == 2)
        // Another program's stay.
        let others = ArtworkFiles(folder: folder.path)
        _ = try others.write(picture(3))
        #expect(try count() == 3)
        withExtendedLifetime((files, others)) {}
    }
}
