import AudioCore

/// A connection block of an `art1` or `art2` chunk: what acts on what, and how much.
struct DLSConnection {
    var source: UInt16
    /// What scales the source; 0 for nothing.
    var control: UInt16
    var destination: UInt16
    var transform: UInt16
    /// In 1/65536 of the destination's unit.
    var scale: Int32

    /// The blocks in the articulation lists among a region's or an instrument's parts. Where there is one of level 2, the others
    /// are for players of level 1.
    static func list(_ parts: [RIFFChunk], _ source: any ByteSource) throws(AudioError) -> [DLSConnection] {
        guard let list = parts.firstList("lar2") ?? parts.firstList("lart") else { return [] }
        var connections: [DLSConnection] = []
        for chunk in try RIFFChunks.inside(list, of: source) where chunk.id == "art1" || chunk.id == "art2" {
            var reader = ByteReader(try source.prefix(at: chunk.offset, upTo: Int(min(chunk.size, 16384))))
            guard reader.remaining >= 8 else { continue }
            let size = Int(try reader.little(UInt32.self))
            let count = Int(try reader.little(UInt32.self))
            guard size >= 8, size - 8 <= reader.remaining else { continue }
            try reader.skip(size - 8)
            for _ in 0..<min(count, reader.remaining / 12, most - connections.count) {
                connections.append(
                    DLSConnection(
                        source: try reader.little(), control: try reader.little(), destination: try reader.little(),
                        transform: try reader.little(), scale: try reader.little()))
            }
        }
        return connections
    }

    /// More blocks are left out.
    private static let most = 256

    /// Sources and controls.
    enum Source {
        static let none: UInt16 = 0
        static let lfo: UInt16 = 1
        static let velocity: UInt16 = 2
        static let key: UInt16 = 3
        static let envelope2: UInt16 = 5
        static let vibrato: UInt16 = 9
    }

    enum Destination {
        static let gain: UInt16 = 1
        static let pitch: UInt16 = 3
        static let pan: UInt16 = 4
        static let key: UInt16 = 5
        static let chorus: UInt16 = 0x80
        static let reverb: UInt16 = 0x81
        static let sustain1: UInt16 = 0x20A
        static let sustain2: UInt16 = 0x30E
        static let cutoff: UInt16 = 0x500
        static let resonance: UInt16 = 0x501
    }
}

/// What DLS connections come to as SoundFont generators and modulators.
///
/// Both formats describe one synthesizer: an oscillator, a filter, two envelopes, two LFOs. Units differ:
/// - Sustain levels are a part of the peak in DLS, and an attenuation in a SoundFont. Of the volume envelope's 96 dB, 1 % is 0.96 dB.
/// - Gains are attenuations with the other sign. A SoundFont has no gain above that of the file, so positive sums become 0.
/// - Times that depend on the key are counted from key 0 in DLS, and from key 60 in a SoundFont.
///
/// Where several connections join the same source and destination, the last counts, which is the region's.
struct DLSArticulation {
    /// Sums in the generators' units, by generator.
    private var sums = SoundFontGenerators.defaults.map(Int.init)
    private var list: [SamplerModulator] = []
    /// In cents.
    private var tuning = 0.0
    /// In centibels.
    private var gain = 0.0

    init(_ connections: [DLSConnection]) {
        // LFOs of 5 Hz, which begin after 10 ms.
        for number in [SoundFontGenerators.modulationLFOFrequency, SoundFontGenerators.vibratoLFOFrequency] {
            sums[number] = -851
        }
        for number in [SoundFontGenerators.modulationLFODelay, SoundFontGenerators.vibratoLFODelay] {
            sums[number] = -7973
        }
        var last: [Place: DLSConnection] = [:]
        for connection in connections { last[Place(connection)] = connection }
        // Values before what is added to them.
        for place in last.keys.sorted() { apply(last[place]!) }
    }

    /// Connections with the same place stand for each other.
    private struct Place: Hashable, Comparable {
        let source, control, destination: UInt16

        init(_ connection: DLSConnection) {
            (source, control, destination) = (connection.source, connection.control, connection.destination)
        }

        static func < (one: Place, other: Place) -> Bool {
            (one.source, one.control, one.destination) < (other.source, other.control, other.destination)
        }
    }

    /// Adds how a wave is played.
    mutating func add(_ playing: DLSPlaying) {
        gain += Double(playing.gain) / 65536
        tuning += Double(playing.tuning)
        sums[SoundFontGenerators.rootKey] = Int(playing.rootKey)
        sums[SoundFontGenerators.sampleModes] = playing.loop.map { $0.endsAtRelease ? 3 : 1 } ?? 0
    }

    var generators: [Int16] {
        var sums = sums
        sums[SoundFontGenerators.attenuation] = Int((-gain).rounded())
        let cents = Int(tuning.rounded())
        sums[SoundFontGenerators.coarseTune] = cents / 100
        sums[SoundFontGenerators.fineTune] = cents % 100
        return sums.enumerated().map { SoundFontGenerators.limited($1, $0) }
    }

    var modulators: [SamplerModulator] {
        SoundFontModulators.overriding(Self.defaults, by: SoundFontModulators.valid(list))
    }

    /// A SoundFont's, without those of velocity on the filter, and of the modulation wheel and pressure on vibrato; and all of the
    /// sends.
    private static let defaults: [SamplerModulator] = SoundFontModulators.defaults.compactMap { modulator in
        var modulator = modulator
        switch Int(modulator.destination) {
        case SoundFontGenerators.filterCutoff, SoundFontGenerators.vibratoLFOToPitch: return nil
        case SoundFontGenerators.reverb, SoundFontGenerators.chorus: modulator.amount = 1000
        default: break
        }
        return modulator
    }

    private mutating func apply(_ connection: DLSConnection) {
        let value = Double(connection.scale) / 65536
        switch (connection.source, connection.control) {
        case (DLSConnection.Source.none, DLSConnection.Source.none): set(connection.destination, value)
        case (DLSConnection.Source.key, DLSConnection.Source.none) where followKey(connection.destination, value): break
        case (DLSConnection.Source.lfo, _), (DLSConnection.Source.vibrato, _), (DLSConnection.Source.envelope2, _):
            guard let number = Self.depths[connection.source]?[connection.destination] else { return }
            if connection.control == DLSConnection.Source.none {
                sums[number] = Self.whole(value)
            } else if let control = Self.source(connection.control, connection.transform >> 4) {
                modulate(number, by: control, value)
            }
        default:
            guard let number = Self.numbers[connection.destination],
                let source = Self.source(connection.source, connection.transform >> 10, connection.transform & 15)
            else { return }
            switch connection.destination {
            case DLSConnection.Destination.gain where source == Self.velocityUpwards:
                // Some files have the curve the wrong way round, so that a soft key would be the loudest.
                modulate(number, by: SoundFontModulators.defaults[0].source, -value)
            case DLSConnection.Destination.gain, DLSConnection.Destination.sustain2:
                modulate(number, by: source, -value)
            case DLSConnection.Destination.sustain1: modulate(number, by: source, -0.96 * value)
            default: modulate(number, by: source, value)
            }
        }
    }

    /// The concave curve of the velocity, not inverted.
    private static let velocityUpwards: UInt16 = 0x0402

    private mutating func modulate(_ number: Int, by source: UInt16, _ amount: Double) {
        list.append(
            SamplerModulator(
                source: source, destination: UInt16(number), amount: Int16(clamping: Self.whole(amount)),
                amountSource: 0,
                transform: 0))
    }

    private mutating func set(_ destination: UInt16, _ value: Double) {
        switch destination {
        case DLSConnection.Destination.gain: gain += value
        case DLSConnection.Destination.pitch: tuning += value
        case DLSConnection.Destination.sustain1:
            sums[SoundFontGenerators.volumeEnvelope + 4] = Self.whole(960 - 0.96 * value)
        case DLSConnection.Destination.sustain2:
            sums[SoundFontGenerators.modulationEnvelope + 4] = Self.whole(1000 - value)
        default: if let number = Self.numbers[destination] { sums[number] = Self.whole(value) }
        }
    }

    /// Sets what follows the key.
    ///
    /// - Returns: false for what a SoundFont has no generator for.
    private mutating func followKey(_ destination: UInt16, _ value: Double) -> Bool {
        if destination == DLSConnection.Destination.pitch || destination == DLSConnection.Destination.key {
            sums[SoundFontGenerators.scaleTuning] = Self.whole(value / 128)
            return true
        }
        guard let (number, time) = Self.keyTimes[destination] else { return false }
        sums[number] = Self.whole(-value / 128)
        sums[time] += Self.whole(value * 60 / 128)
        return true
    }

    private static func whole(_ value: Double) -> Int { Int(value.rounded()) }

    /// A SoundFont's source: its index, and the bits for its direction, its polarity and its curve.
    ///
    /// - Parameters:
    ///   - form: the curve in 4 bits; then those for two polarities, and for the other direction.
    ///   - output: the curve of level 1, where it has no other.
    private static func source(_ source: UInt16, _ form: UInt16, _ output: UInt16 = 0) -> UInt16? {
        let index: UInt16
        switch source {
        case 2, 3: index = source
        case 6: index = 14
        case 7: index = 10
        case 8: index = 13
        case 0x80...0xFF: index = source
        default: return nil
        }
        let curve = form & 15 == 0 && output == 1 ? 1 : form & 15
        return index | curve << 10 | (form >> 4 & 1) << 9 | (form >> 5 & 1) << 8
    }

    /// Generators for what LFOs and the second envelope act on.
    private static let depths: [UInt16: [UInt16: Int]] = [
        DLSConnection.Source.lfo: [
            DLSConnection.Destination.pitch: SoundFontGenerators.modulationLFOToPitch,
            DLSConnection.Destination.gain: SoundFontGenerators.modulationLFOToVolume,
            DLSConnection.Destination.cutoff: SoundFontGenerators.modulationLFOToFilter,
        ],
        DLSConnection.Source.vibrato: [
            DLSConnection.Destination.pitch: SoundFontGenerators.vibratoLFOToPitch
        ],
        DLSConnection.Source.envelope2: [
            DLSConnection.Destination.pitch: SoundFontGenerators.modulationEnvelopeToPitch,
            DLSConnection.Destination.cutoff: SoundFontGenerators.modulationEnvelopeToFilter,
        ],
    ]

    /// Times that depend on the key: what they depend by, and the times.
    private static let keyTimes: [UInt16: (Int, Int)] = [
        0x20C: (SoundFontGenerators.keyToVolumeHold, SoundFontGenerators.volumeEnvelope + 2),
        0x207: (SoundFontGenerators.keyToVolumeDecay, SoundFontGenerators.volumeEnvelope + 3),
        0x310: (SoundFontGenerators.keyToModulationHold, SoundFontGenerators.modulationEnvelope + 2),
        0x30B: (SoundFontGenerators.keyToModulationDecay, SoundFontGenerators.modulationEnvelope + 3),
    ]

    /// Destinations, by generators.
    private static let numbers: [UInt16: Int] = [
        DLSConnection.Destination.gain: SoundFontGenerators.attenuation,
        DLSConnection.Destination.pitch: SoundFontGenerators.fineTune,
        DLSConnection.Destination.pan: SoundFontGenerators.pan,
        DLSConnection.Destination.chorus: SoundFontGenerators.chorus,
        DLSConnection.Destination.reverb: SoundFontGenerators.reverb,
        DLSConnection.Destination.cutoff: SoundFontGenerators.filterCutoff,
        DLSConnection.Destination.resonance: SoundFontGenerators.filterResonance,
        0x104: SoundFontGenerators.modulationLFOFrequency, 0x105: SoundFontGenerators.modulationLFODelay,
        0x114: SoundFontGenerators.vibratoLFOFrequency, 0x115: SoundFontGenerators.vibratoLFODelay,
        0x206: SoundFontGenerators.volumeEnvelope + 1, 0x207: SoundFontGenerators.volumeEnvelope + 3,
        0x209: SoundFontGenerators.volumeEnvelope + 5, 0x20A: SoundFontGenerators.volumeEnvelope + 4,
        0x20B: SoundFontGenerators.volumeEnvelope, 0x20C: SoundFontGenerators.volumeEnvelope + 2,
        0x30A: SoundFontGenerators.modulationEnvelope + 1, 0x30B: SoundFontGenerators.modulationEnvelope + 3,
        0x30D: SoundFontGenerators.modulationEnvelope + 5, 0x30E: SoundFontGenerators.modulationEnvelope + 4,
        0x30F: SoundFontGenerators.modulationEnvelope, 0x310: SoundFontGenerators.modulationEnvelope + 2,
    ]
}
