import AudioCore
import AudioDevices
import CRealtime
import Testing

@testable import AudioIO

private let cycleFrames = 256

/// What an output hears of the input whose cycles it follows.
@Suite struct DuplexInputTests {
    /// Runs cycles of an input that counts from 1, and calls of an output that follows it.
    private final class Pair {
        let input = DuplexInput(
            .float32(sampleRate: 48_000, channels: 1), capacity: 8192, relation: .oneCycle, start: nil)
        let frames: Int
        private var captured = 0
        /// The frames that calls have heard, from the first call on.
        var heard: [Float] = []
        private var played = 0

        init(frames: Int) { self.frames = frames }

        func capture(_ count: Int = cycleFrames) {
            var samples = (0..<count).map { Float(captured + $0 + 1) }
            samples.withUnsafeMutableBufferPointer { samples in
                input.keep(renderCycle(samples.baseAddress!, count, captured))
            }
            captured += count
        }

        func play(_ count: Int = cycleFrames) {
            var samples = [Float](repeating: 0, count: frames)
            while heard.count < played + count {
                let place = heard.count - played
                samples.withUnsafeMutableBufferPointer { samples in
                    let cycle = renderCycle(samples.baseAddress!, count, played)
                    _ = input.read(samples.baseAddress!, frames, cycle, at: place)
                }
                heard += samples
            }
            played += count
        }

        private func renderCycle(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ start: Int) -> RenderCycle {
            let time = UInt64(start + 1) * 20_833
            return RenderCycle(
                samples: samples, frames: UInt32(count), channels: 1, hostTime: time, requestTime: time,
                sampleTime: Int64(start), rateScalar: 1)
        }
    }

    private func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }

    /// The delay that the number of frames takes comes back behind a cycle that came before the input's.
    @Test(arguments: [48, 100, 256, 300, 480], 5..<30) func aLateInputDelaysNothing(frames: Int, late: Int) {
        let pair = Pair(frames: frames)
        let delay = frames - divisor(frames, cycleFrames)
        for number in 0..<60 {
            if number == late {
                pair.play()
                pair.capture()
            } else {
                pair.capture()
                pair.play()
            }
        }
        let heard = pair.heard
        let isExact = { (index: Int) in heard[index] == Float(index - delay + 1) }
        #expect(heard[..<(late * cycleFrames)].indices.dropFirst(2 * (frames + cycleFrames)).allSatisfy(isExact))
        #expect(heard.indices.suffix(20 * cycleFrames).allSatisfy(isExact))
    }

    /// Where calls begin amid cycles, as behind a shorter one, nothing is silent after the beginning.
    @Test(arguments: [48, 100, 256, 300, 480, 512], [64, 100, 255]) func aShorterCycleDelaysNoMore(
        frames: Int, first: Int
    ) {
        let pair = Pair(frames: frames)
        for number in 0..<60 {
            let count = number == 3 ? first : cycleFrames
            if number == 10 {
                pair.play(count)
                pair.capture(count)
            } else {
                pair.capture(count)
                pair.play(count)
            }
        }
        let step = divisor(frames, cycleFrames)
        let delay = frames - step + (step - first % step) % step
        let heard = pair.heard
        #expect(heard.indices.suffix(20 * cycleFrames).allSatisfy { heard[$0] == Float($0 - delay + 1) })
    }
}
