#ifndef mach_mach_h
#define mach_mach_h

// The clock, the memory and the threads, of the kernel's calls. The Mac's header brings the functions of strings and memory, too.

#include <mach/mach_error.h>
#include <mach/mach_host.h>
#include <mach/mach_port.h>
#include <mach/mach_time.h>
#include <mach/thread_policy.h>
#include <mach/vm_map.h>
#include <string.h>

#endif
