import AudioCore
import TestSupport
import Testing

@testable import AudioDSP

@Suite struct DitherTests {
    private static let float = StreamFormat.float32(sampleRate: 44100, channels: 1)
    private static let int16 = StreamFormat.int16(sampleRate: 44100, channels: 1)

    private static func int16s(_ dither: PCMConverter.Dither, _ floats: [Float], depth: Int? = nil) throws -> [Int16] {
        let converter = try PCMConverter(from: float, to: int16, dither: dither, ditherBitDepth: depth)
        return converted(converter, [UInt8](of: floats), frames: floats.count).values(Int16.self)
    }

    @Test(arguments: Kernels.available, [true, false])
    func fastDitherIsThePlainOne(kernels: Kernels, interleaved: Bool) throws {
        for bits in [8, 16, 20, 24] {
            let from = StreamFormat.float32(sampleRate: 0, channels: 3, interleaved: true)
            let to = StreamFormat.pcm(.signed, bits: bits, sampleRate: 0, channels: 3, interleaved: interleaved)
            let plain = try PCMConverter(from: from, to: to, dither: .tpdf, kernels: nil)
            let fast = try PCMConverter(from: from, to: to, dither: .tpdf, kernels: kernels)
            let input = [UInt8](of: Signal.noise(frames: 3 * 1500, seed: 4, amplitude: 1.1))
            for _ in 0..<2 {
                #expect(converted(fast, input, frames: 1500) == converted(plain, input, frames: 1500), "\(bits) bits")
            }
        }
    }

    /// A constant between two steps comes out right on average, which no rounding does.
    @Test(arguments: [PCMConverter.Dither.tpdf, .noiseShaped])
    func ditherKeepsWhatLiesBetweenTheSteps(dither: PCMConverter.Dither) throws {
        let value: Float = 100.3 / 32768
        let output = try Self.int16s(dither, [Float](repeating: value, count: 40000))
        let mean = output.reduce(0.0) { $0 + Double($1) } / Double(output.count)
        #expect(abs(mean - 100.3) < 0.02)
        #expect(Set(output).count >= 3)
        #expect(Set(try Self.int16s(.none, [Float](repeating: value, count: 100))) == [100])
    }

    /// Triangular noise of ±1 step and rounding leave a noise power of 1/6 + 1/12 steps squared, whatever the signal.
    @Test func noiseHasTheTextbookPower() throws {
        let sine = Signal.sine(0.01237, frames: 40000, amplitude: 0.3)
        let output = try Self.int16s(.tpdf, sine)
        let power = zip(sine, output).reduce(0.0) { sum, pair in
            let error = Double(pair.0) * 32768 - Double(pair.1)
            return sum + error * error
        }
        #expect(abs(power / 40000 - 0.25) < 0.01)
    }

    @Test func shapedNoiseIsQuietWhereTheEarIsKeen() throws {
        let sine = Signal.sine(0.01237, frames: 40000, amplitude: 0.3)
        func noise(_ dither: PCMConverter.Dither) throws -> Double {
            let output = try Self.int16s(dither, sine)
            let error = zip(sine, output).map { $0 * 32768 - Float($1) }
            return (0..<40).reduce(0.0) { sum, i in
                let level = Measure.level(error[...], at: (2500 + 60 * Double(i)) / 44100)
                return sum + level * level
            }
        }
        #expect(10 * Measure.decibels(try noise(.noiseShaped) / noise(.tpdf)) / 20 < -10)
    }

    @Test func fewerBitsThanTheOutputHas() throws {
        let output = try Self.int16s(.tpdf, Signal.noise(frames: 1000, seed: 9), depth: 12)
        #expect(output.allSatisfy { $0 % 16 == 0 })
        #expect(Set(output).count > 300)
    }

    @Test func nothingIsAddedWhereNothingIsLost() throws {
        let wide = StreamFormat.pcm(.signed, bits: 24, sampleRate: 0, channels: 1)
        let converter = try PCMConverter(from: Self.int16, to: wide, dither: .tpdf)
        let plain = try PCMConverter(from: Self.int16, to: wide)
        let input = Signal.bytes(400, seed: 3)
        #expect(converted(converter, input, frames: 200) == converted(plain, input, frames: 200))
    }
}
