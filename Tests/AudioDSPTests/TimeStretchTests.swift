import AudioDSP
import TestSupport
import Testing

@Suite struct TimeStretchTests {
    private static let sampleRate = 48_000.0

    /// A stereo sine of 440 Hz on the left and its negative on the right.
    private static func sine(frames: Int) -> [Float] {
        (0..<frames).flatMap { frame -> [Float] in
            let value = Float(0.5 * sinOfTurns(440 * Double(frame) / sampleRate))
            return [value, -value]
        }
    }

    private static func sinOfTurns(_ turns: Double) -> Double {
        // A Taylor series is enough for a test tone and needs no C library.
        let angle = (turns - turns.rounded()) * 2 * .pi
        var term = angle
        var sum = angle
        for n in stride(from: 3.0, through: 21, by: 2) {
            term *= -angle * angle / (n * (n - 1))
            sum += term
        }
        return sum
    }

    private func stretched(_ sound: [Float], rate: Double, run: Int, searches: Bool = true) -> [Float] {
        let stretch = TimeStretch(channels: 2, sampleRate: Self.sampleRate, rate: rate, searches: searches)
        var position = 0
        var result: [Float] = []
        var block = [Float](repeating: 0, count: run * 2)
        while true {
            let count = stretch.read(into: &block, frames: run) { target, frames in
                let count = min(frames, sound.count / 2 - position)
                for i in 0..<count * 2 { target[i] = sound[position * 2 + i] }
                position += count
                return count
            }
            if count == 0 { return result }
            result += block.prefix(count * 2)
        }
    }

    @Test(arguments: [0.4, 0.75, 1.25, 2, 3], [true, false])
    func theLengthFollowsTheRateAndThePitchStays(rate: Double, searches: Bool) {
        let result = stretched(Self.sine(frames: 16_000), rate: rate, run: 1000, searches: searches)
        let frames = result.count / 2
        #expect(abs(Double(frames) - 16_000 / rate) <= 720)
        let left = (0..<frames).map { result[$0 * 2] }
        let crossings = zip(left, left.dropFirst()).count { $0 <= 0 && $1 > 0 }
        let frequency = Double(crossings) / (Double(frames) / Self.sampleRate)
        #expect(abs(frequency - 440) < 9, "\(frequency) Hz")
        #expect(left.allSatisfy { abs($0) <= 0.55 })
        #expect((0..<frames).allSatisfy { result[$0 * 2] == -result[$0 * 2 + 1] })
    }

    /// The search for the next piece hears every channel: sound on the right alone is stretched as well as on the left.
    @Test(arguments: [0.75, 1.25, 2]) func soundOnTheRightAloneStaysWhole(rate: Double) {
        let tone = Self.sine(frames: 16_000).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let result = stretched(tone.flatMap { [0, $0] }, rate: rate, run: 1000)
        let mirrored = stretched(tone.flatMap { [$0, 0] }, rate: rate, run: 1000)
        let frames = 0..<result.count / 2
        let left: [Float] = frames.map { result[$0 * 2] }
        let right: [Float] = frames.map { result[$0 * 2 + 1] }
        let expected: [Float] = frames.map { mirrored[$0 * 2] }
        #expect(result.count == mirrored.count)
        #expect(left.allSatisfy { $0 == 0 })
        #expect(right == expected)
        // Pieces that did not fit would wipe each other out where they overlap.
        let middle = right.dropLast(1000)
        let power = middle.reduce(Float(0)) { $0 + $1 * $1 } / Float(middle.count)
        #expect(abs(power - 0.125) < 0.01, "\(power)")
    }

    /// The period of a low tone is longer than the usual search, without more of which 41 Hz would go off pitch by 60 cents.
    @Test(arguments: [41, 44, 50, 59] as [Double], [0.75, 1.5]) func aLowToneKeepsItsPitch(tone: Double, rate: Double) {
        let sound = Signal.sine(tone / Self.sampleRate, frames: 96_000).flatMap { [$0, -$0] }
        let result = stretched(sound, rate: rate, run: 1000)
        let left = (0..<result.count / 2).map { result[$0 * 2] }
        let fit = Measure.sineFit(left[4800..<(left.count - 4800)], frequency: tone / Self.sampleRate)
        #expect(fit.residual < -20 && fit.amplitude > 0.4, "\(fit.residual) dB")
    }

    @Test func atRateOneNothingChanges() {
        let sound = Self.sine(frames: 10_000)
        let result = stretched(sound, rate: 1, run: 512)
        #expect(result.count == sound.count)
        #expect(zip(result, sound).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test(arguments: [0, 1, 31, 700]) func shortSoundsEnd(frames: Int) {
        let result = stretched(Self.sine(frames: frames), rate: 1.5, run: 64)
        #expect(result.count <= frames * 2 + 2)
    }
}
