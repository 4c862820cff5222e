import AudioCore

/// An instrument of Logic's EXS24 and Sampler: zones over audio files beside it.
///
/// The file is a row of blocks, in either order of bytes: a head of 84 bytes with a type, a size and a name, and a body. Zones,
/// groups and samples are read. Envelopes, filters, modulation and reversed playing are left out, of groups that take turns all but
/// the first, and those that sound at a key's release. The layout is that of public readers of the format.
enum EXS24 {
    /// Whether the first bytes of a file are those of an instrument.
    static func claims(_ head: [UInt8]) -> Bool {
        head.count >= 20 && ["TBOS", "JBOS", "SOBT", "SOBJ"].contains { head[16..<20].elementsEqual($0.utf8) }
    }

    /// Reads the instrument at `path` with its samples. Zones whose files are not there, or are no audio files, are left out.
    ///
    /// - Throws: `unitInvalidFile` where the file is no instrument or has no zones; the first file's error where none can be read.
    static func load(_ path: FilePath) throws(AudioError) -> SamplerInstrument {
        let bytes = try FileBytes.open(path)
        let blocks = try EXS24Block.all(try bytes.prefix(at: 0, upTo: largestFile))
        let samples = blocks.filter { $0.kind == .sample }.map(EXS24Sample.init)
        let groups = blocks.filter { $0.kind == .group }.map(EXS24Group.init)
        let search = SampleSearch(near: path)
        var files = SoundFileZones()
        var zones: [SamplerZone] = []
        var failure: AudioError?
        for (index, block) in blocks.filter({ $0.kind == .zone }).enumerated()
        where zones.count < SoundFontZones.mostZones {
            let zone = EXS24Zone(block)
            // A zone without a sample's number has that of its own.
            let number = zone.sample >= 0 ? zone.sample : index
            guard samples.indices.contains(number) else { continue }
            let group = groups.indices.contains(zone.group) ? groups[zone.group] : EXS24Group()
            do throws(AudioError) {
                if let made = try self.zone(zone, samples[number], group, search, &files) { zones.append(made) }
            } catch { failure = failure ?? error }
        }
        guard !zones.isEmpty else {
            throw failure ?? .unitInvalidFile.because("the instrument has no samples")
        }
        return SamplerInstrument(name: path.name, zones: zones)
    }

    private static func zone(
        _ zone: EXS24Zone, _ sample: EXS24Sample, _ group: EXS24Group, _ search: SampleSearch,
        _ files: inout SoundFileZones
    ) throws(AudioError) -> SamplerZone? {
        guard group.isPlayed, let keys = Self.range(zone.keys, group.keys),
            let velocities = Self.range(zone.velocities, group.velocities)
        else { return nil }
        let stated = sample.folder.isEmpty ? sample.name : sample.folder + "/" + sample.name
        guard let path = search.file(stated) ?? search.file(sample.name) else {
            throw .fileNotFound.because("the sample \(stated) of the instrument does not exist")
        }
        var place = SoundFileZones.Place(keys: keys, velocities: velocities, rootKey: UInt8(min(zone.rootKey, 127)))
        place.tuning = zone.cents
        place.gain = Double(zone.gain + group.gain)
        place.frames = zone.frames
        place.loop = zone.loop
        var made = try files.zone(path, place)
        if !zone.followsKey { made.generators[SoundFontGenerators.scaleTuning] = 0 }
        // A note that its key does not end fades as slowly as a SoundFont has it.
        if zone.isOneShot { made.generators[SoundFontGenerators.volumeEnvelope + 5] = 8000 }
        made.generators[SoundFontGenerators.pan] = SoundFontGenerators.limited(
            10 * (zone.pan + group.pan), SoundFontGenerators.pan)
        made.generators[SoundFontGenerators.exclusiveClass] = Int16(group.exclusive & 127)
        return made
    }

    private static func range(_ zone: (UInt8, UInt8), _ group: (UInt8, UInt8)) -> ClosedRange<UInt8>? {
        let (low, high) = (max(zone.0, group.0), min(zone.1, group.1, 127))
        return low <= high ? low...high : nil
    }

    /// Larger files are cut: the format has some 200 bytes for a zone.
    private static let largestFile = 16 << 20
}

/// A zone: keys and velocities, and which frames of a sample it plays.
private struct EXS24Zone {
    private let block: EXS24Block

    init(_ block: EXS24Block) { self.block = block }

    var isOneShot: Bool { block.byte(0) & 1 != 0 }
    var followsKey: Bool { block.byte(0) & 2 == 0 }
    var rootKey: UInt8 { block.byte(1) }
    var cents: Int { 100 * block.signed(80) + block.signed(2) }
    /// From -50 to 50.
    var pan: Int { block.signed(3) }
    /// In dB.
    var gain: Int { block.signed(4) }
    var keys: (UInt8, UInt8) { (block.byte(6), block.byte(7)) }
    var velocities: (UInt8, UInt8) { block.byte(0) & 8 != 0 ? (block.byte(9), block.byte(10)) : (0, 127) }
    var frames: Range<Int>? { Self.range(block.word(12), block.word(16)) }
    var loop: Range<Int>? { block.byte(33) & 1 != 0 ? Self.range(block.word(20), block.word(24)) : nil }
    var group: Int { block.word(88) }
    var sample: Int { block.word(92) }

    private static func range(_ start: Int, _ end: Int) -> Range<Int>? { start >= 0 && start < end ? start..<end : nil }
}

/// A group, which narrows its zones.
private struct EXS24Group {
    var gain = 0
    var pan = 0
    /// Not one that is muted, that sounds at a key's release, or that takes turns with another.
    var isPlayed = true
    var exclusive: UInt8 = 0
    var velocities: (UInt8, UInt8) = (0, 127)
    var keys: (UInt8, UInt8) = (0, 127)

    init() {}

    init(_ block: EXS24Block) {
        gain = block.signed(0)
        pan = block.signed(1)
        exclusive = block.byte(4)
        velocities = (block.byte(5), Self.end(block.byte(6)))
        if block.body.count > 89 { keys = (block.byte(88), Self.end(block.byte(89))) }
        let takesTurns = block.byte(84) == 2 && block.word(80) >= 0
        isPlayed = block.byte(3) & 16 == 0 && block.byte(73) == 0 && !takesTurns
    }

    /// The end of a range, which 0 leaves open.
    private static func end(_ byte: UInt8) -> UInt8 { byte == 0 ? 127 : byte }
}

/// A sample: an audio file.
private struct EXS24Sample {
    var folder: String
    var name: String

    init(_ block: EXS24Block) {
        folder = block.text(80, 256)
        let own = block.text(336, 256)
        name = own.isEmpty ? block.name : own
    }
}
