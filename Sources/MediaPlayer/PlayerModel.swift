import NowPlaying

/// What a program has said of its player, and what others see of it.
struct PlayerModel {
    /// As the program has set it. Values of any type, which nobody changes.
    nonisolated(unsafe) var values: [String: Any]?
    var info: NowPlayingInfo?
    var playbackState = MPNowPlayingPlaybackState.unknown
    var position = PlayerPosition()
    /// Counts items.
    var item: UInt64 = 0
    var artwork: MPMediaItemArtwork?
    var artworkAddress: String?

    /// Whether it plays, which the program says by its state, or else by the rate.
    var status: PlayerState.Status {
        switch playbackState {
        case .playing: .playing
        case .paused, .interrupted: .paused
        case .stopped: .stopped
        case .unknown: info.map { $0.rate == 0 ? .paused : .playing } ?? .stopped
        }
    }

    /// How fast the position moves.
    var movement: Double { status == .playing ? info?.rate ?? 0 : 0 }

    /// Keeps the position that there is now.
    mutating func hold(at time: UInt64) {
        position = PlayerPosition(
            seconds: position.seconds(at: time, of: info?.track.duration), at: time, rate: position.rate)
    }

    mutating func take(_ new: NowPlayingInfo?, at time: UInt64) {
        hold(at: time)
        if new == nil || new?.key != info?.key {
            item += 1
            position.seconds = 0
        }
        info = new
        if let elapsed = new?.elapsed { position.seconds = max(0, elapsed) }
        position.rate = movement
    }

    /// What others see; nil where there is nothing to see, and nothing to ask for.
    func shown(_ offer: PlayerOffer) -> PlayerState? {
        guard info != nil || offer.hasTargets else { return nil }
        var shown = PlayerState()
        shown.status = status
        shown.track = info?.track
        shown.track?.identifier = item
        shown.track?.artwork = artworkAddress
        shown.position = position
        if let info { shown.rate = status == .playing && info.rate > 0 ? info.rate : info.defaultRate }
        let rates = [1, shown.rate] + offer.rates
        shown.rates = rates.min()!...rates.max()!
        shown.abilities = offer.abilities
        if info?.isLive == true { shown.abilities.remove(.seek) }
        (shown.repeats, shown.shuffles) = (offer.repeats, offer.shuffles)
        return shown
    }
}
