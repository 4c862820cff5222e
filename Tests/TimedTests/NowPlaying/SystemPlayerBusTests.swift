import AudioCore
import Foundation
import MessageBus
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// `MPMusicPlayerController.systemMusicPlayer` over players on a bus of the test's own.
@Suite(.serialized, .needs("dbus-daemon")) struct SystemPlayerBusTests {
    private let bus: PrivateBus
    private let player: SystemMusicPlayer

    /// An item whose file is at an address.
    private final class Song: MPMediaItem, @unchecked Sendable {
        let place: URL
        init(_ number: Int64, _ place: String) {
            self.place = URL(string: place)!
            super.init(number, LibraryAccess(nil))
        }
        required init?(coder: NSCoder) { nil }
        override var assetURL: URL? { place }
    }

    private static let songs = (1...3).map { Song(Int64($0), "file:///music/\($0).mp3") }

    init() throws {
        bus = try PrivateBus()
        player = Self.player(bus.address)
    }

    private static func player(
        _ address: String, watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in },
        find: @escaping @Sendable (String) -> MPMediaItem? = { address in
            songs.first { $0.place.absoluteString == address }
        }
    ) -> SystemMusicPlayer {
        SystemMusicPlayer(
            { changed in
                // All players of the tests are of this process.
                PlayerController(.at(address), isOwn: { _ in false }, changed: changed)
            }, find: find, watch: watch)
    }

    private func collection(_ numbers: Int...) -> MPMusicPlayerMediaItemQueueDescriptor {
        MPMusicPlayerMediaItemQueueDescriptor(
            itemCollection: MPMediaItemCollection(items: numbers.map { Self.songs[$0 - 1] }))
    }

    private func shows(_ state: MPMusicPlaybackState) -> Bool { eventually { player.playbackState == state } }

    @Test func whatAPlayerSaysIsThereAtOnce() throws {
        let fake = try FakePlayer(bus, "a", "Paused", tracks: Self.songs.map(\.place.absoluteString))
        // The first question waits for it.
        #expect(player.playbackState == .paused)
        #expect(player.currentPlaybackTime == 12)
        #expect(player.currentPlaybackRate == 0)
        #expect(player.repeatMode == .none && player.shuffleMode == .off)
        #expect(player.nowPlayingItem === Self.songs[0])
        #expect(eventually { player.indexOfNowPlayingItem == 0 })
        #expect(player.isPreparedToPlay)
        fake.become(["PlaybackStatus": .text("Playing"), "LoopStatus": .text("Playlist"), "Shuffle": .flag(true)])
        #expect(shows(.playing))
        #expect(player.repeatMode == .all && player.shuffleMode == .songs && player.currentPlaybackRate == 1)
        // A track that is not in the library.
        fake.become(["Metadata": FakePlayer.metadata("Foreign", "/track/9", "https://example.org/9")])
        #expect(eventually { player.nowPlayingItem == nil })
        #expect(player.playbackState == .playing && player.indexOfNowPlayingItem == NSNotFound)
        fake.stop()
        #expect(shows(.stopped))
        #expect(player.currentPlaybackTime == 0 && player.repeatMode == .default && !player.isPreparedToPlay)
    }

    @Test func commandsReachThePlayer() throws {
        let fake = try FakePlayer(bus, "a", "Paused")
        #expect(player.playbackState == .paused)
        player.play()
        #expect(shows(.playing))
        player.pause()
        #expect(shows(.paused))
        player.skipToNextItem()
        // It has played for 12 seconds: most players would go to the beginning.
        player.skipToPreviousItem()
        player.skipToPreviousItem()
        player.currentPlaybackTime = 30
        #expect(player.currentPlaybackTime == 30)
        player.skipToBeginning()
        #expect(player.currentPlaybackTime == 0)
        player.currentPlaybackTime = .nan
        player.currentPlaybackTime = -5
        player.currentPlaybackTime = 1e9
        #expect(player.currentPlaybackTime == 100)
        player.repeatMode = .one
        #expect(player.repeatMode == .one)
        player.repeatMode = .default
        player.shuffleMode = .albums
        #expect(player.shuffleMode == .songs)
        player.currentPlaybackRate = 9
        player.currentPlaybackRate = 0
        player.stop()
        let expected = [
            "Play", "Pause", "Next", "SetPosition /track/1 0", "Previous", "Previous", "SetPosition /track/1 30000000",
            "SetPosition /track/1 0", "SetPosition /track/1 0", "SetPosition /track/1 1000000000000000",
            "LoopStatus text(\"Track\")", "Shuffle flag(true)", "Rate double(2.0)", "Play", "Pause", "Stop",
        ]
        #expect(eventually { fake.calls.count >= expected.count })
        #expect(fake.calls == expected)
        #expect(shows(.stopped) && player.repeatMode == .one && player.shuffleMode == .songs)
    }

    /// What a player does not offer is not asked of it.
    @Test func commandsThatThePlayerDoesNotOfferAreNotSent() throws {
        let fake = try FakePlayer(bus, "a", "Paused") { state in
            for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"] {
                state.player[name] = .flag(false)
            }
            for name in ["LoopStatus", "Shuffle", "MinimumRate", "MaximumRate"] { state.player[name] = nil }
        }
        #expect(player.playbackState == .paused)
        player.play()
        player.skipToNextItem()
        player.currentPlaybackTime = 3
        player.repeatMode = .one
        player.shuffleMode = .songs
        player.beginSeekingForward()
        player.endSeeking()
        player.setQueue(with: collection(1))
        player.play()
        player.nowPlayingItem = Self.songs[1]
        #expect(player.repeatMode == .default && player.shuffleMode == .default)
        // What is said after it was heard after it.
        fake.become(["Shuffle": .flag(true)])
        #expect(eventually { player.shuffleMode == .songs })
        #expect(fake.calls == [])
    }

    /// One that plays, of several the one that has begun last; else the one that has changed last.
    @Test func theOneThatPlaysIsThePlayer() throws {
        let first = try FakePlayer(bus, "a", "Paused") { $0.player["Position"] = .int64(1_000_000) }
        #expect(player.playbackState == .paused && player.currentPlaybackTime == 1)
        let second = try FakePlayer(bus, "b", "Playing") { $0.player["Position"] = .int64(50_000_000) }
        #expect(shows(.playing) && player.currentPlaybackTime >= 50)
        let third = try FakePlayer(bus, "c", "Stopped")
        first.become(["PlaybackStatus": .text("Playing")])
        #expect(eventually { player.currentPlaybackTime < 10 })
        // The title that another one has next does not matter.
        second.become(["Metadata": FakePlayer.metadata("Next", "/track/2", nil)])
        third.become(["Volume": .double(0.1)])
        player.pause()
        #expect(eventually { first.calls == ["Pause"] })
        // The second one is the only one that plays.
        #expect(eventually { player.currentPlaybackTime >= 50 } && shows(.playing))
        player.pause()
        #expect(eventually { second.calls == ["Pause"] } && shows(.paused))
        third.become(["Metadata": FakePlayer.metadata("New", "/track/3", nil)])
        #expect(shows(.stopped))
        third.stop()
        #expect(shows(.paused))
        player.play()
        #expect(eventually { second.calls == ["Pause", "Play"] })
        #expect(first.calls == ["Pause"] && third.calls == [])
    }

    @Test func itMovesFastInSteps() throws {
        let fake = try FakePlayer(bus, "a", "Playing")
        #expect(player.playbackState == .playing)
        player.beginSeekingForward()
        #expect(shows(.seekingForward) && player.currentPlaybackRate == 0)
        #expect(eventually { fake.calls.count >= 3 })
        player.endSeeking()
        #expect(shows(.playing))
        player.beginSeekingBackward()
        #expect(shows(.seekingBackward))
        // Until the beginning.
        #expect(shows(.playing))
        #expect(Set(fake.calls.prefix(3)) == ["Seek 1600000"])
        #expect(fake.calls.last?.hasPrefix("Seek -") == true)
        player.beginSeekingForward()
        #expect(shows(.seekingForward))
        fake.become(["PlaybackStatus": .text("Stopped")])
        #expect(shows(.stopped))
        fake.become(["PlaybackStatus": .text("Playing")])
        #expect(shows(.playing))
    }

    @Test func aPlayerThatCanBeEditedGetsTheQueue() throws {
        let fake = try FakePlayer(bus, "a", "Paused", tracks: ["file:///old/1.mp3", "file:///old/2.mp3"])
        #expect(eventually { player.indexOfNowPlayingItem == 0 })
        func addresses() -> [String] { fake.state.withLock { ($0.tracks ?? []).map(\.address) } }
        let all = Self.songs.map(\.place.absoluteString)
        let descriptor = collection(1, 2, 3)
        descriptor.startItem = Self.songs[1]
        player.openToPlay(descriptor)
        #expect(eventually { addresses() == all } && shows(.playing))
        #expect(eventually { player.nowPlayingItem === Self.songs[1] && player.indexOfNowPlayingItem == 1 })
        player.append(collection(1, 2))
        #expect(eventually { addresses() == all + all.prefix(2) })
        player.prepend(collection(3))
        #expect(eventually { addresses() == all.prefix(2) + [all[2]] + [all[2]] + all.prefix(2) })
        // One right after the other.
        for number in [1, 2, 3] { player.append(collection(number)) }
        #expect(eventually { Array(addresses().dropFirst(6)) == all })
        player.nowPlayingItem = Self.songs[0]
        #expect(eventually { player.nowPlayingItem === Self.songs[0] && player.indexOfNowPlayingItem == 0 })
        // One that is not in its list.
        player.nowPlayingItem = Song(9, "file:///nowhere.mp3")
        player.pause()
        #expect(shows(.paused) && player.nowPlayingItem === Self.songs[0])
    }

    /// Of a list with more tracks than calls may wait for answers, none stays.
    @Test func aLongListIsReplaced() throws {
        let fake = try FakePlayer(bus, "a", "Paused", tracks: (0..<1000).map { "file:///old/\($0).mp3" })
        #expect(eventually { player.indexOfNowPlayingItem == 0 })
        let items = Array(repeating: Self.songs[1], count: 200)
        player.openToPlay(MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: items)))
        let expected = items.map(\.place.absoluteString)
        #expect(eventually { fake.state.withLock { ($0.tracks ?? []).map(\.address) } == expected })
    }

    @Test func aPlayerThatOpensFilesGetsTheFirstItem() async throws {
        let fake = try FakePlayer(bus, "a", "Paused") {
            $0.root["SupportedUriSchemes"] = .array(of: "s", [.text("http"), .text("file")])
        }
        #expect(player.playbackState == .paused)
        player.setQueue(with: collection(2, 3))
        #expect(!player.isPreparedToPlay || player.playbackState == .paused)
        try await player.prepareToPlay()
        #expect(fake.calls == [])
        player.play()
        #expect(eventually { fake.calls == ["OpenUri file:///music/2.mp3", "Play"] })
        #expect(eventually { player.nowPlayingItem === Self.songs[1] })
        player.setQueue(with: ["123"])
        await #expect { try await player.prepareToPlay() } throws: { ($0 as? MPError)?.code == .notFound }
        player.play()
        player.setQueue(with: MPMediaItemCollection(items: []))
        player.play()
        player.pause()
        #expect(eventually { fake.calls.last == "Pause" } && fake.calls.count == 3)
    }

    @Test func aPlayerWithNothingToPlayGetsTheQueueAndPlays() throws {
        let fake = try FakePlayer(bus, "a", "Paused", tracks: [])
        fake.become(["CanPlay": .flag(false)])
        #expect(shows(.paused))
        player.openToPlay(collection(1))
        #expect(eventually { fake.calls.last == "Play" } && fake.calls.filter { $0 == "Play" }.count == 1)
        // Without a new list it is not asked again.
        player.play()
        player.pause()
        #expect(eventually { fake.calls.last == "Pause" } && fake.calls.filter { $0 == "Play" }.count == 1)
    }

    @Test func aPlayerThatTakesNoQueueSaysSo() async throws {
        let fake = try FakePlayer(bus, "a", "Paused")
        #expect(player.playbackState == .paused)
        player.setQueue(with: collection(1))
        await #expect { try await player.prepareToPlay() } throws: { ($0 as? MPError)?.code == .notSupported }
        // What it had before does not play instead, however often it is asked.
        player.play()
        player.play()
        #expect(!player.isPreparedToPlay)
        await #expect { try await player.prepareToPlay() } throws: { ($0 as? MPError)?.code == .notSupported }
        player.pause()
        #expect(eventually { fake.calls == ["Pause"] })
    }

    /// A list of tracks that is asked for and not known yet: the queue is played once it is.
    @Test func aQueueWaitsForTheListOfTracks() throws {
        let fake = try FakePlayer(bus, "a", "Paused", tracks: ["file:///old/1.mp3"])
        #expect(player.playbackState == .paused)
        player.openToPlay(collection(1))
        let expected = [Self.songs[0].place.absoluteString]
        #expect(eventually { fake.state.withLock { ($0.tracks ?? []).map(\.address) } == expected })
        #expect(shows(.playing) && fake.calls.filter { $0 == "Play" }.count == 1)
    }

    /// None before they are wanted, and each once.
    @Test func notificationsComeWhenWanted() throws {
        let fake = try FakePlayer(bus, "a", "Paused")
        #expect(player.playbackState == .paused)
        let names = LockedValue<[String]>([])
        let all: [NSNotification.Name] = [
            .MPMusicPlayerControllerPlaybackStateDidChange, .MPMusicPlayerControllerNowPlayingItemDidChange,
            .MPMusicPlayerControllerQueueDidChange, .MPMusicPlayerControllerVolumeDidChange,
        ]
        let tokens = all.map { name in
            NotificationCenter.default.addObserver(forName: name, object: player, queue: nil) { note in
                dispatchPrecondition(condition: .onQueue(.main))
                names.withLock { $0.append(note.name.rawValue) }
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        fake.become(["PlaybackStatus": .text("Playing")])
        #expect(shows(.playing))
        player.beginGeneratingPlaybackNotifications()
        player.beginGeneratingPlaybackNotifications()
        player.endGeneratingPlaybackNotifications()
        func has(_ expected: String...) -> Bool {
            eventually { names.withLock { $0 } == expected.map { "MPMusicPlayerController\($0)DidChangeNotification" } }
        }
        fake.become(["PlaybackStatus": .text("Paused")])
        #expect(has("PlaybackState"))
        fake.become(["Metadata": FakePlayer.metadata("Two", "/track/2", Self.songs[1].place.absoluteString)])
        #expect(has("PlaybackState", "NowPlayingItem"))
        fake.become(["Volume": .double(0.75)])
        #expect(has("PlaybackState", "NowPlayingItem", "Volume"))
        player.endGeneratingPlaybackNotifications()
        fake.become(["PlaybackStatus": .text("Playing")])
        #expect(shows(.playing))
        #expect(has("PlaybackState", "NowPlayingItem", "Volume"))
    }

    /// One that does not say that it has moved is asked.
    @Test func thePositionIsAskedFor() throws {
        let fake = try FakePlayer(bus, "a", "Paused") { $0.isSilent = true }
        #expect(player.playbackState == .paused && player.currentPlaybackTime == 12)
        fake.state.withLock { $0.player["Position"] = .int64(77_000_000) }
        #expect(eventually { player.currentPlaybackTime == 77 })
        // What it does is asked for after a command.
        player.play()
        #expect(shows(.playing))
    }

    @Test func withoutABusNothingHappensAtOnce() throws {
        for address in ["unix:path=/nonexistent", "nonsense"] {
            let player = Self.player(address)
            let start = HostTime.now()
            #expect(player.playbackState == .stopped && player.nowPlayingItem == nil && player.currentPlaybackTime == 0)
            player.play()
            player.setQueue(with: collection(1))
            player.play()
            player.beginSeekingForward()
            player.endSeeking()
            #expect(HostTime.now() - start < 100_000_000)
        }
    }

    @Test func aBusThatDiesAndReturnsHasPlayersAgain() throws {
        let fake = try FakePlayer(bus, "a")
        #expect(player.playbackState == .playing)
        bus.crash()
        #expect(shows(.stopped))
        player.pause()
        fake.stop()
        try bus.revive()
        let other = try FakePlayer(bus, "b", "Paused")
        #expect(eventually(seconds: 30) { player.playbackState == .paused })
        player.play()
        #expect(eventually { other.calls == ["Play"] })
    }

    /// An item that the library has later, and a library that does not answer.
    @Test func theItemFollowsTheLibrary() throws {
        let (library, changed) = (LockedValue<MPMediaItem?>(nil), LockedValue<(@Sendable () -> Void)?>(nil))
        let fake = try FakePlayer(bus, "a", "Playing", tracks: Self.songs.map(\.place.absoluteString))
        let player = Self.player(
            bus.address, watch: { body in changed.withLock { $0 = body } }, find: { _ in library.withLock { $0 } })
        #expect(player.playbackState == .playing && player.nowPlayingItem == nil)
        #expect(eventually { changed.withLock { $0 != nil } })
        library.withLock { $0 = Self.songs[2] }
        #expect(player.nowPlayingItem == nil)
        changed.withLock { $0 }?()
        #expect(eventually { player.nowPlayingItem === Self.songs[2] })
        let gate = DispatchSemaphore(value: 0)
        let slow = Self.player(
            bus.address,
            find: { _ in
                gate.wait()
                return Self.songs[0]
            })
        let start = HostTime.now()
        #expect(slow.nowPlayingItem == nil)
        #expect(HostTime.now() - start < 100_000_000)
        gate.signal()
        #expect(eventually { slow.nowPlayingItem === Self.songs[0] })
        withExtendedLifetime(fake) {}
    }

    /// A library that changes while an item is looked for.
    @Test func aChangeDuringASearchCounts() throws {
        let (library, changed) = (LockedValue<MPMediaItem?>(nil), LockedValue<(@Sendable () -> Void)?>(nil))
        let fake = try FakePlayer(bus, "a", "Playing", tracks: Self.songs.map(\.place.absoluteString))
        let player = Self.player(
            bus.address, watch: { body in changed.withLock { $0 = body } },
            find: { _ in
                let found = library.withLock { library in
                    defer { library = Self.songs[2] }
                    return library
                }
                if found == nil { changed.withLock { $0 }?() }
                return found
            })
        #expect(eventually { player.nowPlayingItem === Self.songs[2] })
        withExtendedLifetime(fake) {}
    }

    @Test func itHasTwoNames() {
        let system: any MPMusicPlayerController & MPSystemMusicPlayerController = MPMusicPlayerController
            .systemMusicPlayer
        #expect(system === MPMusicPlayerController.iPodMusicPlayer)
        #expect(system !== MPMusicPlayerController.applicationMusicPlayer)
    }

    /// The program's own player is not the desktop's.
    @Test func aProgramDoesNotSeeItself() throws {
        let other = SystemMusicPlayer(
            { [bus] in PlayerController(.at(bus.address), changed: $0) }, find: { _ in nil }, watch: { _ in })
        let fake = try FakePlayer(bus, "a")
        #expect(player.playbackState == .playing)
        #expect(other.playbackState == .stopped)
        withExtendedLifetime(fake) {}
    }
}
