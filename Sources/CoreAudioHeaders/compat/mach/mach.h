#ifndef mach_mach_h
#define mach_mach_h

// Only the clock, of the kernel's calls. The Mac's header brings the functions of strings and memory, too.

#include <mach/mach_time.h>
#include <string.h>

#endif
