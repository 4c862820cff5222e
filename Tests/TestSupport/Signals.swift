import Glibc

/// Test signals: the same samples on every run and machine.
package enum Signal {
    /// A sine of `frequency` in parts of the sample rate.
    package static func sine(_ frequency: Double, frames: Int, amplitude: Double = 0.5, phase: Double = 0) -> [Float] {
        [Float](unsafeUninitializedCapacity: frames) { buffer, count in
            for i in 0..<frames {
                let turns = frequency * Double(i)
                buffer[i] = Float(amplitude * sin(2 * .pi * (turns - turns.rounded(.down)) + phase))
            }
            count = frames
        }
    }

    /// Uniform noise between -1 and 1.
    package static func noise(frames: Int, seed: UInt64, amplitude: Float = 1) -> [Float] {
        var random = SeededRandom(seed)
        return (0..<frames).map { _ in amplitude * Float(Int32(truncatingIfNeeded: random.next())) * 0x1p-31 }
    }

    /// Bytes of any value.
    package static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
    }

    /// A sine whose frequency rises from one value to another, both in parts of the sample rate.
    package static func sweep(from low: Double, to high: Double, frames: Int, amplitude: Double = 0.5) -> [Float] {
        var turns = 0.0
        return (0..<frames).map { i in
            defer { turns += low + (high - low) * Double(i) / Double(frames) }
            return Float(amplitude * sin(2 * .pi * (turns - turns.rounded(.down))))
        }
    }

    /// One sample of 1 among zeros.
    package static func impulse(at place: Int, frames: Int) -> [Float] {
        var samples = [Float](repeating: 0, count: frames)
        samples[place] = 1
        return samples
    }
}

/// Numbers that look random and are the same each time (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64
    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Measures of samples, in double precision.
package enum Measure {
    /// The sine of a known frequency that fits samples best, and what remains.
    package struct SineFit {
        package let amplitude: Double
        package let phase: Double
        /// Everything but the sine and the constant, root mean square, relative to the sine's: THD+N in decibels.
        package let residual: Double
    }

    package static func decibels(_ ratio: Double) -> Double { ratio > 0 ? 20 * log10(ratio) : -.infinity }

    /// Fits a sine of `frequency`, in parts of the sample rate, and a constant by least squares.
    package static func sineFit(_ samples: ArraySlice<Float>, frequency: Double) -> SineFit {
        var normal = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
        var total = 0.0
        let step = 2 * Double.pi * frequency
        for (i, sample) in samples.enumerated() {
            let (c, s) = (cos(step * Double(i)), sin(step * Double(i)))
            let x = Double(sample)
            total += x * x
            normal[0][0] += c * c
            normal[0][1] += c * s
            normal[0][2] += c
            normal[0][3] += c * x
            normal[1][1] += s * s
            normal[1][2] += s
            normal[1][3] += s * x
            normal[2][2] += 1
            normal[2][3] += x
        }
        normal[1][0] = normal[0][1]
        normal[2][0] = normal[0][2]
        normal[2][1] = normal[1][2]
        let (c, s, constant) = solve(normal)
        var rest = 0.0
        for (i, sample) in samples.enumerated() {
            let error = Double(sample) - c * cos(step * Double(i)) - s * sin(step * Double(i)) - constant
            rest += error * error
        }
        let amplitude = hypot(c, s)
        let power = amplitude * amplitude / 2 * Double(samples.count)
        return SineFit(amplitude: amplitude, phase: atan2(c, s), residual: 10 * log10(rest / power))
    }

    private static func solve(_ rows: [[Double]]) -> (Double, Double, Double) {
        var m = rows
        for pivot in 0..<3 {
            for row in 0..<3 where row != pivot {
                let factor = m[row][pivot] / m[pivot][pivot]
                for column in pivot..<4 { m[row][column] -= factor * m[pivot][column] }
            }
        }
        return (m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2])
    }

    /// How strongly a frequency, in parts of the sample rate, is in the samples: 1 for a sine of amplitude 1.
    package static func level(_ samples: ArraySlice<Float>, at frequency: Double) -> Double {
        let step = 2 * Double.pi * frequency
        var (real, imaginary) = (0.0, 0.0)
        for (i, sample) in samples.enumerated() {
            // A Hann window, so that what is not at this frequency stays out.
            let window = 1 - cos(2 * .pi * Double(i) / Double(samples.count))
            real += window * Double(sample) * cos(step * Double(i))
            imaginary += window * Double(sample) * sin(step * Double(i))
        }
        return 2 * hypot(real, imaginary) / Double(samples.count)
    }

    package static func rms(_ samples: ArraySlice<Float>) -> Double {
        var sum = 0.0
        for sample in samples { sum += Double(sample) * Double(sample) }
        return samples.isEmpty ? 0 : (sum / Double(samples.count)).squareRoot()
    }

    /// The largest difference between two runs of samples of the same length; infinite where the lengths differ.
    package static func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
        guard a.count == b.count else { return .infinity }
        var largest: Float = 0
        for i in a.indices {
            let difference = abs(a[i] - b[i])
            if !(difference <= largest) { largest = difference }
        }
        return largest
    }
}
