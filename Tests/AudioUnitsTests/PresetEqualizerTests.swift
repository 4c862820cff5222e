import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// AUiPodEQ: its presets as responses.
@Suite struct PresetEqualizerTests {
    private static let rate = 48_000.0

    private func client(_ preset: Int, rate: Double = PresetEqualizerTests.rate) throws -> Client {
        let client = try Client(PresetEqualizerUnit.equalizer)
        try client.setFormats(rate: rate, channels: 1)
        try client.unit.setPreset(PresetEqualizerUnit.equalizer.presets[preset], hasName: true)
        return client
    }

    /// At the frequencies of the bands the response is the preset's curve, and what is heard is the response.
    @Test(arguments: PresetEqualizerUnit.curves.indices) func eachPresetHasItsCurve(preset: Int) throws {
        let client = try client(preset)
        let bands = (0..<10).map { 1000 * pow(2, Double($0 - 5)) }
        for (wanted, made) in zip(PresetEqualizerUnit.curves[preset].decibels, try client.response(bands)) {
            #expect(abs(made - wanted) < 0.01)
        }
        let response = try client.impulse(8192)[0]
        let frequencies = [20, 50, 100, 300, 1000, 3000, 10_000, 20_000]
        for (frequency, made) in zip(frequencies, try client.response(frequencies.map(Double.init))) {
            #expect(abs(decibels(response, at: Double(frequency), Self.rate) - made) < 0.05, "\(frequency) Hz")
        }
    }

    @Test func namesAreThoseOfTheMusicPlayer() throws {
        let client = try Client(PresetEqualizerUnit.equalizer)
        guard case .presets(let presets) = try client.unit.value(UnitRequest(kAudioUnitProperty_FactoryPresets)) else {
            Issue.record("there are no presets")
            return
        }
        #expect(presets.first == UnitPreset(number: 0, name: "Disabled"))
        #expect(presets.map(\.number) == Array(0..<23))
        for name in ["Bass Booster", "Flat", "R & B", "Small Speakers", "Spoken Word", "Vocal Booster"] {
            #expect(presets.contains { $0.name == name })
        }
        #expect(status { try client.unit.setPreset(UnitPreset(number: 23, name: ""), hasName: true) } == -10851)
        #expect(client.unit.parameterList(0).isEmpty)
    }

    /// A new instance, and the flat preset, change no sample.
    @Test(arguments: [0, 8]) func flatChangesNothing(preset: Int) throws {
        let client = try client(preset)
        let input = noise(1000, seed: 1)
        #expect(try client.play(input)[0] == input)
    }

    /// Another preset comes while the sound goes on, without a click, and is complete some milliseconds later.
    @Test func presetsChangeWithoutAClick() throws {
        let client = try client(0)
        try client.feed(Feed { _, frame in sinf(Float(frame) * 2 * .pi / 768) })
        try client.unit.initialize()
        _ = try client.renderAll(1536)
        try client.unit.setPreset(PresetEqualizerUnit.equalizer.presets[2], hasName: true)
        let change = try client.renderAll(9216, from: 1536)[0]
        let steps = zip(change, change.dropFirst()).map { abs($0 - $1) }
        #expect(steps.max()! < 0.03)
        let wanted = pow(10, try client.response([62.5])[0] / 20)
        #expect(abs(Double(change.suffix(768).max()!) - wanted) < 0.01)
        #expect(wanted > 1.5)
    }

    /// The preset is what a state has.
    @Test func aStateHasThePreset() throws {
        let (one, two) = (try client(17), try client(0))
        try two.unit.restore(one.unit.classInfo)
        #expect(two.unit.state.withLock { $0.preset } == UnitPreset(number: 17, name: "Rock"))
        #expect(try two.response([62.5, 8000]) == one.response([62.5, 8000]))
    }

    /// Bands above half of the rate are left out.
    @Test func lowRatesHaveFewerBands() throws {
        let client = try client(20, rate: 8000)
        #expect(try client.play(noise(500, seed: 2))[0].allSatisfy(\.isFinite))
        #expect(abs(try client.response([2000])[0] - 2.5) < 0.01)
    }

    @Test func bypassPasses() throws {
        let client = try client(2)
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        let input = noise(300, seed: 5)
        #expect(try client.play(input)[0] == input)
        #expect(try client.response([62.5]) == [0])
    }
}
