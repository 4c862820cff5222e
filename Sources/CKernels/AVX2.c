#include "CKernels.h"
#include "Noise.h"

#if defined(__x86_64__)

// Included before the attribute below, which is for our own functions.
#include <immintrin.h>
#include <math.h>
#include <string.h>

#define CK_TABLE wideKernels
#define CK_WIDE 1
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#include "KernelBodies.h"
#pragma clang attribute pop

const CKKernels *CKAVX2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &wideKernels : 0;
}

#else

const CKKernels *CKAVX2(void) { return 0; }

#endif
