// Numbers with a fixed point: 15 bits after it in two bytes, 24 bits in four.

#include "Loops.h"

static inline int64_t limitedTo(int64_t x, int64_t least, int64_t greatest) {
    return x < least ? least : x > greatest ? greatest : x;
}

#define FIXED(suffix, integer, point, least, greatest)                                                              \
    void vDSP_dotpr2_##suffix(                                                                                      \
        const integer *A0, vDSP_Stride IA0, const integer *A1, vDSP_Stride IA1, const integer *B, vDSP_Stride IB,   \
        integer *C0, integer *C1, vDSP_Length N) {                                                                  \
        int64_t first = 0, second = 0;                                                                              \
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {                                                          \
            first += ((int64_t)A0[n * IA0] * B[n * IB]) >> (point == 24 ? 8 : 0);                                   \
            second += ((int64_t)A1[n * IA1] * B[n * IB]) >> (point == 24 ? 8 : 0);                                  \
        }                                                                                                           \
        const int rest = point == 24 ? point - 8 : point;                                                           \
        *C0 = (integer)limitedTo(first >> rest, least, greatest);                                                   \
        *C1 = (integer)limitedTo(second >> rest, least, greatest);                                                  \
    }                                                                                                               \
    void vDSP_dotpr_##suffix(                                                                                       \
        const integer *A, vDSP_Stride IA, const integer *B, vDSP_Stride IB, integer *C, vDSP_Length N) {            \
        integer same;                                                                                               \
        vDSP_dotpr2_##suffix(A, IA, A, IA, B, IB, C, &same, N);                                                     \
    }                                                                                                               \
    static void ramp_##suffix(                                                                                      \
        const integer *I, vDSP_Stride IS, integer *Start, const integer *Step, integer *O, vDSP_Stride OS,          \
        vDSP_Length N, int64_t keep) {                                                                              \
        int64_t factor = *Start;                                                                                    \
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++, factor += *Step) {                                         \
            const int64_t product = (factor * I[n * IS]) >> point;                                                  \
            O[n * OS] = (integer)limitedTo(keep * O[n * OS] + product, least, greatest);                            \
        }                                                                                                           \
        *Start = (integer)factor;                                                                                   \
    }                                                                                                               \
    void vDSP_vrampmul_##suffix(                                                                                    \
        const integer *I, vDSP_Stride IS, integer *Start, const integer *Step, integer *O, vDSP_Stride OS,          \
        vDSP_Length N) {                                                                                            \
        ramp_##suffix(I, IS, Start, Step, O, OS, N, 0);                                                             \
    }                                                                                                               \
    void vDSP_vrampmuladd_##suffix(                                                                                 \
        const integer *I, vDSP_Stride IS, integer *Start, const integer *Step, integer *O, vDSP_Stride OS,          \
        vDSP_Length N) {                                                                                            \
        ramp_##suffix(I, IS, Start, Step, O, OS, N, 1);                                                             \
    }                                                                                                               \
    void vDSP_vrampmul2_##suffix(                                                                                   \
        const integer *I0, const integer *I1, vDSP_Stride IS, integer *Start, const integer *Step, integer *O0,     \
        integer *O1, vDSP_Stride OS, vDSP_Length N) {                                                               \
        integer start = *Start;                                                                                     \
        ramp_##suffix(I0, IS, &start, Step, O0, OS, N, 0);                                                          \
        ramp_##suffix(I1, IS, Start, Step, O1, OS, N, 0);                                                           \
    }                                                                                                               \
    void vDSP_vrampmuladd2_##suffix(                                                                                \
        const integer *I0, const integer *I1, vDSP_Stride IS, integer *Start, const integer *Step, integer *O0,     \
        integer *O1, vDSP_Stride OS, vDSP_Length N) {                                                               \
        integer start = *Start;                                                                                     \
        ramp_##suffix(I0, IS, &start, Step, O0, OS, N, 1);                                                          \
        ramp_##suffix(I1, IS, Start, Step, O1, OS, N, 1);                                                           \
    }

FIXED(s1_15, short, 15, INT16_MIN, INT16_MAX)
FIXED(s8_24, int, 24, INT32_MIN, INT32_MAX)
