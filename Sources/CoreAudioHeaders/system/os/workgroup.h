#ifndef os_workgroup_h
#define os_workgroup_h

// Groups of threads that work towards a common deadline.

#include <os/workgroup_interval.h>
#include <os/workgroup_parallel.h>

#endif
