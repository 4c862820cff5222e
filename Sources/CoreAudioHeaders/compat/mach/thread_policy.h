#ifndef mach_thread_policy_h
#define mach_thread_policy_h

// How the kernel schedules a thread. A thread with time constraints gets a real-time priority.

#include <mach/mach_time.h>
#include <mach/vm_map.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int integer_t;
typedef unsigned int natural_t;
typedef natural_t mach_msg_type_number_t;
/// The number of a thread, as the system has it; 0 for none.
typedef natural_t thread_act_t;
typedef thread_act_t thread_t;
typedef thread_act_t thread_port_t;
typedef thread_act_t thread_inspect_t;
typedef natural_t thread_policy_flavor_t;
typedef natural_t thread_flavor_t;
typedef integer_t *thread_policy_t;
typedef integer_t *thread_info_t;

#define THREAD_STANDARD_POLICY 1
#define THREAD_EXTENDED_POLICY 1
#define THREAD_TIME_CONSTRAINT_POLICY 2
#define THREAD_PRECEDENCE_POLICY 3

typedef struct thread_extended_policy {
    boolean_t timeshare;
} thread_extended_policy_data_t, *thread_extended_policy_t;
typedef struct thread_time_constraint_policy {
    uint32_t period;
    uint32_t computation;
    uint32_t constraint;
    boolean_t preemptible;
} thread_time_constraint_policy_data_t, *thread_time_constraint_policy_t;
typedef struct thread_precedence_policy {
    integer_t importance;
} thread_precedence_policy_data_t, *thread_precedence_policy_t;
#define THREAD_EXTENDED_POLICY_COUNT ((mach_msg_type_number_t)(sizeof(thread_extended_policy_data_t) / sizeof(integer_t)))
#define THREAD_TIME_CONSTRAINT_POLICY_COUNT \
    ((mach_msg_type_number_t)(sizeof(thread_time_constraint_policy_data_t) / sizeof(integer_t)))
#define THREAD_PRECEDENCE_POLICY_COUNT ((mach_msg_type_number_t)(sizeof(thread_precedence_policy_data_t) / sizeof(integer_t)))

#define POLICY_TIMESHARE 1
#define POLICY_RR 2
#define POLICY_FIFO 4

typedef struct policy_timeshare_info {
    int max_priority, base_priority, cur_priority;
    boolean_t depressed;
    int depress_priority;
} policy_timeshare_info_data_t;
typedef struct policy_rr_info {
    int max_priority, base_priority, quantum;
    boolean_t depressed;
    int depress_priority;
} policy_rr_info_data_t;
typedef struct policy_fifo_info {
    int max_priority, base_priority;
    boolean_t depressed;
    int depress_priority;
} policy_fifo_info_data_t;
typedef struct policy_infos {
    policy_timeshare_info_data_t ts;
    policy_rr_info_data_t rr;
    policy_fifo_info_data_t fifo;
} policy_info_data_t;
typedef struct thread_basic_info {
    struct time_value {
        integer_t seconds, microseconds;
    } user_time, system_time;
    integer_t cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
} thread_basic_info_data_t;
#define THREAD_BASIC_INFO 3
#define THREAD_SCHED_TIMESHARE_INFO 10
#define THREAD_SCHED_RR_INFO 11
#define THREAD_SCHED_FIFO_INFO 12
#define COREAUDIO_INFO_COUNT(type) ((mach_msg_type_number_t)(sizeof(type) / sizeof(integer_t)))
#define THREAD_BASIC_INFO_COUNT COREAUDIO_INFO_COUNT(thread_basic_info_data_t)
#define POLICY_TIMESHARE_INFO_COUNT COREAUDIO_INFO_COUNT(policy_timeshare_info_data_t)
#define POLICY_RR_INFO_COUNT COREAUDIO_INFO_COUNT(policy_rr_info_data_t)
#define POLICY_FIFO_INFO_COUNT COREAUDIO_INFO_COUNT(policy_fifo_info_data_t)

extern long syscall(long, ...);

static __inline__ thread_act_t mach_thread_self(void) { return (thread_act_t)syscall(SYS_gettid); }

/// The number of the calling thread; 0, which the functions below refuse, for another one: Linux has no such question.
static __inline__ thread_act_t pthread_mach_thread_np(pthread_t thread) {
    return pthread_equal(thread, pthread_self()) ? mach_thread_self() : 0;
}

/// The priority of a Mac's thread that has the share of time of an ordinary one.
enum {
    coreaudio_usual_priority = 31
};

static __inline__ kern_return_t coreaudio_thread_result(int result) { return result == 0 ? KERN_SUCCESS : 5 /* KERN_FAILURE */; }

/// Sets how a thread is scheduled. With time constraints it gets SCHED_FIFO, if the system grants it, and otherwise KERN_FAILURE is returned.
/// An importance changes its niceness.
static __inline__ kern_return_t thread_policy_set(
    thread_act_t thread, thread_policy_flavor_t flavor, thread_policy_t policy, mach_msg_type_number_t count) {
    struct sched_param parameters;
    int nice;
    (void)count;
    if (!thread || !policy) return 4 /* KERN_INVALID_ARGUMENT */;
    memset(&parameters, 0, sizeof parameters);
    switch (flavor) {
    case THREAD_TIME_CONSTRAINT_POLICY:
        parameters.sched_priority = 60;
        return coreaudio_thread_result(sched_setscheduler((pid_t)thread, SCHED_FIFO, &parameters));
    case THREAD_PRECEDENCE_POLICY:
        nice = -((const struct thread_precedence_policy *)(const void *)policy)->importance;
        nice = nice < -20 ? -20 : nice > 19 ? 19 : nice;
        return coreaudio_thread_result(setpriority(PRIO_PROCESS, (id_t)thread, nice));
    case THREAD_EXTENDED_POLICY: return KERN_SUCCESS;
    default: return 4;
    }
}

/// Reports how a thread is scheduled, with a priority as on a Mac: 31 and its niceness, or above 63 for a real-time one.
static __inline__ kern_return_t thread_info(
    thread_inspect_t thread, thread_flavor_t flavor, thread_info_t info, mach_msg_type_number_t *count) {
    struct sched_param parameters;
    thread_basic_info_data_t basic;
    policy_info_data_t scheduled;
    int policy, priority;
    (void)count;
    if (!thread || !info) return 4;
    policy = sched_getscheduler((pid_t)thread);
    if (policy < 0 || sched_getparam((pid_t)thread, &parameters) != 0) return 4;
    policy = policy == SCHED_FIFO ? POLICY_FIFO : policy == SCHED_RR ? POLICY_RR : POLICY_TIMESHARE;
    priority = policy == POLICY_TIMESHARE ? coreaudio_usual_priority - getpriority(PRIO_PROCESS, (id_t)thread)
                                          : 63 + parameters.sched_priority / 3;
    memset(&basic, 0, sizeof basic);
    memset(&scheduled, 0, sizeof scheduled);
    basic.policy = policy;
    basic.run_state = 1;
    scheduled.ts.max_priority = scheduled.rr.max_priority = scheduled.fifo.max_priority = 96;
    scheduled.ts.base_priority = scheduled.ts.cur_priority = priority;
    scheduled.rr.base_priority = scheduled.fifo.base_priority = priority;
    switch (flavor) {
    case THREAD_BASIC_INFO: memcpy(info, &basic, sizeof basic); return KERN_SUCCESS;
    case THREAD_SCHED_TIMESHARE_INFO: memcpy(info, &scheduled.ts, sizeof scheduled.ts); return KERN_SUCCESS;
    case THREAD_SCHED_RR_INFO: memcpy(info, &scheduled.rr, sizeof scheduled.rr); return KERN_SUCCESS;
    case THREAD_SCHED_FIFO_INFO: memcpy(info, &scheduled.fifo, sizeof scheduled.fifo); return KERN_SUCCESS;
    default: return 4;
    }
}

#ifdef __cplusplus
}
#endif

#endif
