#ifndef AudioToolbox_AudioWorkInterval_h
#define AudioToolbox_AudioWorkInterval_h

// Workgroups of a program's own audio threads.

#include <os/clock.h>
#include <os/workgroup.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A group for threads that work in intervals. The clock is `OS_CLOCK_MACH_ABSOLUTE_TIME`; the attribute may be null. The result has one
/// reference; null if the clock is another.
os_workgroup_interval_t AudioWorkIntervalCreate(const char *name, os_clockid_t clock, os_workgroup_attr_t attribute);

#ifdef __cplusplus
}
#endif

#endif
