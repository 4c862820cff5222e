#define _GNU_SOURCE
#include "CRealtime.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

// Defined by the sanitizer's runtime where a program is linked with it, absent otherwise.
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));

// A variable of another model is allocated when a thread first uses it.
static __thread int depth __attribute__((tls_model("initial-exec")));
// How many of the brackets are those of taps.
static __thread int taps __attribute__((tls_model("initial-exec")));

// Lets the kernel deliver SIGXCPU to the thread that has used up its time (realtime_survive_time_limit): libpulse's threads block all.
static __thread int takes_signal __attribute__((tls_model("initial-exec")));

static void take_signal(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXCPU);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    takes_signal = 1;
}

void realtime_enter(void) {
    if (!takes_signal) take_signal();
    depth++;
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

void realtime_exit(void) {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
    depth--;
}

void realtime_enter_tap(void) {
    depth++;
    taps++;
}

void realtime_exit_tap(void) {
    depth--;
    taps--;
}

int realtime_must_return(void) { return depth > 0; }

int realtime_is_in_cycle(void) { return depth > taps; }

static __thread int units __attribute__((tls_model("initial-exec")));

int realtime_enter_unit(void) { return ++units; }

void realtime_leave_unit(void) { units--; }

static __thread int is_callback_thread __attribute__((tls_model("initial-exec")));

void realtime_mark_callback_thread(void) { is_callback_thread = 1; }

int realtime_is_callback_thread(void) { return is_callback_thread; }

#if defined(__x86_64__)
// Flush to zero, and denormals are zeros.
uint64_t realtime_flush_tiny_numbers(void) {
    unsigned before = __builtin_ia32_stmxcsr();
    if ((before & 0x8040) != 0x8040) __builtin_ia32_ldmxcsr(before | 0x8040);
    return before;
}

void realtime_restore_arithmetic(uint64_t before) {
    if ((before & 0x8040) != 0x8040) __builtin_ia32_ldmxcsr((unsigned)before);
}
#elif defined(__aarch64__)
uint64_t realtime_flush_tiny_numbers(void) {
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    if (!(before & 1 << 24)) __asm__ volatile("msr fpcr, %0" : : "r"(before | 1 << 24));
    return before;
}

void realtime_restore_arithmetic(uint64_t before) {
    if (!(before & 1 << 24)) __asm__ volatile("msr fpcr, %0" : : "r"(before));
}
#else
uint64_t realtime_flush_tiny_numbers(void) { return 0; }
void realtime_restore_arithmetic(uint64_t before) { (void)before; }
#endif

uintptr_t realtime_thread(void) { return (uintptr_t)&depth; }

static __thread void *last_lock __attribute__((tls_model("initial-exec")));

void **realtime_last_lock(void) { return &last_lock; }

static __thread void *gates __attribute__((tls_model("initial-exec")));

void **realtime_gates(void) { return &gates; }

uint64_t realtime_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int realtime_request_priority(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    return pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0;
}

void realtime_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
