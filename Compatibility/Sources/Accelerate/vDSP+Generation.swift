// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Ramps and windows.

import CAccelerate

/// A type of which vDSP makes windows: `Float` and `Double`.
public protocol vDSP_FloatingPointGeneratable: BinaryFloatingPoint {}
extension Float: vDSP_FloatingPointGeneratable {}
extension Double: vDSP_FloatingPointGeneratable {}

extension vDSP {
    /// A shape of windows.
    @frozen public enum WindowSequence {
        /// A Hann window whose squares have the mean 1.
        case hanningNormalized
        /// A Hann window whose greatest value is 1.
        case hanningDenormalized
        case hamming
        case blackman
    }

    /// Returns a window. Behind the first half of a half window, elements are 0.
    public static func window<T: vDSP_FloatingPointGeneratable>(
        ofType: T.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
    ) -> [T] {
        precondition(count >= 0, "the count is negative")
        if T.self == Float.self {
            var window = [Float](repeating: 0, count: count)
            formWindow(usingSequence: sequence, result: &window, isHalfWindow: isHalfWindow)
            return window as! [T]
        }
        var window = [Double](repeating: 0, count: count)
        formWindow(usingSequence: sequence, result: &window, isHalfWindow: isHalfWindow)
        return T.self == Double.self ? window as! [T] : window.map { T($0) }
    }
}

// MARK: - Single precision

extension vDSP {
    /// Returns a ramp.
    public static func ramp(withInitialValue initialValue: Float, increment: Float, count: Int) -> [Float] {
        made(count) { formRamp(withInitialValue: initialValue, increment: increment, result: &$0) }
    }

    /// Stores a ramp.
    public static func formRamp<V: AccelerateMutableBuffer>(
        withInitialValue initialValue: Float, increment: Float, result: inout V
    ) where V.Element == Float {
        var start = initialValue
        var step = increment
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_vramp(&start, &step, $0, 1, count) }
    }

    /// Returns a ramp from the lower to the upper bound of a range.
    public static func ramp(in range: ClosedRange<Float>, count: Int) -> [Float] {
        made(count) { formRamp(in: range, result: &$0) }
    }

    /// Stores a ramp from the lower to the upper bound of a range.
    public static func formRamp<V: AccelerateMutableBuffer>(in range: ClosedRange<Float>, result: inout V)
    where V.Element == Float {
        var first = range.lowerBound
        var last = range.upperBound
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_vgen(&first, &last, $0, 1, count) }
    }

    /// Multiplies a vector by a ramp. The initial value becomes that of the next call.
    public static func ramp<U: AccelerateBuffer>(
        withInitialValue initialValue: inout Float, multiplyingBy vector: U, increment: Float
    ) -> [Float] where U.Element == Float {
        made(vector.count) {
            formRamp(withInitialValue: &initialValue, multiplyingBy: vector, increment: increment, result: &$0)
        }
    }

    /// Multiplies a vector by a ramp, and stores the results. The initial value becomes that of the next call.
    public static func formRamp<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        withInitialValue initialValue: inout Float, multiplyingBy vector: U, increment: Float, result: inout V
    ) where U.Element == Float, V.Element == Float {
        var start = initialValue
        var step = increment
        store(vector, into: &result) { a, r, n in vDSP_vrampmul(a, 1, &start, &step, r, 1, n) }
        initialValue = start
    }

    /// Multiplies two vectors by a ramp. The initial value becomes that of the next call.
    public static func stereoRamp<U: AccelerateBuffer>(
        withInitialValue initialValue: inout Float, multiplyingBy multiplierOne: U, _ multiplierTwo: U, increment: Float
    ) -> (firstOutput: [Float], secondOutput: [Float]) where U.Element == Float {
        var start = initialValue
        let first = ramp(withInitialValue: &start, multiplyingBy: multiplierOne, increment: increment)
        let second = ramp(withInitialValue: &initialValue, multiplyingBy: multiplierTwo, increment: increment)
        return (first, second)
    }

    /// Multiplies two vectors by a ramp, and stores the results. The initial value becomes that of the next call.
    public static func formStereoRamp<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        withInitialValue initialValue: inout Float, multiplyingBy multiplierOne: U, _ multiplierTwo: U,
        increment: Float,
        results resultOne: inout V, _ resultTwo: inout V
    ) where U.Element == Float, V.Element == Float {
        var start = initialValue
        formRamp(withInitialValue: &start, multiplyingBy: multiplierOne, increment: increment, result: &resultOne)
        formRamp(
            withInitialValue: &initialValue, multiplyingBy: multiplierTwo, increment: increment, result: &resultTwo)
    }

    /// Stores a window. The first half of a half window is stored, and the rest does not change.
    public static func formWindow<V: AccelerateMutableBuffer>(
        usingSequence sequence: WindowSequence, result: inout V, isHalfWindow: Bool
    ) where V.Element == Float {
        let count = vDSP_Length(result.count)
        let half = isHalfWindow ? Int32(vDSP_HALF_WINDOW) : 0
        write(&result) { r in
            switch sequence {
            case .hanningNormalized: vDSP_hann_window(r, count, half | Int32(vDSP_HANN_NORM))
            case .hanningDenormalized: vDSP_hann_window(r, count, half)
            case .hamming: vDSP_hamm_window(r, count, half)
            case .blackman: vDSP_blkman_window(r, count, half)
            }
        }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Returns a ramp.
    public static func ramp(withInitialValue initialValue: Double, increment: Double, count: Int) -> [Double] {
        made(count) { formRamp(withInitialValue: initialValue, increment: increment, result: &$0) }
    }

    /// Stores a ramp.
    public static func formRamp<V: AccelerateMutableBuffer>(
        withInitialValue initialValue: Double, increment: Double, result: inout V
    ) where V.Element == Double {
        var start = initialValue
        var step = increment
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_vrampD(&start, &step, $0, 1, count) }
    }

    /// Returns a ramp from the lower to the upper bound of a range.
    public static func ramp(in range: ClosedRange<Double>, count: Int) -> [Double] {
        made(count) { formRamp(in: range, result: &$0) }
    }

    /// Stores a ramp from the lower to the upper bound of a range.
    public static func formRamp<V: AccelerateMutableBuffer>(in range: ClosedRange<Double>, result: inout V)
    where V.Element == Double {
        var first = range.lowerBound
        var last = range.upperBound
        let count = vDSP_Length(result.count)
        write(&result) { vDSP_vgenD(&first, &last, $0, 1, count) }
    }

    /// Multiplies a vector by a ramp. The initial value becomes that of the next call.
    public static func ramp<U: AccelerateBuffer>(
        withInitialValue initialValue: inout Double, multiplyingBy vector: U, increment: Double
    ) -> [Double] where U.Element == Double {
        made(vector.count) {
            formRamp(withInitialValue: &initialValue, multiplyingBy: vector, increment: increment, result: &$0)
        }
    }

    /// Multiplies a vector by a ramp, and stores the results. The initial value becomes that of the next call.
    public static func formRamp<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        withInitialValue initialValue: inout Double, multiplyingBy vector: U, increment: Double, result: inout V
    ) where U.Element == Double, V.Element == Double {
        var start = initialValue
        var step = increment
        store(vector, into: &result) { a, r, n in vDSP_vrampmulD(a, 1, &start, &step, r, 1, n) }
        initialValue = start
    }

    /// Multiplies two vectors by a ramp. The initial value becomes that of the next call.
    public static func stereoRamp<U: AccelerateBuffer>(
        withInitialValue initialValue: inout Double, multiplyingBy multiplierOne: U, _ multiplierTwo: U,
        increment: Double
    ) -> (firstOutput: [Double], secondOutput: [Double]) where U.Element == Double {
        var start = initialValue
        let first = ramp(withInitialValue: &start, multiplyingBy: multiplierOne, increment: increment)
        let second = ramp(withInitialValue: &initialValue, multiplyingBy: multiplierTwo, increment: increment)
        return (first, second)
    }

    /// Multiplies two vectors by a ramp, and stores the results. The initial value becomes that of the next call.
    public static func formStereoRamp<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        withInitialValue initialValue: inout Double, multiplyingBy multiplierOne: U, _ multiplierTwo: U,
        increment: Double,
        results resultOne: inout V, _ resultTwo: inout V
    ) where U.Element == Double, V.Element == Double {
        var start = initialValue
        formRamp(withInitialValue: &start, multiplyingBy: multiplierOne, increment: increment, result: &resultOne)
        formRamp(
            withInitialValue: &initialValue, multiplyingBy: multiplierTwo, increment: increment, result: &resultTwo)
    }

    /// Stores a window. The first half of a half window is stored, and the rest does not change.
    public static func formWindow<V: AccelerateMutableBuffer>(
        usingSequence sequence: WindowSequence, result: inout V, isHalfWindow: Bool
    ) where V.Element == Double {
        let count = vDSP_Length(result.count)
        let half = isHalfWindow ? Int32(vDSP_HALF_WINDOW) : 0
        write(&result) { r in
            switch sequence {
            case .hanningNormalized: vDSP_hann_windowD(r, count, half | Int32(vDSP_HANN_NORM))
            case .hanningDenormalized: vDSP_hann_windowD(r, count, half)
            case .hamming: vDSP_hamm_windowD(r, count, half)
            case .blackman: vDSP_blkman_windowD(r, count, half)
            }
        }
    }
}
