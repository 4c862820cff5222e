#ifndef libkern_OSByteOrder_h
#define libkern_OSByteOrder_h

// Numbers of either byte order.

#include <stdint.h>
#include <string.h>

enum {
    OSUnknownByteOrder,
    OSLittleEndian,
    OSBigEndian
};

/// The order of this processor.
static inline int32_t OSHostByteOrder(void) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return OSLittleEndian;
#else
    return OSBigEndian;
#endif
}

#define OSSwapInt16(x) ((uint16_t)__builtin_bswap16((uint16_t)(x)))
#define OSSwapInt32(x) ((uint32_t)__builtin_bswap32((uint32_t)(x)))
#define OSSwapInt64(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))
#define OSSwapConstInt16(x) OSSwapInt16(x)
#define OSSwapConstInt32(x) OSSwapInt32(x)
#define OSSwapConstInt64(x) OSSwapInt64(x)

// Between this processor's order and another. A number of this order stays as it is.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OSSwapHostToBigInt16(x) OSSwapInt16(x)
#define OSSwapHostToLittleInt16(x) ((uint16_t)(x))
#define OSSwapBigToHostInt16(x) OSSwapInt16(x)
#define OSSwapLittleToHostInt16(x) ((uint16_t)(x))
#define OSSwapHostToBigConstInt16(x) OSSwapInt16(x)
#define OSSwapHostToLittleConstInt16(x) ((uint16_t)(x))
#define OSSwapBigToHostConstInt16(x) OSSwapInt16(x)
#define OSSwapLittleToHostConstInt16(x) ((uint16_t)(x))
#define OSSwapHostToBigInt32(x) OSSwapInt32(x)
#define OSSwapHostToLittleInt32(x) ((uint32_t)(x))
#define OSSwapBigToHostInt32(x) OSSwapInt32(x)
#define OSSwapLittleToHostInt32(x) ((uint32_t)(x))
#define OSSwapHostToBigConstInt32(x) OSSwapInt32(x)
#define OSSwapHostToLittleConstInt32(x) ((uint32_t)(x))
#define OSSwapBigToHostConstInt32(x) OSSwapInt32(x)
#define OSSwapLittleToHostConstInt32(x) ((uint32_t)(x))
#define OSSwapHostToBigInt64(x) OSSwapInt64(x)
#define OSSwapHostToLittleInt64(x) ((uint64_t)(x))
#define OSSwapBigToHostInt64(x) OSSwapInt64(x)
#define OSSwapLittleToHostInt64(x) ((uint64_t)(x))
#define OSSwapHostToBigConstInt64(x) OSSwapInt64(x)
#define OSSwapHostToLittleConstInt64(x) ((uint64_t)(x))
#define OSSwapBigToHostConstInt64(x) OSSwapInt64(x)
#define OSSwapLittleToHostConstInt64(x) ((uint64_t)(x))
#else
#define OSSwapHostToLittleInt16(x) OSSwapInt16(x)
#define OSSwapHostToBigInt16(x) ((uint16_t)(x))
#define OSSwapLittleToHostInt16(x) OSSwapInt16(x)
#define OSSwapBigToHostInt16(x) ((uint16_t)(x))
#define OSSwapHostToLittleConstInt16(x) OSSwapInt16(x)
#define OSSwapHostToBigConstInt16(x) ((uint16_t)(x))
#define OSSwapLittleToHostConstInt16(x) OSSwapInt16(x)
#define OSSwapBigToHostConstInt16(x) ((uint16_t)(x))
#define OSSwapHostToLittleInt32(x) OSSwapInt32(x)
#define OSSwapHostToBigInt32(x) ((uint32_t)(x))
#define OSSwapLittleToHostInt32(x) OSSwapInt32(x)
#define OSSwapBigToHostInt32(x) ((uint32_t)(x))
#define OSSwapHostToLittleConstInt32(x) OSSwapInt32(x)
#define OSSwapHostToBigConstInt32(x) ((uint32_t)(x))
#define OSSwapLittleToHostConstInt32(x) OSSwapInt32(x)
#define OSSwapBigToHostConstInt32(x) ((uint32_t)(x))
#define OSSwapHostToLittleInt64(x) OSSwapInt64(x)
#define OSSwapHostToBigInt64(x) ((uint64_t)(x))
#define OSSwapLittleToHostInt64(x) OSSwapInt64(x)
#define OSSwapBigToHostInt64(x) ((uint64_t)(x))
#define OSSwapHostToLittleConstInt64(x) OSSwapInt64(x)
#define OSSwapHostToBigConstInt64(x) ((uint64_t)(x))
#define OSSwapLittleToHostConstInt64(x) OSSwapInt64(x)
#define OSSwapBigToHostConstInt64(x) ((uint64_t)(x))
#endif

// At a place in memory, which need not be aligned: `offset` bytes from `base`.

static inline uint16_t OSReadNativeInt16(const volatile void *base, uintptr_t offset) {
    uint16_t value;
    memcpy(&value, (const char *)(uintptr_t)base + offset, sizeof(value));
    return value;
}

static inline void OSWriteNativeInt16(volatile void *base, uintptr_t offset, uint16_t value) {
    memcpy((char *)(uintptr_t)base + offset, &value, sizeof(value));
}

#define OSReadSwapInt16(base, offset) OSSwapInt16(OSReadNativeInt16(base, offset))
#define OSWriteSwapInt16(base, offset, value) OSWriteNativeInt16(base, offset, OSSwapInt16(value))
#define OSReadBigInt16(base, offset) OSSwapBigToHostInt16(OSReadNativeInt16(base, offset))
#define OSReadLittleInt16(base, offset) OSSwapLittleToHostInt16(OSReadNativeInt16(base, offset))
#define OSWriteBigInt16(base, offset, value) OSWriteNativeInt16(base, offset, OSSwapHostToBigInt16(value))
#define OSWriteLittleInt16(base, offset, value) OSWriteNativeInt16(base, offset, OSSwapHostToLittleInt16(value))

static inline uint32_t OSReadNativeInt32(const volatile void *base, uintptr_t offset) {
    uint32_t value;
    memcpy(&value, (const char *)(uintptr_t)base + offset, sizeof(value));
    return value;
}

static inline void OSWriteNativeInt32(volatile void *base, uintptr_t offset, uint32_t value) {
    memcpy((char *)(uintptr_t)base + offset, &value, sizeof(value));
}

#define OSReadSwapInt32(base, offset) OSSwapInt32(OSReadNativeInt32(base, offset))
#define OSWriteSwapInt32(base, offset, value) OSWriteNativeInt32(base, offset, OSSwapInt32(value))
#define OSReadBigInt32(base, offset) OSSwapBigToHostInt32(OSReadNativeInt32(base, offset))
#define OSReadLittleInt32(base, offset) OSSwapLittleToHostInt32(OSReadNativeInt32(base, offset))
#define OSWriteBigInt32(base, offset, value) OSWriteNativeInt32(base, offset, OSSwapHostToBigInt32(value))
#define OSWriteLittleInt32(base, offset, value) OSWriteNativeInt32(base, offset, OSSwapHostToLittleInt32(value))

static inline uint64_t OSReadNativeInt64(const volatile void *base, uintptr_t offset) {
    uint64_t value;
    memcpy(&value, (const char *)(uintptr_t)base + offset, sizeof(value));
    return value;
}

static inline void OSWriteNativeInt64(volatile void *base, uintptr_t offset, uint64_t value) {
    memcpy((char *)(uintptr_t)base + offset, &value, sizeof(value));
}

#define OSReadSwapInt64(base, offset) OSSwapInt64(OSReadNativeInt64(base, offset))
#define OSWriteSwapInt64(base, offset, value) OSWriteNativeInt64(base, offset, OSSwapInt64(value))
#define OSReadBigInt64(base, offset) OSSwapBigToHostInt64(OSReadNativeInt64(base, offset))
#define OSReadLittleInt64(base, offset) OSSwapLittleToHostInt64(OSReadNativeInt64(base, offset))
#define OSWriteBigInt64(base, offset, value) OSWriteNativeInt64(base, offset, OSSwapHostToBigInt64(value))
#define OSWriteLittleInt64(base, offset, value) OSWriteNativeInt64(base, offset, OSSwapHostToLittleInt64(value))

#endif
