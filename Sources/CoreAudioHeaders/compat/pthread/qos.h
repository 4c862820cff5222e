#ifndef pthread_qos_h
#define pthread_qos_h

// Classes of work for threads. Linux schedules by niceness: 0, or 5 for a utility, or 10 in the background. A real-time priority is had by
// thread_policy_set.

#include <errno.h>
#include <pthread.h>
#include <sys/qos.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

extern long syscall(long, ...);

/// The niceness of a class and a relative priority; -1 for wrong values.
static __inline__ int coreaudio_niceness(qos_class_t quality, int relative_priority) {
    if (relative_priority > 0 || relative_priority < QOS_MIN_RELATIVE_PRIORITY) return -1;
    switch (quality) {
    case QOS_CLASS_USER_INTERACTIVE:
    case QOS_CLASS_USER_INITIATED:
    case QOS_CLASS_DEFAULT: return 0;
    case QOS_CLASS_UTILITY: return 5;
    case QOS_CLASS_BACKGROUND: return 10;
    default: return -1;
    }
}

/// Sets the class of the calling thread.
///
/// - Returns: 0; EINVAL for a class or a priority that there is not; EACCES or EPERM where the thread has a higher niceness and the system
///   does not let it go back.
static __inline__ int pthread_set_qos_class_self_np(qos_class_t quality, int relative_priority) {
    int niceness = coreaudio_niceness(quality, relative_priority), current;
    id_t thread = (id_t)syscall(SYS_gettid);
    if (niceness < 0) return EINVAL;
    current = getpriority(PRIO_PROCESS, thread);
    // A thread that has precedence keeps it.
    if (current == niceness || (niceness == 0 && current < 0)) return 0;
    return setpriority(PRIO_PROCESS, thread, niceness) == 0 ? 0 : errno;
}

/// Checks the class that threads with these attributes would begin with on a Mac. They begin with the niceness of the thread that makes
/// them: Linux has no such attribute.
///
/// - Returns: 0; EINVAL for a class or a priority that there is not; ENOTSUP for a class whose niceness is not that of the calling thread.
static __inline__ int pthread_attr_set_qos_class_np(pthread_attr_t *attributes, qos_class_t quality, int relative_priority) {
    int niceness = coreaudio_niceness(quality, relative_priority), current;
    if (!attributes || niceness < 0) return EINVAL;
    current = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
    return current == niceness || (niceness == 0 && current < 0) ? 0 : ENOTSUP;
}

#ifdef __cplusplus
}
#endif

#endif
