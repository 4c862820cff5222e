// The system's <time.h>, and the function of the Mac's that reads a clock in nanoseconds. The system's header may declare more when it is
// included again, so this include has no guard.
#pragma GCC system_header
#include_next <time.h>

#if !defined(coreaudio_compat_time_h) && defined(CLOCK_MONOTONIC)
#define coreaudio_compat_time_h

// The clock of mach_absolute_time, which is that of MIDI's and of audio's time stamps. Linux has no approximate reading of these.
#define CLOCK_UPTIME_RAW CLOCK_MONOTONIC
#define CLOCK_UPTIME_RAW_APPROX CLOCK_MONOTONIC
#ifdef CLOCK_MONOTONIC_RAW
#define CLOCK_MONOTONIC_RAW_APPROX CLOCK_MONOTONIC_RAW
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The time of a clock in nanoseconds; 0, with the cause in `errno`, for a clock that the system does not have.
static __inline__ __uint64_t clock_gettime_nsec_np(clockid_t clock) {
    struct timespec time;
    return clock_gettime(clock, &time) == 0 ? (__uint64_t)time.tv_sec * 1000000000 + (__uint64_t)time.tv_nsec : 0;
}

#ifdef __cplusplus
}
#endif

#endif
