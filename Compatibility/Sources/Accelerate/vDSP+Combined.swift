// Two operations on vectors at once.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Multiplies the sum of two vectors by a scalar.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: T, b: U), _ scalar: Float
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(addition.a.count) { multiply(addition: addition, scalar, result: &$0) }
    }

    /// Multiplies the sum of two vectors by a scalar, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        addition: (a: T, b: U), _ scalar: Float, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(addition.a, addition.b, into: &result) { a, b, r, n in vDSP_vasm(a, 1, b, 1, &scalar, r, 1, n) }
    }

    /// Multiplies the sum of two vectors by a vector.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: S, b: T), _ vector: U
    ) -> [Float] where S.Element == Float, T.Element == Float, U.Element == Float {
        made(addition.a.count) { multiply(addition: addition, vector, result: &$0) }
    }

    /// Multiplies the sum of two vectors by a vector, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        addition: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(addition.a, addition.b, vector, into: &result) { a, b, c, r, n in vDSP_vam(a, 1, b, 1, c, 1, r, 1, n) }
    }

    /// Multiplies the difference of two vectors by a scalar.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction: (a: T, b: U), _ scalar: Float
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(subtraction.a.count) { multiply(subtraction: subtraction, scalar, result: &$0) }
    }

    /// Multiplies the difference of two vectors by a scalar, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        subtraction: (a: T, b: U), _ scalar: Float, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(subtraction.a, subtraction.b, into: &result) { a, b, r, n in vDSP_vsbsm(a, 1, b, 1, &scalar, r, 1, n) }
    }

    /// Multiplies the difference of two vectors by a vector.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction: (a: S, b: T), _ vector: U
    ) -> [Float] where S.Element == Float, T.Element == Float, U.Element == Float {
        made(subtraction.a.count) { multiply(subtraction: subtraction, vector, result: &$0) }
    }

    /// Multiplies the difference of two vectors by a vector, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        subtraction: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(subtraction.a, subtraction.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vsbm(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Adds a scalar to the product of two vectors.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: T, b: U), _ scalar: Float
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(multiplication.a.count) { add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Adds a scalar to the product of two vectors, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: T, b: U), _ scalar: Float, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var scalar = scalar
        store(multiplication.a, multiplication.b, into: &result) { a, b, r, n in vDSP_vmsa(a, 1, b, 1, &scalar, r, 1, n)
        }
    }

    /// Adds a vector to the product of a vector and a scalar.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: T, b: Float), _ vector: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(multiplication.a.count) { add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Adds a vector to the product of a vector and a scalar, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: T, b: Float), _ vector: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var factor = multiplication.b
        store(multiplication.a, vector, into: &result) { a, b, r, n in vDSP_vsma(a, 1, &factor, b, 1, r, 1, n) }
    }

    /// Adds a vector to the product of two vectors.
    public static func add<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: S, b: T), _ vector: U
    ) -> [Float] where S.Element == Float, T.Element == Float, U.Element == Float {
        made(multiplication.a.count) { add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Adds a vector to the product of two vectors, and stores the results.
    public static func add<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        multiplication: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Float, T.Element == Float, U.Element == Float, Result.Element == Float {
        store(multiplication.a, multiplication.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vma(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Subtracts a vector from the product of two vectors.
    public static func subtract<T: AccelerateBuffer, U: AccelerateBuffer, S: AccelerateBuffer>(
        multiplication: (a: T, b: U), _ vector: S
    ) -> [Float] where T.Element == Float, U.Element == Float, S.Element == Float {
        made(multiplication.a.count) { subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Subtracts a vector from the product of two vectors, and stores the results.
    public static func subtract<
        T: AccelerateBuffer, U: AccelerateBuffer, S: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        multiplication: (a: T, b: U), _ vector: S, result: inout Result
    ) where T.Element == Float, U.Element == Float, S.Element == Float, Result.Element == Float {
        store(multiplication.a, multiplication.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vmsb(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Adds a scalar to the product of a vector and a scalar.
    public static func add<U: AccelerateBuffer>(
        multiplication: (a: U, b: Float), _ scalar: Float
    ) -> [Float] where U.Element == Float {
        made(multiplication.a.count) { add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Adds a scalar to the product of a vector and a scalar, and stores the results.
    public static func add<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: U, b: Float), _ scalar: Float, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        var factor = multiplication.b
        var scalar = scalar
        store(multiplication.a, into: &result) { a, r, n in vDSP_vsmsa(a, 1, &factor, &scalar, r, 1, n) }
    }

    /// Subtracts a vector from the product of a vector and a scalar.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer>(
        multiplication: (a: U, b: Float), _ vector: T
    ) -> [Float] where U.Element == Float, T.Element == Float {
        made(multiplication.a.count) { subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Subtracts a vector from the product of a vector and a scalar, and stores the results.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: U, b: Float), _ vector: T, result: inout Result
    ) where U.Element == Float, T.Element == Float, Result.Element == Float {
        var factor = multiplication.b
        store(multiplication.a, vector, into: &result) { a, b, r, n in vDSP_vsmsb(a, 1, &factor, b, 1, r, 1, n) }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Multiplies the sum of two vectors by a scalar.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: T, b: U), _ scalar: Double
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(addition.a.count) { multiply(addition: addition, scalar, result: &$0) }
    }

    /// Multiplies the sum of two vectors by a scalar, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        addition: (a: T, b: U), _ scalar: Double, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(addition.a, addition.b, into: &result) { a, b, r, n in vDSP_vasmD(a, 1, b, 1, &scalar, r, 1, n) }
    }

    /// Multiplies the sum of two vectors by a vector.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        addition: (a: S, b: T), _ vector: U
    ) -> [Double] where S.Element == Double, T.Element == Double, U.Element == Double {
        made(addition.a.count) { multiply(addition: addition, vector, result: &$0) }
    }

    /// Multiplies the sum of two vectors by a vector, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        addition: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(addition.a, addition.b, vector, into: &result) { a, b, c, r, n in vDSP_vamD(a, 1, b, 1, c, 1, r, 1, n) }
    }

    /// Multiplies the difference of two vectors by a scalar.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction: (a: T, b: U), _ scalar: Double
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(subtraction.a.count) { multiply(subtraction: subtraction, scalar, result: &$0) }
    }

    /// Multiplies the difference of two vectors by a scalar, and stores the results.
    public static func multiply<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        subtraction: (a: T, b: U), _ scalar: Double, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(subtraction.a, subtraction.b, into: &result) { a, b, r, n in vDSP_vsbsmD(a, 1, b, 1, &scalar, r, 1, n) }
    }

    /// Multiplies the difference of two vectors by a vector.
    public static func multiply<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        subtraction: (a: S, b: T), _ vector: U
    ) -> [Double] where S.Element == Double, T.Element == Double, U.Element == Double {
        made(subtraction.a.count) { multiply(subtraction: subtraction, vector, result: &$0) }
    }

    /// Multiplies the difference of two vectors by a vector, and stores the results.
    public static func multiply<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        subtraction: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(subtraction.a, subtraction.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vsbmD(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Adds a scalar to the product of two vectors.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: T, b: U), _ scalar: Double
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(multiplication.a.count) { add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Adds a scalar to the product of two vectors, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: T, b: U), _ scalar: Double, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var scalar = scalar
        store(multiplication.a, multiplication.b, into: &result) { a, b, r, n in
            vDSP_vmsaD(a, 1, b, 1, &scalar, r, 1, n)
        }
    }

    /// Adds a vector to the product of a vector and a scalar.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: T, b: Double), _ vector: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(multiplication.a.count) { add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Adds a vector to the product of a vector and a scalar, and stores the results.
    public static func add<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: T, b: Double), _ vector: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var factor = multiplication.b
        store(multiplication.a, vector, into: &result) { a, b, r, n in vDSP_vsmaD(a, 1, &factor, b, 1, r, 1, n) }
    }

    /// Adds a vector to the product of two vectors.
    public static func add<S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer>(
        multiplication: (a: S, b: T), _ vector: U
    ) -> [Double] where S.Element == Double, T.Element == Double, U.Element == Double {
        made(multiplication.a.count) { add(multiplication: multiplication, vector, result: &$0) }
    }

    /// Adds a vector to the product of two vectors, and stores the results.
    public static func add<
        S: AccelerateBuffer, T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        multiplication: (a: S, b: T), _ vector: U, result: inout Result
    ) where S.Element == Double, T.Element == Double, U.Element == Double, Result.Element == Double {
        store(multiplication.a, multiplication.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vmaD(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Subtracts a vector from the product of two vectors.
    public static func subtract<T: AccelerateBuffer, U: AccelerateBuffer, S: AccelerateBuffer>(
        multiplication: (a: T, b: U), _ vector: S
    ) -> [Double] where T.Element == Double, U.Element == Double, S.Element == Double {
        made(multiplication.a.count) { subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Subtracts a vector from the product of two vectors, and stores the results.
    public static func subtract<
        T: AccelerateBuffer, U: AccelerateBuffer, S: AccelerateBuffer, Result: AccelerateMutableBuffer
    >(
        multiplication: (a: T, b: U), _ vector: S, result: inout Result
    ) where T.Element == Double, U.Element == Double, S.Element == Double, Result.Element == Double {
        store(multiplication.a, multiplication.b, vector, into: &result) { a, b, c, r, n in
            vDSP_vmsbD(a, 1, b, 1, c, 1, r, 1, n)
        }
    }

    /// Adds a scalar to the product of a vector and a scalar.
    public static func add<U: AccelerateBuffer>(
        multiplication: (a: U, b: Double), _ scalar: Double
    ) -> [Double] where U.Element == Double {
        made(multiplication.a.count) { add(multiplication: multiplication, scalar, result: &$0) }
    }

    /// Adds a scalar to the product of a vector and a scalar, and stores the results.
    public static func add<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: U, b: Double), _ scalar: Double, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        var factor = multiplication.b
        var scalar = scalar
        store(multiplication.a, into: &result) { a, r, n in vDSP_vsmsaD(a, 1, &factor, &scalar, r, 1, n) }
    }

    /// Subtracts a vector from the product of a vector and a scalar.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer>(
        multiplication: (a: U, b: Double), _ vector: T
    ) -> [Double] where U.Element == Double, T.Element == Double {
        made(multiplication.a.count) { subtract(multiplication: multiplication, vector, result: &$0) }
    }

    /// Subtracts a vector from the product of a vector and a scalar, and stores the results.
    public static func subtract<U: AccelerateBuffer, T: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        multiplication: (a: U, b: Double), _ vector: T, result: inout Result
    ) where U.Element == Double, T.Element == Double, Result.Element == Double {
        var factor = multiplication.b
        store(multiplication.a, vector, into: &result) { a, b, r, n in vDSP_vsmsbD(a, 1, &factor, b, 1, r, 1, n) }
    }
}
