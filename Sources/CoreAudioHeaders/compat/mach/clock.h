#ifndef mach_clock_h
#define mach_clock_h

#include <mach/mach_host.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a clock of `host_get_clock_service`.
static __inline__ kern_return_t clock_get_time(clock_serv_t service, mach_timespec_t *time) {
    struct timespec now;
    clock_id_t clock = (clock_id_t)service - coreaudio_first_clock;
    if (!time || (clock != SYSTEM_CLOCK && clock != CALENDAR_CLOCK)) return KERN_INVALID_ARGUMENT;
    if (clock_gettime(clock == SYSTEM_CLOCK ? CLOCK_MONOTONIC : CLOCK_REALTIME, &now) != 0) return KERN_FAILURE;
    time->tv_sec = (unsigned int)now.tv_sec;
    time->tv_nsec = (clock_res_t)now.tv_nsec;
    return KERN_SUCCESS;
}

#ifdef __cplusplus
}
#endif

#endif
