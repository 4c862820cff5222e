// The functions of os/workgroup.h and AudioWorkInterval.h.

#include <CRealtime.h>
#include <errno.h>
#include <os/workgroup.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "Object.h"

enum {
    most_members = 256,
    /// Below that of the audio threads, which wait for their helpers.
    priority = 60
};

struct os_workgroup_s {
    struct object head;
    bool has_intervals;
    pthread_mutex_t mutex;
    bool is_cancelled, is_working;
    uint32_t members;
    bool is_used[most_members];
    void *arena;
    os_workgroup_working_arena_destructor_t destructor;
    uint64_t start, deadline;
};

/// The group that a thread is in.
static _Thread_local struct {
    os_workgroup_t group;
    uint32_t index;
    bool is_promoted;
    int policy;
    struct sched_param parameters;
} membership;

static void free_group(void *object) {
    os_workgroup_t group = object;
    if (group->destructor) group->destructor(group->arena);
    pthread_mutex_destroy(&group->mutex);
    free(group);
}

const struct kind workgroup_kind = {free_group};

os_workgroup_interval_t AudioWorkIntervalCreate(const char *name, os_clockid_t clock, os_workgroup_attr_t attribute);

static os_workgroup_t make_group(bool has_intervals) {
    os_workgroup_t group = calloc(1, sizeof *group);
    if (!group) return NULL;
    group->head = (struct object){&workgroup_kind, 1};
    group->has_intervals = has_intervals;
    // Audio threads take the lock too: who has it gets their priority.
    pthread_mutexattr_t inheritance;
    pthread_mutexattr_init(&inheritance);
    pthread_mutexattr_setprotocol(&inheritance, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&group->mutex, &inheritance);
    pthread_mutexattr_destroy(&inheritance);
    return group;
}

os_workgroup_interval_t AudioWorkIntervalCreate(const char *name, os_clockid_t clock, os_workgroup_attr_t attribute) {
    (void)name, (void)attribute;
    return clock == OS_CLOCK_MACH_ABSOLUTE_TIME ? make_group(true) : NULL;
}

os_workgroup_parallel_t os_workgroup_parallel_create(const char *name, os_workgroup_attr_t attribute) {
    (void)name, (void)attribute;
    return make_group(false);
}

os_workgroup_t os_workgroup_create_with_workgroup(const char *name, os_workgroup_t workgroup) {
    (void)name;
    return workgroup ? make_group(false) : NULL;
}

// MARK: Members

static void leave(void) {
    os_workgroup_t group = membership.group;
    if (!group) return;
    if (membership.is_promoted) pthread_setschedparam(pthread_self(), membership.policy, &membership.parameters);
    pthread_mutex_lock(&group->mutex);
    group->members--;
    group->is_used[membership.index] = false;
    pthread_mutex_unlock(&group->mutex);
    membership.group = NULL;
    mac_object_release(group);
}

/// A thread that ends leaves its group.
static pthread_key_t at_end;
static void leave_at_end(void *ignored) {
    (void)ignored;
    leave();
}
static void make_key(void) { pthread_key_create(&at_end, leave_at_end); }

/// The group's first free number, which is taken; a status if there is none or the group takes no more threads.
static int take_index(os_workgroup_t group, uint32_t *index) {
    int status = 0;
    pthread_mutex_lock(&group->mutex);
    if (group->is_cancelled) {
        status = EINVAL;
    } else if (group->members == most_members) {
        status = ENOMEM;
    } else {
        for (*index = 0; group->is_used[*index]; ++*index) {
        }
        group->is_used[*index] = true;
        group->members++;
    }
    pthread_mutex_unlock(&group->mutex);
    return status;
}

int os_workgroup_join(os_workgroup_t workgroup, os_workgroup_join_token_t token) {
    if (!workgroup) return EINVAL;
    if (membership.group) return EALREADY;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    int status = take_index(workgroup, &membership.index);
    if (status != 0) return status;
    membership.group = mac_object_retain(workgroup);
    pthread_setspecific(at_end, workgroup);
    pthread_getschedparam(pthread_self(), &membership.policy, &membership.parameters);
    bool is_realtime = membership.policy == SCHED_FIFO || membership.policy == SCHED_RR;
    membership.is_promoted = !is_realtime && realtime_request_priority(priority);
    if (token) memcpy(token->opaque, &workgroup, sizeof workgroup);
    return 0;
}

void os_workgroup_leave(os_workgroup_t workgroup, os_workgroup_join_token_t token) {
    (void)token;
    if (!workgroup || membership.group != workgroup) end_for_misuse("os_workgroup_leave: the thread is not in this group");
    leave();
}

int os_workgroup_set_working_arena(
    os_workgroup_t workgroup, void *arena, uint32_t max_workers, os_workgroup_working_arena_destructor_t destructor) {
    (void)max_workers;
    if (!workgroup) return EINVAL;
    pthread_mutex_lock(&workgroup->mutex);
    bool is_busy = workgroup->members > 0;
    void *old = workgroup->arena;
    os_workgroup_working_arena_destructor_t free_old = workgroup->destructor;
    if (!is_busy) {
        workgroup->arena = arena;
        workgroup->destructor = destructor;
    }
    pthread_mutex_unlock(&workgroup->mutex);
    if (is_busy) return EBUSY;
    if (free_old) free_old(old);
    return 0;
}

void *os_workgroup_get_working_arena(os_workgroup_t workgroup, os_workgroup_index *index) {
    if (!workgroup || membership.group != workgroup) return NULL;
    if (index) *index = membership.index;
    return workgroup->arena;
}

void os_workgroup_cancel(os_workgroup_t workgroup) {
    if (!workgroup) return;
    pthread_mutex_lock(&workgroup->mutex);
    workgroup->is_cancelled = true;
    pthread_mutex_unlock(&workgroup->mutex);
}

bool os_workgroup_testcancel(os_workgroup_t workgroup) {
    if (!workgroup) return false;
    pthread_mutex_lock(&workgroup->mutex);
    bool is_cancelled = workgroup->is_cancelled;
    pthread_mutex_unlock(&workgroup->mutex);
    return is_cancelled;
}

int os_workgroup_max_parallel_threads(os_workgroup_t workgroup, os_workgroup_mpt_attr_t attribute) {
    (void)workgroup, (void)attribute;
    cpu_set_t processors;
    int count = sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
    return count > 0 ? count : 1;
}

// MARK: Intervals

/// Changes a group's interval under its lock. `change` returns a status.
static int with_interval(os_workgroup_t group, int (*change)(os_workgroup_t, uint64_t, uint64_t), uint64_t start, uint64_t deadline) {
    if (!group || !group->has_intervals) return EINVAL;
    if (membership.group != group) return EPERM;
    pthread_mutex_lock(&group->mutex);
    int status = change(group, start, deadline);
    pthread_mutex_unlock(&group->mutex);
    return status;
}

static int begin(os_workgroup_t group, uint64_t start, uint64_t deadline) {
    if (group->is_cancelled || deadline < start) return EINVAL;
    if (group->is_working) return EBUSY;
    group->is_working = true;
    group->start = start;
    group->deadline = deadline;
    return 0;
}

static int move(os_workgroup_t group, uint64_t start, uint64_t deadline) {
    (void)start;
    if (group->is_cancelled || !group->is_working || deadline < group->start) return EINVAL;
    group->deadline = deadline;
    return 0;
}

static int end(os_workgroup_t group, uint64_t start, uint64_t deadline) {
    (void)start, (void)deadline;
    if (!group->is_working) return EINVAL;
    group->is_working = false;
    return 0;
}

int os_workgroup_interval_start(
    os_workgroup_interval_t workgroup, uint64_t start, uint64_t deadline, os_workgroup_interval_data_t data) {
    (void)data;
    return with_interval(workgroup, begin, start, deadline);
}

int os_workgroup_interval_update(os_workgroup_interval_t workgroup, uint64_t deadline, os_workgroup_interval_data_t data) {
    (void)data;
    return with_interval(workgroup, move, 0, deadline);
}

int os_workgroup_interval_finish(os_workgroup_interval_t workgroup, os_workgroup_interval_data_t data) {
    (void)data;
    return with_interval(workgroup, end, 0, 0);
}
