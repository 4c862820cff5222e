// The lock of os/lock.h: one thread at a time has it, and its misuse ends the process.
#include "system.h"
#include <os/lock.h>
#include <signal.h>
#include <sys/wait.h>

enum { threads = 4, rounds = 50000 };

static os_unfair_lock lock = OS_UNFAIR_LOCK_INIT;
static long count = 0;

static void *add(void *ignored) {
    int i;
    for (i = 0; i < rounds; i++) {
        os_unfair_lock_lock_with_flags(&lock, i % 2 ? OS_UNFAIR_LOCK_FLAG_ADAPTIVE_SPIN : OS_UNFAIR_LOCK_FLAG_NONE);
        long seen = count;
        if (i % 1000 == 0) sched_yield();
        count = seen + 1;
        os_unfair_lock_unlock(&lock);
    }
    return ignored;
}

static void *try_it(void *result) {
    *(bool *)result = os_unfair_lock_trylock(&lock);
    os_unfair_lock_assert_not_owner(&lock);
    return NULL;
}

static void lock_twice(void) {
    os_unfair_lock_lock(&lock);
    os_unfair_lock_lock(&lock);
}
static void unlock_freely(void) { os_unfair_lock_unlock(&lock); }
static void assert_freely(void) { os_unfair_lock_assert_owner(&lock); }

/// The signal that ends a process which does this.
static int signal_of(void (*misuse)(void)) {
    pid_t child = fork();
    if (child == 0) {
        // Without the report that Swift's runtime writes of a crash.
        signal(SIGABRT, SIG_DFL);
        misuse();
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void) {
    // Where the faults are named.
    setenv("COREAUDIO_LOG", "off", 1);
    CHECK(sizeof lock == 4);
    pthread_t made[threads];
    int i;
    for (i = 0; i < threads; i++) CHECK(pthread_create(&made[i], NULL, add, NULL) == 0);
    for (i = 0; i < threads; i++) pthread_join(made[i], NULL);
    CHECK(count == (long)threads * rounds);

    bool taken = true;
    os_unfair_lock_lock(&lock);
    os_unfair_lock_assert_owner(&lock);
    CHECK(pthread_create(&made[0], NULL, try_it, &taken) == 0 && pthread_join(made[0], NULL) == 0);
    CHECK(!taken);
    os_unfair_lock_unlock(&lock);
    CHECK(os_unfair_lock_trylock(&lock));
    os_unfair_lock_unlock(&lock);

    CHECK(signal_of(lock_twice) == SIGABRT);
    CHECK(signal_of(unlock_freely) == SIGABRT);
    CHECK(signal_of(assert_freely) == SIGABRT);
    return 0;
}
