/// The spectral envelope: line spectral frequencies as they are sent, and the predictors made of them.
enum ILBCSpectrum {
    private static let order = ILBCMode.order

    /// The frequencies that three indices stand for, Q13 of radians.
    static func dequantize(_ indices: UnsafePointer<Int16>, into frequencies: UnsafeMutablePointer<Int16>) {
        frequencies.update(from: ILBCTables.lowFrequencies + 3 * Int(indices[0]), count: 3)
        (frequencies + 3).update(from: ILBCTables.middleFrequencies + 3 * Int(indices[1]), count: 3)
        (frequencies + 6).update(from: ILBCTables.highFrequencies + 4 * Int(indices[2]), count: 4)
    }

    /// Moves frequencies apart that stand closer than 50 Hz, which would make an unstable filter or a whistling one.
    static func stabilize(_ frequencies: UnsafeMutablePointer<Int16>) {
        let (distance, half): (Int16, Int16) = (319, 160)
        for _ in 0..<2 {
            for index in 0..<order - 1 {
                let (low, high) = (frequencies[index], frequencies[index + 1])
                if high &- low < distance {
                    frequencies[index] = high < low ? low : low &- half
                    frequencies[index + 1] = high < low ? low &+ half : high &+ half
                }
                // From 0.01 to 3.14.
                frequencies[index] = min(max(frequencies[index], 82), 25_723)
            }
        }
    }

    /// The predictors of a packet's subframes.
    ///
    /// - Parameter spectra: the one before, then the packet's.
    static func predictors(
        _ spectra: UnsafePointer<Int16>, _ mode: ILBCMode, into predictors: UnsafeMutablePointer<Int16>
    ) {
        let weights = mode == .short ? ILBCTables.shortWeights : ILBCTables.longWeights
        for subframe in 0..<mode.subframes {
            // Of two spectra the first is reached in the first subframe.
            let earlier = spectra + (mode.spectra > 1 && subframe > 0 ? order : 0)
            interpolate(
                earlier, earlier + order, weight: weights[subframe],
                into: predictors + subframe * ILBCMode.filterLength)
        }
    }

    /// The predictor between two spectra, Q12.
    ///
    /// - Parameter weight: what the earlier one counts, Q14.
    static func interpolate(
        _ earlier: UnsafePointer<Int16>, _ later: UnsafePointer<Int16>, weight: Int16,
        into predictor: UnsafeMutablePointer<Int16>
    ) {
        var cosines = InlineArray<10, Int32>(repeating: 0)
        let rest = 16_384 - Int32(weight)
        for index in 0..<order {
            let frequency = (Int32(weight) * Int32(earlier[index]) + rest * Int32(later[index]) + 8192) >> 14
            cosines[index] = cosine(frequency)
        }
        var (sum, difference) = (polynomial(cosines, from: 0), polynomial(cosines, from: 1))
        for index in stride(from: 5, to: 0, by: -1) {
            sum[index] &+= sum[index - 1]
            difference[index] &-= difference[index - 1]
        }
        predictor[0] = 4096
        for index in 1...5 {
            predictor[index] = FixedPoint.narrow((sum[index] &+ difference[index] &+ 4096) >> 13)
            predictor[11 - index] = FixedPoint.narrow((sum[index] &- difference[index] &+ 4096) >> 13)
        }
    }

    /// The cosine of a frequency, Q15, interpolated in a table.
    private static func cosine(_ frequency: Int32) -> Int32 {
        // 20,861 is 1 / 2π in Q17: π becomes 64 steps of 256.
        let position = (frequency &* 20_861) >> 15
        let step = Int(min(position >> 8, 63))
        return Int32(ILBCTables.cosine[step]) &+ (Int32(ILBCTables.cosineSlope[step]) &* (position & 255)) >> 12
    }

    /// The product of 1 - 2cz + z² over every other cosine, Q24: half of a symmetric polynomial.
    private static func polynomial(_ cosines: InlineArray<10, Int32>, from first: Int) -> InlineArray<6, Int32> {
        var result = InlineArray<6, Int32>(repeating: 0)
        result[0] = 1 << 24
        result[1] = cosines[first] &* -1024
        for degree in 2...5 {
            let cosine = cosines[first + 2 * degree - 2]
            result[degree] = result[degree - 2]
            for index in stride(from: degree, to: 1, by: -1) {
                let (high, low) = (result[index - 1] >> 16, (result[index - 1] & 0xFFFF) >> 1)
                let product = 4 &* high &* cosine &+ 4 &* ((low &* cosine) >> 15)
                result[index] = result[index] &+ result[index - 2] &- product
            }
            result[1] &-= cosine &* 1024
        }
        return result
    }
}
