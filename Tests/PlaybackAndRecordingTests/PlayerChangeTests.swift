import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// What changes while a player plays: its device, its channels, its place and its speed.
@Suite struct PlayerChangeTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 1024 } }
    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    // MARK: Devices

    /// Two devices, each on a server of its own, and a player that begins on the first.
    private final class TwoDevices {
        let servers = [ManualServer(), ManualServer()]
        let outputs: [Output]
        let player: Player
        let notified = LockedValue<[String]>([])

        init(_ samples: [Float], channels: Int = 1) throws {
            outputs = try servers.map { try $0.output(channels: channels) }
            let provider: Player.OutputProvider = { [outputs] (device) throws(AudioError) in
                switch device {
                case nil: return outputs[0]
                case "second": return outputs[1]
                default: throw .noDevice
                }
            }
            player = try Player(
                PlayerRunner.file(samples), timeline: PlayerTimeline(), output: provider
            ) { [notified] event in
                if case .finished(let successfully) = event { notified.withLock { $0.append("\(successfully)") } }
            }
        }

        deinit { player.close() }

        func hear(_ device: Int, _ frames: Int) -> [Float] {
            guard eventually({ self.servers[device].runningStreams == 1 }) else { return [] }
            return stride(from: 0, to: frames, by: 8).flatMap { _ -> [Float] in
                while let delay = player.work(), delay.latest == 2_000_000, delay.earliest == 1_000_000 {}
                return servers[device].advance(8)
            }
        }
    }

    @Test func goesOnOnAnotherDevice() throws {
        let devices = try TwoDevices(ramp(1...400))
        #expect(devices.player.play())
        #expect(devices.hear(0, 96) == ramp(1...96))
        devices.player.setDevice("second")
        #expect(devices.player.device == "second" && devices.player.isPlaying)
        #expect(devices.hear(1, 104) == ramp(97...200))
        #expect(devices.servers[0].advance(16).allSatisfy { $0 == 0 })
        // One that does not open is not taken, and nothing is lost.
        devices.player.setDevice("missing")
        #expect(devices.player.device == "second" && devices.player.isPlaying)
        #expect(devices.hear(1, 48) == ramp(201...248))
        devices.player.setDevice(nil)
        #expect(devices.hear(0, 160) == ramp(249...400) + zeros(8))
        #expect(eventually { devices.notified.withLock { $0 } == ["true"] })
    }

    @Test func aPauseAndAStartThatIsToComeGoAlong() throws {
        let devices = try TwoDevices(ramp(1...100))
        #expect(devices.player.play())
        #expect(devices.hear(0, 24) == ramp(1...24))
        devices.player.pause()
        devices.player.setDevice("second")
        #expect(!devices.player.isPlaying && Int(devices.player.position) == 24)
        #expect(devices.player.play())
        #expect(devices.hear(1, 16) == ramp(25...40))
        devices.player.stop()
        devices.player.setDevice(nil)
        #expect(devices.player.prepare())
        #expect(eventually { devices.servers[0].runningStreams == 1 })
        #expect(devices.player.play(at: devices.servers[0].hostTime + 20_000_000))
        devices.player.setDevice("second")
        // The second one's time is another: 40 ms have passed there, 24 here.
        let wait = Int(20 + 24 - 16)
        #expect(devices.hear(1, 40) == (zeros(wait) + ramp(41...80)).prefix(40).map { $0 })
    }

    /// A start after a pause has a time of its own, which a seek and another device keep.
    @Test func aStartThatIsToComeAfterAPauseKeepsItsTime() throws {
        let devices = try TwoDevices(ramp(1...400))
        #expect(devices.player.play())
        #expect(devices.hear(0, 24) == ramp(1...24))
        devices.player.pause()
        #expect(devices.player.play(at: devices.servers[0].hostTime + 24_000_000))
        devices.player.seek(to: 200)
        #expect(devices.hear(0, 8) == zeros(8))
        devices.player.setAssignments([1])
        #expect(devices.player.isPlaying && devices.player.position == 200)
        #expect(devices.hear(0, 24) == zeros(16) + ramp(201...208))
    }

    @Test func aPreparedPlayerIsReadyOnAnotherDeviceToo() throws {
        let devices = try TwoDevices(ramp(1...400))
        #expect(devices.player.prepare())
        devices.player.setDevice("second")
        #expect(devices.player.pipeline.withLock { $0.isMixed && $0.runsUntil != nil })
        #expect(devices.hear(1, 16) == zeros(16))
        #expect(devices.player.play())
        #expect(devices.hear(1, 8) == ramp(1...8))
        devices.player.pause()
        devices.player.setAssignments([1])
        #expect(devices.player.pipeline.withLock { $0.isMixed && $0.runsUntil != nil })
    }

    /// The last frame was heard, and the end behind it not: what changes then lets nothing be heard again.
    @Test func whatChangesBehindTheLastFrameStaysThere() throws {
        for change: (Player) -> Void in [
            { $0.setAssignments([1]) }, { $0.setDevice("second") },
            {
                $0.pause()
                ($0.changesRate, $0.rate) = (true, 2)
                _ = $0.play()
            },
        ] {
            let devices = try TwoDevices(ramp(1...400))
            #expect(devices.player.play())
            #expect(devices.hear(0, 400) == ramp(1...400))
            change(devices.player)
            #expect(devices.player.isPlaying && devices.player.position == 400)
            #expect(devices.hear(devices.player.device == nil ? 0 : 1, 16) == zeros(16))
            #expect(eventually { devices.notified.withLock { $0 } == ["true"] })
        }
    }

    @Test func channelsGoWhereTheyAreSent() throws {
        let devices = try TwoDevices(ramp(1...100), channels: 2)
        func sides(_ samples: [Float], _ side: Int) -> [Float] {
            samples.flatMap { side == 0 ? [$0, 0] : [0, $0] }
        }
        #expect(devices.player.play())
        #expect(devices.hear(0, 8) == ramp(1...8).flatMap { [$0, $0] })
        devices.player.setAssignments([2])
        #expect(devices.player.isPlaying)
        #expect(devices.hear(0, 16) == sides(ramp(9...24), 1))
        devices.player.setAssignments([1])
        #expect(devices.hear(0, 16) == sides(ramp(25...40), 0))
        // There is no such channel.
        devices.player.setAssignments([3])
        #expect(devices.hear(0, 8) == zeros(16))
        devices.player.setAssignments([])
        #expect(devices.hear(0, 8) == ramp(49...56).flatMap { [$0, $0] })
    }

    // MARK: Places

    /// What is handed over is heard later: the position does not jump to the end with the last frame.
    @Test func thePositionStaysInItsPassUntilTheEndIsHeard() throws {
        let runner = try PlayerRunner(ramp(1...100))
        runner.server.latency = 40
        runner.player.setLoops(1)
        #expect(runner.play())
        var places: [Int] = []
        for _ in 0..<30 {
            _ = runner.hear(8, step: 8)
            places.append(runner.frame)
        }
        #expect(runner.events == ["finished true"])
        // From one cycle to the next it goes on by a cycle, but where a pass ends.
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }
        #expect(steps.count { $0 < 0 } == 2, "\(places)")
        #expect(steps.allSatisfy { $0 <= 8 }, "\(places)")
        #expect(places.max() ?? 0 >= 92)
    }

    @Test func aSeekThatCannotBeReadEndsTheSound() throws {
        let bytes = BreakingBytes(try #require(OtherProgram.bytes(of: Fixture.named("MPEGAudio/vbr-stereo.mp3").file)))
        let file = try OpenFile.open(bytes, sink: nil, .read, hint: FourCC(0))
        let rate = file.format.sampleRate
        let runner = try PlayerRunner(file, rate: rate, channels: 2)
        #expect(runner.play())
        _ = runner.hear(512, step: 256)
        bytes.isBroken = true
        // Not to the start, from which the player has kept all frames of so short a file.
        runner.player.seek(to: 100)
        _ = runner.hear(Int(rate), step: 256)
        #expect(eventually { runner.events == ["failed", "finished false"] })
        #expect(!runner.player.isPlaying)
        // The disk is back.
        bytes.isBroken = false
        #expect(runner.player.play())
        let heard = runner.hear(4096, step: 256)
        #expect(heard.contains { $0 != 0 }, "\(runner.events) \(runner.player.isPlaying) \(runner.frame)")
    }

    /// A player whose output rests needs no thread: a program may have many that have played.
    @Test func hasNoThreadWhileItRests() throws {
        let runner = try PlayerRunner(ramp(1...100))
        #expect(runner.play())
        _ = runner.hear(200, step: 8)
        #expect(runner.events == ["finished true"])
        #expect(runner.player.state.withLock { $0.job } != nil)
        _ = runner.hear(10_100, step: 100)
        #expect(eventually { runner.player.state.withLock { $0.job } == nil })
        runner.player.seek(to: 50)
        #expect(runner.play())
        #expect(runner.hear(16, step: 8) == ramp(51...66))
        #expect(runner.player.state.withLock { $0.job } != nil)
    }

    // MARK: Speed

    /// What had been decoded ahead, a tenth of a second, does not delay it.
    @Test func aNewSpeedIsHeardSoonAndWithoutAClick() throws {
        let rate = 8000.0
        let sine = Signal.sine(200 / rate, frames: 80_000)
        let runner = try PlayerRunner(PlayerRunner.file(sine, rate: rate), rate: rate)
        runner.player.changesRate = true
        #expect(runner.play())
        var heard = runner.hear(1600, step: 8)
        for speed in [2, 0.5, 1, 1.5] as [Float] {
            runner.player.rate = speed
            var before = runner.player.position
            var frames = 0
            while frames < 1600 {
                heard += runner.hear(8, step: 8)
                frames += 8
                let now = runner.player.position
                defer { before = now }
                if abs(now - before - 8 * Double(speed)) < 1e-6 { break }
            }
            // A margin of 20 ms, a piece of 15 ms, and a cycle.
            #expect(Double(frames) <= 0.037 * rate, "\(frames)")
            heard += runner.hear(800, step: 8)
        }
        let steepest = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max() ?? 1
        #expect(steepest < 0.12)
    }

    /// The file's bytes come 50 ms late, more than the margin: what has been played meanwhile is not replaced.
    @Test(arguments: [false, true]) func aSpeedThatIsDecodedLateIsHeardWithoutAClick(isRamp: Bool) throws {
        let (rate, frames) = (8000.0, 160_000)
        // A slow ramp tells where in the file each sample is from.
        let sound = isRamp ? (1...frames).map { Float($0) / Float(frames) } : Signal.sine(200 / rate, frames: frames)
        let source = BusyBytes(try PlayerRunner.bytes(sound, rate: rate))
        let runner = try PlayerRunner(OpenFile.open(source, sink: nil, .read, hint: FourCC(0)), rate: rate)
        runner.player.changesRate = true
        #expect(runner.play())
        // The player's own thread would let time pass at the same time.
        try #require(runner.player.state.withLock { $0.job }).remove()
        let (heard, isDue) = (LockedValue(runner.hear(1600, step: 8)), LockedValue(false))
        for speed in [2, 0.5, 1, 1.5, 0.75, 2] as [Float] {
            let before = heard.withLock { $0.count }
            runner.player.rate = speed
            isDue.withLock { $0 = true }
            source.whenRead { [server = runner.server] in
                let isFirst = isDue.withLock { isDue in
                    defer { isDue = false }
                    return isDue
                }
                for _ in 0..<(isFirst ? 50 : 0) {
                    let cycle = server.advance(8)
                    heard.withLock { $0 += cycle }
                }
            }
            let behind = runner.hear(1600, step: 8)
            heard.withLock { $0 += behind }
            #expect(heard.withLock { $0.count } - before == 2000)
            guard isRamp else { continue }
            let distance = Double(behind.last ?? 0) * Double(frames) - runner.player.position
            #expect(abs(distance) < 0.010 * rate, "\(distance / rate * 1000) ms at \(speed)")
        }
        let all = heard.withLock { $0 }
        let steepest = zip(all, all.dropFirst()).map { abs($1 - $0) }.max() ?? 1
        #expect(steepest < (isRamp ? 0.010 * Float(rate) / Float(frames) * 2 : 0.12))
    }

    @Test func aSpeedFromBeforeTheStartCountsFromTheFirstFrameOn() throws {
        let rate = 8000.0
        let sine = Signal.sine(200 / rate, frames: 16_000)
        let runner = try PlayerRunner(PlayerRunner.file(sine, rate: rate), rate: rate)
        #expect(runner.player.prepare())
        runner.player.changesRate = true
        runner.player.rate = 2
        #expect(runner.play())
        _ = runner.hear(1600, step: 8)
        // But for the first piece, of 15 ms.
        #expect(abs(runner.player.position - 3080) < 1)
        runner.player.pause()
        runner.player.rate = 0.5
        #expect(runner.play())
        _ = runner.hear(1600, step: 8)
        #expect(abs(runner.player.position - 3080 - 860) < 1)
    }

    @Test func aSpeedThatChangesAllTheTimeKeepsTheSound() throws {
        let rate = 8000.0
        let sine = Signal.sine(200 / rate, frames: 8000)
        let runner = try PlayerRunner(PlayerRunner.file(sine, rate: rate), rate: rate)
        runner.player.setLoops(1)
        runner.player.changesRate = true
        #expect(runner.play())
        var random = SeededRandom(3)
        var frames = 0
        while runner.events.isEmpty, frames < 80_000 {
            runner.player.rate = Float(50 + random.next() % 150) / 100
            let heard = runner.hear(64, step: 8)
            frames += 64
            if runner.player.isPlaying { #expect(heard.contains { $0 != 0 }) }
        }
        #expect(runner.events == ["finished true"])
        // Two passes at 0.5 to 2 times the speed.
        #expect(frames > 8000 && frames < 32_000)
    }

    /// A slow ramp tells where in the file each sample is from: within the stretch's search of 8 ms.
    @Test func thePositionIsThatOfTheSoundAtEverySpeed() throws {
        let (rate, frames) = (8000.0, 160_000)
        let sound = (1...frames).map { Float($0) / Float(frames) }
        let runner = try PlayerRunner(PlayerRunner.file(sound, rate: rate), rate: rate)
        runner.player.changesRate = true
        #expect(runner.play())
        var random = SeededRandom(11)
        var worst = 0.0
        for round in 0..<60 {
            runner.player.rate = [0.5, 2, 1, 1.7, 0.8][round % 5]
            let heard = runner.hear(8 * (50 + Int(random.next() % 50)), step: 8)
            let place = Double(heard.last ?? 0) * Double(frames)
            worst = max(worst, abs(place - runner.player.position))
        }
        #expect(worst < 0.010 * rate, "\(worst / rate * 1000) ms")
    }

    /// The same with passes and seeks between. Where a pass ends, the last and the first frame are neighbours.
    @Test func thePositionIsThatOfTheSoundOverPassesSeeksAndSpeeds() throws {
        let (rate, frames) = (8000.0, 24_000)
        let sound = (1...frames).map { Float($0) / Float(frames) }
        let runner = try PlayerRunner(PlayerRunner.file(sound, rate: rate), rate: rate)
        runner.player.changesRate = true
        runner.player.setLoops(-1)
        #expect(runner.play())
        var random = SeededRandom(5)
        var worst = 0.0
        for round in 0..<80 {
            if round % 4 == 3 { runner.player.seek(to: Double(random.next() % UInt64(frames))) }
            if round % 3 == 0 { runner.player.rate = [0.5, 2, 1, 1.7, 0.8][round / 3 % 5] }
            let heard = runner.hear(8 * (60 + Int(random.next() % 200)), step: 8)
            let place = Double(heard.last ?? 0) * Double(frames)
            let distance = abs(place - runner.player.position)
            worst = max(worst, min(distance, Double(frames) - distance))
        }
        #expect(worst < 0.012 * rate, "\(worst / rate * 1000) ms")
    }
}

/// Bytes of a disk that may break.
private final class BreakingBytes: ByteSource {
    private let bytes: MemoryBytes
    private let broken = LockedValue(false)

    init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

    var isBroken: Bool {
        get { broken.withLock { $0 } }
        set { broken.withLock { $0 = newValue } }
    }

    func size() throws(AudioError) -> Int64 { try bytes.size() }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard !isBroken else { throw .unspecified.because("the disk is broken") }
        return try bytes.read(into: buffer, at: position)
    }
}
