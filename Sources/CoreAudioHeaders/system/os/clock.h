#ifndef os_clock_h
#define os_clock_h

#include <stdint.h>

/// A clock for the times of work intervals.
typedef uint32_t os_clockid_t;
enum {
    /// The clock of `mach_absolute_time`.
    OS_CLOCK_MACH_ABSOLUTE_TIME = 32
};

#endif
