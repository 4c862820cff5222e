public import Foundation

// The functions of Apple's CMSync.h for timebases.

/// A parameter is missing.
public var kCMTimebaseError_MissingRequiredParameter: OSStatus { -12748 }
/// A parameter is wrong.
public var kCMTimebaseError_InvalidParameter: OSStatus { -12749 }
/// There is no memory.
public var kCMTimebaseError_AllocationFailed: OSStatus { -12750 }
/// The timebase cannot be changed.
public var kCMTimebaseError_ReadOnly: OSStatus { -12757 }
/// The name of the notification that the rate of a timebase has changed.
public var kCMTimebaseNotification_EffectiveRateChanged: CFString { "kCMTimebaseNotification_EffectiveRateChanged" }
/// The name of the notification that the time of a timebase has jumped.
public var kCMTimebaseNotification_TimeJumped: CFString { "kCMTimebaseNotification_TimeJumped" }

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch { return OSStatus((error as NSError).code) }
}

/// Makes a timebase that a clock drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - sourceClock: the clock.
///   - timebaseOut: receives the timebase.
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus { status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) } }

/// Makes a timebase that a clock drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - masterClock: the clock.
///   - timebaseOut: receives the timebase.
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithMasterClock(
    allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus { status { timebaseOut.pointee = try CMTimebase(sourceClock: masterClock) } }

/// Makes a timebase that another drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - sourceTimebase: the other.
///   - timebaseOut: receives the timebase.
/// - Returns: 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus { status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) } }

/// The clock that drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the clock; nil where another timebase drives it.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The timebase that drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the other; nil where a clock drives it.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// What drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: a clock or a timebase.
public func CMTimebaseCopySource(_ timebase: CMTimebase) -> CMClockOrTimebase { timebase.source as AnyObject }

/// The ultimate source clock of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the clock.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// Has a clock drive a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - newSourceClock: the clock.
/// - Returns: 0.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, _ newSourceClock: CMClock) -> OSStatus {
    timebase.drive(by: .clock(newSourceClock))
}

/// Has another timebase drive a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - newSourceTimebase: the other.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` where the timebase would drive itself.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, _ newSourceTimebase: CMTimebase) -> OSStatus {
    timebase.drive(by: .timebase(newSourceTimebase))
}

/// The time of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the time now.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// The time of a timebase in a timescale.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timescale: how many units a second has.
///   - method: how to round.
/// - Returns: the time now.
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime { timebase.time(withTimescale: timescale, rounding: method) }

/// Has a timebase jump to a time.
///
/// - Parameters:
///   - timebase: the timebase.
///   - time: the time.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` for a time that is not a number.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    status { try timebase.setTime(time) }
}

/// Sets the time of a timebase at a moment of its source.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timebaseTime: the time at that moment.
///   - immediateSourceTime: the moment, as a time of the source.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` for a time that is not a number.
@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus { status { try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime) } }

/// The rate of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: how many times faster than its source it runs; 0 while it stands.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// The time of a timebase and its rate.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timeOut: receives the time now; nil to ignore it.
///   - rateOut: receives the rate; nil to ignore it.
/// - Returns: 0.
@discardableResult
public func CMTimebaseGetTimeAndRate(
    _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
    let (time, rate) = timebase.timeAndRate
    timeOut?.pointee = time
    rateOut?.pointee = rate
    return 0
}

/// Sets the rate of a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - rate: how many times faster than its source it runs; 0 to stand.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` for a rate that is not a number.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    status { try timebase.setRate(rate) }
}

/// Sets the rate of a timebase, and its time at a moment of its source.
///
/// - Parameters:
///   - timebase: the timebase.
///   - rate: how many times faster than its source it runs; 0 to stand.
///   - timebaseTime: the time at that moment.
///   - immediateSourceTime: the moment, as a time of the source.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` for a rate or a time that is not a number.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status {
        try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
    }
}

/// The rate of a timebase relative to its ultimate source clock.
///
/// - Parameter timebase: the timebase.
/// - Returns: how many times faster than the clock it runs.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Returns at once: notifications are posted before the call that causes them returns.
///
/// - Parameter timebase: the timebase.
/// - Returns: 0.
@discardableResult
public func CMTimebaseNotificationBarrier(_ timebase: CMTimebase) -> OSStatus { 0 }
