// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AVFoundation
import AudioCore
import CoreMedia
public import Foundation

/// Plays a movie, or sound, of a file or of a stream, as programs of early telephones do. New programs use `AVPlayer`.
///
/// The movie is opened by `prepareToPlay()` or `play()`. Notifications are posted on the main queue, and what they are about can be read by
/// then. A call on the main thread returns before they are posted; a call on another thread may return after that. Any thread may use a
/// player, and any callback may call it. One movie player of a program plays at a time: the one that has played before pauses.
///
/// There is no UIKit, so that there is no view. What a program draws is in `playerLayer`, an addition, where `pictureRect(in:)` says.
///
/// ```swift
/// import MediaPlayer
///
/// if let moviePlayer = MPMoviePlayerController(contentURL: URL(fileURLWithPath: "holiday.mp4")) {
///     let token = NotificationCenter.default.addObserver(
///         forName: .MPMoviePlayerPlaybackDidFinish, object: moviePlayer, queue: .main
///     ) { note in
///         let reason = note.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? NSNumber
///         print("has ended by itself:", reason?.intValue == MPMovieFinishReason.playbackEnded.rawValue)
///     }
///     moviePlayer.play()
///     RunLoop.main.run()
///     NotificationCenter.default.removeObserver(token)
/// }
/// ```
open class MPMoviePlayerController: NSObject, MPMediaPlayback, @unchecked Sendable {
    let engine: MoviePlayerEngine
    private let layer: AVPlayerLayer
    private let shown = LockedValue(Shown())

    /// What is kept for whoever draws.
    private struct Shown {
        var controls = MPMovieControlStyle.default
        var scaling = MPMovieScalingMode.aspectFit
        var allowsAirPlay = true
        var usesSession = true
    }

    init(_ url: URL?, _ player: AVPlayer, _ surroundings: MoviePlayerSurroundings) {
        engine = MoviePlayerEngine(player, surroundings)
        layer = AVPlayerLayer(player: player)
        super.init()
        begin(url)
    }

    /// Makes a player of what is at a URL. Nothing is read so far.
    ///
    /// - Parameter url: the URL of a file, of this machine or of a server, or of a stream; nil for none so far.
    /// - Returns: a player; never nil.
    public init!(contentURL url: URL!) {
        let player = AVPlayer()
        engine = MoviePlayerEngine(player, .shared)
        layer = AVPlayerLayer(player: player)
        super.init()
        begin(url)
    }

    /// Makes a player without a movie.
    ///
    /// `contentURL` takes one.
    public override init() {
        let player = AVPlayer()
        engine = MoviePlayerEngine(player, .shared)
        layer = AVPlayerLayer(player: player)
        super.init()
        begin(nil)
    }

    private func begin(_ url: URL?) {
        engine.inside.withLock { $0.owner = self }
        if let url { engine.setURL(url) }
    }

    deinit { engine.close() }

    // MARK: The movie

    /// What is played; nil for nothing.
    ///
    /// A player that plays, or is getting ready, continues with a new movie from its beginning.
    open var contentURL: URL! {
        get { engine.inside.withLock { $0.url } }
        set { engine.setURL(newValue) }
    }
    /// How long the movie is, in seconds.
    ///
    /// It is 0 before the movie is open, and for a stream without an end.
    open var duration: TimeInterval { engine.read { $0.facts?.duration ?? 0 } }
    /// Up to which time the movie can be played without waiting, in seconds.
    ///
    /// It is the duration for a file of this machine, and 0 before the movie is open.
    open var playableDuration: TimeInterval {
        guard isPreparedToPlay, let item = engine.item else { return 0 }
        let (now, ranges) = (item.currentTime(), item.loadedTimeRanges.map(\.timeRangeValue))
        let end = (ranges.first { $0.containsTime(now) || $0.end == now } ?? ranges.last)?.end
        return end.map { $0.isNumeric ? $0.seconds : 0 } ?? 0
    }
    /// How large the pictures are, in pixels that are squares.
    ///
    /// It is 0 by 0 before the movie is open, and without pictures.
    open var naturalSize: CGSize { engine.read { $0.facts?.size ?? .zero } }
    /// Which kinds of media the movie has.
    ///
    /// It has none before it is open.
    open var movieMediaTypes: MPMovieMediaTypeMask { engine.read { $0.facts?.types ?? [] } }
    /// Where the movie comes from: unknown before it is open.
    ///
    /// What a program sets stays, and is believed. `unknown` takes that back.
    open var movieSourceType: MPMovieSourceType {
        get { engine.read { $0.sourceType } }
        set { engine.inside.withLock { $0.model.hint = newValue } }
    }
    /// How much of the movie has been received.
    ///
    /// A file of this machine that is open is playable and would play through.
    open var loadState: MPMovieLoadState { engine.read { $0.loadState } }

    // MARK: Playing

    /// What the player does.
    ///
    /// At its end a movie is stopped, at the time of its end. While a stream waits for more, it is paused.
    open var playbackState: MPMoviePlaybackState { engine.read { $0.state } }
    /// Opens the movie.
    ///
    /// It then plays by itself, unless `shouldAutoplay` is false. A movie that is open already does not change.
    open func prepareToPlay() { engine.change { $0.prepare() } }
    /// Whether the movie is open.
    ///
    /// It is not while a new movie is opened.
    open var isPreparedToPlay: Bool { engine.read { $0.isPrepared } }
    /// Plays from where the movie is, or opens it first. A movie that has ended, or was stopped, begins anew.
    ///
    /// Nothing happens without a movie. A movie that could not be opened is opened once more. A movie that has failed while it was played
    /// stays open, and begins anew.
    open func play() { engine.change { $0.play() } }
    /// Pauses.
    ///
    /// A movie that is being opened does not start.
    open func pause() { engine.change { $0.pause() } }
    /// Ends playback, and goes to the beginning.
    ///
    /// A notification says that the movie has ended, unless it was stopped.
    open func stop() { engine.change { $0.stop() } }
    /// Where the movie is, in seconds.
    ///
    /// Setting it goes to the time itself. It is read back at once. Before the movie is open, it is where the movie will begin. What is not a
    /// number is ignored.
    open var currentPlaybackTime: TimeInterval {
        get { engine.time }
        set { engine.change { $0.setTime(newValue) } }
    }
    /// The rate: 0 unless the movie plays.
    ///
    /// Setting it plays at a rate from 0.5 to 2, at the same pitch; others become the nearest one. 0 and what is below pauses: movies do not
    /// play backward. `play()` plays at 1 after a pause.
    open var currentPlaybackRate: Float {
        get { engine.read { $0.state == .playing ? $0.rate : 0 } }
        set { engine.change { $0.setRate(newValue) } }
    }
    /// Moves forward eight times as fast, in steps and without sound, until `endSeeking()`.
    ///
    /// It ends at the end of the movie. Nothing happens before the movie has begun.
    open func beginSeekingForward() { engine.change { $0.beginMoving(.forward) } }
    /// Moves backward eight times as fast, in steps and without sound, until `endSeeking()`.
    ///
    /// It ends at the beginning of the movie. Nothing happens before the movie has begun.
    open func beginSeekingBackward() { engine.change { $0.beginMoving(.backward) } }
    /// Plays from where the movie is, or pauses there if it was paused before.
    ///
    /// Nothing happens where the movie does not move fast.
    open func endSeeking() { engine.change { $0.endMoving() } }

    // MARK: How it plays

    /// Whether the movie plays by itself once `prepareToPlay()` has opened it, and it would play through: true at first.
    ///
    /// It counts at that moment.
    open var shouldAutoplay: Bool {
        get { engine.read { $0.shouldAutoplay } }
        set { engine.set { $0.shouldAutoplay = newValue } }
    }
    /// What follows the end of the movie: nothing at first.
    ///
    /// Where the movie is repeated, no notification says that it has ended. A movie that begins where it ends, or after that, is not repeated.
    open var repeatMode: MPMovieRepeatMode {
        get { engine.read { $0.repeats ? .one : .none } }
        set { engine.set { $0.repeats = newValue == .one } }
    }
    /// Where the movie begins, in seconds: no number at first, which stands for its own beginning.
    ///
    /// Numbers below 0 do so, too. It counts when the movie is opened, stopped or repeated.
    open var initialPlaybackTime: TimeInterval {
        get { engine.read { $0.initialTime } }
        set { engine.set { $0.initialTime = newValue } }
    }
    /// Where the movie ends, in seconds: no number at first, which stands for its own end.
    ///
    /// Numbers below 0 do so, too.
    open var endPlaybackTime: TimeInterval {
        get { engine.read { $0.endTime } }
        set { engine.set { $0.endTime = newValue } }
    }
    /// Whether the sound follows the program's audio session: true at first.
    ///
    /// The value is kept. The sound always follows that session, as a program has one.
    open var useApplicationAudioSession: Bool {
        get { shown.withLock { $0.usesSession } }
        set { shown.withLock { $0.usesSession = newValue } }
    }
    /// Whether another screen may show the movie: true at first.
    ///
    /// The value is kept. Pictures are not sent to other screens.
    open var allowsAirPlay: Bool {
        get { shown.withLock { $0.allowsAirPlay } }
        set { shown.withLock { $0.allowsAirPlay = newValue } }
    }
    /// Whether another screen shows the movie: false.
    ///
    /// Sound alone may come from a receiver of AirPlay: an output of the audio session.
    open var isAirPlayVideoActive: Bool { false }

    // MARK: How it is shown

    /// Which controls whoever draws the movie shows: `embedded` at first.
    ///
    /// The value is kept.
    open var controlStyle: MPMovieControlStyle {
        get { shown.withLock { $0.controls } }
        set { shown.withLock { $0.controls = newValue } }
    }
    /// How the pictures fill the rectangle in which they are shown: `aspectFit` at first.
    ///
    /// A notification says that it has changed.
    open var scalingMode: MPMovieScalingMode {
        get { shown.withLock { $0.scaling } }
        set {
            let old = shown.withLock { shown in
                defer { shown.scaling = newValue }
                return shown.scaling
            }
            guard old != newValue else { return }
            layer.videoGravity =
                newValue == .fill ? .resize : newValue == .aspectFill ? .resizeAspectFill : .resizeAspect
            engine.post([.init(name: .MPMoviePlayerScalingModeDidChange)])
        }
    }
    /// Whether the movie has the whole screen: false at first.
    ///
    /// Setting it is `setFullscreen(_:animated:)` without an animation.
    open var isFullscreen: Bool {
        get { engine.inside.withLock { $0.isFullscreen } }
        set { setFullscreen(newValue, animated: false) }
    }
    /// Has the movie take the whole screen, or leave it.
    ///
    /// `isFullscreen` changes at once. Whoever draws the movie follows the notifications: that it is about to change, and that it has.
    ///
    /// - Parameters:
    ///   - fullscreen: whether it takes the whole screen. Nothing happens where it does so already.
    ///   - animated: whether the change takes time: 0.4 seconds, which the first notification says.
    open func setFullscreen(_ fullscreen: Bool, animated: Bool) {
        let info: [String: Any] = [
            MPMoviePlayerFullscreenAnimationDurationUserInfoKey: NSNumber(value: animated ? 0.4 : 0),
            MPMoviePlayerFullscreenAnimationCurveUserInfoKey: NSNumber(value: 0 as UInt),
        ]
        let posts: [MoviePlayerEngine.Post] =
            fullscreen
            ? [
                .init(name: .MPMoviePlayerWillEnterFullscreen, info: info),
                .init(name: .MPMoviePlayerDidEnterFullscreen),
            ]
            : [
                .init(name: .MPMoviePlayerWillExitFullscreen, info: info),
                .init(name: .MPMoviePlayerDidExitFullscreen),
            ]
        // The notifications come in the order of the changes.
        engine.post(posts) { inside in
            defer { inside.isFullscreen = fullscreen }
            return inside.isFullscreen != fullscreen
        }
    }
    /// Whether there is a picture to be shown: the movie is open, and has pictures.
    ///
    /// A notification says that it has changed.
    open var readyForDisplay: Bool { engine.read { $0.isReadyForDisplay } }

    /// An addition: what shows the pictures. A program draws its `displayedPixelBuffer()` into `pictureRect(in:)`.
    ///
    /// It is the same layer as long as the player is there. Its player is this one's: programs leave it alone.
    public var playerLayer: AVPlayerLayer { layer }

    /// An addition: where in a rectangle the pictures are, with the present `scalingMode`.
    ///
    /// - Parameter bounds: the rectangle, in points.
    /// - Returns: a rectangle with the same middle, which may reach beyond; `bounds` where there are no pictures.
    public func pictureRect(in bounds: CGRect) -> CGRect {
        let (size, mode) = (naturalSize, scalingMode)
        guard mode != .fill, size.width > 0, size.height > 0 else { return bounds }
        let (across, down) = (bounds.width / size.width, bounds.height / size.height)
        let factor = mode == .none ? 1 : mode == .aspectFill ? max(across, down) : min(across, down)
        let (width, height) = (size.width * factor, size.height * factor)
        return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }

    /// An addition: says that the user has pressed Done, which whoever draws the controls calls.
    ///
    /// In full screen the movie pauses and leaves it, and is not over. Else it ends, and the reason is `userExited`.
    public func userDidPressDone() {
        if isFullscreen {
            pause()
            setFullscreen(false, animated: true)
        } else {
            engine.change { $0.stop(.userExited) }
        }
    }

    // MARK: Thumbnails

    /// Makes an image of the movie, and waits until it is there.
    ///
    /// - Parameters:
    ///   - playbackTime: the time in seconds.
    ///   - option: which picture stands for it.
    /// - Returns: the image; nil where it cannot be made, as for a stream.
    open func thumbnailImage(
        atTime playbackTime: TimeInterval, timeOption option: MPMovieTimeOption
    ) -> MPMediaItemArtwork.Image! {
        engine.inside.withLock { $0.asset }.flatMap { MovieThumbnails.image($0, playbackTime, option) }
    }

    /// Makes images of the movie, one after the other.
    ///
    /// For each time a notification says that the image is there, or why it is not, in the order of the times.
    ///
    /// - Parameters:
    ///   - playbackTimes: the times in seconds, as numbers. What is no number is ignored.
    ///   - option: which picture stands for a time.
    open func requestThumbnailImages(atTimes playbackTimes: [Any]!, timeOption option: MPMovieTimeOption) {
        guard let asset = engine.inside.withLock({ $0.asset }) else { return }
        let times = (playbackTimes ?? []).compactMap {
            ($0 as? NSNumber)?.doubleValue ?? $0 as? Double ?? ($0 as? Int).map(Double.init)
        }
        engine.thumbnails.request(asset, times, option) { [weak engine] place, result in
            var info: [String: Any] = [MPMoviePlayerThumbnailTimeKey: NSNumber(value: times[place])]
            switch result {
            case .success(let image): info[MPMoviePlayerThumbnailImageKey] = image
            case .failure(let error): info[MPMoviePlayerThumbnailErrorKey] = error as NSError
            }
            engine?.post([.init(name: .MPMoviePlayerThumbnailImageRequestDidFinish, info: info)])
        }
    }

    /// Gives up the images that have not been made.
    ///
    /// No notification is posted for them.
    open func cancelAllThumbnailImageRequests() { engine.thumbnails.cancelAll() }

    // MARK: Streams

    /// The metadata of a stream that came last, an ``MPTimedMetadata`` each.
    ///
    /// It is nil where none has come.
    open var timedMetadata: [Any]! { engine.inside.withLock { $0.metadata } }
    /// What was received of servers.
    ///
    /// It is nil for a file of this machine, and before the movie is open.
    open var accessLog: MPMovieAccessLog! {
        guard let log = engine.item?.accessLog(), !log.events.isEmpty else { return nil }
        return MPMovieAccessLog(log)
    }
    /// What has failed.
    ///
    /// It is nil where nothing has.
    open var errorLog: MPMovieErrorLog! { engine.item?.errorLog().map(MPMovieErrorLog.init) }
}
