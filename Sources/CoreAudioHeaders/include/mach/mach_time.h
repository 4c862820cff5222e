#ifndef mach_mach_time_h
#define mach_mach_time_h

// The host's clock. Its ticks are those of AudioGetCurrentHostTime and of mHostTime in time stamps.

#include <stdint.h>
#include <time.h>

// CoreAudio's function without its header, which brings MacTypes.h: Point, Rect and Style are names of programs too, and a Mac's header
// of the clock does not bring them. Its UInt64 is a uint64_t.
#ifdef __cplusplus
extern "C" uint64_t AudioGetCurrentHostTime(void);
#else
extern uint64_t AudioGetCurrentHostTime(void);
#endif

typedef int kern_return_t;
#ifndef KERN_SUCCESS
#define KERN_SUCCESS 0
#endif

struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
};
typedef struct mach_timebase_info *mach_timebase_info_t;
typedef struct mach_timebase_info mach_timebase_info_data_t;

/// The time now in ticks.
static __inline__ uint64_t mach_absolute_time(void) { return AudioGetCurrentHostTime(); }

/// The same clock: macOS has two clocks, each with an approximate reading, and here all four are one.
static __inline__ uint64_t mach_approximate_time(void) { return AudioGetCurrentHostTime(); }
static __inline__ uint64_t mach_continuous_time(void) { return AudioGetCurrentHostTime(); }
static __inline__ uint64_t mach_continuous_approximate_time(void) { return AudioGetCurrentHostTime(); }

/// The fraction that converts ticks to nanoseconds: 1/1.
static __inline__ kern_return_t mach_timebase_info(mach_timebase_info_t info) {
    info->numer = 1;
    info->denom = 1;
    return KERN_SUCCESS;
}

// In a strict ISO mode the system does not declare the function that waits.
#if defined(__USE_XOPEN2K) || !defined(__GLIBC__)
/// Waits until a time of the clock.
static __inline__ kern_return_t mach_wait_until(uint64_t deadline) {
    struct timespec until;
    until.tv_sec = (time_t)(deadline / 1000000000);
    until.tv_nsec = (long)(deadline % 1000000000);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) {
    }
    return KERN_SUCCESS;
}
#endif

#endif
