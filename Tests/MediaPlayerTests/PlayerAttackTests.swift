import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// Programs that call the music player from everything that it calls, and from many threads.
@Suite struct PlayerAttackTests {
    /// An item that calls its player when it is freed, and whenever it is asked for anything.
    private final class Caller: MPMediaItem, @unchecked Sendable {
        let place: URL
        let body: @Sendable () -> Void
        let freed: LockedValue<Int>

        init(_ item: FileItem, freed: LockedValue<Int>, _ body: @escaping @Sendable () -> Void) {
            (place, self.body, self.freed) = (item.place, body, freed)
            super.init(item.number, LibraryAccess(nil))
        }

        required init?(coder: NSCoder) { nil }

        deinit {
            body()
            freed.withLock { $0 += 1 }
        }

        override var assetURL: URL? { place }
        override var persistentID: MPMediaEntityPersistentID {
            body()
            return UInt64(number)
        }
    }

    private func stage() throws -> MusicStage { try MusicStage(rate: 1000, channels: 1, cycle: 8) }

    private func songs(_ count: Int64, _ stage: MusicStage) throws -> [FileItem] {
        try (1...count).map {
            try stage.song($0, kAudioFormatLinearPCM, frames: 100, rate: 1000, ending: "wav")
        }
    }

    /// What a queue had is freed where its `deinit` may call the player: after a new queue, an edit, and with a queue that never played.
    @Test func itemsMayCallThePlayerWhereTheyAreFreed() async throws {
        let stage = try stage()
        let (songs, player) = (try songs(3, stage), stage.player)
        let freed = LockedValue(0)
        func queue() -> MPMusicPlayerMediaItemQueueDescriptor {
            let items = songs.map { song in
                Caller(song, freed: freed) { [weak player] in
                    _ = player?.playbackState
                    _ = player?.nowPlayingItem?.number
                    player?.repeatMode = .none
                }
            }
            return MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: items))
        }
        player.setQueue(with: queue())
        player.setQueue(with: queue())
        #expect(eventually { freed.withLock { $0 } == 3 })
        player.play()
        _ = stage.hear(16, step: 8)
        player.setQueue(with: queue())
        player.play()
        #expect(eventually { freed.withLock { $0 } == 6 })
        let edited = try await player.perform { queue in
            for item in queue.items.dropFirst() { queue.remove(item) }
        }
        #expect(edited.items.count == 1 && player.playbackState == .playing)
        #expect(eventually { freed.withLock { $0 } == 8 })
        // A draft that a program keeps has the last reference to what it removes.
        let kept = LockedValue<MPMusicPlayerControllerMutableQueue?>(nil)
        _ = try await player.perform { queue in kept.withLock { $0 = queue } }
        player.setQueue(with: MPMediaItemCollection(items: [songs[0]]))
        player.play()
        kept.withLock { $0 }?.remove(songs[0])
        let draft = kept.withLock { $0 }
        for item in draft?.items ?? [] { draft?.remove(item) }
        #expect(draft?.items.isEmpty == true)
        kept.withLock { $0 = nil }
        player.stop()
    }

    /// A descriptor asks items for their numbers, and lets them go, while they may ask the descriptor.
    @Test func itemsMayAskTheirDescriptor() throws {
        let stage = try stage()
        let song = try songs(1, stage)[0]
        let freed = LockedValue(0)
        let descriptor = MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: [song]))
        let asks: @Sendable () -> Void = { [weak descriptor] in _ = descriptor?.startItem?.number }
        do {
            let item = Caller(song, freed: freed, asks)
            descriptor.setStartTime(0.01, for: item)
            descriptor.setEndTime(0.05, for: item)
            descriptor.startItem = item
        }
        #expect(freed.withLock { $0 } == 0)
        descriptor.startItem = nil
        #expect(freed.withLock { $0 } == 1 && descriptor.startItem == nil)
    }

    /// Observers replace, edit and skip while the player notifies: each notification comes, and the last queue is what plays.
    @Test func observersMayChangeTheQueue() throws {
        let stage = try stage()
        let (songs, player) = (try songs(4, stage), stage.player)
        let calls = LockedValue(0)
        let mostCalls = 40
        let names: [NSNotification.Name] = [
            .MPMusicPlayerControllerNowPlayingItemDidChange, .MPMusicPlayerControllerPlaybackStateDidChange,
            .MPMusicPlayerControllerQueueDidChange,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: player, queue: nil) { [weak player] _ in
                guard let player else { return }
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                guard call <= mostCalls else { return }
                let one = MPMediaItemCollection(items: [songs[call % 4]])
                switch call % 6 {
                case 0: player.setQueue(with: one)
                case 1: player.append(MPMusicPlayerMediaItemQueueDescriptor(itemCollection: one))
                case 2: player.skipToNextItem()
                case 3: player.nowPlayingItem = songs[call % 4]
                case 4: player.endGeneratingPlaybackNotifications()
                default: player.shuffleMode = call % 2 == 0 ? .songs : .off
                }
                player.beginGeneratingPlaybackNotifications()
                player.play()
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        player.beginGeneratingPlaybackNotifications()
        player.setQueue(with: MPMediaItemCollection(items: songs))
        player.play()
        let isOver = eventually {
            _ = stage.hear(64, step: 8)
            if player.playbackState != .playing { player.play() }
            return calls.withLock { $0 } > mostCalls
        }
        #expect(isOver, "\(calls.withLock { $0 }) calls")
        player.setQueue(with: MPMediaItemCollection(items: [songs[2]]))
        player.play()
        #expect(player.nowPlayingItem == songs[2] && player.playbackState == .playing)
    }

    /// Calls of all kinds from many threads leave a player that plays what it is told next.
    @Test func threadsMayCallInAnyOrder() throws {
        let stage = try stage()
        let (songs, player) = (try songs(4, stage), stage.player)
        let transactions = DispatchGroup()
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            var chance = Counter(state: UInt64(thread + 1))
            for _ in 0..<200 {
                let song = songs[Int.random(in: 0..<4, using: &chance)]
                let descriptor = MPMusicPlayerMediaItemQueueDescriptor(
                    itemCollection: MPMediaItemCollection(items: [song, songs[0]]))
                switch Int.random(in: 0..<16, using: &chance) {
                case 0: player.setQueue(with: descriptor)
                case 1: player.play()
                case 2: player.pause()
                case 3: player.stop()
                case 4: player.skipToNextItem()
                case 5: player.skipToPreviousItem()
                case 6: player.append(descriptor)
                case 7: player.prepend(descriptor)
                case 8: player.nowPlayingItem = song
                case 9: player.shuffleMode = [.off, .songs, .albums][thread % 3]
                case 10: player.repeatMode = [.none, .one, .all][thread % 3]
                case 11: player.currentPlaybackTime = [-1, 0, 0.05, 1e306, .infinity, .nan][thread % 6]
                case 12: player.currentPlaybackRate = [0, 0.5, 2, -3, .nan, .infinity][thread % 6]
                case 13: thread % 2 == 0 ? player.beginSeekingForward() : player.beginSeekingBackward()
                case 14: player.endSeeking()
                default:
                    transactions.enter()
                    player.perform {
                        $0.remove(song)
                    } completionHandler: { _, _ in
                        transactions.leave()
                    }
                }
                _ = (player.nowPlayingItem?.number, player.indexOfNowPlayingItem, player.currentPlaybackTime)
            }
        }
        #expect(transactions.wait(timeout: .now() + 60) == .success)
        (player.shuffleMode, player.repeatMode, player.currentPlaybackRate) = (.off, .none, 1)
        player.setQueue(with: MPMediaItemCollection(items: [songs[3], songs[1]]))
        player.play()
        #expect(player.nowPlayingItem == songs[3] && player.playbackState == .playing)
        #expect(
            eventually {
                _ = stage.hear(8, step: 8)
                return player.nowPlayingItem == songs[1]
            })
    }
}
