/// Joins the zones of presets with those of the instruments that they name, after sections 7.3 to 7.9 and 9.4 of SoundFont 2.04.
///
/// - An instrument's zone sets generators. What its own list leaves open the instrument's global zone sets, and what that leaves
///   open has its default.
/// - A preset's zone, with what it leaves open from the preset's global zone, is added to that. The sum is limited to the
///   generator's range. Ranges of keys and velocities intersect instead.
/// - Modulators of an instrument's zone replace those of its global zone that are the same, and these replace the default ones. A
///   preset's zone adds its amounts to theirs, and its others to the list.
struct SoundFontZones {
    /// A zone of a preset and one of an instrument, joined.
    struct Joined {
        var keys: ClosedRange<UInt8>
        var velocities: ClosedRange<UInt8>
        /// A number of a sample that is there.
        var sample: Int
        /// Limited once the preset's are added.
        var generators: [Int16]
        var modulators: [SamplerModulator]
    }

    /// What one list of generators and modulators sets.
    private struct Settings {
        /// Nil where it sets none.
        var keys: ClosedRange<UInt8>?
        var velocities: ClosedRange<UInt8>?
        var generators: [Int: Int16] = [:]
        var modulators: [SamplerModulator] = []
        /// What the last generator names: a sample or an instrument. Nil in a global zone.
        var target: Int?
    }

    /// Where a preset's zones and its instruments' make more zones together, the rest is left out.
    static let mostZones = 8192

    private let tables: SoundFontTables
    /// Records that may still be looked at. Damaged tables may name the same ones again and again.
    private var recordsLeft = 1 << 19

    init(_ tables: SoundFontTables) { self.tables = tables }

    mutating func zones(ofPreset index: Int) -> [Joined] {
        var joined: [Joined] = []
        var known: [Int: [Joined]] = [:]
        for preset in settings(tables.zones(ofPreset: index), ofPresets: true) where joined.count < Self.mostZones {
            guard let target = preset.target else { continue }
            let zones = known[target] ?? self.zones(ofInstrument: target)
            known[target] = zones
            for zone in zones where joined.count < Self.mostZones {
                if let zone = join(zone, preset) { joined.append(zone) }
            }
        }
        return joined
    }

    private mutating func zones(ofInstrument index: Int) -> [Joined] {
        settings(tables.zones(ofInstrument: index), ofPresets: false).compactMap { zone in
            guard let sample = zone.target, tables.samples.indices.contains(sample) else { return nil }
            var generators = SoundFontGenerators.defaults
            for (number, amount) in zone.generators { generators[number] = amount }
            generators[SoundFontGenerators.sample] = Int16(truncatingIfNeeded: sample)
            return Joined(
                keys: zone.keys ?? 0...127, velocities: zone.velocities ?? 0...127, sample: sample,
                generators: generators,
                modulators: SoundFontModulators.overriding(SoundFontModulators.defaults, by: zone.modulators))
        }
    }

    /// An instrument's zone with what a preset's zone adds; nil where they have no key or velocity in common.
    private func join(_ zone: Joined, _ preset: Settings) -> Joined? {
        guard let keys = zone.keys.common(with: preset.keys ?? 0...127),
            let velocities = zone.velocities.common(with: preset.velocities ?? 0...127)
        else { return nil }
        var joined = zone
        (joined.keys, joined.velocities) = (keys, velocities)
        joined.generators = zone.generators.enumerated().map { number, amount in
            SoundFontGenerators.limited(Int(amount) + Int(preset.generators[number] ?? 0), number)
        }
        joined.generators[SoundFontGenerators.keyRange] = keys.amount
        joined.generators[SoundFontGenerators.velocityRange] = velocities.amount
        joined.modulators = SoundFontModulators.adding(preset.modulators, to: zone.modulators)
        return joined
    }

    /// What the zones in a range set that name what they play, each with what the global zone sets.
    private mutating func settings(_ range: Range<Int>, ofPresets: Bool) -> [Settings] {
        var global = Settings()
        var found: [Settings] = []
        for index in range where recordsLeft > 0 {
            guard let zone = settings(index, ofPresets: ofPresets) else { continue }
            guard zone.target != nil else {
                // Only the first zone can be global. Others that name nothing play nothing.
                if index == range.lowerBound { global = zone }
                continue
            }
            var complete = zone
            complete.keys = zone.keys ?? global.keys
            complete.velocities = zone.velocities ?? global.velocities
            complete.generators.merge(global.generators) { own, _ in own }
            complete.modulators = SoundFontModulators.overriding(global.modulators, by: zone.modulators)
            found.append(complete)
        }
        return found
    }

    /// What the zone at `index` sets itself, of several amounts of a generator the last; nil where its keys or velocities are none.
    ///
    /// A range of keys counts only as the first generator, one of velocities only as the first or after that of keys.
    private mutating func settings(_ index: Int, ofPresets: Bool) -> Settings? {
        let zones = ofPresets ? tables.presetZones : tables.instrumentZones
        let terminal = ofPresets ? SoundFontGenerators.instrument : SoundFontGenerators.sample
        let (generators, modulators) = zones.zone(index)
        recordsLeft -= 1 + min(generators.count, Self.mostGenerators) + 8 * min(modulators.count, Self.mostModulators)
        var zone = Settings()
        var ranges = 0
        list: for (place, generator) in generators.prefix(Self.mostGenerators).enumerated() {
            let number = Int(generator.number)
            switch number {
            case terminal:
                // What comes after the name of what is played has no meaning.
                zone.target = Int(generator.amount)
                break list
            case SoundFontGenerators.keyRange where place == 0:
                guard let keys = generator.range else { return nil }
                zone.keys = keys
                ranges = 1
            case SoundFontGenerators.velocityRange where place == ranges:
                guard let velocities = generator.range else { return nil }
                zone.velocities = velocities
            case SoundFontGenerators.keyRange, SoundFontGenerators.velocityRange: break
            default:
                let isSet = ofPresets ? SoundFontGenerators.isRelative(number) : SoundFontGenerators.isKnown(number)
                if isSet { zone.generators[number] = Int16(bitPattern: generator.amount) }
            }
        }
        zone.modulators = SoundFontModulators.valid(modulators.prefix(Self.mostModulators))
        return zone
    }

    /// More generators than there are, each several times.
    private static let mostGenerators = 256
    private static let mostModulators = 256
}

extension ClosedRange<UInt8> {
    /// What both ranges contain; nil where that is nothing.
    fileprivate func common(with other: ClosedRange<UInt8>) -> ClosedRange<UInt8>? {
        overlaps(other) ? clamped(to: other) : nil
    }

    /// As a generator's amount: the low end in the low byte.
    fileprivate var amount: Int16 { Int16(lowerBound) | Int16(upperBound) << 8 }
}
