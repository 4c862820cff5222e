public import Foundation

/// Shows one movie on the whole screen, with controls, until it ends or the user has seen enough.
///
/// There is no UIKit, so that this is no view controller, and nothing presents it by itself. What shows it is a presenter: it draws the
/// movie of `moviePlayer`, and reports the button Done by `moviePlayer.userDidPressDone()`. When the movie is over, the
/// controller dismisses itself.
///
/// ```swift
/// import MediaPlayer
///
/// @MainActor func show(_ url: URL) -> MPMoviePlayerViewController? {
///     let controller = MPMoviePlayerViewController(contentURL: url)
///     controller?.beginPresentation { print("close the window here") }
///     return controller
/// }
/// ```
@MainActor open class MPMoviePlayerViewController: NSObject {
    private nonisolated let player: MPMoviePlayerController
    private nonisolated let observation: Observation
    private var presenter: (@MainActor () -> Void)?

    /// Listens for the end of the movie as long as the controller is there.
    private final class Observation: @unchecked Sendable {
        private var token: (any NSObjectProtocol)?

        func begin(_ controller: MPMoviePlayerViewController) {
            // It is posted on the main queue.
            token = NotificationCenter.default.addObserver(
                forName: .MPMoviePlayerPlaybackDidFinish, object: controller.player, queue: nil
            ) { [weak controller] _ in MainActor.assumeIsolated { controller?.movieEnded() } }
            controller.player.controlStyle = .fullscreen
        }

        deinit { if let token { NotificationCenter.default.removeObserver(token) } }
    }

    nonisolated init(_ player: MPMoviePlayerController) {
        (self.player, observation) = (player, Observation())
        super.init()
        observation.begin(self)
    }

    /// Makes a controller of what is at a URL. Nothing is read so far.
    ///
    /// - Parameter contentURL: the URL of a file or of a stream.
    /// - Returns: a controller; never nil.
    public nonisolated init!(contentURL: URL!) {
        guard let player = MPMoviePlayerController(contentURL: contentURL) else { return nil }
        (self.player, observation) = (player, Observation())
        super.init()
        observation.begin(self)
    }

    /// The player of the movie.
    ///
    /// Its controls are those of full screen at first.
    open nonisolated var moviePlayer: MPMoviePlayerController! { player }

    /// An addition: says that the movie is now shown, and opens it, so that it plays unless its `shouldAutoplay` is false.
    ///
    /// Presenters call it. One that shows the movie already is dismissed first. A movie that is open plays from where it is, and from its
    /// beginning if it has ended.
    ///
    /// - Parameter dismiss: called once, when the movie is to disappear.
    open func beginPresentation(dismiss: @escaping @MainActor () -> Void) {
        let old = presenter
        presenter = dismiss
        player.engine.inside.withLock { $0.presentation += 1 }
        old?()
        if player.isPreparedToPlay {
            if player.shouldAutoplay { player.play() }
        } else {
            player.prepareToPlay()
        }
    }

    /// The end of a movie dismisses the presentation in which it has ended, and none that has begun since.
    private func movieEnded() {
        let isOfThis = player.engine.inside.withLock { $0.postedPresentation == $0.presentation }
        if isPresented, isOfThis { dismiss(animated: true) }
    }

    /// An addition: whether the movie is shown.
    ///
    /// It is true from `beginPresentation(dismiss:)` to the end of the movie.
    open var isPresented: Bool { presenter != nil }

    /// Has the presenter remove the movie, which is stopped.
    ///
    /// Nothing but the call of `completion` happens where it is not shown.
    ///
    /// - Parameters:
    ///   - animated: whether it may disappear by and by. Presenters decide.
    ///   - completion: called after the presenter's closure.
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        let shown = presenter
        presenter = nil
        if shown != nil { player.stop() }
        shown?()
        completion?()
    }
}
