// The discrete Fourier transform. In C and on vectors, for the reason that Effects.c has.

#include "CKernels.h"

// A fused multiply and add would round otherwise.
#pragma clang fp contract(off)

typedef float numbersAt __attribute__((vector_size(32), aligned(1), may_alias));
typedef float numbers8 __attribute__((vector_size(32)));

/// Joins transforms of `half` numbers in pairs.
static void joinNumbers(float *real, float *imaginary, const float *cosines, const float *sines, int64_t half) {
    for (int64_t i = 0; i < half; i++) {
        const float x = real[half + i] * cosines[i] - imaginary[half + i] * sines[i];
        const float y = real[half + i] * sines[i] + imaginary[half + i] * cosines[i];
        real[half + i] = real[i] - x;
        imaginary[half + i] = imaginary[i] - y;
        real[i] += x;
        imaginary[i] += y;
    }
}

/// Does the same eight numbers at a time.
static void joinVectors(float *real, float *imaginary, const float *cosines, const float *sines, int64_t half) {
    for (int64_t i = 0; i < half; i += 8) {
        numbersAt *a = (numbersAt *)(real + i), *b = (numbersAt *)(imaginary + i);
        numbersAt *c = (numbersAt *)(real + half + i), *d = (numbersAt *)(imaginary + half + i);
        const numbers8 cosine = *(const numbersAt *)(cosines + i), sine = *(const numbersAt *)(sines + i);
        const numbers8 x = *c * cosine - *d * sine, y = *c * sine + *d * cosine;
        *c = *a - x;
        *d = *b - y;
        *a += x;
        *b += y;
    }
}

void CKRunTransform(const CKTransform *how, float *real, float *imaginary) {
    for (int64_t pair = 0; pair < how->swapCount; pair += 2) {
        const int64_t one = how->swaps[pair], other = how->swaps[pair + 1];
        const float a = real[one], b = imaginary[one];
        real[one] = real[other];
        imaginary[one] = imaginary[other];
        real[other] = a;
        imaginary[other] = b;
    }
    for (int64_t half = 1; half < how->size; half *= 2) {
        const float *cosines = how->cosines + half, *sines = how->sines + half;
        for (int64_t start = 0; start < how->size; start += 2 * half) {
            if (half < 8) joinNumbers(real + start, imaginary + start, cosines, sines, half);
            else joinVectors(real + start, imaginary + start, cosines, sines, half);
        }
    }
}
