// Sums, differences, products and quotients of vectors.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Adds a scalar to each element.
    public static func add<U: AccelerateBuffer>(_ scalar: Float, _ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { add(scalar, vector, result: &$0) }
    }

    /// Adds a scalar to each element, and stores the results.
    public static func add<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Float, _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsadd(a, 1, &scalar, r, 1, n) }
    }

    /// Adds two vectors.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vectorA.count) { add(vectorA, vectorB, result: &$0) }
    }

    /// Adds two vectors, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vadd(a, 1, b, 1, r, 1, n) }
    }

    /// Subtracts the second vector from the first.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer>(
        _ vectorA: U, _ vectorB: T
    ) -> [Float] where U.Element == Float, T.Element == Float {
        made(vectorA.count) { subtract(vectorA, vectorB, result: &$0) }
    }

    /// Subtracts the second vector from the first, and stores the results.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: T, result: inout Result
    ) where U.Element == Float, T.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vsub(b, 1, a, 1, r, 1, n) }
    }

    /// Multiplies each element by a scalar.
    public static func multiply<U: AccelerateBuffer>(
        _ scalar: Float, _ vector: U
    ) -> [Float] where U.Element == Float {
        made(vector.count) { multiply(scalar, vector, result: &$0) }
    }

    /// Multiplies each element by a scalar, and stores the results.
    public static func multiply<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Float, _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsmul(a, 1, &scalar, r, 1, n) }
    }

    /// Multiplies two vectors.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vectorA.count) { multiply(vectorA, vectorB, result: &$0) }
    }

    /// Multiplies two vectors, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vmul(a, 1, b, 1, r, 1, n) }
    }

    /// Divides each element by a scalar.
    public static func divide<U: AccelerateBuffer>(_ vector: U, _ scalar: Float) -> [Float] where U.Element == Float {
        made(vector.count) { divide(vector, scalar, result: &$0) }
    }

    /// Divides each element by a scalar, and stores the results.
    public static func divide<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, _ scalar: Float, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsdiv(a, 1, &scalar, r, 1, n) }
    }

    /// Divides a scalar by each element.
    public static func divide<U: AccelerateBuffer>(_ scalar: Float, _ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { divide(scalar, vector, result: &$0) }
    }

    /// Divides a scalar by each element, and stores the results.
    public static func divide<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Float, _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_svdiv(&scalar, a, 1, r, 1, n) }
    }

    /// Divides the first vector by the second.
    public static func divide<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vectorA.count) { divide(vectorA, vectorB, result: &$0) }
    }

    /// Divides the first vector by the second, and stores the results.
    public static func divide<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vdiv(b, 1, a, 1, r, 1, n) }
    }

    /// Adds two vectors, and subtracts the second from the first.
    public static func addSubtract<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateMutableBuffer, V: AccelerateMutableBuffer
    >(_ vectorA: S, _ vectorB: T, addResult: inout U, subtractResult: inout V)
    where S.Element == Float, T.Element == Float, U.Element == Float, V.Element == Float {
        let count = addResult.count
        precondition(count == subtractResult.count, "the results have different counts")
        write(&subtractResult) { difference in
            store(vectorA, vectorB, into: &addResult) { a, b, r, n in vDSP_vaddsub(b, 1, a, 1, r, 1, difference, 1, n) }
        }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Adds a scalar to each element.
    public static func add<U: AccelerateBuffer>(_ scalar: Double, _ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { add(scalar, vector, result: &$0) }
    }

    /// Adds a scalar to each element, and stores the results.
    public static func add<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Double, _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsaddD(a, 1, &scalar, r, 1, n) }
    }

    /// Adds two vectors.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vectorA.count) { add(vectorA, vectorB, result: &$0) }
    }

    /// Adds two vectors, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vaddD(a, 1, b, 1, r, 1, n) }
    }

    /// Subtracts the second vector from the first.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer>(
        _ vectorA: U, _ vectorB: T
    ) -> [Double] where U.Element == Double, T.Element == Double {
        made(vectorA.count) { subtract(vectorA, vectorB, result: &$0) }
    }

    /// Subtracts the second vector from the first, and stores the results.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: T, result: inout Result
    ) where U.Element == Double, T.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vsubD(b, 1, a, 1, r, 1, n) }
    }

    /// Multiplies each element by a scalar.
    public static func multiply<U: AccelerateBuffer>(
        _ scalar: Double, _ vector: U
    ) -> [Double] where U.Element == Double {
        made(vector.count) { multiply(scalar, vector, result: &$0) }
    }

    /// Multiplies each element by a scalar, and stores the results.
    public static func multiply<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Double, _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsmulD(a, 1, &scalar, r, 1, n) }
    }

    /// Multiplies two vectors.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vectorA.count) { multiply(vectorA, vectorB, result: &$0) }
    }

    /// Multiplies two vectors, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vmulD(a, 1, b, 1, r, 1, n) }
    }

    /// Divides each element by a scalar.
    public static func divide<U: AccelerateBuffer>(_ vector: U, _ scalar: Double) -> [Double]
    where U.Element == Double {
        made(vector.count) { divide(vector, scalar, result: &$0) }
    }

    /// Divides each element by a scalar, and stores the results.
    public static func divide<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, _ scalar: Double, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_vsdivD(a, 1, &scalar, r, 1, n) }
    }

    /// Divides a scalar by each element.
    public static func divide<U: AccelerateBuffer>(_ scalar: Double, _ vector: U) -> [Double]
    where U.Element == Double {
        made(vector.count) { divide(scalar, vector, result: &$0) }
    }

    /// Divides a scalar by each element, and stores the results.
    public static func divide<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ scalar: Double, _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(vector, into: &result) { a, r, n in vDSP_svdivD(&scalar, a, 1, r, 1, n) }
    }

    /// Divides the first vector by the second.
    public static func divide<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vectorA.count) { divide(vectorA, vectorB, result: &$0) }
    }

    /// Divides the first vector by the second, and stores the results.
    public static func divide<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vdivD(b, 1, a, 1, r, 1, n) }
    }

    /// Adds two vectors, and subtracts the second from the first.
    public static func addSubtract<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateMutableBuffer, V: AccelerateMutableBuffer
    >(_ vectorA: S, _ vectorB: T, addResult: inout U, subtractResult: inout V)
    where S.Element == Double, T.Element == Double, U.Element == Double, V.Element == Double {
        let count = addResult.count
        precondition(count == subtractResult.count, "the results have different counts")
        write(&subtractResult) { difference in
            store(vectorA, vectorB, into: &addResult) { a, b, r, n in vDSP_vaddsubD(b, 1, a, 1, r, 1, difference, 1, n)
            }
        }
    }
}
