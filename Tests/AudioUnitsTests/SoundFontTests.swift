import AudioCore
import AudioFiles
import TestSupport
import Testing

@testable import AudioUnits

private typealias Writer = SoundFontWriter

/// Zones of SoundFonts: generators, modulators and ranges, after sections 7 to 9 of the specification.
@Suite struct SoundFontZoneTests {
    private static func zones(_ writer: Writer) throws -> [SamplerZone] {
        try SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones
    }

    @Test func aZoneWithoutGeneratorsHasTheDefaults() throws {
        let zone = try #require(try Self.zones(.plain([Writer.Zone([(53, 0)])])).first)
        let expected: [Int: Int16] = [
            8: 13500, 21: -12000, 23: -12000, 25: -12000, 26: -12000, 27: -12000, 28: -12000, 30: -12000, 33: -12000,
            34: -12000, 35: -12000, 36: -12000, 38: -12000, 43: 127 << 8, 44: 127 << 8, 46: -1, 47: -1, 56: 100, 58: -1,
        ]
        #expect(zone.generators == (0...60).map { expected[$0] ?? 0 })
        #expect(zone.modulators == SoundFontModulators.defaults)
        #expect(zone.modulators.count == 10)
        #expect(zone.keys == 0...127)
        #expect(zone.velocities == 0...127)
    }

    @Test func aLocalZoneIsPreferredToTheGlobalOne() throws {
        let zone = try #require(
            try Self.zones(
                .plain([Writer.Zone([(17, 100), (53, 0)])], global: Writer.Zone([(17, -300), (16, 50)]))
            ).first)
        #expect(zone.generators[17] == 100)
        #expect(zone.generators[16] == 50)
    }

    @Test func aPresetsZoneIsAddedAndLimited() throws {
        var writer = Writer.plain([Writer.Zone([(8, 9000), (17, 400), (48, 1000), (37, 2000), (53, 0)])])
        writer.presets[0].zones = [
            Writer.Zone([(17, 200), (52, 40), (48, 600)]),
            Writer.Zone([(8, 500), (37, -600), (52, -30), (58, 40), (54, 1), (41, 0)]),
        ]
        let zone = try #require(try Self.zones(writer).first)
        #expect(zone.generators[8] == 9500)
        // Only the sum is limited.
        #expect(zone.generators[37] == 1400)
        // The preset's global zone counts where its local one leaves a generator open.
        #expect(zone.generators[17] == 500)
        #expect(zone.generators[48] == 1440)
        #expect(zone.generators[52] == -30)
        // What concerns the sample no preset sets.
        #expect(zone.generators[58] == -1)
        #expect(zone.generators[54] == 0)
    }

    @Test func rangesIntersect() throws {
        var writer = Writer.plain([
            Writer.Zone([(43, Writer.range(20, 60)), (44, Writer.range(0, 80)), (53, 0)]),
            Writer.Zone([(43, Writer.range(61, 90)), (53, 0)]),
        ])
        writer.presets[0].zones = [
            Writer.Zone([(43, Writer.range(40, 60)), (44, Writer.range(50, 127)), (41, 0)])
        ]
        let zones = try Self.zones(writer)
        #expect(zones.count == 1)
        #expect(zones.first?.keys == 40...60)
        #expect(zones.first?.velocities == 50...80)
        #expect(zones.first?.generators[43] == Int16(Writer.range(40, 60)))
    }

    /// Where the ranges stand decides whether they count.
    @Test func rangesOutOfPlaceAreIgnored() throws {
        let zones = try Self.zones(
            .plain([
                Writer.Zone([(17, 0), (43, Writer.range(1, 2)), (53, 0)]),
                Writer.Zone([(43, Writer.range(1, 2)), (17, 0), (44, Writer.range(3, 4)), (53, 0)]),
                Writer.Zone([(44, Writer.range(3, 4)), (43, Writer.range(1, 2)), (53, 0)]),
            ]))
        #expect(zones.map(\.keys) == [0...127, 1...2, 0...127])
        #expect(zones.map(\.velocities) == [0...127, 0...127, 3...4])
    }

    @Test func whatFollowsTheSampleIsIgnoredAndTheLastOfSeveralCounts() throws {
        let zone = try #require(
            try Self.zones(.plain([Writer.Zone([(17, 10), (17, 20), (14, 9), (99, 9), (53, 0), (17, 30)])])).first)
        #expect(zone.generators[17] == 20)
        #expect(zone.generators[14] == 0)
    }

    @Test func zonesWithoutSamplesPlayNothing() throws {
        let zones = try Self.zones(
            .plain([Writer.Zone([(53, 0)]), Writer.Zone([(17, 10)]), Writer.Zone([(53, 7)]), Writer.Zone([(53, 0)])]))
        #expect(zones.count == 2)
        #expect(zones.allSatisfy { $0.generators[17] == 0 })
    }

    /// A zone of modulators alone is a global one, too.
    @Test func modulatorsReplaceAndAdd() throws {
        let velocity = SamplerModulator(source: 0x0502, destination: 48, amount: 500, amountSource: 0, transform: 0)
        let wheel = SamplerModulator(source: 0x0081, destination: 6, amount: 20, amountSource: 0, transform: 0)
        let breath = SamplerModulator(source: 0x0082, destination: 8, amount: 1000, amountSource: 0, transform: 2)
        var local = velocity
        local.amount = 700
        var writer = Writer.plain(
            [Writer.Zone([(53, 0)], modulators: [local])],
            global: Writer.Zone([], modulators: [velocity, wheel, breath]))
        var more = wheel
        more.amount = 5
        let bend = SamplerModulator(source: 0x020E, destination: 8, amount: 3, amountSource: 0, transform: 0)
        writer.presets[0].zones = [
            Writer.Zone([], modulators: [breath, bend]), Writer.Zone([(41, 0)], modulators: [more]),
        ]
        let list = try #require(try Self.zones(writer).first).modulators
        var expected = SoundFontModulators.defaults
        expected[0].amount = 700
        expected[3].amount = 25
        var doubled = breath
        doubled.amount = 2000
        #expect(list == expected + [doubled, bend])
    }

    /// Banks made for version 2.01 replace the velocity's effect on the filter in the form that it had there.
    @Test func theOlderFormOfADefaultModulatorIsReplaced() throws {
        let older = SamplerModulator(source: 0x0102, destination: 8, amount: 0, amountSource: 0x0D02, transform: 0)
        let list = try #require(
            try Self.zones(.plain([Writer.Zone([(53, 0)], modulators: [older])])).first
        ).modulators
        #expect(list.count == 10)
        #expect(list[1] == older)
    }

    @Test func modulatorsThatCannotActAreLeftOut() throws {
        func modulator(_ source: UInt16, _ destination: UInt16, _ amount: UInt16 = 0, _ transform: UInt16 = 0)
            -> SamplerModulator
        {
            SamplerModulator(
                source: source, destination: destination, amount: 1, amountSource: amount, transform: transform)
        }
        let list = [
            modulator(1, 8), modulator(0x00A0, 8), modulator(0x00F8, 8), modulator(0x1002, 8), modulator(127, 8),
            modulator(2, 60), modulator(2, 0x8001), modulator(2, 43), modulator(2, 53), modulator(2, 8, 5),
            modulator(2, 8, 0, 1),
        ]
        let zone = try #require(try Self.zones(.plain([Writer.Zone([(53, 0)], modulators: list)])).first)
        #expect(zone.modulators == SoundFontModulators.defaults)
    }
}

/// Samples of SoundFonts, and which presets a bank has.
@Suite struct SoundFontTests {
    private static func sample(_ writer: Writer) throws -> SamplerSample {
        try #require(SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones.first).sample
    }

    @Test func framesOf16Bits() throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])], frames: [-32768, 32767, 1, -1])
        writer.samples[0].loop = (1, 3)
        writer.samples[0].rate = 22050
        writer.samples[0].key = 72
        writer.samples[0].correction = -7
        let sample = try Self.sample(writer)
        let expected: [Float] = [-1, 0x7FFFp-15, 0x1p-15, -0x1p-15]
        #expect(sample.samples() == expected)
        #expect(sample.channels == 1)
        #expect(sample.count == 4)
        #expect(sample.loop == 1..<3)
        #expect(sample.rate == 22050)
        #expect(sample.rootKey == 72)
        #expect(sample.correction == -7)
        // Silence before and after.
        #expect((1...8).allSatisfy { sample.frames(0)[-$0] == 0 && sample.frames(0)[3 + $0] == 0 })
    }

    @Test func framesOf24Bits() throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])])
        writer.has24Bits = true
        writer.samples[0].frames = [0x7FFFFF, -0x800000, 0x000001, -1]
        let expected: [Float] = [0x7FFFFFp-23, -1, 0x1p-23, -0x1p-23]
        #expect(try Self.sample(writer).samples() == expected)
    }

    @Test(arguments: [(5, 5), (50, 20), (0, 101), (200, 300), (-4, 10)])
    func aLoopOutsideTheSampleIsTheWhole(loop: (Int, Int)) throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])])
        writer.samples[0].loop = loop
        #expect(try Self.sample(writer).loop == 0..<100)
    }

    @Test func aSampleIsSharedByItsZones() throws {
        let zones = try SoundBank.reading(Writer.plain([Writer.Zone([(53, 0)]), Writer.Zone([(53, 0)])]).bytes)
            .instrument(bank: 0, program: 0).zones
        #expect(zones.count == 2)
        #expect(zones[0].sample === zones[1].sample)
    }

    @Test func samplesInAROMAreLeftOut() throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)]), Writer.Zone([(53, 1)])])
        writer.samples.append(Writer.Sample(frames: [1, 2, 3], type: 0x8001))
        #expect(try SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones.count == 1)
        writer.samples[0].type = 0x8001
        #expect(throws: AudioError.unitInvalidFile.because("the instrument preset has no samples")) {
            try SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0)
        }
    }

    @Test func presetsAreSortedAndTheFirstOfANumberCounts() throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])])
        let zones = writer.presets[0].zones
        writer.presets = [
            Writer.Preset(name: "drums", program: 8, bank: 128, zones: zones),
            Writer.Preset(name: "second", program: 3, bank: 0, zones: zones),
            Writer.Preset(name: "again", program: 3, bank: 0, zones: zones),
            Writer.Preset(name: "no program of MIDI", program: 200, bank: 0, zones: zones),
            Writer.Preset(name: "no bank of MIDI", program: 1, bank: 1 << 14, zones: zones),
            Writer.Preset(name: "first", program: 0, bank: 0, zones: zones),
        ]
        let bank = try SoundBank.reading(writer.bytes)
        #expect(bank.presets.map(\.name) == ["first", "second", "drums"])
        #expect(try bank.instrument(bank: 0, program: 3).name == "second")
        #expect(throws: AudioError.self) { try bank.instrument(bank: 1, program: 3) }
    }

    /// The two bank numbers of MIDI, as Apple's documentation has them, and as programs pass them.
    @Test(arguments: [
        (0x79, 0, 3, 0), (0x79, 5, 3, 5), (0x78, 0, 8, 128), (0, 0, 3, 0), (0, 128, 8, 128), (128, 0, 8, 128),
        (5, 0, 3, 5),
        (7, 1, 3, 7 << 7 | 1), (0, 5, 3, 5), (0x79, 9, 3, 9),
    ])
    func banksOfMIDI(msb: Int, lsb: Int, program: Int, bank: Int) throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])])
        let zones = writer.presets[0].zones
        writer.presets = [(0, 3), (5, 3), (128, 8), (7 << 7 | 1, 3)].map {
            Writer.Preset(program: $1, bank: $0, zones: zones)
        }
        let file = try SoundBank.reading(writer.bytes)
        #expect(file.bank(msb: UInt8(msb), lsb: UInt8(lsb), program: UInt8(program)) == UInt16(bank))
    }

    @Test(arguments: ["pdta", "phdr", "pbag", "pgen", "pmod", "inst", "ibag", "igen", "imod", "shdr"])
    func aBankWithoutAChunkIsRefused(chunk: String) throws {
        var writer = Writer.plain([Writer.Zone([(53, 0)])])
        writer.omitted = [chunk]
        let failure = #expect(throws: AudioError.self) { try SoundBank.reading(writer.bytes) }
        #expect(failure?.status == -10871)
    }

    @Test func whatIsNoBankIsRefused() {
        for bytes in [[], Array("RIFF".utf8), Array("RIFF\0\0\0\0WAVE".utf8), [UInt8](repeating: 7, count: 64)] {
            let failure = #expect(throws: AudioError.self) { try SoundBank.reading(bytes) }
            #expect(failure?.status == -10871)
            #expect(!SoundBank.claims(bytes))
        }
        #expect(SoundBank.claims(Writer.plain([]).bytes))
    }

    /// SF3: an Ogg file in the place of the frames; its loop counts frames.
    @Test func compressedSamples() throws {
        let fixture = Fixture.named("Ogg/vorbis-stereo.ogg")
        var writer = Writer.plain([Writer.Zone([(53, 1)])])
        writer.samples.append(
            Writer.Sample(bytes: try fixture.bytes(), loop: (100, 200), rate: Int(fixture.sampleRate), type: 0x11))
        let sample = try Self.sample(writer)
        #expect(sample.count == fixture.frames)
        #expect(sample.channels == 1)
        #expect(sample.loop == 100..<200)
        #expect(sample.rate == fixture.sampleRate)
        // The first channel, as the file alone has it.
        let file = try OpenFile.open(fixture.file, .read, hint: FourCC(0))
        let whole = try DecodedSound.sample(file, channels: 2, loop: { _ in 0..<0 }, rootKey: 60, correction: 0)
        #expect(sample.samples() == whole.samples(0))
        #expect(TestSupport.Measure.rms(sample.samples()[...]) > 0.01)
    }
}
