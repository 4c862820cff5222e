#ifndef os_workgroup_parallel_h
#define os_workgroup_parallel_h

#include <os/workgroup_object.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A group for threads that work at the same time. The attribute may be null. The result has one reference.
os_workgroup_parallel_t os_workgroup_parallel_create(const char *name, os_workgroup_attr_t attribute);

#ifdef __cplusplus
}
#endif

#endif
