import AudioCore
import Glibc

/// Places between left and right, of equal power.
enum SamplerPan {
    /// The gains of both sides. Real-time safe.
    ///
    /// - Parameters:
    ///   - place: from -500, the left, to 500.
    ///   - isStereo: whether the sound has two channels, whose own gain is 1 in the middle.
    @_noLocks static func sides(_ place: Float, isStereo: Bool) -> (left: Float, right: Float) {
        let part = min(max(place, -500), 500) / 1000 + 0.5
        let scale: Float = isStereo ? 1.414_213_6 : 1
        guard part > 0 else { return (scale, 0) }
        guard part < 1 else { return (0, scale) }
        // As exactly in the middle as both sides can be the same.
        guard part != 0.5 else { return (scale * 0.707_106_77, scale * 0.707_106_77) }
        var (left, right): (Float, Float) = (0, 0)
        // Sines of numbers: nothing is allocated, nothing locks.
        realtimeTrusted {
            left = cosf(part * .pi / 2)
            right = sinf(part * .pi / 2)
        }
        return (left * scale, right * scale)
    }
}
