// The system's <pthread.h>, and functions that only the Mac's has.
#pragma GCC system_header
#include_next <pthread.h>

#ifndef coreaudio_compat_pthread_h
#define coreaudio_compat_pthread_h

#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

extern long syscall(long, ...);
extern int clock_gettime(clockid_t, struct timespec *);
extern int prctl(int, ...);

/// Waits for a condition at most as long as `time` says, not until a date.
static __inline__ int pthread_cond_timedwait_relative_np(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    struct timespec until;
    clock_gettime(0 /* CLOCK_REALTIME */, &until);
    until.tv_sec += time->tv_sec;
    until.tv_nsec += time->tv_nsec;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec += 1;
    }
    return pthread_cond_timedwait(condition, mutex, &until);
}

/// 1 in the thread that runs `main`.
static __inline__ int pthread_main_np(void) { return syscall(SYS_gettid) == (long)getpid(); }

/// The number of the calling thread, which `mach_thread_self` and functions of mach/thread_act.h have too. `thread` must be 0 or the calling
/// thread, else the result is ESRCH.
static __inline__ int coreaudio_threadid(uintptr_t thread, uint64_t *identifier) {
    if (thread && thread != (uintptr_t)pthread_self()) return 3;
    *identifier = (uint64_t)syscall(SYS_gettid);
    return 0;
}
// Programs pass NULL for the calling thread, and a thread is a number here.
#define pthread_threadid_np(thread, identifier) coreaudio_threadid((uintptr_t)(thread), identifier)

#ifdef __cplusplus
}

/// Names the calling thread, as on a Mac; Linux keeps 15 bytes. The system's function of this name takes the thread, too.
static __inline__ int pthread_setname_np(const char *name) { return prctl(15 /* PR_SET_NAME */, name, 0, 0, 0); }
#endif

// As on a Mac, every program with threads knows classes of work.
#include <pthread/qos.h>

#endif
