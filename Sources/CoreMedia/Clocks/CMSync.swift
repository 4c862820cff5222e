import Foundation

// What clocks and timebases have in common, of Apple's CMSync.h.

/// A `CMClock` or a `CMTimebase`.
public typealias CMClockOrTimebase = AnyObject

/// A parameter is missing.
public var kCMSyncError_MissingRequiredParameter: OSStatus { -12752 }
/// A parameter is wrong.
public var kCMSyncError_InvalidParameter: OSStatus { -12753 }
/// There is no memory.
public var kCMSyncError_AllocationFailed: OSStatus { -12754 }
/// A timebase stands where it has to run.
public var kCMSyncError_RateMustBeNonZero: OSStatus { -12755 }

/// A clock or a timebase.
public protocol CMSyncProtocol: AnyObject {
    /// The time now.
    var time: CMTime { get }
}

extension CMClock: CMSyncProtocol {}
extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
    /// The time of another at the moment at which it is a time of this one.
    ///
    /// - Parameters:
    ///   - time: the time of this one.
    ///   - clockOrTimebase: the other.
    /// - Returns: the time; invalid where this one stands, or neither has the other's clock.
    public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
        CMSyncConvertTime(time, from: self, to: clockOrTimebase)
    }

    /// How many times faster than another this one runs.
    ///
    /// - Parameter relativeToClockOrTimebase: the other.
    /// - Returns: the rate; 0 where one of them stands.
    public func rate<T: CMSyncProtocol>(relativeTo relativeToClockOrTimebase: T) -> Double {
        CMSyncGetRelativeRate(self, relativeTo: relativeToClockOrTimebase)
    }

    /// How many times faster than another this one runs, and the times of both at one moment.
    ///
    /// - Parameter clockOrTimebase: the other.
    /// - Returns: the rate, the time of this one, and that of the other.
    /// - Throws: an error with `kCMSyncError_RateMustBeNonZero` where the other stands.
    public func rateAndAnchorTime<T: CMSyncProtocol>(
        relativeTo clockOrTimebase: T
    ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
        var (rate, anchor, reference) = (0.0, CMTime.invalid, CMTime.invalid)
        try check(
            CMSyncGetRelativeRateAndAnchorTime(
                self, relativeTo: clockOrTimebase, relativeRateOut: &rate, anchorTimeOut: &anchor,
                relativeToAnchorTimeOut: &reference))
        return (rate, anchor, reference)
    }

    /// Whether this one may run at another rate than another for no reason of the program's.
    ///
    /// - Parameter clockOrTimebase: the other.
    /// - Returns: false where both have the same ultimate source clock.
    public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
        CMSyncMightDrift(self, clockOrTimebase)
    }
}

/// The ultimate source clock of a clock or a timebase, and the rate of that relative to it.
private struct Driven {
    let clock: CMClock
    let timebase: CMTimebase?

    init?(_ object: AnyObject) {
        if let clock = object as? CMClock {
            (self.clock, timebase) = (clock, nil)
        } else if let timebase = object as? CMTimebase {
            (clock, self.timebase) = (timebase.ultimateSourceClock, timebase)
        } else {
            return nil
        }
    }

    var rate: Double { timebase?.effectiveRate ?? 1 }
    func time(atClock time: CMTime) -> CMTime { timebase?.time(atClock: time) ?? time }
    func clockTime(at time: CMTime) -> CMTime { timebase?.clockTime(at: time) ?? time }
}

/// How many times faster than another a clock or a timebase runs.
///
/// - Parameters:
///   - ofClockOrTimebase: the one.
///   - relativeToClockOrTimebase: the other.
/// - Returns: the rate; 0 where one of them stands.
public func CMSyncGetRelativeRate(
    _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase
) -> Float64 {
    guard let one = Driven(ofClockOrTimebase), let other = Driven(relativeToClockOrTimebase), other.rate != 0 else {
        return 0
    }
    return one.rate / other.rate
}

/// How many times faster than another a clock or a timebase runs, and the times of both at one moment.
///
/// - Parameters:
///   - ofClockOrTimebase: the one.
///   - relativeToClockOrTimebase: the other.
///   - outRelativeRate: receives the rate; nil to ignore it.
///   - outOfClockOrTimebaseAnchorTime: receives the time of the one; nil to ignore it.
///   - outRelativeToClockOrTimebaseAnchorTime: receives the time of the other; nil to ignore it.
/// - Returns: 0; `kCMSyncError_RateMustBeNonZero` where the other stands; `kCMSyncError_InvalidParameter` for another object.
@discardableResult
public func CMSyncGetRelativeRateAndAnchorTime(
    _ ofClockOrTimebase: CMClockOrTimebase, relativeTo relativeToClockOrTimebase: CMClockOrTimebase,
    relativeRateOut outRelativeRate: UnsafeMutablePointer<Float64>?,
    anchorTimeOut outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
    relativeToAnchorTimeOut outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
    guard let one = Driven(ofClockOrTimebase), let other = Driven(relativeToClockOrTimebase) else {
        return kCMSyncError_InvalidParameter
    }
    guard other.rate != 0 else { return kCMSyncError_RateMustBeNonZero }
    outRelativeRate?.pointee = one.rate / other.rate
    let (first, second) = (one.clock.time, other.clock.time)
    outOfClockOrTimebaseAnchorTime?.pointee = one.time(atClock: first)
    outRelativeToClockOrTimebaseAnchorTime?.pointee = other.time(atClock: one.clock === other.clock ? first : second)
    return 0
}

/// The time of another clock or timebase at the moment at which it is a time of one.
///
/// - Parameters:
///   - time: the time of the one.
///   - fromClockOrTimebase: the one.
///   - toClockOrTimebase: the other.
/// - Returns: the time; invalid where the one stands, or neither has the other's clock.
public func CMSyncConvertTime(
    _ time: CMTime, from fromClockOrTimebase: CMClockOrTimebase, to toClockOrTimebase: CMClockOrTimebase
) -> CMTime {
    if fromClockOrTimebase === toClockOrTimebase { return time }
    guard let one = Driven(fromClockOrTimebase), let other = Driven(toClockOrTimebase), one.clock === other.clock else {
        return .invalid
    }
    let moment = one.clockTime(at: time)
    return moment.isNumeric ? other.time(atClock: moment) : .invalid
}

/// Whether clocks or timebases may run at different rates for no reason of the program's.
///
/// - Parameters:
///   - clockOrTimebase1: the one.
///   - clockOrTimebase2: the other.
/// - Returns: false where both have the same ultimate source clock.
public func CMSyncMightDrift(_ clockOrTimebase1: CMClockOrTimebase, _ clockOrTimebase2: CMClockOrTimebase) -> Bool {
    guard let one = Driven(clockOrTimebase1), let other = Driven(clockOrTimebase2) else { return true }
    return one.clock !== other.clock
}

/// The time of a clock or a timebase.
///
/// - Parameter clockOrTimebase: the clock or timebase.
/// - Returns: the time now; invalid for another object.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
    (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}
