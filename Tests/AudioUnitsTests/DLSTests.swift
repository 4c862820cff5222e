import AudioCore
import TestSupport
import Testing

@testable import AudioUnits

private typealias Writer = DLSWriter

/// Banks of Downloadable Sounds: waves, regions, and articulations as generators and modulators.
@Suite struct DLSTests {
    private static func zone(_ writer: Writer) throws -> SamplerZone {
        try #require(SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones.first)
    }

    /// A connection whose scale is in units of the destination.
    private static func connection(
        _ source: UInt16, _ destination: UInt16, _ value: Double, control: UInt16 = 0, transform: UInt16 = 0
    ) -> DLSConnection {
        DLSConnection(
            source: source, control: control, destination: destination, transform: transform,
            scale: Int32((value * 65536).rounded()))
    }

    @Test func aRegionWithoutArticulationHasTheDefaults() throws {
        let zone = try Self.zone(.plain())
        var expected = SoundFontGenerators.defaults
        (expected[21], expected[23], expected[22], expected[24], expected[58]) = (-7973, -7973, -851, -851, 60)
        #expect(zone.generators == expected)
        #expect(zone.modulators.map(\.source) == [0x0502, 0x0587, 0x028A, 0x058B, 0x00DB, 0x00DD, 0x020E])
        #expect(zone.modulators.map(\.amount) == [960, 960, 500, 960, 1000, 1000, 12700])
        #expect(zone.sample.samples() == (1...100).map { Float($0) / 32768 })
        #expect(zone.sample.rate == 22050)
    }

    @Test func valuesHaveTheGeneratorsUnits() throws {
        let values: [(UInt16, Double, Int, Int16)] = [
            (0x206, -1200, 34, -1200), (0x207, 1200, 36, 1200), (0x209, 600, 38, 600), (0x20B, -6000, 33, -6000),
            (0x20C, -100, 35, -100), (0x30A, -1000, 26, -1000), (0x30B, 2000, 28, 2000), (0x30D, 3000, 30, 3000),
            (0x30F, -3600, 25, -3600), (0x310, 10, 27, 10), (0x104, -200, 22, -200), (0x105, -900, 21, -900),
            (0x114, 300, 24, 300), (0x115, -500, 23, -500), (0x500, 9000, 8, 9000), (0x501, 120, 9, 120),
            // Half of the peak is 48 of 96 dB, or half of an envelope.
            (0x20A, 500, 37, 480), (0x30E, 300, 29, 700), (4, -250, 17, -250), (0x80, 400, 15, 400),
            (0x81, 300, 16, 300),
            // No time, and no filter.
            (0x206, -32768, 34, -12000), (0x500, 32767, 8, 13500),
        ]
        for (destination, value, number, expected) in values {
            let zone = try Self.zone(.plain(connections: [Self.connection(0, destination, value)]))
            #expect(zone.generators[number] == expected, "destination \(destination)")
        }
    }

    @Test func tuningAndGainAddUp() throws {
        var region = Writer.Region()
        region.playing = Writer.Playing(key: 64, tuning: -30, gain: -655_360 * 2)
        let zone = try Self.zone(
            .plain(region, connections: [Self.connection(0, 3, 260), Self.connection(0, 1, -15)]))
        #expect(zone.generators[51] == 2)
        #expect(zone.generators[52] == 30)
        #expect(zone.generators[48] == 35)
        #expect(zone.generators[58] == 64)
    }

    @Test func keysScaleTimesAndPitch() throws {
        let zone = try Self.zone(
            .plain(connections: [
                Self.connection(3, 3, 6400), Self.connection(0, 0x207, 1000), Self.connection(3, 0x207, -2560),
                Self.connection(3, 0x310, 1280), Self.connection(0, 0x310, 0),
            ]))
        #expect(zone.generators[56] == 50)
        #expect(zone.generators[40] == 20)
        // Counted from key 60.
        #expect(zone.generators[36] == 1000 - 1200)
        #expect(zone.generators[31] == -10)
        #expect(zone.generators[27] == 600)
    }

    @Test func oscillatorsAndEnvelopesActOnGenerators() throws {
        let zone = try Self.zone(
            .plain(connections: [
                Self.connection(1, 3, 20), Self.connection(1, 1, 30), Self.connection(1, 0x500, 40),
                Self.connection(9, 3, 50), Self.connection(5, 3, 60), Self.connection(5, 0x500, 70),
                Self.connection(1, 3, 80, control: 0x81), Self.connection(9, 3, 90, control: 8),
            ]))
        #expect([5, 13, 10, 6, 7, 11].map { zone.generators[$0] } == [20, 30, 40, 50, 60, 70])
        let added = zone.modulators.dropFirst(7).map { [Int($0.source), Int($0.destination), Int($0.amount)] }
        #expect(Set(added) == [[0x81, 5, 80], [0x0D, 6, 90]])
    }

    @Test func controllersBecomeModulators() throws {
        let zone = try Self.zone(
            .plain(connections: [
                // Velocity on the gain: concave, the other way; and on the attack.
                Self.connection(2, 1, -480, transform: 0x8000 | 1 << 10), Self.connection(2, 0x206, -1000),
                // Pan both ways; polyphonic pressure, and a source that a SoundFont does not have.
                Self.connection(0x8A, 4, 300, transform: 0x4000), Self.connection(7, 0x20A, 500),
                Self.connection(0x100, 3, 100),
            ]))
        #expect(
            zone.modulators.first
                == SamplerModulator(source: 0x0502, destination: 48, amount: 480, amountSource: 0, transform: 0))
        #expect(zone.modulators.first { $0.destination == 17 }?.amount == 300)
        #expect(zone.modulators.first { $0.destination == 34 }?.amount == -1000)
        #expect(zone.modulators.first { $0.destination == 37 }?.source == 10)
        #expect(zone.modulators.first { $0.destination == 37 }?.amount == -480)
        #expect(zone.modulators.count == 9)
    }

    @Test func aVelocityCurveTheWrongWayRoundIsMended() throws {
        let zone = try Self.zone(.plain(connections: [Self.connection(2, 1, -480, transform: 1 << 10)]))
        #expect(zone.modulators.first?.source == 0x0502)
        #expect(zone.modulators.first?.amount == 480)
        #expect(zone.modulators.count == 7)
    }

    @Test func aKeysScaleIsItsPitchs() throws {
        #expect(try Self.zone(.plain(connections: [Self.connection(3, 5, 0)])).generators[56] == 0)
    }

    @Test func aRegionsArticulationIsPreferred() throws {
        var region = Writer.Region(connections: [Self.connection(0, 4, 100)])
        region.isLevel2 = true
        let zone = try Self.zone(
            .plain(region, connections: [Self.connection(0, 4, -100), Self.connection(0, 0x80, 50)]))
        #expect(zone.generators[17] == 100)
        #expect(zone.generators[15] == 50)
    }

    @Test func rangesGroupsAndLoops() throws {
        var writer = Writer.plain(Writer.Region(keys: (10, 20), velocities: (64, 127), group: 3))
        writer.instruments[0].regions.append(Writer.Region(velocities: (0, 0)))
        writer.instruments[0].regions.append(Writer.Region(keys: (30, 20)))
        writer.instruments[0].regions[1].playing = Writer.Playing(loop: (1, 20, 30))
        writer.waves[0].playing = Writer.Playing(key: 72, loop: (0, 10, 90))
        let zones = try SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones
        #expect(zones.map(\.keys) == [10...20, 0...127])
        #expect(zones.map(\.velocities) == [64...127, 0...127])
        #expect(zones.map { $0.generators[57] } == [3, 0])
        #expect(zones.map { $0.generators[54] } == [1, 3])
        #expect(zones.map(\.sample.loop) == [10..<100, 20..<50])
        #expect(zones.map { $0.generators[58] } == [72, 60])
    }

    @Test func wavesOfAllForms() throws {
        let waves: [(Writer.Wave, [[Float]])] = [
            (Writer.Wave(data: [0, 128, 255], bits: 8), [[-1, 0, 127.0 / 128]]),
            (Writer.Wave(data: [0, 0, 0x80, 0xFF, 0xFF, 0x7F], bits: 24), [[-1, 0x7FFFFFp-23]]),
            (Writer.Wave(data: [0, 0, 0, 0x40], bits: 32), [[0.5]]),
            (Writer.Wave(data: [0, 0, 0x80, 0xBE], bits: 32, tag: 3), [[-0.25]]),
            // What is no number is silent.
            (Writer.Wave(data: [0, 0, 0x80, 0x3E, 0, 0, 0xC0, 0x7F], bits: 32, tag: 3), [[0.25, 0]]),
            (Writer.Wave(data: [0, 0x40, 0, 0xC0, 0, 0x20, 0, 0], channels: 2), [[0.5, 0.25], [-0.5, 0]]),
        ]
        for (wave, expected) in waves {
            var writer = Writer.plain()
            writer.waves = [wave]
            let sample = try Self.zone(writer).sample
            #expect(sample.channels == expected.count)
            #expect((0..<sample.channels).map { sample.samples($0) } == expected)
        }
    }

    @Test func banksAndNames() throws {
        var writer = Writer.plain()
        let regions = writer.instruments[0].regions
        writer.instruments = [
            (0x8000_0000, 8), (0x7900, 1), (0x7903, 1), (0x7800, 2), (0x0500, 3), (0x0007, 4), (0x0102, 5),
        ].enumerated().map { index, place in
            Writer.Instrument(name: "\(index)", bank: place.0, program: place.1, regions: regions)
        }
        let bank = try SoundBank.reading(writer.bytes)
        #expect(bank.presets.map(\.bank) == [0, 3, 5, 7, 128, 128, 130])
        #expect(bank.presets.map(\.name) == ["1", "2", "4", "5", "3", "0", "6"])
    }

    @Test func whatIsAbsentIsLeftOut() throws {
        var writer = Writer.plain(Writer.Region(wave: 1))
        #expect(throws: AudioError.self) { try Self.zone(writer) }
        writer = .plain()
        writer.waves[0].tag = 2
        #expect(throws: AudioError.self) { try Self.zone(writer) }
        writer = .plain()
        writer.hasCues = false
        let failure = #expect(throws: AudioError.self) { try Self.zone(writer) }
        #expect(failure?.status == -10871)
    }
}
