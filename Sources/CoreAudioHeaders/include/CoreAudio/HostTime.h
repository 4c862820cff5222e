#ifndef CoreAudio_HostTime_h
#define CoreAudio_HostTime_h

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

// Threads: Call this function on any thread. It is real-time safe.

// MARK: The host's clock

/// Returns the time now, in ticks of the host's clock.
///
/// Time stamps are in ticks of this clock. On Linux it is CLOCK_MONOTONIC, and a tick is a nanosecond. Safe on an audio thread.
///
/// - Returns: ticks since a moment that stays the same until the system starts again.
CF_EXPORT UInt64 AudioGetCurrentHostTime(void);

/// Returns how many ticks the host's clock has in a second.
///
/// - Returns: 1,000,000,000.
CF_EXPORT Float64 AudioGetHostClockFrequency(void);

/// Returns the smallest number of ticks by which two readings of the host's clock can differ.
///
/// - Returns: 1.
CF_EXPORT UInt32 AudioGetHostClockMinimumTimeDelta(void);

/// Converts ticks of the host's clock to nanoseconds.
///
/// - Parameter inHostTime: ticks.
/// - Returns: nanoseconds; on Linux the same number.
CF_EXPORT UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);

/// Converts nanoseconds to ticks of the host's clock.
///
/// - Parameter inNanos: nanoseconds.
/// - Returns: ticks; on Linux the same number.
CF_EXPORT UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END

#endif
