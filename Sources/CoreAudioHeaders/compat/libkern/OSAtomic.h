#ifndef libkern_OSAtomic_h
#define libkern_OSAtomic_h

// Atomic operations and spin locks by their old names. New programs use C11's <stdatomic.h> and C++11's <atomic>.
// Arithmetic functions return the new value. Functions with `Barrier` in their names also order other memory accesses.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static __inline__ void OSMemoryBarrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Each function exists with and without `Barrier`. A macro defines the functions whose names end in `suffix`, with a
// memory order.

#define COREAUDIO_ATOMIC_NUMBER(bits, suffix, order) \
    static __inline__ int##bits##_t OSAtomicAdd##bits##suffix(int##bits##_t amount, volatile int##bits##_t *value) { \
        return __atomic_add_fetch(value, amount, order); \
    } \
    static __inline__ int##bits##_t OSAtomicIncrement##bits##suffix(volatile int##bits##_t *value) { \
        return __atomic_add_fetch(value, 1, order); \
    } \
    static __inline__ int##bits##_t OSAtomicDecrement##bits##suffix(volatile int##bits##_t *value) { \
        return __atomic_add_fetch(value, -1, order); \
    }

// Functions with `Orig` in their names return the previous value.
#define COREAUDIO_ATOMIC_MASK(name, new_value, old_value, suffix, order) \
    static __inline__ int32_t OSAtomic##name##32##suffix(uint32_t mask, volatile uint32_t *value) { \
        return (int32_t)new_value(value, mask, order); \
    } \
    static __inline__ int32_t OSAtomic##name##32Orig##suffix(uint32_t mask, volatile uint32_t *value) { \
        return (int32_t)old_value(value, mask, order); \
    }

#define COREAUDIO_ATOMIC_EXCHANGE(name, type, suffix, order) \
    static __inline__ bool OSAtomicCompareAndSwap##name##suffix(type old, type wanted, type volatile *value) { \
        return __atomic_compare_exchange_n(value, &old, wanted, false, order, __ATOMIC_RELAXED); \
    }

// Sets or clears bit `n` of the bytes at `address`, counted from the highest bit of each byte. Returns its previous
// value.
#define COREAUDIO_ATOMIC_BIT(suffix, order) \
    static __inline__ bool OSAtomicTestAndSet##suffix(uint32_t n, volatile void *address) { \
        uint8_t bit = (uint8_t)(0x80 >> (n & 7)); \
        return (__atomic_fetch_or((volatile uint8_t *)address + (n >> 3), bit, order) & bit) != 0; \
    } \
    static __inline__ bool OSAtomicTestAndClear##suffix(uint32_t n, volatile void *address) { \
        uint8_t bit = (uint8_t)(0x80 >> (n & 7)); \
        return (__atomic_fetch_and((volatile uint8_t *)address + (n >> 3), (uint8_t)~bit, order) & bit) != 0; \
    }

#define COREAUDIO_ATOMICS(suffix, order) \
    COREAUDIO_ATOMIC_NUMBER(32, suffix, order) \
    COREAUDIO_ATOMIC_NUMBER(64, suffix, order) \
    COREAUDIO_ATOMIC_MASK(Or, __atomic_or_fetch, __atomic_fetch_or, suffix, order) \
    COREAUDIO_ATOMIC_MASK(And, __atomic_and_fetch, __atomic_fetch_and, suffix, order) \
    COREAUDIO_ATOMIC_MASK(Xor, __atomic_xor_fetch, __atomic_fetch_xor, suffix, order) \
    COREAUDIO_ATOMIC_EXCHANGE(32, int32_t, suffix, order) \
    COREAUDIO_ATOMIC_EXCHANGE(64, int64_t, suffix, order) \
    COREAUDIO_ATOMIC_EXCHANGE(Int, int, suffix, order) \
    COREAUDIO_ATOMIC_EXCHANGE(Long, long, suffix, order) \
    COREAUDIO_ATOMIC_EXCHANGE(Ptr, void *, suffix, order) \
    COREAUDIO_ATOMIC_BIT(suffix, order)

COREAUDIO_ATOMICS(, __ATOMIC_RELAXED)
COREAUDIO_ATOMICS(Barrier, __ATOMIC_SEQ_CST)

#undef COREAUDIO_ATOMICS
#undef COREAUDIO_ATOMIC_BIT
#undef COREAUDIO_ATOMIC_EXCHANGE
#undef COREAUDIO_ATOMIC_MASK
#undef COREAUDIO_ATOMIC_NUMBER

// MARK: Spin locks

typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

static __inline__ bool OSSpinLockTry(volatile OSSpinLock *lock) {
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

static __inline__ void OSSpinLockLock(volatile OSSpinLock *lock) {
    while (!OSSpinLockTry(lock)) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED)) {
        }
    }
}

static __inline__ void OSSpinLockUnlock(volatile OSSpinLock *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

// MARK: Last-in, first-out lists

typedef struct OSQueueHead {
    void *opaque1;
    OSSpinLock opaque2;
} OSQueueHead;
#define OS_ATOMIC_QUEUE_INIT {NULL, 0}

/// Adds `element`. The list stores a pointer to the next one at `offset` bytes within the element.
static __inline__ void OSAtomicEnqueue(OSQueueHead *list, void *element, size_t offset) {
    OSSpinLockLock(&list->opaque2);
    *(void **)((char *)element + offset) = list->opaque1;
    list->opaque1 = element;
    OSSpinLockUnlock(&list->opaque2);
}

/// Removes and returns the newest element; NULL if there is none.
static __inline__ void *OSAtomicDequeue(OSQueueHead *list, size_t offset) {
    OSSpinLockLock(&list->opaque2);
    void *element = list->opaque1;
    if (element) list->opaque1 = *(void **)((char *)element + offset);
    OSSpinLockUnlock(&list->opaque2);
    return element;
}

#endif
