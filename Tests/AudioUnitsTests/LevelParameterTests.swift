import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// What each parameter of the limiter, the dynamics processor, the multiband compressor and the graphic equaliser does to samples.
@Suite struct LevelParameterTests {
    private static let rate = 48_000.0

    private func client(_ blueprint: UnitBlueprint, _ values: [UInt32: Float] = [:]) throws -> Client {
        let client = try Client(blueprint)
        try client.setFormats(rate: Self.rate, channels: 1)
        for (id, value) in values { try client.setParameter(id, value) }
        return client
    }

    private func linear(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    private func inDecibels(_ level: Double) -> Double { 20 * log10(level) }

    // MARK: PeakLimiter

    /// The gain before the limiter is heard as it is where nothing needs a limit.
    @Test(arguments: [-40, -6, 0, 12] as [Float]) func theLimitersPreGainIsExact(preGain: Float) throws {
        let client = try client(LimiterUnit.limiter, [2: preGain])
        try client.feed(Feed(constants: [0.125]))
        try client.unit.initialize()
        let heard = try client.renderAll(2048)[0].last!
        #expect(abs(Double(heard) / (0.125 * linear(Double(preGain))) - 1) < 1e-5)
    }

    /// The sound is late by the attack, and over that time the gain falls in a straight line to what a loud frame needs.
    @Test(arguments: [(Float(0.001), 48), (0.012, 576), (0.03, 1440)])
    func theLimiterLooksAheadForItsAttack(attack: Float, window: Int) throws {
        let client = try client(LimiterUnit.limiter, [0: attack])
        #expect(try client.get(kAudioUnitProperty_Latency, as: Double.self) == Double(window - 1) / Self.rate)
        try client.feed(Feed { _, frame in frame < 4800 ? 0.5 : 2 })
        try client.unit.initialize()
        let output = try client.renderAll(4800 + 2 * window)[0]
        #expect(output[..<(window - 1)].allSatisfy { $0 == 0 })
        #expect(output[(window - 1)..<4800].allSatisfy { abs($0 - 0.5) < 1e-5 })
        // The loud frame goes in at 4800, and comes out when its window ends.
        for frame in 4800..<4800 + window - 1 {
            let gain = 1 - 0.5 * Float(frame - 4799) / Float(window)
            #expect(abs(output[frame] - 0.5 * gain) < 1e-4, "frame \(frame)")
        }
        #expect(output[(4799 + window)...].allSatisfy { abs($0 - 1) < 1e-4 })
    }

    /// Behind a loud sound the gain comes back: of its distance to 1, a decay time leaves 1/e.
    @Test(arguments: [0.01, 0.06] as [Float]) func theLimiterComesBackInItsDecay(decay: Float) throws {
        let window = 48
        let client = try client(LimiterUnit.limiter, [0: 0.001, 1: decay])
        try client.feed(Feed { _, frame in frame < 4800 ? 2 : 0.5 })
        try client.unit.initialize()
        let output = try client.renderAll(24_000)[0]
        // The last loud frame leaves the window of needs at 4799 + window. The gain is the mean of a window of what follows.
        let start = 4799 + window
        let length = Double(decay) * Self.rate
        func gain(_ frame: Int) -> Double {
            let all = (0..<window).map { 1 - 0.5 * exp(-Double(frame - $0 - start + 1) / length) }
            return all.reduce(0, +) / Double(window)
        }
        for part in [0.5, 1, 2, 4] {
            let frame = start + window + Int(part * length)
            #expect(abs(Double(output[frame]) - 0.5 * gain(frame)) < 1e-3, "\(part) of the decay")
        }
    }

    // MARK: DynamicsProcessor

    struct Curve: Sendable {
        /// A level that stays, and what comes out, in decibels.
        let level: Double, wanted: Double
        let threshold: Float, headroom: Float, ratio: Float, expansion: Float, gain: Float
    }

    /// Values that a person can check: above the threshold headroom · (1 − exp(−excess / headroom)) is left of the excess.
    static let curves = [
        Curve(level: 0, wanted: -2.1306, threshold: -10, headroom: 20, ratio: 2, expansion: -120, gain: 0),
        Curve(level: -20, wanted: -25.3534, threshold: -40, headroom: 10, ratio: 2, expansion: -120, gain: 6),
        Curve(level: -40, wanted: -70, threshold: -20, headroom: 5, ratio: 4, expansion: -30, gain: 0),
        Curve(level: -25, wanted: -37, threshold: -20, headroom: 5, ratio: 4, expansion: -30, gain: -12),
    ]

    @Test(arguments: curves) func dynamicsHaveTheCurveThatIsSet(curve: Curve) throws {
        let client = try client(
            DynamicsUnit.dynamics,
            [0: curve.threshold, 1: curve.headroom, 2: curve.ratio, 3: curve.expansion, 6: curve.gain])
        try client.feed(Feed(constants: [Float(linear(curve.level))]))
        try client.unit.initialize()
        let output = Double(try client.renderAll(48_000)[0].last!)
        #expect(abs(inDecibels(output) - curve.wanted) < 0.05)
        // The meters: what is lost without the overall gain, what goes in, and what comes out.
        let lost = max(0, curve.level - (curve.wanted - Double(curve.gain)))
        #expect(abs(Double(try client.unit.parameter(1000, 0, 0)) - lost) < 0.05)
        #expect(abs(Double(try client.unit.parameter(2000, 0, 0)) - curve.level) < 0.05)
        #expect(abs(Double(try client.unit.parameter(3000, 0, 0)) - curve.wanted) < 0.05)
    }

    /// Everything above -40 dB becomes -39.9 dB: the gain shows where the envelope is.
    private func leveller(_ values: [UInt32: Float]) throws -> Client {
        let client = try client(DynamicsUnit.dynamics, [0: -40, 1: 0.1])
        for (id, value) in values { try client.setParameter(id, value) }
        return client
    }

    /// After an attack time the envelope is at 1 - 1/e of a level that has begun.
    @Test(arguments: [0.05, 0.2] as [Float]) func dynamicsTakeTheirAttack(attack: Float) throws {
        let client = try leveller([4: attack])
        try client.feed(Feed(constants: [1]))
        try client.unit.initialize()
        let output = try client.renderAll(96_000, cycle: 1000)[0].map(Double.init)
        let settled = output[95_999]
        #expect(abs(inDecibels(settled) + 39.9) < 0.05)
        for times in [1.0, 2] {
            let frame = Int(times * Double(attack) * Self.rate)
            #expect(abs(output[frame] * (1 - exp(-times)) / settled - 1) < 0.03, "\(times) times the attack")
        }
    }

    /// After a release time 1/e of the distance to a softer level is left.
    @Test(arguments: [0.05, 0.2] as [Float]) func dynamicsTakeTheirRelease(release: Float) throws {
        let client = try leveller([4: 0.005, 5: release])
        try client.feed(Feed { _, frame in frame < 24_000 ? 1 : 0.02 })
        try client.unit.initialize()
        let output = try client.renderAll(24_000 + 48_000, cycle: 1000)[0].map(Double.init)
        let settled = output[23_999]
        for times in [1.0, 2] {
            let frame = 24_000 + Int(times * Double(release) * Self.rate)
            let envelope = 0.02 + 0.98 * exp(-times)
            #expect(abs(output[frame] * envelope / (0.02 * settled) - 1) < 0.03, "\(times) times the release")
        }
    }

    // MARK: MultiBandCompressor

    /// Where a band has the sound alone: its number, the three frequencies, and a sine between them.
    static let bands: [(band: UInt32, crossovers: [Float], frequency: Double)] = [
        (1, [20, 15_000, 20_000], 480), (2, [20, 40, 15_000], 800), (3, [20, 30, 40], 800),
    ]

    /// What comes out of a band at a level of 0 dB.
    static let settings: [(threshold: Float, headroom: Float, wanted: Double)] = [
        (-12, 0.1, -11.9), (-30, 0.1, -29.9), (-20, 10, -11.353),
    ]

    /// A threshold and a headroom count for their band, and so do its meters.
    @Test(arguments: bands, settings)
    func eachBandHasItsThresholdAndHeadroom(
        place: (band: UInt32, crossovers: [Float], frequency: Double),
        setting: (threshold: Float, headroom: Float, wanted: Double)
    ) throws {
        let band = place.band
        // A slow release: the envelope stays at the peaks.
        let client = try client(MultibandUnit.compressor, [13: 0.001, 14: 3])
        for other in UInt32(0)..<4 { try client.setParameter(5 + other, 0) }
        for (index, frequency) in place.crossovers.enumerated() {
            try client.setParameter(UInt32(2 + index), frequency)
        }
        try client.setParameter(5 + band, setting.threshold)
        try client.setParameter(9 + band, setting.headroom)
        try client.feed(Feed { _, frame in Float(sin(2 * .pi * place.frequency * Double(frame) / Self.rate)) })
        try client.unit.initialize()
        let output = try client.renderAll(14_400, cycle: 1000)[0].suffix(2000)
        let heard = inDecibels(Double(output.map(\.magnitude).max() ?? 0))
        #expect(abs(heard - setting.wanted) < 0.3, "\(heard) dB")
        func meter(_ first: UInt32) throws -> Double { Double(try client.unit.parameter((first + band) * 1000, 0, 0)) }
        // The amount has an end at 20 dB.
        #expect(abs(try meter(1) - min(20, -setting.wanted)) < 0.3)
        #expect(abs(try meter(5)) < 0.1)
        #expect(abs(try meter(9) - heard) < 0.1)
        // The other bands have nothing to speak of.
        for other in UInt32(0)..<4 where other != band {
            #expect(try client.unit.parameter((5 + other) * 1000, 0, 0) < -80)
            #expect(try client.unit.parameter((1 + other) * 1000, 0, 0) < 0.01)
        }
    }

    // MARK: GraphicEQ

    /// Each band has its gain at its own frequency, and none two octaves away.
    @Test(arguments: [true, false]) func eachBandOfTheGraphicEqualizerIsInItsPlace(isThird: Bool) throws {
        for band in 0..<(isThird ? 31 : 10) {
            let center = isThird ? 1000 * pow(2, Double(band - 17) / 3) : 1000 * pow(2, Double(band - 5))
            let gain: Float = band % 2 == 0 ? 12 : -9
            let client = try client(
                GraphicEqualizerUnit.equalizer, [GraphicEqualizerUnit.bandCount: isThird ? 1 : 0, UInt32(band): gain])
            // The lowest bells ring longest.
            let response = try client.impulse(center < 100 ? 98_304 : 32_768)[0]
            #expect(abs(decibels(response, at: center, Self.rate) - Double(gain)) < 0.05, "\(center) Hz")
            let far = center > 400 ? center / 16 : center * 16
            #expect(abs(decibels(response, at: far, Self.rate)) < 0.1, "\(center) Hz, at \(far) Hz")
        }
    }

    // MARK: MultiChannelMixer

    /// A disabled output fades within a slice, is silent then, and comes back. Its inputs go on meanwhile.
    @Test func anOutputIsSwitchedOff() throws {
        let client = try Client(MultiChannelMixerUnit.mixer)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, to: UInt32(1))
        try client.setFormats(channels: 2)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        #expect(try client.render(4)[0] == [1, 1, 1, 1])
        try client.setParameter(1, 0, kAudioUnitScope_Output, 0)
        #expect(try client.render(4, at: 4)[1] == [1, 0.75, 0.5, 0.25])
        #expect(try client.render(2, at: 8) == [[0, 0], [0, 0]])
        try client.setParameter(1, 1, kAudioUnitScope_Output, 0)
        #expect(try client.render(4, at: 10)[0] == [0, 0.25, 0.5, 0.75])
        #expect(try client.render(2, at: 14) == [[1, 1], [1, 1]])
        #expect(feed.next == 16)
    }
}
