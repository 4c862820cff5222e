import AudioCore
import Foundation
import NowPlaying

/// Joins what a program says that it plays, and the commands that it takes, with the desktop.
final class NowPlayingLink: @unchecked Sendable {
    static let shared = NowPlayingLink()

    private let state = LockedValue(PlayerModel())
    /// Taken around the making and the showing of a state, so that the newest is the last.
    private let order = LockedValue((), .state)
    private let artworkFiles: ArtworkFiles
    private let service: PlayerService
    private let now: @Sendable () -> UInt64
    let center: MPRemoteCommandCenter

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
        artworkFiles = ArtworkFiles()
        center = MPRemoteCommandCenter { me.link?.update() }
        service = makeService { command in
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
    func update() {
        order.withLock { _ in
            let offer = PlayerOffer(center)
            service.show(state.withLock { $0.shown(offer) })
        }
    }

    // MARK: Commands

    /// Calls the targets of a command. On the main thread.
    private func carryOut(_ command: PlayerCommand) {
        let (status, position, duration) = state.withLock { state in
            (
                state.status, state.position.seconds(at: now(), of: state.info?.track.duration),
                state.info?.track.duration
            )
        }
        switch command {
        case .play: call(center.playCommand.isOffered ? center.playCommand : center.togglePlayPauseCommand)
        case .pause: call(center.pauseCommand.isOffered ? center.pauseCommand : center.togglePlayPauseCommand)
        case .toggle:
            if center.togglePlayPauseCommand.isOffered { return call(center.togglePlayPauseCommand) }
            call(status == .playing ? center.pauseCommand : center.playCommand)
        case .stop: call(center.stopCommand)
        case .next: call(center.nextTrackCommand)
        case .previous: call(center.previousTrackCommand)
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

    private func call(_ command: MPRemoteCommand) { command.deliver(MPRemoteCommandEvent(command)) }

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
