public import AVFoundation
import AudioCore
public import Foundation
import NowPlaying

/// Is called when a session of what plays has changed.
public protocol MPNowPlayingSessionDelegate: NSObjectProtocol {
    /// The session is shown now, or no longer. Called on the main queue. It need not be implemented.
    ///
    /// - Parameter nowPlayingSession: the session.
    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)
    /// Whether the session can be shown has changed. It is not called: any session can. It need not be implemented.
    ///
    /// - Parameter nowPlayingSession: the session.
    func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}

extension MPNowPlayingSessionDelegate {
    /// Does nothing.
    ///
    /// - Parameter nowPlayingSession: the session.
    public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
    /// Does nothing.
    ///
    /// - Parameter nowPlayingSession: the session.
    public func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession) {}
}

extension AVPlayerItem {
    /// What a session publishes of the item, by the keys of items and those that begin with `MPNowPlayingInfo`, beside what the asset says:
    /// nil at first.
    public var nowPlayingInfo: [String: Any]? {
        get { describedByProgram }
        set { describedByProgram = newValue }
    }
}

/// Shows the desktop what `AVPlayer`s play, and has them carry out what is asked for there.
///
/// One session of a program is active at a time: it is shown. The first one is, until another becomes active.
///
/// ```swift
/// import AVFoundation
/// import MediaPlayer
///
/// let player = AVPlayer(url: URL(fileURLWithPath: "song.m4a"))
/// let session = MPNowPlayingSession(players: [player])
/// session.automaticallyPublishesNowPlayingInfo = true
/// player.play()
/// ```
open class MPNowPlayingSession: NSObject, @unchecked Sendable {
    private struct State {
        var players: [AVPlayer]
        weak var delegate: (any MPNowPlayingSessionDelegate)?
        var publishes = false
        var observations: [NSKeyValueObservation] = []
        var item: AVPlayerItem?
        /// Differs between items.
        var number = 0
    }

    private struct Active {
        weak var session: MPNowPlayingSession?
    }

    private static let active = LockedValue(Active())
    private let state: LockedValue<State>
    private let link: NowPlayingLink
    private let jumps = LockedValue<(any NSObjectProtocol)?>(nil)

    init(_ players: [AVPlayer], _ link: NowPlayingLink) {
        state = LockedValue(State(players: players))
        self.link = link
        super.init()
        Self.active.withLock { active in
            if active.session == nil { active.session = self }
        }
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemTimeJumped, object: nil, queue: nil
        ) { [weak self] note in
            guard let self, (note.object as? AVPlayerItem) === shownPlayer?.currentItem else { return }
            publish()
        }
        jumps.withLock { $0 = token }
        observe()
    }

    /// Makes a session.
    ///
    /// - Parameter players: the players, whose first one that plays is shown.
    public convenience init(players: [AVPlayer]) { self.init(players, .shared) }

    deinit {
        if let token = jumps.withLock({ $0 }) { NotificationCenter.default.removeObserver(token) }
        // What another session shows stays. The reference to this one is gone already.
        if state.withLock({ $0.publishes }), Self.active.withLock({ $0.session }) == nil { link.show(nil) }
    }

    /// The players.
    open var players: [AVPlayer] { state.withLock { $0.players } }
    /// Who is called when the session has changed. The session does not keep it.
    open weak var delegate: (any MPNowPlayingSessionDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
    /// Whether the session shows what its players play by itself: false at first. What `nowPlayingInfoCenter` has is shown instead.
    open var automaticallyPublishesNowPlayingInfo: Bool {
        get { state.withLock { $0.publishes } }
        set {
            let wasSet = state.withLock { state in
                defer { state.publishes = newValue }
                return state.publishes
            }
            if newValue { publish() } else if wasSet, isActive { link.show(nil) }
        }
    }
    /// What the program says that plays: that of the program.
    open var nowPlayingInfoCenter: MPNowPlayingInfoCenter { .default() }
    /// The commands that the program takes: those of the program. The players carry out those without a target.
    open var remoteCommandCenter: MPRemoteCommandCenter { link.center }
    /// Whether the session can be shown: true.
    open var canBecomeActive: Bool { true }
    /// Whether the session is shown.
    open var isActive: Bool { Self.active.withLock { $0.session } === self }

    /// Shows this session, and no longer another one.
    ///
    /// - Parameter completion: called on the main queue with true; nil for nothing.
    open func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) {
        let old = Self.active.withLock { active in
            defer { active.session = self }
            return active.session
        }
        if old !== self, !automaticallyPublishesNowPlayingInfo { link.show(nil) }
        publish()
        DispatchQueue.main.async { [self] in
            ProgramEnd.call {
                if old !== self {
                    if let old { old.delegate?.nowPlayingSessionDidChangeActive(old) }
                    delegate?.nowPlayingSessionDidChangeActive(self)
                }
                completion?(true)
            }
        }
    }

    /// Shows this session, and no longer another one.
    ///
    /// - Returns: true.
    open func becomeActiveIfPossible() async -> Bool {
        await withCheckedContinuation { continuation in
            becomeActiveIfPossible { continuation.resume(returning: $0) }
        }
    }

    /// Adds a player.
    ///
    /// - Parameter player: the player. Nothing happens if it is the session's.
    open func addPlayer(_ player: AVPlayer) {
        state.withLock { state in
            if !state.players.contains(where: { $0 === player }) { state.players.append(player) }
        }
        observe()
    }

    /// Removes a player.
    ///
    /// - Parameter player: the player. Nothing happens if it is not the session's.
    open func removePlayer(_ player: AVPlayer) {
        let old = state.withLock { state in
            defer { state.players.removeAll { $0 === player } }
            return state.players
        }
        withExtendedLifetime(old) {}
        observe()
    }

    // MARK: Publishing

    /// Publishes whatever changes of the players.
    private func observe() {
        let observations = players.flatMap { player in
            [
                player.observe(\.timeControlStatus) { [weak self] _, _ in self?.publish() },
                player.observe(\.rate) { [weak self] _, _ in self?.publish() },
                player.observe(\.currentItem?.duration) { [weak self] _, _ in self?.publish() },
                player.observe(\.currentItem?.nowPlayingInfo) { [weak self] _, _ in self?.publish() },
            ]
        }
        let old = state.withLock { state in
            defer { state.observations = observations }
            return state.observations
        }
        for observation in old { observation.invalidate() }
        publish()
    }

    /// The first player that plays, or else that has an item.
    private var shownPlayer: AVPlayer? {
        players.first { $0.timeControlStatus == .playing } ?? players.first { $0.currentItem != nil }
    }

    private func publish() {
        guard state.withLock({ $0.publishes }), isActive else { return }
        guard let player = shownPlayer, let item = player.currentItem else { return link.show(nil) }
        let (number, old) = state.withLock { state in
            let old = state.item
            if old !== item { (state.item, state.number) = (item, state.number + 1) }
            return (state.number, old)
        }
        withExtendedLifetime(old) {}
        let values = Self.description(of: item)
        var own = OwnPlayer(NowPlayingInfo(values)) { [weak player] command in
            if let player { Self.carryOut(command, player) }
        }
        own.artwork = values[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
        own.info.key = "\(number)"
        if item.duration.isNumeric { own.info.track.duration = item.duration.seconds }
        own.info.isLive = item.status == .readyToPlay && item.duration.isIndefinite
        own.state = player.timeControlStatus == .playing ? .playing : .paused
        (own.info.elapsed, own.time) = (item.currentTime().seconds, HostTime.now())
        (own.info.rate, own.info.defaultRate) = (Double(player.rate == 0 ? 1 : player.rate), Double(player.defaultRate))
        own.abilities = [.play, .pause, .stop, .seek, .changeRate]
        if let queue = player as? AVQueuePlayer, queue.items().count > 1 { own.abilities.insert(.next) }
        link.show(own)
    }

    /// What the program says of an item, and else the asset.
    private static func description(of item: AVPlayerItem) -> [String: Any] {
        var values: [String: Any] = [:]
        // The asset is not read for this: it has been when the item is ready.
        if item.status == .readyToPlay {
            let keys: [(AVMetadataKey, String)] = [
                (.commonKeyTitle, MPMediaItemPropertyTitle), (.commonKeyArtist, MPMediaItemPropertyArtist),
                (.commonKeyAlbumName, MPMediaItemPropertyAlbumTitle),
            ]
            for metadata in item.asset.commonMetadata {
                guard let key = keys.first(where: { $0.0 == metadata.commonKey })?.1 else { continue }
                values[key] = values[key] ?? metadata.stringValue
            }
            if values[MPMediaItemPropertyTitle] == nil {
                values[MPMediaItemPropertyTitle] = (item.asset as? AVURLAsset)?.url.lastPathComponent
            }
        }
        return values.merging(item.nowPlayingInfo ?? [:]) { $1 }
    }

    /// Has a player do what a user asks for. Any thread.
    private static func carryOut(_ command: PlayerCommand, _ player: AVPlayer) {
        func move(_ seconds: Double) {
            guard seconds.isFinite else { return }
            player.seek(
                to: CMTime(seconds: max(0, seconds), preferredTimescale: 1000), toleranceBefore: .zero,
                toleranceAfter: .zero)
        }
        switch command {
        case .play: player.play()
        case .pause: player.pause()
        case .toggle: player.rate == 0 ? player.play() : player.pause()
        case .stop:
            player.pause()
            move(0)
        case .next: (player as? AVQueuePlayer)?.advanceToNextItem()
        case .skip(let seconds): move(player.currentTime().seconds + seconds)
        case .move(let seconds): move(seconds)
        case .rate(let rate):
            player.defaultRate = Float(rate)
            if player.rate != 0 { player.rate = Float(rate) }
        // Those it does not offer.
        case .previous, .repeat, .shuffle, .volume, .goTo, .quit, .raise: break
        }
    }
}
