import Synchronization

/// An instrument as the audio thread has it, without objects whose references are counted.
///
/// The unit keeps it for as long as voices use it.
final class PlayableInstrument: @unchecked Sendable {
    /// A zone, whose lists the instrument has.
    struct Zone: BitwiseCopyable {
        let keys: (first: UInt8, last: UInt8)
        let velocities: (first: UInt8, last: UInt8)
        let left: UnsafePointer<Float>
        /// The other channel of a sample that has two.
        let right: UnsafePointer<Float>?
        let rate: Double
        /// Frames of the sample: the first, and the one after the last; those of the loop likewise.
        let start: Int
        let end: Int
        let loopStart: Int
        let loopEnd: Int
        let loops: Bool
        /// Whether the loop ends with the note.
        let loopsUntilRelease: Bool
        /// The note at which the sample has its own pitch, and the cents to add to it.
        let rootKey: Double
        let correction: Double
        let exclusiveClass: Int
        /// Whether the low pass has to run.
        let isFiltered: Bool
        let generators: UnsafeMutablePointer<Float>
        let modulations: UnsafeMutablePointer<SamplerModulation>
        let modulationCount: Int

        @_noLocks func holds(key: Int, velocity: Int) -> Bool {
            Int(keys.first) <= key && key <= Int(keys.last) && Int(velocities.first) <= velocity
                && velocity <= Int(velocities.last)
        }
    }

    let zones: UnsafeMutablePointer<Zone>
    let count: Int
    /// How many voices play it. The audio thread counts.
    let voices = Atomic<Int>(0)
    /// Keeps the samples.
    let source: SamplerInstrument

    init(_ instrument: SamplerInstrument) {
        source = instrument
        count = instrument.zones.count
        zones = .allocate(capacity: max(1, count))
        for (index, zone) in instrument.zones.enumerated() {
            (zones + index).initialize(to: Self.zone(zone, instrument.attenuationFactor))
        }
    }

    deinit {
        for index in 0..<count {
            zones[index].generators.deallocate()
            zones[index].modulations.deallocate()
        }
        zones.deallocate()
    }

    private static func zone(_ zone: SamplerZone, _ attenuationFactor: Float) -> Zone {
        typealias G = SamplerGenerator
        let sample = zone.sample
        let values = UnsafeMutablePointer<Float>.allocate(capacity: G.count)
        func stated(_ index: Int) -> Int { index < zone.generators.count ? Int(zone.generators[index]) : 0 }
        for index in 0..<G.count { (values + index).initialize(to: Float(stated(index))) }
        values[G.attenuation] *= attenuationFactor
        func frame(_ base: Int, _ fine: Int, _ coarse: Int, _ range: ClosedRange<Int>) -> Int {
            let place = base + stated(fine) + 32_768 * stated(coarse)
            return min(max(place, range.lowerBound), range.upperBound)
        }
        let start = frame(0, G.startOffset, G.startCoarseOffset, 0...sample.count)
        let end = frame(sample.count, G.endOffset, G.endCoarseOffset, start...sample.count)
        let loopStart = frame(sample.loop.lowerBound, G.loopStartOffset, G.loopStartCoarseOffset, start...end)
        let loopEnd = frame(sample.loop.upperBound, G.loopEndOffset, G.loopEndCoarseOffset, loopStart...end)
        let modulations = zone.modulators.filter { $0 != .velocityToCutoff }.compactMap(SamplerModulation.init)
        let list = UnsafeMutablePointer<SamplerModulation>.allocate(capacity: max(1, modulations.count))
        list.initialize(from: modulations, count: modulations.count)
        let mode = stated(G.loopMode) & 3
        let root = stated(G.rootKey)
        return Zone(
            keys: (zone.keys.lowerBound, zone.keys.upperBound),
            velocities: (zone.velocities.lowerBound, zone.velocities.upperBound),
            left: sample.frames(0), right: sample.channels > 1 ? sample.frames(1) : nil, rate: sample.rate,
            start: start, end: end, loopStart: loopStart, loopEnd: loopEnd, loops: mode & 1 != 0 && loopEnd > loopStart,
            loopsUntilRelease: mode == 3, rootKey: Double((0...127).contains(root) ? root : Int(sample.rootKey)),
            correction: Double(sample.correction), exclusiveClass: stated(G.exclusiveClass),
            isFiltered: isFiltered(values, modulations), generators: values, modulations: list,
            modulationCount: modulations.count)
    }

    /// Whether a low pass changes anything: it is below the highest frequency, or may come to be.
    private static func isFiltered(_ values: UnsafeMutablePointer<Float>, _ modulations: [SamplerModulation]) -> Bool {
        typealias G = SamplerGenerator
        return values[G.cutoff] < 13_500 || values[G.resonance] > 0 || values[G.modulationLFOToCutoff] != 0
            || values[G.modulationEnvelopeToCutoff] != 0
            || modulations.contains {
                [G.cutoff, G.resonance, G.modulationLFOToCutoff, G.modulationEnvelopeToCutoff].contains($0.destination)
            }
    }
}
