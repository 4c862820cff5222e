import AudioCore
import TestSupport
import Testing

@testable import AudioUnits

/// Banks that are damaged, or made to harm: they are read or refused, in bounded time and memory.
@Suite(.mustEnd) struct DamagedBankTests {
    private enum Kind: CaseIterable { case soundFont, soundFont24, compressed, dls }

    /// A bank with several presets, zones of all kinds and modulators.
    private static func bank(_ kind: Kind) throws -> [UInt8] {
        guard kind != .dls else {
            var region = DLSWriter.Region(keys: (0, 60), playing: DLSWriter.Playing(loop: (0, 10, 50)))
            region.connections = [
                DLSConnection(source: 2, control: 0, destination: 1, transform: 0x8400, scale: -480 << 16),
                DLSConnection(source: 0, control: 0, destination: 0x206, transform: 0, scale: -1200 << 16),
            ]
            var writer = DLSWriter.plain(region, connections: region.connections)
            writer.instruments.append(writer.instruments[0])
            writer.instruments[1].program = 1
            return writer.bytes
        }
        let modulator = SamplerModulator(source: 0x0502, destination: 48, amount: 500, amountSource: 0, transform: 0)
        var writer = SoundFontWriter.plain(
            [
                SoundFontWriter.Zone(
                    [(43, SoundFontWriter.range(0, 60)), (17, 100), (54, 1), (53, 0)], modulators: [modulator]),
                SoundFontWriter.Zone([(43, SoundFontWriter.range(61, 127)), (53, 1)]),
            ], global: SoundFontWriter.Zone([(48, 10)], modulators: [modulator]))
        writer.has24Bits = kind == .soundFont24
        writer.samples.append(SoundFontWriter.Sample(frames: Array(1...60), loop: (5, 50)))
        if kind == .compressed {
            writer.samples[1].bytes = try Fixture.named("Ogg/vorbis-stereo.ogg").bytes()
            writer.samples[1].type = 0x11
        }
        writer.presets.append(writer.presets[0])
        writer.presets[1].program = 1
        return writer.bytes
    }

    /// Reads all instruments of a bank.
    ///
    /// - Returns: how many were read.
    private static func readAll(_ bytes: [UInt8]) -> Int {
        guard let bank = try? SoundBank.reading(bytes) else { return 0 }
        var count = 0
        for preset in bank.presets.prefix(16) {
            guard let instrument = try? bank.instrument(bank: preset.bank, program: preset.program) else { continue }
            count += 1
            for zone in instrument.zones { Self.check(zone) }
            if count % 4 == 1 { Self.play(instrument) }
            let samples = Dictionary(instrument.zones.map { (ObjectIdentifier($0.sample), $0.sample.count) }) { $1 }
            // What a compressed sample of the file's size may have at most, four times.
            #expect(samples.values.reduce(0, +) <= 4 * (64 * bytes.count + 441_000))
        }
        return count
    }

    /// The highest key sounds, for a while.
    private static func play(_ instrument: SamplerInstrument) {
        guard let stage = try? SamplerStage(instrument.zones) else { return }
        stage.send(0x90, 127, 127)
        stage.send(0x90, 60, 1, at: 100)
        let sound = try? stage.render(1024)
        #expect(sound?.allSatisfy { $0.allSatisfy(\.isFinite) } == true)
    }

    /// Modulators add as much as they can, to each generator: the sound stays finite, and no time is too long to count.
    @Test func modulatorsMayAddAnything() throws {
        for amount in [Int16.max, .min] {
            for destination in 0..<UInt16(SoundFontGenerators.defaults.count) {
                // By velocity, key and the pan controller's resolution of all 1, three times.
                let modulators = [UInt16(0x0002), 0x0003, 0x008B].map {
                    SamplerModulator(
                        source: $0, destination: destination, amount: amount, amountSource: 0, transform: 0)
                }
                let generators: [Int: Int16] = [21: -12_000, 22: 4500, 23: -12_000, 24: 4500, 25: -12_000, 34: 8000]
                let zone = try SamplerStage.sine(period: 64, generators, modulators: modulators)
                let stage = try SamplerStage([zone])
                stage.send(0xB0, 11, 127)
                stage.send(0x90, 127, 127)
                let sound = try stage.render(2048)
                #expect(sound.allSatisfy { $0.allSatisfy(\.isFinite) }, "\(amount) to \(destination)")
                stage.send(0x80, 127, 0)
                #expect(try stage.render(512).allSatisfy { $0.allSatisfy(\.isFinite) })
            }
        }
    }

    /// What a voice relies on.
    private static func check(_ zone: SamplerZone) {
        let sample = zone.sample
        #expect(zone.generators.count == 61)
        #expect(zone.generators.enumerated().allSatisfy { SoundFontGenerators.limited(Int($1), $0) == $1 })
        #expect(zone.keys.upperBound <= 127 && zone.velocities.upperBound <= 127)
        #expect((1...2).contains(sample.channels) && sample.count > 0)
        #expect(sample.loop.lowerBound >= 0 && sample.loop.upperBound <= sample.count)
        #expect(sample.rate >= 1 && sample.rate <= 768_000)
        #expect(zone.modulators.count <= 200)
        for channel in 0..<sample.channels {
            let frames = sample.frames(channel)
            #expect(frames[-8] == 0 && frames[sample.count + 7] == 0)
            #expect(frames[0].isFinite && frames[sample.count - 1].isFinite)
        }
    }

    /// 2,000 banks, 500 of each kind, with up to eight damaged bytes or words each, some also cut off.
    @Test(arguments: Kind.allCases) private func damagedBanksAreReadOrRefused(kind: Kind) throws {
        let whole = try Self.bank(kind)
        #expect(Self.readAll(whole) == 2)
        var random = SeededRandom(UInt64(Kind.allCases.firstIndex(of: kind)!) + 1)
        var read = 0
        let start = ThreadClock.now
        for _ in 0..<500 {
            var bytes = whole
            // Most of the tables are at the end of a SoundFont, and at the start of a DLS bank.
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: for i in place..<min(place + 4, bytes.count) { bytes[i] = 0xFF }
                default: for i in place..<min(place + 2, bytes.count) { bytes[i] = 0 }
                }
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            }
            read += Self.readAll(bytes)
        }
        // Some of the damage is to what instruments do not need.
        #expect(read > 100)
        #expect(ThreadClock.now - start < .seconds(60))
        print("\(kind): \(read) of 1000 instruments of 500 damaged banks were read")
    }

    /// The zones of the first two presets of a bank; none where it cannot be read.
    private static func zones(_ bytes: [UInt8]) -> [SamplerZone] {
        guard let bank = try? SoundBank.reading(bytes) else { return [] }
        return bank.presets.prefix(2).flatMap { preset in
            (try? bank.instrument(bank: preset.bank, program: preset.program))?.zones ?? []
        }
    }

    /// Whether a zone is another one, with as many of the first frames as it has.
    private static func isPart(_ zone: SamplerZone, of other: SamplerZone) -> Bool {
        guard zone.keys == other.keys, zone.velocities == other.velocities, zone.generators == other.generators,
            zone.modulators == other.modulators, zone.sample.channels == other.sample.channels,
            zone.sample.rate == other.sample.rate, zone.sample.count <= other.sample.count
        else { return false }
        return (0..<zone.sample.channels).allSatisfy { channel in
            let (frames, others) = (zone.sample.frames(channel), other.sample.frames(channel))
            return (0..<zone.sample.count).allSatisfy { frames[$0] == others[$0] }
        }
    }

    /// What is read of a bank that breaks off is what the whole bank has: its zones, and the first frames of its samples.
    @Test(arguments: Kind.allCases) private func prefixesAreReadOrRefused(kind: Kind) throws {
        let whole = try Self.bank(kind)
        let zones = Self.zones(whole)
        #expect(zones.count == (kind == .dls ? 2 : 4))
        var parts = 0
        for length in Prefixes.lengths(whole.count, edges: 600, step: 97) {
            let bytes = Array(whole[..<length])
            #expect(Self.readAll(bytes) < 3)
            let found = Self.zones(bytes)
            if !found.isEmpty { parts += 1 }
            #expect(
                found.allSatisfy { zone in zones.contains { Self.isPart(zone, of: $0) } }, "\(length) of \(whole.count)"
            )
        }
        // Enough that breaks off within the last table, or within the frames of DLS.
        #expect(parts > 20, "\(parts)")
    }

    /// Instruments whose first zones alternate between the first and the last, so that each has nearly all zones.
    @Test func overlappingZonesEndSoon() throws {
        var writer = SoundFontWriter.plain([])
        writer.instruments = (0..<8000).map { _ in SoundFontWriter.Instrument(zones: [SoundFontWriter.Zone([])]) }
        writer.presets[0].zones = (0..<4000).map { SoundFontWriter.Zone([(41, 2 * $0)]) }
        var bytes = writer.bytes
        // Every second record of `inst` begins at the first zone.
        let records = try #require(bytes.firstRange(of: Array("inst".utf8) + Self.little(8001 * 22))).upperBound
        for index in stride(from: 0, to: 8001, by: 2) {
            bytes[records + index * 22 + 20] = 0
            bytes[records + index * 22 + 21] = 0
        }
        let start = ThreadClock.now
        #expect(throws: AudioError.self) { try SoundBank.reading(bytes).instrument(bank: 0, program: 0) }
        #expect(ThreadClock.now - start < .seconds(10))
    }

    /// Many samples that all are the whole of the frames.
    @Test func overlappingSamplesAreLimited() throws {
        var writer = SoundFontWriter.plain(
            (0..<1000).map { SoundFontWriter.Zone([(53, $0)]) }, frames: Array(0..<20000))
        writer.samples += (1..<1000).map { _ in SoundFontWriter.Sample() }
        var bytes = writer.bytes
        let records = try #require(bytes.firstRange(of: Array("shdr".utf8) + Self.little(1001 * 46))).upperBound
        for index in 0..<1000 {
            bytes.replaceSubrange(
                records + index * 46 + 20..<records + index * 46 + 28, with: Self.little(0) + Self.little(20000))
        }
        let failure = #expect(throws: AudioError.self) {
            try SoundBank.reading(bytes).instrument(bank: 0, program: 0)
        }
        #expect(failure?.status == -10871)
    }

    @Test func zonesAreLimited() throws {
        var writer = SoundFontWriter.plain((0..<200).map { _ in SoundFontWriter.Zone([(53, 0)]) })
        writer.presets[0].zones = (0..<200).map { _ in SoundFontWriter.Zone([(41, 0)]) }
        let zones = try SoundBank.reading(writer.bytes).instrument(bank: 0, program: 0).zones
        #expect(zones.count == SoundFontZones.mostZones)
    }

    /// Bytes that count how often they are read.
    private final class CountedBytes: ByteSource {
        private let bytes: MemoryBytes
        private(set) var reads = 0

        init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

        func size() throws(AudioError) -> Int64 { try bytes.size() }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
            reads += 1
            return try bytes.read(into: buffer, at: position)
        }
    }

    /// Reads the first instrument of a bank of 4000 regions.
    ///
    /// - Returns: the instrument, nil where it has no zones; and how often the file was read.
    private static func readRegions(
        _ regions: [DLSWriter.Region], _ change: (inout DLSWriter) -> Void
    ) throws -> (instrument: SamplerInstrument?, reads: Int) {
        var writer = DLSWriter.plain()
        writer.instruments[0].regions = regions
        change(&writer)
        let source = CountedBytes(writer.bytes)
        let start = ThreadClock.now
        let bank = try SoundBank(source)
        let instrument = try? bank.instrument(bank: 0, program: 0)
        #expect(ThreadClock.now - start < .seconds(1))
        return (instrument, source.reads)
    }

    /// Each wave is looked at once, however many regions name it, and whether or not it can be read.
    @Test func regionsOfOneWaveParseItOnce() throws {
        let regions = (0..<4000).map { DLSWriter.Region(wave: $0 & 1) }
        for frames in [0, 100] {
            let (instrument, reads) = try Self.readRegions(regions) { writer in
                writer.waves[0].emptyParts = frames == 0 ? 4000 : 20
                writer.waves[0].data = Array(repeating: 1, count: 2 * frames)
                writer.waves.append(writer.waves[0])
            }
            // Five for each region: its list, its two parts and what is in them.
            #expect(reads < 24_000, "\(reads)")
            #expect(instrument?.zones.count == (frames == 0 ? nil : 4000))
            #expect(instrument.map { Set($0.zones.map { ObjectIdentifier($0.sample) }).count } ?? 2 == 2)
        }
    }

    /// Waves whose lists overlap, so that each has the same 4000 parts after its own beginning.
    @Test func overlappingWavesEndSoon() throws {
        let (count, tail) = (4000, (0..<4000).flatMap { _ in Array("none".utf8) + Self.little(0) })
        let end = 20 * count
        var pool: [UInt8] = []
        for index in 0..<count {
            let place = 20 * index
            pool += Array("LIST".utf8) + Self.little(end + tail.count - place - 8) + Array("wave".utf8)
            pool += Array("none".utf8) + Self.little(end - place - 20)
        }
        let (instrument, reads) = try Self.readRegions((0..<count).map { DLSWriter.Region(wave: $0) }) { writer in
            writer.pool = (pool + tail, (0..<count).map { 20 * $0 })
        }
        #expect(instrument == nil && reads < 200_000, "\(reads)")
    }

    private static func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
}
