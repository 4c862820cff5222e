/// A gain that goes in straight lines, frame by frame. Interleaved 32-bit float; the audio thread's own.
///
/// After a change the next frame still has the old gain, and the first one behind the ramp has the new one.
package struct GainRamp {
    private var target: Float
    private var slope: Float = 0
    /// Frames until the target.
    private var left = 0

    @_noLocks package init(_ gain: Float) { target = gain }

    /// The next frame's gain.
    package var gain: Float { @_noLocks get { left > 0 ? target - slope * Float(left) : target } }
    package var isMoving: Bool { @_noLocks get { left > 0 } }
    /// Whether samples stay what they are.
    package var isUnity: Bool { @_noLocks get { left == 0 && target == 1 } }

    /// Goes to another gain over a number of frames, from wherever it is. Real-time safe.
    @_noLocks package mutating func move(to gain: Float, over frames: Int) {
        slope = frames > 0 ? (gain - self.gain) / Float(frames) : 0
        target = gain
        left = max(0, frames)
    }

    /// The next frame's gain, which then is past. Real-time safe.
    @_noLocks package mutating func next() -> Float {
        let now = gain
        if left > 0 { left -= 1 }
        return now
    }

    /// Passes frames. Real-time safe.
    @_noLocks package mutating func skip(_ frames: Int) { left = max(0, left - frames) }

    /// Multiplies frames in place, and passes them. Real-time safe.
    @_noLocks package mutating func apply(_ samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int) {
        let ramp = min(left, frames)
        for frame in 0..<ramp {
            let factor = next()
            for i in frame * channels..<(frame + 1) * channels { samples[i] *= factor }
        }
        guard target != 1 else { return }
        let end = frames * channels
        var i = ramp * channels
        while i < end {
            samples[i] *= target
            i &+= 1
        }
    }

    /// Adds frames times the gain to others, and passes them. Real-time safe.
    @_noLocks package mutating func add(
        _ frames: UnsafePointer<Float>, _ count: Int, channels: Int, to samples: UnsafeMutablePointer<Float>
    ) {
        let ramp = min(left, count)
        for frame in 0..<ramp {
            let factor = next()
            for i in frame * channels..<(frame + 1) * channels { samples[i] += frames[i] * factor }
        }
        // Loops without ranges, which builds without optimization run several times faster.
        let end = count * channels
        var i = ramp * channels
        if target == 1 {
            while i < end {
                samples[i] += frames[i]
                i &+= 1
            }
        } else {
            while i < end {
                samples[i] += frames[i] * target
                i &+= 1
            }
        }
    }
}
