import AudioCore
import Glibc

/// A preset of Apple's sampler, as a property list: `Instrument`, in it `Layers` with `Zones`, and `file-references`.
///
/// What it says becomes SoundFont generators and modulators:
/// - a zone's keys, velocities, root key, tuning, gain, pan and loop;
/// - a layer's first envelope, filter and first LFO;
/// - those of a layer's connections that a SoundFont has modulators or generators for. A layer that lists connections has no
///   others.
/// Other envelopes and LFOs, curves of envelopes, and filters that are no low pass are left out.
struct SamplerPreset {
    private let value: PresetValue
    private let search: SampleSearch

    /// - Parameters:
    ///   - value: the whole property list.
    ///   - path: the preset's file, by which samples are looked for; nil where it has none.
    init(_ value: PresetValue, near path: FilePath? = nil) {
        self.value = value
        search = SampleSearch(near: path)
    }

    /// Reads the instrument with its samples. Zones whose files are not there, or are no audio files, are left out.
    ///
    /// - Throws: `unitInvalidFile` where there is no instrument, or samples are too large; the first file's error where none can
    ///   be read.
    func instrument() throws(AudioError) -> SamplerInstrument {
        guard let instrument = value["Instrument"], let layers = instrument["Layers"]?.list else {
            throw .unitInvalidFile.because("the property list has no instrument of a sampler")
        }
        var files = SoundFileZones()
        var zones: [SamplerZone] = []
        var failure: AudioError?
        for layer in layers where layer.flag("enabled") != false {
            let sound = SamplerPresetLayer(layer)
            for zone in layer["Zones"]?.list ?? [] where zone.flag("enabled") != false && zones.count < Self.mostZones {
                do throws(AudioError) {
                    if let made = try self.zone(zone, layer, sound, &files) { zones.append(made) }
                } catch { failure = failure ?? error }
            }
        }
        guard !zones.isEmpty else {
            throw failure ?? .unitInvalidFile.because("the instrument has no samples")
        }
        return SamplerInstrument(name: instrument.text("name") ?? value.text("name") ?? "", zones: zones)
    }

    private static let mostZones = SoundFontZones.mostZones

    private func zone(
        _ zone: PresetValue, _ layer: PresetValue, _ sound: SamplerPresetLayer, _ files: inout SoundFileZones
    ) throws(AudioError) -> SamplerZone? {
        guard let keys = Self.range(zone, layer, "min key", "max key"),
            let velocities = Self.range(zone, layer, "min vel", "max vel")
        else { return nil }
        let waveform = zone.integer("waveform") ?? 0
        guard let reference = value["file-references"]?.text("Sample:\(waveform)") else { return nil }
        guard let path = search.file(reference) else {
            throw .fileNotFound.because("the sample \(reference) of the preset does not exist")
        }
        var place = SoundFileZones.Place(keys: keys, velocities: velocities)
        place.rootKey = UInt8(clamping: min(zone.integer("root key") ?? 60, 127))
        place.tuning = Self.cents(zone)
        place.gain = max(-144, min(zone.number("gain") ?? 0, 144))
        if zone.flag("loop enabled") == true {
            let start = max(0, zone.integer("loop start") ?? 0)
            place.loop = start..<max(start, zone.integer("loop end") ?? .max)
        }
        var made = try files.zone(path, place)
        sound.apply(to: &made)
        if zone.flag("pitch tracking") == false { made.generators[SoundFontGenerators.scaleTuning] = 0 }
        if let pan = zone.number("pan") {
            made.generators[SoundFontGenerators.pan] = SoundFontGenerators.limited(
                Int((max(-1, min(pan, 1)) * 500).rounded()), SoundFontGenerators.pan)
        }
        return made
    }

    /// Semitones and cents of a zone.
    private static func cents(_ zone: PresetValue) -> Int {
        let coarse = max(-120, min(zone.number("coarse tune") ?? 0, 120))
        let fine = max(-1200, min(zone.number("fine tune") ?? 0, 1200))
        return Int((coarse * 100 + fine).rounded())
    }

    /// The keys or velocities of a zone that are its layer's, too; nil where there are none.
    private static func range(
        _ zone: PresetValue, _ layer: PresetValue, _ low: String, _ high: String
    ) -> ClosedRange<UInt8>? {
        func end(_ key: String, _ value: PresetValue, _ standard: Int) -> Int {
            max(0, min(value.integer(key) ?? standard, 127))
        }
        let first = max(end(low, zone, 0), end(low, layer, 0))
        let last = min(end(high, zone, 127), end(high, layer, 127))
        return first <= last ? UInt8(first)...UInt8(last) : nil
    }
}
