import AudioCore
import AudioFiles
import CAudioToolbox
import Synchronization
import TestSupport
import Testing

@testable import AudioUnits

/// The unit of a player node: what plays when, at every length of a cycle, and what is reported.
@Suite(.mustEnd) struct PlayerNodeUnitTests {
    private static let cycles = [1, 2, 3, 7, 64, 509, 4096]

    // MARK: The time

    @Test func playsNothingBeforeTheStart() throws {
        let stage = try PlayerStage()
        try stage.schedule(4, from: 1)
        #expect(!stage.unit.isPlaying)
        #expect(try stage.render(8) == silence(8))
        #expect(stage.unit.playerFrame(atNode: 8) == nil)
        stage.unit.play()
        #expect(stage.unit.isPlaying)
        #expect(try stage.render(8) == counting(1, 4) + silence(4))
        // It plays on, and its time with it.
        #expect(stage.unit.isPlaying)
        #expect(stage.unit.playerFrame(atNode: 16) == 8 && stage.unit.nodeFrame(atPlayer: 0) == 8)
    }

    @Test(arguments: cycles) func soundsFollowEachOther(cycle: Int) throws {
        let stage = try PlayerStage(channels: 2)
        for index in 0..<10 { try stage.schedule(97, from: Float(1 + 97 * index)) }
        stage.unit.play()
        let sound = try stage.renderAll(1200, cycle: cycle)
        #expect(sound[0] == counting(1, 970) + silence(230))
        #expect(sound[1] == counting(1, 970).map { -$0 } + silence(230))
    }

    @Test(arguments: cycles) func soundsBeginAtTheirTimes(cycle: Int) throws {
        let stage = try PlayerStage()
        stage.time = 12_345
        try stage.schedule(10, from: 200, at: .frame(100))
        try stage.schedule(5, from: 300)
        try stage.schedule(10, from: 100, at: .frame(20))
        stage.unit.play()
        let expected =
            silence(20) + counting(100, 10) + silence(70) + counting(200, 10) + counting(300, 5) + silence(10)
        #expect(try stage.render(125, cycle: cycle) == expected)
    }

    /// What comes too late begins at once, where it would be by now.
    @Test func lateFramesAreLeftOut() throws {
        let stage = try PlayerStage()
        stage.unit.play()
        _ = try stage.render(50)
        try stage.schedule(10, from: 1, named: "half", at: .frame(45))
        try stage.schedule(10, from: 1, named: "none", at: .frame(10))
        #expect(try stage.render(8) == counting(6, 5) + silence(3))
        #expect(stage.ends == ["none playedBack", "half playedBack"])
    }

    @Test func aPauseKeepsTheTimeAndTheSounds() throws {
        let stage = try PlayerStage()
        try stage.schedule(100, from: 1)
        try stage.schedule(10, from: 500, at: .frame(120))
        stage.unit.play()
        _ = try stage.render(60)
        stage.unit.pause()
        #expect(!stage.unit.isPlaying && stage.unit.playerFrame(atNode: 60) == nil)
        #expect(try stage.render(1000) == silence(1000))
        stage.unit.play()
        #expect(try stage.render(70) == counting(61, 40) + silence(20) + counting(500, 10))
        #expect(stage.unit.playerFrame(atNode: stage.time) == 130)
        #expect(stage.unit.nodeFrame(atPlayer: 130) == stage.time)
    }

    /// Also at a time of the node that is to come. Until then the time is less than where it was.
    @Test(arguments: cycles) func continuesAtANodeTime(cycle: Int) throws {
        let stage = try PlayerStage()
        try stage.schedule(100, from: 1)
        stage.unit.play(at: .sample(30))
        #expect(stage.unit.playerFrame(atNode: 10) == -20)
        #expect(try stage.render(40, cycle: cycle) == silence(30) + counting(1, 10))
        stage.unit.pause()
        stage.unit.play(at: .sample(100))
        #expect(stage.unit.playerFrame(atNode: 100) == 10)
        #expect(try stage.render(70, cycle: cycle) == silence(60) + counting(11, 10))
        // A time in the past is now, and no frame is lost.
        stage.unit.pause()
        stage.unit.play(at: .sample(50))
        #expect(try stage.render(10, cycle: cycle) == counting(21, 10))
        #expect(stage.unit.playerFrame(atNode: 110) == 20)
        // While it plays, another start has no effect.
        stage.unit.play(at: .sample(1000))
        #expect(try stage.render(10, cycle: cycle) == counting(31, 10))
    }

    @Test(arguments: cycles) func hostTimesAreMetExactly(cycle: Int) throws {
        let stage = try PlayerStage(isOffline: false)
        let start: UInt64 = 1_000_000_000
        func after(_ frames: Int64) -> PlayerMoment { .host(start + HostTime.duration(of: frames, at: 48_000)) }
        stage.hostTime = start
        try stage.schedule(10, from: 1, at: after(100))
        try stage.schedule(10, from: 50)
        stage.unit.play(at: .host(start + HostTime.duration(of: 40, at: 48_000)))
        #expect(try stage.render(90, cycle: cycle) == silence(90))
        #expect(stage.unit.nodeFrame(atPlayer: 0) == 40)
        // One that comes while it plays, before one that begins later.
        try stage.schedule(5, from: 200, at: after(93))
        #expect(
            try stage.render(40, cycle: cycle)
                == silence(3) + counting(200, 5) + silence(2) + counting(1, 10) + counting(50, 10) + silence(10))
        // A pause moves the player's time, and not the host's.
        try stage.schedule(5, from: 300, at: after(200))
        stage.unit.pause()
        _ = try stage.render(40, cycle: cycle)
        stage.unit.play()
        #expect(try stage.render(40, cycle: cycle) == silence(30) + counting(300, 5) + silence(5))
    }

    @Test func hostTimesMeanNothingOffline() throws {
        let stage = try PlayerStage()
        stage.hostTime = 1_000_000_000
        try stage.schedule(3, from: 1)
        try stage.schedule(3, from: 4, at: .host(9_000_000_000))
        stage.unit.play(at: .host(9_000_000_000))
        #expect(try stage.render(8) == counting(1, 6) + silence(2))
    }

    @Test func stopsAndBeginsAnew() throws {
        let stage = try PlayerStage()
        try stage.schedule(10, from: 1, named: "a")
        try stage.schedule(10, from: 1, named: "b", at: .frame(1000))
        stage.unit.play()
        _ = try stage.render(5)
        stage.unit.stopPlaying()
        #expect(!stage.unit.isPlaying)
        #expect(stage.reports == ["a stopped", "b stopped"])
        try stage.schedule(3, from: 7, named: "c")
        #expect(try stage.render(5) == silence(5))
        stage.unit.play()
        #expect(try stage.render(5) == counting(7, 3) + silence(2))
        #expect(stage.unit.playerFrame(atNode: 10) == 0)
        stage.unit.reset()
        #expect(!stage.unit.isPlaying)
    }

    // MARK: Loops and interruptions

    @Test(arguments: cycles) func loopsWithoutASeam(cycle: Int) throws {
        let stage = try PlayerStage()
        try stage.schedule(3, from: 100, named: "first")
        try stage.schedule(7, from: 1, named: "loop", .loops)
        try stage.schedule(5, from: 50, named: "behind")
        stage.unit.play()
        let passes = (0..<6000).map { Float($0 % 7 + 1) }
        #expect(try stage.render(5003, cycle: cycle) == counting(100, 3) + passes.prefix(5000))
        #expect(stage.ends == ["first playedBack"])
        // At the end of the pass; 5000 is 2 frames behind the start of one. What waited is given up.
        try stage.schedule(4, from: 900, named: "last", .interruptsAtLoop)
        #expect(try stage.render(12, cycle: cycle) == [3, 4, 5, 6, 7, 900, 901, 902, 903, 0, 0, 0])
        #expect(
            stage.ends == ["first playedBack", "loop interrupted", "behind interrupted", "last playedBack"])
    }

    @Test(arguments: cycles) func interruptsAtTheFrame(cycle: Int) throws {
        let stage = try PlayerStage()
        try stage.schedule(7, from: 1, named: "loop", .loops)
        try stage.schedule(100, from: 200, named: "timed", at: .frame(1003), .interrupts)
        stage.unit.play()
        let passes = (0..<1003).map { Float($0 % 7 + 1) }
        #expect(try stage.render(1010, cycle: cycle) == passes + counting(200, 7))
        try stage.schedule(5, from: 400, named: "now", [.interrupts, .loops])
        #expect(try stage.render(12, cycle: cycle) == (0..<12).map { Float(400 + $0 % 5) })
        #expect(stage.ends == ["loop interrupted", "timed interrupted"])
    }

    /// Any order of calls gives the frames of a model, at every length of a cycle.
    @Test(arguments: 1...20) func playsLikeAModel(seed: UInt64) throws {
        for cycle in Self.cycles {
            var random = SeededRandom(seed)
            let stage = try PlayerStage()
            stage.unit.play()
            var model = PlayerModel()
            var sound: [Float] = []
            for step in 0..<60 {
                let frames = Int.random(in: 0...50, using: &random)
                var options: PlayerOptions = []
                if Int.random(in: 0..<4, using: &random) == 0 { options.insert(.loops) }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: options.insert(.interrupts)
                case 1: options.insert(.interruptsAtLoop)
                default: break
                }
                let isTimed = Bool.random(using: &random)
                let start = Double(model.position + Int.random(in: -40...200, using: &random))
                let first = Float(step * 1000 + 1)
                try stage.schedule(frames, from: first, named: "\(step)", at: isTimed ? .frame(start) : .next, options)
                model.schedule(frames, from: first, at: isTimed ? start : .nan, options)
                if Int.random(in: 0..<10, using: &random) == 0 {
                    stage.unit.pause()
                    #expect(try stage.render(17, cycle: cycle) == silence(17))
                    stage.unit.play()
                }
                let count = Int.random(in: 0...120, using: &random)
                sound += try stage.render(count, cycle: cycle)
                for _ in 0..<count { model.play() }
            }
            stage.unit.stopPlaying()
            #expect(sound == model.sound, "cycles of \(cycle)")
            #expect(stage.ends.count == 60)
        }
    }

    // MARK: Reports

    @Test func eachReportComesOnceAndInOrder() throws {
        let stage = try PlayerStage()
        for name in ["a", "b", "c"] { try stage.schedule(4, from: 1, named: name) }
        stage.unit.play()
        _ = try stage.render(3)
        #expect(stage.reports.isEmpty)
        _ = try stage.render(6, cycle: 6)
        let ofTwo = ["a", "b"].flatMap { ["\($0) consumed", "\($0) rendered", "\($0) playedBack"] }
        #expect(stage.reports == ofTwo)
        stage.unit.stopPlaying()
        #expect(stage.reports.count == 7 && stage.reports.last == "c stopped")
        stage.unit.stopPlaying()
        #expect(stage.reports.count == 7)
    }

    /// A cycle's host time is when its first frame is heard.
    @Test func playedBackIsReportedWhenItIsHeard() throws {
        let stage = try PlayerStage(isOffline: false)
        let heard = LockedValue<UInt64?>(nil)
        let sound = try stage.sound(48, from: 1, named: "a") { report in
            if report == .playedBack { heard.withLock { $0 = HostTime.now() } }
        }
        let start = HostTime.now() + 40_000_000
        stage.hostTime = start
        stage.unit.setDelay(0.01)
        try stage.unit.schedule(sound)
        stage.unit.play()
        _ = try stage.render(512)
        #expect(stage.reports.contains("a rendered"))
        while heard.withLock({ $0 }) == nil { Thread.sleep(until: HostTime.now() + 1_000_000) }
        #expect(heard.withLock { $0! } >= start + 1_000_000 + 9_990_000)
        // One that is stopped before it is heard.
        stage.hostTime = HostTime.now() + 3_600_000_000_000
        try stage.schedule(10, from: 1, named: "b")
        _ = try stage.render(512)
        #expect(stage.reports.suffix(2) == ["b consumed", "b rendered"])
        stage.unit.stopPlaying()
        #expect(stage.reports.suffix(1) == ["b stopped"])
    }

    @Test func soundsWithoutFramesAreOverAtOnce() throws {
        let stage = try PlayerStage()
        try stage.schedule(0, from: 1, named: "empty")
        try stage.schedule(0, from: 1, named: "loop", .loops)
        #expect(stage.ends == ["empty playedBack", "loop playedBack"])
        // One that interrupts has its effect first.
        try stage.schedule(10, from: 1, named: "a", .loops)
        stage.unit.play()
        _ = try stage.render(5)
        try stage.schedule(0, from: 1, named: "cut", .interrupts)
        #expect(try stage.render(5) == silence(5))
        #expect(stage.ends.suffix(2) == ["a interrupted", "cut playedBack"])
    }

    /// More than the time line has room for, and what takes the place of all of them.
    @Test(arguments: [1, 100, 4096]) func tenThousandSoundsHaveNoSeam(cycle: Int) throws {
        let stage = try PlayerStage()
        for index in 0..<10_000 { try stage.schedule(3, from: Float(3 * index), named: "\(index)") }
        stage.unit.play()
        let frames = cycle == 1 ? 15_000 : 30_000
        #expect(try stage.render(frames, cycle: cycle) == counting(0, frames))
        #expect(stage.ends.count == frames / 3)
        for index in 0..<10_000 { try stage.schedule(3, from: Float(3 * index), named: "again") }
        try stage.schedule(4, from: -9, named: "now", .interrupts)
        #expect(try stage.render(6, cycle: cycle) == counting(-9, 4) + silence(2))
        #expect(stage.ends.count == 20_001)
    }

    /// More in one cycle than the time line has room for.
    @Test func soundsOfOneFrameFillALongCycle() throws {
        let stage = try PlayerStage(maximumFrames: 16_384)
        for index in 0..<15_000 { try stage.schedule(1, from: Float(index), named: "\(index)") }
        stage.unit.play()
        #expect(try stage.render(16_000, cycle: 16_000) == counting(0, 15_000) + silence(1000))
        #expect(stage.ends == (0..<15_000).map { "\($0) playedBack" })
    }

    /// Whoever frees the unit hears of all.
    @Test func disposingReportsAll() throws {
        let log = LockedValue<[PlayerReport]>([])
        do {
            let stage = try PlayerStage()
            let sound = try stage.sound(10, from: 1) { report in log.withLock { $0.append(report) } }
            try stage.unit.schedule(sound)
            stage.unit.play()
            _ = try stage.render(5)
        }
        #expect(log.withLock { $0 } == [.stopped])
    }

    /// Whatever a report calls, nothing waits for itself.
    @Test func reportsMayCallThePlayer() throws {
        let stage = try PlayerStage()
        let unit = stage.unit
        let second = try stage.sound(4, from: 50, named: "second") { report in
            guard report == .consumed else { return }
            unit.pause()
            unit.stopPlaying()
            unit.reset()
            unit.settle()
            unit.prepare()
        }
        let first = try stage.sound(4, from: 1, named: "first") { report in
            guard report == .consumed else { return }
            try? unit.schedule(second)
            unit.play()
        }
        try unit.schedule(first)
        unit.play()
        #expect(try stage.render(4) == counting(1, 4))
        unit.settle()
        #expect(try stage.render(4) == counting(50, 4))
        unit.settle()
        #expect(!unit.isPlaying)
        // It had been rendered, and nothing is heard later here.
        #expect(stage.ends == ["first playedBack", "second playedBack"])
    }

    // MARK: Threads

    /// Threads schedule, start, pause and stop while another renders: each sound has one last report.
    @Test func manyThreadsScheduleAndStop() throws {
        let stage = try PlayerStage(isOffline: false)
        let count = Atomic<Int>(0)
        let running = Atomic<Int>(4)
        let threads = try (0..<4).map { number in
            try Thread(name: "test-player") {
                var random = SeededRandom(UInt64(number))
                for index in 0..<500 {
                    let sound = try? stage.sound(Int.random(in: 0...40, using: &random), from: 1) { report in
                        if report.isLast { count.wrappingAdd(1, ordering: .relaxed) }
                    }
                    let moment: PlayerMoment = index % 3 == 0 ? .frame(Double(index)) : .next
                    let options = PlayerOptions(rawValue: UInt.random(in: 0...7, using: &random))
                    if let sound { try? stage.unit.schedule(sound, at: moment, options) }
                    switch index % 50 {
                    case 10: stage.unit.play()
                    case 20: stage.unit.pause()
                    case 30: stage.unit.play(at: .sample(0))
                    case 49 where number == 0: stage.unit.stopPlaying()
                    default: break
                    }
                }
                running.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            }
        }
        while running.load(ordering: .sequentiallyConsistent) > 0 { _ = try stage.render(64, cycle: 32) }
        for thread in threads { thread.join() }
        stage.unit.stopPlaying()
        stage.unit.settle()
        #expect(count.load(ordering: .relaxed) == 2000)
    }

    // MARK: Formats

    @Test(arguments: [true, false]) func convertsOtherForms(isInterleaved: Bool) throws {
        let stage = try PlayerStage(channels: 2)
        let values: [Double] = [0, 0.5, -0.25, 1 / 128]
        func list(_ format: StreamFormat, _ write: (UnsafeMutableRawPointer, Int, Double) -> Void) throws {
            let list = BufferList.allocate(count: format.bufferCount)
            var memory: [UnsafeMutableRawPointer] = []
            for index in 0..<format.bufferCount {
                let place = UnsafeMutableRawPointer.allocate(byteCount: 4 * format.bytesPerFrame, alignment: 8)
                memory.append(place)
                list.buffers[index] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(4 * format.bytesPerFrame), mData: place)
            }
            for frame in 0..<4 {
                for channel in 0..<2 {
                    let value = values[frame] * (channel == 0 ? 1 : -1)
                    if isInterleaved {
                        write(memory[0], 2 * frame + channel, value)
                    } else {
                        write(memory[channel], frame, value)
                    }
                }
            }
            try stage.unit.schedule(
                PlayerSound(list, format, frames: 4, owner: nil, report: stage.report("\(format.bitsPerChannel)")))
            // Only what is Float32 apart is played from where it is.
            for place in memory where !(format.sampleKind == .float && format.bitsPerChannel == 32 && !isInterleaved) {
                place.deallocate()
            }
            list.deallocate()
        }
        func integer(_ bits: Int) -> StreamFormat {
            .pcm(.signed, bits: bits, sampleRate: 48_000, channels: 2, interleaved: isInterleaved)
        }
        try list(integer(16)) { $0.storeBytes(of: Int16($2 * 32768), toByteOffset: 2 * $1, as: Int16.self) }
        try list(integer(32)) { $0.storeBytes(of: Int32($2 * 0x1p31), toByteOffset: 4 * $1, as: Int32.self) }
        try list(.pcm(.float, bits: 64, sampleRate: 48_000, channels: 2, interleaved: isInterleaved)) {
            $0.storeBytes(of: $2, toByteOffset: 8 * $1, as: Double.self)
        }
        try list(.float32(sampleRate: 48_000, channels: 2, interleaved: isInterleaved)) {
            $0.storeBytes(of: Float($2), toByteOffset: 4 * $1, as: Float.self)
        }
        stage.unit.play()
        let expected = (0..<16).map { Float(values[$0 % 4]) }
        #expect(try stage.renderAll(16) == [expected, expected.map { -$0 }])
    }

    @Test func refusesOtherChannels() throws {
        let stage = try PlayerStage(channels: 1)
        let two = try PlayerStage(channels: 2).sound(4, from: 1)
        #expect(status { try stage.unit.schedule(two) } == -50)
    }

    /// At another rate all is at the same seconds.
    @Test func aNewRateKeepsTheSeconds() throws {
        let stage = try PlayerStage()
        try stage.schedule(100, from: 1)
        try stage.schedule(10, from: 500, at: .frame(200))
        stage.unit.play()
        _ = try stage.render(50)
        stage.unit.uninitialize()
        try stage.client.setFormats(rate: 24_000, channels: 1)
        try stage.unit.initialize()
        #expect(try stage.render(90) == counting(51, 50) + silence(25) + counting(500, 10) + silence(5))
        #expect(stage.unit.playerFrame(atNode: 140) == 115)
    }
}
