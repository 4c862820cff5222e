// Integers and floating-point numbers, in the precision that Single.h or Double.h chose.

FAST void V(vfix8)(const real *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (signed char)limited(A[n * IA], -128, 127);)
}

FAST void V(vfix16)(const real *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (short)limited(A[n * IA], -32768, 32767);)
}

FAST void V(vfix32)(const real *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (int)limited(A[n * IA], LEAST_INT, GREATEST_INT);)
}

FAST void V(vfixu8)(const real *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned char)limited(A[n * IA], 0, 255);)
}

FAST void V(vfixu16)(const real *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned short)limited(A[n * IA], 0, 65535);)
}

FAST void V(vfixu32)(const real *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned)limited(A[n * IA], 0, GREATEST_UNSIGNED);)
}

FAST void V(vfixr8)(const real *A, vDSP_Stride IA, signed char *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (signed char)limited(__builtin_elementwise_rint(A[n * IA]), -128, 127);)
}

FAST void V(vfixr16)(const real *A, vDSP_Stride IA, short *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (short)limited(__builtin_elementwise_rint(A[n * IA]), -32768, 32767);)
}

FAST void V(vfixr32)(const real *A, vDSP_Stride IA, int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (int)limited(__builtin_elementwise_rint(A[n * IA]), LEAST_INT, GREATEST_INT);)
}

FAST void V(vfixru8)(const real *A, vDSP_Stride IA, unsigned char *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned char)limited(__builtin_elementwise_rint(A[n * IA]), 0, 255);)
}

FAST void V(vfixru16)(const real *A, vDSP_Stride IA, unsigned short *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned short)limited(__builtin_elementwise_rint(A[n * IA]), 0, 65535);)
}

FAST void V(vfixru32)(const real *A, vDSP_Stride IA, unsigned int *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (unsigned)limited(__builtin_elementwise_rint(A[n * IA]), 0, GREATEST_UNSIGNED);)
}

FAST void V(vflt8)(const signed char *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)(signed char)A[n * IA];)
}

FAST void V(vflt16)(const short *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)A[n * IA];)
}

FAST void V(vflt32)(const int *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)A[n * IA];)
}

FAST void V(vfltu8)(const unsigned char *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)A[n * IA];)
}

FAST void V(vfltu16)(const unsigned short *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)A[n * IA];)
}

FAST void V(vfltu32)(const unsigned int *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IA, IC, EACH C[n * IC] = (real)A[n * IA];)
}
