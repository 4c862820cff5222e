#if canImport(Glibc)
    import Glibc
#endif

/// Finds the spectral envelope of speech: windows, autocorrelation, linear predictor, line spectral frequencies.
///
/// Source: RFC 3951, section 3.2. There is no look-ahead: the last window falls steeply at the newest samples.
final class ILBCAnalysis {
    private static let order = ILBCMode.order
    private static let window = 240
    private static let lookBack = 60
    private static let gridPoints = 128
    private let mode: ILBCMode
    /// The last 300 samples.
    private let speech: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let windows: UnsafeMutablePointer<Float>
    private let grid: UnsafeMutablePointer<Double>

    init(_ mode: ILBCMode) {
        self.mode = mode
        speech = .zeros(Self.lookBack + Self.window)
        windowed = .zeros(Self.window)
        windows = .zeros(2 * Self.window)
        grid = .allocate(capacity: Self.gridPoints + 1)
        for index in 0..<Self.window {
            let middle = sin(Double.pi * Double(index + 1) / 241)
            let rising = sin(Double.pi * Double(index + 1) / 442)
            windows[index] = Float(middle * middle)
            windows[Self.window + index] = Float(
                index < 220 ? rising * rising : cos(Double.pi * Double(index - 220) / 40))
        }
        for index in 0...Self.gridPoints { grid[index] = cos(Double.pi * Double(index) / Double(Self.gridPoints)) }
    }

    deinit {
        speech.deallocate()
        windowed.deallocate()
        windows.deallocate()
        grid.deallocate()
    }

    func reset() { speech.update(repeating: 0, count: Self.lookBack + Self.window) }

    /// The line spectral frequencies of a packet's speech, ten in radians for each spectrum.
    ///
    /// Where they cannot be found those before stand again.
    ///
    /// - Parameter frequencies: those of the packet before, and room for this one's behind them.
    func analyze(_ samples: UnsafePointer<Float>, into frequencies: UnsafeMutablePointer<Float>) {
        let kept = Self.lookBack + Self.window - mode.frames
        speech.update(from: speech + mode.frames, count: kept)
        (speech + kept).update(from: samples, count: mode.frames)
        for spectrum in 1...mode.spectra {
            let isLast = spectrum == mode.spectra
            let (start, shape) = (speech + (isLast ? Self.lookBack : 0), windows + (isLast ? Self.window : 0))
            for index in 0..<Self.window { windowed[index] = start[index] * shape[index] }
            let output = frequencies + spectrum * Self.order
            if !lineFrequencies(of: predictor(), into: output) {
                output.update(from: output - Self.order, count: Self.order)
            }
        }
    }

    /// The predictor of the windowed samples, its resonances widened.
    private func predictor() -> InlineArray<11, Double> {
        var products = InlineArray<11, Double>(repeating: 0)
        for lag in 0...Self.order {
            products[lag] = Double(SIMDMath.dot(windowed, windowed + lag, Self.window - lag))
            // A Gaussian of 60 Hz smooths the spectrum; a little noise keeps it from falling too deep.
            let angle = 2 * Double.pi * 60 * Double(lag) / ILBC.sampleRate
            products[lag] *= lag == 0 ? 1.0001 : exp(-0.5 * angle * angle)
        }
        var result = InlineArray<11, Double>(repeating: 0)
        result[0] = 1
        var error = products[0]
        guard error > 1e-9 else { return result }
        for degree in 1...Self.order {
            var sum = products[degree]
            for index in 1..<degree { sum += result[index] * products[degree - index] }
            let reflection = -sum / error
            let before = result
            for index in 1..<degree { result[index] = before[index] + reflection * before[degree - index] }
            result[degree] = reflection
            error *= 1 - reflection * reflection
        }
        var widening = 1.0
        for degree in 1...Self.order {
            widening *= 0.9025
            result[degree] *= widening
        }
        return result
    }

    /// The zeros, on the unit circle, of the predictor's symmetric and antisymmetric parts, by turns.
    private func lineFrequencies(
        of predictor: InlineArray<11, Double>, into frequencies: UnsafeMutablePointer<Float>
    ) -> Bool {
        var (sum, difference) = (InlineArray<6, Double>(repeating: 1), InlineArray<6, Double>(repeating: 1))
        for index in 0..<5 {
            sum[index + 1] = predictor[index + 1] + predictor[10 - index] - sum[index]
            difference[index + 1] = predictor[index + 1] - predictor[10 - index] + difference[index]
        }
        var found = 0
        var before = Self.value(of: sum, at: grid[0])
        var point = 1
        var top = grid[0]
        while found < Self.order, point <= Self.gridPoints {
            let polynomial = found & 1 == 0 ? sum : difference
            let here = Self.value(of: polynomial, at: grid[point])
            guard before * here <= 0 else {
                (before, top) = (here, grid[point])
                point += 1
                continue
            }
            top = Self.zero(of: polynomial, from: top, to: grid[point])
            frequencies[found] = Float(acos(top))
            found += 1
            before = Self.value(of: found & 1 == 0 ? sum : difference, at: top)
        }
        return found == Self.order
    }

    /// Halves an interval in which the sign changes until it is small.
    private static func zero(of polynomial: InlineArray<6, Double>, from first: Double, to last: Double) -> Double {
        var (high, low) = (first, last)
        let sign = value(of: polynomial, at: high)
        for _ in 0..<16 {
            let middle = (high + low) / 2
            if sign * value(of: polynomial, at: middle) > 0 { high = middle } else { low = middle }
        }
        return (high + low) / 2
    }

    /// A symmetric polynomial of degree ten on the unit circle, by Chebyshev's recursion in the cosine.
    private static func value(of polynomial: InlineArray<6, Double>, at cosine: Double) -> Double {
        var (before, last) = (1.0, 2 * cosine + polynomial[1])
        for index in 2...4 { (before, last) = (last, 2 * cosine * last - before + polynomial[index]) }
        return cosine * last - before + polynomial[5] / 2
    }
}

extension ILBCAnalysis {
    /// The all-pole filters that weigh errors like the ear: they may be larger where speech is strong.
    ///
    /// - Parameters:
    ///   - frequencies: the spectrum before, then the packet's, not quantized, ten in radians each.
    ///   - filters: eleven coefficients for each subframe, the first 1.
    static func weightingFilters(
        _ frequencies: UnsafePointer<Float>, _ mode: ILBCMode, into filters: UnsafeMutablePointer<Float>
    ) {
        let weights = mode == .short ? ILBCTables.shortWeights : ILBCTables.longWeights
        for subframe in 0..<mode.subframes {
            let earlier = frequencies + (mode.spectra > 1 && subframe > 0 ? order : 0)
            let weight = Float(weights[subframe]) / 16_384
            var cosines = InlineArray<10, Float>(repeating: 0)
            for index in 0..<order {
                cosines[index] = cosf(weight * earlier[index] + (1 - weight) * earlier[order + index])
            }
            weightingFilter(cosines, into: filters + subframe * ILBCMode.filterLength)
        }
    }

    private static func weightingFilter(
        _ cosines: InlineArray<10, Float>, into filter: UnsafeMutablePointer<Float>
    ) {
        var (sum, difference) = (polynomial(cosines, from: 0), polynomial(cosines, from: 1))
        for index in stride(from: 5, to: 0, by: -1) {
            sum[index] += sum[index - 1]
            difference[index] -= difference[index - 1]
        }
        filter[0] = 1
        for index in 1...5 {
            filter[index] = (sum[index] + difference[index]) / 2
            filter[11 - index] = (sum[index] - difference[index]) / 2
        }
        var narrowing: Float = 1
        for index in 1...order {
            narrowing *= 0.4222
            filter[index] *= narrowing
        }
    }

    /// The product of 1 - 2cz + z² over every other cosine: half of a symmetric polynomial.
    private static func polynomial(_ cosines: InlineArray<10, Float>, from first: Int) -> InlineArray<6, Float> {
        var result = InlineArray<6, Float>(repeating: 0)
        result[0] = 1
        result[1] = -2 * cosines[first]
        for degree in 2...5 {
            let factor = -2 * cosines[first + 2 * degree - 2]
            result[degree] = factor * result[degree - 1] + 2 * result[degree - 2]
            for index in stride(from: degree - 1, to: 1, by: -1) {
                result[index] += factor * result[index - 1] + result[index - 2]
            }
            result[1] += factor
        }
        return result
    }
}
