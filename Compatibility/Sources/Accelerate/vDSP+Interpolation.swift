// Interpolation, tables and choices of elements.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Interpolates between two vectors.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Float
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vectorA.count) { linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0) }
    }

    /// Interpolates between two vectors, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Float, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var constant = interpolationConstant
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vintb(a, 1, b, 1, &constant, r, 1, n) }
    }

    /// Interpolates between neighbors at the places of a control vector.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        elementsOf vector: T, using controlVector: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(controlVector.count) { linearInterpolate(elementsOf: vector, using: controlVector, result: &$0) }
    }

    /// Interpolates between neighbors at the places of a control vector, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        elementsOf vector: T, using controlVector: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(controlVector, into: &result) { b, r, n in read(vector) { a, m in vDSP_vlint(a, b, 1, r, 1, n, m) } }
    }

    /// Interpolates between values that stand at indices. There are as many results as the last index says, and one more.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        values: T, atIndices indices: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(indices.withUnsafeBufferPointer { Int($0.last ?? -1) + 1 }) {
            linearInterpolate(values: values, atIndices: indices, result: &$0)
        }
    }

    /// Interpolates between values that stand at indices. There are as many results as the last index says, and one more, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        values: T, atIndices indices: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        precondition(values.count == indices.count, "values and indices have different counts")
        let count = vDSP_Length(result.count)
        write(&result) { r in
            read(values) { a, m in read(indices) { b, _ in vDSP_vgenp(a, 1, b, 1, r, 1, count, m) } }
        }
    }

    /// Looks up places in a table: offsets are scaled, and the base offset is added.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        lookupTable: T, withOffsets offsets: U, scale: Float = 1, baseOffset: Float = 0
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(offsets.count) {
            linearInterpolate(
                lookupTable: lookupTable, withOffsets: offsets, scale: scale, baseOffset: baseOffset, result: &$0)
        }
    }

    /// Looks up places in a table: offsets are scaled, and the base offset is added, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        lookupTable: T, withOffsets offsets: U, scale: Float = 1, baseOffset: Float = 0, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        var scale = scale
        var base = baseOffset
        store(offsets, into: &result) { a, r, n in
            read(lookupTable) { c, m in vDSP_vtabi(a, 1, &scale, &base, c, m, r, 1, n) }
        }
    }

    /// Evaluates a polynomial. The coefficient of the highest power comes first.
    public static func evaluatePolynomial<U: AccelerateBuffer>(
        usingCoefficients coefficients: [Float], withVariables variables: U
    ) -> [Float] where U.Element == Float {
        made(variables.count) {
            evaluatePolynomial(usingCoefficients: coefficients, withVariables: variables, result: &$0)
        }
    }

    /// Evaluates a polynomial. The coefficient of the highest power comes first, and stores the results.
    public static func evaluatePolynomial<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        usingCoefficients coefficients: [Float], withVariables variables: U, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        precondition(!coefficients.isEmpty, "there is no coefficient")
        store(variables, into: &result) { b, r, n in
            vDSP_vpoly(coefficients, 1, b, 1, r, 1, n, vDSP_Length(coefficients.count - 1))
        }
    }

    /// Fades from the first vector to the second.
    public static func taperedMerge<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vectorA.count) { taperedMerge(vectorA, vectorB, result: &$0) }
    }

    /// Fades from the first vector to the second, and stores the results.
    public static func taperedMerge<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vtmerg(a, 1, b, 1, r, 1, n) }
    }

    /// Gathers elements by their places, counted from 1.
    public static func gather<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, indices: U
    ) -> [Float] where T.Element == Float, U.Element == UInt {
        made(indices.count) { gather(vector, indices: indices, result: &$0) }
    }

    /// Gathers elements by their places, counted from 1, and stores the results.
    public static func gather<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, indices: U, result: inout Result
    ) where T.Element == Float, U.Element == UInt, Result.Element == Float {
        store(indices, into: &result) { b, r, n in read(vector) { a, _ in vDSP_vgathr(a, b, 1, r, 1, n) } }
    }

    /// Returns the elements at whose places the gating vector is not zero.
    public static func compress<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, gatingVector: U, nonZeroGatingCount: Int?
    ) -> [Float] where T.Element == Float, U.Element == Float {
        let kept = gatingVector.withUnsafeBufferPointer { $0.count { $0 != 0 } }
        precondition(nonZeroGatingCount ?? kept >= kept, "more elements are kept than the count says")
        return made(kept) { compress(vector, gatingVector: gatingVector, result: &$0) }
    }

    /// Stores the elements at whose places the gating vector is not zero.
    public static func compress<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, gatingVector: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        precondition(vector.count == gatingVector.count, "the vectors have different counts")
        write(&result) { r in
            read(vector) { a, n in read(gatingVector) { b, _ in vDSP_vcmprs(a, 1, b, 1, r, 1, n) } }
        }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Interpolates between two vectors.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Double
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vectorA.count) { linearInterpolate(vectorA, vectorB, using: interpolationConstant, result: &$0) }
    }

    /// Interpolates between two vectors, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, using interpolationConstant: Double, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var constant = interpolationConstant
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vintbD(a, 1, b, 1, &constant, r, 1, n) }
    }

    /// Interpolates between neighbors at the places of a control vector.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        elementsOf vector: T, using controlVector: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(controlVector.count) { linearInterpolate(elementsOf: vector, using: controlVector, result: &$0) }
    }

    /// Interpolates between neighbors at the places of a control vector, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        elementsOf vector: T, using controlVector: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(controlVector, into: &result) { b, r, n in read(vector) { a, m in vDSP_vlintD(a, b, 1, r, 1, n, m) } }
    }

    /// Interpolates between values that stand at indices. There are as many results as the last index says, and one more.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        values: T, atIndices indices: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(indices.withUnsafeBufferPointer { Int($0.last ?? -1) + 1 }) {
            linearInterpolate(values: values, atIndices: indices, result: &$0)
        }
    }

    /// Interpolates between values that stand at indices. There are as many results as the last index says, and one more, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        values: T, atIndices indices: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        precondition(values.count == indices.count, "values and indices have different counts")
        let count = vDSP_Length(result.count)
        write(&result) { r in
            read(values) { a, m in read(indices) { b, _ in vDSP_vgenpD(a, 1, b, 1, r, 1, count, m) } }
        }
    }

    /// Looks up places in a table: offsets are scaled, and the base offset is added.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer>(
        lookupTable: T, withOffsets offsets: U, scale: Double = 1, baseOffset: Double = 0
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(offsets.count) {
            linearInterpolate(
                lookupTable: lookupTable, withOffsets: offsets, scale: scale, baseOffset: baseOffset, result: &$0)
        }
    }

    /// Looks up places in a table: offsets are scaled, and the base offset is added, and stores the results.
    public static func linearInterpolate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        lookupTable: T, withOffsets offsets: U, scale: Double = 1, baseOffset: Double = 0, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        var scale = scale
        var base = baseOffset
        store(offsets, into: &result) { a, r, n in
            read(lookupTable) { c, m in vDSP_vtabiD(a, 1, &scale, &base, c, m, r, 1, n) }
        }
    }

    /// Evaluates a polynomial. The coefficient of the highest power comes first.
    public static func evaluatePolynomial<U: AccelerateBuffer>(
        usingCoefficients coefficients: [Double], withVariables variables: U
    ) -> [Double] where U.Element == Double {
        made(variables.count) {
            evaluatePolynomial(usingCoefficients: coefficients, withVariables: variables, result: &$0)
        }
    }

    /// Evaluates a polynomial. The coefficient of the highest power comes first, and stores the results.
    public static func evaluatePolynomial<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        usingCoefficients coefficients: [Double], withVariables variables: U, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        precondition(!coefficients.isEmpty, "there is no coefficient")
        store(variables, into: &result) { b, r, n in
            vDSP_vpolyD(coefficients, 1, b, 1, r, 1, n, vDSP_Length(coefficients.count - 1))
        }
    }

    /// Fades from the first vector to the second.
    public static func taperedMerge<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vectorA: T, _ vectorB: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vectorA.count) { taperedMerge(vectorA, vectorB, result: &$0) }
    }

    /// Fades from the first vector to the second, and stores the results.
    public static func taperedMerge<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vectorA: T, _ vectorB: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        store(vectorA, vectorB, into: &result) { a, b, r, n in vDSP_vtmergD(a, 1, b, 1, r, 1, n) }
    }

    /// Gathers elements by their places, counted from 1.
    public static func gather<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, indices: U
    ) -> [Double] where T.Element == Double, U.Element == UInt {
        made(indices.count) { gather(vector, indices: indices, result: &$0) }
    }

    /// Gathers elements by their places, counted from 1, and stores the results.
    public static func gather<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, indices: U, result: inout Result
    ) where T.Element == Double, U.Element == UInt, Result.Element == Double {
        store(indices, into: &result) { b, r, n in read(vector) { a, _ in vDSP_vgathrD(a, b, 1, r, 1, n) } }
    }

    /// Returns the elements at whose places the gating vector is not zero.
    public static func compress<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, gatingVector: U, nonZeroGatingCount: Int?
    ) -> [Double] where T.Element == Double, U.Element == Double {
        let kept = gatingVector.withUnsafeBufferPointer { $0.count { $0 != 0 } }
        precondition(nonZeroGatingCount ?? kept >= kept, "more elements are kept than the count says")
        return made(kept) { compress(vector, gatingVector: gatingVector, result: &$0) }
    }

    /// Stores the elements at whose places the gating vector is not zero.
    public static func compress<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, gatingVector: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        precondition(vector.count == gatingVector.count, "the vectors have different counts")
        write(&result) { r in
            read(vector) { a, n in read(gatingVector) { b, _ in vDSP_vcmprsD(a, 1, b, 1, r, 1, n) } }
        }
    }
}
