import Glibc

/// Follows the peaks of a sound, and gives each frame its gain: of a compressor, or of a band of one.
///
/// A gain is worked out every 16 frames, and the next 16 go there in a straight line. Frames are counted from the first one, so
/// that the gains do not depend on how the sound is cut into cycles. Neither allocates nor locks.
struct GainFollower {
    struct Setting {
        /// What is left, a frame later, of the distance to a louder peak, and to a softer one.
        var attack: Double
        var release: Double
        /// In decibels, all but the ratio.
        var threshold: Double
        var headroom: Double
        var ratio = 1.0
        var expansion = -200.0
        var decibels: Double

        /// - Parameters:
        ///   - attack: seconds in which the distance to a louder peak falls to 1/e.
        ///   - release: the same for softer ones.
        init(
            attack: Double, release: Double, sampleRate: Double, threshold: Double, headroom: Double, decibels: Double
        ) {
            (self.attack, self.release) = (exp(-1 / (attack * sampleRate)), exp(-1 / (release * sampleRate)))
            (self.threshold, self.headroom, self.decibels) = (threshold, headroom, decibels)
        }
    }

    private static let interval = 16

    /// By how much the level changes, without the gain that the setting adds, in decibels.
    private(set) var change = 0.0
    private var envelope = 0.0
    private var gain = 1.0
    private var step = 0.0
    private var frame = 0
    private var (attack, release) = (0.0, 0.0)
    private var hasBegun = false

    @_noLocks init() {}

    /// The gain of the next frame.
    ///
    /// - Parameters:
    ///   - peak: the largest magnitude of its channels.
    ///   - setting: asked every 16 frames.
    mutating func gain(for peak: Float, _ setting: () -> Setting) -> Float {
        if frame == 0 { turn(setting()) }
        frame = (frame + 1) % Self.interval
        let rate = Double(peak) > envelope ? attack : release
        envelope = Double(peak) + (envelope - Double(peak)) * rate
        if !envelope.isFinite { envelope = 0 }
        gain += step
        return Float(gain)
    }

    private mutating func turn(_ setting: Setting) {
        (attack, release) = (setting.attack, setting.release)
        // Nothing has been heard before the first frame.
        if hasBegun {
            let level = 20 * log10(max(envelope, 1e-7))
            change =
                DynamicsUnit.level(
                    level, threshold: setting.threshold, headroom: setting.headroom, ratio: setting.ratio,
                    expansion: setting.expansion) - level
        }
        let wanted = pow(10, (change + setting.decibels) / 20)
        if !hasBegun { (gain, hasBegun) = (wanted, true) }
        step = (wanted - gain) / Double(Self.interval)
    }
}
