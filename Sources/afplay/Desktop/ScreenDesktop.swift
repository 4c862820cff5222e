import CoreAudioAdditions

/// What the desktop's player shows of the player on the screen. The main thread uses it.
final class ScreenDesktop {
    private let desktop: Desktop
    private let details = SongDetails()
    /// Called on another thread once more is known of the song at hand.
    private let found: @Sendable () -> Void
    private var listed: (places: Range<Int>, order: SongOrder, descriptions: Int, queue: DesktopQueue)?

    /// - Parameters:
    ///   - ask: called on another thread when there is something to take.
    ///   - found: called on another thread when there is more to show.
    init(ask: @escaping @Sendable () -> Void, found: @escaping @Sendable () -> Void) {
        (desktop, self.found) = (Desktop(ask), found)
    }

    /// What users have asked for since the last call.
    func take() -> [DesktopCommand] { desktop.take() }

    /// Shows the song at hand, and the queue around it.
    ///
    /// - Parameter isHeard: false while the song waits for the sound server.
    func show(_ model: PlayerModel, isHeard: Bool) {
        guard desktop.isWatched, let current = model.current else { return }
        let song = model.songs[current]
        var track = details.track(of: song.path, found: found) ?? DesktopTrack(song)
        track.identifier = Self.identifier(current)
        track.duration = model.duration > 0 ? model.duration : song.duration
        var state = DesktopState()
        state.track = track
        state.status = Self.status(model.transport)
        state.position = .now(model.position, rate: model.transport == .playing && isHeard ? model.rate : 0)
        (state.rate, state.rates) = (model.rate, Afplay.streamRates)
        state.repeats = Self.mode(model.loop)
        state.shuffles = model.order.isShuffled
        state.volume = model.isMuted ? 0 : model.volume
        state.abilities = [
            .play, .pause, .stop, .previous, .seek, .changeRate, .changeRepeat, .changeShuffle, .changeVolume, .quit,
        ]
        if model.hasNext { state.abilities.insert(.next) }
        state.queue = queue(model, around: current)
        desktop.show(state)
    }

    private static func status(_ transport: PlayerModel.Transport) -> DesktopState.Status {
        switch transport {
        case .playing: .playing
        case .paused: .paused
        case .ended: .stopped
        }
    }

    private static func mode(_ loop: PlayerModel.Loop) -> DesktopState.Repeat {
        switch loop {
        case .off: .off
        case .one: .one
        case .all: .all
        }
    }

    private func queue(_ model: PlayerModel, around current: Int) -> DesktopQueue {
        let order = model.order
        let places = DesktopQueue.places(of: model.songs.count, around: order.place(of: current))
        if let listed, listed.places == places, listed.order == order, listed.descriptions == model.descriptions {
            return listed.queue
        }
        let queue = DesktopQueue(
            places.map { place in
                let song = order.song(at: place)
                var track = DesktopTrack(model.songs[song])
                track.identifier = Self.identifier(song)
                return track
            })
        listed = (places, order, model.descriptions, queue)
        return queue
    }

    private static func identifier(_ song: Int) -> UInt64 { UInt64(song + 1) }
}
