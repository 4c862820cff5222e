import AudioCore
import TestSupport
import Testing

@testable import AudioUnits

/// Banks that Debian has packages of.
@Suite struct RealBankTests {
    private static let small = "/usr/share/sounds/sf2/TimGM6mb.sf2"
    private static let large = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

    @Test(.needs(file: small, of: "timgm6mb-soundfont")) func allInstrumentsOfASmallBank() throws {
        let bank = try SoundBank.open(Self.small)
        #expect(bank.presets.count == 136)
        #expect(bank.presets.first == SoundBank.Preset(bank: 0, program: 0, name: "Piano 1"))
        try readAll(bank)
    }

    @Test(.needs(file: large, of: "fluid-soundfont-gm")) func allInstrumentsOfALargeBank() throws {
        let bank = try SoundBank.open(Self.large)
        #expect(bank.presets.count == 189)
        #expect(bank.presets.first == SoundBank.Preset(bank: 0, program: 0, name: "Yamaha Grand Piano"))
        try readAll(bank)
    }

    private func readAll(_ bank: SoundBank) throws {
        for preset in bank.presets {
            let instrument = try bank.instrument(bank: preset.bank, program: preset.program)
            #expect(instrument.name == preset.name)
            #expect(!instrument.zones.isEmpty)
            for zone in instrument.zones {
                #expect(zone.sample.count > 0 && zone.sample.loop.upperBound <= zone.sample.count)
                #expect(zone.generators.count == 61 && zone.modulators.count >= 10)
            }
        }
    }
}
