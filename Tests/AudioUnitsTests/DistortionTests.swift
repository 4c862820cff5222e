import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// Distortion: each section by itself, the mixes, the presets.
@Suite struct DistortionTests {
    private static let rate = 48_000.0

    /// A unit of which only the clipper is in use, with the gain 0 dB.
    private func client(_ values: [UInt32: Float] = [:], channels: Int = 1) throws -> Client {
        let client = try Client(DistortionUnit.distortion)
        try client.setFormats(rate: Self.rate, channels: channels)
        for (id, value) in DistortionUnit.plain { try client.setParameter(id, value) }
        try client.setParameter(14, 0)
        for (id, value) in values { try client.setParameter(id, value) }
        return client
    }

    private let ramp = (0..<400).map { Float($0 - 200) / 400 }

    private func expect(
        _ output: [Float], _ wanted: [Float], _ error: Float = 1e-6, _ location: SourceLocation = #_sourceLocation
    ) {
        let worst = zip(output, wanted).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < error && output.count == wanted.count, sourceLocation: location)
    }

    @Test func theClipperBendsAndEnds() throws {
        let output = try client().play(ramp.map { $0 * 20 })[0]
        expect(output, ramp.map { tanhf($0 * 20) }, 0.025)
        #expect(output.allSatisfy { $0.magnitude <= 1 } && output[0] == -1)
        // Softly: the slope is 1 in the middle.
        #expect(abs(output[201] - 0.05) < 1e-4)
        let loud = try client([14: 20]).play([0.01, 0.02, -0.01])[0]
        expect(loud, [tanhf(0.1), tanhf(0.2), tanhf(-0.1)], 5e-4)
    }

    @Test func thePolynomialIsExact() throws {
        let client = try client([6: 0.5, 7: 2, 8: 4, 9: 100])
        let output = try client.play(ramp)[0]
        expect(output, ramp.map { Distortion.clip(0.5 * $0 + 2 * $0 * $0 + 4 * $0 * $0 * $0) })
        let half = try self.client([6: 0, 7: 2, 9: 50]).play(ramp)[0]
        expect(half, ramp.map { Distortion.clip(0.5 * $0 + $0 * $0) })
    }

    /// 100 percent hold 64 frames, 50 percent 8.
    @Test(arguments: [(Float(0), 1), (50, 8), (100, 64)]) func theDecimatorHolds(percent: Float, frames: Int) throws {
        let output = try client([3: percent, 5: 100]).play(ramp)[0]
        expect(output, ramp.indices.map { Distortion.clip(ramp[$0 / frames * frames]) })
    }

    @Test func theDecimatorRounds() throws {
        // 80 percent: steps of an eighth.
        let output = try client([4: 80, 5: 100]).play(ramp)[0]
        expect(output, ramp.map { Distortion.clip(($0 * 8).rounded(.toNearestOrAwayFromZero) / 8) })
        #expect(Set(output).count == 9)
        // Half of it is the input.
        let half = try client([4: 80, 5: 50]).play(ramp)[0]
        expect(half, ramp.map { Distortion.clip((($0 * 8).rounded(.toNearestOrAwayFromZero) / 8 + $0) / 2) })
    }

    @Test func theRingModulatorMultiplies() throws {
        let input = [Float](repeating: 0.5, count: 480)
        func sine(_ frequency: Double) -> [Float] {
            input.indices.map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Self.rate)) }
        }
        let one = try client([10: 1000, 11: 300, 12: 0, 13: 100]).play(input)[0]
        expect(one, sine(1000).map(Distortion.clip), 1e-5)
        let two = try client([10: 1000, 11: 300, 12: 100, 13: 100]).play(input)[0]
        expect(two, sine(300).map(Distortion.clip), 1e-5)
        let both = try client([10: 1000, 11: 300, 12: 25, 13: 50]).play(input)[0]
        let wanted = zip(sine(1000), sine(300)).map { Distortion.clip(0.5 * 0.5 + 0.5 * (0.75 * $0 + 0.25 * $1)) }
        expect(both, wanted, 1e-5)
    }

    /// Echoes come at multiples of the time, each softer by the exponential of the decay.
    @Test func theDelayEchoes() throws {
        let client = try client([0: 2, 1: 0.5, 2: 100], channels: 2)
        let output = try client.play([0.5], frames: 400)
        let factor = expf(-0.5)
        for channel in output {
            #expect(channel.indices.filter { channel[$0] != 0 } == [96, 192, 288, 384])
            for (index, frame) in [96, 192, 288, 384].enumerated() {
                #expect(abs(channel[frame] - Distortion.clip(0.5 * powf(factor, Float(index)))) < 1e-6)
            }
        }
        #expect(
            abs(try client.get(kAudioUnitProperty_TailTime, as: Double.self) - 0.002 * (1 + log(1000) / 0.5)) < 1e-6)
        let half = try self.client([0: 2, 1: 50, 2: 25]).play([0.4], frames: 100)[0]
        #expect(abs(half[0] - Distortion.clip(0.3)) < 1e-6 && abs(half[96] - Distortion.clip(0.1)) < 1e-6)
    }

    @Test func theFinalMixKeepsTheInput() throws {
        let parts: [Float] = [0, 30, 100]
        for part in parts {
            let output = try client([14: 12, 15: part]).play(ramp)[0]
            let gain = Float(pow(10, 12 / 20.0))
            expect(output, ramp.map { $0 + (Distortion.clip($0 * gain) - $0) * part / 100 })
        }
    }

    @Test(arguments: DistortionUnit.presets.indices) func eachPresetDistorts(preset: Int) throws {
        let client = try Client(DistortionUnit.distortion)
        try client.setFormats(rate: Self.rate, channels: 1)
        let known = DistortionUnit.distortion.presets[preset]
        try client.unit.setPreset(known, hasName: true)
        #expect(known.number == Int32(preset) && client.unit.state.withLock { $0.preset } == known)
        for (id, value) in DistortionUnit.presets[preset].values {
            #expect(abs(try client.unit.parameter(id, 0, 0) - value) < 1e-3)
        }
        let input = (0..<4000).map { 0.5 * sinf(Float($0) * 0.07) }
        let output = try client.play(input)[0]
        #expect(output.allSatisfy { $0.magnitude <= 1 } && energy(output) > 1)
        #expect(output != input)
    }

    @Test func presetsHaveTheirNames() throws {
        let names = DistortionUnit.distortion.presets.map(\.name)
        #expect(names.count == 22 && Set(names).count == 22)
        #expect(names.first == "Drums Bit Brush" && names[16] == "Multi Everything Is Broken")
        #expect(names.last == "Speech Waves")
    }

    /// What is no number does not stay in the delay, nor does what is too large.
    @Test func recoversFromWhatIsNoNumber() throws {
        let client = try client([0: 1, 1: 0.1, 2: 50, 7: 20, 8: 20, 9: 100, 14: 20])
        try client.feed(
            Feed { _, frame in
                switch frame {
                case 5: .nan
                case 6: .infinity
                case 7: 3e38
                case 8: -3e38
                default: 0
                }
            })
        try client.unit.initialize()
        let output = try client.renderAll(9600)[0]
        #expect(output.allSatisfy { $0.isFinite && $0.magnitude <= 1 })
        #expect(output.last!.magnitude < 1e-3)
    }

    @Test func defaultsAreThoseOfTheHeader() throws {
        let client = try Client(DistortionUnit.distortion)
        let wanted: [Float] = [0.1, 1, 50, 50, 0, 50, 1, 0, 0, 50, 100, 100, 50, 0, -6, 50]
        #expect(try (0..<16).map { try client.unit.parameter(UInt32($0), 0, 0) } == wanted)
    }
}
