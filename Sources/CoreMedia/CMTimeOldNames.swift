// The names that Swift before 4.2 gave to constants. As on Apple's systems, language mode 4 takes them, and later ones refuse them with
// the name that came instead.

/// The old name of `CMTime.invalid`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid
/// The old name of `CMTime.indefinite`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTime.indefinite")
public let kCMTimeIndefinite = CMTime.indefinite
/// The old name of `CMTime.positiveInfinity`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTime.positiveInfinity")
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// The old name of `CMTime.negativeInfinity`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTime.negativeInfinity")
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// The old name of `CMTime.zero`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero
/// The old name of `CMTimeRange.invalid`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTimeRange.invalid")
public let kCMTimeRangeInvalid = CMTimeRange.invalid
/// The old name of `CMTimeRange.zero`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTimeRange.zero")
public let kCMTimeRangeZero = CMTimeRange.zero
/// The old name of `CMTimeMapping.invalid`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "CMTimeMapping.invalid")
public let kCMTimeMappingInvalid = CMTimeMapping.invalid
