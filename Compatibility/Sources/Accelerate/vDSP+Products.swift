// Sums and products of four vectors, and distances.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Adds two products of vectors and scalars.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication multiplicationAB: (a: T, b: Float), multiplication multiplicationCD: (c: U, d: Float)
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(multiplicationAB.a.count) {
            add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Adds two products of vectors and scalars, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication multiplicationAB: (a: T, b: Float),
        multiplication multiplicationCD: (c: U, d: Float),
        result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var first = multiplicationAB.b
        var second = multiplicationCD.d
        store(multiplicationAB.a, multiplicationCD.c, into: &result) { a, b, r, n in
            vDSP_vsmsma(a, 1, &first, b, 1, &second, r, 1, n)
        }
    }

    /// Adds two products of vectors.
    public static func add<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication multiplicationAB: (a: R, b: S), multiplication multiplicationCD: (c: T, d: U)
    ) -> [Float] where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float {
        made(multiplicationAB.a.count) {
            add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Adds two products of vectors, and stores the results.
    public static func add<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        multiplication multiplicationAB: (a: R, b: S),
        multiplication multiplicationCD: (c: T, d: U),
        result: inout Result
    ) where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, into: &result) {
            a, b, c, d, r, n in vDSP_vmma(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies two sums of vectors.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition additionAB: (a: S, b: T), addition additionCD: (c: U, d: U)
    ) -> [Float] where S.Element == Float, T.Element == Float, U.Element == Float {
        made(additionAB.a.count) { multiply(addition: additionAB, addition: additionCD, result: &$0) }
    }

    /// Multiplies two sums of vectors, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        addition additionAB: (a: S, b: T), addition additionCD: (c: U, d: U), result: inout Result
    ) where S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(additionAB.a, additionAB.b, additionCD.c, additionCD.d, into: &result) { a, b, c, d, r, n in
            vDSP_vaam(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Subtracts the second product of vectors from the first.
    public static func subtract<T: AccelerateBuffer, U: AccelerateBuffer, R: AccelerateBuffer, S: AccelerateBuffer>(
        multiplication multiplicationAB: (a: T, b: U), multiplication multiplicationCD: (c: R, d: S)
    ) -> [Float] where T.Element == Float, U.Element == Float, R.Element == Float, S.Element == Float {
        made(multiplicationAB.a.count) {
            subtract(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Subtracts the second product of vectors from the first, and stores the results.
    public static func subtract<
        T: AccelerateBuffer, U: AccelerateBuffer, R: AccelerateBuffer, S: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        multiplication multiplicationAB: (a: T, b: U),
        multiplication multiplicationCD: (c: R, d: S),
        result: inout Result
    ) where T.Element == Float, U.Element == Float, R.Element == Float, S.Element == Float, Result.Element == Float {
        store(multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, into: &result) {
            a, b, c, d, r, n in vDSP_vmmsb(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies two differences of vectors.
    public static func multiply<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction subtractionAB: (a: R, b: S), subtraction subtractionCD: (c: T, d: U)
    ) -> [Float] where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float {
        made(subtractionAB.a.count) { multiply(subtraction: subtractionAB, subtraction: subtractionCD, result: &$0) }
    }

    /// Multiplies two differences of vectors, and stores the results.
    public static func multiply<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        subtraction subtractionAB: (a: R, b: S), subtraction subtractionCD: (c: T, d: U), result: inout Result
    ) where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(subtractionAB.a, subtractionAB.b, subtractionCD.c, subtractionCD.d, into: &result) { a, b, c, d, r, n in
            vDSP_vsbsbm(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies a sum of vectors by a difference.
    public static func multiply<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: R, b: S), subtraction: (c: T, d: U)
    ) -> [Float] where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float {
        made(addition.a.count) { multiply(addition: addition, subtraction: subtraction, result: &$0) }
    }

    /// Multiplies a sum of vectors by a difference, and stores the results.
    public static func multiply<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        addition: (a: R, b: S), subtraction: (c: T, d: U), result: inout Result
    ) where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(addition.a, addition.b, subtraction.c, subtraction.d, into: &result) { a, b, c, d, r, n in
            vDSP_vasbm(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Returns the lengths of vectors of two coordinates.
    public static func hypot<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ x: T, _ y: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(x.count) { hypot(x, y, result: &$0) }
    }

    /// Returns the lengths of vectors of two coordinates, and stores the results.
    public static func hypot<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ x: T, _ y: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(x, y, into: &result) { a, b, r, n in vDSP_vdist(a, 1, b, 1, r, 1, n) }
    }

    /// Returns the distances of points.
    public static func hypot<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        x0: R, x1: S, y0: T, y1: U
    ) -> [Float] where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float {
        made(x0.count) { hypot(x0: x0, x1: x1, y0: y0, y1: y1, result: &$0) }
    }

    /// Returns the distances of points, and stores the results.
    public static func hypot<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        x0: R, x1: S, y0: T, y1: U, result: inout Result
    ) where R.Element == Float, S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(x0, x1, y0, y1, into: &result) { a, b, c, d, r, n in vDSP_vpythg(a, 1, c, 1, b, 1, d, 1, r, 1, n) }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Adds two products of vectors and scalars.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication multiplicationAB: (a: T, b: Double), multiplication multiplicationCD: (c: U, d: Double)
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(multiplicationAB.a.count) {
            add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Adds two products of vectors and scalars, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication multiplicationAB: (a: T, b: Double),
        multiplication multiplicationCD: (c: U, d: Double),
        result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var first = multiplicationAB.b
        var second = multiplicationCD.d
        store(multiplicationAB.a, multiplicationCD.c, into: &result) { a, b, r, n in
            vDSP_vsmsmaD(a, 1, &first, b, 1, &second, r, 1, n)
        }
    }

    /// Adds two products of vectors.
    public static func add<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication multiplicationAB: (a: R, b: S), multiplication multiplicationCD: (c: T, d: U)
    ) -> [Double] where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double {
        made(multiplicationAB.a.count) {
            add(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Adds two products of vectors, and stores the results.
    public static func add<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        multiplication multiplicationAB: (a: R, b: S),
        multiplication multiplicationCD: (c: T, d: U),
        result: inout Result
    )
    where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, into: &result) {
            a, b, c, d, r, n in vDSP_vmmaD(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies two sums of vectors.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition additionAB: (a: S, b: T), addition additionCD: (c: U, d: U)
    ) -> [Double] where S.Element == Double, T.Element == Double, U.Element == Double {
        made(additionAB.a.count) { multiply(addition: additionAB, addition: additionCD, result: &$0) }
    }

    /// Multiplies two sums of vectors, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        addition additionAB: (a: S, b: T), addition additionCD: (c: U, d: U), result: inout Result
    ) where S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(additionAB.a, additionAB.b, additionCD.c, additionCD.d, into: &result) { a, b, c, d, r, n in
            vDSP_vaamD(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Subtracts the second product of vectors from the first.
    public static func subtract<T: AccelerateBuffer, U: AccelerateBuffer, R: AccelerateBuffer, S: AccelerateBuffer>(
        multiplication multiplicationAB: (a: T, b: U), multiplication multiplicationCD: (c: R, d: S)
    ) -> [Double] where T.Element == Double, U.Element == Double, R.Element == Double, S.Element == Double {
        made(multiplicationAB.a.count) {
            subtract(multiplication: multiplicationAB, multiplication: multiplicationCD, result: &$0)
        }
    }

    /// Subtracts the second product of vectors from the first, and stores the results.
    public static func subtract<
        T: AccelerateBuffer, U: AccelerateBuffer, R: AccelerateBuffer, S: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        multiplication multiplicationAB: (a: T, b: U),
        multiplication multiplicationCD: (c: R, d: S),
        result: inout Result
    )
    where T.Element == Double, U.Element == Double, R.Element == Double, S.Element == Double, Result.Element == Double {
        store(multiplicationAB.a, multiplicationAB.b, multiplicationCD.c, multiplicationCD.d, into: &result) {
            a, b, c, d, r, n in vDSP_vmmsbD(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies two differences of vectors.
    public static func multiply<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction subtractionAB: (a: R, b: S), subtraction subtractionCD: (c: T, d: U)
    ) -> [Double] where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double {
        made(subtractionAB.a.count) { multiply(subtraction: subtractionAB, subtraction: subtractionCD, result: &$0) }
    }

    /// Multiplies two differences of vectors, and stores the results.
    public static func multiply<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        subtraction subtractionAB: (a: R, b: S), subtraction subtractionCD: (c: T, d: U), result: inout Result
    )
    where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(subtractionAB.a, subtractionAB.b, subtractionCD.c, subtractionCD.d, into: &result) { a, b, c, d, r, n in
            vDSP_vsbsbmD(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Multiplies a sum of vectors by a difference.
    public static func multiply<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: R, b: S), subtraction: (c: T, d: U)
    ) -> [Double] where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double {
        made(addition.a.count) { multiply(addition: addition, subtraction: subtraction, result: &$0) }
    }

    /// Multiplies a sum of vectors by a difference, and stores the results.
    public static func multiply<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        addition: (a: R, b: S), subtraction: (c: T, d: U), result: inout Result
    )
    where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(addition.a, addition.b, subtraction.c, subtraction.d, into: &result) { a, b, c, d, r, n in
            vDSP_vasbmD(a, 1, b, 1, c, 1, d, 1, r, 1, n)
        }
    }

    /// Returns the lengths of vectors of two coordinates.
    public static func hypot<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ x: T, _ y: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(x.count) { hypot(x, y, result: &$0) }
    }

    /// Returns the lengths of vectors of two coordinates, and stores the results.
    public static func hypot<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ x: T, _ y: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(x, y, into: &result) { a, b, r, n in vDSP_vdistD(a, 1, b, 1, r, 1, n) }
    }

    /// Returns the distances of points.
    public static func hypot<R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        x0: R, x1: S, y0: T, y1: U
    ) -> [Double] where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double {
        made(x0.count) { hypot(x0: x0, x1: x1, y0: y0, y1: y1, result: &$0) }
    }

    /// Returns the distances of points, and stores the results.
    public static func hypot<
        R: AccelerateBuffer, S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer,
        Result: AccelerateMutableBuffer
    >(
        x0: R, x1: S, y0: T, y1: U, result: inout Result
    )
    where R.Element == Double, S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(x0, x1, y0, y1, into: &result) { a, b, c, d, r, n in vDSP_vpythgD(a, 1, c, 1, b, 1, d, 1, r, 1, n) }
    }
}
