// Roots, powers, logarithms and rounding.

import CAccelerate

// MARK: - Single precision

extension vForce {
    /// Returns the least integers that are not less.
    public static func ceil<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { ceil(vector, result: &$0) }
    }

    /// Returns the least integers that are not less, and stores the results.
    public static func ceil<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvceilf(r, a, $0) } }
    }

    /// Returns the greatest integers that are not greater.
    public static func floor<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { floor(vector, result: &$0) }
    }

    /// Returns the greatest integers that are not greater, and stores the results.
    public static func floor<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvfloorf(r, a, $0) } }
    }

    /// Returns the integers next to the elements toward zero.
    public static func trunc<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// Returns the integers next to the elements toward zero, and stores the results.
    public static func trunc<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvintf(r, a, $0) } }
    }

    /// Returns the nearest integers.
    public static func nearestInteger<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { nearestInteger(vector, result: &$0) }
    }

    /// Returns the nearest integers, and stores the results.
    public static func nearestInteger<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvnintf(r, a, $0) } }
    }

    /// Returns reciprocal square roots.
    public static func rsqrt<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { rsqrt(vector, result: &$0) }
    }

    /// Returns reciprocal square roots, and stores the results.
    public static func rsqrt<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvrsqrtf(r, a, $0) } }
    }

    /// Returns square roots.
    public static func sqrt<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { sqrt(vector, result: &$0) }
    }

    /// Returns square roots, and stores the results.
    public static func sqrt<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvsqrtf(r, a, $0) } }
    }

    /// Returns reciprocals.
    public static func reciprocal<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { reciprocal(vector, result: &$0) }
    }

    /// Returns reciprocals, and stores the results.
    public static func reciprocal<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvrecf(r, a, $0) } }
    }

    /// Returns e to the power of each element.
    public static func exp<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { exp(vector, result: &$0) }
    }

    /// Returns e to the power of each element, and stores the results.
    public static func exp<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvexpf(r, a, $0) } }
    }

    /// Returns e to the power of each element, minus 1.
    public static func expm1<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { expm1(vector, result: &$0) }
    }

    /// Returns e to the power of each element, minus 1, and stores the results.
    public static func expm1<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvexpm1f(r, a, $0) } }
    }

    /// Returns 2 to the power of each element.
    public static func exp2<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { exp2(vector, result: &$0) }
    }

    /// Returns 2 to the power of each element, and stores the results.
    public static func exp2<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvexp2f(r, a, $0) } }
    }

    /// Returns natural logarithms.
    public static func log<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { log(vector, result: &$0) }
    }

    /// Returns natural logarithms, and stores the results.
    public static func log<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvlogf(r, a, $0) } }
    }

    /// Returns natural logarithms of the elements plus 1.
    public static func log1p<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { log1p(vector, result: &$0) }
    }

    /// Returns natural logarithms of the elements plus 1, and stores the results.
    public static func log1p<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvlog1pf(r, a, $0) } }
    }

    /// Returns logarithms to base 2.
    public static func log2<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { log2(vector, result: &$0) }
    }

    /// Returns logarithms to base 2, and stores the results.
    public static func log2<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvlog2f(r, a, $0) } }
    }

    /// Returns logarithms to base 10.
    public static func log10<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { log10(vector, result: &$0) }
    }

    /// Returns logarithms to base 10, and stores the results.
    public static func log10<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvlog10f(r, a, $0) } }
    }

    /// Returns binary exponents.
    public static func logb<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { logb(vector, result: &$0) }
    }

    /// Returns binary exponents, and stores the results.
    public static func logb<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvlogbf(r, a, $0) } }
    }

    /// Raises bases to exponents.
    public static func pow<T: AccelerateBuffer, U: AccelerateBuffer>(
        bases: T, exponents: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(bases.count) { pow(bases: bases, exponents: exponents, result: &$0) }
    }

    /// Raises bases to exponents, and stores the results.
    public static func pow<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        bases: T, exponents: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(bases, exponents, into: &result) { a, b, r, n in each(n) { vvpowf(r, b, a, $0) } }
    }
}

// MARK: - Double precision

extension vForce {
    /// Returns the least integers that are not less.
    public static func ceil<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { ceil(vector, result: &$0) }
    }

    /// Returns the least integers that are not less, and stores the results.
    public static func ceil<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvceil(r, a, $0) } }
    }

    /// Returns the greatest integers that are not greater.
    public static func floor<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { floor(vector, result: &$0) }
    }

    /// Returns the greatest integers that are not greater, and stores the results.
    public static func floor<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvfloor(r, a, $0) } }
    }

    /// Returns the integers next to the elements toward zero.
    public static func trunc<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// Returns the integers next to the elements toward zero, and stores the results.
    public static func trunc<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvint(r, a, $0) } }
    }

    /// Returns the nearest integers.
    public static func nearestInteger<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { nearestInteger(vector, result: &$0) }
    }

    /// Returns the nearest integers, and stores the results.
    public static func nearestInteger<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvnint(r, a, $0) } }
    }

    /// Returns reciprocal square roots.
    public static func rsqrt<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { rsqrt(vector, result: &$0) }
    }

    /// Returns reciprocal square roots, and stores the results.
    public static func rsqrt<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvrsqrt(r, a, $0) } }
    }

    /// Returns square roots.
    public static func sqrt<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { sqrt(vector, result: &$0) }
    }

    /// Returns square roots, and stores the results.
    public static func sqrt<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvsqrt(r, a, $0) } }
    }

    /// Returns reciprocals.
    public static func reciprocal<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { reciprocal(vector, result: &$0) }
    }

    /// Returns reciprocals, and stores the results.
    public static func reciprocal<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvrec(r, a, $0) } }
    }

    /// Returns e to the power of each element.
    public static func exp<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { exp(vector, result: &$0) }
    }

    /// Returns e to the power of each element, and stores the results.
    public static func exp<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvexp(r, a, $0) } }
    }

    /// Returns e to the power of each element, minus 1.
    public static func expm1<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { expm1(vector, result: &$0) }
    }

    /// Returns e to the power of each element, minus 1, and stores the results.
    public static func expm1<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvexpm1(r, a, $0) } }
    }

    /// Returns 2 to the power of each element.
    public static func exp2<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { exp2(vector, result: &$0) }
    }

    /// Returns 2 to the power of each element, and stores the results.
    public static func exp2<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvexp2(r, a, $0) } }
    }

    /// Returns natural logarithms.
    public static func log<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { log(vector, result: &$0) }
    }

    /// Returns natural logarithms, and stores the results.
    public static func log<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvlog(r, a, $0) } }
    }

    /// Returns natural logarithms of the elements plus 1.
    public static func log1p<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { log1p(vector, result: &$0) }
    }

    /// Returns natural logarithms of the elements plus 1, and stores the results.
    public static func log1p<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvlog1p(r, a, $0) } }
    }

    /// Returns logarithms to base 2.
    public static func log2<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { log2(vector, result: &$0) }
    }

    /// Returns logarithms to base 2, and stores the results.
    public static func log2<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvlog2(r, a, $0) } }
    }

    /// Returns logarithms to base 10.
    public static func log10<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { log10(vector, result: &$0) }
    }

    /// Returns logarithms to base 10, and stores the results.
    public static func log10<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvlog10(r, a, $0) } }
    }

    /// Returns binary exponents.
    public static func logb<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { logb(vector, result: &$0) }
    }

    /// Returns binary exponents, and stores the results.
    public static func logb<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvlogb(r, a, $0) } }
    }

    /// Raises bases to exponents.
    public static func pow<T: AccelerateBuffer, U: AccelerateBuffer>(
        bases: T, exponents: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(bases.count) { pow(bases: bases, exponents: exponents, result: &$0) }
    }

    /// Raises bases to exponents, and stores the results.
    public static func pow<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        bases: T, exponents: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(bases, exponents, into: &result) { a, b, r, n in each(n) { vvpow(r, b, a, $0) } }
    }
}
