// Locks over those of the kernel that pass on priority: the word is 0, or the owner's thread and whether others wait.

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/COSSupport.h"

// The thread sanitizer does not see what the kernel does with the word. Absent without it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static _Thread_local uint32_t thread;

/// In the child of a fork the thread has another number.
static void forget_thread(void) { thread = 0; }
static void watch_forks(void) { pthread_atfork(NULL, NULL, forget_thread); }

static uint32_t this_thread(void) {
    if (!thread) {
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        pthread_once(&once, watch_forks);
        thread = (uint32_t)syscall(SYS_gettid);
    }
    return thread;
}

static _Noreturn void end_for_misuse(const char *sentence) {
    dprintf(STDERR_FILENO, "%s\n", sentence);
    abort();
}

static uint32_t owner(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED) & FUTEX_TID_MASK; }

static long call_kernel(uint32_t *word, int operation) {
    return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
}

bool os_support_lock_try(uint32_t *word) {
    uint32_t free = 0;
    if (!__atomic_compare_exchange_n(word, &free, this_thread(), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return false;
    if (__tsan_acquire) __tsan_acquire(word);
    return true;
}

void os_support_lock_acquire(uint32_t *word) {
    if (os_support_lock_try(word)) return;
    int failure = errno;
    do {
        if (owner(word) == this_thread()) end_for_misuse("os_unfair_lock: a thread locks what it has locked already");
        if (call_kernel(word, FUTEX_LOCK_PI) == 0) {
            if (__tsan_acquire) __tsan_acquire(word);
            break;
        }
        if (errno == EDEADLK) end_for_misuse("os_unfair_lock: threads wait for each other's locks");
        if (errno == ESRCH || errno == EINVAL) end_for_misuse("os_unfair_lock: the owner has ended, or the lock is damaged");
        if (errno == ENOSYS || errno == ENOMEM) usleep(100);
    } while (!os_support_lock_try(word));
    errno = failure;
}

void os_support_lock_release(uint32_t *word) {
    uint32_t mine = this_thread();
    if (owner(word) != mine) end_for_misuse("os_unfair_lock: a thread unlocks what it has not locked");
    if (__tsan_release) __tsan_release(word);
    if (__atomic_compare_exchange_n(word, &mine, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    int failure = errno;
    call_kernel(word, FUTEX_UNLOCK_PI);
    errno = failure;
}

void os_support_lock_assert_owner(const uint32_t *word) {
    if (owner(word) != this_thread()) end_for_misuse("os_unfair_lock: this thread does not have the lock");
}

void os_support_lock_assert_not_owner(const uint32_t *word) {
    if (owner(word) == this_thread()) end_for_misuse("os_unfair_lock: this thread has the lock");
}
