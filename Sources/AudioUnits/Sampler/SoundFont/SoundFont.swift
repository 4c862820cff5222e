import AudioCore

/// A SoundFont 2 file (`sfbk`), with samples of 16 or 24 bits, or compressed with Vorbis (SF3).
///
/// After the SoundFont Technical Specification 2.04. Zones are those that `SoundFontZones` resolves.
struct SoundFont: SoundBank.Contents {
    let tables: SoundFontTables
    let data: SoundFontData

    /// The synthesizers for which SoundFont 2 was made, of E-mu, attenuate by 0.4 of what the file says. Banks are made by ear on
    /// them, and fluidsynth does the same. What modulators add counts in full.
    private static let attenuationFactor: Float = 0.4

    /// - Throws: `unitInvalidFile` where a part is absent that every bank has.
    init(_ file: RIFFChunk, _ source: any ByteSource) throws(AudioError) {
        let chunks = try RIFFChunks.inside(file, of: source)
        guard let list = chunks.firstList("pdta") else {
            throw .unitInvalidFile.because("the sound bank has no presets")
        }
        tables = try SoundFontTables(list, source)
        data = try SoundFontData(chunks, source)
    }

    var presets: [SoundBank.Preset] {
        tables.presets.dropLast().map { preset in
            // MIDI cannot ask for a program after 127.
            SoundBank.Preset(
                bank: preset.program <= 127 ? preset.bank : .max, program: UInt8(min(preset.program, 127)),
                name: preset.name)
        }
    }

    func instrument(_ index: Int, _ source: any ByteSource) throws(AudioError) -> SamplerInstrument {
        var budget = data.budget(isCompressed: tables.samples.contains(where: \.isCompressed))
        var samples: [Int: SamplerSample?] = [:]
        var zones: [SamplerZone] = []
        var resolver = SoundFontZones(tables)
        for zone in resolver.zones(ofPreset: index) {
            let sample: SamplerSample?
            if let known = samples[zone.sample] {
                sample = known
            } else {
                sample = try data.sample(tables.samples[zone.sample], &budget, source)
                samples[zone.sample] = .some(sample)
            }
            guard let sample else { continue }
            zones.append(
                SamplerZone(
                    keys: zone.keys, velocities: zone.velocities, sample: sample, generators: zone.generators,
                    modulators: zone.modulators))
        }
        return SamplerInstrument(
            name: tables.presets[index].name, zones: zones, attenuationFactor: Self.attenuationFactor)
    }
}
