import AudioCore

/// A bank of Downloadable Sounds, level 1 or 2 (`DLS `).
///
/// A region is a zone. Its articulation becomes SoundFont generators and modulators (`DLSArticulation`). Conditions of level 2
/// (`cdl`) are not evaluated: what they stand before is there.
struct DLSBank: SoundBank.Contents {
    let presets: [SoundBank.Preset]
    private let instruments: [[RIFFChunk]]
    private let waves: DLSWaves

    /// - Throws: `unitInvalidFile` where the list of instruments is absent.
    init(_ file: RIFFChunk, _ source: any ByteSource) throws(AudioError) {
        let chunks = try RIFFChunks.inside(file, of: source)
        guard let list = chunks.firstList("lins") else {
            throw .unitInvalidFile.because("the sound bank has no instruments")
        }
        waves = try DLSWaves(chunks, source)
        var presets: [SoundBank.Preset] = []
        var instruments: [[RIFFChunk]] = []
        for instrument in try RIFFChunks.inside(list, of: source) where instrument.type == "ins " {
            let parts = try RIFFChunks.inside(instrument, of: source)
            guard let header = parts.first("insh"), header.size >= 12 else { continue }
            // After the number of regions.
            var reader = ByteReader(try source.bytes(at: header.offset + 4, count: 8))
            let bank = try reader.little(UInt32.self)
            let program = try reader.little(UInt32.self)
            presets.append(
                SoundBank.Preset(
                    bank: Self.bank(bank), program: UInt8(program & 127), name: try Self.name(parts, source)))
            instruments.append(parts)
        }
        (self.presets, self.instruments) = (presets, instruments)
    }

    /// The SoundFont bank that a DLS one stands for: 128 for drums; the LSB, the MSB, or both where neither is 0.
    private static func bank(_ bank: UInt32) -> UInt16 {
        let (msb, lsb) = (UInt16(bank >> 8 & 127), UInt16(bank & 127))
        if bank >> 31 == 1 || msb == 0x78 { return 128 }
        if msb == 0x79 { return lsb }
        return lsb == 0 ? msb : msb << 7 | lsb
    }

    private static func name(_ parts: [RIFFChunk], _ source: any ByteSource) throws(AudioError) -> String {
        guard let list = parts.firstList("INFO"), let name = try RIFFChunks.inside(list, of: source).first("INAM")
        else { return "" }
        var reader = ByteReader(try source.prefix(at: name.offset, upTo: Int(min(name.size, 256))))
        return try reader.fixedText(reader.remaining)
    }

    func instrument(_ index: Int, _ source: any ByteSource) throws(AudioError) -> SamplerInstrument {
        let parts = instruments[index]
        let common = try DLSConnection.list(parts, source)
        // Most regions have no articulation of their own.
        let usual = DLSArticulation(common)
        let usualModulators = usual.modulators
        var samples = DLSWaves.Loaded(waves)
        var zones: [SamplerZone] = []
        let regions = try parts.firstList("lrgn").map { list throws(AudioError) in
            try RIFFChunks.inside(list, of: source)
        }
        for list in regions ?? [] where list.type == "rgn " || list.type == "rgn2" {
            let parts = try RIFFChunks.inside(list, of: source)
            guard let region = try DLSRegion(parts, source),
                let (sample, playing) = try samples.sample(of: region, source)
            else { continue }
            let own = try DLSConnection.list(parts, source)
            var articulation = own.isEmpty ? usual : DLSArticulation(common + own)
            articulation.add(playing)
            var generators = articulation.generators
            generators[SoundFontGenerators.exclusiveClass] = Int16(min(region.keyGroup, 127))
            zones.append(
                SamplerZone(
                    keys: region.keys, velocities: region.velocities, sample: sample, generators: generators,
                    modulators: own.isEmpty ? usualModulators : articulation.modulators))
        }
        return SamplerInstrument(name: presets[index].name, zones: zones)
    }
}

/// A region: keys and velocities, and the wave that they play.
struct DLSRegion {
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
    /// Sounds of one group end each other; 0 for none.
    var keyGroup: UInt16
    /// A number in the table of waves.
    var wave: Int
    /// How the wave is played, where the region says it.
    var playing: DLSPlaying?

    /// - Returns: nil for a region without keys or without a wave.
    init?(_ parts: [RIFFChunk], _ source: any ByteSource) throws(AudioError) {
        guard let header = parts.first("rgnh"), let link = parts.first("wlnk") else { return nil }
        var reader = ByteReader(try source.prefix(at: header.offset, upTo: 12))
        var linkReader = ByteReader(try source.prefix(at: link.offset, upTo: 12))
        guard reader.remaining == 12, linkReader.remaining == 12 else { return nil }
        guard let keys = Self.range(try reader.little(), try reader.little()) else { return nil }
        self.keys = keys
        // Level 1 leaves this open, and some writers leave it 0.
        let (low, high) = (try reader.little(UInt16.self), try reader.little(UInt16.self))
        velocities = high == 0 ? 0...127 : Self.range(low, high) ?? 0...127
        try reader.skip(2)
        keyGroup = try reader.little()
        // Options, phase group and channel.
        try linkReader.skip(8)
        wave = Int(try linkReader.little(UInt32.self))
        playing = try DLSPlaying(parts, source)
    }

    private static func range(_ low: UInt16, _ high: UInt16) -> ClosedRange<UInt8>? {
        low <= high && low <= 127 ? UInt8(low)...UInt8(min(high, 127)) : nil
    }
}

/// The `wsmp` chunk: pitch, gain and loop of a wave.
struct DLSPlaying: Hashable {
    var rootKey: UInt8 = 60
    /// In cents.
    var tuning: Int16 = 0
    /// In 1/655360 dB.
    var gain: Int32 = 0
    /// First frame and number of frames.
    var loop: Loop?

    struct Loop: Hashable {
        var start: UInt32
        var length: UInt32
        /// Whether the rest is played after the key's release.
        var endsAtRelease: Bool
    }

    init() {}

    /// - Returns: nil where there is no such chunk, or a damaged one.
    init?(_ parts: [RIFFChunk], _ source: any ByteSource) throws(AudioError) {
        guard let chunk = parts.first("wsmp") else { return nil }
        var reader = ByteReader(try source.prefix(at: chunk.offset, upTo: Int(min(chunk.size, 256))))
        guard reader.remaining >= 20 else { return nil }
        let size = Int(try reader.little(UInt32.self))
        rootKey = UInt8(min(try reader.little(UInt16.self), 127))
        tuning = try reader.little()
        gain = try reader.little()
        try reader.skip(4)
        let loops = try reader.little(UInt32.self)
        guard loops > 0, size >= 20, reader.remaining >= size - 20 + 16 else { return }
        // Newer versions may have a longer head.
        try reader.skip(size - 20 + 4)
        let type = try reader.little(UInt32.self)
        loop = Loop(start: try reader.little(), length: try reader.little(), endsAtRelease: type == 1)
    }
}
