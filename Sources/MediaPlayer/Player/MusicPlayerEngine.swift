import AudioCore
import Foundation
import MusicLibrary
import PlaybackAndRecording

/// Plays the items of a queue one after the other, for `MPMusicPlayerController`.
///
/// A serial queue carries out what is asked for, in order; no client runs on it. A file that cannot be opened is passed over. The item
/// that follows is opened a few seconds before, and begins at the sample where the one before it ends.
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

    enum Change: Sendable { case item, state, queue, volume }

    /// The item after the one that plays, open and ready.
    struct Upcoming {
        let player: Player
        let turn: Int
        /// The number of its entry in the queue.
        let entry: Int
        /// The end of the item that plays, at which it begins; nil as long as that is not known.
        var start: Player.End?
        /// Whether its own end is near.
        var isNearEnd = false
    }

    let work = DispatchQueue(label: "music-player", qos: .userInitiated)
    /// Where the item that follows is opened, which may take long on a slow disk: `work` answers meanwhile.
    let opening = DispatchQueue(label: "music-player.next", qos: .userInitiated)
    let open: Opener
    private let notify: @Sendable (Change) -> Void

    // The rest is used on `work` alone.
    var queue = PlayQueue<Piece>()
    /// What the next start plays instead; an error where it cannot be played.
    var next: Result<Contents, MPError>?
    var player: Player?
    /// Which of the players is heard: events of earlier ones are late.
    var turn = 0
    /// The turn that was given last.
    var lastTurn = 0
    var upcoming: Upcoming?
    /// The turn of the item that is being opened to follow; nil for none.
    var openingTurn: Int?
    /// Whether the item that plays ends within a few seconds.
    var isNearEnd = false
    var run = MPMusicPlaybackState.stopped
    /// Whether it was paused when it began to move fast.
    var seeksFromPause = false
    /// The number of the entry that was notified last.
    private var announced: Int?
    private static let oldQueue = -1
    var speed: Float = 1
    private var repetition = MPMusicRepeatMode.default
    private var order = MPMusicShuffleMode.default
    var timer: (any DispatchSourceTimer)?
    private var generator: any RandomNumberGenerator & Sendable
    /// Is told what others should see, after each change.
    private var publish: (@Sendable (Showing) -> Void)?

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
        upcoming?.player.close()
    }

    /// Has what plays shown from now on.
    ///
    /// - Parameter body: called on `work` after each change.
    func publish(_ body: @escaping @Sendable (Showing) -> Void) { work.sync { publish = body } }

    /// Shows what plays, and where it is.
    func show() { publish?(showing) }

    private func tell(_ change: Change) {
        notify(change)
        show()
    }

    // MARK: What is not needed any more

    /// Queues that were replaced or edited, until they are freed. An item may be of a class of the program's, and its `deinit` may call the
    /// player: on `work` it would wait for itself.
    private var discarded: [any Sendable] = []
    private static let disposal = DispatchQueue(label: "music-player.disposal", qos: .utility)

    /// Frees what may have the last reference to an item, where no lock is held. On `work`.
    func discard(_ old: (any Sendable)?) {
        guard let old else { return }
        discarded.append(old)
        guard discarded.count == 1 else { return }
        Self.disposal.async { [weak self] in
            guard let self else { return }
            // Once `work` has done what it does, which has references of its own.
            let old = work.sync {
                defer { discarded = [] }
                return discarded
            }
            _ = old
        }
    }

    // MARK: The queue

    /// Has the next start play other items.
    func replace(_ contents: Result<Contents, MPError>) {
        work.sync {
            discard(next)
            next = contents
        }
    }

    /// Makes edits at once, between two items or while one plays.
    func edit(_ edits: @Sendable (inout PlayQueue<Piece>) -> Void) {
        work.sync {
            settle()
            let isNew = next != nil
            load()
            let playing = queue.current?.number
            discard(queue)
            edits(&queue)
            tell(.queue)
            // An item that was removed while it played: the one after it plays on.
            if isNew || playing != nil && playing != queue.current?.number { return go() }
            renewUpcoming()
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
            settle()
            let isNew = next != nil
            load()
            let place = queue.entries.firstIndex { $0.item.plays(item) }
            if let place { queue.select(place) }
            if place != nil || isNew { go() }
        }
    }

    var repeatMode: MPMusicRepeatMode {
        get { work.sync { repetition } }
        set {
            work.sync {
                settle()
                repetition = newValue
                renewUpcoming()
                show()
            }
        }
    }

    var shuffleMode: MPMusicShuffleMode {
        get { work.sync { order } }
        set {
            work.sync {
                settle()
                order = newValue
                arrange()
                tell(.queue)
                renewUpcoming()
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
    @discardableResult func load() -> MPError? {
        guard let next else { return nil }
        self.next = nil
        discard(queue)
        close()
        if announced != nil { announced = Self.oldQueue }
        let contents: Contents
        switch next {
        case .success(let found): contents = found
        case .failure(let error):
            queue = PlayQueue()
            tell(.queue)
            return error
        }
        queue = PlayQueue(contents.pieces)
        queue.select(contents.first)
        arrange()
        tell(.queue)
        return nil
    }

    /// As they were set. On `work`.
    var modes: (repetition: MPMusicRepeatMode, order: MPMusicShuffleMode) { (repetition, order) }

    /// What follows the end of an item.
    var mode: PlayQueue<Piece>.Repetition {
        switch repetition {
        case .default, .none: .none
        case .one: .one
        case .all: .all
        }
    }

    // MARK: States

    func set(_ state: MPMusicPlaybackState) {
        if state != .playing { disarm() }
        guard state != run else { return }
        run = state
        tell(.state)
    }

    func announce() {
        guard announced != queue.current?.number else { return }
        announced = queue.current?.number
        tell(.item)
    }

    /// Whether the queue that plays is one that nobody was notified of.
    var isQueueNew: Bool { announced == Self.oldQueue }

    func disarm() {
        timer?.cancel()
        timer = nil
    }
}

/// A generator whose type is not known.
private struct Chance: RandomNumberGenerator {
    var source: any RandomNumberGenerator & Sendable
    mutating func next() -> UInt64 { source.next() }
}
