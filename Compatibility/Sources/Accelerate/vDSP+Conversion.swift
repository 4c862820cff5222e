// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Conversions that return arrays, between precisions, and to decibels.

import CAccelerate

/// An integer that vDSP makes of floating-point numbers.
public protocol vDSP_IntegerConvertable {}
extension UInt8: vDSP_IntegerConvertable {}
extension UInt16: vDSP_IntegerConvertable {}
extension UInt32: vDSP_IntegerConvertable {}
extension Int8: vDSP_IntegerConvertable {}
extension Int16: vDSP_IntegerConvertable {}
extension Int32: vDSP_IntegerConvertable {}

/// A floating-point number that vDSP makes of integers.
public protocol vDSP_FloatingPointConvertable {}
extension Float: vDSP_FloatingPointConvertable {}
extension Double: vDSP_FloatingPointConvertable {}

// MARK: - Single precision

extension vDSP {
    /// Returns decibels of powers: 10 * log10(power / zeroReference).
    public static func powerToDecibels<U: AccelerateBuffer>(_ power: U, zeroReference: Float) -> [Float]
    where U.Element == Float {
        made(power.count) { convert(power: power, toDecibels: &$0, zeroReference: zeroReference) }
    }

    /// Stores decibels of powers: 10 * log10(power / zeroReference).
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        power: U, toDecibels decibels: inout V, zeroReference: Float
    ) where U.Element == Float, V.Element == Float {
        var zero = zeroReference
        store(power, into: &decibels) { a, r, n in vDSP_vdbcon(a, 1, &zero, r, 1, n, 0) }
    }

    /// Returns decibels of amplitudes: 20 * log10(amplitude / zeroReference).
    public static func amplitudeToDecibels<U: AccelerateBuffer>(_ amplitude: U, zeroReference: Float) -> [Float]
    where U.Element == Float {
        made(amplitude.count) { convert(amplitude: amplitude, toDecibels: &$0, zeroReference: zeroReference) }
    }

    /// Stores decibels of amplitudes: 20 * log10(amplitude / zeroReference).
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        amplitude: U, toDecibels decibels: inout V, zeroReference: Float
    ) where U.Element == Float, V.Element == Float {
        var zero = zeroReference
        store(amplitude, into: &decibels) { a, r, n in vDSP_vdbcon(a, 1, &zero, r, 1, n, 1) }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Returns decibels of powers: 10 * log10(power / zeroReference).
    public static func powerToDecibels<U: AccelerateBuffer>(_ power: U, zeroReference: Double) -> [Double]
    where U.Element == Double {
        made(power.count) { convert(power: power, toDecibels: &$0, zeroReference: zeroReference) }
    }

    /// Stores decibels of powers: 10 * log10(power / zeroReference).
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        power: U, toDecibels decibels: inout V, zeroReference: Double
    ) where U.Element == Double, V.Element == Double {
        var zero = zeroReference
        store(power, into: &decibels) { a, r, n in vDSP_vdbconD(a, 1, &zero, r, 1, n, 0) }
    }

    /// Returns decibels of amplitudes: 20 * log10(amplitude / zeroReference).
    public static func amplitudeToDecibels<U: AccelerateBuffer>(_ amplitude: U, zeroReference: Double) -> [Double]
    where U.Element == Double {
        made(amplitude.count) { convert(amplitude: amplitude, toDecibels: &$0, zeroReference: zeroReference) }
    }

    /// Stores decibels of amplitudes: 20 * log10(amplitude / zeroReference).
    public static func convert<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        amplitude: U, toDecibels decibels: inout V, zeroReference: Double
    ) where U.Element == Double, V.Element == Double {
        var zero = zeroReference
        store(amplitude, into: &decibels) { a, r, n in vDSP_vdbconD(a, 1, &zero, r, 1, n, 1) }
    }
}

// MARK: - Between types

extension vDSP {
    /// Converts single precision to double precision.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Float, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vspdp(a, 1, r, 1, n) }
    }

    /// Converts double precision to single precision.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Double, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vdpsp(a, 1, r, 1, n) }
    }

    /// Returns numbers in double precision.
    public static func floatToDouble<U: AccelerateBuffer>(_ source: U) -> [Double] where U.Element == Float {
        made(source.count) { convertElements(of: source, to: &$0) }
    }

    /// Returns numbers in single precision.
    public static func doubleToFloat<U: AccelerateBuffer>(_ source: U) -> [Float] where U.Element == Double {
        made(source.count) { convertElements(of: source, to: &$0) }
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == UInt8 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == UInt16 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == UInt32 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == Int8 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == Int16 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns integers as floating-point numbers.
    public static func integerToFloatingPoint<T: AccelerateBuffer, U: vDSP_FloatingPointConvertable>(
        _ vector: T, floatingPointType: U.Type
    ) -> [U] where T.Element == Int32 {
        if U.self == Float.self {
            let result: [Float] = made(vector.count) { convertElements(of: vector, to: &$0) }
            return result as! [U]
        }
        let result: [Double] = made(vector.count) { convertElements(of: vector, to: &$0) }
        return result as! [U]
    }

    /// Returns floating-point numbers as integers.
    public static func floatingPointToInteger<T: AccelerateBuffer, U: vDSP_IntegerConvertable>(
        _ vector: T, integerType: U.Type, rounding: RoundingMode
    ) -> [U] where T.Element == Float {
        func converted<I>(_ convert: (inout UnsafeMutableBufferPointer<I>) -> Void) -> [U] {
            made(vector.count, convert) as! [U]
        }
        switch integerType {
        case is UInt8.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt8>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is UInt16.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt16>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is UInt32.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt32>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int8.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int8>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int16.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int16>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int32.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int32>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        default: fatalError("vDSP has no conversion to \(integerType)")
        }
    }

    /// Returns floating-point numbers as integers.
    public static func floatingPointToInteger<T: AccelerateBuffer, U: vDSP_IntegerConvertable>(
        _ vector: T, integerType: U.Type, rounding: RoundingMode
    ) -> [U] where T.Element == Double {
        func converted<I>(_ convert: (inout UnsafeMutableBufferPointer<I>) -> Void) -> [U] {
            made(vector.count, convert) as! [U]
        }
        switch integerType {
        case is UInt8.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt8>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is UInt16.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt16>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is UInt32.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<UInt32>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int8.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int8>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int16.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int16>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        case is Int32.Type:
            return converted { (r: inout UnsafeMutableBufferPointer<Int32>) in
                convertElements(of: vector, to: &r, rounding: rounding)
            }
        default: fatalError("vDSP has no conversion to \(integerType)")
        }
    }
}
