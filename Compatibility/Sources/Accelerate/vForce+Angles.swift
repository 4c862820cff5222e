// Functions of angles.

import CAccelerate

// MARK: - Single precision

extension vForce {
    /// Returns sines.
    public static func sin<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { sin(vector, result: &$0) }
    }

    /// Returns sines, and stores the results.
    public static func sin<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvsinf(r, a, $0) } }
    }

    /// Returns sines of pi times each element.
    public static func sinPi<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { sinPi(vector, result: &$0) }
    }

    /// Returns sines of pi times each element, and stores the results.
    public static func sinPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvsinpif(r, a, $0) } }
    }

    /// Returns cosines.
    public static func cos<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { cos(vector, result: &$0) }
    }

    /// Returns cosines, and stores the results.
    public static func cos<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvcosf(r, a, $0) } }
    }

    /// Returns cosines of pi times each element.
    public static func cosPi<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { cosPi(vector, result: &$0) }
    }

    /// Returns cosines of pi times each element, and stores the results.
    public static func cosPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvcospif(r, a, $0) } }
    }

    /// Returns tangents.
    public static func tan<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { tan(vector, result: &$0) }
    }

    /// Returns tangents, and stores the results.
    public static func tan<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvtanf(r, a, $0) } }
    }

    /// Returns tangents of pi times each element.
    public static func tanPi<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { tanPi(vector, result: &$0) }
    }

    /// Returns tangents of pi times each element, and stores the results.
    public static func tanPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvtanpif(r, a, $0) } }
    }

    /// Returns arc sines.
    public static func asin<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { asin(vector, result: &$0) }
    }

    /// Returns arc sines, and stores the results.
    public static func asin<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvasinf(r, a, $0) } }
    }

    /// Returns arc cosines.
    public static func acos<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { acos(vector, result: &$0) }
    }

    /// Returns arc cosines, and stores the results.
    public static func acos<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvacosf(r, a, $0) } }
    }

    /// Returns arc tangents.
    public static func atan<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { atan(vector, result: &$0) }
    }

    /// Returns arc tangents, and stores the results.
    public static func atan<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvatanf(r, a, $0) } }
    }

    /// Returns hyperbolic sines.
    public static func sinh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { sinh(vector, result: &$0) }
    }

    /// Returns hyperbolic sines, and stores the results.
    public static func sinh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvsinhf(r, a, $0) } }
    }

    /// Returns hyperbolic cosines.
    public static func cosh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { cosh(vector, result: &$0) }
    }

    /// Returns hyperbolic cosines, and stores the results.
    public static func cosh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvcoshf(r, a, $0) } }
    }

    /// Returns hyperbolic tangents.
    public static func tanh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { tanh(vector, result: &$0) }
    }

    /// Returns hyperbolic tangents, and stores the results.
    public static func tanh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvtanhf(r, a, $0) } }
    }

    /// Returns inverse hyperbolic sines.
    public static func asinh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { asinh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic sines, and stores the results.
    public static func asinh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvasinhf(r, a, $0) } }
    }

    /// Returns inverse hyperbolic cosines.
    public static func acosh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { acosh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic cosines, and stores the results.
    public static func acosh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvacoshf(r, a, $0) } }
    }

    /// Returns inverse hyperbolic tangents.
    public static func atanh<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { atanh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic tangents, and stores the results.
    public static func atanh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in each(n) { vvatanhf(r, a, $0) } }
    }

    /// Returns the angles of points.
    public static func atan2<T: AccelerateBuffer, U: AccelerateBuffer>(
        x: T, y: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(x.count) { atan2(x: x, y: y, result: &$0) }
    }

    /// Returns the angles of points, and stores the results.
    public static func atan2<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        x: T, y: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(x, y, into: &result) { a, b, r, n in each(n) { vvatan2f(r, b, a, $0) } }
    }

    /// Stores sines and cosines.
    public static func sincos<T: AccelerateBuffer, U: AccelerateMutableBuffer, V: AccelerateMutableBuffer>(
        _ vector: T, sinResult: inout U, cosResult: inout V
    ) where T.Element == Float, U.Element == Float, V.Element == Float {
        precondition(sinResult.count == cosResult.count, "the results have different counts")
        write(&cosResult) { cosines in
            store(vector, into: &sinResult) { a, r, n in each(n) { vvsincosf(r, cosines, a, $0) } }
        }
    }
}

// MARK: - Double precision

extension vForce {
    /// Returns sines.
    public static func sin<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { sin(vector, result: &$0) }
    }

    /// Returns sines, and stores the results.
    public static func sin<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvsin(r, a, $0) } }
    }

    /// Returns sines of pi times each element.
    public static func sinPi<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { sinPi(vector, result: &$0) }
    }

    /// Returns sines of pi times each element, and stores the results.
    public static func sinPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvsinpi(r, a, $0) } }
    }

    /// Returns cosines.
    public static func cos<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { cos(vector, result: &$0) }
    }

    /// Returns cosines, and stores the results.
    public static func cos<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvcos(r, a, $0) } }
    }

    /// Returns cosines of pi times each element.
    public static func cosPi<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { cosPi(vector, result: &$0) }
    }

    /// Returns cosines of pi times each element, and stores the results.
    public static func cosPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvcospi(r, a, $0) } }
    }

    /// Returns tangents.
    public static func tan<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { tan(vector, result: &$0) }
    }

    /// Returns tangents, and stores the results.
    public static func tan<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvtan(r, a, $0) } }
    }

    /// Returns tangents of pi times each element.
    public static func tanPi<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { tanPi(vector, result: &$0) }
    }

    /// Returns tangents of pi times each element, and stores the results.
    public static func tanPi<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvtanpi(r, a, $0) } }
    }

    /// Returns arc sines.
    public static func asin<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { asin(vector, result: &$0) }
    }

    /// Returns arc sines, and stores the results.
    public static func asin<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvasin(r, a, $0) } }
    }

    /// Returns arc cosines.
    public static func acos<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { acos(vector, result: &$0) }
    }

    /// Returns arc cosines, and stores the results.
    public static func acos<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvacos(r, a, $0) } }
    }

    /// Returns arc tangents.
    public static func atan<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { atan(vector, result: &$0) }
    }

    /// Returns arc tangents, and stores the results.
    public static func atan<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvatan(r, a, $0) } }
    }

    /// Returns hyperbolic sines.
    public static func sinh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { sinh(vector, result: &$0) }
    }

    /// Returns hyperbolic sines, and stores the results.
    public static func sinh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvsinh(r, a, $0) } }
    }

    /// Returns hyperbolic cosines.
    public static func cosh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { cosh(vector, result: &$0) }
    }

    /// Returns hyperbolic cosines, and stores the results.
    public static func cosh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvcosh(r, a, $0) } }
    }

    /// Returns hyperbolic tangents.
    public static func tanh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { tanh(vector, result: &$0) }
    }

    /// Returns hyperbolic tangents, and stores the results.
    public static func tanh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvtanh(r, a, $0) } }
    }

    /// Returns inverse hyperbolic sines.
    public static func asinh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { asinh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic sines, and stores the results.
    public static func asinh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvasinh(r, a, $0) } }
    }

    /// Returns inverse hyperbolic cosines.
    public static func acosh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { acosh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic cosines, and stores the results.
    public static func acosh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvacosh(r, a, $0) } }
    }

    /// Returns inverse hyperbolic tangents.
    public static func atanh<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { atanh(vector, result: &$0) }
    }

    /// Returns inverse hyperbolic tangents, and stores the results.
    public static func atanh<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in each(n) { vvatanh(r, a, $0) } }
    }

    /// Returns the angles of points.
    public static func atan2<T: AccelerateBuffer, U: AccelerateBuffer>(
        x: T, y: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(x.count) { atan2(x: x, y: y, result: &$0) }
    }

    /// Returns the angles of points, and stores the results.
    public static func atan2<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        x: T, y: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(x, y, into: &result) { a, b, r, n in each(n) { vvatan2(r, b, a, $0) } }
    }

    /// Stores sines and cosines.
    public static func sincos<T: AccelerateBuffer, U: AccelerateMutableBuffer, V: AccelerateMutableBuffer>(
        _ vector: T, sinResult: inout U, cosResult: inout V
    ) where T.Element == Double, U.Element == Double, V.Element == Double {
        precondition(sinResult.count == cosResult.count, "the results have different counts")
        write(&cosResult) { cosines in
            store(vector, into: &sinResult) { a, r, n in each(n) { vvsincos(r, cosines, a, $0) } }
        }
    }
}
