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
                        hostTime: UInt64(millisecond) * 1_000_000, requestTime: 0, sampleTime: 0))
                for (index, sample) in samples.enumerated() where sample != 0 { heard[millisecond + index] = sample }
            }
        }
    }

    /// - Parameters:
    ///   - lead: milliseconds by which the new stream's frames are heard later than those of the old.
    ///   - newFirst: whether the new stream's cycle comes first.
    private func handOver(_ old: Side, _ new: Side, lead: Int, newFirst: Bool) throws -> Bus {
        let bus = Bus(device: nil, framesPerCycle: 8)
        bus.sources = [Self.source]
        old.publish([bus])
        new.publish([])
        for step in 0..<100 where step % 4 == 0 {
            if step == 40 {
                let handover = Handover(to: new.mix, nil, from: nil)
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

    /// A new stream that is heard later leaves a gap in time, and loses nothing.
    @Test(arguments: [false, true]) func aLaterStreamLosesNoFrame(newFirst: Bool) throws {
        let (old, new) = (Side(frames: 4), Side(frames: 4))
        _ = try handOver(old, new, lead: 50, newFirst: newFirst)
        let samples = (old.heard.sorted { $0.key < $1.key } + new.heard.sorted { $0.key < $1.key }).map(\.value)
        #expect(samples == (1...samples.count).map(Float.init))
        #expect(new.heard.count > 20)
    }
}
