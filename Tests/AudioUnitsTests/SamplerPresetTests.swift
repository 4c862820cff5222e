import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// Presets of Apple's sampler, and EXS24 instruments: zones over files.
@Suite struct SamplerPresetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/Sounds/Tbone", withIntermediateDirectories: true)
    }

    private func file(_ name: String, _ bytes: [UInt8] = PlayedFile().wave) throws -> FilePath {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return FilePath(path)
    }

    /// A preset with one layer.
    private func preset(
        _ zones: [[String: PresetValue]], layer: [String: PresetValue] = [:], files: [String: String]
    ) -> SamplerPreset {
        var layer = layer
        layer["Zones"] = .array(zones.map { .dictionary($0) })
        let value = PresetValue.dictionary([
            "Instrument": .dictionary(["Layers": .array([.dictionary(layer)]), "name": .text("Trombone")]),
            "file-references": .dictionary(files.mapValues { .text($0) }),
        ])
        return SamplerPreset(value, near: FilePath(folder.path + "/my.aupreset"))
    }

    @Test func zonesOfAPreset() throws {
        let path = try file("Sounds/Tbone/1a#.wav")
        let instrument = try preset(
            [
                [
                    "waveform": .number(268_435_457), "min key": .number(10), "max key": .number(37),
                    "min vel": .number(1), "max vel": .number(80), "root key": .number(34), "gain": .number(-3),
                    "pan": .number(-0.5), "coarse tune": .number(-1), "fine tune": .number(20), "enabled": .number(1),
                    "loop enabled": .number(1), "loop start": .number(30), "loop end": .number(70),
                ],
                ["waveform": .number(268_435_457), "pitch tracking": .number(0), "loop enabled": .number(0)],
                ["waveform": .number(268_435_457), "enabled": .number(0)],
                ["waveform": .number(268_435_457), "min key": .number(60), "max key": .number(50)],
                ["waveform": .number(7)],
            ], files: ["Sample:268435457": path.description]
        ).instrument()
        #expect(instrument.name == "Trombone")
        #expect(instrument.zones.count == 2)
        let (first, second) = (instrument.zones[0], instrument.zones[1])
        #expect(first.keys == 10...37)
        #expect(first.velocities == 1...80)
        #expect(first.sample.loop == 30..<70)
        #expect([58, 54, 48, 17, 51, 52, 56].map { first.generators[$0] } == [34, 1, 30, -250, 0, -80, 100])
        #expect(second.keys == 0...127)
        #expect([58, 54, 56].map { second.generators[$0] } == [60, 0, 0])
        #expect(second.sample.count == 100)
    }

    @Test(arguments: [
        "Sounds/Tbone/1a#.wav", "/Library/Audio/Sounds/Tbone/1a#.wav", "elsewhere/next.wav", "/tmp/none/next.wav",
    ])
    func filesAreSearched(reference: String) throws {
        _ = try file("Sounds/Tbone/1a#.wav")
        _ = try file("next.wav")
        let made = try preset([["waveform": .number(1)]], files: ["Sample:1": reference]).instrument()
        #expect(made.zones.count == 1)
    }

    @Test func urlsOfFiles() throws {
        let path = try file("a b.wav")
        let reference = "file://localhost" + path.description.replacingOccurrences(of: " ", with: "%20")
        #expect(try preset([["waveform": .number(1)]], files: ["Sample:1": reference]).instrument().zones.count == 1)
    }

    @Test func anAbsentFileIsLeftOutUnlessAllAre() throws {
        let path = try file("x.wav")
        let zones: [[String: PresetValue]] = [["waveform": .number(1)], ["waveform": .number(2)]]
        let one = preset(zones, files: ["Sample:1": "none.wav", "Sample:2": path.description])
        #expect(try one.instrument().zones.count == 1)
        let failure = #expect(throws: AudioError.self) {
            try preset(zones, files: ["Sample:1": "none.wav"]).instrument()
        }
        #expect(failure?.status == AudioError.fileNotFound.status)
        #expect(throws: AudioError.self) { try preset([], files: [:]).instrument() }
        #expect(throws: AudioError.self) { try SamplerPreset(.text("x")).instrument() }
    }

    /// What presets of Apple's sampler usually have, with values that differ from a SoundFont's.
    @Test func layersBecomeGeneratorsAndModulators() throws {
        func connection(
            _ source: Int, _ destination: Int, _ scale: Double, control: Int = 0, transform: Int = 1,
            inverse: Bool = false,
            bipolar: Bool? = nil
        ) -> PresetValue {
            var values: [String: PresetValue] = [
                "source": .number(Double(source)), "destination": .number(Double(destination)), "scale": .number(scale),
                "control": .number(Double(control)), "transform": .number(Double(transform)),
                "inverse": .number(inverse ? 1 : 0), "enabled": .number(1),
            ]
            if let bipolar { values["bipolar"] = .number(bipolar ? 1 : 0) }
            return .dictionary(values)
        }
        let (pitch, gain, pan) = (816_840_704, 1_343_225_856, 1_344_274_432)
        let stages: [PresetValue] = [(0, 0.5), (1, 2), (2, 0), (3, 4), (5, 0.25), (6, 0.005)].map {
            .dictionary(["stage": .number($0.0), "time": .number($0.1)])
        }
        let level = PresetValue.dictionary(["stage": .number(4), "level": .number(0.1)])
        let layer: [String: PresetValue] = [
            "Connections": .array([
                // The layer's number is in the destinations.
                connection(300, pitch + 256, 6400),
                connection(301, gain, -96, transform: 2, inverse: true), connection(7, gain, -48, inverse: true),
                connection(10, pan, 1, bipolar: true),
                connection(224, pitch, 12800, control: 241, bipolar: true),
                connection(268_435_456, pitch, 200, control: 1), connection(268_435_456, pitch, 30),
                connection(536_870_912, gain, -96, inverse: true), connection(242, pitch, 100),
            ]),
            "Envelopes": .array([.dictionary(["Stages": .array(stages + [level])])]),
            "Filters": .dictionary(["cutoff": .number(440), "resonance": .number(6), "enabled": .number(1)]),
            "LFOs": .array([.dictionary(["rate": .number(440), "delay": .number(1)])]),
        ]
        let path = try file("x.wav")
        let zone = try #require(
            try preset([["waveform": .number(1)]], layer: layer, files: ["Sample:1": path.description]).instrument()
                .zones.first)
        #expect(
            [33, 34, 35, 36, 37, 38, 8, 9, 22, 21, 5, 56].map { zone.generators[$0] }
                == [-1200, 1200, -12000, 2400, 200, -2400, 6900, 60, 4500, 0, 30, 50])
        #expect(
            zone.modulators == [
                SamplerModulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
                SamplerModulator(source: 0x0187, destination: 48, amount: 480, amountSource: 0, transform: 0),
                SamplerModulator(source: 0x028A, destination: 17, amount: 500, amountSource: 0, transform: 0),
                SamplerModulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 16, transform: 0),
                SamplerModulator(source: 0x0081, destination: 5, amount: 200, amountSource: 0, transform: 0),
            ])
    }

    @Test func aOneShotLayerFadesSlowly() throws {
        let path = try file("x.wav")
        let zone = try #require(
            try preset(
                [["waveform": .number(1)]], layer: ["trigger mode": .number(11)],
                files: ["Sample:1": path.description]
            ).instrument().zones.first)
        #expect(zone.generators[38] == 8000)
        #expect(zone.modulators == SoundFontModulators.defaults)
    }

    // MARK: EXS24

    /// A block of an instrument, in either order of bytes.
    private static func block(_ type: UInt8, _ body: [UInt8], name: String = "", isBig: Bool = false) -> [UInt8] {
        var output = ByteWriter()
        output.append([isBig ? 0 : 1, 1, 0, type])
        if isBig { output.big(UInt32(body.count)) } else { output.little(UInt32(body.count)) }
        output.zeros(8)
        output.append(Array((isBig ? "SOBT" : "TBOS").utf8))
        output.fixedText(name, 64)
        output.append(body)
        return output.bytes
    }

    private static func zone(group: Int = -1, sample: Int, isBig: Bool) -> [UInt8] {
        var output = ByteWriter()
        // Velocities count; key 64, -5 cents, pan 10, -4 dB.
        output.append([8, 64, 0xFB, 10, 0xFC, 0, 50, 70, 0, 20, 100, 0])
        for value in [5, 90, 10, 80, 0] { if isBig { output.big(UInt32(value)) } else { output.little(UInt32(value)) } }
        output.append([0, 1, 0])
        output.zeros(45)
        output.append([0xFF])
        output.zeros(7)
        for value in [group, sample] {
            if isBig { output.big(Int32(value)) } else { output.little(Int32(value)) }
        }
        return output.bytes
    }

    private static func sample(_ folder: String, _ name: String) -> [UInt8] {
        var output = ByteWriter()
        output.zeros(80)
        output.fixedText(folder, 256)
        output.fixedText(name, 256)
        return output.bytes
    }

    @Test(arguments: [false, true]) func zonesOfEXS24(isBig: Bool) throws {
        // Found beside the instrument, not where it says.
        for name in ["a.wav", "b.wav"] { _ = try file(name) }
        // A group that narrows keys and velocities, and is 2 dB quieter.
        var group = [UInt8](repeating: 0, count: 92)
        (group[0], group[1], group[5], group[6], group[88], group[89]) = (0xFE, 5, 30, 0, 55, 127)
        let bytes =
            Self.block(0, [UInt8](repeating: 0, count: 40), name: "piano", isBig: isBig)
            + Self.block(1, Self.zone(group: 0, sample: 0, isBig: isBig), isBig: isBig)
            + Self.block(1, Self.zone(sample: -1, isBig: isBig), isBig: isBig)
            + Self.block(1, Self.zone(sample: 9, isBig: isBig), isBig: isBig)
            + Self.block(2, group, isBig: isBig)
            + Self.block(3, Self.sample("/Volumes/x/Samples", "a.wav"), isBig: isBig)
            + Self.block(3, Self.sample("", "b.wav"), isBig: isBig)
        let instrument = try EXS24.load(try file("Grand.exs", bytes))
        #expect(instrument.name == "Grand")
        #expect(instrument.zones.map(\.keys) == [55...70, 50...70])
        #expect(instrument.zones.map(\.velocities) == [30...100, 20...100])
        let generators = instrument.zones[0].generators
        // Key, cents, pan, attenuation, and frames 5 to 90 of 100.
        #expect([58, 51, 52, 17, 48, 0, 1, 54].map { generators[$0] } == [64, -1, -5, 150, 60, 5, -10, 1])
        #expect(instrument.zones[0].sample.loop == 10..<80)
        #expect(instrument.zones[1].generators[48] == 40)
    }

    @Test func damagedEXS24IsReadOrRefused() throws {
        _ = try file("a.wav")
        let whole =
            Self.block(1, Self.zone(sample: 0, isBig: false)) + Self.block(3, Self.sample("", "a.wav"))
        #expect(try EXS24.load(try file("x.exs", whole)).zones.count == 1)
        var random = SeededRandom(5)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<4 { bytes[Int.random(in: 0..<300, using: &random)] = .random(in: 0...255, using: &random) }
            bytes.removeLast(Int.random(in: 0..<200, using: &random))
            guard let instrument = try? EXS24.load(try file("x.exs", bytes)) else { continue }
            for zone in instrument.zones { #expect(zone.sample.count == 100 && zone.generators.count == 61) }
        }
        #expect(throws: AudioError.self) { try EXS24.load(try file("y.exs", PlayedFile().wave)) }
    }
}
