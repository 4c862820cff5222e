import AVFoundation
import AudioCore
import AudioSession
import CoreMedia
import Foundation

/// What movie players share: which one of them plays, and what they hear of the session.
final class MoviePlayerSurroundings: @unchecked Sendable {
    static let shared = MoviePlayerSurroundings()

    /// Where the session posts its interruptions.
    let interruptions: NotificationCenter
    /// Whether the session is interrupted now.
    let isInterrupted: @Sendable () -> Bool
    /// Makes the next step of moving fast after a pause.
    let stepLater: @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> Void
    /// Makes the asset of a URL.
    let asset: @Sendable (URL) -> AVAsset
    private let current = LockedValue(Current())

    private struct Current { weak var engine: MoviePlayerEngine? }

    init(
        interruptions: NotificationCenter = .default,
        isInterrupted: @escaping @Sendable () -> Bool = { SessionCenter.shared.isInterrupted },
        stepLater: @escaping @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> Void = {
            $0.asyncAfter(deadline: .now() + 0.2, execute: $1)
        }, asset: @escaping @Sendable (URL) -> AVAsset = { AVURLAsset(url: $0) }
    ) {
        (self.interruptions, self.isInterrupted) = (interruptions, isInterrupted)
        (self.stepLater, self.asset) = (stepLater, asset)
    }

    /// A player begins to play: the one that has played before pauses.
    func begins(_ engine: MoviePlayerEngine) {
        let other = current.withLock { current in
            defer { current.engine = engine }
            return current.engine
        }
        if let other, other !== engine { other.change { $0.pause() } }
    }
}

/// Has an `AVPlayer` do what a `MoviePlayerModel` says, and posts what programs learn.
///
/// Any thread changes the model. `work` then sees to the `AVPlayer`. What that reports comes on the main queue.
final class MoviePlayerEngine: @unchecked Sendable {
    typealias Notice = MoviePlayerModel.Notice

    /// A notification that has not been posted.
    struct Post: @unchecked Sendable {
        let name: NSNotification.Name
        var info: [String: Any] = [:]
        /// The presentation in which it came about.
        var presentation = 0
    }

    struct Inside: @unchecked Sendable {
        var model = MoviePlayerModel()
        var url: URL?
        var asset: AVAsset?
        var item: AVPlayerItem?
        var metadata: [MPTimedMetadata]?
        var posts: [Post] = []
        var isPosting = false
        var isFullscreen = false
        /// Counts the times that a presenter has begun to show the movie.
        var presentation = 0
        /// The presentation of the notification that is being posted.
        var postedPresentation = 0
        weak var owner: MPMoviePlayerController?
    }

    let player: AVPlayer
    let surroundings: MoviePlayerSurroundings
    let thumbnails = MovieThumbnails()
    let inside = LockedValue(Inside())
    let work = DispatchQueue(label: "movie-player", qos: .userInitiated)
    private let interruptionToken = LockedValue<Token?>(nil)

    struct Token: @unchecked Sendable { let value: any NSObjectProtocol }

    /// What the `AVPlayer` does, as far as it was set. To be touched on `work` alone.
    var told = Told()

    struct Told {
        var movie: Int?
        var item: AVPlayerItem?
        var end: Double?
        var seek = 0
        var rate: Float = 0
        var starts = 0
        var isMoving = false
        /// Counts the times that moving fast has begun or ended, so that a step of an earlier one is not made.
        var moves = 0
        var observations: [NSKeyValueObservation] = []
        var tokens: [any NSObjectProtocol] = []
    }

    init(_ player: AVPlayer, _ surroundings: MoviePlayerSurroundings) {
        (self.player, self.surroundings) = (player, surroundings)
        let token = surroundings.interruptions.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { [weak self] in self?.hearInterruption($0) }
        interruptionToken.withLock { $0 = Token(value: token) }
    }

    /// Ends what would keep it: its owner is gone.
    func close() {
        if let token = interruptionToken.withLock({ $0 }) { surroundings.interruptions.removeObserver(token.value) }
        thumbnails.cancelAll()
        change { $0.setMovie(false) }
    }

    func read<Value>(_ body: (MoviePlayerModel) -> Value) -> Value { inside.withLock { body($0.model) } }

    /// Changes what the player does. Programs learn of it on the main queue, and the sound follows.
    func change(_ body: (inout MoviePlayerModel) -> [Notice]) { changeInside { body(&$0.model) } }

    private func changeInside(_ body: (inout Inside) -> [Notice]) {
        let begins = inside.withLock { inside in
            let before = inside.model.soundRate > 0
            let notices = body(&inside)
            inside.posts += notices.map { notice in
                var post = Self.post(notice)
                post.presentation = inside.presentation
                return post
            }
            return !before && inside.model.soundRate > 0
        }
        if begins { surroundings.begins(self) }
        work.async { self.update() }
        postSoon()
    }

    /// Sets something that has no effects by itself.
    func set(_ body: (inout MoviePlayerModel) -> Void) {
        change { model in
            model.change { model, _ in body(&model) }
        }
    }

    // MARK: Notifications

    /// Posts notifications after those that wait, if `condition` holds.
    func post(_ posts: [Post], if condition: (inout Inside) -> Bool = { _ in true }) {
        inside.withLock { inside in if condition(&inside) { inside.posts += posts } }
        postSoon()
    }

    private func postSoon() {
        let begins = inside.withLock { inside in
            defer { if !inside.posts.isEmpty { inside.isPosting = true } }
            return !inside.posts.isEmpty && !inside.isPosting
        }
        // An operation: in a block of the main queue Foundation waits for observers on `OperationQueue.main`.
        if begins { OperationQueue.main.addOperation { self.postAll() } }
    }

    private func postAll() {
        while true {
            let (next, owner) = inside.withLock { inside -> (Post?, MPMoviePlayerController?) in
                guard !inside.posts.isEmpty else {
                    inside.isPosting = false
                    return (nil, inside.owner)
                }
                let next = inside.posts.removeFirst()
                inside.postedPresentation = next.presentation
                return (next, inside.owner)
            }
            guard let next else { return }
            guard let owner else { continue }
            let info = next.info.isEmpty ? nil : next.info
            ProgramEnd.call { NotificationCenter.default.post(name: next.name, object: owner, userInfo: info) }
        }
    }

    private static func post(_ notice: Notice) -> Post {
        switch notice {
        case .mediaTypes: return Post(name: .MPMovieMediaTypesAvailable)
        case .sourceType: return Post(name: .MPMovieSourceTypeAvailable)
        case .naturalSize: return Post(name: .MPMovieNaturalSizeAvailable)
        case .duration: return Post(name: .MPMovieDurationAvailable)
        case .prepared: return Post(name: .MPMediaPlaybackIsPreparedToPlayDidChange)
        case .loadState: return Post(name: .MPMoviePlayerLoadStateDidChange)
        case .nowPlaying: return Post(name: .MPMoviePlayerNowPlayingMovieDidChange)
        case .state: return Post(name: .MPMoviePlayerPlaybackStateDidChange)
        case .readyForDisplay: return Post(name: .MPMoviePlayerReadyForDisplayDidChange)
        case .finished(let reason, let error):
            var info: [String: Any] = [
                MPMoviePlayerPlaybackDidFinishReasonUserInfoKey: NSNumber(value: reason.rawValue)
            ]
            info["error"] = error
            return Post(name: .MPMoviePlayerPlaybackDidFinish, info: info)
        }
    }

    // MARK: The movie

    /// Takes another movie.
    func setURL(_ url: URL?) {
        let asset = url.map(surroundings.asset)
        // The old ones end without the lock.
        var old: (AVAsset?, AVPlayerItem?, [MPTimedMetadata]?)
        changeInside { inside in
            old = (inside.asset, inside.item, inside.metadata)
            (inside.url, inside.asset, inside.item, inside.metadata) = (url, asset, nil, nil)
            return inside.model.setMovie(url != nil)
        }
        withExtendedLifetime(old) {}
    }

    /// Seconds: where the movie is, or where a seek that is not done goes to.
    var time: Double {
        let (model, item) = inside.withLock { ($0.model, $0.item) }
        if let seek = model.seek { return seek.time }
        guard model.isPrepared, let item else { return model.startTime ?? model.start }
        let seconds = item.currentTime().seconds
        return seconds.isFinite ? seconds : 0
    }

    /// The item, once it is open or cannot be.
    var item: AVPlayerItem? { inside.withLock { $0.item } }

    private func hearInterruption(_ note: Notification) {
        guard let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? NSNumber,
            type.uintValue == AVAudioSession.InterruptionType.ended.rawValue
        else { return }
        let options = (note.userInfo?[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue ?? 0
        let resumes = AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
        change { $0.interruptionEnded(resumes: resumes) }
    }
}
