import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import CRealtime
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Players to the sample, on a device that is driven by hand.
@Suite struct PlayerTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 1024 } }
    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    @Test func playsAFileToItsLastSample() throws {
        let runner = try PlayerRunner(ramp(1...500))
        #expect(runner.player.duration == 0.5 && !runner.player.isPlaying)
        #expect(runner.play() && runner.player.isPlaying)
        #expect(runner.hear(510) == ramp(1...500) + zeros(10))
        #expect(runner.events == ["finished true"])
        #expect(!runner.player.isPlaying && runner.player.position == 0)
        // Nothing is notified twice, and the next start begins anew.
        #expect(runner.hear(40) == zeros(40))
        #expect(runner.play())
        #expect(runner.hear(100) == ramp(1...100))
        #expect(runner.events == ["finished true"])
    }

    @Test func opensNoDeviceBeforeItIsNeeded() throws {
        let runner = try PlayerRunner(ramp(1...10))
        runner.player.seek(to: 3)
        runner.player.pan = 0.5
        runner.player.setVolume(0.5, over: 0)
        #expect(runner.player.position == 3)
        #expect(runner.player.pipeline.withLock { $0.voice == nil })
    }

    @Test func pausesAndGoesOnWithTheNextFrame() throws {
        let runner = try PlayerRunner(ramp(1...300))
        #expect(runner.play())
        #expect(runner.hear(100) == ramp(1...100))
        runner.player.pause()
        #expect(!runner.player.isPlaying)
        #expect(runner.hear(64) == zeros(64))
        #expect(runner.frame == 100)
        #expect(runner.play())
        #expect(runner.hear(210) == ramp(101...300) + zeros(10))
        #expect(runner.events == ["finished true"])
    }

    /// A pause when the last frame has been handed over, and not been heard yet, leaves only the end.
    @Test func aPauseJustBeforeTheEndKeepsTheEnd() throws {
        let runner = try PlayerRunner(ramp(1...100))
        runner.server.latency = 50
        #expect(runner.play())
        #expect(runner.hear(120) == ramp(1...100) + zeros(20))
        #expect(runner.events.isEmpty)
        runner.player.pause()
        #expect(runner.play())
        _ = runner.hear(64)
        #expect(runner.events == ["finished true"] && !runner.player.isPlaying)
    }

    @Test func stopsAndKeepsItsPlace() throws {
        let runner = try PlayerRunner(ramp(1...300))
        #expect(runner.play())
        _ = runner.hear(96)
        runner.player.stop()
        #expect(runner.player.position == 96 && !runner.player.isPlaying)
        #expect(runner.player.pipeline.withLock { $0.voice == nil && !$0.isMixed })
        #expect(runner.play())
        #expect(runner.hear(32) == ramp(97...128))
        #expect(runner.events.isEmpty)
    }

    @Test func seeksWhileItPlaysAndWhileItDoesNot() throws {
        let runner = try PlayerRunner(ramp(1...800))
        runner.player.seek(to: 700)
        #expect(runner.play())
        #expect(runner.hear(32) == ramp(701...732))
        runner.player.seek(to: 100)
        #expect(runner.player.position == 100)
        #expect(runner.hear(32) == ramp(101...132))
        runner.player.pause()
        runner.player.seek(to: 400)
        #expect(runner.player.position == 400)
        #expect(runner.hear(16) == zeros(16))
        #expect(runner.play())
        #expect(runner.hear(16) == ramp(401...416))
        // Outside of the file: its ends.
        runner.player.seek(to: -7)
        #expect(runner.hear(8) == ramp(1...8))
        runner.player.seek(to: .nan)
        #expect(runner.hear(8) == ramp(9...16))
        runner.player.seek(to: -.infinity)
        #expect(runner.hear(8) == ramp(1...8))
        runner.player.seek(to: .infinity)
        #expect(runner.hear(16) == zeros(16))
        #expect(runner.events == ["finished true"] && runner.player.position == 0)
    }

    @Test func reportsWhereItIs() throws {
        let runner = try PlayerRunner(ramp(1...300))
        runner.server.latency = 20
        #expect(runner.play())
        _ = runner.hear(64)
        // Of the frames that were handed over, the last 20 and the present cycle's are still to be heard.
        let first = runner.player.position
        _ = runner.hear(64)
        let second = runner.player.position
        #expect(second - first == 64 && first >= 0 && first <= 64)
        #expect(abs(runner.player.currentTime - second / 1000) < 1e-9)
    }

    @Test func startsAtATimeOfTheDevice() throws {
        let runner = try PlayerRunner(ramp(1...20))
        #expect(runner.player.prepare())
        let timeline = runner.player.timeline
        #expect(eventually { runner.server.runningStreams == 1 })
        #expect(timeline.seconds(at: runner.player.now) == 0)
        _ = runner.server.advance(8)
        let now = timeline.seconds(at: runner.player.now)
        #expect(now == 0.008)
        #expect(runner.play(at: timeline.hostTime(of: now + 0.013, now: runner.player.now)))
        #expect(runner.player.isPlaying)
        #expect(runner.hear(40) == zeros(13) + ramp(1...20) + zeros(7))
        // With nothing that plays the time is 0 again.
        #expect(timeline.seconds(at: runner.player.now) == 0)
    }

    @Test func aTimeThatIsPastIsNow() {
        let timeline = PlayerTimeline()
        #expect(timeline.seconds(at: 5_000_000_000) == 0)
        #expect(timeline.hostTime(of: 1, now: 7_000_000_000) == 7_000_000_000)
        #expect(timeline.hostTime(of: 3, now: 7_000_000_000) == 8_000_000_000)
        #expect(timeline.hostTime(of: -1, now: 7_000_000_000) == 7_000_000_000)
        #expect(timeline.hostTime(of: 1e300, now: 7_000_000_000) > 1 << 61)
    }

    @Test func thirtyTwoPlayersStartAtOneSample() throws {
        let server = ManualServer()
        let output = try server.output()
        let value = Float(1) / 64
        let runners = try (0..<32).map { _ in
            try PlayerRunner([Float](repeating: value, count: 40), server: server, output: output)
        }
        for runner in runners { #expect(runner.player.prepare()) }
        #expect(eventually { server.runningStreams == 1 })
        let start = server.hostTime + 11_000_000
        for runner in runners { #expect(runner.player.play(at: start)) }
        #expect(server.advance(56) == zeros(11) + [Float](repeating: 0.5, count: 40) + zeros(5))
        for runner in runners { runner.work() }
        #expect(eventually { runners.allSatisfy { $0.events == ["finished true"] } })
    }

    @Test func aPreparedPlayerIsHeardWithTheNextCycle() throws {
        let runner = try PlayerRunner(ramp(1...100))
        #expect(runner.player.prepare())
        #expect(eventually { runner.server.runningStreams == 1 })
        #expect(runner.server.advance(16) == zeros(16))
        #expect(runner.player.play())
        #expect(runner.server.advance(8) == ramp(1...8))
    }

    @Test func aPreparedPlayerLetsTheOutputRestAfterTenSeconds() throws {
        let runner = try PlayerRunner(ramp(1...100))
        #expect(runner.player.prepare())
        #expect(eventually { runner.server.runningStreams == 1 })
        _ = runner.hear(9_900, step: 500)
        #expect(runner.player.pipeline.withLock { $0.isMixed })
        _ = runner.hear(200)
        #expect(runner.player.pipeline.withLock { !$0.isMixed })
        #expect(runner.player.play())
        #expect(runner.hear(16) == ramp(1...16))
    }

    // MARK: Levels

    @Test func fadesInAStraightLine() throws {
        let runner = try PlayerRunner([Float](repeating: 1, count: 200))
        #expect(runner.play())
        #expect(runner.hear(8, step: 8) == [Float](repeating: 1, count: 8))
        runner.player.setVolume(0, over: 0.032)
        #expect(runner.player.volume == 0)
        let fade = runner.hear(40, step: 8)
        for (frame, sample) in fade.enumerated() {
            #expect(abs(sample - max(0, 1 - Float(frame) / 32)) < 1e-6, "frame \(frame)")
        }
        // A volume that is set during a fade ends it.
        runner.player.setVolume(1, over: 10)
        _ = runner.hear(8, step: 8)
        runner.player.setVolume(0, over: 0)
        _ = runner.hear(8, step: 8)
        #expect(runner.hear(8, step: 8) == zeros(8))
    }

    /// 21 ms as 32-bit float are a little less than 21 frames.
    @Test func aFadeLastsToTheNearestFrame() throws {
        let runner = try PlayerRunner([Float](repeating: 1, count: 200))
        #expect(runner.play())
        _ = runner.hear(8, step: 8)
        runner.player.setVolume(0, over: 0.021)
        let fade = runner.hear(24, step: 8)
        #expect(abs(fade[20] - 1 / 21) < 1e-6 && fade[21...] == [0, 0, 0])
    }

    @Test func aVolumeFromBeforeTheStartIsThereFromTheFirstFrame() throws {
        let runner = try PlayerRunner([Float](repeating: 1, count: 200))
        #expect(runner.player.prepare())
        runner.player.setVolume(0.5, over: 3)
        #expect(runner.play())
        #expect(runner.hear(16) == [Float](repeating: 0.5, count: 16))
        runner.player.pause()
        runner.player.setVolume(0.25, over: 0)
        #expect(runner.play())
        #expect(runner.hear(16) == [Float](repeating: 0.25, count: 16))
    }

    @Test func pansBetweenTwoLoudspeakers() throws {
        let runner = try PlayerRunner(
            PlayerRunner.file([Float](repeating: 0.5, count: 40)), channels: 2)
        runner.player.pan = 0.5
        #expect(runner.play())
        let heard = runner.hear(8)
        #expect(heard == (0..<16).map { $0 % 2 == 0 ? 0.25 : 0.5 })
    }

    @Test func metersShowTheSoundWhenTheyAreUpdated() throws {
        let samples = (0..<1000).map { Float($0 % 2 == 0 ? 0.5 : -0.5) }
        let runner = try PlayerRunner(samples)
        #expect(runner.play())
        _ = runner.hear(500)
        runner.player.updateLevels()
        #expect(runner.player.level(0) == (0, 0))
        runner.player.isMetering = true
        // A tenth of the volume: the meters stand in front of it.
        runner.player.setVolume(0.1, over: 0)
        _ = runner.hear(256, step: 8)
        #expect(runner.player.level(0) == (0, 0))
        runner.player.updateLevels()
        // 256 ms of cycles of 8 ms with an average over 50: what is missing is 0.84 to the power of 32.
        let (average, peak) = runner.player.level(0)
        #expect(peak == 0.5 && abs(average - 0.5 * (1 - 0.0038).squareRoot()) < 1e-3)
        _ = runner.hear(100)
        #expect(runner.player.level(0) == (average, peak))
        runner.player.isMetering = false
        #expect(runner.player.level(0) == (0, 0))
        #expect(runner.player.level(7) == (0, 0))
    }

    // MARK: Speed

    @Test func goesFasterAtTheSamePitch() throws {
        let rate = 8000.0
        let sine = Signal.sine(400 / rate, frames: 16_000)
        let runner = try PlayerRunner(PlayerRunner.file(sine, rate: rate), rate: rate)
        runner.player.rate = 2
        #expect(runner.play())
        // The rate counts only where it may be changed.
        _ = runner.hear(800, step: 80)
        #expect(abs(runner.player.position - 800) <= 80)
        runner.player.changesRate = true
        _ = runner.hear(1600 + 800, step: 80)
        let before = runner.player.position
        let heard = runner.hear(2000, step: 80)
        #expect(abs(runner.player.position - before - 4000) < 1)
        let crossings = zip(heard, heard.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(crossings - 100) <= 2)
        var rest = 0
        while runner.events.isEmpty, rest < 16_000 {
            _ = runner.hear(80)
            rest += 80
        }
        #expect(runner.events == ["finished true"])
        // What is left at the doubled rate, give or take what the stretch reads ahead.
        #expect(abs(Double(rest) - (16_000 - before - 4000) / 2) < 400)
    }

    /// The position is at the end of the file with the last frame, whatever the time stretch gives of its last piece.
    @Test(arguments: [0.5, 0.75, 1.5, 2]) func thePositionReachesTheEnd(speed: Float) throws {
        let rate = 8000.0
        let frames = 8000
        let runner = try PlayerRunner(
            PlayerRunner.file(Signal.sine(400 / rate, frames: frames), rate: rate), rate: rate)
        (runner.player.changesRate, runner.player.rate) = (true, speed)
        #expect(runner.play())
        var places: [Double] = []
        while runner.events.isEmpty, places.count < 4 * frames / 8 {
            places.append(runner.player.position)
            _ = runner.hear(8, step: 8)
        }
        #expect(runner.events == ["finished true"])
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 && $0 <= 2 * 8 * Double(speed) }, "up to \(steps.max() ?? 0)")
        // In the cycle with the last frame, or in the one before.
        let missing = Double(frames) - (places.last ?? 0)
        #expect(missing >= 0 && missing <= 2 * 8 * Double(speed), "\(missing) frames before the end")
    }

    // MARK: Trouble

    @Test func reportsAFileThatCannotBeReadToItsEnd() throws {
        let bytes = FailingBytes(try PlayerRunner.bytes(ramp(1...4000)), failingFrom: 12_000)
        let runner = try PlayerRunner(OpenFile.open(bytes, sink: nil, .read, hint: FourCC(0)))
        #expect(runner.play())
        let heard = runner.hear(4000, step: 64)
        let whole = heard.prefix { $0 != 0 }
        #expect(whole.count > 1000 && whole.count < 4000)
        #expect(Array(whole) == ramp(1...whole.count))
        #expect(runner.events == ["failed", "finished false"])
    }

    @Test func samplesThatAreNoNumbersAreSilent() throws {
        var samples = [Float](repeating: 0.5, count: 2000)
        for (place, value) in [(100, Float.nan), (200, .infinity), (300, -.infinity), (400, 3e38)] {
            samples[place] = value
        }
        let runner = try PlayerRunner(samples)
        runner.player.isMetering = true
        #expect(runner.play())
        let heard = runner.hear(800, step: 8)
        #expect(heard == samples.prefix(800).map { $0 == 0.5 ? $0 : 0 })
        runner.player.updateLevels()
        #expect(abs(runner.player.level(0).average - 0.5) < 1e-3)
        // Nothing of it stays in the time stretch.
        runner.player.seek(to: 0)
        runner.player.changesRate = true
        runner.player.rate = 1.5
        let stretched = runner.hear(1200, step: 8)
        #expect(stretched.allSatisfy { abs($0) < 2 } && stretched.suffix(600).contains { $0 > 0.25 })
    }

    @Test func anEmptyFileFinishesAtOnceHoweverOftenItIsPlayed() throws {
        let runner = try PlayerRunner([])
        runner.player.setLoops(-1)
        #expect(runner.play())
        #expect(runner.hear(16) == zeros(16))
        #expect(runner.events == ["finished true"])
        #expect(runner.player.position == 0 && runner.player.duration == 0)
    }

    @Test func aDeviceThatDoesNotOpenLeavesItStopped() throws {
        let file = try PlayerRunner.file(ramp(1...10))
        let provider: Player.OutputProvider = { (_) throws(AudioError) in throw .noDevice }
        let player = try Player(file, timeline: PlayerTimeline(), output: provider) { _ in }
        #expect(!player.prepare() && !player.play() && !player.isPlaying)
        player.close()
    }

    /// A callback in a cycle may make any call; what it asks for is done soon after.
    @Test func everyCallMayComeFromACycle() throws {
        let runner = try PlayerRunner(ramp(1...400))
        #expect(runner.play())
        let caller = CycleCaller(runner)
        caller.call { _ = runner.player.prepare() }
        #expect(caller.hasCalled)
        caller.call { runner.player.pause() }
        #expect(eventually { !runner.player.isPlaying })
        caller.call { _ = runner.player.play() }
        #expect(eventually { runner.player.isPlaying })
        caller.call { runner.player.seek(to: 200) }
        #expect(eventually { abs(runner.player.position - 200) <= 16 })
        caller.call {
            runner.player.setLoops(2)
            runner.player.rate = 1.5
            runner.player.changesRate = true
            runner.player.setVolume(0.5, over: 1)
            runner.player.updateLevels()
            _ = (runner.player.position, runner.player.now, runner.player.duration)
        }
        caller.call { runner.player.stop() }
        #expect(eventually { runner.player.pipeline.withLock { $0.voice == nil } })
        caller.call { runner.player.close() }
        #expect(eventually { runner.player.state.withLock { $0.isClosed } })
        caller.end()
    }

    private func inCallback(_ body: () -> Void) {
        realtime_enter_tap()
        body()
        realtime_exit_tap()
    }

    /// What a callback asks for is done before what another thread asks for later.
    @Test func callsComeInTheOrderInWhichTheyAreMade() throws {
        let runner = try PlayerRunner(ramp(1...400))
        defer { withExtendedLifetime(runner) {} }
        let player = runner.player
        for _ in 0..<40 {
            inCallback { #expect(player.play()) }
            player.stop()
            #expect(!player.isPlaying && player.pipeline.withLock { $0.voice == nil })
            #expect(player.play())
            inCallback { player.stop() }
            #expect(player.play() && player.isPlaying)
            inCallback { player.seek(to: 100) }
            player.seek(to: 200)
            player.deferred.waitUntilDone()
            #expect(player.isPlaying && abs(player.position - 200) <= 16)
            inCallback { #expect(player.play()) }
            player.pause()
            player.deferred.waitUntilDone()
            #expect(!player.isPlaying)
            player.stop()
        }
    }

    @Test func aHandlerMayStartStopAndClose() throws {
        for body: @Sendable (Player) -> Void in [
            { _ = $0.play() }, { $0.stop() }, { $0.close() }, { $0.seek(to: 5) }, { $0.setLoops(3) },
        ] {
            let runner = try PlayerRunner(ramp(1...20))
            runner.whenTold(body)
            #expect(runner.play())
            #expect(runner.hear(32) == ramp(1...20) + zeros(12))
            #expect(eventually { runner.events.first == "finished true" })
        }
    }

    /// A machine that decodes no faster than it plays: each pass ends, so that others get the player's lock.
    @Test func decodingThatIsTooSlowEndsItsPasses() throws {
        let source = BusyBytes(try PlayerRunner.bytes([Float](repeating: 0.5, count: 20_000)))
        let runner = try PlayerRunner(OpenFile.open(source, sink: nil, .read, hint: FourCC(0)))
        #expect(runner.play())
        // Keeps the player's own thread away.
        let job = try #require(runner.player.state.withLock { $0.job })
        job.remove()
        source.whenRead { [server = runner.server] in _ = server.advance(400) }
        _ = runner.server.advance(100)
        let voice = try #require(runner.player.pipeline.withLock { $0.voice })
        let before = voice.ring.writtenFrames
        _ = runner.player.work()
        #expect(voice.ring.writtenFrames > before && voice.ring.writtenFrames - before <= voice.ring.capacity)
        source.whenRead(nil)
    }

    /// Nothing is left behind by players that were made and dropped.
    @Test func manyPlayersLeaveNothingBehind() throws {
        let server = ManualServer()
        let output = try server.output()
        let bytes = try PlayerRunner.bytes(ramp(1...64))
        let timeline = PlayerTimeline()
        let provider: Player.OutputProvider = { (_) throws(AudioError) in output }
        weak var last: Player?
        weak var lastVoice: QueueVoice?
        for round in 0..<PlayerRunner.rounds {
            let player = try Player(PlayerRunner.open(bytes), timeline: timeline, output: provider) { _ in }
            #expect(player.play())
            if round % 16 == 0 { _ = server.advance(8) }
            last = player
            lastVoice = player.pipeline.withLock { $0.voice }
            player.close()
        }
        #expect(eventually { last == nil && lastVoice == nil })
        #expect(server.advance(16).allSatisfy { $0 == 0 })
    }
}
