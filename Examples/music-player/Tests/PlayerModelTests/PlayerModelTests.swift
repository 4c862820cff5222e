import Foundation
import PlayerModel
import Testing

struct PlayerModelTests {
    private static func model(_ count: Int) -> PlayerModel {
        var model = PlayerModel()
        model.add((0..<count).map { Song(URL(fileURLWithPath: "/songs/\($0).wav")) })
        return model
    }

    /// A model whose song `index` plays, which is 100 seconds long and has two channels.
    private static func playing(_ index: Int, of count: Int) -> PlayerModel {
        var model = model(count)
        _ = model.perform(.choose(index))
        model.start(duration: 100, channels: 2)
        return model
    }

    @Test func theFirstSongIsStarted() {
        var model = Self.model(2)
        #expect(model.transport == .ended && model.current == nil)
        #expect(model.perform(.toggle) == .play(0))
        #expect(model.transport == .playing && model.currentSong?.title == "0.wav")
    }

    @Test func anEmptyListDoesNothing() {
        var model = Self.model(0)
        for command in [PlayerModel.Command.toggle, .next, .previous, .choose(0), .skip(5), .seek(1)] {
            #expect(model.perform(command) == nil)
        }
        #expect(model.transport == .ended)
    }

    @Test func pausesAndPlaysOn() {
        var model = Self.playing(0, of: 1)
        model.follow(position: 4, levels: [0, -24], after: 1)
        #expect(model.meters.map(\.reading) == [1, 0.5])
        #expect(model.perform(.toggle) == .pause)
        #expect(model.meters.map(\.reading) == [0, 0])
        model.follow(position: 5, levels: [0, 0], after: 1)
        #expect(model.position == 4)
        #expect(model.perform(.toggle) == .resume)
    }

    @Test func seeksWithinTheSong() {
        var model = Self.playing(0, of: 1)
        #expect(model.perform(.skip(-5)) == .seek(0))
        #expect(model.perform(.seek(40)) == .seek(40))
        #expect(model.perform(.skip(5)) == .seek(45))
        #expect(model.perform(.seek(1000)) == .seek(100))
    }

    @Test func goesBackToTheStartAndThenToTheSongBefore() {
        var model = Self.playing(1, of: 2)
        model.follow(position: 3.5, levels: [], after: 0)
        #expect(model.perform(.previous) == .seek(0))
        #expect(model.perform(.previous) == .play(0))
        #expect(model.perform(.previous) == .seek(0))
    }

    /// Desktops expect of the media keys that what is paused stays paused.
    @Test func aPausedPlayerStaysPausedOnAnotherSong() {
        var model = Self.playing(0, of: 4)
        _ = model.perform(.toggle)
        #expect(model.perform(.next) == .open(1) && model.transport == .paused)
        // One that cannot be opened is passed over, in silence too.
        #expect(model.fail("no sound") == .open(2) && model.transport == .paused)
        model.start(duration: 50, channels: 1)
        #expect(model.perform(.previous) == .open(0) && model.current == 0)
        #expect(model.perform(.toggle) == .resume && model.transport == .playing)
    }

    @Test func goesFromSongToSongAndEnds() {
        var model = Self.playing(0, of: 2)
        #expect(model.hasNext && model.perform(.next) == .play(1))
        #expect(!model.hasNext && model.perform(.next) == nil)
        #expect(model.finish() == .stop)
        #expect(model.transport == .ended && model.position == 0)
        #expect(model.perform(.skip(5)) == nil)
        #expect(model.perform(.toggle) == .play(0))
    }

    @Test func leavesOutWhatCannotBePlayed() {
        var model = Self.playing(0, of: 3)
        #expect(model.finish() == .play(1))
        #expect(model.fail("breaks off") == .play(2))
        #expect(model.songs[1].problem == "breaks off")
        #expect(model.perform(.previous) == .play(0))
        // Chosen by the user, it is tried again.
        #expect(model.perform(.choose(1)) == .play(1))
        #expect(model.songs[1].problem == nil)
    }

    @Test func endsWhereNothingCanBePlayed() {
        var model = Self.playing(0, of: 1)
        #expect(model.fail("no sound") == .stop)
        #expect(model.transport == .ended)
        // Perhaps it was mended.
        #expect(model.perform(.toggle) == .play(0) && model.songs[0].problem == nil)
    }

    @Test func anInterruptionPausesAndLetsPlayOn() {
        var model = Self.playing(0, of: 1)
        model.beginInterruption()
        #expect(model.transport == .paused)
        #expect(model.endInterruption(shouldResume: true) == .resume)
        model.beginInterruption()
        #expect(model.endInterruption(shouldResume: false) == nil)
        #expect(model.transport == .paused)
    }

    @Test func whatTheUserHasPausedStaysPaused() {
        var model = Self.playing(0, of: 1)
        _ = model.perform(.toggle)
        model.beginInterruption()
        #expect(model.endInterruption(shouldResume: true) == nil)
        #expect(model.transport == .paused)
    }

    @Test func whatMayNotPlayNowIsTriedAgain() {
        var model = Self.playing(0, of: 2)
        model.refuse()
        #expect(model.transport == .paused && model.songs[0].problem == nil)
        #expect(model.perform(.toggle) == .resume)
    }

    @Test func waitsForTheSoundServer() {
        var model = Self.playing(0, of: 1)
        model.follow(position: 4, levels: [0, 0], after: 1)
        model.setServer(isThere: false)
        model.follow(position: 9, levels: [0, 0], after: 1)
        #expect(model.waitsForServer && model.transport == .playing)
        #expect(model.position == 4 && model.meters.map(\.reading) == [0, 0])
        model.setServer(isThere: true)
        model.follow(position: 5, levels: [0, -24], after: 1)
        #expect(!model.waitsForServer && model.position == 5 && model.meters.map(\.reading) == [1, 0.5])
    }

    @Test func lostHeadphonesPause() {
        var model = Self.playing(0, of: 1)
        #expect(model.loseDevice() == .pause)
        #expect(model.loseDevice() == nil)
    }

    @Test func theVolumeGoesInSteps() {
        var model = Self.model(1)
        #expect(model.perform(.changeVolume(1)) == nil)
        #expect(model.perform(.changeVolume(-1)) == .adjust)
        #expect(model.volume == 0.95)
        #expect(model.perform(.setVolume(0.33)) == .adjust)
        #expect(model.perform(.changeVolume(1)) == .adjust)
        #expect(model.volume == 0.4)
    }

    @Test func whatAFileSaysKeepsWhatThePlayerFound() {
        var model = Self.playing(0, of: 2)
        _ = model.fail("breaks off")
        var described = model.songs[0]
        (described.title, described.duration, described.problem) = ("Morning", 90, nil)
        model.update(described, at: 0)
        #expect(model.songs[0].title == "Morning")
        #expect(model.songs[0].duration == 100 && model.songs[0].problem == "breaks off")
        model.update(described, at: 1)
        #expect(model.songs[1].title == "1.wav")
    }

    @Test func whatIsFoundBrokenBeforeItsTurnIsLeftOut() {
        var model = Self.playing(0, of: 3)
        for index in 0...1 {
            var described = model.songs[index]
            described.problem = "the file type is not supported"
            model.update(described, at: index)
        }
        #expect(model.songs[0].problem == nil, "it plays")
        #expect(model.songs[1].problem != nil && model.finish() == .play(2))
    }

    @Test func metersJumpUpAndFallSlowly() {
        var meter = Meter()
        meter.show(-12, after: 1)
        #expect(meter.reading == 0.75)
        meter.show(-160, after: 0.5)
        #expect(meter.reading == 0.375)
        meter.show(-160, after: 1)
        #expect(meter.reading == 0)
    }

    @Test(arguments: [(0, "0:00"), (59.9, "0:59"), (65, "1:05"), (3723, "1:02:03"), (.nan, "0:00"), (-1, "0:00")])
    func timesAreSpelled(seconds: Double, text: String) { #expect(Clock.text(seconds) == text) }
}
