/// Brings a voice to one level, slowly, and keeps its samples below 1. Real-time safe.
struct VoiceLevel {
    private enum Tuning {
        /// The power of a voice at its level: -17 dB.
        static var wanted: Float { @_noLocks get { 0.02 } }
        /// Voices below this power are not raised: -60 dB.
        static var least: Float { @_noLocks get { 1e-6 } }
        static var gains: ClosedRange<Float> { @_noLocks get { 0.25...8 } }
        /// The factors by which the gain rises and falls at most from block to block: +0.03 dB and -0.2 dB.
        static var rise: Float { @_noLocks get { 1.004 } }
        static var fall: Float { @_noLocks get { 0.98 } }
        static var peak: Float { @_noLocks get { 0.98 } }
    }

    /// The power of the voice while it spoke.
    private var power: Float = 0
    private var wantedGain: Float = 1
    /// That at the end of the last block.
    private var gain: Float = 1

    @_noLocks init() {}

    /// Applies the gain to a block.
    ///
    /// - Parameters:
    ///   - hasVoice: whether the block has a voice to measure.
    ///   - isOn: whether the gain follows the voice; else it returns to 1.
    @_noLocks mutating func process(
        _ samples: UnsafeMutablePointer<Float>, _ count: Int, hasVoice: Bool, isOn: Bool
    ) {
        var (sum, most): (Float, Float) = (0, 0)
        for index in 0..<count {
            sum += samples[index] * samples[index]
            most = max(most, abs(samples[index]))
        }
        if hasVoice { measure(sum / Float(count)) }
        var goal: Float = 1
        if isOn, power > 0 {
            goal = Self.root(Tuning.wanted / power)
            goal = min(max(goal, Tuning.gains.lowerBound), Tuning.gains.upperBound)
        }
        // A pause keeps the gain.
        if hasVoice || !isOn {
            wantedGain =
                goal > wantedGain ? min(goal, wantedGain * Tuning.rise) : max(goal, wantedGain * Tuning.fall)
        }
        let end = most * wantedGain > Tuning.peak ? min(wantedGain, max(1, Tuning.peak / most)) : wantedGain
        guard isOn || gain != 1 || end != 1 else { return }
        let step = (end - gain) / Float(count)
        for index in 0..<count {
            let sample = samples[index] * (gain + step * Float(index + 1))
            samples[index] = isOn ? min(max(sample, -1), 1) : sample
        }
        gain = end
    }

    @_noLocks private mutating func measure(_ now: Float) {
        guard now > Tuning.least else { return }
        power = power == 0 ? now : now > power ? power + 0.1 * (now - power) : power + 0.01 * (now - power)
    }

    /// The square root to five digits. That of the standard library is a call which the compiler cannot look into.
    @_noLocks static func root(_ value: Float) -> Float {
        guard value > 1e-30 else { return 0 }
        // A guess at its reciprocal from the exponent, which Newton's method makes better.
        var guess = Float(bitPattern: 0x5F37_59DF &- (value.bitPattern >> 1))
        guess *= 1.5 - 0.5 * value * guess * guess
        guess *= 1.5 - 0.5 * value * guess * guess
        return value * guess
    }

    /// A sample, or silence for what is no number or far too loud: what a filter keeps has to stay finite.
    @_noLocks static func sound(_ sample: Float) -> Float { abs(sample) <= 16 ? sample : 0 }
}
