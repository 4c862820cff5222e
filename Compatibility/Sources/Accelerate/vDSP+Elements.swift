// Functions of single elements, and operations in place.

import CAccelerate

extension vDSP {
    /// The order of sorted elements.
    @frozen public enum SortOrder: Int32 {
        case ascending = 1
        case descending = -1
    }
}

// MARK: - Single precision

extension vDSP {
    /// Returns absolute values.
    public static func absolute<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { absolute(vector, result: &$0) }
    }

    /// Returns absolute values, and stores the results.
    public static func absolute<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vabs(a, 1, r, 1, n) }
    }

    /// Returns negative absolute values.
    public static func negativeAbsolute<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { negativeAbsolute(vector, result: &$0) }
    }

    /// Returns negative absolute values, and stores the results.
    public static func negativeAbsolute<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vnabs(a, 1, r, 1, n) }
    }

    /// Negates each element.
    public static func negative<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { negative(vector, result: &$0) }
    }

    /// Negates each element, and stores the results.
    public static func negative<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vneg(a, 1, r, 1, n) }
    }

    /// Squares each element.
    public static func square<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { square(vector, result: &$0) }
    }

    /// Squares each element, and stores the results.
    public static func square<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vsq(a, 1, r, 1, n) }
    }

    /// Squares each element and keeps its sign.
    public static func signedSquare<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { signedSquare(vector, result: &$0) }
    }

    /// Squares each element and keeps its sign, and stores the results.
    public static func signedSquare<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vssq(a, 1, r, 1, n) }
    }

    /// Returns the fraction of each element, with its sign.
    public static func trunc<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// Returns the fraction of each element, with its sign, and stores the results.
    public static func trunc<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vector, into: &result) { a, r, n in vDSP_vfrac(a, 1, r, 1, n) }
    }

    /// Returns the lesser elements of two vectors.
    public static func minimum<U: AccelerateBuffer>(_ vectorA: U, _ vectorB: U) -> [Float] where U.Element == Float {
        made(vectorA.count) { minimum(vectorA, vectorB, result: &$0) }
    }

    /// Returns the lesser elements of two vectors, and stores the results.
    public static func minimum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vmin(a, 1, b, 1, r, 1, n) }
    }

    /// Returns the greater elements of two vectors.
    public static func maximum<U: AccelerateBuffer>(_ vectorA: U, _ vectorB: U) -> [Float] where U.Element == Float {
        made(vectorA.count) { maximum(vectorA, vectorB, result: &$0) }
    }

    /// Returns the greater elements of two vectors, and stores the results.
    public static func maximum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vmax(a, 1, b, 1, r, 1, n) }
    }

    /// Reverses a vector in place.
    public static func reverse<V: AccelerateMutableBuffer>(_ vector: inout V) where V.Element == Float {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vrvrs($0, 1, count) }
    }

    /// Sorts a vector in place.
    public static func sort<V: AccelerateMutableBuffer>(_ vector: inout V, sortOrder: SortOrder)
    where V.Element == Float {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vsort($0, count, sortOrder.rawValue) }
    }

    /// Fills a vector with a value.
    public static func fill<V: AccelerateMutableBuffer>(_ vector: inout V, with value: Float) where V.Element == Float {
        var value = value
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vfill(&value, $0, 1, count) }
    }

    /// Fills a vector with zeros.
    public static func clear<V: AccelerateMutableBuffer>(_ vector: inout V) where V.Element == Float {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vclr($0, 1, count) }
    }

    /// Exchanges the elements of two vectors.
    public static func swapElements<T: AccelerateMutableBuffer, U: AccelerateMutableBuffer>(
        _ vectorA: inout T, _ vectorB: inout U
    ) where T.Element == Float, U.Element == Float {
        precondition(vectorA.count == vectorB.count, "the vectors have different counts")
        let count = vDSP_Length(vectorA.count)
        write(&vectorA) { a in write(&vectorB) { b in vDSP_vswap(a, 1, b, 1, count) } }
    }

    /// Counts the changes of sign.
    public static func countZeroCrossings<U: AccelerateBuffer>(_ vector: U) -> UInt where U.Element == Float {
        var last: vDSP_Length = 0
        var total: vDSP_Length = 0
        read(vector) { a, n in vDSP_nzcros(a, 1, n, &last, &total, n) }
        return total
    }
}

// MARK: - Double precision

extension vDSP {
    /// Returns absolute values.
    public static func absolute<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { absolute(vector, result: &$0) }
    }

    /// Returns absolute values, and stores the results.
    public static func absolute<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vabsD(a, 1, r, 1, n) }
    }

    /// Returns negative absolute values.
    public static func negativeAbsolute<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { negativeAbsolute(vector, result: &$0) }
    }

    /// Returns negative absolute values, and stores the results.
    public static func negativeAbsolute<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vnabsD(a, 1, r, 1, n) }
    }

    /// Negates each element.
    public static func negative<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { negative(vector, result: &$0) }
    }

    /// Negates each element, and stores the results.
    public static func negative<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vnegD(a, 1, r, 1, n) }
    }

    /// Squares each element.
    public static func square<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { square(vector, result: &$0) }
    }

    /// Squares each element, and stores the results.
    public static func square<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vsqD(a, 1, r, 1, n) }
    }

    /// Squares each element and keeps its sign.
    public static func signedSquare<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { signedSquare(vector, result: &$0) }
    }

    /// Squares each element and keeps its sign, and stores the results.
    public static func signedSquare<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vssqD(a, 1, r, 1, n) }
    }

    /// Returns the fraction of each element, with its sign.
    public static func trunc<U: AccelerateBuffer>(_ vector: U) -> [Double] where U.Element == Double {
        made(vector.count) { trunc(vector, result: &$0) }
    }

    /// Returns the fraction of each element, with its sign, and stores the results.
    public static func trunc<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vector, into: &result) { a, r, n in vDSP_vfracD(a, 1, r, 1, n) }
    }

    /// Returns the lesser elements of two vectors.
    public static func minimum<U: AccelerateBuffer>(_ vectorA: U, _ vectorB: U) -> [Double] where U.Element == Double {
        made(vectorA.count) { minimum(vectorA, vectorB, result: &$0) }
    }

    /// Returns the lesser elements of two vectors, and stores the results.
    public static func minimum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vminD(a, 1, b, 1, r, 1, n) }
    }

    /// Returns the greater elements of two vectors.
    public static func maximum<U: AccelerateBuffer>(_ vectorA: U, _ vectorB: U) -> [Double] where U.Element == Double {
        made(vectorA.count) { maximum(vectorA, vectorB, result: &$0) }
    }

    /// Returns the greater elements of two vectors, and stores the results.
    public static func maximum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: U, _ vectorB: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vmaxD(a, 1, b, 1, r, 1, n) }
    }

    /// Reverses a vector in place.
    public static func reverse<V: AccelerateMutableBuffer>(_ vector: inout V) where V.Element == Double {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vrvrsD($0, 1, count) }
    }

    /// Sorts a vector in place.
    public static func sort<V: AccelerateMutableBuffer>(_ vector: inout V, sortOrder: SortOrder)
    where V.Element == Double {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vsortD($0, count, sortOrder.rawValue) }
    }

    /// Fills a vector with a value.
    public static func fill<V: AccelerateMutableBuffer>(_ vector: inout V, with value: Double)
    where V.Element == Double {
        var value = value
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vfillD(&value, $0, 1, count) }
    }

    /// Fills a vector with zeros.
    public static func clear<V: AccelerateMutableBuffer>(_ vector: inout V) where V.Element == Double {
        let count = vDSP_Length(vector.count)
        write(&vector) { vDSP_vclrD($0, 1, count) }
    }

    /// Exchanges the elements of two vectors.
    public static func swapElements<T: AccelerateMutableBuffer, U: AccelerateMutableBuffer>(
        _ vectorA: inout T, _ vectorB: inout U
    ) where T.Element == Double, U.Element == Double {
        precondition(vectorA.count == vectorB.count, "the vectors have different counts")
        let count = vDSP_Length(vectorA.count)
        write(&vectorA) { a in write(&vectorB) { b in vDSP_vswapD(a, 1, b, 1, count) } }
    }

    /// Counts the changes of sign.
    public static func countZeroCrossings<U: AccelerateBuffer>(_ vector: U) -> UInt where U.Element == Double {
        var last: vDSP_Length = 0
        var total: vDSP_Length = 0
        read(vector) { a, n in vDSP_nzcrosD(a, 1, n, &last, &total, n) }
        return total
    }
}
