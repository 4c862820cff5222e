import AudioCore
import TestSupport
import Testing

@testable import AudioDSP

@Suite struct MixTests {
    @Test(arguments: [0, 1, 7, 8, 9, 513])
    func gainAndRamp(count: Int) {
        let input = [Float](repeating: 2, count: count)
        var output = [Float](repeating: 9, count: count)
        Gain.apply(0.25, input, &output, count: count)
        #expect(output == [Float](repeating: 0.5, count: count))
        Gain.ramp(from: 0, to: Float(count), input, &output, count: count)
        let line = (0..<count).map { Float(2 * $0) }
        #expect(output == line)
        Mix.add(input, gain: 0.5, to: &output, count: count)
        #expect(output == line.map { $0 + 1 })
        Mix.add(input, gainFrom: Float(count), to: 0, to: &output, count: count)
        #expect(output == [Float](repeating: Float(2 * count + 1), count: count))
    }

    /// Bit for bit, whichever loops run.
    @Test(arguments: Kernels.available, [0, 1, 7, 8, 9, 15, 16, 17, 470, 513])
    func aPairIsTwoSingles(kernels: Kernels, count: Int) {
        let input = Signal.noise(frames: count, seed: 7)
        let before = Signal.noise(frames: count, seed: 8)
        let (one, other) = (MixRamp(start: 0.3, step: 0.0007), MixRamp(from: -0.5, to: 0.7, over: count))
        var (wantedFirst, wantedSecond) = (before, before)
        one.add(input, to: &wantedFirst, count)
        other.add(input, to: &wantedSecond, count)
        var (first, second) = (before, before)
        MixPair(kernels: kernels).add(input, one, to: &first, other, to: &second, count)
        #expect(first == wantedFirst)
        #expect(second == wantedSecond)
    }

    /// What is silent on one side leaves that alone, also where a sample is no number.
    @Test func aSilentSideIsLeftAlone() {
        let (input, silent): ([Float], MixRamp) = ([2, .nan, .infinity], MixRamp(start: 0, step: 0))
        for isFirst in [true, false] {
            let (one, other) = isFirst ? (silent, MixRamp(start: 0.5, step: 1)) : (MixRamp(start: 0.5, step: 1), silent)
            var (first, second): ([Float], [Float]) = ([1, 2, 3], [1, 2, 3])
            MixPair().add(input, one, to: &first, other, to: &second, 3)
            let (left, heard) = isFirst ? (first, second) : (second, first)
            #expect(left == [1, 2, 3])
            #expect(heard[0] == 2 && heard[1].isNaN && heard[2] == .infinity)
        }
    }

    @Test func matrixMixesEachOutputFromItsInputs() throws {
        let mixer = try MatrixMixer(inputs: 3, outputs: 2, coefficients: [1, 0, 0.5, 0.5, 0, 0])
        let planes: [[Float]] = [[1, 2], [10, 20], [.nan, .infinity]]
        var left = [Float](repeating: 7, count: 2)
        var right = left
        planes[0].withUnsafeBufferPointer { a in
            planes[1].withUnsafeBufferPointer { b in
                planes[2].withUnsafeBufferPointer { c in
                    left.withUnsafeMutableBufferPointer { l in
                        right.withUnsafeMutableBufferPointer { r in
                            mixer.mix(
                                [a.baseAddress!, b.baseAddress!, c.baseAddress!], [l.baseAddress!, r.baseAddress!],
                                frames: 2)
                        }
                    }
                }
            }
        }
        #expect(left == [6, 12])
        #expect(right == [5, 10])
        #expect(throws: AudioError.self) { try MatrixMixer(inputs: 2, outputs: 2, coefficients: [1]) }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 513, 2050])
    func meterFindsPeakAndPower(count: Int) {
        var samples = Signal.noise(frames: count, seed: 5, amplitude: 0.5)
        if count > 0 { samples[count - 1] = -0.75 }
        let meter = Meter(samples, count: count)
        #expect(meter.peak == (count > 0 ? 0.75 : 0))
        let expected = Measure.rms(samples[...])
        let error = Double(meter.meanSquare) - expected * expected
        #expect(abs(error) < 1e-6)
    }

    @Test func meterTakesNoNumberForSilence() {
        let meter = Meter([.nan, 0.5, -1, .nan, 0.25, 0, 0, 0, .nan], count: 9)
        #expect(meter.peak == 1)
        let expected: Float = 1.3125 / 9
        #expect(meter.meanSquare == expected)
    }

    @Test(arguments: Kernels.available, [1, 2, 3, 4, 5, 8, 11])
    func interleavingThereAndBack(kernels: Kernels, channels: Int) {
        for frames in [0, 1, 7, 8, 9, 513] {
            let input = Signal.noise(frames: channels * frames, seed: 6)
            let planes = UnsafeMutablePointer<Float>.allocate(capacity: channels * frames)
            defer { planes.deallocate() }
            var back = [Float](repeating: 0, count: channels * frames)
            let places = (0..<channels).map { planes + $0 * frames }
            let interleave = Interleave(kernels: kernels)
            interleave.split(input, places, channels: channels, frames: frames)
            for channel in 0..<channels {
                for frame in 0..<frames { #expect(places[channel][frame] == input[frame * channels + channel]) }
            }
            interleave.join(places.map { UnsafePointer($0) }, &back, channels: channels, frames: frames)
            #expect(back == input)
        }
    }
}
