import CKernels
import Glibc

/// A filter of second order, with coefficients that are divided by that of the newest output.
///
/// The designs are bilinear transforms of the analogue filters, with the frequency that is asked for in its place.
package struct Biquad: Sendable, Equatable {
    package var b0: Double
    package var b1: Double
    package var b2: Double
    package var a1: Double
    package var a2: Double

    /// What the filter remembers of one channel.
    package struct State: BitwiseCopyable {
        var one = 0.0
        var two = 0.0
        @_noLocks package init() {}
    }

    /// Changes nothing.
    package static var through: Biquad { @_noLocks get { Biquad(1, 0, 0, 1, 0, 0) } }

    @_noLocks private init(
        _ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double
    ) {
        (self.b0, self.b1, self.b2) = (b0 / a0, b1 / a0, b2 / a0)
        (self.a1, self.a2) = (a1 / a0, a2 / a0)
    }

    /// Filters samples of one channel in place. What is no number counts as silence. Real-time safe.
    @_noLocks package func process(
        _ samples: UnsafeMutablePointer<Float>, count: Int, _ state: UnsafeMutablePointer<State>
    ) {
        var how = CKBiquad(b0: b0, b1: b1, b2: b2, a1: a1, a2: a2)
        // The same two numbers.
        let kept = UnsafeMutableRawPointer(state).assumingMemoryBound(to: CKBiquadState.self)
        CKFilterBiquad(&how, kept, samples, count)
    }

    /// The gain at a frequency, linear.
    package func magnitude(at frequency: Double, _ sampleRate: Double) -> Double {
        let angle = 2 * Double.pi * frequency / sampleRate
        let (c1, s1, c2, s2) = (cos(angle), sin(angle), cos(2 * angle), sin(2 * angle))
        let (numerator, denominator) = (
            hypot(b0 + b1 * c1 + b2 * c2, b1 * s1 + b2 * s2), hypot(1 + a1 * c1 + a2 * c2, a1 * s1 + a2 * s2)
        )
        return numerator / denominator
    }

    // MARK: Designs

    /// The angle of a frequency, which stays below half of the sample rate.
    private static func angle(_ frequency: Double, _ sampleRate: Double) -> Double {
        2 * Double.pi * min(max(frequency, 1e-3), sampleRate * 0.499) / sampleRate
    }

    /// - Parameter decibels: the gain at the cutoff above that of a Butterworth filter, which has -3 dB there.
    package static func lowPass(_ frequency: Double, decibels: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, alpha) = (cos(w), sin(w) / (2 * pow(10, decibels / 20) * 0.5.squareRoot()))
        return Biquad((1 - c) / 2, 1 - c, (1 - c) / 2, 1 + alpha, -2 * c, 1 - alpha)
    }

    package static func highPass(_ frequency: Double, decibels: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, alpha) = (cos(w), sin(w) / (2 * pow(10, decibels / 20) * 0.5.squareRoot()))
        return Biquad((1 + c) / 2, -(1 + c), (1 + c) / 2, 1 + alpha, -2 * c, 1 - alpha)
    }

    /// - Parameter octaves: between the frequencies with -3 dB.
    package static func bandPass(_ frequency: Double, octaves: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, s) = (cos(w), sin(w))
        // Close to half of the sample rate the width has no limit, and its sine would be no number.
        let alpha = s * sinh(min(log(2) / 2 * octaves * w / s, 30))
        return Biquad(alpha, 0, -alpha, 1 + alpha, -2 * c, 1 - alpha)
    }

    /// A bell with a gain at its centre.
    package static func peak(_ frequency: Double, q: Double, decibels: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, alpha, gain) = (cos(w), sin(w) / (2 * max(q, 1e-3)), pow(10, decibels / 40))
        return Biquad(1 + alpha * gain, -2 * c, 1 - alpha * gain, 1 + alpha / gain, -2 * c, 1 - alpha / gain)
    }

    /// A gain below a frequency, at which it has half of its decibels.
    package static func lowShelf(_ frequency: Double, decibels: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, gain) = (cos(w), pow(10, decibels / 40))
        let slope = sin(w) * 2.squareRoot() * gain.squareRoot()
        return Biquad(
            gain * (gain + 1 - (gain - 1) * c + slope), 2 * gain * (gain - 1 - (gain + 1) * c),
            gain * (gain + 1 - (gain - 1) * c - slope), gain + 1 + (gain - 1) * c + slope,
            -2 * (gain - 1 + (gain + 1) * c), gain + 1 + (gain - 1) * c - slope)
    }

    /// A gain above a frequency, at which it has half of its decibels.
    package static func highShelf(_ frequency: Double, decibels: Double, _ sampleRate: Double) -> Biquad {
        let w = angle(frequency, sampleRate)
        let (c, gain) = (cos(w), pow(10, decibels / 40))
        let slope = sin(w) * 2.squareRoot() * gain.squareRoot()
        return Biquad(
            gain * (gain + 1 + (gain - 1) * c + slope), -2 * gain * (gain - 1 + (gain + 1) * c),
            gain * (gain + 1 + (gain - 1) * c - slope), gain + 1 - (gain - 1) * c + slope,
            2 * (gain - 1 - (gain + 1) * c), gain + 1 - (gain - 1) * c - slope)
    }
}
