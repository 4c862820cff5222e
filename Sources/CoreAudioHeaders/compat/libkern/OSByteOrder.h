#ifndef libkern_OSByteOrder_h
#define libkern_OSByteOrder_h

// Conversions between byte orders.

#include <stdint.h>
#include <string.h>

enum {
    OSUnknownByteOrder,
    OSLittleEndian,
    OSBigEndian
};

/// The byte order of this processor.
static __inline__ int32_t OSHostByteOrder(void) {
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

// Convert between a byte order and this processor's.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define COREAUDIO_BIG_ENDIAN(bits, x) OSSwapInt##bits(x)
#define COREAUDIO_LITTLE_ENDIAN(bits, x) ((uint##bits##_t)(x))
#else
#define COREAUDIO_BIG_ENDIAN(bits, x) ((uint##bits##_t)(x))
#define COREAUDIO_LITTLE_ENDIAN(bits, x) OSSwapInt##bits(x)
#endif

#define OSSwapHostToBigInt16(x) COREAUDIO_BIG_ENDIAN(16, x)
#define OSSwapHostToBigInt32(x) COREAUDIO_BIG_ENDIAN(32, x)
#define OSSwapHostToBigInt64(x) COREAUDIO_BIG_ENDIAN(64, x)
#define OSSwapBigToHostInt16(x) COREAUDIO_BIG_ENDIAN(16, x)
#define OSSwapBigToHostInt32(x) COREAUDIO_BIG_ENDIAN(32, x)
#define OSSwapBigToHostInt64(x) COREAUDIO_BIG_ENDIAN(64, x)
#define OSSwapHostToLittleInt16(x) COREAUDIO_LITTLE_ENDIAN(16, x)
#define OSSwapHostToLittleInt32(x) COREAUDIO_LITTLE_ENDIAN(32, x)
#define OSSwapHostToLittleInt64(x) COREAUDIO_LITTLE_ENDIAN(64, x)
#define OSSwapLittleToHostInt16(x) COREAUDIO_LITTLE_ENDIAN(16, x)
#define OSSwapLittleToHostInt32(x) COREAUDIO_LITTLE_ENDIAN(32, x)
#define OSSwapLittleToHostInt64(x) COREAUDIO_LITTLE_ENDIAN(64, x)
#define OSSwapHostToBigConstInt16(x) COREAUDIO_BIG_ENDIAN(16, x)
#define OSSwapHostToBigConstInt32(x) COREAUDIO_BIG_ENDIAN(32, x)
#define OSSwapHostToBigConstInt64(x) COREAUDIO_BIG_ENDIAN(64, x)
#define OSSwapBigToHostConstInt16(x) COREAUDIO_BIG_ENDIAN(16, x)
#define OSSwapBigToHostConstInt32(x) COREAUDIO_BIG_ENDIAN(32, x)
#define OSSwapBigToHostConstInt64(x) COREAUDIO_BIG_ENDIAN(64, x)
#define OSSwapHostToLittleConstInt16(x) COREAUDIO_LITTLE_ENDIAN(16, x)
#define OSSwapHostToLittleConstInt32(x) COREAUDIO_LITTLE_ENDIAN(32, x)
#define OSSwapHostToLittleConstInt64(x) COREAUDIO_LITTLE_ENDIAN(64, x)
#define OSSwapLittleToHostConstInt16(x) COREAUDIO_LITTLE_ENDIAN(16, x)
#define OSSwapLittleToHostConstInt32(x) COREAUDIO_LITTLE_ENDIAN(32, x)
#define OSSwapLittleToHostConstInt64(x) COREAUDIO_LITTLE_ENDIAN(64, x)

// Read and write at `offset` bytes from `base`. The address need not be aligned.

#define COREAUDIO_PLACE(bits) \
    static __inline__ uint##bits##_t OSReadNativeInt##bits(const volatile void *base, uintptr_t offset) { \
        uint##bits##_t value; \
        memcpy(&value, (const char *)(uintptr_t)base + offset, sizeof(value)); \
        return value; \
    } \
    static __inline__ void OSWriteNativeInt##bits(volatile void *base, uintptr_t offset, uint##bits##_t value) { \
        memcpy((char *)(uintptr_t)base + offset, &value, sizeof(value)); \
    } \
    static __inline__ uint##bits##_t OSReadSwapInt##bits(const volatile void *base, uintptr_t offset) { \
        return OSSwapInt##bits(OSReadNativeInt##bits(base, offset)); \
    } \
    static __inline__ void OSWriteSwapInt##bits(volatile void *base, uintptr_t offset, uint##bits##_t value) { \
        OSWriteNativeInt##bits(base, offset, OSSwapInt##bits(value)); \
    }

COREAUDIO_PLACE(16)
COREAUDIO_PLACE(32)
COREAUDIO_PLACE(64)
#undef COREAUDIO_PLACE

#define OSReadBigInt16(base, offset) OSSwapBigToHostInt16(OSReadNativeInt16(base, offset))
#define OSReadBigInt32(base, offset) OSSwapBigToHostInt32(OSReadNativeInt32(base, offset))
#define OSReadBigInt64(base, offset) OSSwapBigToHostInt64(OSReadNativeInt64(base, offset))
#define OSReadLittleInt16(base, offset) OSSwapLittleToHostInt16(OSReadNativeInt16(base, offset))
#define OSReadLittleInt32(base, offset) OSSwapLittleToHostInt32(OSReadNativeInt32(base, offset))
#define OSReadLittleInt64(base, offset) OSSwapLittleToHostInt64(OSReadNativeInt64(base, offset))
#define OSWriteBigInt16(base, offset, value) OSWriteNativeInt16(base, offset, OSSwapHostToBigInt16(value))
#define OSWriteBigInt32(base, offset, value) OSWriteNativeInt32(base, offset, OSSwapHostToBigInt32(value))
#define OSWriteBigInt64(base, offset, value) OSWriteNativeInt64(base, offset, OSSwapHostToBigInt64(value))
#define OSWriteLittleInt16(base, offset, value) OSWriteNativeInt16(base, offset, OSSwapHostToLittleInt16(value))
#define OSWriteLittleInt32(base, offset, value) OSWriteNativeInt32(base, offset, OSSwapHostToLittleInt32(value))
#define OSWriteLittleInt64(base, offset, value) OSWriteNativeInt64(base, offset, OSSwapHostToLittleInt64(value))

#endif
