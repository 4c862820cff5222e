import AudioCore

@testable import AudioUnits

/// Writes SoundFonts for tests.
struct SoundFontWriter {
    struct Zone {
        /// Numbers and amounts, in the order of the file.
        var generators: [(UInt16, Int)]
        var modulators: [SamplerModulator] = []

        init(_ generators: [(UInt16, Int)], modulators: [SamplerModulator] = []) {
            self.generators = generators
            self.modulators = modulators
        }
    }

    struct Preset {
        var name = "preset"
        var program = 0
        var bank = 0
        var zones: [Zone]
    }

    struct Instrument {
        var name = "instrument"
        var zones: [Zone]
    }

    struct Sample {
        var name = "sample"
        /// Integers of 24 bits; the low 8 are left out of a file of 16.
        var frames: [Int] = []
        /// A compressed sample, in the place of frames.
        var bytes: [UInt8] = []
        /// Counted from the sample's first frame.
        var loop = (0, 0)
        var rate = 44_100
        var key = 60
        var correction = 0
        var type = 1
    }

    var presets: [Preset] = []
    var instruments: [Instrument] = []
    var samples: [Sample] = []
    var has24Bits = false
    /// Chunks of these names are not written.
    var omitted: Set<String> = []

    /// Keys of a zone as a generator's amount.
    static func range(_ low: Int, _ high: Int) -> Int { low | high << 8 }

    /// One preset of one instrument, which plays `zones` of sample 0.
    static func plain(_ zones: [Zone], global: Zone? = nil, frames: [Int] = Array(1...100)) -> SoundFontWriter {
        SoundFontWriter(
            presets: [Preset(zones: [Zone([(41, 0)])])],
            instruments: [Instrument(zones: (global.map { [$0] } ?? []) + zones)],
            samples: [Sample(frames: frames.map { $0 << 8 }, loop: (10, 90))])
    }

    var bytes: [UInt8] {
        var info = ByteWriter()
        chunk("ifil", [2, 0, 4, 0], to: &info)
        chunk("INAM", Array("bank\0\0".utf8), to: &info)
        var data = ByteWriter()
        let (smpl, sm24, places) = frames
        chunk("smpl", smpl, to: &data)
        if has24Bits { chunk("sm24", sm24, to: &data) }
        var tables = ByteWriter()
        writePresets(to: &tables)
        writeInstruments(to: &tables)
        writeSamples(places, to: &tables)
        var body = ByteWriter()
        body.fourCC("sfbk")
        list("INFO", info.bytes, to: &body)
        list("sdta", data.bytes, to: &body)
        list("pdta", tables.bytes, to: &body)
        var file = ByteWriter()
        file.fourCC("RIFF")
        file.little(UInt32(body.count))
        file.append(body.bytes)
        return file.bytes
    }

    /// The bodies of the chunks with frames, and where each sample's are: in frames, or in bytes where it is compressed.
    private var frames: ([UInt8], [UInt8], [(Int, Int)]) {
        var (smpl, sm24) = (ByteWriter(), ByteWriter())
        var places: [(Int, Int)] = []
        for sample in samples {
            guard sample.bytes.isEmpty else {
                places.append((smpl.count, smpl.count + sample.bytes.count))
                smpl.append(sample.bytes)
                continue
            }
            places.append((smpl.count / 2, smpl.count / 2 + sample.frames.count))
            for frame in sample.frames + [Int](repeating: 0, count: 46) {
                smpl.little(Int16(truncatingIfNeeded: frame >> 8))
                sm24.little(UInt8(truncatingIfNeeded: frame))
            }
        }
        return (smpl.bytes, sm24.bytes, places)
    }

    private func writePresets(to output: inout ByteWriter) {
        var records = ByteWriter()
        var bag = 0
        for preset in presets + [Preset(name: "EOP", zones: [])] {
            records.fixedText(preset.name, 20)
            records.little(UInt16(preset.program))
            records.little(UInt16(preset.bank))
            records.little(UInt16(bag))
            records.zeros(12)
            bag += preset.zones.count
        }
        chunk("phdr", records.bytes, to: &output)
        writeZones(presets.flatMap(\.zones), ["pbag", "pmod", "pgen"], to: &output)
    }

    private func writeInstruments(to output: inout ByteWriter) {
        var records = ByteWriter()
        var bag = 0
        for instrument in instruments + [Instrument(name: "EOI", zones: [])] {
            records.fixedText(instrument.name, 20)
            records.little(UInt16(bag))
            bag += instrument.zones.count
        }
        chunk("inst", records.bytes, to: &output)
        writeZones(instruments.flatMap(\.zones), ["ibag", "imod", "igen"], to: &output)
    }

    private func writeZones(_ zones: [Zone], _ names: [String], to output: inout ByteWriter) {
        var (bags, modulators, generators) = (ByteWriter(), ByteWriter(), ByteWriter())
        for zone in zones + [Zone([])] {
            bags.little(UInt16(generators.count / 4))
            bags.little(UInt16(modulators.count / 10))
            for (number, amount) in zone.generators {
                generators.little(number)
                generators.little(UInt16(truncatingIfNeeded: amount))
            }
            for modulator in zone.modulators { modulators.append(modulator) }
        }
        generators.zeros(4)
        modulators.zeros(10)
        for (name, records) in zip(names, [bags, modulators, generators]) { chunk(name, records.bytes, to: &output) }
    }

    private func writeSamples(_ places: [(Int, Int)], to output: inout ByteWriter) {
        var records = ByteWriter()
        for (sample, (start, end)) in zip(samples, places) {
            records.fixedText(sample.name, 20)
            let origin = sample.bytes.isEmpty ? start : 0
            for place in [start, end, origin + sample.loop.0, origin + sample.loop.1, sample.rate] {
                records.little(UInt32(truncatingIfNeeded: place))
            }
            records.little(UInt8(sample.key))
            records.little(Int8(sample.correction))
            records.little(0 as UInt16)
            records.little(UInt16(sample.type))
        }
        records.fixedText("EOS", 20)
        records.zeros(26)
        chunk("shdr", records.bytes, to: &output)
    }

    private func chunk(_ name: String, _ body: [UInt8], to output: inout ByteWriter) {
        guard !omitted.contains(name) else { return }
        output.chunk(name, body)
    }

    private func list(_ name: String, _ body: [UInt8], to output: inout ByteWriter) {
        guard !omitted.contains(name) else { return }
        output.chunk("LIST", Array(name.utf8) + body)
    }
}

extension ByteWriter {
    /// A RIFF chunk, padded to an even size.
    mutating func chunk(_ name: String, _ body: [UInt8]) {
        append(Array(name.utf8))
        little(UInt32(body.count))
        append(body)
        zeros(body.count % 2)
    }

    mutating func fixedText(_ text: String, _ size: Int) {
        let bytes = Array(text.utf8.prefix(size))
        append(bytes)
        zeros(size - bytes.count)
    }

    fileprivate mutating func append(_ modulator: SamplerModulator) {
        little(modulator.source)
        little(modulator.destination)
        little(modulator.amount)
        little(modulator.amountSource)
        little(modulator.transform)
    }
}

extension SoundBank {
    /// A bank in memory.
    static func reading(_ bytes: [UInt8]) throws -> SoundBank { try SoundBank(MemoryBytes(bytes)) }
}

extension SamplerSample {
    /// The frames of a channel.
    func samples(_ channel: Int = 0) -> [Float] { (0..<count).map { frames(channel)[$0] } }
}
