#ifndef libkern_OSAtomic_h
#define libkern_OSAtomic_h

// Atomic operations and spin locks by their old names. C11's <stdatomic.h> and C++11's <atomic> take their place in new
// programs. The arithmetic gives the new value; with `Barrier` in its name a call orders other accesses too.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline void OSMemoryBarrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

static inline int32_t OSAtomicAdd32(int32_t amount, volatile int32_t *value) {
    return __atomic_add_fetch(value, amount, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicIncrement32(volatile int32_t *value) { return OSAtomicAdd32(1, value); }

static inline int32_t OSAtomicDecrement32(volatile int32_t *value) { return OSAtomicAdd32(-1, value); }

static inline int64_t OSAtomicAdd64(int64_t amount, volatile int64_t *value) {
    return __atomic_add_fetch(value, amount, __ATOMIC_RELAXED);
}

static inline int64_t OSAtomicIncrement64(volatile int64_t *value) { return OSAtomicAdd64(1, value); }

static inline int64_t OSAtomicDecrement64(volatile int64_t *value) { return OSAtomicAdd64(-1, value); }

static inline int32_t OSAtomicOr32(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicOr32Orig(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_or(value, mask, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicAnd32(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicAnd32Orig(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_and(value, mask, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicXor32(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_RELAXED);
}

static inline int32_t OSAtomicXor32Orig(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_xor(value, mask, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwap32(int32_t old, int32_t wanted, int32_t volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwap64(int64_t old, int64_t wanted, int64_t volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapInt(int old, int wanted, int volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapLong(long old, long wanted, long volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapPtr(void *old, void *wanted, void *volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/// Sets bit `n` of the bytes at `address`, counted from the highest of each byte. Returns what it was.
static inline bool OSAtomicTestAndSet(uint32_t n, volatile void *address) {
    uint8_t bit = (uint8_t)(0x80 >> (n & 7));
    return (__atomic_fetch_or((volatile uint8_t *)address + (n >> 3), bit, __ATOMIC_RELAXED) & bit) != 0;
}

static inline bool OSAtomicTestAndClear(uint32_t n, volatile void *address) {
    uint8_t bit = (uint8_t)(0x80 >> (n & 7));
    return (__atomic_fetch_and((volatile uint8_t *)address + (n >> 3), (uint8_t)~bit, __ATOMIC_RELAXED) & bit) != 0;
}

static inline int32_t OSAtomicAdd32Barrier(int32_t amount, volatile int32_t *value) {
    return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicIncrement32Barrier(volatile int32_t *value) { return OSAtomicAdd32Barrier(1, value); }

static inline int32_t OSAtomicDecrement32Barrier(volatile int32_t *value) { return OSAtomicAdd32Barrier(-1, value); }

static inline int64_t OSAtomicAdd64Barrier(int64_t amount, volatile int64_t *value) {
    return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);
}

static inline int64_t OSAtomicIncrement64Barrier(volatile int64_t *value) { return OSAtomicAdd64Barrier(1, value); }

static inline int64_t OSAtomicDecrement64Barrier(volatile int64_t *value) { return OSAtomicAdd64Barrier(-1, value); }

static inline int32_t OSAtomicOr32Barrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_or_fetch(value, mask, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicOr32OrigBarrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_or(value, mask, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicAnd32Barrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_and_fetch(value, mask, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicAnd32OrigBarrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_and(value, mask, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicXor32Barrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_xor_fetch(value, mask, __ATOMIC_SEQ_CST);
}

static inline int32_t OSAtomicXor32OrigBarrier(uint32_t mask, volatile uint32_t *value) {
    return (int32_t)__atomic_fetch_xor(value, mask, __ATOMIC_SEQ_CST);
}

static inline bool OSAtomicCompareAndSwap32Barrier(int32_t old, int32_t wanted, int32_t volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwap64Barrier(int64_t old, int64_t wanted, int64_t volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapIntBarrier(int old, int wanted, int volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapLongBarrier(long old, long wanted, long volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static inline bool OSAtomicCompareAndSwapPtrBarrier(void *old, void *wanted, void *volatile *value) {
    return __atomic_compare_exchange_n(value, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

/// Sets bit `n` of the bytes at `address`, counted from the highest of each byte. Returns what it was.
static inline bool OSAtomicTestAndSetBarrier(uint32_t n, volatile void *address) {
    uint8_t bit = (uint8_t)(0x80 >> (n & 7));
    return (__atomic_fetch_or((volatile uint8_t *)address + (n >> 3), bit, __ATOMIC_SEQ_CST) & bit) != 0;
}

static inline bool OSAtomicTestAndClearBarrier(uint32_t n, volatile void *address) {
    uint8_t bit = (uint8_t)(0x80 >> (n & 7));
    return (__atomic_fetch_and((volatile uint8_t *)address + (n >> 3), (uint8_t)~bit, __ATOMIC_SEQ_CST) & bit) != 0;
}

// MARK: Spin locks

typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

static inline bool OSSpinLockTry(volatile OSSpinLock *lock) {
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

static inline void OSSpinLockLock(volatile OSSpinLock *lock) {
    while (!OSSpinLockTry(lock)) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED)) {
        }
    }
}

static inline void OSSpinLockUnlock(volatile OSSpinLock *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

// MARK: Lists of which the last one in comes out first

typedef struct OSQueueHead {
    void *opaque1;
    OSSpinLock opaque2;
} OSQueueHead;
#define OS_ATOMIC_QUEUE_INIT {NULL, 0}

/// Puts `element` in. The list keeps a pointer to the next one, `offset` bytes within the element.
static inline void OSAtomicEnqueue(OSQueueHead *list, void *element, size_t offset) {
    OSSpinLockLock(&list->opaque2);
    *(void **)((char *)element + offset) = list->opaque1;
    list->opaque1 = element;
    OSSpinLockUnlock(&list->opaque2);
}

/// Takes the newest element out; NULL where there is none.
static inline void *OSAtomicDequeue(OSQueueHead *list, size_t offset) {
    OSSpinLockLock(&list->opaque2);
    void *element = list->opaque1;
    if (element) list->opaque1 = *(void **)((char *)element + offset);
    OSSpinLockUnlock(&list->opaque2);
    return element;
}

#endif
