#include "CRealtime.h"
#include <pthread.h>
#include <stdatomic.h>

// The calls of clients' functions that are in progress, those of this thread, and whether the program has begun to exit.
static atomic_int calls;
static atomic_int is_over;
static __thread int own_calls __attribute__((tls_model("initial-exec")));
static __thread int is_own_thread __attribute__((tls_model("initial-exec")));

void realtime_mark_own_thread(void) { is_own_thread = 1; }

int realtime_is_own_thread(void) { return is_own_thread || realtime_is_in_cycle(); }

int realtime_begin_client_call(void) {
    // Counted before the look at the end, which looks at the count after it has been set: one of both sees the other.
    atomic_fetch_add(&calls, 1);
    if (atomic_load(&is_over)) {
        atomic_fetch_sub(&calls, 1);
        return 0;
    }
    own_calls++;
    return 1;
}

void realtime_end_client_call(void) {
    own_calls--;
    atomic_fetch_sub(&calls, 1);
}

void realtime_abandon_client_calls(void) {
    atomic_fetch_sub(&calls, own_calls);
    own_calls = 0;
}

void realtime_refuse_client_calls(void) { atomic_store(&is_over, 1); }

int realtime_other_client_calls(void) { return atomic_load(&calls) - own_calls; }

static atomic_int is_watched, is_forked;

static void note_fork(void) { atomic_store(&is_forked, 1); }

void realtime_watch_fork(void) {
    if (!atomic_exchange(&is_watched, 1)) pthread_atfork(0, 0, note_fork);
}

int realtime_is_forked(void) { return atomic_load(&is_forked); }
