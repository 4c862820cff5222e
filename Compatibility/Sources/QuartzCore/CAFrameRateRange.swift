// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The frame rates that a program can do with, in frames a second.
@frozen public struct CAFrameRateRange: Hashable, Sendable {
    /// The least rate.
    public var minimum: Float
    /// The greatest rate.
    public var maximum: Float
    /// The rate that the program would like best; nil if it is the same to it.
    public var preferred: Float?

    /// All rates: the display's own is chosen.
    public static let `default` = CAFrameRateRange()

    /// Makes the range of all rates.
    public init() { self.init(minimum: 0, maximum: 0) }

    /// Makes a range.
    ///
    /// - Parameters:
    ///   - minimum: the least rate.
    ///   - maximum: the greatest rate; 0 is the display's.
    ///   - preferred: the rate that the program would like best.
    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }
}

/// Makes a range of frame rates.
///
/// - Parameters:
///   - minimum: the least rate.
///   - maximum: the greatest rate.
///   - preferred: the rate that the program would like best; 0 if it is the same to it.
/// - Returns: the range.
public func CAFrameRateRangeMake(_ minimum: Float, _ maximum: Float, _ preferred: Float) -> CAFrameRateRange {
    CAFrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred == 0 ? nil : preferred)
}
