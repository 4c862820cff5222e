import AVFAudio
import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import MediaPlayer
@testable import PlaybackAndRecording

/// A movie player on a Manual device, whose threads' work is done where the test says.
final class MovieStage: @unchecked Sendable {
    let server = ManualServer()
    let folder = ScratchFolder()
    let interruptions = NotificationCenter()
    let session = SessionCenter()
    let device: PlaybackDevice
    let surroundings: MoviePlayerSurroundings
    let isInterrupted = LockedValue(false)
    private let heardOf = LockedValue<[String]>([])
    private var tokens: [any NSObjectProtocol] = []
    private(set) var movie: MPMoviePlayerController

    static let names: [(NSNotification.Name, String)] = [
        (.MPMovieMediaTypesAvailable, "types"), (.MPMovieSourceTypeAvailable, "source"),
        (.MPMovieNaturalSizeAvailable, "size"), (.MPMovieDurationAvailable, "duration"),
        (.MPMediaPlaybackIsPreparedToPlayDidChange, "prepared"), (.MPMoviePlayerLoadStateDidChange, "load"),
        (.MPMoviePlayerNowPlayingMovieDidChange, "movie"), (.MPMoviePlayerPlaybackStateDidChange, "state"),
        (.MPMoviePlayerReadyForDisplayDidChange, "display"), (.MPMoviePlayerPlaybackDidFinish, "finish"),
        (.MPMoviePlayerScalingModeDidChange, "scaling"), (.MPMoviePlayerWillEnterFullscreen, "will enter"),
        (.MPMoviePlayerDidEnterFullscreen, "did enter"), (.MPMoviePlayerWillExitFullscreen, "will exit"),
        (.MPMoviePlayerDidExitFullscreen, "did exit"), (.MPMoviePlayerTimedMetadataUpdated, "metadata"),
        (.MPMoviePlayerThumbnailImageRequestDidFinish, "thumbnail"),
    ]

    init(
        rate: Double = 48_000, cycle: Int = 480,
        stepLater: @escaping @Sendable (DispatchQueue, @escaping @Sendable () -> Void) -> Void = { _, _ in },
        asset: @escaping @Sendable (URL) -> AVAsset = { AVURLAsset(url: $0) }
    ) throws {
        let output = try server.output(rate: rate, channels: 2, cycle: cycle)
        device = PlaybackDevice(
            output: { (_) throws(AudioError) in output }, session: session, timeline: PlayerTimeline())
        surroundings = MoviePlayerSurroundings(
            interruptions: interruptions, isInterrupted: { [isInterrupted] in isInterrupted.withLock { $0 } },
            stepLater: stepLater, asset: asset)
        movie = MPMoviePlayerController(nil, AVPlayer(nil, .pause, on: device), surroundings)
        listen(movie)
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    /// Another player on the same device.
    func another() -> MPMoviePlayerController {
        MPMoviePlayerController(nil, AVPlayer(nil, .pause, on: device), surroundings)
    }

    private func listen(_ movie: MPMoviePlayerController) {
        for (name, text) in Self.names {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: movie, queue: nil) { [weak self] in
                    self?.note(text, $0)
                })
        }
    }

    /// What is read in a notification: what it is about has changed by then.
    private func note(_ text: String, _ note: Notification) {
        guard let movie = note.object as? MPMoviePlayerController else { return }
        dispatchPrecondition(condition: .onQueue(.main))
        let detail: Any? =
            switch text {
            case "types": movie.movieMediaTypes.rawValue
            case "source": movie.movieSourceType
            case "size": "\(Int(movie.naturalSize.width))x\(Int(movie.naturalSize.height))"
            case "duration": movie.duration
            case "prepared": movie.isPreparedToPlay
            case "load": movie.loadState.rawValue
            case "state": movie.playbackState
            case "display": movie.readyForDisplay
            case "finish": note.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey]
            case "will enter", "will exit": note.userInfo?[MPMoviePlayerFullscreenAnimationDurationUserInfoKey]
            default: nil
            }
        heardOf.withLock { $0.append(detail.map { "\(text) \($0)" } ?? text) }
    }

    // MARK: Time

    /// Does what the threads of a player would do when they are next due, until nothing more follows.
    func settle(_ other: MPMoviePlayerController? = nil) {
        let engines = [movie.engine, other?.engine].compactMap { $0 }
        for _ in 0..<4 {
            for engine in engines {
                engine.work.sync {}
                work(engine.player)
                settleMain()
            }
        }
    }

    private func work(_ player: AVPlayer) {
        let engine = player.engine
        for _ in 0..<3 {
            #expect(eventually { engine.work.sync { engine.opening.isEmpty } })
            let players = engine.work.sync { engine.sounds.values.map(\.player) }
            for player in players where player.state.withLock({ $0.job }) != nil {
                while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
            }
            engine.work.sync {}
            engine.work.sync { engine.tick() }
        }
    }

    /// Waits until the main queue has posted what was to be posted so far.
    func settleMain() {
        let done = DispatchSemaphore(value: 0)
        OperationQueue.main.addOperation { done.signal() }
        #expect(done.wait(timeout: .now() + 20) == .success)
    }

    /// The samples of so many frames.
    func hear(_ frames: Int, step: Int = 480, _ other: MPMoviePlayerController? = nil) -> [Float] {
        settle(other)
        let players = [movie, other].compactMap { $0?.engine.player }
        if players.contains(where: { $0.timeControlStatus == .playing }) {
            #expect(eventually { server.runningStreams == 1 })
        }
        var (heard, left) = ([Float](), frames)
        while left > 0 {
            for player in players { work(player) }
            heard += server.advance(min(step, left))
            left -= min(step, left)
        }
        settle(other)
        return heard
    }

    // MARK: What was posted

    /// What was posted since the last time.
    func take() -> [String] {
        settle()
        return heardOf.withLock { heard in
            defer { heard = [] }
            return heard
        }
    }

    // MARK: Files

    /// A sound of two channels, whose frames have their number as a sample, in steps of 2^-15.
    func sound(_ number: Int = 1, frames: Int) throws -> URL {
        let place = URL(fileURLWithPath: folder.file("\(number).wav"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: 16,
        ]
        let file = try AVAudioFile(forWriting: place, settings: settings)
        let samples = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames))!
        samples.frameLength = AVAudioFrameCount(frames)
        for channel in 0..<2 {
            for frame in 0..<frames { samples.floatChannelData![channel][frame] = Self.sample(frame, number) }
        }
        try file.write(from: samples)
        file.close()
        return place
    }

    static func sample(_ frame: Int, _ number: Int = 1) -> Float {
        Float((frame + 1000 * number) % 32_000 + 1) / 32_768
    }

    /// Two seconds of 25 pictures each, of which each tenth is a key frame, and one second of sound.
    func film(_ name: String = "usual.mp4") throws -> URL {
        let path = folder.file(name)
        let made = OtherProgram.run(
            "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=size=96x64:rate=25:duration=2 -f lavfi -i sine=duration=1 "
                + "-c:v libx264 -pix_fmt yuv420p -g 10 -bf 2 -c:a aac -map 0:v -map 1:a '\(path)' > '\(folder.path)/log' 2>&1"
        )
        guard made == 0 else { try Test.cancel("ffmpeg has no encoder, or failed") }
        return URL(fileURLWithPath: path)
    }
}

extension MPMoviePlayerController {
    /// Opens a movie that does not play by itself, and plays it.
    func open(_ url: URL, _ stage: MovieStage, plays: Bool = true) {
        shouldAutoplay = plays
        contentURL = url
        prepareToPlay()
        stage.settle(self)
        #expect(isPreparedToPlay)
    }
}
