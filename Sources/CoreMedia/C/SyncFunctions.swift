package import CCoreMedia
import Foundation

// CMSync.h for programs in C: each function calls that of Swift.

@c(CMClockGetHostTimeClock)
package func cClockGetHostTimeClock() -> UnsafeRawPointer? {
    address(CMClockGetHostTimeClock())
}

@c(CMClockConvertHostTimeToSystemUnits)
package func cClockConvertHostTimeToSystemUnits(_ hostTime: CCoreMedia.CMTime) -> UInt64 {
    CMClockConvertHostTimeToSystemUnits(CMTime(hostTime))
}

@c(CMClockMakeHostTimeFromSystemUnits)
package func cClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CCoreMedia.CMTime {
    CMClockMakeHostTimeFromSystemUnits(hostTime).c
}

@c(CMClockGetTime)
package func cClockGetTime(_ clock: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let clock: CMClock = object(clock) else { return CMTime.invalid.c }
    return CMClockGetTime(clock).c
}

@c(CMClockGetAnchorTime)
package func cClockGetAnchorTime(
    _ clock: UnsafeRawPointer?, _ clockTimeOut: UnsafeMutableRawPointer?,
    _ referenceClockTimeOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let clock: CMClock = object(clock), let clockTimeOut, let referenceClockTimeOut
    else { return kCMClockError_MissingRequiredParameter }
    return CMClockGetAnchorTime(
        clock, clockTimeOut: clockTimeOut.assumingMemoryBound(to: CMTime.self),
        referenceClockTimeOut: referenceClockTimeOut.assumingMemoryBound(to: CMTime.self))
}

@c(CMClockMightDrift)
package func cClockMightDrift(_ clock: UnsafeRawPointer?, _ otherClock: UnsafeRawPointer?) -> UInt8 {
    guard let clock: CMClock = object(clock), let otherClock: CMClock = object(otherClock) else { return 0 }
    return CMClockMightDrift(clock, otherClock: otherClock) ? 1 : 0
}

@c(CMClockInvalidate)
package func cClockInvalidate(_ clock: UnsafeRawPointer?) {
    guard let clock: CMClock = object(clock) else { return }
    CMClockInvalidate(clock)
}

@c(CMTimebaseCreateWithSourceClock)
package func cTimebaseCreateWithSourceClock(
    _ allocator: UnsafeRawPointer?, _ sourceClock: UnsafeRawPointer?,
    _ timebaseOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sourceClock: CMClock = object(sourceClock), let timebaseOut
    else { return kCMTimebaseError_MissingRequiredParameter }
    var made: CMTimebase?
    let status = CMTimebaseCreateWithSourceClock(
        allocator: object(allocator), sourceClock: sourceClock, timebaseOut: &made)
    timebaseOut.pointee = made.map { retained($0) }
    return status
}

@c(CMTimebaseCreateWithMasterClock)
package func cTimebaseCreateWithMasterClock(
    _ allocator: UnsafeRawPointer?, _ masterClock: UnsafeRawPointer?,
    _ timebaseOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let masterClock: CMClock = object(masterClock), let timebaseOut
    else { return kCMTimebaseError_MissingRequiredParameter }
    var made: CMTimebase?
    let status = CMTimebaseCreateWithMasterClock(
        allocator: object(allocator), masterClock: masterClock, timebaseOut: &made)
    timebaseOut.pointee = made.map { retained($0) }
    return status
}

@c(CMTimebaseCreateWithSourceTimebase)
package func cTimebaseCreateWithSourceTimebase(
    _ allocator: UnsafeRawPointer?, _ sourceTimebase: UnsafeRawPointer?,
    _ timebaseOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sourceTimebase: CMTimebase = object(sourceTimebase), let timebaseOut
    else { return kCMTimebaseError_MissingRequiredParameter }
    var made: CMTimebase?
    let status = CMTimebaseCreateWithSourceTimebase(
        allocator: object(allocator), sourceTimebase: sourceTimebase, timebaseOut: &made)
    timebaseOut.pointee = made.map { retained($0) }
    return status
}

@c(CMTimebaseCopySourceTimebase)
package func cTimebaseCopySourceTimebase(_ timebase: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let timebase: CMTimebase = object(timebase) else { return nil }
    return CMTimebaseCopySourceTimebase(timebase).map { retained($0) }
}

@c(CMTimebaseCopySourceClock)
package func cTimebaseCopySourceClock(_ timebase: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let timebase: CMTimebase = object(timebase) else { return nil }
    return CMTimebaseCopySourceClock(timebase).map { retained($0) }
}

@c(CMTimebaseCopyUltimateSourceClock)
package func cTimebaseCopyUltimateSourceClock(_ timebase: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let timebase: CMTimebase = object(timebase) else { return nil }
    return retained(CMTimebaseCopyUltimateSourceClock(timebase))
}

@c(CMTimebaseSetSourceClock)
package func cTimebaseSetSourceClock(_ timebase: UnsafeRawPointer?, _ newSourceClock: UnsafeRawPointer?) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase), let newSourceClock: CMClock = object(newSourceClock)
    else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetSourceClock(timebase, newSourceClock)
}

@c(CMTimebaseSetSourceTimebase)
package func cTimebaseSetSourceTimebase(
    _ timebase: UnsafeRawPointer?, _ newSourceTimebase: UnsafeRawPointer?
) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase), let newSourceTimebase: CMTimebase = object(newSourceTimebase)
    else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetSourceTimebase(timebase, newSourceTimebase)
}

@c(CMTimebaseGetTime)
package func cTimebaseGetTime(_ timebase: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let timebase: CMTimebase = object(timebase) else { return CMTime.invalid.c }
    return CMTimebaseGetTime(timebase).c
}

@c(CMTimebaseGetTimeWithTimeScale)
package func cTimebaseGetTimeWithTimeScale(
    _ timebase: UnsafeRawPointer?, _ timescale: Int32, _ method: UInt32
) -> CCoreMedia.CMTime {
    guard let timebase: CMTimebase = object(timebase) else { return CMTime.invalid.c }
    return CMTimebaseGetTimeWithTimeScale(
        timebase, timescale: timescale, method: CMTimeRoundingMethod(rawValue: method) ?? .default
    ).c
}

@c(CMTimebaseSetTime)
package func cTimebaseSetTime(_ timebase: UnsafeRawPointer?, _ time: CCoreMedia.CMTime) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetTime(timebase, time: CMTime(time))
}

@c(CMTimebaseSetAnchorTime)
package func cTimebaseSetAnchorTime(
    _ timebase: UnsafeRawPointer?, _ timebaseTime: CCoreMedia.CMTime, _ immediateSourceTime: CCoreMedia.CMTime
) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetAnchorTime(
        timebase, timebaseTime: CMTime(timebaseTime), immediateSourceTime: CMTime(immediateSourceTime))
}

@c(CMTimebaseGetRate)
package func cTimebaseGetRate(_ timebase: UnsafeRawPointer?) -> Float64 {
    guard let timebase: CMTimebase = object(timebase) else { return 0 }
    return CMTimebaseGetRate(timebase)
}

@c(CMTimebaseGetTimeAndRate)
package func cTimebaseGetTimeAndRate(
    _ timebase: UnsafeRawPointer?, _ timeOut: UnsafeMutableRawPointer?, _ rateOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseGetTimeAndRate(
        timebase, timeOut: timeOut?.assumingMemoryBound(to: CMTime.self),
        rateOut: rateOut?.assumingMemoryBound(to: Float64.self))
}

@c(CMTimebaseSetRate)
package func cTimebaseSetRate(_ timebase: UnsafeRawPointer?, _ rate: Float64) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetRate(timebase, rate: rate)
}

@c(CMTimebaseSetRateAndAnchorTime)
package func cTimebaseSetRateAndAnchorTime(
    _ timebase: UnsafeRawPointer?, _ rate: Float64, _ timebaseTime: CCoreMedia.CMTime,
    _ immediateSourceTime: CCoreMedia.CMTime
) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseSetRateAndAnchorTime(
        timebase, rate: rate, anchorTime: CMTime(timebaseTime), immediateSourceTime: CMTime(immediateSourceTime))
}

@c(CMTimebaseGetEffectiveRate)
package func cTimebaseGetEffectiveRate(_ timebase: UnsafeRawPointer?) -> Float64 {
    guard let timebase: CMTimebase = object(timebase) else { return 0 }
    return CMTimebaseGetEffectiveRate(timebase)
}

@c(CMSyncGetRelativeRate)
package func cSyncGetRelativeRate(
    _ ofClockOrTimebase: UnsafeRawPointer?, _ relativeToClockOrTimebase: UnsafeRawPointer?
) -> Float64 {
    guard let ofClockOrTimebase: CMClockOrTimebase = object(ofClockOrTimebase),
        let relativeToClockOrTimebase: CMClockOrTimebase = object(relativeToClockOrTimebase)
    else { return 0 }
    return CMSyncGetRelativeRate(ofClockOrTimebase, relativeTo: relativeToClockOrTimebase)
}

@c(CMSyncGetRelativeRateAndAnchorTime)
package func cSyncGetRelativeRateAndAnchorTime(
    _ ofClockOrTimebase: UnsafeRawPointer?, _ relativeToClockOrTimebase: UnsafeRawPointer?,
    _ outRelativeRate: UnsafeMutableRawPointer?, _ outOfClockOrTimebaseAnchorTime: UnsafeMutableRawPointer?,
    _ outRelativeToClockOrTimebaseAnchorTime: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let ofClockOrTimebase: CMClockOrTimebase = object(ofClockOrTimebase),
        let relativeToClockOrTimebase: CMClockOrTimebase = object(relativeToClockOrTimebase)
    else { return kCMSyncError_MissingRequiredParameter }
    return CMSyncGetRelativeRateAndAnchorTime(
        ofClockOrTimebase, relativeTo: relativeToClockOrTimebase,
        relativeRateOut: outRelativeRate?.assumingMemoryBound(to: Float64.self),
        anchorTimeOut: outOfClockOrTimebaseAnchorTime?.assumingMemoryBound(to: CMTime.self),
        relativeToAnchorTimeOut: outRelativeToClockOrTimebaseAnchorTime?.assumingMemoryBound(to: CMTime.self))
}

@c(CMSyncConvertTime)
package func cSyncConvertTime(
    _ time: CCoreMedia.CMTime, _ fromClockOrTimebase: UnsafeRawPointer?, _ toClockOrTimebase: UnsafeRawPointer?
) -> CCoreMedia.CMTime {
    guard let fromClockOrTimebase: CMClockOrTimebase = object(fromClockOrTimebase),
        let toClockOrTimebase: CMClockOrTimebase = object(toClockOrTimebase)
    else { return CMTime.invalid.c }
    return CMSyncConvertTime(CMTime(time), from: fromClockOrTimebase, to: toClockOrTimebase).c
}

@c(CMSyncMightDrift)
package func cSyncMightDrift(_ clockOrTimebase1: UnsafeRawPointer?, _ clockOrTimebase2: UnsafeRawPointer?) -> UInt8 {
    guard let clockOrTimebase1: CMClockOrTimebase = object(clockOrTimebase1),
        let clockOrTimebase2: CMClockOrTimebase = object(clockOrTimebase2)
    else { return 0 }
    return CMSyncMightDrift(clockOrTimebase1, clockOrTimebase2) ? 1 : 0
}

@c(CMSyncGetTime)
package func cSyncGetTime(_ clockOrTimebase: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let clockOrTimebase: CMClockOrTimebase = object(clockOrTimebase) else { return CMTime.invalid.c }
    return CMSyncGetTime(clockOrTimebase).c
}

@c(CMTimebaseNotificationBarrier)
package func cTimebaseNotificationBarrier(_ timebase: UnsafeRawPointer?) -> OSStatus {
    guard let timebase: CMTimebase = object(timebase) else { return kCMTimebaseError_MissingRequiredParameter }
    return CMTimebaseNotificationBarrier(timebase)
}

@c(CMClockGetTypeID)
package func cClockGetTypeID() -> UInt { CFClass.clock.id }

@c(CMTimebaseGetTypeID)
package func cTimebaseGetTypeID() -> UInt { CFClass.timebase.id }

@c(CMTimebaseCopySource)
package func cTimebaseCopySource(_ timebase: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let timebase: CMTimebase = object(timebase) else { return nil }
    return retained(CMTimebaseCopySource(timebase))
}
