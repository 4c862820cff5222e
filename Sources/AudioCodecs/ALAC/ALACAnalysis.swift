/// Finds the coefficients that a packet's predictor starts with.
///
/// The format predicts from differences to an older sample, so its coefficients and that sample's weight add up to one.
/// Such a predictor of the samples is a predictor of their differences, one sample to the next, and this is found
/// by autocorrelation and Levinson's recursion.
final class ALACAnalysis {
    static let order = 6
    static let shift = 9
    /// So far from what 16 bits hold that the predictor's steps cannot leave them.
    private static let largestCoefficient = Double(Int16.max) - Double(ALAC.framesPerPacket)

    private let window: UnsafeMutablePointer<Float>
    private var windowFrames = 0
    /// Differences under the window, and zeros before them.
    private let signal: UnsafeMutablePointer<Float>
    private static let margin = 8

    init() {
        window = .allocate(capacity: ALAC.framesPerPacket)
        window.initialize(repeating: 0, count: ALAC.framesPerPacket)
        signal = .allocate(capacity: ALAC.framesPerPacket + 2 * Self.margin)
        signal.initialize(repeating: 0, count: ALAC.framesPerPacket + 2 * Self.margin)
    }

    deinit {
        window.deallocate()
        signal.deallocate()
    }

    /// The predictor of these samples.
    func predictor(_ samples: UnsafePointer<Int32>, count: Int) -> ALACPredictor {
        var predictor = ALACPredictor()
        predictor.order = Self.order
        predictor.shift = Self.shift
        let weights = Self.levinson(correlate(samples, count: count))
        for tap in 0..<Self.order {
            let value = weights[tap] - (tap == 0 ? -1 : weights[tap - 1])
            let scaled = (value * Double(1 << Self.shift)).rounded()
            predictor.coefficients[tap] = Int32(
                max(-Self.largestCoefficient, min(Self.largestCoefficient, scaled)))
        }
        return predictor
    }

    /// The autocorrelation of the differences, from distance 0 to `order`.
    private func correlate(_ samples: UnsafePointer<Int32>, count: Int) -> InlineArray<7, Double> {
        prepareWindow(count)
        let first = signal + Self.margin
        first[0] = 0
        for index in 1..<max(count, 1) {
            first[index] = Float(samples[index] &- samples[index - 1]) * window[index]
        }
        for index in count..<count + Self.margin { first[index] = 0 }
        var sums = InlineArray<7, Double>(repeating: 0)
        let block = 256
        for start in stride(from: 0, to: count, by: block) {
            var partial = InlineArray<7, SIMD4<Float>>(repeating: .zero)
            let bytes = UnsafeRawPointer(first + start)
            for place in stride(from: 0, to: min(block, count - start) * 4, by: 16) {
                let here = bytes.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
                for lag in 0..<7 {
                    partial[lag] +=
                        here * bytes.loadUnaligned(fromByteOffset: place &- 4 &* lag, as: SIMD4<Float>.self)
                }
            }
            for lag in 0..<7 { sums[lag] += Double(partial[lag].sum()) }
        }
        return sums
    }

    /// A parabola (Welch's window).
    private func prepareWindow(_ count: Int) {
        guard windowFrames != count else { return }
        windowFrames = count
        let middle = Float(count) / 2
        for index in 0..<count {
            let place = (Float(index) - middle) / middle
            window[index] = 1 - place * place
        }
    }

    private static func levinson(_ correlation: InlineArray<7, Double>) -> InlineArray<6, Double> {
        var weights = InlineArray<6, Double>(repeating: 0)
        // A little noise below the signal keeps the recursion stable where a few sines are all there is.
        var error = correlation[0] * (1 + 1e-7)
        guard error > 0 else { return weights }
        for step in 0..<order {
            var sum = correlation[step + 1]
            for tap in 0..<step { sum -= weights[tap] * correlation[step - tap] }
            let reflection = sum / error
            guard abs(reflection) < 1 else { return weights }
            let before = weights
            weights[step] = reflection
            for tap in 0..<step { weights[tap] -= reflection * before[step - 1 - tap] }
            error *= 1 - reflection * reflection
            guard error > 0 else { return weights }
        }
        return weights
    }
}
