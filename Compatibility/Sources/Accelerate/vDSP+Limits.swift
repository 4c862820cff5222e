// Limits, thresholds and integration.

import CAccelerate

extension vDSP {
    /// What becomes of elements that are less than a threshold.
    public enum ThresholdRule<T: BinaryFloatingPoint> {
        /// They become the threshold.
        case clampToThreshold
        /// They become 0.
        case zeroFill
        /// They become the negative constant, and all others the constant.
        case signedConstant(_: T)
    }

    /// A rule of integration.
    @frozen public enum IntegrationRule {
        case runningSum
        case simpson
        case trapezoidal
    }
}

// MARK: - Single precision

extension vDSP {
    /// Limits each element to a range.
    public static func clip<U: AccelerateBuffer>(
        _ vector: U, to bounds: ClosedRange<Float>
    ) -> [Float] where U.Element == Float {
        made(vector.count) { clip(vector, to: bounds, result: &$0) }
    }

    /// Limits each element to a range, and stores the results.
    public static func clip<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to bounds: ClosedRange<Float>, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var low = bounds.lowerBound
        var high = bounds.upperBound
        store(vector, into: &result) { a, r, n in vDSP_vclip(a, 1, &low, &high, r, 1, n) }
    }

    /// Moves elements out of a range, to its nearer bound by their signs.
    public static func invertedClip<U: AccelerateBuffer>(
        _ vector: U, to bounds: ClosedRange<Float>
    ) -> [Float] where U.Element == Float {
        made(vector.count) { invertedClip(vector, to: bounds, result: &$0) }
    }

    /// Moves elements out of a range, to its nearer bound by their signs, and stores the results.
    public static func invertedClip<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to bounds: ClosedRange<Float>, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var low = bounds.lowerBound
        var high = bounds.upperBound
        store(vector, into: &result) { a, r, n in vDSP_viclip(a, 1, &low, &high, r, 1, n) }
    }

    /// Applies a rule to elements that are less than a bound.
    public static func threshold<U: AccelerateBuffer>(
        _ vector: U, to lowerBound: Float, with rule: ThresholdRule<Float>
    ) -> [Float] where U.Element == Float {
        made(vector.count) { threshold(vector, to: lowerBound, with: rule, result: &$0) }
    }

    /// Applies a rule to elements that are less than a bound, and stores the results.
    public static func threshold<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to lowerBound: Float, with rule: ThresholdRule<Float>, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var bound = lowerBound
        store(vector, into: &result) { a, r, n in
            switch rule {
            case .clampToThreshold: vDSP_vthr(a, 1, &bound, r, 1, n)
            case .zeroFill: vDSP_vthres(a, 1, &bound, r, 1, n)
            case .signedConstant(var constant): vDSP_vthrsc(a, 1, &bound, &constant, r, 1, n)
            }
        }
    }

    /// Returns the constant for elements that are at least the limit, and its negative for others.
    public static func limit<U: AccelerateBuffer>(
        _ vector: U, limit: Float, withOutputConstant outputConstant: Float
    ) -> [Float] where U.Element == Float {
        made(vector.count) { vDSP.limit(vector, limit: limit, withOutputConstant: outputConstant, result: &$0) }
    }

    /// Returns the constant for elements that are at least the limit, and its negative for others, and stores the results.
    public static func limit<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, limit: Float, withOutputConstant outputConstant: Float, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var bound = limit
        var constant = outputConstant
        store(vector, into: &result) { a, r, n in vDSP_vlim(a, 1, &bound, &constant, r, 1, n) }
    }

    /// Integrates a vector.
    public static func integrate<U: AccelerateBuffer>(
        _ vector: U, using rule: IntegrationRule, stepSize: Float = 1
    ) -> [Float] where U.Element == Float {
        made(vector.count) { integrate(vector, using: rule, stepSize: stepSize, result: &$0) }
    }

    /// Integrates a vector, and stores the results.
    public static func integrate<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, using rule: IntegrationRule, stepSize: Float = 1, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var step = stepSize
        store(vector, into: &result) { a, r, n in
            switch rule {
            case .runningSum: vDSP_vrsum(a, 1, &step, r, 1, n)
            case .simpson: vDSP_vsimps(a, 1, &step, r, 1, n)
            case .trapezoidal: vDSP_vtrapz(a, 1, &step, r, 1, n)
            }
        }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Limits each element to a range.
    public static func clip<U: AccelerateBuffer>(
        _ vector: U, to bounds: ClosedRange<Double>
    ) -> [Double] where U.Element == Double {
        made(vector.count) { clip(vector, to: bounds, result: &$0) }
    }

    /// Limits each element to a range, and stores the results.
    public static func clip<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to bounds: ClosedRange<Double>, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var low = bounds.lowerBound
        var high = bounds.upperBound
        store(vector, into: &result) { a, r, n in vDSP_vclipD(a, 1, &low, &high, r, 1, n) }
    }

    /// Moves elements out of a range, to its nearer bound by their signs.
    public static func invertedClip<U: AccelerateBuffer>(
        _ vector: U, to bounds: ClosedRange<Double>
    ) -> [Double] where U.Element == Double {
        made(vector.count) { invertedClip(vector, to: bounds, result: &$0) }
    }

    /// Moves elements out of a range, to its nearer bound by their signs, and stores the results.
    public static func invertedClip<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to bounds: ClosedRange<Double>, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var low = bounds.lowerBound
        var high = bounds.upperBound
        store(vector, into: &result) { a, r, n in vDSP_viclipD(a, 1, &low, &high, r, 1, n) }
    }

    /// Applies a rule to elements that are less than a bound.
    public static func threshold<U: AccelerateBuffer>(
        _ vector: U, to lowerBound: Double, with rule: ThresholdRule<Double>
    ) -> [Double] where U.Element == Double {
        made(vector.count) { threshold(vector, to: lowerBound, with: rule, result: &$0) }
    }

    /// Applies a rule to elements that are less than a bound, and stores the results.
    public static func threshold<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, to lowerBound: Double, with rule: ThresholdRule<Double>, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var bound = lowerBound
        store(vector, into: &result) { a, r, n in
            switch rule {
            case .clampToThreshold: vDSP_vthrD(a, 1, &bound, r, 1, n)
            case .zeroFill: vDSP_vthresD(a, 1, &bound, r, 1, n)
            case .signedConstant(var constant): vDSP_vthrscD(a, 1, &bound, &constant, r, 1, n)
            }
        }
    }

    /// Returns the constant for elements that are at least the limit, and its negative for others.
    public static func limit<U: AccelerateBuffer>(
        _ vector: U, limit: Double, withOutputConstant outputConstant: Double
    ) -> [Double] where U.Element == Double {
        made(vector.count) { vDSP.limit(vector, limit: limit, withOutputConstant: outputConstant, result: &$0) }
    }

    /// Returns the constant for elements that are at least the limit, and its negative for others, and stores the results.
    public static func limit<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, limit: Double, withOutputConstant outputConstant: Double, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var bound = limit
        var constant = outputConstant
        store(vector, into: &result) { a, r, n in vDSP_vlimD(a, 1, &bound, &constant, r, 1, n) }
    }

    /// Integrates a vector.
    public static func integrate<U: AccelerateBuffer>(
        _ vector: U, using rule: IntegrationRule, stepSize: Double = 1
    ) -> [Double] where U.Element == Double {
        made(vector.count) { integrate(vector, using: rule, stepSize: stepSize, result: &$0) }
    }

    /// Integrates a vector, and stores the results.
    public static func integrate<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, using rule: IntegrationRule, stepSize: Double = 1, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var step = stepSize
        store(vector, into: &result) { a, r, n in
            switch rule {
            case .runningSum: vDSP_vrsumD(a, 1, &step, r, 1, n)
            case .simpson: vDSP_vsimpsD(a, 1, &step, r, 1, n)
            case .trapezoidal: vDSP_vtrapzD(a, 1, &step, r, 1, n)
            }
        }
    }
}
