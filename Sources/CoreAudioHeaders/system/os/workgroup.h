#ifndef os_workgroup_h
#define os_workgroup_h

// Groups of threads with a common deadline. Only the types are declared: no device here has such a group.

typedef struct os_workgroup_s *os_workgroup_t;
typedef os_workgroup_t os_workgroup_interval_t;
typedef os_workgroup_t os_workgroup_parallel_t;

#endif
