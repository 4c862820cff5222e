import AVFAudio
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import MediaPlayer

/// Calls from many threads, many players, and random calls against a model.
@Suite struct MovieAttackTests {
    /// `COREAUDIO_SEED` and `COREAUDIO_STEPS` ask for another run, or a longer one.
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
    private static let seeds: [UInt64] = number("COREAUDIO_SEED").map { [UInt64($0)] } ?? [1, 2, 3]
    private static let steps = number("COREAUDIO_STEPS") ?? 120

    @Test func playersGoAway() throws {
        let stage = try MovieStage()
        let place = try stage.sound(frames: 480)
        weak var last: MPMoviePlayerController?
        weak var engine: MoviePlayerEngine?
        weak var player: AVPlayer?
        for number in 0..<1000 {
            let movie = stage.another()
            movie.contentURL = place
            if number % 2 == 0 { movie.play() } else { movie.prepareToPlay() }
            if number % 3 == 0 { movie.isFullscreen = true }
            if number % 5 == 0 { movie.requestThumbnailImages(atTimes: [0], timeOption: .exact) }
            (last, engine, player) = (movie, movie.engine, movie.engine.player)
        }
        #expect(eventually { last == nil && engine == nil && player == nil })
    }

    @Test(arguments: seeds) func anyThreadMayCall(seed: UInt64) throws {
        let stage = try MovieStage()
        let movie = stage.movie
        let urls = [
            try stage.sound(1, frames: 4800), try stage.sound(2, frames: 9600),
            URL(fileURLWithPath: "/nonexistent.mp4"),
        ]
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            var chance = SeededRandom(seed * 100 + UInt64(thread))
            for _ in 0..<300 {
                switch Int.random(in: 0..<16, using: &chance) {
                case 0: movie.contentURL = urls.randomElement(using: &chance)
                case 1: movie.prepareToPlay()
                case 2, 3: movie.play()
                case 4: movie.pause()
                case 5: movie.stop()
                case 6: movie.currentPlaybackTime = Double.random(in: -0.1..<0.3, using: &chance)
                case 7: movie.currentPlaybackRate = Float.random(in: -1..<3, using: &chance)
                case 8:
                    if Bool.random(using: &chance) { movie.beginSeekingForward() } else { movie.beginSeekingBackward() }
                case 9: movie.endSeeking()
                case 10: movie.setFullscreen(Bool.random(using: &chance), animated: true)
                case 11: movie.repeatMode = Bool.random(using: &chance) ? .one : .none
                case 12: movie.scalingMode = MPMovieScalingMode(rawValue: Int.random(in: 0..<4, using: &chance))!
                case 13: movie.endPlaybackTime = Double.random(in: -0.1..<0.2, using: &chance)
                case 14: movie.userDidPressDone()
                default:
                    _ = (movie.currentPlaybackTime, movie.playableDuration, movie.loadState, movie.errorLog)
                }
            }
        }
        // What was asked for last is what it does.
        movie.endPlaybackTime = .nan
        movie.repeatMode = .none
        movie.contentURL = urls[0]
        movie.play()
        stage.settle()
        movie.endSeeking()
        movie.currentPlaybackTime = 0
        movie.currentPlaybackRate = 1
        stage.settle()
        #expect(movie.playbackState == .playing && movie.loadState.rawValue == 3, "seed \(seed)")
        let heard = stage.hear(9600)
        #expect(heard.contains { $0 != 0 } && movie.playbackState == .stopped, "seed \(seed)")
    }

    // MARK: Random calls

    /// What a player of files of this machine should do, as its documentation says.
    private struct Expected {
        var url: Int?
        var isOpen = false
        var state = MPMoviePlaybackState.stopped
        var isAtEnd = false
        var time = 0.0
        var rate: Float = 1
        var autoplay = true
        var finishes = 0

        /// Seconds of the files; nil for one that is absent.
        static let lengths: [Double?] = [0.1, 0.2, nil]
        var length: Double? { url.flatMap { Self.lengths[$0] } }

        mutating func open(_ plays: Bool) {
            guard length != nil else {
                finishes += 1
                return
            }
            isOpen = true
            if plays { state = .playing }
        }

        mutating func play() {
            guard url != nil else { return }
            guard isOpen else {
                rate = 1
                return open(true)
            }
            if isAtEnd { (time, isAtEnd) = (0, false) }
            if state == .paused || state == .stopped { rate = 1 }
            state = .playing
        }

        mutating func set(_ new: Int?) {
            let plays = state == .playing || state == .seekingForward
            (url, isOpen, state, isAtEnd, time) = (new, false, .stopped, false, 0)
            if new != nil, plays { open(true) }
        }

        mutating func stop(_ reason: MPMovieFinishReason = .playbackEnded) {
            if state != .stopped || reason == .userExited { finishes += 1 }
            (state, isAtEnd, time) = (.stopped, false, 0)
        }
    }

    @Test(arguments: seeds) func theModelIsRight(seed: UInt64) throws {
        let stage = try MovieStage()
        let movie = stage.movie
        let urls = [
            try stage.sound(1, frames: 4800), try stage.sound(2, frames: 9600),
            URL(fileURLWithPath: "/nonexistent.mp4"),
        ]
        var (expected, chance, calls) = (Expected(), SeededRandom(seed), [String]())
        _ = stage.take()
        for step in 0..<Self.steps {
            calls.append(call(movie, &expected, urls, &chance, stage))
            let finishes = stage.take().filter { $0.hasPrefix("finish") }.count
            let time = movie.currentPlaybackTime
            var problems: [String] = []
            if movie.playbackState != expected.state {
                problems.append("\(movie.playbackState), not \(expected.state)")
            }
            if movie.isPreparedToPlay != expected.isOpen { problems.append("open: \(movie.isPreparedToPlay)") }
            if movie.loadState.rawValue != (expected.isOpen ? 3 : 0) { problems.append("load: \(movie.loadState)") }
            if finishes != expected.finishes { problems.append("\(finishes) ends, not \(expected.finishes)") }
            if abs(time - expected.time) > 1e-6 { problems.append("at \(time), not \(expected.time)") }
            let rate = expected.state == .playing ? expected.rate : 0
            if movie.currentPlaybackRate != rate { problems.append("rate \(movie.currentPlaybackRate), not \(rate)") }
            if movie.engine.player.rate != rate { problems.append("the sound's rate \(movie.engine.player.rate)") }
            guard problems.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(problems) after \(calls.suffix(8))")
                return
            }
            expected.finishes = 0
        }
    }

    /// Makes a call, of both.
    private func call(
        _ movie: MPMoviePlayerController, _ expected: inout Expected, _ urls: [URL], _ chance: inout SeededRandom,
        _ stage: MovieStage
    ) -> String {
        switch Int.random(in: 0..<12, using: &chance) {
        case 0, 1, 9, 10, 11: other(movie, &expected, urls, &chance, stage)
        default: transport(movie, &expected, &chance)
        }
    }

    /// What is played.
    private func other(
        _ movie: MPMoviePlayerController, _ expected: inout Expected, _ urls: [URL], _ chance: inout SeededRandom,
        _ stage: MovieStage
    ) -> String {
        switch Int.random(in: 0..<5, using: &chance) {
        case 0:
            let number = Int.random(in: 0..<urls.count, using: &chance)
            movie.contentURL = urls[number]
            expected.set(number)
            return "set \(number)"
        case 1:
            movie.prepareToPlay()
            if expected.url != nil, !expected.isOpen {
                if expected.autoplay { expected.rate = 1 }
                expected.open(expected.autoplay)
            }
            return "prepare"
        case 2:
            movie.shouldAutoplay.toggle()
            expected.autoplay.toggle()
            return "autoplay"
        case 3:
            movie.contentURL = nil
            expected.set(nil)
            return "no movie"
        default:
            // All of the movie is heard, and what the device had before it.
            guard expected.state == .playing, let length = expected.length else { return "nothing" }
            _ = stage.hear(48_000)
            (expected.state, expected.isAtEnd, expected.time) = (.stopped, true, length)
            expected.finishes += 1
            return "hear"
        }
    }

    /// How it plays.
    private func transport(
        _ movie: MPMoviePlayerController, _ expected: inout Expected, _ chance: inout SeededRandom
    ) -> String {
        switch Int.random(in: 0..<7, using: &chance) {
        case 0, 1:
            movie.play()
            expected.play()
            return "play"
        case 2:
            movie.pause()
            if expected.state != .stopped { expected.state = .paused }
            return "pause"
        case 3:
            movie.stop()
            expected.stop()
            return "stop"
        case 4:
            let time = Double(Int.random(in: 0..<9, using: &chance)) / 100
            movie.currentPlaybackTime = time
            (expected.time, expected.isAtEnd) = (time, false)
            return "go to \(time)"
        case 5:
            let rate = [0, 0.5, 1, 2].randomElement(using: &chance)!
            movie.currentPlaybackRate = Float(rate)
            if rate == 0 {
                if expected.state != .stopped { expected.state = .paused }
            } else {
                expected.play()
                if expected.url != nil { expected.rate = Float(rate) }
            }
            return "rate \(rate)"
        default:
            movie.userDidPressDone()
            expected.stop(.userExited)
            return "done"
        }
    }
}
