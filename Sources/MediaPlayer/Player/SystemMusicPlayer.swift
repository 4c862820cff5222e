import AudioCore
import Foundation
import NowPlaying

/// `MPMusicPlayerController.systemMusicPlayer`: the desktop's player, by MPRIS.
///
/// What it answers is what the player has said last, so that no call waits for another program.
final class SystemMusicPlayer: MPMusicPlayerController, MPSystemMusicPlayerController, @unchecked Sendable {
    private let desktop: PlayerController
    private let finder: ItemFinder
    /// Whether somebody has asked for the item that plays.
    private let hasAskedForItem = LockedValue(false)
    /// What the next start plays in place of what the player has.
    private let next = LockedValue<Result<MusicPlayerEngine.Contents, MPError>?>(nil)
    private let reports: Reports

    /// What was reported last, and whether a report is on its way.
    private final class Reports: @unchecked Sendable {
        weak var player: SystemMusicPlayer?
        let isPending = LockedValue(false)
        let queue = DispatchQueue(label: "system-music-player")
        /// Used on `queue`.
        var last = Seen()

        /// Reports what has changed, once for all changes that come meanwhile.
        func soon() {
            let isFirst = isPending.withLock { isPending in
                defer { isPending = true }
                return !isPending
            }
            guard isFirst else { return }
            queue.async { [self] in
                isPending.withLock { $0 = false }
                player?.report()
            }
        }
    }

    /// What notifications report.
    private struct Seen: Equatable {
        var track: String?
        var item: MPMediaEntityPersistentID?
        var state = MPMusicPlaybackState.stopped
        var tracks: [String]?
        var volume: Double?
    }

    /// - Parameters:
    ///   - makeController: makes what follows the desktop's player; for tests, on another bus.
    ///   - find: finds the item of the library that an address stands for.
    ///   - watch: adds a function that runs after each change of the library.
    init(
        _ makeController: (@escaping @Sendable () -> Void) -> PlayerController = { PlayerController(changed: $0) },
        find: @escaping @Sendable (String) -> MPMediaItem? = ItemFinder.inLibrary,
        watch: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = ItemFinder.watchLibrary
    ) {
        let reports = Reports()
        self.reports = reports
        desktop = makeController { reports.soon() }
        finder = ItemFinder(find, watch: watch) { reports.soon() }
        super.init()
        reports.player = self
    }

    private func report() {
        let snapshot = desktop.snapshot
        let player = snapshot.player
        let now = Seen(
            track: player.flatMap { player in
                player.state.track.map { "\(player.owner) \($0.identifier) \(player.trackPath ?? "")" }
            },
            item: finder.itemSoon(player?.state.track?.url)?.persistentID, state: Self.state(snapshot),
            tracks: snapshot.tracks, volume: player?.state.volume)
        let last = reports.last
        reports.last = now
        if now.track != last.track || now.item != last.item { notices.post(.item) }
        if now.state != last.state { notices.post(.state) }
        if now.tracks != last.tracks { notices.post(.queue) }
        if now.volume != last.volume, last.volume != nil { notices.post(.volume) }
    }

    override func beginGeneratingPlaybackNotifications() {
        super.beginGeneratingPlaybackNotifications()
        desktop.begin()
    }

    // MARK: The queue

    override func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) {
        let contents = descriptor.contents
        next.withLock { $0 = contents }
        desktop.begin()
    }

    override func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) {
        if let addresses = addresses(descriptor) { send { _ in .insert(addresses) } }
    }

    override func append(_ descriptor: MPMusicPlayerQueueDescriptor) {
        if let addresses = addresses(descriptor) { send { _ in .append(addresses) } }
    }

    private func addresses(_ descriptor: MPMusicPlayerQueueDescriptor) -> [String]? {
        guard let pieces = try? descriptor.contents.get().pieces else { return nil }
        return pieces.compactMap { $0.url?.absoluteString }
    }

    func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor) {
        setQueue(with: queueDescriptor)
        play()
    }

    override var nowPlayingItem: MPMediaItem? {
        get {
            let address = desktop.snapshot.player?.state.track?.url
            // The first question waits, as it does for the player: a program that asks only once gets the item.
            let isFirst = hasAskedForItem.withLock { hasAsked in
                defer { hasAsked = hasAsked || address != nil }
                return !hasAsked
            }
            return isFirst ? finder.itemSoon(address) : finder.item(address)
        }
        set {
            guard let address = newValue?.assetURL?.absoluteString else { return }
            send { _ in .goTo(address) }
        }
    }

    override var indexOfNowPlayingItem: Int {
        let snapshot = desktop.snapshot
        guard let path = snapshot.player?.trackPath else { return NSNotFound }
        return snapshot.tracks?.firstIndex(of: path) ?? NSNotFound
    }

    override var repeatMode: MPMusicRepeatMode {
        get {
            switch desktop.snapshot.player?.state.repeats {
            case .off: .none
            case .one: .one
            case .all: .all
            case nil: .default
            }
        }
        set {
            switch newValue {
            // The user's own choice.
            case .default: break
            case .none: command(.repeat(.off))
            case .one: command(.repeat(.one))
            case .all: command(.repeat(.all))
            }
        }
    }

    override var shuffleMode: MPMusicShuffleMode {
        get { desktop.snapshot.player?.state.shuffles.map { $0 ? .songs : .off } ?? .default }
        set { if newValue != .default { command(.shuffle(newValue != .off)) } }
    }

    // MARK: Playing

    private static func state(_ snapshot: PlayerController.Snapshot) -> MPMusicPlaybackState {
        switch snapshot.player?.state.status {
        case .playing, .paused:
            switch snapshot.seeking {
            case 0: snapshot.player?.state.status == .playing ? .playing : .paused
            case 1...: .seekingForward
            default: .seekingBackward
            }
        case .stopped, nil: .stopped
        }
    }

    override var playbackState: MPMusicPlaybackState { Self.state(desktop.snapshot) }

    /// Why the next start would play nothing.
    private var obstacle: MPError? {
        let snapshot = desktop.snapshot
        guard let player = snapshot.player else { return MPError(.notFound, reason: "there is no player") }
        switch next.withLock({ $0 }) {
        case .failure(let error): return error
        case .success where !snapshot.takesQueue:
            return MPError(.notSupported, reason: "the player takes no queue")
        case .success: return nil
        case nil:
            let canPlay = player.state.abilities.contains(.play)
            return canPlay ? nil : MPError(.notSupported, reason: "the player has nothing that it can play")
        }
    }

    override func prepareToPlay() {}

    override func prepareToPlay(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        DispatchQueue.global().async { [self] in
            let obstacle = obstacle
            ProgramEnd.call { completionHandler(obstacle) }
        }
    }

    override var isPreparedToPlay: Bool { next.withLock { $0 == nil } && obstacle == nil }

    override func play() {
        let snapshot = desktop.snapshot
        // A queue that nobody takes stays, so that what the player had before does not play in its place.
        let contents = next.withLock { next -> Result<MusicPlayerEngine.Contents, MPError>? in
            guard case .success = next, snapshot.takesQueue else { return next }
            defer { next = nil }
            return next
        }
        switch contents {
        case .failure: break
        case .success(let contents): if snapshot.takesQueue { replace(contents) }
        case nil: command(.play)
        }
    }

    /// Plays a queue in place of what the player has.
    private func replace(_ contents: MusicPlayerEngine.Contents) {
        // An item without a file is passed over.
        let places = contents.pieces.indices.filter { contents.pieces[$0].url != nil }
        let first = places.firstIndex { $0 >= contents.first ?? 0 } ?? 0
        let addresses = places.compactMap { contents.pieces[$0].url?.absoluteString }
        guard !addresses.isEmpty else { return }
        send { _ in .replace(addresses, first: first) }
    }

    override func pause() { command(.pause) }
    override func stop() { command(.stop) }
    override func skipToNextItem() { command(.next) }
    override func skipToBeginning() { command(.move(0)) }

    override func skipToPreviousItem() {
        // Most players would go to the beginning of a track that has played for some seconds.
        if currentPlaybackTime > 1 { command(.move(0)) }
        command(.previous)
    }

    override var currentPlaybackTime: TimeInterval {
        get {
            guard let player = desktop.snapshot.player else { return 0 }
            let now = HostTime.now()
            // Not every player says that it has moved.
            if now > player.positionTime + HostTime.ticksPerSecond { desktop.send(.position, to: player) }
            return player.seconds(at: now)
        }
        set {
            guard newValue.isFinite else { return }
            command(.move(max(0, newValue)))
        }
    }

    override var currentPlaybackRate: Float {
        get {
            let snapshot = desktop.snapshot
            return Self.state(snapshot) == .playing ? Float(snapshot.player?.state.rate ?? 0) : 0
        }
        set {
            guard newValue > 0, let player = desktop.snapshot.player else { return newValue == 0 ? pause() : () }
            let rates = player.state.rates
            let rate = max(rates.lowerBound, min(Double(newValue), rates.upperBound))
            if rate != player.state.rate { command(.rate(rate)) }
            play()
        }
    }

    override func beginSeekingForward() { send { _ in .beginSeeking(1) } }
    override func beginSeekingBackward() { send { _ in .beginSeeking(-1) } }
    override func endSeeking() { send { _ in .endSeeking } }

    private func command(_ command: PlayerCommand) { send { _ in .player(command) } }

    private func send(_ make: (ForeignPlayer) -> ForeignCommand?) {
        guard let player = desktop.snapshot.player, let command = make(player) else { return }
        desktop.send(command, to: player)
    }
}
