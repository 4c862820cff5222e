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
        let input: DuplexInput
        let frames: Int
        private var captured = 0
        /// The frames that calls have heard, from the first call on.
        var heard: [Float] = []
        private var played = 0
        private var missed = 0

        init(frames: Int, _ relation: DuplexRelation = .oneCycle) {
            self.frames = frames
            input = DuplexInput(
                .float32(sampleRate: 48_000, channels: 1), capacity: 8192, relation: relation, start: nil)
        }

        /// Lets frames of the output pass that it misses.
        func miss(_ frames: Int) { missed += frames }

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
                    let cycle = renderCycle(samples.baseAddress!, count, played + missed)
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

    /// An output on a clock of its own that misses cycles hears the input as soon as before, once it is clear that it does not catch up.
    @Test(arguments: [0, 7, 20]) func anOutputThatHasStalledIsNoLater(start: Int) {
        let pair = Pair(frames: cycleFrames, .twoClocks)
        // A follower looks each 47 cycles, after the two that the reserve takes.
        let stall = 2 + 10 * 47 + start
        for number in 0..<stall + 10 * 47 {
            pair.capture()
            if (stall..<stall + 2).contains(number) { pair.miss(cycleFrames) } else { pair.play() }
        }
        let heard = pair.heard
        // By how much each number comes later than it was captured, in frames that the output has played or missed.
        let delays = heard.indices.map { index in
            Float(index + 1 + (index < stall * cycleFrames ? 0 : 2 * cycleFrames)) - heard[index]
        }
        let (usual, late) = (delays[stall * cycleFrames - 1], delays[(stall + 2) * cycleFrames])
        #expect(delays[(4 * cycleFrames)..<(stall * cycleFrames)].allSatisfy { $0 == usual })
        #expect(late == usual + Float(2 * cycleFrames))
        #expect(delays.suffix(7 * 47 * cycleFrames).allSatisfy { $0 == usual })
    }

    /// Cycles that differ come at their times. Whatever an output misses, and wherever the two then stand to each other, the input
    /// is heard as soon as before.
    @Test(
        arguments: [(480, 512), (512, 480), (1024, 256), (256, 1024), (441, 480), (960, 1024)],
        [(2, 0), (3, 5), (5, 11), (24, 3)])
    func differentCyclesAreNoLaterAfterAStall(cycles: (input: Int, output: Int), stall: (cycles: Int, start: Int)) {
        let pair = Pair(frames: cycles.output, .twoClocks)
        let first = 4 * 48_000 / cycles.output + stall.start
        var (captured, delays) = (0, [Float]())
        for number in 0..<12 * 48_000 / cycles.output {
            // The input's cycles that have ended by the time of this one.
            while captured + cycles.input <= (number + 1) * cycles.output {
                pair.capture(cycles.input)
                captured += cycles.input
            }
            if (first..<first + stall.cycles).contains(number) {
                pair.miss(cycles.output)
                continue
            }
            let place = pair.heard.count
            pair.play(cycles.output)
            delays.append(Float(number * cycles.output + 1) - pair.heard[place])
            let isWhole = (place + 1..<pair.heard.count).allSatisfy { pair.heard[$0] == pair.heard[$0 - 1] + 1 }
            #expect(isWhole || number < 8 || number >= first, "cycle \(number)")
        }
        let usual = delays[first - 1]
        #expect(delays[8..<first].allSatisfy { $0 == usual })
        let later = delays.suffix(4 * 48_000 / cycles.output)
        #expect(later.allSatisfy { abs($0 - usual) <= 1 }, "\(usual), then \(Set(later))")
    }

    /// One that makes up for the cycles that it has missed loses nothing.
    @Test(arguments: [1, 2]) func anOutputThatCatchesUpHearsAll(cycles: Int) {
        let pair = Pair(frames: cycleFrames, .twoClocks)
        for number in 0..<20 * 47 {
            pair.capture()
            if (500..<500 + cycles).contains(number) { continue }
            pair.play()
            if number == 500 + cycles { for _ in 0..<cycles { pair.play() } }
        }
        let heard = pair.heard.drop { $0 == 0 }
        #expect(heard.count > 19 * 47 * cycleFrames && zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 1 })
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
