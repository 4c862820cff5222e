import Glibc

/// Takes away what would fold back where sound is then read faster than it was made: from half the rate, divided by the speed, on.
///
/// An elliptic filter of order 8. From there on a frequency loses 70 dB, and up to 0.77 of that, on the scale of the trapezoidal
/// rule, it changes by 0.1 dB. The sections keep their state where their frequencies change, and these go to new values in small
/// steps: a change of the speed does not click. Allocates in `init` only, and is used by one thread.
package final class AliasFilter {
    /// A number for each of two channels, which are filtered at once.
    private typealias Pair = SIMD2<Double>

    /// A state variable filter of order 2 with a zero.
    private struct Section {
        /// That of the poles in the prototype, how much they are damped, and the share of the high-pass in what comes out.
        let frequency: Double
        let damping: Double
        let share: Double
        /// For the present speed: how much of the band goes back into the sound and into the low-pass, and how much of what is left
        /// goes into the output, the low-pass and the band. In this form a section waits for few results of the one before it.
        var back = Pair.zero
        var fall = Pair.zero
        var through = Pair.zero
        var climb = Pair.zero
        var rise = Pair.zero

        mutating func tune(to edge: Double) {
            let gain = edge * frequency
            let scale = 1 / (1 + gain * (gain + damping))
            back = Pair(repeating: damping + gain)
            fall = Pair(repeating: gain)
            through = Pair(repeating: (gain * gain + share) * scale)
            climb = Pair(repeating: 2 * gain * gain * scale)
            rise = Pair(repeating: 2 * gain * scale)
        }
    }

    /// The two integrators of a section.
    private struct State {
        var band = Pair.zero
        var low = Pair.zero

        /// Whether so little of a sound is left that arithmetic with it would become slow.
        var hasFaded: Bool {
            let sum = abs(band[0]) + abs(band[1]) + abs(low[0]) + abs(low[1])
            return sum < 1e-30
        }
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
    /// Those of a pair of channels beside each other.
    private let states: UnsafeMutablePointer<State>
    /// Where the channels of the frames in hand are.
    private let places: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The octaves by which the sound is read faster.
    private var octaves = 0.0
    /// The part of the filtered sound in what comes out. Where the filter begins in sound, or ends, it changes within a step.
    private var blend = 1.0
    /// Whether it changes the sound.
    package private(set) var isOn = false

    package init(channels: Int) {
        self.channels = channels
        pairs = (channels + 1) / 2
        let count = Self.prototype.count
        sections = .allocate(capacity: count)
        sections.initialize(from: Self.prototype, count: count)
        states = .allocate(capacity: max(1, pairs * count))
        states.initialize(repeating: State(), count: max(1, pairs * count))
        places = .allocate(capacity: max(1, channels))
    }

    /// Whether nothing of a sound is left in it.
    var isAtRest: Bool { (0..<pairs * count).allSatisfy { states[$0].band == .zero && states[$0].low == .zero } }

    deinit {
        sections.deallocate()
        states.deallocate()
        places.deallocate()
    }

    /// Forgets the sound so far.
    @_noLocks package func reset() { isOn = false }

    /// Filters interleaved frames in place.
    ///
    /// - Parameters:
    ///   - wanted: the octaves by which they will be read faster; where they are read slower, nothing folds.
    ///   - isOpening: whether sound goes on that has not been filtered. The filter then begins where it changes next to nothing, and
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
            begin(isOpening ? 0 : target, reach: isOpening ? min(frames - 1, 32) : 0, stride)
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
        for index in 0..<pairs * count where states[index].hasFaded { states[index] = State() }
        if target == 0, octaves == 0, blend == 0 { isOn = false }
    }

    /// Goes on from the first frame, as if all before had been like it. What is opened into sound gets that mirrored at its first
    /// frame before, so many frames of it: a slope that began there would ring.
    private func begin(_ first: Double, reach: Int, _ stride: Int) {
        (isOn, octaves) = (true, first)
        tune()
        for pair in 0..<pairs {
            let (one, other) = samples(of: pair)
            let states = self.states + pair * count
            let edge = Self.sound(one, other, 0)
            let twice = edge + edge
            let state = State(band: .zero, low: twice - Self.sound(one, other, reach * stride))
            for section in 0..<count { states[section] = state }
            var frame = reach
            while frame > 0 {
                _ = pass(twice - Self.sound(one, other, frame * stride), states)
                frame -= 1
            }
        }
    }

    /// The samples of a pair; a channel that is left is its own other one.
    private func samples(of pair: Int) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
        (places[2 * pair], places[min(2 * pair + 1, channels - 1)])
    }

    /// A sample of each; one that is no number, or far above full scale, would stay in the filter for ever.
    @inline(__always)
    private static func sound(
        _ one: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>, _ place: Int
    ) -> Pair {
        let (left, right) = (one[place], other[place])
        return Pair(abs(left) < 1e6 ? Double(left) : 0, abs(right) < 1e6 ? Double(right) : 0)
    }

    private func tune() {
        let edge = tan(.pi / 2 * min(mostEdge, exp2(-octaves)))
        for section in 0..<count { sections[section].tune(to: edge) }
    }

    /// - Parameter before: the part of the filtered sound before the first frame; `blend` is that at the last.
    private func filter(_ pair: Int, from first: Int, to last: Int, _ stride: Int, _ before: Double) {
        let (one, other) = samples(of: pair)
        let states = self.states + pair * count
        let step = (blend - before) / Double(last - first)
        for frame in first..<last {
            let place = frame * stride
            let heard = Self.sound(one, other, place)
            var sound = pass(heard, states)
            if before < 1 || step < 0 { sound = heard + (sound - heard) * (before + step * Double(frame - first + 1)) }
            other[place] = Float(sound[1])
            one[place] = Float(sound[0])
        }
    }

    /// A sample of each behind all sections.
    @inline(__always)
    private func pass(_ sample: Pair, _ states: UnsafeMutablePointer<State>) -> Pair {
        var sound = sample
        for index in 0..<count {
            let (section, state) = (sections[index], states[index])
            let fall = section.fall * state.band
            let base = state.low + fall
            let held = state.low + section.back * state.band
            let rest = sound - held
            sound = base + section.through * rest
            let low = base + fall + section.climb * rest
            states[index] = State(band: state.band + section.rise * rest, low: low)
        }
        return sound
    }
}
