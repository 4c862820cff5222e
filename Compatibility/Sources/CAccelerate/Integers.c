// Vectors of integers, and conversions that have one form.

#include "Loops.h"

static inline int signed24(vDSP_int24 x) {
    return (int)((unsigned)x.bytes[0] << 8 | (unsigned)x.bytes[1] << 16 | (unsigned)x.bytes[2] << 24) >> 8;
}

static inline int unsigned24(vDSP_uint24 x) { return x.bytes[0] | x.bytes[1] << 8 | x.bytes[2] << 16; }

FAST void vDSP_vaddi(
    const int *A, vDSP_Stride IA, const int *B, vDSP_Stride IB, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH C[n * IC] = (int)((unsigned)A[n * IA] + (unsigned)B[n * IB]);)
}

FAST void vDSP_vsaddi(const int *A, vDSP_Stride IA, const int *B, int *C, vDSP_Stride IC, vDSP_Length N) {
    const int scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = (int)((unsigned)A[n * IA] + (unsigned)scalarB);)
}

FAST void vDSP_vabsi(const int *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH {
        const int x = A[n * IA];
        C[n * IC] = x < 0 ? (int)(0u - (unsigned)x) : x;
    })
}

FAST void vDSP_vdivi(
    const int *B, vDSP_Stride IB, const int *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IB, IA, IC, EACH C[n * IC] = A[n * IA] / B[n * IB];)
}

FAST void vDSP_vsdivi(const int *A, vDSP_Stride IA, const int *B, int *C, vDSP_Stride IC, vDSP_Length N) {
    const int scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA] / scalarB;)
}

FAST void vDSP_veqvi(
    const int *A, vDSP_Stride IA, const int *B, vDSP_Stride IB, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT3(IA, IB, IC, EACH C[n * IC] = ~(A[n * IA] ^ B[n * IB]);)
}

FAST void vDSP_vfilli(const int *A, int *C, vDSP_Stride IC, vDSP_Length N) {
    const int scalarA = *A;
    UNIT1(IC, EACH C[n * IC] = scalarA;)
}

FAST void vDSP_vdpsp(const double *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (float)A[n * IA];)
}

FAST void vDSP_vspdp(const float *A, vDSP_Stride IA, double *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = A[n * IA];)
}

FAST void vDSP_vflt24(const vDSP_int24 *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (float)signed24(A[n * IA]);)
}

FAST void vDSP_vfltu24(const vDSP_uint24 *A, vDSP_Stride IA, float *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (float)unsigned24(A[n * IA]);)
}

FAST void vDSP_vfltsm24(
    const vDSP_int24 *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N) {
    const float scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = (float)signed24(A[n * IA]) * scalarB;)
}

FAST void vDSP_vfltsmu24(
    const vDSP_uint24 *A, vDSP_Stride IA, const float *B, float *C, vDSP_Stride IC, vDSP_Length N) {
    const float scalarB = *B;
    UNIT2(IA, IC, EACH C[n * IC] = (float)unsigned24(A[n * IA]) * scalarB;)
}

FAST void vDSP_vsmfix24(
    const float *A, vDSP_Stride IA, const float *B, vDSP_int24 *C, vDSP_Stride IC, vDSP_Length N) {
    const float scalarB = *B;
    UNIT2(IA, IC, EACH {
        const float x = A[n * IA] * scalarB;
        const unsigned bits = (unsigned)(int)(x < -8388608 ? -8388608 : x > 8388607 ? 8388607 : x);
        C[n * IC] = (vDSP_int24){{(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)}};
    })
}

FAST void vDSP_vsmfixu24(
    const float *A, vDSP_Stride IA, const float *B, vDSP_uint24 *C, vDSP_Stride IC, vDSP_Length N) {
    const float scalarB = *B;
    UNIT2(IA, IC, EACH {
        const float x = A[n * IA] * scalarB;
        const unsigned bits = (unsigned)(x < 0 ? 0 : x > 16777215 ? 16777215 : x);
        C[n * IC] = (vDSP_uint24){{(uint8_t)bits, (uint8_t)(bits >> 8), (uint8_t)(bits >> 16)}};
    })
}
