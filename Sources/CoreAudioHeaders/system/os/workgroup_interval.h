#ifndef os_workgroup_interval_h
#define os_workgroup_interval_h

// Intervals of work. They are checked and counted; the scheduler of Linux does not take their deadlines.

#include <os/workgroup_object.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Begins an interval, in ticks of `mach_absolute_time`. The data may be null.
///
/// Returns 0; EPERM if the thread is not a member; EINVAL if the group is cancelled, is not one for intervals, or the deadline is before
/// the start; EBUSY if an interval is under way.
int os_workgroup_interval_start(
    os_workgroup_interval_t workgroup, uint64_t start, uint64_t deadline, os_workgroup_interval_data_t data);

/// Changes the deadline of the interval. Returns what the call above does, and EINVAL if no interval is under way.
int os_workgroup_interval_update(
    os_workgroup_interval_t workgroup, uint64_t deadline, os_workgroup_interval_data_t data);

/// Ends the interval. Returns EPERM if the thread is not a member, EINVAL if no interval is under way.
int os_workgroup_interval_finish(os_workgroup_interval_t workgroup, os_workgroup_interval_data_t data);

#ifdef __cplusplus
}
#endif

#endif
