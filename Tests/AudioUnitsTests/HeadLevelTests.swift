import AudioCore
import AudioDSP
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// How loud sources are with a measured head, and of what tone.
@Suite(.needs(library: "libmysofa.so.1")) struct HeadLevelTests {
    private static let input = kAudioUnitScope_Input
    private static let size = 4096
    private static let thirds = [
        200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10_000,
    ].map(Double.init)

    /// Adds the power of two responses together in each bin.
    private static func add(
        _ one: [Float], _ other: [Float], _ weight: Double, _ transform: FourierTransform, to sums: inout [Double]
    ) {
        var real = one + [Float](repeating: 0, count: size - one.count)
        var imaginary = other + [Float](repeating: 0, count: size - other.count)
        transform.forward(&real, &imaginary)
        for bin in 0..<size / 2 {
            let mirror = (size - bin) % size
            let (a, b) = (real[bin] * real[bin], imaginary[bin] * imaginary[bin])
            let (c, d) = (real[mirror] * real[mirror], imaginary[mirror] * imaginary[mirror])
            sums[bin] += weight * Double(a + b + c + d) / 2
        }
    }

    private static func power(_ samples: [Float], _ transform: FourierTransform) -> [Double] {
        var sums = [Double](repeating: 0, count: size / 2)
        add(samples, [0], 1, transform, to: &sums)
        return sums
    }

    /// The mean in a third of an octave, in decibels.
    private static func third(_ power: [Double], _ middle: Double, _ rate: Double) -> Double {
        let bins = (middle * 0.891 / rate * Double(size)).rounded()...(middle * 1.122 / rate * Double(size)).rounded()
        let all = power[Int(bins.lowerBound)...Int(bins.upperBound)]
        return 10 * log10(all.reduce(0, +) / Double(all.count))
    }

    private static func response(_ responses: HeadResponses, _ direction: SpatialDirection, isRight: Bool) -> [Float] {
        Array(UnsafeBufferPointer(start: responses.response(direction, isRight: isRight), count: responses.length))
    }

    /// On the average of all directions, both ears together hear of a source what two loudspeakers play of it with equal power.
    @Test(arguments: [8000, 44_100, 96_000] as [Double]) func theAverageIsThatOfThePanning(rate: Double) throws {
        let (responses, transform) = (try HeadResponses.at(rate), FourierTransform(size: Self.size))
        var sums = [Double](repeating: 0, count: Self.size / 2)
        var all = 0.0
        for place in stride(from: 0, to: HeadResponses.places, by: 2) {
            let (direction, weight) = (HeadResponses.direction(place), HeadResponses.solidAngle(place))
            all += weight
            let ears = [false, true].map { Self.response(responses, direction, isRight: $0) }
            Self.add(ears[0], ears[1], weight, transform, to: &sums)
        }
        for middle in Self.thirds where middle < rate * 0.42 {
            let level = Self.third(sums, middle, rate) - 10 * log10(all)
            #expect(abs(level) < 1, "\(middle) Hz: \(level) dB")
        }
    }

    /// The measurements are not: an ear has a resonance at 2.5 kHz.
    @Test func theMeasurementsAreColored() throws {
        let (rate, transform) = (48_000.0, FourierTransform(size: Self.size))
        let measured = try HeadResponses.measured(rate)
        var sums = [Double](repeating: 0, count: Self.size / 2)
        for place in stride(from: 0, to: HeadResponses.places, by: 2) {
            Self.add(measured[place], [0], HeadResponses.solidAngle(place), transform, to: &sums)
        }
        #expect(Self.third(sums, 2500, rate) - Self.third(sums, 250, rate) > 15)
    }

    /// The equalizer is the same for all responses: how much louder, and how much earlier, one ear hears a source stays.
    @Test(arguments: [(30, 0), (60, 0), (90, 0), (135, 0), (45, 40), (270, -30)])
    func theEarsKeepTheirDifferences(azimuth: Int, elevation: Int) throws {
        let (rate, transform) = (48_000.0, FourierTransform(size: Self.size))
        let (responses, measured) = (try HeadResponses.at(rate), try HeadResponses.measured(rate))
        let direction = SpatialDirection(azimuth: Float(azimuth), elevation: Float(elevation))
        let ears = [false, true].map { Self.response(responses, direction, isRight: $0) }
        let row = (elevation + 90) / 10 * 72
        let raw = [azimuth, 360 - azimuth].map { measured[row + $0 % 360 / 5] }
        let powers = (ears + raw).map { Self.power($0, transform) }
        for middle in Self.thirds {
            let levels = powers.map { Self.third($0, middle, rate) }
            #expect(abs((levels[0] - levels[1]) - (levels[2] - levels[3])) < 1.5, "\(middle) Hz: \(levels)")
        }
        for frequency in [500.0, 700, 1000, 1400] {
            let phases = (ears + raw).map { samples -> Double in
                var (real, imaginary) = (0.0, 0.0)
                for (frame, sample) in samples.enumerated() {
                    real += Double(sample) * cos(2 * .pi * frequency * Double(frame) / rate)
                    imaginary -= Double(sample) * sin(2 * .pi * frequency * Double(frame) / rate)
                }
                return atan2(imaginary, real)
            }
            let change = remainder((phases[0] - phases[1]) - (phases[2] - phases[3]), 2 * .pi)
            // In seconds, less than a frame.
            #expect(abs(change) / (2 * .pi * frequency) < 20e-6, "\(frequency) Hz")
        }
    }

    private func heard(
        _ samples: [Float], _ algorithm: UInt32, azimuth: Float = 0, elevation: Float = 0, rate: Double = 48_000
    ) throws -> [[Float]] {
        let client = try Client(SpatialMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, Self.input, to: UInt32(1))
        try client.setFormat(.float32(sampleRate: rate, channels: 1, interleaved: false), Self.input)
        try client.setFormat(.float32(sampleRate: rate, channels: 2, interleaved: false), kAudioUnitScope_Output)
        try client.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, to: algorithm)
        try client.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, to: UInt32(4))
        try client.setParameter(0, azimuth, Self.input, 0)
        try client.setParameter(1, elevation, Self.input, 0)
        try client.setParameter(2, 1, Self.input, 0)
        try client.feed(Feed { _, frame in frame < samples.count ? samples[frame] : 0 })
        try client.unit.initialize()
        return try client.renderAll(samples.count)
    }

    /// The energy of both channels, in decibels.
    private func level(_ heard: [[Float]]) -> Double {
        10 * log10(heard.joined().reduce(0) { $0 + Double($1) * Double($1) })
    }

    /// A source ahead is as loud as with equal-power panning, at all rates: noise of all frequencies within 1.5 dB, and tones that
    /// the ear does not change much.
    @Test(arguments: [16_000, 44_100, 96_000] as [Double]) func aSourceAheadIsAsLoudAsPanned(rate: Double) throws {
        for frequency in [300.0, 500, 800] {
            let sine = (0..<8192).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / rate)) }
            let change = try level(heard(sine, 2, rate: rate)) - level(heard(sine, 0, rate: rate))
            #expect(abs(change) < 1.5, "\(frequency) Hz: \(change) dB")
        }
        // What is at 20 kHz and beyond does not count.
        guard rate == 44_100 else { return }
        let noise = Signal.noise(frames: 16_384, seed: 5, amplitude: 0.5)
        let change = try level(heard(noise, 2)) - level(heard(noise, 0))
        #expect(abs(change) < 1.5, "\(change) dB")
    }

    /// Noise with as much energy in each octave, and with its greatest sample at 1, as music has it.
    private static func pinkNoise() -> [Float] {
        var rows = [Float](repeating: 0, count: 12)
        var random = SeededRandom(21)
        let samples = (0..<32_768).map { frame -> Float in
            rows[min(11, (frame + 1).trailingZeroBitCount)] = Float.random(in: -1...1, using: &random)
            return rows.reduce(0, +)
        }
        let mean = samples.reduce(0, +) / Float(samples.count)
        let peak = samples.reduce(0) { max($0, abs($1 - mean)) }
        return samples.map { ($0 - mean) / peak }
    }

    /// A full-scale source at 1 m does not clip where it is ahead, behind or above. At an ear it is as loud as the ear hears it: up to
    /// 3 dB louder than in the middle of the head, where the other ear hears it softer.
    @Test(arguments: [(0, 0, 1.0), (180, 0, 1), (0, 90, 1), (0, -40, 1), (45, 0, 1.4), (90, 0, 1.4), (-90, 30, 1.4)])
    func aFullSourceDoesNotClip(azimuth: Int, elevation: Int, limit: Double) throws {
        let noise = Self.pinkNoise()
        let result = try heard(noise, 2, azimuth: Float(azimuth), elevation: Float(elevation))
        let peak = result.joined().reduce(0) { max($0, abs($1)) }
        #expect(Double(peak) < limit && peak > 0.3, "\(peak)")
    }
}
