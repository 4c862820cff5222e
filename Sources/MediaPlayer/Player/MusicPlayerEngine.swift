import AudioCore
import Foundation
import MusicLibrary
import PlaybackAndRecording

/// Plays the items of a queue one after the other, for `MPMusicPlayerController`.
///
/// A serial queue carries out what is asked for, in order; no client runs on it. A file that cannot be opened is passed over.
final class MusicPlayerEngine: @unchecked Sendable {
    typealias Opener = @Sendable (Piece, @escaping @Sendable (Player.Event) -> Void) throws -> Player

    /// An item, and the part of it that plays.
    struct Piece: Sendable {
        let item: MPMediaItem
        var start = 0.0
        var end: Double?
        /// What a subclass of the program answers, which is asked where the piece is made and not by the player.
        private let own: Own?

        private struct Own: Sendable {
            let url: URL?
            let title: String?
            let album: MPMediaEntityPersistentID
        }

        init(item: MPMediaItem, start: Double = 0, end: Double? = nil) {
            (self.item, self.start, self.end) = (item, start, end)
            let isLibrarys = type(of: item) == MPMediaItem.self
            own = isLibrarys ? nil : Own(url: item.assetURL, title: item.title, album: item.albumPersistentID)
        }

        /// The file of the library's; nil for an item of a subclass.
        var place: FilePath? { own == nil ? item.record?.path : nil }
        var url: URL? { own.map(\.url) ?? item.assetURL }
        var title: String? { own.map(\.title) ?? item.title }
        var album: MPMediaEntityPersistentID { own?.album ?? item.albumPersistentID }

        /// Whether it plays an item. It does not ask a subclass.
        func plays(_ other: MPMediaItem) -> Bool {
            item === other || item.number != 0 && item.number == other.number && type(of: item) == type(of: other)
        }
    }

    /// What a queue is made of.
    struct Contents: Sendable {
        var pieces: [Piece]
        /// The place of the item that plays first; nil for the first one.
        var first: Int?
    }

    enum Change: Sendable { case item, state, queue }

    let work = DispatchQueue(label: "music-player", qos: .userInitiated)
    private let open: Opener
    private let notify: @Sendable (Change) -> Void

    // The rest is used on `work` alone.
    private var queue = PlayQueue<Piece>()
    /// What the next start plays instead; an error where it cannot be played.
    private var next: Result<Contents, MPError>?
    private var player: Player?
    /// Which of the players is heard: events of earlier ones are late.
    private var turn = 0
    private var run = MPMusicPlaybackState.stopped
    /// Whether it was paused when it began to move fast.
    private var seeksFromPause = false
    /// The number of the entry that was notified last.
    private var announced: Int?
    private static let oldQueue = -1
    private var speed: Float = 1
    private var repetition = MPMusicRepeatMode.default
    private var order = MPMusicShuffleMode.default
    private var timer: (any DispatchSourceTimer)?
    private var generator: any RandomNumberGenerator & Sendable

    /// - Parameters:
    ///   - open: opens an item.
    ///   - generator: where orders by chance come from.
    ///   - notify: called on `work` after each change.
    init(
        open: @escaping Opener = MusicPlayerEngine.open,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        notify: @escaping @Sendable (Change) -> Void
    ) {
        (self.open, self.generator, self.notify) = (open, generator, notify)
    }

    deinit {
        timer?.cancel()
        player?.close()
    }

    // MARK: The queue

    /// Has the next start play other items.
    func replace(_ contents: Result<Contents, MPError>) { work.sync { next = contents } }

    /// Makes edits at once, between two items or while one plays.
    func edit(_ edits: @Sendable (inout PlayQueue<Piece>) -> Void) {
        work.sync {
            let isNew = next != nil
            load()
            let playing = queue.current?.number
            edits(&queue)
            notify(.queue)
            // An item that was removed while it played: the one after it plays on.
            if isNew { go() } else if playing != nil, playing != queue.current?.number { go() }
        }
    }

    /// The queue that the next start plays, if there is one, or the one that plays.
    var current: PlayQueue<Piece> {
        work.sync {
            if case .success(let contents) = next { PlayQueue(contents.pieces) } else { queue }
        }
    }

    var item: MPMediaItem? { work.sync { queue.current?.item.item } }
    var index: Int? { work.sync { queue.index } }

    /// Goes to an item of the queue. Nothing happens where that is not in it.
    func select(_ item: MPMediaItem) {
        work.sync {
            let isNew = next != nil
            load()
            let place = queue.entries.firstIndex { $0.item.plays(item) }
            if let place { queue.select(place) }
            if place != nil || isNew { go() }
        }
    }

    var repeatMode: MPMusicRepeatMode {
        get { work.sync { repetition } }
        set { work.sync { repetition = newValue } }
    }

    var shuffleMode: MPMusicShuffleMode {
        get { work.sync { order } }
        set {
            work.sync {
                order = newValue
                arrange()
                notify(.queue)
            }
        }
    }

    private func arrange() {
        var random = Chance(source: generator)
        switch order {
        case .default, .off: queue.unshuffle()
        case .songs: queue.shuffle(using: &random)
        case .albums: queue.shuffle(by: \.album, using: &random)
        }
        generator = random.source
    }

    /// Makes the queue of what was set last, unless that has happened.
    @discardableResult private func load() -> MPError? {
        guard let next else { return nil }
        self.next = nil
        close()
        if announced != nil { announced = Self.oldQueue }
        let contents: Contents
        switch next {
        case .success(let found): contents = found
        case .failure(let error):
            queue = PlayQueue()
            notify(.queue)
            return error
        }
        queue = PlayQueue(contents.pieces)
        queue.select(contents.first)
        arrange()
        notify(.queue)
        return nil
    }

    // MARK: Playing

    /// Opens the item that plays first, so that `play` is heard at once.
    func prepare() throws(MPError) {
        try work.sync { () -> Result<Void, MPError> in
            let isReplaced = next != nil && run != .stopped
            if let error = load() {
                end()
                return .failure(error)
            }
            if queue.index == nil { queue.select(0) }
            do throws(MPError) {
                if player == nil { try openCurrent(step: 1) }
            } catch {
                end()
                return .failure(error)
            }
            announce()
            if isReplaced { set(.paused) }
            guard player?.prepare() == true else {
                return .failure(MPError(.unknown, reason: "the device does not open"))
            }
            return .success(())
        }.get()
    }

    var isPrepared: Bool { work.sync { player != nil && next == nil } }

    func play() {
        work.sync {
            let isNew = next != nil
            if load() != nil { return end() }
            if queue.index == nil { queue.select(0) }
            if player == nil || isNew { return go(starts: true) }
            start()
        }
    }

    func pause() {
        work.sync {
            guard run != .stopped else { return }
            player?.pause()
            set(.paused)
        }
    }

    func stop() { work.sync { end() } }

    /// - Parameter step: how many items to go on; below 0, back.
    func skip(_ step: Int) {
        work.sync {
            // A new queue begins with its first item.
            if next != nil {
                load()
                return go()
            }
            if step > 0, let item = queue.current?.item.item { count(item) { $0.skips += 1 } }
            guard queue.move(by: step, mode == .all ? .all : .none) else { return end() }
            go(step: step)
        }
    }

    /// As `run`, but of a player that its session has paused.
    var state: MPMusicPlaybackState { work.sync { audible } }

    private var audible: MPMusicPlaybackState {
        guard run == .playing, let player, !player.isPlaying, player.currentTime > 0 else { return run }
        return .paused
    }

    /// Notices that the session has paused the player.
    func followSession() { work.async { [self] in if audible == .paused { set(.paused) } } }

    var time: Double {
        get { work.sync { player?.currentTime ?? 0 } }
        set {
            work.sync {
                guard newValue.isFinite, let player else { return }
                player.seek(to: newValue * player.format.sampleRate)
                arm()
            }
        }
    }

    var rate: Float {
        get { work.sync { audible == .playing ? speed : 0 } }
        set {
            guard newValue > 0 else { return newValue == 0 ? pause() : () }
            work.sync {
                speed = min(max(newValue, 0.5), 2)
                if let player { adjust(player) }
                arm()
            }
            play()
        }
    }

    private var mode: PlayQueue<Piece>.Repetition {
        switch repetition {
        case .default, .none: .none
        case .one: .one
        case .all: .all
        }
    }

    /// Plays the current item where the player plays or is to; else it is opened when it is needed.
    private func go(starts: Bool = false, step: Int = 1) {
        let plays = starts || [.playing, .seekingForward, .seekingBackward].contains(run)
        close()
        // A new queue.
        if plays, queue.index == nil, announced == Self.oldQueue { queue.select(0) }
        guard queue.index != nil else { return end() }
        if plays { do { try openCurrent(step: step) } catch { return end() } }
        announce()
        if plays { start() }
    }

    private func start() {
        guard let player else { return }
        guard player.play() else { return set(.paused) }
        set(.playing)
        arm()
    }

    private func set(_ state: MPMusicPlaybackState) {
        if state != .playing { disarm() }
        guard state != run else { return }
        run = state
        notify(.state)
    }

    private func announce() {
        guard announced != queue.current?.number else { return }
        announced = queue.current?.number
        notify(.item)
    }

    /// Ends the queue: a start after this one begins with the first item.
    private func end() {
        close()
        queue.select(nil)
        announce()
        set(.stopped)
    }

    /// Opens the current item, or the first one after it that can be opened.
    private func openCurrent(step: Int) throws(MPError) {
        var failure = MPError(.notFound, reason: "the queue has no item")
        for _ in queue.entries {
            guard let piece = queue.current?.item else { break }
            turn += 1
            let turn = turn
            do {
                let player = try open(piece) { [weak self] event in
                    guard let self else { return }
                    work.async { self.hear(event, turn) }
                }
                if piece.start > 0 { player.seek(to: piece.start * player.format.sampleRate) }
                adjust(player)
                self.player = player
                return
            } catch {
                failure = (error as? MPError) ?? MPError(error)
            }
            guard queue.move(by: step > 0 ? 1 : -1, .none) else { break }
        }
        throw failure
    }

    private func adjust(_ player: Player) {
        player.changesRate = speed != 1
        player.rate = speed
    }

    private func close() {
        disarm()
        turn += 1
        player?.close()
        player = nil
    }

    private func hear(_ event: Player.Event, _ turn: Int) {
        guard turn == self.turn else { return }
        switch event {
        case .finished(let isWhole): finish(isWhole: isWhole)
        case .failed: break
        case .interruptionBegan: set(.interrupted)
        case .interruptionEnded(let resumes):
            guard run == .interrupted else { return }
            if resumes { start() } else { set(.paused) }
        }
    }

    /// - Parameter isWhole: false for an item that could not be read to its end, which is neither counted nor repeated.
    private func finish(isWhole: Bool) {
        if isWhole, let item = queue.current?.item.item {
            count(item) {
                $0.plays += 1
                $0.played = Int64(Date().timeIntervalSince1970)
            }
        }
        guard isWhole ? queue.advance(mode) : queue.move(by: 1, .none) else { return end() }
        go()
    }

    /// Notes it on another queue: whoever scans may write to the index meanwhile.
    private func count(_ item: MPMediaItem, _ change: @escaping @Sendable (inout ItemUsage) -> Void) {
        LibraryAccess.edits.async {
            do {
                try item.access.index?.changeUsage(of: item.number, change)
            } catch {
                Log.note("how often an item was played is not kept: \(error)")
            }
        }
    }

    // MARK: Seeking, and parts of items

    /// Seconds between two steps, and seconds of the item in one.
    private static let step = (pause: 0.2, length: 1.6)

    /// Moves fast, until `endSeeking`.
    func seek(_ direction: MPMusicPlaybackState) {
        work.sync {
            guard player != nil, run != .stopped else { return }
            if run == .paused || run == .playing { seeksFromPause = run == .paused }
            set(direction)
            repeats(after: Self.step.pause) { $0.moveFast() }
        }
    }

    func endSeeking() {
        work.sync { if run == .seekingForward || run == .seekingBackward { endMoving() } }
    }

    private func endMoving() { if seeksFromPause { set(.paused) } else { start() } }

    private func moveFast() {
        guard let player, run == .seekingForward || run == .seekingBackward else { return }
        let time = player.currentTime + (run == .seekingForward ? Self.step.length : -Self.step.length)
        player.seek(to: time * player.format.sampleRate)
        if time <= 0 { return endMoving() }
        if time < player.duration { repeats(after: Self.step.pause) { $0.moveFast() } }
    }

    /// Has the end of the part of an item noticed.
    private func arm() {
        guard run == .playing, let player, let end = queue.current?.item.end else { return }
        let left = max(0, end - player.currentTime) / Double(speed)
        repeats(after: left) { engine in
            guard engine.run == .playing, let player = engine.player else { return }
            if player.currentTime >= end - 0.01 { engine.finish(isWhole: true) } else { engine.arm() }
        }
    }

    private func repeats(after seconds: Double, _ body: @escaping @Sendable (MusicPlayerEngine) -> Void) {
        disarm()
        let timer = DispatchSource.makeTimerSource(queue: work)
        timer.setEventHandler { [weak self] in if let self { body(self) } }
        timer.schedule(deadline: .now() + min(max(0.01, seconds), 86_400))
        timer.resume()
        self.timer = timer
    }

    private func disarm() {
        timer?.cancel()
        timer = nil
    }
}

/// A generator whose type is not known.
private struct Chance: RandomNumberGenerator {
    var source: any RandomNumberGenerator & Sendable
    mutating func next() -> UInt64 { source.next() }
}
