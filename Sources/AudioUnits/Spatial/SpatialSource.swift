/// What a point source sounds like: its channels in one.
enum SpatialSource {
    /// Makes a slice's frames the mean of the channels. What is no number, or far too loud, becomes silent: filters would keep it for
    /// ever.
    ///
    /// The pointers are the function's own, so that the compiler knows them to stay, and adds samples side by side.
    static func mix(
        _ samples: UnsafeMutablePointer<UnsafePointer<Float>>, channels: Int, from first: Int, frames: Int,
        to mono: UnsafeMutablePointer<Float>
    ) {
        let source = samples[0] + first
        guard channels > 1 else {
            for frame in 0..<frames { mono[frame] = source[frame].magnitude < 1e6 ? source[frame] : 0 }
            return
        }
        for frame in 0..<frames { mono[frame] = source[frame] }
        for channel in 1..<channels {
            let source = samples[channel] + first
            for frame in 0..<frames { mono[frame] += source[frame] }
        }
        let scale = 1 / Float(channels)
        for frame in 0..<frames { mono[frame] = mono[frame].magnitude < 1e6 ? mono[frame] * scale : 0 }
    }
}
