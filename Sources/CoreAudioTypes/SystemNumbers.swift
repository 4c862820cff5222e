// Numbers of <math.h> and <float.h>. Swift's Glibc has them, and so has CoreFoundation, which CoreAudioTypes passes on,
// so that a file that imports Foundation too would find each name twice. A name that is declared here hides
// CoreFoundation's; where Glibc's is in sight, that one is preferred.

/// The circumference of a circle of diameter 1.
@_disfavoredOverload public var M_PI: Double { Double.pi }
/// Half of `M_PI`.
@_disfavoredOverload public var M_PI_2: Double { Double.pi / 2 }
/// A quarter of `M_PI`.
@_disfavoredOverload public var M_PI_4: Double { Double.pi / 4 }
/// The square root of 2.
@_disfavoredOverload public var M_SQRT2: Double { 2.0.squareRoot() }
/// The square root of a half.
@_disfavoredOverload public var M_SQRT1_2: Double { 0.5.squareRoot() }
/// The greatest finite `Float`.
@_disfavoredOverload public var FLT_MAX: Float { Float.greatestFiniteMagnitude }
/// The least positive normal `Float`.
@_disfavoredOverload public var FLT_MIN: Float { Float.leastNormalMagnitude }
/// The least positive `Float`.
@_disfavoredOverload public var FLT_TRUE_MIN: Float { Float.leastNonzeroMagnitude }
/// The distance from 1 to the next `Float`.
@_disfavoredOverload public var FLT_EPSILON: Float { Float.ulpOfOne }
/// The binary digits of a `Float`.
@_disfavoredOverload public var FLT_MANT_DIG: Int { Float.significandBitCount + 1 }
/// The least exponent of a normal `Float`, as C counts it.
@_disfavoredOverload public var FLT_MIN_EXP: Int { Float.leastNormalMagnitude.exponent + 1 }
/// The greatest exponent of a `Float`, as C counts it.
@_disfavoredOverload public var FLT_MAX_EXP: Int { Float.greatestFiniteMagnitude.exponent + 1 }
/// The base of floating-point numbers.
@_disfavoredOverload public var FLT_RADIX: Int { Double.radix }
/// The greatest finite `Double`.
@_disfavoredOverload public var DBL_MAX: Double { Double.greatestFiniteMagnitude }
/// The least positive normal `Double`.
@_disfavoredOverload public var DBL_MIN: Double { Double.leastNormalMagnitude }
/// The least positive `Double`.
@_disfavoredOverload public var DBL_TRUE_MIN: Double { Double.leastNonzeroMagnitude }
/// The distance from 1 to the next `Double`.
@_disfavoredOverload public var DBL_EPSILON: Double { Double.ulpOfOne }
/// The binary digits of a `Double`.
@_disfavoredOverload public var DBL_MANT_DIG: Int { Double.significandBitCount + 1 }
/// The least exponent of a normal `Double`, as C counts it.
@_disfavoredOverload public var DBL_MIN_EXP: Int { Double.leastNormalMagnitude.exponent + 1 }
/// The greatest exponent of a `Double`, as C counts it.
@_disfavoredOverload public var DBL_MAX_EXP: Int { Double.greatestFiniteMagnitude.exponent + 1 }
