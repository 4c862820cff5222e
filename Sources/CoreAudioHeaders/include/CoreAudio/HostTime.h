#ifndef CoreAudio_HostTime_h
#define CoreAudio_HostTime_h

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

/// The time now in ticks of the host's clock, the one that time stamps are in: nanoseconds of CLOCK_MONOTONIC.
CF_EXPORT UInt64 AudioGetCurrentHostTime(void);

/// Ticks a second.
CF_EXPORT Float64 AudioGetHostClockFrequency(void);

/// The smallest number of ticks by which two readings of the clock can differ.
CF_EXPORT UInt32 AudioGetHostClockMinimumTimeDelta(void);

/// Ticks as nanoseconds.
CF_EXPORT UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);

/// Nanoseconds as ticks.
CF_EXPORT UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
