#ifndef os_workgroup_object_h
#define os_workgroup_object_h

// What all workgroups have.

#include <os/workgroup_base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of a thread among those of its group; below the number of threads that are in it at the same time.
typedef uint32_t os_workgroup_index;
typedef void (*os_workgroup_working_arena_destructor_t)(void *arena);

/// A group with a name of its own and the same priority as another. The result has one reference.
os_workgroup_t os_workgroup_create_with_workgroup(const char *name, os_workgroup_t workgroup);

/// Makes the calling thread a member, with the priority of an audio thread if the system grants it.
///
/// Returns 0; EINVAL if the group is cancelled; EALREADY if the thread is a member of a group.
int os_workgroup_join(os_workgroup_t workgroup, os_workgroup_join_token_t token);

/// Ends the membership of the calling thread, and gives it the priority back that it had. The token is that of `os_workgroup_join`.
void os_workgroup_leave(os_workgroup_t workgroup, os_workgroup_join_token_t token);

/// Sets memory that members share. `destructor` is called with the memory that was set before, and with the last at the end of the
/// group.
///
/// Returns 0, or EBUSY while the group has members.
int os_workgroup_set_working_arena(
    os_workgroup_t workgroup, void *arena, uint32_t max_workers, os_workgroup_working_arena_destructor_t destructor);

/// The memory that the members share, and this thread's number. Null if the thread is not a member.
void *os_workgroup_get_working_arena(os_workgroup_t workgroup, os_workgroup_index *index);

/// Lets no more threads join.
void os_workgroup_cancel(os_workgroup_t workgroup);

/// Whether the group is cancelled.
bool os_workgroup_testcancel(os_workgroup_t workgroup);

/// How many threads can work at the same time: the processors of this process. Pass null as the attribute.
int os_workgroup_max_parallel_threads(os_workgroup_t workgroup, os_workgroup_mpt_attr_t attribute);

#ifdef __cplusplus
}
#endif

#endif
