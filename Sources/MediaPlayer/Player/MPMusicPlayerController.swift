import AVFAudio
import AudioCore
public import Foundation

/// Plays items of the user's library, with a queue of its own.
///
/// Set a queue, then call `play`. Any thread may call. A new queue takes effect at the next `play`, `prepareToPlay`, skip, edit or
/// choice of an item. Notifications come on the main queue once `beginGeneratingPlaybackNotifications` was called.
///
/// Items of one sample rate follow one another without a gap: the next one is opened a few seconds before, and its first frame is heard
/// right after the last one of the item before. Items of different rates do so to the nearest frame.
///
/// While it plays or is paused, the desktop shows the player as what the program plays, and media keys and headsets control it. What the
/// program says by ``MPNowPlayingInfoCenter`` is shown instead. A command of ``MPRemoteCommandCenter`` that has a target of the program's,
/// or that the program has disabled, is not the player's, nor is one that the program receives as an event of remote control.
///
/// ```swift
/// import MediaPlayer
///
/// let player = MPMusicPlayerController.applicationMusicPlayer
/// player.setQueue(with: MPMediaQuery.songs())
/// player.shuffleMode = .songs
/// player.play()
/// ```
open class MPMusicPlayerController: NSObject, MPMediaPlayback, @unchecked Sendable {
    let engine: MusicPlayerEngine
    let notices: Notices

    /// Posts changes as long as a program wants them.
    final class Notices: @unchecked Sendable {
        weak var player: MPMusicPlayerController?
        let wanted = LockedValue(0)

        func post(_ change: MusicPlayerEngine.Change) {
            guard wanted.withLock({ $0 }) > 0 else { return }
            let name: NSNotification.Name =
                switch change {
                case .item: .MPMusicPlayerControllerNowPlayingItemDidChange
                case .state: .MPMusicPlayerControllerPlaybackStateDidChange
                case .queue: .MPMusicPlayerControllerQueueDidChange
                case .volume: .MPMusicPlayerControllerVolumeDidChange
                }
            // An operation: in a block of the main queue Foundation waits for observers on `OperationQueue.main`.
            OperationQueue.main.addOperation { [self] in
                guard let player, wanted.withLock({ $0 }) > 0 else { return }
                ProgramEnd.call { NotificationCenter.default.post(name: name, object: player) }
            }
        }
    }

    init(
        open: @escaping MusicPlayerEngine.Opener = MusicPlayerEngine.open,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        let notices = Notices()
        self.notices = notices
        engine = MusicPlayerEngine(open: open, generator: generator) { notices.post($0) }
        super.init()
        notices.player = self
    }

    private static let application: MPMusicPlayerApplicationController = {
        let player = MPMusicPlayerApplicationController()
        // Headphones that are unplugged pause a player; the others pause it too, and say so themselves.
        let engine = player.engine
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { _ in engine.followSession() }
        MusicPlayerPublisher(engine, .shared).begin()
        return player
    }()

    /// The player of the program, which ends with it.
    ///
    /// - Returns: the same object in each call, that of `applicationQueuePlayer`.
    open class var applicationMusicPlayer: MPMusicPlayerController { application }

    /// The player of the program, whose queue can be edited.
    ///
    /// - Returns: the same object in each call.
    open class var applicationQueuePlayer: MPMusicPlayerApplicationController { application }

    private static let system = SystemMusicPlayer()

    /// The desktop's player: the one of another program that plays, or that did something last, by MPRIS.
    ///
    /// It is the user's: it plays on when the program ends. Its `nowPlayingItem` is nil while it plays what is not in the library. A
    /// queue reaches a player that lets others edit its list of tracks; others that open files play the first item alone. Where there is
    /// no such player, or no session bus, the state is `stopped` and commands do nothing. No call waits for a player: what is asked of
    /// it takes effect soon, and a notification reports it. The first call waits for some milliseconds until the players are known.
    ///
    /// - Returns: the same object in each call.
    open class var systemMusicPlayer: any MPMusicPlayerController & MPSystemMusicPlayerController { system }

    /// The desktop's player, ``systemMusicPlayer``, by its older name.
    ///
    /// - Returns: the same object in each call.
    open class var iPodMusicPlayer: MPMusicPlayerController { system }

    // MARK: The queue

    /// Plays what a query finds from the next start on.
    ///
    /// - Parameter query: the query, which is asked now.
    open func setQueue(with query: MPMediaQuery) {
        setQueue(with: MPMusicPlayerMediaItemQueueDescriptor(query: query))
    }

    /// Plays a collection from the next start on.
    ///
    /// - Parameter itemCollection: the collection.
    open func setQueue(with itemCollection: MPMediaItemCollection) {
        setQueue(with: MPMusicPlayerMediaItemQueueDescriptor(itemCollection: itemCollection))
    }

    /// Plays what a descriptor describes from the next start on.
    ///
    /// - Parameter descriptor: the descriptor, as it is now.
    open func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) { engine.replace(descriptor.contents) }

    /// Asks for items of a shop, which there is none here: the next `prepareToPlay` fails with `MPError.notFound`, and `play` plays nothing.
    ///
    /// - Parameter storeIDs: the identifiers of the items.
    open func setQueue(with storeIDs: [String]) {
        setQueue(with: MPMusicPlayerStoreQueueDescriptor(storeIDs: storeIDs))
    }

    /// Inserts what a descriptor describes after the item that plays, which plays on.
    ///
    /// - Parameter descriptor: the descriptor, as it is now. One without items is ignored.
    open func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) {
        guard let new = try? descriptor.contents.get() else { return }
        engine.edit { $0.insert(new.pieces, after: $0.index) }
    }

    /// Adds what a descriptor describes at the end of the queue.
    ///
    /// - Parameter descriptor: the descriptor, as it is now. One without items is ignored.
    open func append(_ descriptor: MPMusicPlayerQueueDescriptor) {
        guard let new = try? descriptor.contents.get() else { return }
        engine.edit { $0.append(new.pieces) }
    }

    /// The item that plays, or that will after a pause; nil for none. Another item of the queue can be set; others are ignored.
    open var nowPlayingItem: MPMediaItem? {
        get { engine.item }
        set { if let newValue { engine.select(newValue) } }
    }

    /// The place in the queue of the item that plays, in the order in which the queue plays; `NSNotFound` for none.
    open var indexOfNowPlayingItem: Int { engine.index ?? NSNotFound }

    /// What follows the end of an item and of the queue.
    open var repeatMode: MPMusicRepeatMode {
        get { engine.repeatMode }
        set { engine.repeatMode = newValue }
    }

    /// In which order the queue plays. The item that plays continues.
    open var shuffleMode: MPMusicShuffleMode {
        get { engine.shuffleMode }
        set { engine.shuffleMode = newValue }
    }

    // MARK: Playing

    /// What it does.
    open var playbackState: MPMusicPlaybackState { engine.state }

    /// Opens the first item and the device, so that `play` is heard at once.
    open func prepareToPlay() { try? engine.prepare() }

    /// Opens the first item and the device, so that `play` is heard at once.
    ///
    /// - Parameter completionHandler: called on a queue of its own, with nil, or with an `MPError` where there is no item that can be
    ///   played, or the device does not open.
    open func prepareToPlay(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        DispatchQueue.global().async { [engine] in
            var failure: (any Error)?
            do { try engine.prepare() } catch { failure = error }
            ProgramEnd.call { completionHandler(failure) }
        }
    }

    /// Opens the first item and the device, so that `play` is heard at once.
    ///
    /// - Throws: an `MPError` where there is no item that can be played, or the device does not open.
    open func prepareToPlay() async throws {
        let _: Void = try await withCheckedThrowingContinuation { continuation in
            prepareToPlay { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Whether an item is open.
    open var isPreparedToPlay: Bool { engine.isPrepared }

    /// Plays on, or begins with the first item. A file that cannot be opened is passed over.
    open func play() { engine.play() }

    /// Pauses.
    open func pause() { engine.pause() }

    /// Ends the playback. `play` begins with the first item then.
    open func stop() { engine.stop() }

    /// Goes to the next item, also from one that repeats. After the last one the player stops, unless the queue repeats.
    open func skipToNextItem() { engine.skip(1) }

    /// Goes to the beginning of the item.
    open func skipToBeginning() { engine.time = 0 }

    /// Goes to the item before, wherever the item stands. Before the first one the player stops, unless the queue repeats.
    open func skipToPreviousItem() { engine.skip(-1) }

    /// The position in the item, in seconds; 0 where no item is open. What is not a number is ignored.
    open var currentPlaybackTime: TimeInterval {
        get { engine.time }
        set { engine.time = newValue }
    }

    /// The speed: 0 while it does not play. 0 pauses; another value plays at that speed, from 0.5 to 2, at the same pitch.
    open var currentPlaybackRate: Float {
        get { engine.rate }
        set { engine.rate = newValue }
    }

    /// Moves forward eight times as fast, in steps, until `endSeeking`.
    open func beginSeekingForward() { engine.seek(.seekingForward) }

    /// Moves backward eight times as fast, in steps, until `endSeeking` or the beginning of the item.
    open func beginSeekingBackward() { engine.seek(.seekingBackward) }

    /// Plays from where it is, or pauses there if it was paused before.
    open func endSeeking() { engine.endSeeking() }

    // MARK: Notifications

    /// Posts notifications from now on, until as many calls of `endGeneratingPlaybackNotifications`.
    open func beginGeneratingPlaybackNotifications() { notices.wanted.withLock { $0 = min($0, .max - 1) + 1 } }

    /// Ends what one call of `beginGeneratingPlaybackNotifications` has begun.
    open func endGeneratingPlaybackNotifications() { notices.wanted.withLock { $0 = max(0, $0 - 1) } }
}
