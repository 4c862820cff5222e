#ifndef mach_mach_host_h
#define mach_mach_host_h

// The machine, whose clocks a program can ask for.

#include <mach/clock_types.h>
#include <mach/mach_port.h>

typedef mach_port_t host_t;
typedef mach_port_t clock_serv_t;

static __inline__ host_t mach_host_self(void) { return 2; }

/// The clocks' numbers as ports.
enum {
    coreaudio_first_clock = 0x100
};

/// Writes the port of a clock, which `clock_get_time` reads.
static __inline__ kern_return_t host_get_clock_service(host_t host, clock_id_t clock, clock_serv_t *service) {
    if (host != mach_host_self() || !service || (clock != SYSTEM_CLOCK && clock != CALENDAR_CLOCK)) return KERN_INVALID_ARGUMENT;
    *service = (clock_serv_t)(coreaudio_first_clock + clock);
    return KERN_SUCCESS;
}

#endif
