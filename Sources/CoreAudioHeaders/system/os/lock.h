#ifndef os_lock_h
#define os_lock_h

// A lock of four bytes. Its owner gets the priority of the threads that wait for it.

#include <os/base.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#if defined(__cplusplus) && __cplusplus >= 201103L
#define OS_UNFAIR_LOCK_INIT (os_unfair_lock{})
#elif defined(__cplusplus)
#define OS_UNFAIR_LOCK_INIT (os_unfair_lock())
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
#else
#define OS_UNFAIR_LOCK_INIT {0}
#endif

typedef uint32_t os_unfair_lock_flags_t;
enum {
    OS_UNFAIR_LOCK_FLAG_NONE = 0,
    OS_UNFAIR_LOCK_FLAG_ADAPTIVE_SPIN = 0x40000
};

/// Locks, and waits until no other thread has the lock. Ends the process if this thread has it.
void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_lock_with_flags(os_unfair_lock_t lock, os_unfair_lock_flags_t flags);

/// Locks if no thread has the lock, and returns whether it did.
bool os_unfair_lock_trylock(os_unfair_lock_t lock);

/// Unlocks. Ends the process if this thread does not have the lock.
void os_unfair_lock_unlock(os_unfair_lock_t lock);

/// End the process unless this thread has, or does not have, the lock.
void os_unfair_lock_assert_owner(const os_unfair_lock *lock);
void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock);

#ifdef __cplusplus
}
#endif

#endif
