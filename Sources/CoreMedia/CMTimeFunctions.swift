// The functions of Apple's CMTime.h, and the operators that stand for them.

/// Makes a time of a number of units. It is invalid if `timescale` is not positive.
///
/// - Parameters:
///   - value: how many units the time has.
///   - timescale: how many units a second has.
/// - Returns: the time, of epoch 0.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Makes a time of a number of units in a timeline. It is invalid if `timescale` is not positive.
///
/// - Parameters:
///   - value: how many units the time has.
///   - timescale: how many units a second has.
///   - epoch: the number of the timeline.
/// - Returns: the time.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}

/// Makes a time of seconds. What is less than a unit is dropped.
///
/// - Parameters:
///   - seconds: the time in seconds.
///   - preferredTimescale: how many units a second is to have. It is halved until the value fits.
/// - Returns: the time. It is infinite where it does not fit, and invalid if the timescale is not positive.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds.
///
/// - Parameter time: the time.
/// - Returns: seconds. They are infinite for an infinite time, and NaN for one that is indefinite or invalid.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// The sum of two times.
///
/// Two timescales give their lowest common multiple, or `kCMTimeMaxTimescale` where that is less. A sum that does not fit gets a
/// coarser timescale; one that fits none is infinite. The sum says that it has been rounded where it or a summand has been.
///
/// - Parameters:
///   - lhs: a time.
///   - rhs: another, of the same epoch or of epoch 0.
/// - Returns: the sum. It is invalid for two epochs, for a time that is invalid, and for opposite infinities.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs.sum(with: rhs) }

/// The difference of two times. It is rounded as a sum is.
///
/// - Parameters:
///   - lhs: a time.
///   - rhs: what to subtract, of the same epoch or of epoch 0.
/// - Returns: the difference. It is invalid for two epochs, for a time that is invalid, and for the same infinity twice.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs.sum(with: rhs.negated) }

/// A time taken so many times.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: how many times.
/// - Returns: the product, in the timescale of the time or, where it does not fit, in a coarser one.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.product(with: multiplier) }

/// A time times a number.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: the number.
/// - Returns: the product in nanoseconds, or in the timescale of the time where that is finer.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.product(with: multiplier) }

/// A time times a fraction. It stays exact where a timescale can express it.
///
/// - Parameters:
///   - time: the time.
///   - multiplier: the numerator of the fraction.
///   - divisor: its denominator.
/// - Returns: the product. A divisor of 0 gives an infinite time, or an invalid one where the numerator is 0 too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.product(with: multiplier, over: divisor)
}

/// The same time in another timescale.
///
/// - Parameters:
///   - time: the time.
///   - timescale: how many units a second is to have.
///   - method: how to round.
/// - Returns: the time. It is invalid if the timescale is not positive, and infinite where the value does not fit.
public func CMTimeConvertScale(_ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.converted(to: timescale, method)
}

/// Compares two times.
///
/// Negative infinity is the earliest. Numbers follow by epoch and time, then what is indefinite, positive infinity, and what is
/// invalid.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: -1 where the first is earlier, 1 where it is later, and 0 if both are equal.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.order(to: time2) }

/// The earlier of two times.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: the earlier one; the first where they are equal.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// The later of two times.
///
/// - Parameters:
///   - time1: a time.
///   - time2: another.
/// - Returns: the later one; the first where they are equal.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// A time without its sign.
///
/// - Parameter time: the time.
/// - Returns: the time, or what it is short of zero, in the same epoch.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    time.isNegativeInfinity || time.isNumeric && time.value < 0 ? time.negated : time
}

extension CMTime {
    /// The same time in another timescale.
    ///
    /// - Parameters:
    ///   - newTimescale: how many units a second is to have.
    ///   - method: how to round.
    /// - Returns: the time. It is invalid if the timescale is not positive, and infinite where the value does not fit.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        converted(to: newTimescale, method)
    }

    /// The sum of two times, as `CMTimeAdd` gives it.
    ///
    /// - Parameters:
    ///   - lhs: a time.
    ///   - rhs: another.
    /// - Returns: the sum.
    public static func + (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.sum(with: rhs) }

    /// The difference of two times, as `CMTimeSubtract` gives it.
    ///
    /// - Parameters:
    ///   - lhs: a time.
    ///   - rhs: what to subtract.
    /// - Returns: the difference.
    public static func - (lhs: CMTime, rhs: CMTime) -> CMTime { lhs.sum(with: rhs.negated) }
}
