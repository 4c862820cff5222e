/// The modulators of SoundFont 2.04: those that every zone has, and how lists of them are joined.
enum SoundFontModulators {
    /// Section 8.4. The pitch wheel acts on the fine tuning, generator 52.
    static let defaults: [SamplerModulator] = [
        // Velocity to attenuation, concave, and to the filter's cutoff.
        SamplerModulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0),
        velocityToCutoff,
        // Channel pressure and the modulation wheel to vibrato.
        SamplerModulator(source: 0x000D, destination: 6, amount: 50, amountSource: 0, transform: 0),
        SamplerModulator(source: 0x0081, destination: 6, amount: 50, amountSource: 0, transform: 0),
        // Volume, pan (50 % to each side) and expression.
        SamplerModulator(source: 0x0587, destination: 48, amount: 960, amountSource: 0, transform: 0),
        SamplerModulator(source: 0x028A, destination: 17, amount: 500, amountSource: 0, transform: 0),
        SamplerModulator(source: 0x058B, destination: 48, amount: 960, amountSource: 0, transform: 0),
        // Reverb and chorus sends.
        SamplerModulator(source: 0x00DB, destination: 16, amount: 200, amountSource: 0, transform: 0),
        SamplerModulator(source: 0x00DD, destination: 15, amount: 200, amountSource: 0, transform: 0),
        // The pitch wheel, scaled by its range.
        SamplerModulator(source: 0x020E, destination: 52, amount: 12700, amountSource: 0x0010, transform: 0),
    ]

    private static let velocityToCutoff = SamplerModulator(
        source: 0x0102, destination: 8, amount: -2400, amountSource: 0, transform: 0)
    /// What version 2.01 scales that modulator by. Banks replace the modulator in this form, too.
    private static let olderAmountSource: UInt16 = 0x0D02

    /// More modulators of one zone are left out.
    static let most = 64

    /// The modulators of one list that can act, of several alike the last.
    ///
    /// Left out are those with sources or destinations that the specification does not have, and those that modulate other
    /// modulators.
    static func valid(_ list: some Sequence<SamplerModulator>) -> [SamplerModulator] {
        overriding([], by: list.lazy.filter(\.canAct).prefix(most))
    }

    /// A list of which those that `list` has too are replaced, with the rest of `list` at the end.
    static func overriding(
        _ base: [SamplerModulator], by list: some Sequence<SamplerModulator>
    ) -> [SamplerModulator] {
        var result = base
        for modulator in list {
            if let place = result.firstIndex(where: { isSame($0, modulator) }) {
                result[place] = modulator
            } else {
                result.append(modulator)
            }
        }
        return result
    }

    /// A list to which the amounts of those that `list` has too are added, with the rest of `list` at the end.
    static func adding(_ list: [SamplerModulator], to base: [SamplerModulator]) -> [SamplerModulator] {
        var result = base
        for modulator in list {
            if let place = result.firstIndex(where: { isSame($0, modulator) }) {
                result[place].amount = Int16(clamping: Int(result[place].amount) + Int(modulator.amount))
            } else {
                result.append(modulator)
            }
        }
        return result
    }

    /// Whether two modulators have the same sources and destination, so that one stands for the other.
    private static func isSame(_ one: SamplerModulator, _ other: SamplerModulator) -> Bool {
        one.source == other.source && one.destination == other.destination
            && amountSource(one) == amountSource(other)
    }

    private static func amountSource(_ modulator: SamplerModulator) -> UInt16 {
        let isOlder =
            modulator.source == velocityToCutoff.source && modulator.destination == velocityToCutoff.destination
            && modulator.amountSource == olderAmountSource
        return isOlder ? velocityToCutoff.amountSource : modulator.amountSource
    }
}

extension SamplerModulator {
    /// Whether the specification has its sources, its destination and its transform.
    fileprivate var canAct: Bool {
        Self.isSource(source) && Self.isSource(amountSource) && transform & ~2 == 0
            && SoundFontGenerators.isRelative(Int(destination))
            && ![SoundFontGenerators.instrument, SoundFontGenerators.keyRange, SoundFontGenerators.velocityRange]
                .contains(Int(destination))
    }

    private static func isSource(_ source: UInt16) -> Bool {
        let index = source & 0x7F
        // Types: linear, concave, convex, switch.
        guard source >> 10 <= 3 else { return false }
        if source & 0x80 == 0 {
            // None, velocity, key, polyphonic and channel pressure, pitch wheel and its range.
            return [0, 2, 3, 10, 13, 14, 16].contains(index)
        }
        // Not those that choose banks and parameters, enter data or change modes.
        return ![0, 6, 32, 38].contains(index) && !(98...101).contains(index) && index < 120
    }
}
