import AudioCore
import Foundation
import NowPlaying

/// Shows a music player to the desktop as what the program plays, and has it carry out what is asked for there.
///
/// What the program says by `MPNowPlayingInfoCenter` is shown instead, and a command for which the program has a target, or which it
/// has disabled, is the program's.
final class MusicPlayerPublisher: @unchecked Sendable {
    /// Which has this object for as long as it lives.
    private weak let engine: MusicPlayerEngine?
    private let link: NowPlayingLink
    /// Items are asked for their names here: they may be of a class of the program's.
    private let queue = DispatchQueue(label: "music-player.now-playing", qos: .utility)
    /// What is to be shown next.
    private let latest = LockedValue<MusicPlayerEngine.Showing?>(nil)
    private let last = LockedValue<MusicPlayerEngine.Showing?>(nil)
    /// What the item says of itself; used on `queue`.
    private var descriptions = 0
    private var described: (entry: Int?, item: MPMediaItem, info: NowPlayingInfo, artwork: MPMediaItemArtwork?)?

    /// Seconds after which going back goes to the start of the item.
    private static let timeToTurnBack = 3.0

    init(_ engine: MusicPlayerEngine, _ link: NowPlayingLink) {
        (self.engine, self.link) = (engine, link)
    }

    deinit { link.show(nil) }

    /// Shows the player from now on, as long as the engine lives.
    func begin() {
        engine?.publish { [self] showing in
            let before = Self.exchange(last, showing)
            let waiting = Self.exchange(latest, showing)
            // Their items may be of a class of the program's.
            engine?.discard(before)
            engine?.discard(waiting)
            if waiting == nil { queue.async { self.show() } }
        }
    }

    /// - Returns: what was there before.
    private static func exchange(
        _ place: LockedValue<MusicPlayerEngine.Showing?>, _ showing: MusicPlayerEngine.Showing
    ) -> MusicPlayerEngine.Showing? {
        place.withLock { place in
            defer { place = showing }
            return place
        }
    }

    /// Waits until what was published so far is shown. For tests.
    func finish() { queue.sync {} }

    private func show() {
        let taken = latest.withLock { latest in
            defer { latest = nil }
            return latest
        }
        guard let showing = taken else { return }
        guard let item = showing.item, showing.state != .stopped else {
            described = nil
            return link.show(nil)
        }
        if described?.entry != showing.entry || described?.item !== item { describe(item, showing.entry) }
        guard let described else { return }
        var own = OwnPlayer(described.info) { [weak self] command in self?.carryOut(command) }
        own.artwork = described.artwork
        if let duration = showing.duration { own.info.track.duration = duration }
        own.info.key = "\(descriptions)"
        own.state = Self.states[showing.state.rawValue] ?? .paused
        (own.info.elapsed, own.time) = (showing.seconds, showing.time)
        (own.info.rate, own.info.defaultRate) = (Double(showing.speed), Double(showing.speed))
        (own.repeats, own.shuffles) = (Self.mode(showing.repeatMode), showing.shuffleMode.isShuffled)
        own.abilities = [.play, .pause, .stop, .seek, .changeRate, .changeRepeat, .changeShuffle, .previous]
        if showing.hasNext { own.abilities.insert(.next) }
        link.show(own)
    }

    private static let states: [Int: MPNowPlayingPlaybackState] = [
        MPMusicPlaybackState.playing.rawValue: .playing, MPMusicPlaybackState.paused.rawValue: .paused,
        MPMusicPlaybackState.interrupted.rawValue: .interrupted,
        MPMusicPlaybackState.seekingForward.rawValue: .playing,
        MPMusicPlaybackState.seekingBackward.rawValue: .playing,
    ]

    private static func mode(_ mode: MPMusicRepeatMode) -> PlayerState.Repeat {
        switch mode {
        case .default, .none: .off
        case .one: .one
        case .all: .all
        }
    }

    /// Asks the item, without a lock.
    private func describe(_ item: MPMediaItem, _ entry: Int?) {
        described = nil
        descriptions += 1
        ProgramEnd.call {
            var values: [String: Any] = [:]
            values[MPMediaItemPropertyTitle] = item.title
            values[MPMediaItemPropertyArtist] = item.artist
            values[MPMediaItemPropertyAlbumTitle] = item.albumTitle
            values[MPMediaItemPropertyAlbumArtist] = item.albumArtist
            values[MPMediaItemPropertyComposer] = item.composer
            values[MPMediaItemPropertyGenre] = item.genre
            values[MPMediaItemPropertyAlbumTrackNumber] = item.albumTrackNumber
            values[MPMediaItemPropertyDiscNumber] = item.discNumber
            values[MPMediaItemPropertyPlaybackDuration] = item.playbackDuration
            values[MPMediaItemPropertyAssetURL] = item.assetURL
            described = (entry, item, NowPlayingInfo(values), item.artwork)
        }
    }

    // MARK: Commands

    /// Commands that the player has not carried out.
    private let waiting = LockedValue(0)
    /// More are dropped: where a player does not come to them, nobody wants them done later.
    private static let mostWaiting = 64

    /// Has the player do what a user asks for. Any thread; does not wait for the player.
    private func carryOut(_ command: PlayerCommand) {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            waiting.withLock { $0 -= 1 }
            perform(command)
        }
    }

    private func perform(_ command: PlayerCommand) {
        guard let engine else { return }
        switch command {
        case .play: engine.play()
        case .pause: engine.pause()
        case .toggle: engine.state == .playing ? engine.pause() : engine.play()
        case .stop: engine.stop()
        case .next: if last.withLock({ $0?.hasNext }) == true { engine.skip(1) }
        case .previous: goBack(engine)
        case .skip(let seconds): engine.time = max(0, engine.time + seconds)
        case .move(let seconds): engine.time = seconds
        case .rate(let rate): engine.setSpeed(Float(rate))
        case .repeat(let mode): engine.repeatMode = mode == .one ? .one : mode == .all ? .all : .none
        case .shuffle(let shuffles): engine.shuffleMode = shuffles ? .songs : .off
        // Those it does not offer.
        case .volume, .goTo, .quit, .raise: break
        }
    }

    private func goBack(_ engine: MusicPlayerEngine) {
        if engine.time <= Self.timeToTurnBack, last.withLock({ $0?.hasPrevious }) == true { return engine.skip(-1) }
        engine.time = 0
    }
}

extension MPMusicShuffleMode {
    fileprivate var isShuffled: Bool { self == .songs || self == .albums }
}
