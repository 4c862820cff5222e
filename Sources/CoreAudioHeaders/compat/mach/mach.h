#ifndef mach_mach_h
#define mach_mach_h

// Only the clock, of the kernel's calls.

#include <mach/mach_time.h>

#endif
