/// How loud samples are. Real-time safe; planar 32-bit float.
package struct Meter: Sendable {
    /// The largest magnitude, linear.
    package let peak: Float
    /// The mean of the squares; its root is the average level, its decibels are 10 log10.
    package let meanSquare: Float

    /// Measures `count` samples of one channel; silence where there are none. What is not a number counts as 0.
    @_noLocks package init(_ samples: UnsafePointer<Float>, count: Int) {
        var peaks = SIMD8<Float>(repeating: 0)
        var squares = SIMD8<Float>(repeating: 0)
        var sum = 0.0
        var i = 0
        while i + 8 <= count {
            // Partial sums go to double precision, so that long runs lose nothing.
            let end = min(count, i + 1024)
            squares = SIMD8(repeating: 0)
            while i + 8 <= end {
                var x = UnsafeRawPointer(samples + i).loadUnaligned(as: SIMD8<Float>.self)
                x.replace(with: 0, where: x .!= x)
                squares += x * x
                x.replace(with: -x, where: x .< 0)
                peaks.replace(with: x, where: x .> peaks)
                i += 8
            }
            for lane in 0..<8 { sum += Double(squares[lane]) }
        }
        var most: Float = 0
        for lane in 0..<8 where peaks[lane] > most { most = peaks[lane] }
        while i < count {
            let x = samples[i]
            if x == x {
                sum += Double(x) * Double(x)
                most = max(most, abs(x))
            }
            i += 1
        }
        peak = most
        meanSquare = count > 0 ? Float(sum / Double(count)) : 0
    }
}
