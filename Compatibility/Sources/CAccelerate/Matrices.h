// The multiplication of matrices that vDSP and BLAS share.

#ifndef MATRICES_H
#define MATRICES_H

#include <stddef.h>

/// Where a matrix stands: the distance between rows, and between columns, in elements.
typedef struct Steps {
    ptrdiff_t row, column;
} Steps;

/// Computes C = alpha * A * B + beta * C, where C has `rows` rows and `columns` columns, and A has `inner` columns. C is
/// not read if beta is 0.
void multiplyMatrices(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, float alpha, const float *A, Steps a, const float *B, Steps b,
    float beta, float *C, Steps c);
void multiplyMatricesD(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, double alpha, const double *A, Steps a, const double *B,
    Steps b, double beta, double *C, Steps c);

#endif
