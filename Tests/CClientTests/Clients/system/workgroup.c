// Workgroups: who is in them, with which numbers, and what they do not allow.
#include "system.h"
#include <AudioToolbox/AudioWorkInterval.h>
#include <errno.h>
#include <os/workgroup.h>
#include <sched.h>

enum { helpers = 3 };

static os_workgroup_t group;
static pthread_barrier_t barrier;
static int destroyed = 0;
static void destroy(void *arena) {
    CHECK(arena == &destroyed);
    destroyed++;
}

static void *help(void *place) {
    os_workgroup_join_token_s token;
    os_workgroup_index index = 99;
    CHECK(os_workgroup_get_working_arena(group, &index) == NULL);
    CHECK(os_workgroup_join(group, &token) == 0);
    CHECK(os_workgroup_join(group, &token) == EALREADY);
    CHECK(os_workgroup_get_working_arena(group, &index) == &destroyed);
    pthread_barrier_wait(&barrier);
    *(os_workgroup_index *)place = index;
    pthread_barrier_wait(&barrier);
    // The first leaves by its end.
    if (index > 0) os_workgroup_leave(group, &token);
    return NULL;
}

static void test_members(void) {
    pthread_t threads[helpers];
    os_workgroup_index indices[helpers];
    bool seen[helpers] = {false, false, false};
    int i;
    group = os_workgroup_parallel_create("helpers", NULL);
    CHECK(group != NULL && os_workgroup_max_parallel_threads(group, NULL) >= 1);
    CHECK(os_workgroup_set_working_arena(group, &destroyed, helpers, destroy) == 0);
    CHECK(pthread_barrier_init(&barrier, NULL, helpers + 1) == 0);
    for (i = 0; i < helpers; i++) CHECK(pthread_create(&threads[i], NULL, help, &indices[i]) == 0);
    pthread_barrier_wait(&barrier);
    CHECK(os_workgroup_set_working_arena(group, NULL, 0, NULL) == EBUSY);
    pthread_barrier_wait(&barrier);
    for (i = 0; i < helpers; i++) pthread_join(threads[i], NULL);
    for (i = 0; i < helpers; i++) {
        CHECK(indices[i] < helpers && !seen[indices[i]]);
        seen[indices[i]] = true;
    }
    CHECK(destroyed == 0 && os_workgroup_set_working_arena(group, &destroyed, 1, destroy) == 0 && destroyed == 1);

    os_workgroup_join_token_s token;
    CHECK(!os_workgroup_testcancel(group));
    os_workgroup_cancel(group);
    CHECK(os_workgroup_testcancel(group) && os_workgroup_join(group, &token) == EINVAL);
    CHECK(os_retain(group) == group);
    os_release(group);
    CHECK(destroyed == 1);
    os_release(group);
    CHECK(destroyed == 2);
}

/// A member has the priority of an audio thread where the system grants it, and loses it when it leaves.
static void test_priority(void) {
    struct sched_param parameters;
    int before = -1, within = -1, after = -1;
    os_workgroup_join_token_s token;
    memset(&parameters, 0, sizeof parameters);
    parameters.sched_priority = 1;
    bool isGranted = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0;
    parameters.sched_priority = 0;
    CHECK(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
    group = os_workgroup_parallel_create("priority", NULL);
    pthread_getschedparam(pthread_self(), &before, &parameters);
    CHECK(os_workgroup_join(group, &token) == 0);
    pthread_getschedparam(pthread_self(), &within, &parameters);
    os_workgroup_leave(group, &token);
    pthread_getschedparam(pthread_self(), &after, &parameters);
    CHECK(before == SCHED_OTHER && after == SCHED_OTHER && (!isGranted || (within & 0xff) == SCHED_FIFO));
    os_release(group);
}

static void test_intervals(void) {
    os_workgroup_join_token_s token;
    os_workgroup_interval_data_s data = OS_WORKGROUP_INTERVAL_DATA_INITIALIZER;
    os_workgroup_interval_t interval = AudioWorkIntervalCreate("io", OS_CLOCK_MACH_ABSOLUTE_TIME, NULL);
    CHECK(interval != NULL && AudioWorkIntervalCreate("io", 1, NULL) == NULL);
    CHECK(os_workgroup_interval_start(interval, 1, 2, &data) == EPERM);
    CHECK(os_workgroup_join(interval, &token) == 0);
    CHECK(os_workgroup_interval_finish(interval, &data) == EINVAL);
    CHECK(os_workgroup_interval_start(interval, 2, 1, &data) == EINVAL);
    CHECK(os_workgroup_interval_start(interval, 1, 2, &data) == 0);
    CHECK(os_workgroup_interval_start(interval, 3, 4, NULL) == EBUSY);
    CHECK(os_workgroup_interval_update(interval, 3, NULL) == 0 && os_workgroup_interval_update(interval, 0, NULL) == EINVAL);
    CHECK(os_workgroup_interval_finish(interval, NULL) == 0);
    os_workgroup_leave(interval, &token);
    os_release(interval);
}

int main(void) {
    test_members();
    test_priority();
    test_intervals();
    return 0;
}
