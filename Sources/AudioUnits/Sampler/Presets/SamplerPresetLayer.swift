import Glibc

/// What a layer of a sampler's preset sets for its zones: an envelope, a filter, an LFO and connections.
struct SamplerPresetLayer {
    private var generators: [Int: Int16] = [:]
    /// Nil for those that every zone has.
    private var modulators: [SamplerModulator]?

    init(_ layer: PresetValue) {
        if let envelope = layer["Envelopes"]?.list.first { setEnvelope(envelope) }
        if let filter = layer["Filters"]?.list.first, filter.flag("enabled") == true { setFilter(filter) }
        if let lfo = layer["LFOs"]?.list.first, lfo.flag("enabled") != false { setLFO(lfo) }
        // A note of a one-shot layer is not ended by its key. A SoundFont has no such note; one that takes its longest time to
        // fade, 100 s for as many decibels, comes near it.
        if layer.integer("trigger mode") == Self.oneShot { set(SoundFontGenerators.volumeEnvelope + 5, 8000) }
        if let connections = layer["Connections"]?.list, !connections.isEmpty { connect(connections) }
    }

    /// Sets the generators and modulators of one of the layer's zones.
    func apply(to zone: inout SamplerZone) {
        for (number, value) in generators { zone.generators[number] = value }
        if let modulators { zone.modulators = modulators }
    }

    private static let oneShot = 11

    private mutating func set(_ number: Int, _ value: Double) {
        let bounded = Int(max(-32768, min(value, 32767)).rounded())
        generators[number] = SoundFontGenerators.limited(bounded, number)
    }

    // MARK: Envelopes, filters, LFOs

    /// Stages 0 to 5 are delay, attack, hold, decay, sustain and release, in seconds, the sustain as a factor.
    private mutating func setEnvelope(_ envelope: PresetValue) {
        for stage in envelope["Stages"]?.list ?? [] {
            guard let number = stage.integer("stage") else { continue }
            if number == 4, let level = stage.number("level") {
                set(SoundFontGenerators.volumeEnvelope + 4, level > 0 ? -200 * log10(min(level, 1)) : 1440)
            } else if [0, 1, 2, 3, 5].contains(number), let time = stage.number("time") {
                set(SoundFontGenerators.volumeEnvelope + number, Self.timecents(time))
            }
        }
    }

    private mutating func setFilter(_ filter: PresetValue) {
        if let cutoff = filter.number("cutoff"), cutoff > 0 {
            set(SoundFontGenerators.filterCutoff, Self.cents(cutoff))
        }
        if let resonance = filter.number("resonance") { set(SoundFontGenerators.filterResonance, resonance * 10) }
    }

    private mutating func setLFO(_ lfo: PresetValue) {
        if let rate = lfo.number("rate"), rate > 0 { set(SoundFontGenerators.modulationLFOFrequency, Self.cents(rate)) }
        if let delay = lfo.number("delay") { set(SoundFontGenerators.modulationLFODelay, Self.timecents(delay)) }
    }

    private static func timecents(_ seconds: Double) -> Double { seconds > 0 ? 1200 * log2(seconds) : -32768 }

    /// Cents above 8.176 Hz.
    private static func cents(_ hertz: Double) -> Double { 1200 * log2(hertz / 440) + 6900 }

    // MARK: Connections

    /// Destinations, without the layer's number.
    private enum Destination {
        static let pitch = 0x30B0_0000
        static let gain = 0x5010_0000
        static let pan = 0x5020_0000
    }

    private enum Source {
        static let pitchWheel = 224
        static let pitchWheelRange = 241
        static let key = 300
        static let velocity = 301
        static let lfo = 0x1000_0000
    }

    /// Bits of sources and destinations that number layers, envelopes and LFOs.
    private static let numberBits = 0xFFFF

    private mutating func connect(_ connections: [PresetValue]) {
        var list: [SamplerModulator] = []
        generators[SoundFontGenerators.scaleTuning] = 0
        for connection in connections where connection.flag("enabled") != false {
            guard let source = connection.integer("source"), let target = connection.integer("destination") else {
                continue
            }
            let destination = target & ~Self.numberBits
            let scale = Self.scale(connection)
            switch (source, destination) {
            case (Source.key, Destination.pitch): set(SoundFontGenerators.scaleTuning, scale / 128)
            case (_, Destination.pitch) where source & ~Self.numberBits == Source.lfo:
                connectLFO(connection, scale, &list)
            default:
                if let modulator = Self.modulator(connection, source, destination, scale) { list.append(modulator) }
            }
        }
        modulators = SoundFontModulators.valid(list)
    }

    private mutating func connectLFO(_ connection: PresetValue, _ scale: Double, _ list: inout [SamplerModulator]) {
        let control = connection.integer("control") ?? 0
        if control == 0 {
            set(SoundFontGenerators.modulationLFOToPitch, scale)
        } else if let source = Self.index(control) {
            list.append(
                SamplerModulator(
                    source: source, destination: UInt16(SoundFontGenerators.modulationLFOToPitch),
                    amount: Self.amount(scale), amountSource: 0, transform: 0))
        }
    }

    /// A modulator for what acts on pitch, gain or pan; nil where a SoundFont has none.
    private static func modulator(
        _ connection: PresetValue, _ source: Int, _ destination: Int, _ scale: Double
    ) -> SamplerModulator? {
        guard let index = index(source) else { return nil }
        let control = connection.integer("control") ?? 0
        guard let amountSource = control == 0 ? 0 : self.index(control) else { return nil }
        let curve: UInt16 = connection.integer("transform") == 2 ? 1 << 10 : 0
        let direction: UInt16 = connection.flag("inverse") == true ? 1 << 8 : 0
        let isBipolar = connection.flag("bipolar") ?? ((connection.number("min value") ?? 0) < 0)
        let form = curve | direction | (isBipolar ? 1 << 9 : 0)
        switch destination {
        case Destination.pitch:
            return SamplerModulator(
                source: index | form, destination: UInt16(SoundFontGenerators.fineTune),
                // A SoundFont counts the wheel in steps of a 128th, and ends at the last of them.
                amount: amount(min(scale, 12700)), amountSource: amountSource, transform: 0)
        case Destination.gain:
            return SamplerModulator(
                source: index | form, destination: UInt16(SoundFontGenerators.attenuation), amount: amount(-10 * scale),
                amountSource: amountSource, transform: 0)
        case Destination.pan:
            return SamplerModulator(
                source: index | form, destination: UInt16(SoundFontGenerators.pan),
                amount: amount(max(-1, min(scale, 1)) * 500), amountSource: amountSource, transform: 0)
        default: return nil
        }
    }

    /// A SoundFont's index of a source: a controller, or one of those that are none.
    private static func index(_ source: Int) -> UInt16? {
        switch source {
        case Source.velocity: 2
        case Source.key: 3
        case Source.pitchWheel: 14
        case Source.pitchWheelRange: 16
        case 1..<128: 0x80 | UInt16(source)
        default: nil
        }
    }

    /// How far a connection goes: its scale, or its highest value.
    private static func scale(_ connection: PresetValue) -> Double {
        connection.number("scale") ?? connection.number("max value") ?? 0
    }

    private static func amount(_ value: Double) -> Int16 { Int16(max(-32768, min(value, 32767)).rounded()) }
}
