import AVFoundation
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import MediaPlayer

/// What a movie player does and posts.
@Suite struct MoviePlayerTests {
    /// What is posted of a sound that has been opened.
    private static let opened = ["types 2", "source file", "duration 1.0", "prepared true", "load 3"]

    /// Expects the sound of these frames, and silence before and after it.
    private func expect(_ heard: [Float], _ frames: [Range<Int>], _ note: Comment? = nil) {
        let wanted = frames.flatMap { $0.flatMap { frame in [MovieStage.sample(frame), MovieStage.sample(frame)] } }
        let sound = heard.drop { $0 == 0 }
        #expect(sound.count >= wanted.count, note)
        let wrong = zip(sound, wanted).enumerated().first { $0.1.0 != $0.1.1 }?.offset
        #expect(wrong == nil, "differs at sample \(wrong ?? 0)")
        let isSilent = sound.dropFirst(wanted.count).allSatisfy { $0 == 0 }
        #expect(isSilent, note)
    }

    /// Whether the movie comes to its end as time passes.
    private func ends(_ movie: MPMoviePlayerController, _ stage: MovieStage) -> Bool {
        eventually {
            _ = stage.hear(480)
            return movie.playbackState == .stopped
        }
    }

    @Test func valuesAtFirst() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        #expect(movie.contentURL == nil && movie.playbackState == .stopped && movie.loadState.isEmpty)
        #expect(!movie.isPreparedToPlay && movie.shouldAutoplay && movie.repeatMode == .none)
        #expect(movie.controlStyle == .embedded && movie.controlStyle == .default && movie.scalingMode == .aspectFit)
        #expect(!movie.isFullscreen && !movie.readyForDisplay && movie.movieMediaTypes.isEmpty)
        #expect(movie.movieSourceType == .unknown && movie.duration == 0 && movie.playableDuration == 0)
        #expect(movie.naturalSize == .zero && movie.initialPlaybackTime.isNaN && movie.endPlaybackTime.isNaN)
        #expect(movie.allowsAirPlay && !movie.isAirPlayVideoActive && movie.useApplicationAudioSession)
        #expect(movie.currentPlaybackTime == 0 && movie.currentPlaybackRate == 0 && movie.timedMetadata == nil)
        #expect(movie.accessLog == nil && movie.errorLog == nil)
        movie.prepareToPlay()
        movie.play()
        movie.pause()
        movie.stop()
        movie.beginSeekingForward()
        movie.endSeeking()
        #expect(stage.take() == [] && movie.playbackState == .stopped)
        (movie.allowsAirPlay, movie.useApplicationAudioSession, movie.controlStyle) = (false, false, .fullscreen)
        #expect(!movie.allowsAirPlay && !movie.useApplicationAudioSession && movie.controlStyle == .fullscreen)
        let public1: MPMoviePlayerController? = MPMoviePlayerController(contentURL: URL(fileURLWithPath: "/a.mp4"))
        #expect(public1?.contentURL.path == "/a.mp4" && MPMoviePlayerController().contentURL == nil)
    }

    @Test func aSoundIsPlayedAndNotificationsComeInOrder() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.contentURL = try stage.sound(frames: 48_000)
        #expect(stage.take() == [] && !movie.isPreparedToPlay)
        movie.play()
        #expect(stage.take() == Self.opened + ["movie", "state playing"])
        #expect(movie.duration == 1 && movie.playableDuration == 1 && movie.naturalSize == .zero)
        #expect(movie.currentPlaybackRate == 1 && movie.accessLog == nil)
        let heard = stage.hear(60_000)
        expect(heard, [0..<48_000])
        #expect(stage.take() == ["state stopped", "finish 0"])
        #expect(movie.currentPlaybackTime == 1 && movie.currentPlaybackRate == 0 && movie.loadState.rawValue == 3)
        // It begins anew.
        movie.play()
        expect(stage.hear(60_000), [0..<48_000])
        #expect(stage.take() == ["state playing", "state stopped", "finish 0"])
    }

    @Test func preparedMoviesPlayByThemselvesIfTheyShould() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.open(try stage.sound(frames: 48_000), stage)
        #expect(stage.take() == Self.opened + ["movie", "state playing"])
        movie.prepareToPlay()
        #expect(stage.take() == [])
        movie.open(try stage.sound(2, frames: 24_000), stage, plays: false)
        // A movie that plays continues with the next one.
        #expect(
            stage.take() == [
                "prepared false", "load 0", "state stopped", "types 2", "source file", "duration 0.5", "prepared true",
                "load 3", "movie", "state playing",
            ])
        movie.stop()
        movie.contentURL = nil
        _ = stage.take()
        movie.open(try stage.sound(3, frames: 24_000), stage, plays: false)
        #expect(stage.take() == ["types 2", "source file", "duration 0.5", "prepared true", "load 3"])
        #expect(movie.playbackState == .stopped)
        // A pause before it is open has it wait.
        movie.contentURL = nil
        movie.shouldAutoplay = true
        movie.contentURL = try stage.sound(4, frames: 24_000)
        movie.prepareToPlay()
        movie.pause()
        stage.settle()
        #expect(movie.isPreparedToPlay && movie.playbackState == .stopped)
    }

    @Test func pausesSeeksAndStops() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.open(try stage.sound(frames: 48_000), stage, plays: false)
        _ = stage.take()
        movie.currentPlaybackTime = 0.25
        #expect(movie.currentPlaybackTime == 0.25)
        movie.play()
        let first = stage.hear(4800)
        movie.pause()
        #expect(movie.playbackState == .paused && movie.currentPlaybackRate == 0)
        let rest = stage.hear(4800)
        let sound = (first + rest).drop { $0 == 0 }
        #expect(sound.first == MovieStage.sample(12_000))
        #expect(stage.take() == ["movie", "state playing", "state paused"])
        let place = movie.currentPlaybackTime
        #expect(place > 0.25 && place < 0.4)
        movie.play()
        let more = stage.hear(960).first { $0 != 0 }
        // It is heard from the next frame on; what the device had already is not heard twice.
        let heardFrames = sound.filter { $0 != 0 }.count / 2
        #expect(more == MovieStage.sample(12_000 + heardFrames))
        movie.stop()
        #expect(movie.playbackState == .stopped && movie.currentPlaybackTime == 0)
        #expect(stage.take() == ["state playing", "state stopped", "finish 0"])
        _ = stage.hear(960)
        movie.stop()
        #expect(stage.take() == [] && movie.currentPlaybackTime == 0)
        movie.play()
        #expect(stage.hear(2400).first { $0 != 0 } == MovieStage.sample(0))
        for wrong in [Double.nan, .infinity] { movie.currentPlaybackTime = wrong }
        #expect(movie.currentPlaybackTime.isFinite && movie.currentPlaybackTime < 0.1)
        movie.currentPlaybackTime = -7
        #expect(movie.currentPlaybackTime == 0)
        movie.currentPlaybackTime = 99
        #expect(movie.currentPlaybackTime == 1 && ends(movie, stage))
    }

    @Test func aMoviePlaysBetweenItsTimesAndRepeats() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        (movie.initialPlaybackTime, movie.endPlaybackTime) = (0.25, 0.5)
        #expect(movie.initialPlaybackTime == 0.25 && movie.endPlaybackTime == 0.5)
        movie.open(try stage.sound(frames: 48_000), stage)
        expect(stage.hear(24_000), [12_000..<24_000])
        #expect(stage.take() == Self.opened + ["movie", "state playing", "state stopped", "finish 0"])
        #expect(movie.currentPlaybackTime == 0.5)
        movie.repeatMode = .one
        #expect(movie.repeatMode == .one)
        movie.play()
        let heard = stage.hear(36_000)
        #expect(movie.playbackState == .playing && stage.take() == ["state playing"])
        // Each turn has all of its frames. Between them there may be silence.
        let frames = heard.enumerated().filter { $0.offset % 2 == 0 && $0.element != 0 }.map(\.element)
        let wanted = (12_000..<24_000).map { MovieStage.sample($0) }
        #expect(frames.count > 24_000)
        #expect(Array(frames.prefix(12_000)) == wanted && Array(frames.dropFirst(12_000).prefix(12_000)) == wanted)
        movie.repeatMode = .none
        (movie.initialPlaybackTime, movie.endPlaybackTime) = (-1, -1)
        movie.stop()
        #expect(movie.currentPlaybackTime == 0)
    }

    @Test func ratesHaveBounds() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.open(try stage.sound(frames: 96_000), stage, plays: false)
        movie.currentPlaybackRate = 9
        #expect(movie.playbackState == .playing && movie.currentPlaybackRate == 2)
        stage.settle()
        #expect(movie.engine.player.rate == 2)
        movie.currentPlaybackRate = 0.1
        #expect(movie.currentPlaybackRate == 0.5)
        movie.currentPlaybackRate = .nan
        #expect(movie.currentPlaybackRate == 0.5)
        movie.currentPlaybackRate = -1
        #expect(movie.currentPlaybackRate == 0 && movie.playbackState == .paused)
        stage.settle()
        #expect(movie.engine.player.rate == 0)
        movie.play()
        #expect(movie.currentPlaybackRate == 1)
    }

    @Test func whatCannotBeOpenedFinishesWithAnError() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        let error = LockedNotes()
        let token = NotificationCenter.default.addObserver(
            forName: .MPMoviePlayerPlaybackDidFinish, object: movie, queue: nil
        ) { note in error.add((note.userInfo?["error"] as? NSError)?.domain ?? "none") }
        defer { NotificationCenter.default.removeObserver(token) }
        movie.contentURL = URL(fileURLWithPath: stage.folder.file("absent.mp4"))
        movie.play()
        #expect(stage.take() == ["finish 1"] && error.all == [AVFoundationErrorDomain])
        #expect(!movie.isPreparedToPlay && movie.playbackState == .stopped && movie.loadState.isEmpty)
        let events = movie.errorLog?.events as? [MPMovieErrorLogEvent]
        #expect(events?.count == 1 && events?.first?.errorDomain == AVFoundationErrorDomain)
        // It is tried again.
        movie.prepareToPlay()
        #expect(stage.take() == ["finish 1"])
        movie.contentURL = try stage.sound(frames: 48_000)
        movie.play()
        #expect(stage.take() == Self.opened + ["movie", "state playing"] && movie.errorLog == nil)
    }

    @Test func oneMoviePlaysAtATime() throws {
        let stage = try MovieStage()
        let (movie, other) = (stage.movie, stage.another())
        movie.open(try stage.sound(1, frames: 48_000), stage)
        #expect(movie.playbackState == .playing)
        other.open(try stage.sound(2, frames: 48_000), stage)
        #expect(other.playbackState == .playing && movie.playbackState == .paused)
        movie.play()
        #expect(other.playbackState == .paused && movie.playbackState == .playing)
        #expect(stage.take() == Self.opened + ["movie", "state playing", "state paused", "state playing"])
    }

    @Test func interruptionsPauseAMovie() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.open(try stage.sound(frames: 48_000), stage)
        _ = stage.hear(4800)
        _ = stage.take()
        func interrupt() throws {
            let engine = movie.engine.player.engine
            let sound = try #require(engine.work.sync { engine.sounds.values.first })
            sound.player.sessionWasInterrupted()
            stage.settle()
        }
        func end(_ options: AVAudioSession.InterruptionOptions) {
            stage.interruptions.post(
                name: AVAudioSession.interruptionNotification, object: nil,
                userInfo: [
                    AVAudioSessionInterruptionTypeKey: NSNumber(value: AVAudioSession.InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: NSNumber(value: options.rawValue),
                ])
        }
        stage.isInterrupted.withLock { $0 = true }
        try interrupt()
        #expect(movie.playbackState == .interrupted && stage.take() == ["state interrupted"])
        end(.shouldResume)
        #expect(movie.playbackState == .playing && stage.take() == ["state playing"])
        #expect(movie.engine.player.rate == 1)
        _ = stage.hear(4800)
        try interrupt()
        end([])
        #expect(movie.playbackState == .paused && stage.take() == ["state interrupted", "state paused"])
        // Headphones that are unplugged pause it.
        movie.play()
        _ = stage.hear(4800)
        stage.isInterrupted.withLock { $0 = false }
        try interrupt()
        #expect(movie.playbackState == .paused && stage.take() == ["state playing", "state paused"])
        end(.shouldResume)
        #expect(movie.playbackState == .paused)
    }

    @Test func movingFastIsInSteps() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.open(try stage.sound(frames: 48_000 * 6), stage, plays: false)
        movie.beginSeekingForward()
        #expect(movie.playbackState == .stopped)
        movie.play()
        stage.settle()
        _ = stage.take()
        movie.beginSeekingForward()
        stage.settle()
        #expect(movie.playbackState == .seekingForward && movie.engine.player.rate == 0)
        movie.engine.step()
        #expect(abs(movie.currentPlaybackTime - 1.6) < 0.05)
        movie.engine.step()
        movie.beginSeekingBackward()
        stage.settle()
        #expect(movie.playbackState == .seekingBackward && abs(movie.currentPlaybackTime - 3.2) < 0.05)
        movie.engine.step()
        movie.endSeeking()
        stage.settle()
        #expect(movie.playbackState == .playing && abs(movie.currentPlaybackTime - 1.6) < 0.05)
        #expect(stage.take() == ["state seekingForward", "state seekingBackward", "state playing"])
        let heard = stage.hear(2400).first { $0 != 0 } ?? 0
        #expect(abs(heard - MovieStage.sample(Int(1.6 * 48_000))) < 0.1)
        movie.pause()
        movie.beginSeekingBackward()
        for _ in 0..<3 { movie.engine.step() }
        // At the beginning it pauses, as it was paused before.
        #expect(movie.playbackState == .paused && movie.currentPlaybackTime == 0)
        movie.play()
        movie.beginSeekingForward()
        for _ in 0..<6 { movie.engine.step() }
        #expect(ends(movie, stage))
        #expect(stage.take().suffix(2) == ["state stopped", "finish 0"])
    }

    @Test func aStepIsOfItsOwnMove() throws {
        let steps = LockedValue<[@Sendable () -> Void]>([])
        let stage = try MovieStage(stepLater: { _, step in steps.withLock { $0.append(step) } })
        let movie = stage.movie
        func make(_ number: Int) {
            let step = steps.withLock { $0[number] }
            movie.engine.work.sync(execute: step)
        }
        movie.open(try stage.sound(frames: 48_000 * 6), stage)
        movie.beginSeekingForward()
        stage.settle()
        movie.endSeeking()
        stage.settle()
        movie.pause()
        movie.currentPlaybackTime = 1
        movie.beginSeekingForward()
        stage.settle()
        #expect(steps.withLock { $0.count } == 2)
        make(0)
        stage.settle()
        #expect(movie.currentPlaybackTime == 1 && steps.withLock { $0.count } == 2)
        make(1)
        stage.settle()
        #expect(abs(movie.currentPlaybackTime - 2.6) < 1e-6 && steps.withLock { $0.count } == 3)
        // Another movie ends it, too.
        movie.contentURL = nil
        stage.settle()
        make(2)
        stage.settle()
        #expect(movie.playbackState == .stopped && steps.withLock { $0.count } == 3)
    }

    @Test func stepsFollowEachOther() throws {
        let stage = try MovieStage(stepLater: { $0.asyncAfter(deadline: .now() + 0.001, execute: $1) })
        let movie = stage.movie
        movie.open(try stage.sound(frames: 48_000 * 6), stage)
        movie.pause()
        movie.beginSeekingForward()
        #expect(eventually { movie.playbackState == .paused })
        #expect(movie.currentPlaybackTime == 6)
    }

    @Test func fullScreenAndScaling() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.setFullscreen(true, animated: true)
        #expect(movie.isFullscreen)
        movie.setFullscreen(true, animated: true)
        movie.isFullscreen = false
        movie.scalingMode = .fill
        movie.scalingMode = .fill
        #expect(stage.take() == ["will enter 0.4", "did enter", "will exit 0.0", "did exit", "scaling"])
        #expect(movie.playerLayer.videoGravity == .resize)
        movie.scalingMode = .aspectFill
        #expect(movie.playerLayer.videoGravity == .resizeAspectFill)
        // Done leaves the full screen, and pauses.
        movie.open(try stage.sound(frames: 48_000), stage)
        movie.isFullscreen = true
        _ = stage.take()
        movie.userDidPressDone()
        #expect(!movie.isFullscreen && movie.playbackState == .paused)
        #expect(stage.take() == ["state paused", "will exit 0.4", "did exit"])
        // Else it ends the movie.
        movie.userDidPressDone()
        #expect(stage.take() == ["state stopped", "finish 2"])
    }

    @Test func aHintIsBelieved() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.movieSourceType = .streaming
        movie.open(try stage.sound(frames: 48_000), stage, plays: false)
        #expect(stage.take() == ["types 2", "duration 1.0", "prepared true", "load 3"])
        #expect(movie.movieSourceType == .streaming)
        movie.movieSourceType = .unknown
        #expect(movie.movieSourceType == .file)
    }

    @Test func callbacksMayCallAnything() throws {
        let stage = try MovieStage()
        let movie = stage.movie
        let (url, next) = (try stage.sound(frames: 4800), try stage.sound(2, frames: 4800))
        let calls = LockedNotes()
        let token = NotificationCenter.default.addObserver(
            forName: .MPMoviePlayerPlaybackStateDidChange, object: movie, queue: nil
        ) { [unowned movie] _ in
            calls.add("\(movie.playbackState)")
            switch calls.all.count {
            case 1: movie.pause()
            case 2: movie.currentPlaybackTime = 0.05
            case 3: movie.stop()
            case 4: movie.contentURL = next
            default: break
            }
            if calls.all.count < 5 { movie.play() }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        movie.contentURL = url
        movie.play()
        #expect(
            eventually {
                stage.settle()
                return movie.contentURL == next && movie.isPreparedToPlay && movie.playbackState == .playing
            })
        #expect(calls.all.count >= 5)
    }
}

/// Notes of several threads.
final class LockedNotes: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [String] = []
    func add(_ note: String) { lock.withLock { notes.append(note) } }
    var all: [String] { lock.withLock { notes } }
}
