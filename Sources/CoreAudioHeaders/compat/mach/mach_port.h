#ifndef mach_mach_port_h
#define mach_mach_port_h

// Ports are numbers here, and hold nothing.

#include <mach/vm_map.h>

typedef mach_port_t mach_port_name_t;

#define MACH_PORT_NULL ((mach_port_t)0)
#define MACH_PORT_DEAD ((mach_port_t) ~0u)
#define MACH_PORT_VALID(port) ((port) != MACH_PORT_NULL && (port) != MACH_PORT_DEAD)

enum { KERN_INVALID_NAME = 15, KERN_INVALID_TASK = 16 };

/// Gives up a reference to a port. There is nothing to free.
static __inline__ kern_return_t mach_port_deallocate(task_t task, mach_port_name_t port) {
    if (task != mach_task_self()) return KERN_INVALID_TASK;
    return port == MACH_PORT_DEAD ? KERN_INVALID_NAME : KERN_SUCCESS;
}

#endif
