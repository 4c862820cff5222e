#define _GNU_SOURCE
#include "CRealtime.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint demotions;

// The kernel does not ask at the hard limit, and raises the soft one by a second with each signal.
static void lower_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) != 0 || limit.rlim_max == RLIM_INFINITY || limit.rlim_cur <= limit.rlim_max / 2) return;
    limit.rlim_cur = limit.rlim_max / 2;
    setrlimit(RLIMIT_RTTIME, &limit);
}

// Runs on the thread that has used up its time, as an audio thread does not block the signal. By system calls alone.
static void demote(int number) {
    int error = errno;
    struct sched_param ordinary = {.sched_priority = 0};
    long policy = syscall(SYS_sched_getscheduler, 0);
    long plain = policy & ~SCHED_RESET_ON_FORK;
    if (plain == SCHED_FIFO || plain == SCHED_RR) {
        // Without a privilege a thread keeps that flag.
        if (syscall(SYS_sched_setscheduler, 0, SCHED_OTHER | (policy & SCHED_RESET_ON_FORK), &ordinary) == 0)
            atomic_fetch_add_explicit(&demotions, 1, memory_order_relaxed);
        lower_limit();
    } else {
        // The process has used up its own time, RLIMIT_CPU: what happens without the handler.
        signal(number, SIG_DFL);
        kill(getpid(), number);
    }
    errno = error;
}

void realtime_survive_time_limit(void) {
    struct rlimit limit;
    struct sigaction present, ours = {.sa_handler = demote, .sa_flags = SA_RESTART};
    if (getrlimit(RLIMIT_RTTIME, &limit) != 0 || (limit.rlim_cur == RLIM_INFINITY && limit.rlim_max == RLIM_INFINITY)) return;
    if (sigaction(SIGXCPU, NULL, &present) != 0 || (present.sa_flags & SA_SIGINFO)) return;
    if (present.sa_handler == SIG_DFL) {
        sigemptyset(&ours.sa_mask);
        if (sigaction(SIGXCPU, &ours, NULL) == 0) lower_limit();
    } else if (present.sa_handler == demote) {
        lower_limit();
    }
}

unsigned realtime_demotions(void) { return atomic_load_explicit(&demotions, memory_order_relaxed); }
