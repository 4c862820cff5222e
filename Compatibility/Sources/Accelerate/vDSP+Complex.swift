// Complex numbers and coordinates.

public import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Interleaves complex numbers.
    public static func convert(
        splitComplexVector: DSPSplitComplex, toInterleavedComplexVector interleavedComplexVector: inout [DSPComplex]
    ) {
        var split = splitComplexVector
        vDSP_ztoc(&split, 1, &interleavedComplexVector, 2, vDSP_Length(interleavedComplexVector.count))
    }

    /// Separates interleaved complex numbers.
    public static func convert(
        interleavedComplexVector: [DSPComplex], toSplitComplexVector splitComplexVector: inout DSPSplitComplex
    ) {
        vDSP_ctoz(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count))
    }

    /// Stores phases, in radians.
    public static func phase<V: AccelerateMutableBuffer>(_ splitComplex: DSPSplitComplex, result: inout V)
    where V.Element == Float {
        var a = splitComplex
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvphas(&a, 1, $0, 1, count) }
    }

    /// Stores absolute values.
    public static func absolute<V: AccelerateMutableBuffer>(_ vector: DSPSplitComplex, result: inout V)
    where V.Element == Float {
        var a = vector
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvabs(&a, 1, $0, 1, count) }
    }

    /// Stores squared magnitudes.
    public static func squareMagnitudes<V: AccelerateMutableBuffer>(_ splitComplex: DSPSplitComplex, result: inout V)
    where V.Element == Float {
        var a = splitComplex
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvmags(&a, 1, $0, 1, count) }
    }

    /// Copies complex numbers.
    public static func copy(_ source: DSPSplitComplex, to destination: inout DSPSplitComplex, count: Int) {
        var a = source
        vDSP_zvmov(&a, 1, &destination, 1, vDSP_Length(count))
    }

    /// Stores complex conjugates.
    public static func conjugate(_ splitComplex: DSPSplitComplex, count: Int, result: inout DSPSplitComplex) {
        var a = splitComplex
        vDSP_zvconj(&a, 1, &result, 1, vDSP_Length(count))
    }

    /// Divides complex numbers by real numbers.
    public static func divide<U: AccelerateBuffer>(
        _ splitComplex: DSPSplitComplex, by vector: U, result: inout DSPSplitComplex
    )
    where U.Element == Float {
        var a = splitComplex
        read(vector) { b, n in vDSP_zrvdiv(&a, 1, b, 1, &result, 1, n) }
    }

    /// Multiplies complex numbers by real numbers.
    public static func multiply<U: AccelerateBuffer>(
        _ splitComplex: DSPSplitComplex, by vector: U, result: inout DSPSplitComplex
    )
    where U.Element == Float {
        var a = splitComplex
        read(vector) { b, n in vDSP_zrvmul(&a, 1, b, 1, &result, 1, n) }
    }

    /// Multiplies complex numbers. The conjugates of the first ones are multiplied if `useConjugate` is true.
    public static func multiply(
        _ splitComplexA: DSPSplitComplex, by splitComplexB: DSPSplitComplex, count: Int, useConjugate: Bool,
        result: inout DSPSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvmul(&a, 1, &b, 1, &result, 1, vDSP_Length(count), useConjugate ? -1 : 1)
    }

    /// Adds complex numbers.
    public static func add(
        _ splitComplexA: DSPSplitComplex, to splitComplexB: DSPSplitComplex, count: Int, result: inout DSPSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvadd(&a, 1, &b, 1, &result, 1, vDSP_Length(count))
    }

    /// Divides complex numbers.
    public static func divide(
        _ splitComplexA: DSPSplitComplex, by splitComplexB: DSPSplitComplex, count: Int, result: inout DSPSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvdiv(&b, 1, &a, 1, &result, 1, vDSP_Length(count))
    }

    /// Subtracts complex numbers.
    public static func subtract(
        _ splitComplexB: DSPSplitComplex, from splitComplexA: DSPSplitComplex, count: Int, result: inout DSPSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvsub(&a, 1, &b, 1, &result, 1, vDSP_Length(count))
    }

    /// Returns pairs of length and angle for pairs of coordinates.
    public static func rectangularToPolar<U: AccelerateBuffer>(_ rectangularCoordinates: U) -> [Float]
    where U.Element == Float {
        made(rectangularCoordinates.count) {
            convert(rectangularCoordinates: rectangularCoordinates, toPolarCoordinates: &$0)
        }
    }

    /// Stores pairs of length and angle for pairs of coordinates.
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        rectangularCoordinates: U, toPolarCoordinates polarCoordinates: inout V
    ) where U.Element == Float, V.Element == Float {
        store(rectangularCoordinates, into: &polarCoordinates) { a, r, n in vDSP_polar(a, 2, r, 2, n / 2) }
    }

    /// Returns pairs of coordinates for pairs of length and angle.
    public static func polarToRectangular<U: AccelerateBuffer>(_ polarCoordinates: U) -> [Float]
    where U.Element == Float {
        made(polarCoordinates.count) { convert(polarCoordinates: polarCoordinates, toRectangularCoordinates: &$0) }
    }

    /// Stores pairs of coordinates for pairs of length and angle.
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        polarCoordinates: U, toRectangularCoordinates rectangularCoordinates: inout V
    ) where U.Element == Float, V.Element == Float {
        store(polarCoordinates, into: &rectangularCoordinates) { a, r, n in vDSP_rect(a, 2, r, 2, n / 2) }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Interleaves complex numbers.
    public static func convert(
        splitComplexVector: DSPDoubleSplitComplex,
        toInterleavedComplexVector interleavedComplexVector: inout [DSPDoubleComplex]
    ) {
        var split = splitComplexVector
        vDSP_ztocD(&split, 1, &interleavedComplexVector, 2, vDSP_Length(interleavedComplexVector.count))
    }

    /// Separates interleaved complex numbers.
    public static func convert(
        interleavedComplexVector: [DSPDoubleComplex],
        toSplitComplexVector splitComplexVector: inout DSPDoubleSplitComplex
    ) {
        vDSP_ctozD(interleavedComplexVector, 2, &splitComplexVector, 1, vDSP_Length(interleavedComplexVector.count))
    }

    /// Stores phases, in radians.
    public static func phase<V: AccelerateMutableBuffer>(_ splitComplex: DSPDoubleSplitComplex, result: inout V)
    where V.Element == Double {
        var a = splitComplex
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvphasD(&a, 1, $0, 1, count) }
    }

    /// Stores absolute values.
    public static func absolute<V: AccelerateMutableBuffer>(_ vector: DSPDoubleSplitComplex, result: inout V)
    where V.Element == Double {
        var a = vector
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvabsD(&a, 1, $0, 1, count) }
    }

    /// Stores squared magnitudes.
    public static func squareMagnitudes<V: AccelerateMutableBuffer>(
        _ splitComplex: DSPDoubleSplitComplex, result: inout V
    )
    where V.Element == Double {
        var a = splitComplex
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_zvmagsD(&a, 1, $0, 1, count) }
    }

    /// Copies complex numbers.
    public static func copy(_ source: DSPDoubleSplitComplex, to destination: inout DSPDoubleSplitComplex, count: Int) {
        var a = source
        vDSP_zvmovD(&a, 1, &destination, 1, vDSP_Length(count))
    }

    /// Stores complex conjugates.
    public static func conjugate(_ splitComplex: DSPDoubleSplitComplex, count: Int, result: inout DSPDoubleSplitComplex)
    {
        var a = splitComplex
        vDSP_zvconjD(&a, 1, &result, 1, vDSP_Length(count))
    }

    /// Divides complex numbers by real numbers.
    public static func divide<U: AccelerateBuffer>(
        _ splitComplex: DSPDoubleSplitComplex, by vector: U, result: inout DSPDoubleSplitComplex
    )
    where U.Element == Double {
        var a = splitComplex
        read(vector) { b, n in vDSP_zrvdivD(&a, 1, b, 1, &result, 1, n) }
    }

    /// Multiplies complex numbers by real numbers.
    public static func multiply<U: AccelerateBuffer>(
        _ splitComplex: DSPDoubleSplitComplex, by vector: U, result: inout DSPDoubleSplitComplex
    )
    where U.Element == Double {
        var a = splitComplex
        read(vector) { b, n in vDSP_zrvmulD(&a, 1, b, 1, &result, 1, n) }
    }

    /// Multiplies complex numbers. The conjugates of the first ones are multiplied if `useConjugate` is true.
    public static func multiply(
        _ splitComplexA: DSPDoubleSplitComplex, by splitComplexB: DSPDoubleSplitComplex, count: Int, useConjugate: Bool,
        result: inout DSPDoubleSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvmulD(&a, 1, &b, 1, &result, 1, vDSP_Length(count), useConjugate ? -1 : 1)
    }

    /// Adds complex numbers.
    public static func add(
        _ splitComplexA: DSPDoubleSplitComplex, to splitComplexB: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvaddD(&a, 1, &b, 1, &result, 1, vDSP_Length(count))
    }

    /// Divides complex numbers.
    public static func divide(
        _ splitComplexA: DSPDoubleSplitComplex, by splitComplexB: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvdivD(&b, 1, &a, 1, &result, 1, vDSP_Length(count))
    }

    /// Subtracts complex numbers.
    public static func subtract(
        _ splitComplexB: DSPDoubleSplitComplex, from splitComplexA: DSPDoubleSplitComplex, count: Int,
        result: inout DSPDoubleSplitComplex
    ) {
        var a = splitComplexA
        var b = splitComplexB
        vDSP_zvsubD(&a, 1, &b, 1, &result, 1, vDSP_Length(count))
    }

    /// Returns pairs of length and angle for pairs of coordinates.
    public static func rectangularToPolar<U: AccelerateBuffer>(_ rectangularCoordinates: U) -> [Double]
    where U.Element == Double {
        made(rectangularCoordinates.count) {
            convert(rectangularCoordinates: rectangularCoordinates, toPolarCoordinates: &$0)
        }
    }

    /// Stores pairs of length and angle for pairs of coordinates.
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        rectangularCoordinates: U, toPolarCoordinates polarCoordinates: inout V
    ) where U.Element == Double, V.Element == Double {
        store(rectangularCoordinates, into: &polarCoordinates) { a, r, n in vDSP_polarD(a, 2, r, 2, n / 2) }
    }

    /// Returns pairs of coordinates for pairs of length and angle.
    public static func polarToRectangular<U: AccelerateBuffer>(_ polarCoordinates: U) -> [Double]
    where U.Element == Double {
        made(polarCoordinates.count) { convert(polarCoordinates: polarCoordinates, toRectangularCoordinates: &$0) }
    }

    /// Stores pairs of coordinates for pairs of length and angle.
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        polarCoordinates: U, toRectangularCoordinates rectangularCoordinates: inout V
    ) where U.Element == Double, V.Element == Double {
        store(polarCoordinates, into: &rectangularCoordinates) { a, r, n in vDSP_rectD(a, 2, r, 2, n / 2) }
    }
}
