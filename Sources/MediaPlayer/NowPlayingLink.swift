import AudioCore
import Foundation
import NowPlaying

/// Joins what a program says that it plays, and the commands that it takes, with the desktop.
final class NowPlayingLink: @unchecked Sendable {
    static let shared = NowPlayingLink()

    /// What the program says.
    private let state = LockedValue(PlayerModel())
    /// What the library's own player plays, which is shown where the program says nothing.
    private let own = LockedValue(Own())
    /// Taken around the making and the showing of a state, so that the newest is the last.
    private let order = LockedValue((), .state)
    private let artworkFiles: ArtworkFiles
    private let ownArtworkFiles: ArtworkFiles
    private let service: PlayerService
    private let now: @Sendable () -> UInt64
    let center: MPRemoteCommandCenter

    private struct Own {
        var player: OwnPlayer?
        var model = PlayerModel()
    }

    /// - Parameters:
    ///   - makeService: makes what shows the player; for tests, by another bus.
    ///   - now: the host's time.
    init(
        _ makeService: (@escaping @Sendable (PlayerCommand) -> Void) -> PlayerService = {
            PlayerService(command: $0)
        }, now: @escaping @Sendable () -> UInt64 = { HostTime.now() }
    ) {
        let (me, waiting) = (Weak(), LockedValue(0))
        self.now = now
        (artworkFiles, ownArtworkFiles) = (ArtworkFiles(), ArtworkFiles())
        center = MPRemoteCommandCenter { me.link?.update() }
        service = makeService { command in
            if me.link?.hasOwnPlayerObey(command) == true { return }
            // A program whose main queue is blocked must not carry out later what was asked for long ago.
            let hasRoom = waiting.withLock { waiting in
                defer { waiting = min(waiting + 1, Self.mostWaiting) }
                return waiting < Self.mostWaiting
            }
            guard hasRoom else { return }
            DispatchQueue.main.async {
                waiting.withLock { $0 -= 1 }
                ProgramEnd.call { me.link?.carryOut(command) }
            }
        }
        me.link = self
    }

    /// More commands do not wait for the main thread.
    private static let mostWaiting = 64

    private final class Weak: @unchecked Sendable { weak var link: NowPlayingLink? }

    // MARK: Events

    private let receiver = LockedValue<RemoteEvent.Receiver?>(nil)

    /// Sends what no target takes to the program as events from now on; nil for no longer.
    func send(eventsTo receiver: RemoteEvent.Receiver?) {
        self.receiver.withLock { $0 = receiver }
        update()
    }

    // MARK: What plays

    var info: [String: Any]? {
        get {
            nonisolated(unsafe) let values = state.withLock(\.values)
            return values
        }
        set {
            nonisolated(unsafe) let values = newValue
            let (info, time) = (newValue.map(NowPlayingInfo.init), now())
            let artwork = newValue?[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
            // What was there before is freed without the lock: its end may call again.
            nonisolated(unsafe) let old = state.withLock { state in
                let old = (state.values, state.artwork, state.item)
                state.take(info, at: time)
                (state.values, state.artwork) = (values, artwork)
                // Many programs make the same picture anew whenever the position changes: that of an item stays until it is there.
                if artwork == nil || state.item != old.2 && old.1 !== artwork { state.artworkAddress = nil }
                return old
            }
            update()
            guard let artwork, old.1 !== artwork else { return }
            artworkFiles.write(artwork) { [weak self] in
                self?.state.withLock { $0.artwork === artwork } == true
            } completion: { [weak self] address in
                self?.show(address, of: artwork)
            }
        }
    }

    /// Shows a picture, which is there later than the names.
    private func show(_ address: String?, of artwork: MPMediaItemArtwork) {
        let isCurrent = state.withLock { state in
            guard state.artwork === artwork else { return false }
            state.artworkAddress = address
            return true
        }
        if isCurrent { update() }
    }

    var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock(\.playbackState) }
        set {
            let time = now()
            state.withLock { state in
                state.hold(at: time)
                state.playbackState = newValue
                state.position.rate = state.movement
            }
            update()
        }
    }

    /// Shows the player as it is now.
    func update() { order.withLock { _ in service.show(shown) } }

    /// What others see now.
    var shown: PlayerState? {
        let (offer, own) = (PlayerOffer(center, receivesEvents: receiver.withLock { $0 != nil }), own.withLock { $0 })
        let program = state.withLock { state in state.info == nil && own.player != nil ? nil : state.shown(offer) }
        guard let player = own.player, var shown = program ?? own.model.shown(offer) else { return program }
        if program == nil { shown.track?.identifier += Self.firstOfOwn }
        let left = center.left(of: player.abilities)
        shown.abilities.formUnion(left)
        if left.contains(.changeRate) {
            let (own, rates) = (OwnPlayer.rates, shown.rates)
            shown.rates = min(own.lowerBound, rates.lowerBound)...max(own.upperBound, rates.upperBound)
        }
        if left.contains(.changeRepeat) { shown.repeats = player.repeats }
        if left.contains(.changeShuffle) { shown.shuffles = player.shuffles }
        return shown
    }

    /// What the names, the state and the position that others see are of. Where the program has targets and says nothing of what plays,
    /// it is the own player.
    private var shownModel: PlayerModel {
        let own = own.withLock { $0 }
        return state.withLock { state in state.info == nil && own.player != nil ? own.model : state }
    }

    /// Items of the own player have other numbers than those of the program.
    private static let firstOfOwn: UInt64 = 1 << 32

    // MARK: The library's own player

    /// Shows what the library's own player plays; nil where it does not play.
    func show(_ player: OwnPlayer?) {
        let time = now()
        // What was there before is freed without the lock: it may have objects of the program's.
        let old = own.withLock { own in
            let old = own
            own.player = player
            own.model.playbackState = player?.state ?? .stopped
            own.model.take(player?.info, at: player?.time ?? time)
            own.model.artwork = player?.artwork
            if player?.artwork !== old.model.artwork { own.model.artworkAddress = nil }
            return old
        }
        update()
        guard let artwork = player?.artwork, old.model.artwork !== artwork else { return }
        ownArtworkFiles.write(artwork) { [weak self] in
            self?.own.withLock { $0.model.artwork === artwork } == true
        } completion: { [weak self] address in
            guard let self else { return }
            let isCurrent = own.withLock { own in
                guard own.model.artwork === artwork else { return false }
                own.model.artworkAddress = address
                return true
            }
            if isCurrent { update() }
        }
    }

    /// Has the library's own player do what the program leaves to it.
    ///
    /// - Returns: false where the command is the program's, as those are which it receives as events.
    func hasOwnPlayerObey(_ command: PlayerCommand) -> Bool {
        guard let player = own.withLock({ $0.player }), let ability = command.ability,
            center.left(of: player.abilities).isSuperset(of: ability)
        else { return false }
        let isEvent = PlayerAbilities([.play, .pause, .stop, .next, .previous]).isSuperset(of: ability)
        if isEvent, receiver.withLock({ $0 != nil }) { return false }
        player.carryOut(command)
        return true
    }

    // MARK: Commands

    /// Calls the targets of a command. On the main thread.
    func carryOut(_ command: PlayerCommand) {
        let model = shownModel
        let (status, duration) = (model.status, model.info?.track.duration)
        let position = model.position.seconds(at: now(), of: duration)
        switch command {
        case .play: call([center.playCommand, center.togglePlayPauseCommand], else: .play)
        case .pause: call([center.pauseCommand, center.togglePlayPauseCommand], else: .pause)
        case .toggle:
            let other = status == .playing ? center.pauseCommand : center.playCommand
            call([center.togglePlayPauseCommand, other], else: .togglePlayPause)
        case .stop: call([center.stopCommand], else: .stop)
        case .next: call([center.nextTrackCommand], else: .nextTrack)
        case .previous: call([center.previousTrackCommand], else: .previousTrack)
        case .skip(let seconds): skip(seconds, from: position, of: duration)
        case .move(let seconds): move(to: seconds)
        case .rate(let rate): change(rate: Float(rate))
        case .repeat(let mode):
            let types: [PlayerState.Repeat: MPRepeatType] = [.off: .off, .one: .one, .all: .all]
            let command = center.changeRepeatModeCommand
            command.deliver(MPChangeRepeatModeCommandEvent(command, type: types[mode] ?? .off))
        case .shuffle(let shuffles):
            let command = center.changeShuffleModeCommand
            command.deliver(MPChangeShuffleModeCommandEvent(command, type: shuffles ? .items : .off))
        // A program has no say in these, and does not offer them.
        case .volume, .goTo, .quit, .raise: break
        }
    }

    /// Calls the first of the commands that is offered. Where none of them has a target, the program gets the event.
    private func call(_ commands: [MPRemoteCommand], else event: RemoteEvent) {
        if let command = commands.first(where: \.isOffered) {
            command.deliver(MPRemoteCommandEvent(command))
        } else if !commands.contains(where: \.hasTarget) {
            receiver.withLock(\.self)?(event)
        }
    }

    /// A program that can move to a position gets only intervals that it prefers as skips: many programs skip by the first of those,
    /// whatever the event has.
    private func skip(_ seconds: Double, from position: Double, of duration: Double?) {
        let command = seconds < 0 ? center.skipBackwardCommand : center.skipForwardCommand
        let isPreferred = command.preferredIntervals.contains { $0.doubleValue == abs(seconds) }
        if command.isOffered, isPreferred || !center.changePlaybackPositionCommand.isOffered {
            command.deliver(MPSkipIntervalCommandEvent(command, interval: abs(seconds)))
        } else {
            move(to: max(0, min(position + seconds, duration ?? .infinity)))
        }
    }

    private func move(to seconds: Double) {
        let command = center.changePlaybackPositionCommand
        command.deliver(MPChangePlaybackPositionCommandEvent(command, position: seconds))
    }

    private func change(rate: Float) {
        let command = center.changePlaybackRateCommand
        let nearest = command.supported.min { abs($0 - rate) < abs($1 - rate) }
        command.deliver(MPChangePlaybackRateCommandEvent(command, rate: nearest ?? rate))
    }
}
