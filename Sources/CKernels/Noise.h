#ifndef CK_NOISE_H
#define CK_NOISE_H

#include <stdint.h>

/// Noise of triangular density between -1 and 1, a pure function of the sample's number, so that work can be split.
static inline __attribute__((always_inline)) float noiseAt(uint64_t number) {
    uint32_t x = (uint32_t)number * 0x9E3779B9u + (uint32_t)(number >> 32) * 0x85EBCA6Bu + 0x3C6EF372u;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    x ^= x >> 16;
    return (float)((int32_t)(x & 0xFFFF) - (int32_t)(x >> 16)) * 0x1p-16f;
}

#endif
