#ifndef CoreMedia_CMSync_h
#define CoreMedia_CMSync_h

#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMTime.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call these functions on any thread.

/// A source of time that runs at a constant rate: an object of Core Foundation.
typedef struct OpaqueCMClock *CMClockRef;
/// A timeline that a program controls: an object of Core Foundation.
typedef struct OpaqueCMTimebase *CMTimebaseRef;
/// A clock or a timebase.
typedef CFTypeRef CMClockOrTimebaseRef;

/// Statuses.
CF_ENUM(OSStatus) {
    /// A parameter is missing.
    kCMClockError_MissingRequiredParameter = -12745,
    /// A parameter is wrong.
    kCMClockError_InvalidParameter = -12746,
    /// There is no memory.
    kCMClockError_AllocationFailed = -12747,
    /// The clock cannot do that.
    kCMClockError_UnsupportedOperation = -12756,
    /// A parameter is missing.
    kCMTimebaseError_MissingRequiredParameter = -12748,
    /// A parameter is wrong.
    kCMTimebaseError_InvalidParameter = -12749,
    /// There is no memory.
    kCMTimebaseError_AllocationFailed = -12750,
    /// The timebase cannot be changed.
    kCMTimebaseError_ReadOnly = -12757,
    /// A parameter is missing.
    kCMSyncError_MissingRequiredParameter = -12752,
    /// A parameter is wrong.
    kCMSyncError_InvalidParameter = -12753,
    /// There is no memory.
    kCMSyncError_AllocationFailed = -12754,
    /// A timebase stands where it has to run.
    kCMSyncError_RateMustBeNonZero = -12755
};

/// The name of the notification that the rate of a timebase has changed.
CF_EXPORT const CFStringRef kCMTimebaseNotification_EffectiveRateChanged;
/// The name of the notification that the time of a timebase has jumped.
CF_EXPORT const CFStringRef kCMTimebaseNotification_TimeJumped;

// MARK: Functions

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMClockGetTypeID(void);

/// The clock of host times.
///
/// - Returns: the clock.
CF_EXPORT CMClockRef CMClockGetHostTimeClock(void);

/// A time of the host's clock in its units.
///
/// - Parameter hostTime: the time.
/// - Returns: nanoseconds; 0 for a time before 0 and for one that is not a number.
CF_EXPORT uint64_t CMClockConvertHostTimeToSystemUnits(CMTime hostTime);

/// A time in the units of the host's clock as a time.
///
/// - Parameter hostTime: nanoseconds.
/// - Returns: the time.
CF_EXPORT CMTime CMClockMakeHostTimeFromSystemUnits(uint64_t hostTime);

/// The time of a clock.
///
/// - Parameter clock: the clock.
/// - Returns: the time now.
CF_EXPORT CMTime CMClockGetTime(CMClockRef clock);

/// The time of a clock, and that of the clock it is measured by.
///
/// - Parameters:
///   - clock: the clock.
///   - clockTimeOut: receives its time.
///   - referenceClockTimeOut: receives the other's at the same moment.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMClockGetAnchorTime(CMClockRef clock, CMTime *clockTimeOut, CMTime *referenceClockTimeOut);

/// Whether two clocks may run at different rates.
///
/// - Parameters:
///   - clock: a clock.
///   - otherClock: another.
/// - Returns: false for one clock and itself.
CF_EXPORT Boolean CMClockMightDrift(CMClockRef clock, CMClockRef otherClock);

/// Does nothing: the host's clock runs on.
///
/// - Parameter clock: the clock.
CF_EXPORT void CMClockInvalidate(CMClockRef clock);

/// Makes a timebase that a clock drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - sourceClock: the clock.
///   - timebaseOut: receives the timebase.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseCreateWithSourceClock(
    CFAllocatorRef _Nullable allocator, CMClockRef sourceClock, CMTimebaseRef _Nullable *_Nonnull timebaseOut
);

/// Makes a timebase that a clock drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - masterClock: the clock.
///   - timebaseOut: receives the timebase.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseCreateWithMasterClock(
    CFAllocatorRef _Nullable allocator, CMClockRef masterClock, CMTimebaseRef _Nullable *_Nonnull timebaseOut
);

/// Makes a timebase that another drives. It stands at 0.
///
/// - Parameters:
///   - allocator: ignored.
///   - sourceTimebase: the other.
///   - timebaseOut: receives the timebase.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseCreateWithSourceTimebase(
    CFAllocatorRef _Nullable allocator, CMTimebaseRef sourceTimebase, CMTimebaseRef _Nullable *_Nonnull timebaseOut
);

/// The timebase that drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the other; NULL where a clock drives it.
CF_EXPORT CMTimebaseRef _Nullable CMTimebaseCopySourceTimebase(CMTimebaseRef timebase);

/// The clock that drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the clock; NULL where another timebase drives it.
CF_EXPORT CMClockRef _Nullable CMTimebaseCopySourceClock(CMTimebaseRef timebase);

/// The ultimate source clock of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the clock.
CF_EXPORT CMClockRef CMTimebaseCopyUltimateSourceClock(CMTimebaseRef timebase);

/// Has a clock drive a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - newSourceClock: the clock.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseSetSourceClock(CMTimebaseRef timebase, CMClockRef newSourceClock);

/// Has another timebase drive a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - newSourceTimebase: the other.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter` where the timebase would drive itself.
CF_EXPORT OSStatus CMTimebaseSetSourceTimebase(CMTimebaseRef timebase, CMTimebaseRef newSourceTimebase);

/// The time of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: the time now.
CF_EXPORT CMTime CMTimebaseGetTime(CMTimebaseRef timebase);

/// The time of a timebase in a timescale.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timescale: how many units a second has.
///   - method: how to round.
/// - Returns: the time now.
CF_EXPORT CMTime CMTimebaseGetTimeWithTimeScale(
    CMTimebaseRef timebase, CMTimeScale timescale, CMTimeRoundingMethod method
);

/// Has a timebase jump to a time.
///
/// - Parameters:
///   - timebase: the timebase.
///   - time: the time.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter`: a time that is not a number.
CF_EXPORT OSStatus CMTimebaseSetTime(CMTimebaseRef timebase, CMTime time);

/// Sets the time of a timebase at a moment of its source.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timebaseTime: the time at that moment.
///   - immediateSourceTime: the moment, as a time of the source.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter`: a time that is not a number.
CF_EXPORT OSStatus CMTimebaseSetAnchorTime(CMTimebaseRef timebase, CMTime timebaseTime, CMTime immediateSourceTime);

/// The rate of a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: how many times faster than its source it runs; 0 while it stands.
CF_EXPORT Float64 CMTimebaseGetRate(CMTimebaseRef timebase);

/// The time of a timebase and its rate.
///
/// - Parameters:
///   - timebase: the timebase.
///   - timeOut: receives the time now; NULL to ignore it.
///   - rateOut: receives the rate; NULL to ignore it.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseGetTimeAndRate(
    CMTimebaseRef timebase, CMTime *_Nullable timeOut, Float64 *_Nullable rateOut
);

/// Sets the rate of a timebase from now on.
///
/// - Parameters:
///   - timebase: the timebase.
///   - rate: how many times faster than its source it runs; 0 to stand.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter`: a rate that is not a number.
CF_EXPORT OSStatus CMTimebaseSetRate(CMTimebaseRef timebase, Float64 rate);

/// Sets the rate of a timebase, and its time at a moment of its source.
///
/// - Parameters:
///   - timebase: the timebase.
///   - rate: how many times faster than its source it runs; 0 to stand.
///   - timebaseTime: the time at that moment.
///   - immediateSourceTime: the moment, as a time of the source.
/// - Returns: 0, or `kCMTimebaseError_InvalidParameter`: a rate or a time that is not a number.
CF_EXPORT OSStatus CMTimebaseSetRateAndAnchorTime(
    CMTimebaseRef timebase, Float64 rate, CMTime timebaseTime, CMTime immediateSourceTime
);

/// The rate of a timebase relative to its ultimate source clock.
///
/// - Parameter timebase: the timebase.
/// - Returns: how many times faster than the clock it runs.
CF_EXPORT Float64 CMTimebaseGetEffectiveRate(CMTimebaseRef timebase);

/// How many times faster than another a clock or a timebase runs.
///
/// - Parameters:
///   - ofClockOrTimebase: the one.
///   - relativeToClockOrTimebase: the other.
/// - Returns: the rate; 0 where one of them stands.
CF_EXPORT Float64 CMSyncGetRelativeRate(
    CMClockOrTimebaseRef ofClockOrTimebase, CMClockOrTimebaseRef relativeToClockOrTimebase
);

/// How many times faster than another a clock or a timebase runs, and the times of both at one moment.
///
/// - Parameters:
///   - ofClockOrTimebase: the one.
///   - relativeToClockOrTimebase: the other.
///   - outRelativeRate: receives the rate; NULL to ignore it.
///   - outOfClockOrTimebaseAnchorTime: receives the time of the one; NULL to ignore it.
///   - outRelativeToClockOrTimebaseAnchorTime: receives the time of the other; NULL to ignore it.
/// - Returns: 0; `kCMSyncError_RateMustBeNonZero` where the other stands; `kCMSyncError_InvalidParameter`: another object.
CF_EXPORT OSStatus CMSyncGetRelativeRateAndAnchorTime(
    CMClockOrTimebaseRef ofClockOrTimebase, CMClockOrTimebaseRef relativeToClockOrTimebase,
    Float64 *_Nullable outRelativeRate, CMTime *_Nullable outOfClockOrTimebaseAnchorTime,
    CMTime *_Nullable outRelativeToClockOrTimebaseAnchorTime
);

/// The time of another clock or timebase at the moment at which it is a time of one.
///
/// - Parameters:
///   - time: the time of the one.
///   - fromClockOrTimebase: the one.
///   - toClockOrTimebase: the other.
/// - Returns: the time; invalid where the one stands, or neither has the other's clock.
CF_EXPORT CMTime CMSyncConvertTime(
    CMTime time, CMClockOrTimebaseRef fromClockOrTimebase, CMClockOrTimebaseRef toClockOrTimebase
);

/// Whether clocks or timebases may run at different rates for no reason of the program's.
///
/// - Parameters:
///   - clockOrTimebase1: the one.
///   - clockOrTimebase2: the other.
/// - Returns: false where both have the same ultimate source clock.
CF_EXPORT Boolean CMSyncMightDrift(CMClockOrTimebaseRef clockOrTimebase1, CMClockOrTimebaseRef clockOrTimebase2);

/// The time of a clock or a timebase.
///
/// - Parameter clockOrTimebase: the clock or timebase.
/// - Returns: the time now; invalid for another object.
CF_EXPORT CMTime CMSyncGetTime(CMClockOrTimebaseRef clockOrTimebase);

/// Returns at once: notifications are posted before the call that causes them returns.
///
/// - Parameter timebase: the timebase.
/// - Returns: Always 0.
CF_EXPORT OSStatus CMTimebaseNotificationBarrier(CMTimebaseRef timebase);

/// Returns the type of these objects for Core Foundation.
///
/// - Returns: the type.
CF_EXPORT CFTypeID CMTimebaseGetTypeID(void);

/// Returns what drives a timebase.
///
/// - Parameter timebase: the timebase.
/// - Returns: a clock or a timebase, which the program releases.
CF_EXPORT CMClockOrTimebaseRef CMTimebaseCopySource(CMTimebaseRef timebase);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
