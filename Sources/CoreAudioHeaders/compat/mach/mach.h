#ifndef mach_mach_h
#define mach_mach_h

// Of the kernel's calls the clock alone.

#include <mach/mach_time.h>

#endif
