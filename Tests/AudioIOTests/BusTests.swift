import AudioCore
import AudioDevices
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioIO

/// What an output does with the sum of its sources, and how a source leaves it.
@Suite struct BusTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private func output(rate: Double = 1000, channels: Int = 1) throws -> Output {
        var configuration = OutputConfiguration()
        configuration.sampleRate = rate
        configuration.channels = channels
        configuration.framesPerCycle = 8
        return try Output(configuration, on: connection)
    }

    /// A source of a constant sample, or a sink that writes down what it sees.
    private final class Constant: Sendable {
        let value: Float
        let frames: Int
        let seen = LockedValue<[Float]>([])
        let times = LockedValue<[Int64]>([])
        let calls = Atomic<Int>(0)
        let onCall: @Sendable () -> Void

        init(_ value: Float = 0, frames: Int = .max, onCall: @escaping @Sendable () -> Void = {}) {
            self.value = value
            self.frames = frames
            self.onCall = onCall
        }

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let this = Unmanaged<Constant>.fromOpaque(context).takeUnretainedValue()
                let cycle = cycle.pointee
                this.calls.wrappingAdd(1, ordering: .relaxed)
                this.onCall()
                let count = max(0, min(Int(cycle.frames), this.frames - Int(cycle.sampleTime)))
                for index in 0..<count * Int(cycle.channels) { cycle.samples[index] = this.value }
                return Int32(count)
            }
        }

        var sink: InputSink {
            InputSink(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                let this = Unmanaged<Constant>.fromOpaque(context).takeUnretainedValue()
                let cycle = cycle.pointee
                this.times.withLock { $0.append(cycle.sampleTime) }
                this.seen.withLock { seen in
                    for index in 0..<Int(cycle.frames * cycle.channels) { seen.append(cycle.samples[index]) }
                }
                return 0
            }
        }
    }

    // MARK: Mute, levels, taps

    @Test func aMuteTakesACycle() throws {
        let output = try output()
        output.add(Constant(1).source)
        #expect(eventually { server.runningStreams == 1 })
        output.volume = 0.5
        _ = server.advance(8)
        output.isMuted = true
        #expect(server.advance(12) == [0.5, 0.4375, 0.375, 0.3125, 0.25, 0.1875, 0.125, 0.0625, 0, 0, 0, 0])
        // What is set meanwhile counts later.
        output.setVolume(1, over: 0.004)
        #expect(server.advance(8) == [Float](repeating: 0, count: 8))
        output.isMuted = false
        #expect(server.advance(12) == [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 1, 1, 1])
        #expect(output.volume == 1)
    }

    /// A source adds to the sum itself in cycles in which its volume stands; in the others the mix does.
    @Test(arguments: [1, 0.5] as [Float]) func aSourceThatAddsIsLikeOneThatRenders(busVolume: Float) throws {
        let output = try output()
        let adder = Adder()
        let source = adder.source(volume: 0.5)
        output.add(Constant(0.25, frames: 34).source)
        output.add(source)
        output.volume = busVolume
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(8)
        #expect(server.advance(8) == [Float](repeating: 0.75 * busVolume, count: 8))
        #expect(adder.additions.load(ordering: .relaxed) == 2 && adder.renderings.load(ordering: .relaxed) == 0)
        source.volume = 0.25
        #expect(
            server.advance(8)
                == [0.75, 0.71875, 0.6875, 0.65625, 0.625, 0.59375, 0.5625, 0.53125].map { $0 * busVolume })
        #expect(adder.additions.load(ordering: .relaxed) == 2 && adder.renderings.load(ordering: .relaxed) == 1)
        adder.frames.store(4, ordering: .relaxed)
        let half = [Float](repeating: 0.5 * busVolume, count: 4)
        #expect(server.advance(8) == half + [Float](repeating: 0.25 * busVolume, count: 4))
        #expect(server.advance(8) == [0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0].map { $0 * busVolume })
        #expect(adder.additions.load(ordering: .relaxed) == 4 && adder.renderings.load(ordering: .relaxed) == 1)
    }

    /// Sounds at 1, and counts the calls of both functions.
    private final class Adder: Sendable {
        let frames = Atomic<Int>(.max)
        let additions = Atomic<Int>(0)
        let renderings = Atomic<Int>(0)

        func source(volume: Float) -> OutputSource {
            OutputSource(
                context: Unmanaged.passUnretained(self).toOpaque(), owner: self, volume: volume,
                adding: { context, cycle, sum, gain in
                    let this = Unmanaged<Adder>.fromOpaque(context).takeUnretainedValue()
                    this.additions.wrappingAdd(1, ordering: .relaxed)
                    let count = min(Int(cycle.pointee.frames), this.frames.load(ordering: .relaxed))
                    for index in 0..<count { sum[index] += gain }
                    return Int32(count)
                },
                function: { context, cycle in
                    let this = Unmanaged<Adder>.fromOpaque(context).takeUnretainedValue()
                    this.renderings.wrappingAdd(1, ordering: .relaxed)
                    let count = min(Int(cycle.pointee.frames), this.frames.load(ordering: .relaxed))
                    for index in 0..<count { cycle.pointee.samples[index] = 1 }
                    return Int32(count)
                })
        }
    }

    @Test func levelsAreThoseBehindTheVolume() throws {
        let output = try output(channels: 2)
        output.add(Constant(0.8, frames: 400).source)
        output.volume = 0.5
        output.isMetering = true
        #expect(eventually { server.runningStreams == 1 })
        #expect(output.level(0) == (0, 0))
        _ = server.advance(400)
        for channel in 0..<2 {
            let (average, peak) = output.level(channel)
            #expect(abs(average - 0.4) < 0.01 && abs(peak - 0.4) < 0.01)
        }
        // The peak falls back in half a second.
        _ = server.advance(1000)
        #expect(output.level(1).peak < 0.1 && output.level(1).average < 0.001)
        #expect(output.level(2) == (0, 0))
        output.isMetering = false
        #expect(output.level(0) == (0, 0))
    }

    /// One sample that is no number, or whose square is none, does not stay in the levels.
    @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30]) func aWildSampleLeavesTheLevels(wild: Float) throws {
        let output = try output()
        let level = Constant(0.5)
        let source = OutputSource(context: Unmanaged.passUnretained(level).toOpaque(), owner: level) { context, cycle in
            let this = Unmanaged<Constant>.fromOpaque(context).takeUnretainedValue()
            for index in 0..<Int(cycle.pointee.frames) { cycle.pointee.samples[index] = this.value }
            let wild = this.seen.withLock { $0.popLast() }
            if let wild { cycle.pointee.samples[3] = wild }
            return Int32(cycle.pointee.frames)
        }
        level.seen.withLock { $0 = [wild] }
        output.isMetering = true
        output.add(source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(400)
        #expect(abs(output.level(0).average - 0.5) < 0.01 && output.level(0).peak == 0.5)
    }

    /// A volume that is no number leaves the one before: of a source, and of the output.
    @Test(arguments: [Float.nan, .infinity]) func aWildVolumeChangesNothing(wild: Float) throws {
        let output = try output()
        let source = Constant(0.5).source
        output.add(source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(8)
        source.volume = wild
        output.volume = wild
        output.setVolume(wild, over: wild)
        #expect(server.advance(16) == [Float](repeating: 0.5, count: 16))
        #expect(source.volume == 1 && output.volume == 1)
        output.setVolume(0, over: .nan)
        _ = server.advance(8)
        #expect(server.advance(8) == [Float](repeating: 0, count: 8))
    }

    /// A server that says that a stream runs, and asks for nothing: the stream is started until it does.
    @Test func aStreamWithoutAFirstCycleIsStartedAgain() throws {
        let output = try output()
        server.lostStarts = 2
        output.add(Constant(0.5).source)
        #expect(eventually { server.runningStreams == 1 })
        #expect(server.lostStarts == 0)
        #expect(server.advance(8) == [Float](repeating: 0.5, count: 8))
    }

    @Test func tapsSeeTheOutputAndTheMix() throws {
        let (one, two) = (try output(), try output())
        one.add(Constant(0.5, frames: 12).source)
        two.add(Constant(0.25).source)
        one.volume = 0.5
        let (mine, all) = (Constant(), Constant())
        let taps = [mine.sink, all.sink]
        one.add(taps[0], at: .output)
        two.add(taps[1], at: .mix)
        #expect(eventually { server.runningStreams == 1 })
        let heard = server.advance(16)
        #expect(heard[8...] == [0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25])
        #expect(mine.seen.withLock { Array($0[8...]) } == [0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0])
        #expect(all.seen.withLock { $0.unshared } == heard)
        #expect(mine.times.withLock { $0.unshared } == [0, 8] && all.times.withLock { $0.unshared } == [0, 8])
        one.remove(taps[0])
        two.remove(taps[1])
        _ = server.advance(8)
        #expect(mine.times.withLock { $0.count } == 2 && all.times.withLock { $0.count } == 2)
    }

    /// A bus that converts shows its own frames.
    @Test func aTapOfAnotherRateHasItsFrames() throws {
        let output = try output(rate: 48_000)
        let other = try #require(output.output(at: 24_000))
        let (mine, source) = (Constant(), Constant(0.5).source)
        let tap = mine.sink
        other.add(tap, at: .output)
        other.isMetering = true
        other.add(source)
        #expect(eventually { server.runningStreams == 1 })
        _ = server.advance(96)
        #expect(mine.times.withLock { $0[..<3] } == [0, 36, 40])
        #expect(mine.seen.withLock { $0 } == [Float](repeating: 0.5, count: 80))
        // Within 80 frames at 24 kHz, a fifteenth of the time that an average takes.
        #expect(other.level(0).peak == 0.5 && other.level(0).average > 0.1)
        other.remove(source)
        _ = server.advance(96)
        #expect(mine.seen.withLock { Array($0[80...]) } == [Float](repeating: 0, count: 48))
    }

    // MARK: Leaving

    @Test func aSourceMayRemoveItself() throws {
        let output = try output()
        let own = LockedValue<OutputSource?>(nil)
        let constant = Constant(0.5) {
            guard let source = own.withLock({ $0 }) else { return }
            output.remove(source)
        }
        let source = constant.source
        own.withLock { $0 = source }
        output.add(source)
        #expect(eventually { server.runningStreams == 1 })
        #expect(server.advance(16) == [Float](repeating: 0.5, count: 8) + [Float](repeating: 0, count: 8))
        own.withLock { $0 = nil }
        #expect(constant.calls.load(ordering: .relaxed) == 1)
    }
}
