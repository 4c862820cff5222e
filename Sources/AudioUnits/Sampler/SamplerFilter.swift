import AudioCore
import Glibc

/// A resonant low pass with two poles, whose numbers glide within a block. Real-time safe.
///
/// It keeps the state of its integrators, not of past outputs, so that it stays stable whatever its frequency does.
struct SamplerFilter: BitwiseCopyable {
    /// What a channel has in its integrators.
    struct State: BitwiseCopyable {
        var band: Float = 0
        var low: Float = 0

        @_noLocks init() {}
    }

    /// The numbers of a frequency and a resonance.
    struct Numbers: BitwiseCopyable {
        var rest: Float = 1
        var band: Float = 0
        var low: Float = 0

        @_noLocks init() {}

        /// - Parameters:
        ///   - cents: the frequency above the note 0.
        ///   - decibels: the height of the peak above the level of low frequencies, from 0 on.
        @_noLocks init(cents: Float, decibels: Float, rate: Float) {
            let frequency = min(max(SamplerUnits.hertz(cents), 5), 0.45 * rate)
            var tangent: Float = 0
            // A tangent of a number: nothing is allocated, nothing locks.
            realtimeTrusted { tangent = tanf(.pi * frequency / rate) }
            // A Butterworth filter has no peak.
            let back = SamplerUnits.gain(3.0103 - decibels)
            rest = 1 / (1 + tangent * (tangent + back))
            band = tangent * rest
            low = tangent * band
        }
    }

    private(set) var isOn = false
    private var now = Numbers()
    private var step = Numbers()
    private var known: (cents: Float, decibels: Float) = (.nan, .nan)
    private var aim = Numbers()

    @_noLocks init(isOn: Bool) { self.isOn = isOn }

    /// Sets what the filter is to be at the end of the block that begins.
    @_noLocks mutating func glide(toCents cents: Float, decibels: Float, rate: Float, over frames: Int) {
        let isFirst = known.cents.isNaN
        if cents != known.cents || decibels != known.decibels {
            known = (cents, decibels)
            aim = Numbers(cents: cents, decibels: decibels, rate: rate)
        }
        if isFirst { now = aim }
        let part = 1 / Float(frames)
        step.rest = (aim.rest - now.rest) * part
        step.band = (aim.band - now.band) * part
        step.low = (aim.low - now.low) * part
    }

    /// Ends a block after some of its frames.
    @_noLocks mutating func endBlock(_ frames: Int) {
        let passed = Float(frames)
        now.rest += step.rest * passed
        now.band += step.band * passed
        now.low += step.low * passed
        step.rest = 0
        step.band = 0
        step.low = 0
    }

    /// Filters frames in place.
    ///
    /// - Parameter first: how many frames of the block were before.
    @_noLocks func process(
        _ samples: UnsafeMutablePointer<Float>, _ count: Int, from first: Int, _ state: inout State
    ) {
        var (band, low) = (state.band, state.low)
        if step.rest == 0, step.band == 0, step.low == 0 {
            for frame in 0..<count {
                let input = samples[frame] - low
                let nextBand = now.rest * band + now.band * input
                let nextLow = low + now.band * band + now.low * input
                band = 2 * nextBand - band
                low = 2 * nextLow - low
                samples[frame] = nextLow
            }
        } else {
            for frame in 0..<count {
                let passed = Float(Int32(truncatingIfNeeded: first &+ frame &+ 1))
                let byBand = now.band + step.band * passed
                let input = samples[frame] - low
                let nextBand = (now.rest + step.rest * passed) * band + byBand * input
                let nextLow = low + byBand * band + (now.low + step.low * passed) * input
                band = 2 * nextBand - band
                low = 2 * nextLow - low
                samples[frame] = nextLow
            }
        }
        (state.band, state.low) = (band, low)
    }
}
