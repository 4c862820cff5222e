import AudioCore
import AudioDevices
import CRealtime
import Testing

@testable import AudioIO

/// A bus on its way between two mixes whose cycles a test runs by hand: every frame once, at its place in host time.
@Suite struct HandoverTests {
    /// Plays its own sample time.
    private static let source = OutputSource(context: UnsafeMutableRawPointer(bitPattern: 8)!) { _, cycle in
        let cycle = cycle.pointee
        for frame in 0..<Int(cycle.frames) { cycle.samples[frame] = Float(cycle.sampleTime + Int64(frame) + 1) }
        return Int32(cycle.frames)
    }

    /// One mix of one channel at 1000 frames a second, in cycles of a length of its own.
    private final class Side {
        let mix: Mix
        let frames: Int
        /// What it plays in each millisecond.
        var heard: [Int: Float] = [:]

        init(frames: Int) {
            var request = StreamRequest()
            request.shape = StreamShape(sampleRate: 1000, channels: 1, framesPerCycle: frames)
            self.frames = frames
            mix = Mix(request)
        }

        func publish(_ buses: [Bus], arriving: [Bus] = []) {
            OutputPlan.free(mix.side.publish(OutputPlan.make(buses, arriving: arriving)))
        }

        func run(at millisecond: Int) {
            withUnsafeTemporaryAllocation(of: Float.self, capacity: frames) { samples in
                mix.side.renderCall(
                    RenderCycle(
                        samples: samples.baseAddress!, frames: UInt32(frames), channels: 1,
                        hostTime: UInt64(millisecond) * 1_000_000, requestTime: 0, sampleTime: 0, rateScalar: 1))
                for (index, sample) in samples.enumerated() where sample != 0 { heard[millisecond + index] = sample }
            }
        }
    }

    /// - Parameters:
    ///   - lead: milliseconds by which the new stream's frames are heard later than those of the old.
    ///   - newFirst: whether the new stream's cycle comes first.
    ///   - sampleRate: that of the sources; nil for the mixes'.
    ///   - change: called before each step, of four milliseconds.
    private func handOver(
        _ old: Side, _ new: Side, lead: Int, newFirst: Bool, sampleRate: Double? = nil,
        change: (Int, Bus) -> Void = { _, _ in }
    ) throws -> Bus {
        let bus = try bus(in: old, sampleRate)
        old.publish([bus])
        new.publish([])
        for step in 0..<100 where step % 4 == 0 {
            change(step, bus)
            if step == 40 {
                let next = try bus.makeResampler(to: new.mix, from: old.mix)
                let handover = Handover(to: new.mix, next, from: bus.resampler)
                bus.handover = handover
                old.publish([bus])
                handover.begin(at: bus.sampleTime(old.mix.side.position))
            }
            if step == 48 { new.publish([], arriving: [bus]) }
            let runs = {
                if step % old.frames == 0 { old.run(at: 100 + step) }
            }
            if !newFirst { runs() }
            if step >= 44, step % new.frames == 0 { new.run(at: 100 + step + lead) }
            if newFirst { runs() }
        }
        return bus
    }

    @Test(
        arguments: [(4, 4), (8, 4), (4, 8), (8, 8), (20, 4), (4, 20)], [(0, false), (0, true), (-3, false), (-3, true)])
    func everyFrameIsHeardOnceAtItsPlace(_ frames: (Int, Int), _ times: (Int, Bool)) throws {
        let (old, new) = (Side(frames: frames.0), Side(frames: frames.1))
        let bus = try handOver(old, new, lead: times.0, newFirst: times.1)
        #expect(bus.handover?.hasBegun == true)
        #expect(Set(old.heard.keys).isDisjoint(with: new.heard.keys))
        let both = old.heard.merging(new.heard) { one, _ in one }
        let end = try #require(new.heard.keys.max())
        // Frame n is heard at millisecond 100 + n, by whichever stream.
        for millisecond in 100...end { #expect(both[millisecond] == Float(millisecond - 99)) }
    }

    private func bus(in side: Side, _ sampleRate: Double?) throws -> Bus {
        let bus = Bus(device: nil, framesPerCycle: 8, sampleRate: sampleRate)
        bus.sources = [Self.source]
        bus.resampler = try bus.makeResampler(to: side.mix)
        bus.resampler?.begin(at: 0)
        return bus
    }

    /// Conversions and ramps go on where they were: two streams sound as one that plays all the time.
    @Test(arguments: [nil, 500, 1000, 2000], [1, 0.25]) func nothingIsHeardOfIt(sampleRate: Double?, volume: Float)
        throws
    {
        let (old, new, one) = (Side(frames: 4), Side(frames: 4), Side(frames: 4))
        let change = { (step: Int, bus: Bus) in if step == 44 { bus.fader.set(volume, over: 0.02) } }
        let bus = try handOver(old, new, lead: 0, newFirst: false, sampleRate: sampleRate, change: change)
        #expect(bus.handover?.hasBegun == true)
        let alone = try self.bus(in: one, sampleRate)
        one.publish([alone])
        for step in 0..<100 where step % 4 == 0 {
            change(step, alone)
            one.run(at: 100 + step)
        }
        #expect(Set(old.heard.keys).isDisjoint(with: new.heard.keys))
        #expect(!old.heard.isEmpty && new.heard.count > 20)
        #expect(old.heard.merging(new.heard) { one, _ in one } == one.heard)
    }

    /// A new stream that is heard later leaves a gap in time, and loses nothing.
    @Test(arguments: [false, true]) func aLaterStreamLosesNoFrame(newFirst: Bool) throws {
        let (old, new) = (Side(frames: 4), Side(frames: 4))
        _ = try handOver(old, new, lead: 50, newFirst: newFirst)
        let samples = (old.heard.sorted { $0.key < $1.key } + new.heard.sorted { $0.key < $1.key }).map(\.value)
        #expect(samples == (1...samples.count).map(Float.init))
        #expect(new.heard.count > 20)
    }
}
