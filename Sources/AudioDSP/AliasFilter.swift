import Glibc

/// Takes away what would fold back where sound is then read faster than it was made: from half the rate, divided by the speed, on.
///
/// An elliptic filter of order 8. From there on a frequency loses 70 dB, and up to 0.77 of that, on the scale of the trapezoidal
/// rule, it changes by 0.1 dB. The sections keep their state where their frequencies change, and these go to new values in small
/// steps: a change of the speed does not click. Works on interleaved samples, allocates in `init` only, and is used by one thread.
package final class AliasFilter {
    /// A state variable filter of order 2 with a zero.
    private struct Section {
        /// That of the poles in the prototype, how much they are damped, and the share of the high-pass in what comes out.
        let frequency: Double
        let damping: Double
        let high: Double
        /// For the present speed.
        var a1 = 1.0
        var a2 = 0.0
        var a3 = 0.0

        mutating func tune(to edge: Double) {
            let gain = edge * frequency
            a1 = 1 / (1 + gain * (gain + damping))
            a2 = gain * a1
            a3 = gain * a2
        }
    }

    /// The two integrators of a section.
    private struct State {
        var band = 0.0
        var low = 0.0
    }

    /// The filter whose frequencies from 1 on lose 70 dB.
    private static let prototype = [
        Section(frequency: 0.374308752, damping: 1.648300037, high: 0.008366156),
        Section(frequency: 0.582201706, damping: 0.707375179, high: 0.144041266),
        Section(frequency: 0.727924710, damping: 0.276199447, high: 0.425545725),
        Section(frequency: 0.789806003, damping: 0.072419205, high: 0.623793522),
    ]

    /// Frames of a step towards another speed, and the octaves that it goes.
    private let stepFrames = 16
    private let stepOctaves = 1.0 / 32
    /// The most of half the rate at which the filter may begin.
    private let mostEdge = 0.98
    private let channels: Int
    private let count: Int
    private let sections: UnsafeMutablePointer<Section>
    /// Those of a channel beside each other.
    private let states: UnsafeMutablePointer<State>
    /// The octaves by which the sound is read faster.
    private var octaves = 0.0
    /// Whether it changes the sound.
    package private(set) var isOn = false

    package init(channels: Int) {
        self.channels = channels
        count = Self.prototype.count
        sections = .allocate(capacity: count)
        sections.initialize(from: Self.prototype, count: count)
        states = .allocate(capacity: max(1, channels * count))
        states.initialize(repeating: State(), count: max(1, channels * count))
    }

    deinit {
        sections.deallocate()
        states.deallocate()
    }

    /// Forgets the sound so far.
    @_noLocks package func reset() { isOn = false }

    /// Filters frames in place.
    ///
    /// - Parameters:
    ///   - wanted: the octaves by which they will be read faster; where they are read slower, nothing folds.
    ///   - isOpening: whether sound goes on that has not been filtered. The filter then begins where it changes next to nothing, and
    ///     goes from there in steps.
    package func process(
        _ samples: UnsafeMutablePointer<Float>, frames: Int, octaves wanted: Double, isOpening: Bool = false
    ) {
        let target = max(0, wanted)
        guard frames > 0, isOn || target > 0 else { return }
        if !isOn { begin(samples, frames, isOpening ? 0 : target, isOpening: isOpening) }
        var done = 0
        while done < frames {
            var part = frames - done
            if octaves != target {
                part = min(part, stepFrames)
                octaves += min(stepOctaves, max(-stepOctaves, target - octaves))
                tune()
            }
            for channel in 0..<channels { filter(samples + done * channels + channel, channel, part) }
            done += part
        }
        // There it changes next to nothing.
        if target == 0, octaves == 0 { isOn = false }
    }

    /// Goes on from the first frame, as if all before had been like it. What is opened into sound gets that mirrored at its first
    /// frame before: a slope that began there would ring.
    private func begin(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ first: Double, isOpening: Bool) {
        (isOn, octaves) = (true, first)
        tune()
        let reach = isOpening ? min(frames - 1, 32) : 0
        for channel in 0..<channels {
            let edge = Self.sound(samples[channel])
            let states = self.states + channel * count
            let state = State(band: 0, low: 2 * edge - Self.sound(samples[reach * channels + channel]))
            for section in 0..<count { states[section] = state }
            var frame = reach
            while frame > 0 {
                _ = pass(2 * edge - Self.sound(samples[frame * channels + channel]), states)
                frame -= 1
            }
        }
    }

    /// A sample; one that is no number, or far above full scale, would stay in the filter for ever.
    private static func sound(_ sample: Float) -> Double { abs(sample) < 1e6 ? Double(sample) : 0 }

    private func tune() {
        let edge = tan(.pi / 2 * min(mostEdge, exp2(-octaves)))
        for section in 0..<count { sections[section].tune(to: edge) }
    }

    private func filter(_ samples: UnsafeMutablePointer<Float>, _ channel: Int, _ frames: Int) {
        let states = self.states + channel * count
        for frame in 0..<frames {
            samples[frame * channels] = Float(pass(Self.sound(samples[frame * channels]), states))
        }
    }

    /// A sample behind all sections.
    @inline(__always)
    private func pass(_ sample: Double, _ states: UnsafeMutablePointer<State>) -> Double {
        var sound = sample
        for index in 0..<count {
            let (section, state) = (sections[index], states[index])
            let rest = sound - state.low
            let band = section.a1 * state.band + section.a2 * rest
            let low = state.low + section.a2 * state.band + section.a3 * rest
            states[index] = State(band: 2 * band - state.band, low: 2 * low - state.low)
            sound = low + section.high * (sound - section.damping * band - low)
        }
        return sound
    }
}
