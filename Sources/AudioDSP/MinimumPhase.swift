import Glibc

/// Moves an impulse response's energy to its start without changing the magnitude of its spectrum.
///
/// By the real cepstrum: the logarithm of the magnitude, folded onto positive time. In double precision; not real-time
/// safe.
package enum MinimumPhase {
    /// The minimum-phase response of the same length.
    static func response(of samples: [Double]) -> [Double] {
        // Room around the response keeps the cepstrum, which is longer, from running into itself.
        var size = 1
        while size < samples.count * 8 { size *= 2 }
        var real = samples + [Double](repeating: 0, count: size - samples.count)
        var imaginary = [Double](repeating: 0, count: size)
        transform(&real, &imaginary)
        let peak = zip(real, imaginary).reduce(0) { max($0, hypot($1.0, $1.1)) }
        // A floor far below the stop band, since a zero has no logarithm.
        let magnitudes = zip(real, imaginary).map { max(hypot($0.0, $0.1), peak * 1e-9) }
        return Array(response(ofMagnitudes: magnitudes)[0..<samples.count])
    }

    /// The minimum-phase response with the magnitudes of a spectrum, as long as this.
    ///
    /// - Parameter magnitudes: of all bins, above 0. Their number is a power of two.
    package static func response(ofMagnitudes magnitudes: [Double]) -> [Double] {
        let size = magnitudes.count
        var real = magnitudes.map { log($0) }
        var imaginary = [Double](repeating: 0, count: size)
        transform(&real, &imaginary)
        for i in 0..<size {
            let fold: Double = i == 0 || i == size / 2 ? 1 : i < size / 2 ? 2 : 0
            real[i] *= fold / Double(size)
            imaginary[i] = 0
        }
        transform(&real, &imaginary)
        for i in 0..<size {
            let magnitude = exp(real[i])
            // The conjugate, so that one more forward transform is the inverse one.
            (real[i], imaginary[i]) = (magnitude * cos(imaginary[i]), -magnitude * sin(imaginary[i]))
        }
        transform(&real, &imaginary)
        return real.map { $0 / Double(size) }
    }

    /// The discrete Fourier transform in place, for sizes that are powers of two.
    static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let size = real.count
        let (cosines, sines) = roots(size)
        real.withUnsafeMutableBufferPointer { re in
            imaginary.withUnsafeMutableBufferPointer { im in
                reverse(re, im)
                var half = 1
                while half < size {
                    let stride = size / (2 * half)
                    for start in Swift.stride(from: 0, to: size, by: 2 * half) {
                        for k in 0..<half {
                            let (c, s) = (cosines[k * stride], sines[k * stride])
                            let (a, b) = (start + k, start + k + half)
                            let (x, y) = (re[b] * c + im[b] * s, im[b] * c - re[b] * s)
                            (re[b], im[b]) = (re[a] - x, im[a] - y)
                            (re[a], im[a]) = (re[a] + x, im[a] + y)
                        }
                    }
                    half *= 2
                }
            }
        }
    }

    private static func roots(_ size: Int) -> (cosines: [Double], sines: [Double]) {
        let angles = (0..<max(1, size / 2)).map { 2 * Double.pi * Double($0) / Double(size) }
        return (angles.map { cos($0) }, angles.map { sin($0) })
    }

    private static func reverse(_ re: UnsafeMutableBufferPointer<Double>, _ im: UnsafeMutableBufferPointer<Double>) {
        var other = 0
        for i in 1..<max(1, re.count) {
            var bit = re.count >> 1
            while other & bit != 0 {
                other ^= bit
                bit >>= 1
            }
            other |= bit
            if i < other {
                re.swapAt(i, other)
                im.swapAt(i, other)
            }
        }
    }
}
