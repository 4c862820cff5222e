#ifndef os_workgroup_base_h
#define os_workgroup_base_h

// The types of workgroups.

#include <os/base.h>
#include <os/clock.h>
#include <stdbool.h>
#include <stdint.h>

/// A group of threads. `os_release` frees it.
typedef struct os_workgroup_s *os_workgroup_t;
/// A group whose threads work in intervals that begin and end together.
typedef os_workgroup_t os_workgroup_interval_t;
/// A group whose threads work at the same time.
typedef os_workgroup_t os_workgroup_parallel_t;

typedef struct os_workgroup_attr_opaque_s {
    uint32_t sig;
    char opaque[60];
} os_workgroup_attr_s, *os_workgroup_attr_t;
#define OS_WORKGROUP_ATTR_INITIALIZER_DEFAULT {0x2FA863B4, {0}}

typedef struct os_workgroup_interval_data_opaque_s {
    uint32_t sig;
    char opaque[56];
} os_workgroup_interval_data_s, *os_workgroup_interval_data_t;
#define OS_WORKGROUP_INTERVAL_DATA_INITIALIZER {0x52A74C4D, {0}}

typedef struct os_workgroup_join_token_opaque_s {
    uint32_t sig;
    char opaque[36];
} os_workgroup_join_token_s, *os_workgroup_join_token_t;

typedef struct os_workgroup_max_parallel_threads_attr_s os_workgroup_mpt_attr_s, *os_workgroup_mpt_attr_t;

#endif
