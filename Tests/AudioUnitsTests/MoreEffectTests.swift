import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// Equalisers, delays and what changes the level.
@Suite struct MoreEffectTests {
    private static let rate = 48_000.0

    private func client(_ blueprint: UnitBlueprint, channels: Int = 1) throws -> Client {
        let client = try Client(blueprint)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    /// A pass as wide as can be, as high as can be.
    @Test func bandsStayFiniteNearHalfOfTheRate() {
        for (frequency, octaves) in [(22_050.0, 10.0), (22_049, 5), (21_999, 0.1)] {
            for filter in [
                Biquad.bandPass(frequency, octaves: octaves, 44_100), .band(6, frequency, 0, octaves, 44_100),
            ] {
                for value in [filter.b0, filter.b1, filter.b2, filter.a1, filter.a2] { #expect(value.isFinite) }
            }
        }
    }

    /// The state of an equaliser has its bands, and how many there are.
    @Test func aStateHasTheBands() throws {
        let client = try Client(BandEqualizerUnit.equalizer)
        try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(3))
        try client.setParameter(3002, 440)
        let other = try Client(BandEqualizerUnit.equalizer)
        try other.unit.restore(client.unit.classInfo)
        #expect(try other.get(kAUNBandEQProperty_NumberOfBands, as: UInt32.self) == 3)
        #expect(try other.unit.parameter(3002, kAudioUnitScope_Global, 0) == 440)
        #expect(other.unit.classInfo.data == client.unit.classInfo.data)
    }

    private func impulse(_ client: Client, _ frames: Int = 16_384) throws -> [Float] {
        try client.feed(Feed { _, frame in frame == 0 ? 1 : 0 })
        try client.unit.initialize()
        return try client.renderAll(frames)[0]
    }

    /// The response to an impulse, as a gain in decibels at a frequency.
    private func gain(_ response: [Float], at frequency: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, sample) in response.enumerated() {
            let angle = 2 * .pi * frequency * Double(frame) / Self.rate
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 20 * log10(hypot(real, imaginary))
    }

    /// The analogue prototype of a band at a frequency that the bilinear transform moves, in decibels.
    private func analogue(_ kind: Int, _ center: Double, _ decibels: Double, _ octaves: Double, at f: Double) -> Double
    {
        let x = tan(.pi * f / Self.rate) / tan(.pi * center / Self.rate)
        let (q, a) = (1 / (2 * sinh(log(2) / 2 * octaves)), pow(10, decibels / 40))
        // Of what passes or stops a band the width is that of the digital filter.
        let w = 2 * .pi * center / Self.rate
        let bandQ = 1 / (2 * sinh(log(2) / 2 * octaves * w / sin(w)))
        let (flat, d) = (2.0.squareRoot(), 1 - x * x)
        func shelf(_ q: Double, isLow: Bool) -> Double {
            let r = a.squareRoot() / q
            return isLow
                ? ratio((a * (a - x * x), a * x * r), (1 - a * x * x, x * r))
                : ratio((a * (1 - a * x * x), a * x * r), (a - x * x, x * r))
        }
        switch kind {
        case 1: return ratio((1, 0), (d, x * flat))
        case 2: return ratio((x * x, 0), (d, x * flat))
        case 3: return ratio((1, 0), (d, x / q))
        case 4: return ratio((x * x, 0), (d, x / q))
        case 5: return ratio((0, x / bandQ), (d, x / bandQ))
        case 6: return ratio((d, 0), (d, x / bandQ))
        case 7: return shelf(1 / flat, isLow: true)
        case 8: return shelf(1 / flat, isLow: false)
        case 9: return shelf(q, isLow: true)
        case 10: return shelf(q, isLow: false)
        default: return ratio((d, x * a / q), (d, x / a / q))
        }
    }

    private func ratio(_ numerator: (Double, Double), _ denominator: (Double, Double)) -> Double {
        20 * log10(hypot(numerator.0, numerator.1) / hypot(denominator.0, denominator.1))
    }

    @Test(arguments: 0..<11) func eachKindOfBandHasItsResponse(kind: Int) throws {
        let client = try client(BandEqualizerUnit.equalizer)
        try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(2))
        for (group, value) in [(1, 0), (2, Float(kind)), (3, 2000), (4, 9), (5, 1.5)] {
            try client.setParameter(UInt32(group * 1000 + 1), value)
        }
        try client.setParameter(0, -6)
        let response = try impulse(client)
        for frequency in thirds + [1999] {
            let wanted = analogue(kind, 2000, 9, 1.5, at: frequency) - 6
            guard wanted > -80 else { continue }
            #expect(abs(gain(response, at: frequency) - wanted) < 0.05, "\(frequency) Hz")
        }
    }

    @Test func bandsAreCountedBeforeInitializing() throws {
        let client = try client(BandEqualizerUnit.equalizer)
        #expect(try client.get(kAUNBandEQProperty_MaxNumberOfBands, as: UInt32.self) == 16)
        #expect(status { try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(17)) } == -10851)
        try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(16))
        #expect(client.unit.parameterList(0).count == 81)
        #expect(try client.unit.parameter(1015, 0, 0) == 1)
        #expect(status { _ = try client.unit.parameter(1016, 0, 0) } == -10878)
        // All bands are bypassed.
        #expect(try impulse(client, 64)[0] == 1)
        #expect(status { try client.set(kAUNBandEQProperty_NumberOfBands, to: UInt32(2)) } == -10849)
    }

    @Test(arguments: [false, true]) func graphicEqualizerHasItsBands(isThird: Bool) throws {
        let client = try client(GraphicEqualizerUnit.equalizer)
        try client.setParameter(GraphicEqualizerUnit.bandCount, isThird ? 1 : 0)
        #expect(client.unit.parameterList(0).count == (isThird ? 32 : 11))
        let band = isThird ? 17 : 5
        try client.setParameter(UInt32(band), 12)
        let response = try impulse(client)
        let octaves = isThird ? 1.0 / 3 : 1
        for frequency in thirds + [900, 1000, 1100] {
            #expect(abs(gain(response, at: frequency) - analogue(0, 1000, 12, octaves, at: frequency)) < 0.05)
        }
    }

    @Test func sampleDelayIsExact() throws {
        let client = try client(SampleDelayUnit.delay)
        try client.setParameter(0, 1234)
        let response = try impulse(client, 2048)
        #expect(response.indices.filter { response[$0] != 0 } == [1234] && response[1234] == 1)
        try client.setParameter(0, 1e9)
        #expect(try client.unit.parameter(0, 0, 0) == 48_000)
    }

    /// Echoes come at multiples of the time, each through the low pass once more.
    @Test func delayIsExact() throws {
        let client = try client(DelayUnit.delay)
        for (id, value) in [(0, 100), (1, 0.1), (2, -50), (3, 24_000)] as [(UInt32, Float)] {
            try client.setParameter(id, value)
        }
        let response = try impulse(client, 16_384)
        #expect(response[..<4800].allSatisfy { $0 == 0 })
        #expect(gain(Array(response[4800..<9600]), at: 1000).magnitude < 0.05)
        #expect(abs(gain(Array(response[9600..<14_400]), at: 1000) + 6.02) < 0.05)
        // The feedback is negative.
        #expect(response[4800] > 0 && response[9600] < 0)
    }

    @Test func delayKeepsThePowerOfItsMix() throws {
        let client = try client(DelayUnit.delay)
        try client.setParameter(1, 0.01)
        try client.setParameter(2, 0)
        let response = try impulse(client, 4096)
        #expect(abs(Double(response[0]) - 0.5.squareRoot()) < 1e-6)
        let filter = Biquad.lowPass(15_000, decibels: 0, Self.rate)
        let wanted = 20 * log10(filter.magnitude(at: 9000, Self.rate) * 0.5.squareRoot())
        #expect(abs(gain(Array(response[1...]), at: 9000) - wanted) < 0.05)
    }

    @Test func limiterNeverExceedsItsCeiling() throws {
        var random = SeededRandom(7)
        let samples = (0..<48_000).map { frame in
            Float.random(in: -1...1, using: &random) * (frame / 3000 % 3 == 0 ? 8 : 0.5)
        }
        let client = try client(LimiterUnit.limiter, channels: 2)
        try client.setParameter(2, 12)
        try client.feed(Feed { channel, frame in samples[frame] * (channel == 0 ? 1 : -0.5) })
        try client.unit.initialize()
        let output = try client.renderAll(samples.count, cycle: 500)
        for channel in output { #expect(channel.allSatisfy { $0.magnitude <= 1 }) }
        #expect(output[0].contains { $0.magnitude > 0.9 })
        // Both channels have the same gain.
        #expect(zip(output[0], output[1]).allSatisfy { abs($0 * -0.5 - $1) < 0.5 })
    }

    /// What needs no limit comes out as it was, as late as the latency says.
    @Test func limiterPassesWhatIsNotLoud() throws {
        let client = try client(LimiterUnit.limiter)
        try client.feed(Feed { _, frame in Float(frame % 100) / 100 })
        try client.unit.initialize()
        let late = Int((try client.get(kAudioUnitProperty_Latency, as: Double.self) * Self.rate).rounded())
        let output = try client.renderAll(4096)[0]
        #expect(late == 575)
        for frame in late..<4096 { #expect(abs(output[frame] - Float((frame - late) % 100) / 100) < 1e-5) }
    }

    /// A level that stays comes out as the curve says.
    @Test func dynamicsFollowTheirCurve() throws {
        for decibels in [-60.0, -30, -18, -6, 0] {
            let client = try client(DynamicsUnit.dynamics)
            try client.setParameter(3, -40)
            let level = Float(pow(10, decibels / 20))
            try client.feed(Feed(constants: [level]))
            try client.unit.initialize()
            let output = try client.renderAll(48_000)[0].last!
            let wanted = DynamicsUnit.level(decibels, threshold: -20, headroom: 5, ratio: 2, expansion: -40)
            #expect(abs(20 * log10(Double(output)) - wanted) < 0.05, "\(decibels) dB")
            #expect(wanted <= -15 && (decibels > -20 || decibels < -40 || wanted == decibels))
            #expect(abs(Double(try client.unit.parameter(2000, 0, 0)) - decibels) < 0.05)
            #expect(abs(Double(try client.unit.parameter(3000, 0, 0)) - wanted) < 0.05)
        }
    }
}
