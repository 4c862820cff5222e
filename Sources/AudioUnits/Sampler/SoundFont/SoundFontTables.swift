import AudioCore

/// The tables of a SoundFont's `pdta` list.
struct SoundFontTables: Sendable {
    var presets: [SoundFontPreset]
    var presetZones: Zones
    var instruments: [SoundFontInstrument]
    var instrumentZones: Zones
    var samples: [SoundFontSample]

    /// Zones of presets or of instruments, with what they set.
    struct Zones: Sendable {
        var bags: [SoundFontBag]
        var generators: [SoundFontGenerator]
        var modulators: [SamplerModulator]

        /// The generators and modulators of the zone at `index`. Where the tables are damaged there are fewer or none.
        func zone(_ index: Int) -> (
            generators: ArraySlice<SoundFontGenerator>, modulators: ArraySlice<SamplerModulator>
        ) {
            guard index >= 0, index + 1 < bags.count else { return ([], []) }
            return (
                generators[Self.range(bags[index].generator, bags[index + 1].generator, generators.count)],
                modulators[Self.range(bags[index].modulator, bags[index + 1].modulator, modulators.count)]
            )
        }

        /// The records from one index up to another, cut to a table; none where the two are reversed.
        static func range(_ start: Int, _ end: Int, _ count: Int) -> Range<Int> {
            let end = min(end, count)
            return start < end ? start..<end : 0..<0
        }
    }

    /// The zones of the preset at `index`, by their numbers.
    func zones(ofPreset index: Int) -> Range<Int> {
        guard index + 1 < presets.count else { return 0..<0 }
        return Zones.range(presets[index].bag, presets[index + 1].bag, presetZones.bags.count - 1)
    }

    /// The zones of the instrument at `index`, by their numbers.
    func zones(ofInstrument index: Int) -> Range<Int> {
        guard index + 1 < instruments.count else { return 0..<0 }
        return Zones.range(instruments[index].bag, instruments[index + 1].bag, instrumentZones.bags.count - 1)
    }

    /// More records cannot be numbered in 16 bits.
    private static let mostRecords = 1 << 16

    /// - Throws: `unitInvalidFile` where a chunk that every bank has is absent.
    init(_ list: RIFFChunk, _ source: any ByteSource) throws(AudioError) {
        let chunks = try RIFFChunks.inside(list, of: source)
        func records<Record>(
            _ id: FourCC, _ size: Int, _ parse: (inout ByteReader) throws(AudioError) -> Record
        ) throws(AudioError) -> [Record] {
            guard let chunk = chunks.first(id) else { throw .unitInvalidFile.because("the bank has no '\(id)' chunk") }
            let count = min(Int(chunk.size) / size, Self.mostRecords)
            var reader = ByteReader(try source.prefix(at: chunk.offset, upTo: count * size))
            var records: [Record] = []
            records.reserveCapacity(count)
            while reader.remaining >= size { records.append(try parse(&reader)) }
            return records
        }
        func zones(_ bag: FourCC, _ generator: FourCC, _ modulator: FourCC) throws(AudioError) -> Zones {
            Zones(
                bags: try records(bag, SoundFontBag.size, SoundFontBag.init),
                generators: try records(generator, SoundFontGenerator.size, SoundFontGenerator.init),
                modulators: try records(modulator, SamplerModulator.size, SamplerModulator.init))
        }
        presets = try records("phdr", SoundFontPreset.size, SoundFontPreset.init)
        presetZones = try zones("pbag", "pgen", "pmod")
        instruments = try records("inst", SoundFontInstrument.size, SoundFontInstrument.init)
        instrumentZones = try zones("ibag", "igen", "imod")
        // The record that closes the table is no sample.
        samples = try records("shdr", SoundFontSample.size, SoundFontSample.init).dropLast()
    }
}
