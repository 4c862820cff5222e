import AudioCore
import CKernels
import Glibc

/// Takes away what would fold back where sound is then read faster than it was made: from half the rate, divided by the speed, on.
///
/// An elliptic filter of order 8. From there on a frequency loses 70 dB, and up to 0.77 of that, on the scale of the trapezoidal
/// rule, it changes by 0.1 dB. The sections keep their state where their frequencies change, and these go to new values in small
/// steps: a change of the speed does not click. Allocates in `init` only, and is used by one thread.
package final class AliasFilter {
    /// A state variable filter of order 2 with a zero: the frequency of its poles in the prototype, how much they are damped, and the
    /// share of the high-pass in what comes out.
    private struct Section {
        let frequency: Double
        let damping: Double
        let share: Double
    }

    /// The filter whose frequencies from 1 on lose 70 dB.
    private static let prototype = [
        Section(frequency: 0.374308752, damping: 1.648300037, share: 0.008366156),
        Section(frequency: 0.582201706, damping: 0.707375179, share: 0.144041266),
        Section(frequency: 0.727924710, damping: 0.276199447, share: 0.425545725),
        Section(frequency: 0.789806003, damping: 0.072419205, share: 0.623793522),
    ]

    /// Frames of a step towards another speed, and the octaves that it goes.
    private let stepFrames = 16
    private let stepOctaves = 1.0 / 32
    /// The most of half the rate at which the filter may begin.
    private let mostEdge = 0.98
    private let channels: Int
    private let pairs: Int
    /// Sections of the prototype.
    @inline(__always) private var count: Int { 4 }
    private let sections: UnsafeMutablePointer<Section>
    private let loops: UnsafePointer<CKKernels>
    /// For the present speed: how much of the band goes back into the sound and into the low-pass, and how much of what is left goes
    /// into the output, the low-pass and the band. In this form a section waits for few results of the one before it.
    private let tuning: UnsafeMutablePointer<CKCascade>
    /// The two integrators of each section of a pair of channels beside each other: the bands, and behind them the lows.
    private let states: UnsafeMutablePointer<Float>
    @inline(__always) private var stateCount: Int { 4 * count }
    /// The most frames before the first that it is begun with, and room for them in two channels.
    private let mostReach = 32
    private let mirrored: UnsafeMutablePointer<Float>
    /// Where the channels of the frames in hand are.
    private let places: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The octaves by which the sound is read faster.
    private var octaves = 0.0
    /// The part of the filtered sound in what comes out. Where the filter begins in sound, or ends, it changes within a step.
    private var blend = 1.0
    /// Whether it changes the sound.
    package private(set) var isOn = false

    package init(channels: Int, kernels: Kernels = .best) {
        self.channels = channels
        pairs = (channels + 1) / 2
        loops = kernels.table
        let count = Self.prototype.count
        sections = .allocate(capacity: count)
        sections.initialize(from: Self.prototype, count: count)
        tuning = .allocate(capacity: 1)
        tuning.initialize(to: CKCascade())
        states = .allocate(capacity: max(1, pairs * 4 * count))
        states.initialize(repeating: 0, count: max(1, pairs * 4 * count))
        mirrored = .allocate(capacity: 2 * mostReach)
        places = .allocate(capacity: max(1, channels))
    }

    /// Whether nothing of a sound is left in it.
    var isAtRest: Bool { (0..<pairs * stateCount).allSatisfy { states[$0] == 0 } }

    deinit {
        sections.deallocate()
        tuning.deallocate()
        states.deallocate()
        mirrored.deallocate()
        places.deallocate()
    }

    /// Forgets the sound so far.
    @_noLocks package func reset() { isOn = false }

    /// Filters interleaved frames in place.
    ///
    /// - Parameters:
    ///   - wanted: the octaves by which they will be read faster; where they are read slower, nothing folds.
    ///   - isOpening: whether sound continues that has not been filtered. The filter then begins where it changes little, and
    ///     goes from there in steps.
    package func process(
        _ samples: UnsafeMutablePointer<Float>, frames: Int, octaves wanted: Double, isOpening: Bool = false
    ) {
        guard frames > 0, isOn || wanted > 0 else { return }
        for channel in 0..<channels { places[channel] = samples + channel }
        process(frames, stride: channels, wanted, isOpening)
    }

    /// The same with the channels apart.
    package func process(
        planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, frames: Int, octaves wanted: Double,
        isOpening: Bool = false
    ) {
        guard frames > 0, isOn || wanted > 0 else { return }
        for channel in 0..<channels { places[channel] = planes[channel] }
        process(frames, stride: 1, wanted, isOpening)
    }

    /// Filters the frames at `places`.
    private func process(_ frames: Int, stride: Int, _ wanted: Double, _ isOpening: Bool) {
        let target = max(0, wanted)
        if !isOn {
            blend = isOpening ? 0 : 1
            begin(isOpening ? 0 : target, reach: isOpening ? min(frames - 1, mostReach) : 0, stride)
        }
        var done = 0
        while done < frames {
            var part = frames - done
            let (before, goal) = (blend, target > 0 || octaves > 0 ? 1.0 : 0)
            if blend != goal {
                part = min(part, stepFrames)
                let most = Double(part) / Double(stepFrames)
                blend += min(most, max(-most, goal - blend))
            } else if octaves != target {
                part = min(part, stepFrames)
                octaves += min(stepOctaves, max(-stepOctaves, target - octaves))
                tune()
            }
            for pair in 0..<pairs { filter(pair, from: done, to: done + part, stride, before) }
            done += part
        }
        dropTraces()
        if target == 0, octaves == 0, blend == 0 { isOn = false }
    }

    /// Continues from the first frame, as if all before had been like it. What is opened into sound gets that mirrored at its first
    /// frame before, so many frames of it: a slope that began there would ring.
    private func begin(_ first: Double, reach: Int, _ stride: Int) {
        (isOn, octaves) = (true, first)
        tune()
        for pair in 0..<pairs {
            let (one, other) = samples(of: pair)
            let states = self.states + pair * stateCount
            // No list of the two, which could allocate on the audio thread.
            for channel in 0..<2 {
                let samples = channel == 0 ? one : other
                let edge = Self.sound(samples[0])
                let twice = edge + edge
                for section in 0..<count {
                    states[2 * section + channel] = 0
                    states[2 * (count + section) + channel] = twice - Self.sound(samples[reach * stride])
                }
                for frame in 0..<reach {
                    mirrored[2 * frame + channel] = twice - Self.sound(samples[(reach - frame) * stride])
                }
            }
            run(states, mirrored, mirrored + 1, 2, reach, CKRamp(start: 1, step: 0))
        }
    }

    /// Drops what is left of a sound before arithmetic with it becomes slow: each number by itself, as one channel of a pair may
    /// be silent while the other plays.
    private func dropTraces() {
        for index in 0..<pairs * stateCount where abs(states[index]) < 1e-20 { states[index] = 0 }
    }

    /// The samples of a pair; a channel that is left is its own other one.
    private func samples(of pair: Int) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
        (places[2 * pair], places[min(2 * pair + 1, channels - 1)])
    }

    /// A sample; one that is no number, or far above full scale, would stay in the filter for ever.
    @inline(__always)
    private static func sound(_ sample: Float) -> Float { abs(sample) < 1e6 ? sample : 0 }

    private func tune() {
        let edge = tan(.pi / 2 * min(mostEdge, exp2(-octaves)))
        for index in 0..<count {
            let section = sections[index]
            let gain = edge * section.frequency
            let scale = 1 / (1 + gain * (gain + section.damping))
            set(&tuning.pointee.back, index, section.damping + gain)
            set(&tuning.pointee.fall, index, gain)
            set(&tuning.pointee.through, index, (gain * gain + section.share) * scale)
            set(&tuning.pointee.climb, index, 2 * gain * gain * scale)
            set(&tuning.pointee.rise, index, 2 * gain * scale)
        }
    }

    /// Sets the number of a section, for both channels.
    private func set<Numbers>(_ numbers: inout Numbers, _ section: Int, _ number: Double) {
        withUnsafeMutableBytes(of: &numbers) { bytes in
            let floats = bytes.assumingMemoryBound(to: Float.self)
            floats[2 * section] = Float(number)
            floats[2 * section + 1] = Float(number)
        }
    }

    /// - Parameter before: the part of the filtered sound before the first frame; `blend` is that at the last.
    private func filter(_ pair: Int, from first: Int, to last: Int, _ stride: Int, _ before: Double) {
        let (one, other) = samples(of: pair)
        let step = (blend - before) / Double(last - first)
        run(
            states + pair * stateCount, one + first * stride, other + first * stride, stride, last - first,
            CKRamp(start: Float(before), step: Float(step)))
    }

    private func run(
        _ states: UnsafeMutablePointer<Float>, _ one: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>,
        _ stride: Int, _ frames: Int, _ blend: CKRamp
    ) {
        let (cascade, tuning) = (loops.pointee.cascade, self.tuning)
        // A loop of our own in C, which neither blocks nor allocates.
        realtimeTrusted { cascade(tuning, states, one, other, stride, frames, blend) }
    }
}
