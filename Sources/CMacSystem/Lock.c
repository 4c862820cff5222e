// The functions of os/lock.h, over the kernel's locks that hand on priority: the word is 0, or the owner's thread and whether others wait.

#include <errno.h>
#include <linux/futex.h>
#include <os/lock.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Object.h"

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

static uint32_t owner(const os_unfair_lock *lock) {
    return __atomic_load_n(&lock->_os_unfair_lock_opaque, __ATOMIC_RELAXED) & FUTEX_TID_MASK;
}

static long call_kernel(os_unfair_lock_t lock, int operation) {
    return syscall(SYS_futex, &lock->_os_unfair_lock_opaque, operation | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t free = 0;
    return __atomic_compare_exchange_n(
        &lock->_os_unfair_lock_opaque, &free, this_thread(), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    int failure = errno;
    while (!os_unfair_lock_trylock(lock)) {
        if (owner(lock) == this_thread()) end_for_misuse("os_unfair_lock: a thread locks what it has locked already");
        if (call_kernel(lock, FUTEX_LOCK_PI) == 0) break;
        if (errno == ESRCH || errno == EINVAL) end_for_misuse("os_unfair_lock: the owner has ended, or the lock is damaged");
        if (errno == ENOSYS) usleep(100);
    }
    errno = failure;
}

void os_unfair_lock_lock_with_flags(os_unfair_lock_t lock, os_unfair_lock_flags_t flags) {
    for (int i = 0; i < 100 && flags & OS_UNFAIR_LOCK_FLAG_ADAPTIVE_SPIN; i++) {
        if (os_unfair_lock_trylock(lock)) return;
    }
    os_unfair_lock_lock(lock);
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    uint32_t mine = this_thread();
    if (__atomic_compare_exchange_n(
            &lock->_os_unfair_lock_opaque, &mine, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
    if (owner(lock) != this_thread()) end_for_misuse("os_unfair_lock: a thread unlocks what it has not locked");
    int failure = errno;
    call_kernel(lock, FUTEX_UNLOCK_PI);
    errno = failure;
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (owner(lock) != this_thread()) end_for_misuse("os_unfair_lock: this thread does not have the lock");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (owner(lock) == this_thread()) end_for_misuse("os_unfair_lock: this thread has the lock");
}
