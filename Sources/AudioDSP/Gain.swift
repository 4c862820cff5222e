/// Multiplies samples. Real-time safe; planar 32-bit float.
package enum Gain {
    /// Multiplies `count` samples by `gain`, from `input` to `output`, which may be the same.
    @_noLocks package static func apply(
        _ gain: Float, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, count: Int
    ) {
        for i in 0..<count { output[i] = input[i] * gain }
    }

    /// Multiplies by a gain that goes in a straight line from `start` to `end`.
    ///
    /// The first sample gets `start`, the one after the last would get `end`: one call after the other make one ramp.
    @_noLocks package static func ramp(
        from start: Float, to end: Float, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        guard count > 0 else { return }
        let step = (end - start) / Float(count)
        for i in 0..<count { output[i] = input[i] * (start + step * Float(i)) }
    }
}
