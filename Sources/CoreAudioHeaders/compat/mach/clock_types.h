#ifndef mach_clock_types_h
#define mach_clock_types_h

// The kernel's clocks, and what they read.

typedef int clock_id_t;
typedef int clock_res_t;

/// The clock of mach_absolute_time, and that of the date.
enum { SYSTEM_CLOCK = 0, CALENDAR_CLOCK = 1, REALTIME_CLOCK = 0 };

typedef struct mach_timespec {
    unsigned int tv_sec;
    clock_res_t tv_nsec;
} mach_timespec_t;

#ifndef NSEC_PER_SEC
#define NSEC_PER_SEC 1000000000ull
#endif
#ifndef NSEC_PER_MSEC
#define NSEC_PER_MSEC 1000000ull
#endif
#ifndef NSEC_PER_USEC
#define NSEC_PER_USEC 1000ull
#endif
#ifndef USEC_PER_SEC
#define USEC_PER_SEC 1000000ull
#endif

#endif
