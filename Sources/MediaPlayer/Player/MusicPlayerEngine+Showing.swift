import AudioCore

extension MusicPlayerEngine {
    /// What others see of the player.
    struct Showing: Sendable {
        var item: MPMediaItem?
        /// The number of the item's entry in the queue.
        var entry: Int?
        var state: MPMusicPlaybackState
        var seconds: Double
        /// The host time at which it was there.
        var time: UInt64
        /// Seconds of the item, or of the part of it that plays; nil while it is not open.
        var duration: Double?
        var speed: Float
        var place: Int?
        var count: Int
        var goesAround: Bool
        var repeatMode: MPMusicRepeatMode
        var shuffleMode: MPMusicShuffleMode

        var hasNext: Bool { place.map { goesAround || $0 + 1 < count } ?? false }
        var hasPrevious: Bool { place.map { goesAround || $0 > 0 } ?? false }
    }

    /// What there is to see now. On `work`.
    var showing: Showing {
        Showing(
            item: queue.current?.item.item, entry: queue.current?.number, state: audible,
            seconds: player?.currentTime ?? 0, time: HostTime.now(), duration: player?.duration, speed: speed,
            place: queue.index, count: queue.entries.count, goesAround: mode == .all, repeatMode: modes.repetition,
            shuffleMode: modes.order)
    }
}
