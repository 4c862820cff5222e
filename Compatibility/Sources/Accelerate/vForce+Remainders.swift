// Remainders and signs.

import CAccelerate

// MARK: - Single precision

extension vForce {
    /// Returns magnitudes with the signs of other elements.
    public static func copysign<T: AccelerateBuffer, U: AccelerateBuffer>(
        magnitudes: T, signs: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(magnitudes.count) { copysign(magnitudes: magnitudes, signs: signs, result: &$0) }
    }

    /// Returns magnitudes with the signs of other elements, and stores the results.
    public static func copysign<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        magnitudes: T, signs: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(magnitudes, signs, into: &result) { a, b, r, n in each(n) { vvcopysignf(r, a, b, $0) } }
    }

    /// Returns remainders that have the signs of the dividends.
    public static func truncatingRemainder<T: AccelerateBuffer, U: AccelerateBuffer>(
        dividends: T, divisors: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(dividends.count) { truncatingRemainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Returns remainders that have the signs of the dividends, and stores the results.
    public static func truncatingRemainder<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        dividends: T, divisors: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(dividends, divisors, into: &result) { a, b, r, n in each(n) { vvfmodf(r, a, b, $0) } }
    }

    /// Returns remainders to the nearest quotients.
    public static func remainder<T: AccelerateBuffer, U: AccelerateBuffer>(
        dividends: T, divisors: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(dividends.count) { remainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Returns remainders to the nearest quotients, and stores the results.
    public static func remainder<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        dividends: T, divisors: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(dividends, divisors, into: &result) { a, b, r, n in each(n) { vvremainderf(r, a, b, $0) } }
    }
}

// MARK: - Double precision

extension vForce {
    /// Returns magnitudes with the signs of other elements.
    public static func copysign<T: AccelerateBuffer, U: AccelerateBuffer>(
        magnitudes: T, signs: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(magnitudes.count) { copysign(magnitudes: magnitudes, signs: signs, result: &$0) }
    }

    /// Returns magnitudes with the signs of other elements, and stores the results.
    public static func copysign<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        magnitudes: T, signs: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(magnitudes, signs, into: &result) { a, b, r, n in each(n) { vvcopysign(r, a, b, $0) } }
    }

    /// Returns remainders that have the signs of the dividends.
    public static func truncatingRemainder<T: AccelerateBuffer, U: AccelerateBuffer>(
        dividends: T, divisors: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(dividends.count) { truncatingRemainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Returns remainders that have the signs of the dividends, and stores the results.
    public static func truncatingRemainder<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        dividends: T, divisors: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(dividends, divisors, into: &result) { a, b, r, n in each(n) { vvfmod(r, a, b, $0) } }
    }

    /// Returns remainders to the nearest quotients.
    public static func remainder<T: AccelerateBuffer, U: AccelerateBuffer>(
        dividends: T, divisors: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(dividends.count) { remainder(dividends: dividends, divisors: divisors, result: &$0) }
    }

    /// Returns remainders to the nearest quotients, and stores the results.
    public static func remainder<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        dividends: T, divisors: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(dividends, divisors, into: &result) { a, b, r, n in each(n) { vvremainder(r, a, b, $0) } }
    }
}
