#ifndef CREALTIME_H
#define CREALTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __swift__
#define REALTIME_SAFE __attribute__((swift_attr("@_noLocks")))
#else
#define REALTIME_SAFE
#endif

/// What one call of the audio thread is about: a block of interleaved Float32 frames and when it is heard.
typedef struct RenderCycle {
    /// `frames` times `channels` samples: to be filled when playing, to be read when recording.
    float *_Nonnull samples;
    uint32_t frames;
    uint32_t channels;
    /// Nanoseconds of CLOCK_MONOTONIC at which the first frame will be heard or, when recording, was captured.
    uint64_t hostTime;
    /// When the device asked for the frames, or brought them: the present, as the cycle sees it.
    uint64_t requestTime;
    /// The first frame's number, counted from the start of the stream.
    int64_t sampleTime;
    /// How long a frame lasts by the host's clock, as a part of its nominal length: 1 where that has not been measured, as in what a
    /// device's stream hands over.
    double rateScalar;
} RenderCycle;

/// Fills or reads the samples of one cycle, on the audio thread.
typedef void (*RenderFunction)(void *_Nonnull context, const RenderCycle *_Nonnull cycle);

/// Brackets the code that must be real-time safe; RealtimeSanitizer, where it is linked, reports what is not.
void realtime_enter(void) REALTIME_SAFE;
void realtime_exit(void) REALTIME_SAFE;

/// Brackets a client's callback outside of cycles that may call everything and must not wait for its own end.
void realtime_enter_tap(void);
void realtime_exit_tap(void);

/// 1 inside either bracket on the calling thread, else 0.
int realtime_must_return(void) REALTIME_SAFE;

/// 1 inside a bracket of code that must be real-time safe on the calling thread, else 0.
int realtime_is_in_cycle(void) REALTIME_SAFE;

/// Marks the calling thread for good as one that runs clients' callbacks, and whether it is marked.
void realtime_mark_callback_thread(void);
int realtime_is_callback_thread(void);

/// Marks the calling thread for good as one of the library's own, and whether the caller runs on such a thread or in a cycle.
void realtime_mark_own_thread(void);
int realtime_is_own_thread(void) REALTIME_SAFE;

/// Brackets a call of a client's function that no client waits for. 0 where the program has begun to exit: the function is not to be
/// called then, and the bracket not to be closed.
int realtime_begin_client_call(void) REALTIME_SAFE;
void realtime_end_client_call(void) REALTIME_SAFE;

/// Closes the brackets of a thread that a client's function has ended.
void realtime_abandon_client_calls(void);

/// Lets no bracket begin from now on. How many are open on other threads.
void realtime_refuse_client_calls(void);
int realtime_other_client_calls(void);

/// Has the child of a fork from now on know that it is one: it has none of the threads. And whether the process is such a child.
void realtime_watch_fork(void);
int realtime_is_forked(void) REALTIME_SAFE;

/// Lets the calling thread's arithmetic take numbers for 0 that are too small for sound: filters that die away would otherwise compute with
/// such numbers, which takes many times as long, and without an end.
///
/// Returns what `realtime_restore_arithmetic` takes.
uint64_t realtime_flush_tiny_numbers(void) REALTIME_SAFE;
void realtime_restore_arithmetic(uint64_t before) REALTIME_SAFE;

/// Brackets the render of a unit. How many units the calling thread renders one within the other, this one included.
int realtime_enter_unit(void) REALTIME_SAFE;
void realtime_leave_unit(void) REALTIME_SAFE;

/// A number that no other thread of the process has while this one lives. Not 0.
uintptr_t realtime_thread(void) REALTIME_SAFE;

/// Where the calling thread keeps what it knows of the lock that it took last; NULL at first.
void *_Nullable *_Nonnull realtime_last_lock(void) REALTIME_SAFE;

/// Where the calling thread keeps the calls that it is in of those that can be closed; NULL where there are none.
void *_Nullable *_Nonnull realtime_gates(void) REALTIME_SAFE;

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t realtime_now(void) REALTIME_SAFE;

/// memcpy, memmove and memset, which neither lock nor allocate.
void *_Nonnull realtime_copy(void *_Nonnull to, const void *_Nonnull from, size_t bytes)
    __asm__("memcpy") REALTIME_SAFE;
void *_Nonnull realtime_move(void *_Nonnull to, const void *_Nonnull from, size_t bytes)
    __asm__("memmove") REALTIME_SAFE;
void *_Nonnull realtime_fill(void *_Nonnull at, int byte, size_t bytes) __asm__("memset") REALTIME_SAFE;

/// Asks for SCHED_FIFO on the calling thread. 1 where the system granted it, 0 where it did not.
int realtime_request_priority(int priority);

/// Keeps the process alive where an audio thread uses up the time that RLIMIT_RTTIME allows without a pause: a handler of SIGXCPU,
/// whose default ends the process, takes the thread's real-time priority away. Does nothing where the limit is not set or the
/// program handles the signal itself. The soft limit becomes half of the hard one at most, as the kernel kills at that.
void realtime_survive_time_limit(void);

/// How many threads have lost their priority that way.
unsigned realtime_demotions(void);

/// Sleeps as long as a word has a value. Returns at once where it has another, and sometimes without a reason.
void realtime_wait_for_change(const uint32_t *_Nonnull word, uint32_t value);

/// Wakes all threads that wait for a change of a word. Called after the change.
void realtime_wake_waiting(const uint32_t *_Nonnull word) REALTIME_SAFE;

/// Names the calling thread for debuggers; the kernel keeps 15 bytes.
void realtime_name_thread(const char *_Nonnull name);

#endif
