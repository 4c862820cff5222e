import Foundation
import Testing

@testable import MediaPlayer

/// What a movie player does, without threads and sound.
@Suite struct MoviePlayerModelTests {
    typealias Notice = MoviePlayerModel.Notice
    private static let film = MoviePlayerModel.Facts(
        types: [.video, .audio], source: .file, size: CGSize(width: 96, height: 64), duration: 10)
    private static let error = NSError(domain: "tests", code: 7)

    /// A movie that is being opened.
    private func opening(_ body: (inout MoviePlayerModel) -> Void = { _ in }) -> MoviePlayerModel {
        var model = MoviePlayerModel()
        body(&model)
        #expect(model.setMovie(true) == [] && model.wantedMovie == nil)
        return model
    }

    @Test func theOrderOfNotices() {
        var model = opening()
        #expect(model.play() == [] && model.wantedMovie == model.generation && model.state == .stopped)
        #expect(
            model.opened(model.generation, Self.film, keepsUp: true) == [
                .mediaTypes, .sourceType, .naturalSize, .duration, .prepared, .loadState, .nowPlaying, .state,
                .readyForDisplay,
            ])
        #expect(model.state == .playing && model.soundRate == 1)
        // Once.
        #expect(model.opened(model.generation, Self.film, keepsUp: true) == [])
        #expect(model.ended(model.generation) == [.state, .finished(.playbackEnded, nil)])
        #expect(model.ended(model.generation) == [])
        // The same movie is not a new one.
        #expect(model.play() == [.state] && model.seek?.time == 0)
    }

    @Test func aStreamStallsAndGoesOn() {
        var model = opening()
        _ = model.prepare()
        let stream = MoviePlayerModel.Facts(types: .audio, source: .streaming)
        #expect(
            model.opened(model.generation, stream, keepsUp: false) == [.mediaTypes, .sourceType, .prepared, .loadState])
        #expect(model.loadState == .playable && model.state == .stopped && model.soundRate == 0)
        #expect(model.setKeepsUp(model.generation, true) == [.loadState, .nowPlaying, .state])
        #expect(model.loadState == [.playable, .playthroughOK] && model.state == .playing)
        #expect(model.setKeepsUp(model.generation, false) == [.loadState, .state])
        // The sound continues by itself.
        #expect(model.loadState == [.playable, .stalled] && model.state == .paused && model.soundRate == 1)
        #expect(model.pause() == [.loadState] && model.loadState == .playable && model.soundRate == 0)
        #expect(model.play() == [.loadState])
        #expect(model.setKeepsUp(model.generation, true) == [.loadState, .state] && model.state == .playing)
        // How long it is may be known later.
        var known = stream
        known.duration = 3
        #expect(model.know(model.generation, known) == [.duration])
    }

    @Test func aStartWaitsForAStream() {
        var model = opening { $0.shouldAutoplay = false }
        _ = model.prepare()
        _ = model.opened(model.generation, Self.film, keepsUp: true)
        #expect(model.state == .stopped && model.soundRate == 0)
        // A pause has it wait, and another call of prepareToPlay() has it play.
        var again = opening()
        _ = again.prepare()
        _ = again.pause()
        #expect(again.prepare() == [] && again.opening == .opening)
        #expect(again.opened(again.generation, Self.film, keepsUp: true).contains(.state) && again.state == .playing)
        var other = opening()
        _ = other.play()
        #expect(other.opened(other.generation, Self.film, keepsUp: false).last == .readyForDisplay)
        #expect(other.state == .stopped && other.soundRate == 1)
        #expect(other.setKeepsUp(other.generation, true) == [.loadState, .nowPlaying, .state])
    }

    @Test func newsOfAnotherMovieIsIgnored() {
        var model = opening()
        _ = model.play()
        let old = model.generation
        _ = model.opened(old, Self.film, keepsUp: true)
        #expect(model.setMovie(true) == [.prepared, .loadState, .state, .readyForDisplay])
        #expect(model.generation != old && model.opening == .opening && model.soundRate == 0)
        #expect(model.ended(old) == [] && model.failed(old, nil) == [] && model.failedToPlay(old, nil) == [])
        #expect(model.setKeepsUp(old, false) == [] && model.know(old, Self.film) == [])
        #expect(model.interrupted(old, comesBack: true) == [] && model.opened(old, Self.film, keepsUp: true) == [])
        #expect(model.failed(model.generation, Self.error) == [.finished(.playbackError, Self.error)])
        #expect(model.play() == [] && model.opening == .opening)
        #expect(model.setMovie(false) == [] && model.wantedMovie == nil)
        #expect(model.play() == [] && model.prepare() == [] && model.setRate(1) == [])
    }

    @Test func anEndBeforeASeekIsNoEnd() {
        var model = opening()
        _ = model.play()
        _ = model.opened(model.generation, Self.film, keepsUp: true)
        let starts = model.starts
        _ = model.setTime(4)
        // The sound stopped at its end before it heard of the seek, and has to be started again.
        #expect(model.ended(model.generation) == [] && model.state == .playing && model.starts == starts + 1)
        let seek = model.seek
        #expect(seek?.time == 4 && model.sought((seek?.id ?? 0) - 1) == [] && model.seek == seek)
        #expect(model.sought(seek?.id ?? 0) == [] && model.seek == nil)
    }

    @Test func anEndAfterAPauseIsQuiet() {
        var model = opening()
        _ = model.play()
        _ = model.opened(model.generation, Self.film, keepsUp: true)
        _ = model.pause()
        #expect(model.ended(model.generation) == [] && model.state == .paused)
        #expect(model.play() == [.state] && model.seek?.time == 0)
        _ = model.pause()
        _ = model.sought(model.seek?.id ?? 0)
        #expect(model.failedToPlay(model.generation, Self.error) == [])
        #expect(model.play() == [.state] && model.seek?.time == 0)
        _ = model.sought(model.seek?.id ?? 0)
        #expect(
            model.failedToPlay(model.generation, Self.error) == [.state, .finished(.playbackError, Self.error)])
        // The movie stays open, and begins anew.
        let generation = model.generation
        #expect(model.isPrepared && model.play() == [.state] && model.generation == generation)
        #expect(model.seek?.time == 0 && model.state == .playing)
    }

    @Test func nothingIsNotRepeated() {
        for (start, end) in [(3.0, 3.0), (5, 4), (99, .nan), (.nan, 0)] {
            var model = opening {
                ($0.initialTime, $0.endTime, $0.repeats) = (start, end, true)
            }
            _ = model.play()
            _ = model.opened(model.generation, Self.film, keepsUp: true)
            _ = model.sought(model.seek?.id ?? 0)
            #expect(model.ended(model.generation) == [.state, .finished(.playbackEnded, nil)], "\(start) to \(end)")
            #expect(model.state == .stopped)
        }
        var empty = opening { $0.repeats = true }
        _ = empty.play()
        _ = empty.opened(empty.generation, .init(types: .audio, source: .file), keepsUp: true)
        #expect(empty.ended(empty.generation) == [.state, .finished(.playbackEnded, nil)])
        var usual = opening { ($0.initialTime, $0.endTime, $0.repeats) = (3, 4, true) }
        _ = usual.play()
        _ = usual.opened(usual.generation, Self.film, keepsUp: true)
        _ = usual.sought(usual.seek?.id ?? 0)
        #expect(usual.ended(usual.generation) == [] && usual.state == .playing && usual.seek?.time == 3)
    }

    @Test func timesAreClamped() {
        var model = opening {
            $0.initialTime = 3
            $0.endTime = 8
        }
        #expect(model.start == 3 && model.end == 8)
        _ = model.setTime(.infinity)
        _ = model.setTime(1e300)
        #expect(model.startTime == 1e9)
        _ = model.setTime(-1)
        #expect(model.startTime == 0)
        _ = model.play()
        _ = model.opened(model.generation, Self.film, keepsUp: true)
        #expect(model.seek == nil)
        _ = model.setTime(9)
        #expect(model.seek?.time == 8)
        model.endTime = 99
        #expect(model.end == 10)
        model.initialTime = 99
        #expect(model.start == 10)
        model.initialTime = -.infinity
        #expect(model.start == 0)
    }
}
