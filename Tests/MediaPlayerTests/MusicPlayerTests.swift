import AVFAudio
import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import AudioToolbox
import Foundation
import PlaybackAndRecording
import TestSupport
import Testing

@testable import MediaPlayer

/// `MPMusicPlayerController` on a Manual device.
@Suite struct MusicPlayerTests {
    /// An item whose file stands in a folder of the test.
    private final class Song: MPMediaItem, @unchecked Sendable {
        let place: URL?

        init(_ number: Int64, _ place: URL?) {
            self.place = place
            super.init(number, LibraryAccess(nil))
        }

        required init?(coder: NSCoder) { nil }

        /// A player that it asks for its state whenever somebody asks it for anything.
        nonisolated(unsafe) weak var asks: MPMusicPlayerController?

        override var assetURL: URL? {
            _ = asks?.playbackState
            return place
        }
        override func isEqual(_ object: Any?) -> Bool {
            _ = asks?.playbackState
            return self === object as AnyObject?
        }
        override var title: String? { "song \(number)" }
        override var albumPersistentID: MPMediaEntityPersistentID { 1 }
    }

    /// Songs of 100 frames at 1 kHz; the samples of song n are n/16.
    private struct Stage {
        let server = ManualServer()
        let folder = ScratchFolder()
        let timeline = PlayerTimeline()
        let output: Output
        let player: MPMusicPlayerApplicationController
        let songs: [Song]
        private let log = LockedValue<[String]>([])
        private let observers: Observers
        private static let mainQueue = {
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            return key
        }()

        private final class Observers: @unchecked Sendable {
            var tokens: [any NSObjectProtocol] = []
            deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        }

        init(_ count: Int = 3, damaged: Set<Int> = []) throws {
            // Collections are of the library, which is that of the tests.
            _ = LibraryTests.folder
            let output = try server.output(rate: 1000)
            let (timeline, folder) = (timeline, folder)
            self.output = output
            songs = try (1...count).map { number in
                let place = URL(fileURLWithPath: folder.file("\(number).wav"))
                if damaged.contains(number) {
                    try Data("no sound".utf8).write(to: place)
                } else {
                    let settings: [String: Any] = [
                        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 1000, AVNumberOfChannelsKey: 1,
                        AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                    ]
                    let file = try AVAudioFile(forWriting: place, settings: settings)
                    let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 100)!
                    samples.frameLength = 100
                    for frame in 0..<100 { samples.floatChannelData![0][frame] = Float(number) / 16 }
                    try file.write(from: samples)
                    file.close()
                }
                return Song(Int64(number), place)
            }
            player = MPMusicPlayerApplicationController(
                open: { piece, handler in
                    let file = try OpenFile.open(path(of: piece.url! as NSURL), .read, hint: FourCC(0))
                    return try Player(
                        file, until: piece.end, timeline: timeline, output: { (_) throws(AudioError) in output },
                        handler: handler)
                }, generator: Counter(state: 1))
            let (log, observers, watched) = (log, Observers(), player)
            for (name, text) in [
                (NSNotification.Name.MPMusicPlayerControllerNowPlayingItemDidChange, "item"),
                (.MPMusicPlayerControllerPlaybackStateDidChange, "state"),
                (.MPMusicPlayerControllerQueueDidChange, "queue"),
            ] {
                observers.tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: watched, queue: nil) { _ in
                        let isMain = DispatchQueue.getSpecific(key: Self.mainQueue) ?? false
                        log.withLock { $0.append(isMain ? text : "\(text) elsewhere") }
                    })
            }
            self.observers = observers
        }

        /// Lets time pass until `condition` holds; false where it does not.
        func advance(until condition: () -> Bool) -> Bool {
            eventually {
                player.engine.doWork()
                if condition() { return true }
                _ = server.advance(8)
                player.engine.doWork()
                return condition()
            }
        }

        func hears(_ notifications: [String]) -> Bool { eventually { log.withLock { $0 } == notifications } }

        var playing: Int64? { player.nowPlayingItem?.number }
    }

    @Test func playsOneItemAfterTheOther() throws {
        let stage = try Stage()
        let player = stage.player
        player.beginGeneratingPlaybackNotifications()
        player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        #expect(player.nowPlayingItem == nil && player.indexOfNowPlayingItem == NSNotFound)
        #expect(player.playbackState == .stopped && player.currentPlaybackTime == 0)
        player.play()
        #expect(player.playbackState == .playing && stage.playing == 1 && player.currentPlaybackRate == 1)
        #expect(stage.advance { stage.playing == 2 } && player.playbackState == .playing)
        #expect(stage.advance { stage.playing == 3 } && player.indexOfNowPlayingItem == 2)
        #expect(stage.advance { stage.playing == nil } && player.playbackState == .stopped)
        #expect(stage.hears(["queue", "item", "state", "item", "item", "item", "state"]))
        player.endGeneratingPlaybackNotifications()
        player.play()
        #expect(stage.playing == 1 && player.playbackState == .playing)
    }

    @Test func pausesMovesAndKeepsItsTime() throws {
        let stage = try Stage()
        let player = stage.player
        player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        player.play()
        #expect(stage.advance { player.currentPlaybackTime > 0.03 })
        player.pause()
        let time = player.currentPlaybackTime
        _ = stage.server.advance(64)
        #expect(
            player.playbackState == .paused && player.currentPlaybackTime == time && player.currentPlaybackRate == 0)
        player.skipToNextItem()
        #expect(stage.playing == 2 && player.playbackState == .paused)
        player.play()
        #expect(stage.playing == 2 && stage.advance { player.currentPlaybackTime > 0.02 })
        player.skipToBeginning()
        #expect(player.currentPlaybackTime < 0.01 && stage.playing == 2)
        player.skipToPreviousItem()
        #expect(stage.playing == 1 && player.playbackState == .playing)
        player.nowPlayingItem = stage.songs[2]
        #expect(stage.playing == 3 && player.playbackState == .playing)
        player.setQueue(with: MPMediaItemCollection(items: [stage.songs[1]]))
        player.skipToNextItem()
        #expect(stage.playing == 2 && player.playbackState == .playing)
        player.skipToNextItem()
        #expect(stage.playing == nil && player.playbackState == .stopped)
    }

    @Test func repeatsAnItemOrTheQueue() throws {
        let stage = try Stage(2)
        let player = stage.player
        player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        let repetition: MPMusicRepeatMode = .one
        player.repeatMode = repetition
        #expect(player.repeatMode == repetition)
        player.play()
        #expect(stage.advance { player.currentPlaybackTime > 0.08 })
        #expect(stage.advance { player.currentPlaybackTime < 0.05 } && stage.playing == 1)
        player.repeatMode = .all
        #expect(stage.advance { stage.playing == 2 })
        #expect(stage.advance { stage.playing == 1 } && player.playbackState == .playing)
    }

    @Test func passesOverWhatCannotBeOpened() async throws {
        let stage = try Stage(3, damaged: [1, 2])
        stage.player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        stage.player.play()
        #expect(stage.playing == 3 && stage.player.playbackState == .playing)
        let none = try Stage(2, damaged: [1, 2])
        none.player.setQueue(with: MPMediaItemCollection(items: none.songs))
        await #expect(throws: MPError.self) { try await none.player.prepareToPlay() }
        none.player.play()
        #expect(none.player.playbackState == .stopped && none.playing == nil)
        none.player.setQueue(with: MPMediaItemCollection(items: []))
        await #expect(throws: MPError.self) { try await none.player.prepareToPlay() }
    }

    @Test func anItemMayPlayInPart() throws {
        let stage = try Stage(2)
        let descriptor = MPMusicPlayerMediaItemQueueDescriptor(
            itemCollection: MPMediaItemCollection(items: stage.songs))
        descriptor.startItem = stage.songs[1]
        descriptor.setStartTime(0.06, for: stage.songs[1])
        stage.player.setQueue(with: descriptor)
        stage.player.play()
        #expect(stage.playing == 2 && stage.player.currentPlaybackTime >= 0.059)
        #expect(stage.advance { stage.playing == nil })
        descriptor.setStartTime(0, for: stage.songs[1])
        descriptor.setEndTime(0.001, for: stage.songs[1])
        stage.player.beginGeneratingPlaybackNotifications()
        stage.player.setQueue(with: descriptor as MPMusicPlayerQueueDescriptor)
        stage.player.play()
        #expect(stage.advance { stage.playing == nil })
        #expect(stage.hears(["queue", "item", "state", "item", "state"]))
        #expect(stage.player.playbackState == .stopped)
    }

    @Test func itemsMayAskThePlayer() async throws {
        let stage = try Stage(2)
        for song in stage.songs { song.asks = stage.player }
        stage.player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        stage.player.shuffleMode = .albums
        stage.player.play()
        stage.player.nowPlayingItem = stage.songs[1]
        let first = stage.songs[0]
        let queue = try await stage.player.perform { $0.remove(first) }
        #expect(queue.items.map(\.persistentID) == [2] && stage.player.playbackState == .playing)
    }

    @Test func aQueueThatIsReplacedIsNotHeardOn() async throws {
        let stage = try Stage(3)
        let player = stage.player
        player.setQueue(with: MPMediaItemCollection(items: stage.songs))
        player.play()
        player.setQueue(with: MPMediaItemCollection(items: [stage.songs[2]]))
        #expect(stage.playing == 1 && player.playbackState == .playing)
        try await player.prepareToPlay()
        #expect(stage.playing == 3 && player.playbackState == .paused)
        player.play()
        player.setQueue(with: MPMediaItemCollection(items: [stage.songs[1]]))
        player.nowPlayingItem = stage.songs[0]
        #expect(stage.playing == 2 && player.playbackState == .playing)
    }

    @Test func aProgramHasOnePlayer() {
        let player: any MPMediaPlayback = MPMusicPlayerController.applicationMusicPlayer
        #expect(player as AnyObject === MPMusicPlayerController.applicationQueuePlayer)
        #expect(MPMusicPlayerController.applicationQueuePlayer.playbackState as MPMusicPlaybackState == .stopped)
    }

    @Test func transactionsEditTheQueueThatPlays() async throws {
        let stage = try Stage(4)
        let (player, songs) = (stage.player, stage.songs)
        func queue(_ songs: [Song]) -> MPMusicPlayerMediaItemQueueDescriptor {
            MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: songs))
        }
        player.setQueue(with: queue([songs[0], songs[1]]))
        player.play()
        player.append(queue([songs[2]]))
        player.prepend(queue([songs[3]]))
        let old = try await player.perform { _ in }
        #expect(old.items.map(\.persistentID) == [1, 4, 2, 3] && stage.playing == 1)
        let (added, first, last) = (queue([songs[1]]), songs[0], songs[2])
        let seen = LockedValue<[MPMediaEntityPersistentID]>([])
        let new: MPMusicPlayerControllerQueue = try await player.perform {
            (queue: MPMusicPlayerControllerMutableQueue) in
            queue.remove(first)
            queue.insert(added, after: last)
            let items = queue.items.map(\.persistentID)
            seen.withLock { $0 = items }
        }
        #expect(seen.withLock { $0 } == [4, 2, 3, 2])
        #expect(new.items.map(\.persistentID) == [4, 2, 3, 2])
        #expect(stage.playing == 4 && player.playbackState == .playing)
        let order: MPMusicShuffleMode = .songs
        player.shuffleMode = order
        #expect(stage.playing == 4 && player.indexOfNowPlayingItem == 0 && player.shuffleMode == order)
        player.shuffleMode = .off
        #expect(try await player.perform { _ in }.items.map(\.persistentID) == [4, 2, 3, 2])
    }

    @Test func seeksUntilItIsTold() throws {
        let stage = try Stage(1)
        let player = stage.player
        player.beginSeekingForward()
        #expect(player.playbackState == .stopped)
        player.setQueue(
            with: MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: stage.songs)))
        #expect(!player.isPreparedToPlay)
        player.prepareToPlay()
        #expect(player.isPreparedToPlay && stage.playing == 1 && player.playbackState == .stopped)
        player.play()
        player.beginSeekingBackward()
        #expect(player.playbackState == .seekingBackward)
        player.endSeeking()
        #expect(player.playbackState == .playing)
        player.pause()
        player.beginSeekingForward()
        #expect(player.playbackState == .seekingForward)
        player.endSeeking()
        #expect(player.playbackState == .paused)
        player.currentPlaybackRate = 2
        #expect(player.currentPlaybackRate == 2)
        player.currentPlaybackRate = 0
        #expect(player.playbackState == .paused && player.currentPlaybackRate == 0)
        player.currentPlaybackTime = 0.05
        player.currentPlaybackTime = .nan
        #expect(abs(player.currentPlaybackTime - 0.05) < 0.002)
        player.stop()
        #expect(player.playbackState == .stopped && player.nowPlayingItem == nil)
    }
}
