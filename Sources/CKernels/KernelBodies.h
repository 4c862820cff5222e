// The loops themselves, compiled once per instruction set: CK_WIDE says whether AVX2 and FMA may be used, CK_TABLE is
// the table to fill. Baseline.c and AVX2.c include this file.
//
// Samples are read and written through types of alignment 1, since a client's buffers may start anywhere.

#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef int16_t s16u __attribute__((aligned(1), may_alias));
typedef uint16_t u16u __attribute__((aligned(1), may_alias));
typedef int32_t s32u __attribute__((aligned(1), may_alias));
typedef uint32_t u32u __attribute__((aligned(1), may_alias));
typedef uint64_t u64u __attribute__((aligned(1), may_alias));
typedef float f32u __attribute__((aligned(1), may_alias));
typedef double f64u __attribute__((aligned(1), may_alias));

#include "IntegerBodies.h"
#include "FloatBodies.h"
#include "InterleaveBodies.h"
#include "PlaneBodies.h"
#include "FilterBodies.h"
#include "MixBodies.h"
#include "CascadeBodies.h"
#include "LikenessBodies.h"

static const CKKernels CK_TABLE = {
    s16ToF32, swapped16ToF32, f32ToS16, s24ToF32, f32ToS24, s32ToF32, f32ToS32, u8ToF32, f32ToU8,
    s16ToS32,
    f32ToF64, f64ToF32,
    swap16, swap24, swap32, swap64,
    unpack8, unpack16, unpack24, unpack32,
    pack8, pack16, pack24, pack32,
    i32ToF32, i32ToF64, f32ToI32, f64ToI32, f32ToI32Dithered,
    deinterleave8, deinterleave16, deinterleave24, deinterleave32, deinterleave64,
    interleave8, interleave16, interleave24, interleave32, interleave64,
    s16ToF32Stereo, s32ToF32Stereo, f32ToS16Stereo,
    s16ToF32Planes, f32ToS16Planes,
    filter,
    addToTwo,
    cascade,
    likeness,
    productsOfFour,
};
