// Conversions between integers and floating-point numbers.

import CAccelerate

extension vDSP {
    /// How fractions become integers.
    @frozen public enum RoundingMode {
        /// Fractions are dropped.
        case towardZero
        /// The nearest integer is taken, and the even one of two that are as near.
        case towardNearestInteger
    }
}

// MARK: - Single precision

extension vDSP {
    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt8, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vfltu8(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt16, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vfltu16(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt32, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vfltu32(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int8, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vflt8(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int16, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vflt16(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int32, V.Element == Float {
        store(source, into: &destination) { a, r, n in vDSP_vflt32(a, 1, r, 1, n) }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == UInt8 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu8(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru8(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == UInt16 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu16(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru16(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == UInt32 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu32(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru32(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == Int8 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix8(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr8(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == Int16 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix16(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr16(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Float, V.Element == Int32 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix32(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr32(a, 1, r, 1, n)
            }
        }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt8, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vfltu8D(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt16, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vfltu16D(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == UInt32, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vfltu32D(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int8, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vflt8D(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int16, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vflt16D(a, 1, r, 1, n) }
    }

    /// Converts integers to floating-point numbers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V
    ) where U.Element == Int32, V.Element == Double {
        store(source, into: &destination) { a, r, n in vDSP_vflt32D(a, 1, r, 1, n) }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == UInt8 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu8D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru8D(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == UInt16 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu16D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru16D(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == UInt32 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfixu32D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixru32D(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == Int8 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix8D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr8D(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == Int16 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix16D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr16D(a, 1, r, 1, n)
            }
        }
    }

    /// Converts floating-point numbers to integers.
    public static func convertElements<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        of source: U, to destination: inout V, rounding: RoundingMode
    ) where U.Element == Double, V.Element == Int32 {
        store(source, into: &destination) { a, r, n in
            switch rounding {
            case .towardZero: vDSP_vfix32D(a, 1, r, 1, n)
            case .towardNearestInteger: vDSP_vfixr32D(a, 1, r, 1, n)
            }
        }
    }
}
