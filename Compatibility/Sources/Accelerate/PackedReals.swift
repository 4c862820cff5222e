// Real numbers that are packed as split complex numbers, for transforms of real numbers.

public import CAccelerate

extension DSPSplitComplex {
    /// Packs real numbers: even ones become real parts, odd ones imaginary parts. The arrays hold them, and the result
    /// points into them.
    public init(fromInputArray inputArray: [Float], realParts: inout [Float], imaginaryParts: inout [Float]) {
        precondition(
            realParts.count * 2 == inputArray.count && imaginaryParts.count == realParts.count,
            "the parts have other counts than half of the input")
        self = realParts.withUnsafeMutableBufferPointer { re in
            imaginaryParts.withUnsafeMutableBufferPointer { im in
                DSPSplitComplex(realp: address(of: re), imagp: address(of: im))
            }
        }
        inputArray.withUnsafeBytes {
            guard let pairs = $0.assumingMemoryBound(to: DSPComplex.self).baseAddress else { return }
            vDSP_ctoz(pairs, 2, &self, 1, vDSP_Length(inputArray.count / 2))
        }
    }
}

extension Array where Element == Float {
    /// Unpacks `count` real numbers, and multiplies them by a scale.
    public init(fromSplitComplex splitComplex: DSPSplitComplex, scale: Float, count: Int) {
        var split = splitComplex
        var scale = scale
        self = made(count) { result in
            let numbers = address(of: result)
            numbers.withMemoryRebound(to: DSPComplex.self, capacity: count / 2) {
                vDSP_ztoc(&split, 1, $0, 2, vDSP_Length(count / 2))
            }
            if count % 2 == 1 { numbers[count - 1] = split.realp[count / 2] }
            vDSP_vsmul(numbers, 1, &scale, numbers, 1, vDSP_Length(count))
        }
    }
}

extension DSPDoubleSplitComplex {
    /// Packs real numbers: even ones become real parts, odd ones imaginary parts. The arrays hold them, and the result
    /// points into them.
    public init(fromInputArray inputArray: [Double], realParts: inout [Double], imaginaryParts: inout [Double]) {
        precondition(
            realParts.count * 2 == inputArray.count && imaginaryParts.count == realParts.count,
            "the parts have other counts than half of the input")
        self = realParts.withUnsafeMutableBufferPointer { re in
            imaginaryParts.withUnsafeMutableBufferPointer { im in
                DSPDoubleSplitComplex(realp: address(of: re), imagp: address(of: im))
            }
        }
        inputArray.withUnsafeBytes {
            guard let pairs = $0.assumingMemoryBound(to: DSPDoubleComplex.self).baseAddress else { return }
            vDSP_ctozD(pairs, 2, &self, 1, vDSP_Length(inputArray.count / 2))
        }
    }
}

extension Array where Element == Double {
    /// Unpacks `count` real numbers, and multiplies them by a scale.
    public init(fromSplitComplex splitComplex: DSPDoubleSplitComplex, scale: Double, count: Int) {
        var split = splitComplex
        var scale = scale
        self = made(count) { result in
            let numbers = address(of: result)
            numbers.withMemoryRebound(to: DSPDoubleComplex.self, capacity: count / 2) {
                vDSP_ztocD(&split, 1, $0, 2, vDSP_Length(count / 2))
            }
            if count % 2 == 1 { numbers[count - 1] = split.realp[count / 2] }
            vDSP_vsmulD(numbers, 1, &scale, numbers, 1, vDSP_Length(count))
        }
    }
}
