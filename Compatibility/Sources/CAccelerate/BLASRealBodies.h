// What BLAS has for real numbers alone. BLASBodies.h says what the including file chose.

static void OWN(multiply)(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, element alpha, const element *A, Steps a, bool conjA,
    const element *B, Steps b, bool conjB, element beta, element *result, Steps c) {
    (void)conjA, (void)conjB;
    SUFFIXED(multiplyMatrices)(rows, columns, inner, alpha, A, a, B, b, beta, result, c);
}

#include "BLASBodies.h"

// MARK: - Vectors

element C(dot)(const int N, IN X, const int incX, IN Y, const int incY) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_IN(y, Y, N, incY);
    return OWN(dot)(N, x, incX, y, incY, false);
}

element C(nrm2)(const int N, IN X, const int incX) { return OWN(norm)(N, X, incX); }

element C(asum)(const int N, IN X, const int incX) {
    element sum = 0;
    if (N > 0) V(svemg)(X, incX, &sum, (vDSP_Length)N);
    return sum;
}

void C(rot)(const int N, OUT X, const int incX, OUT Y, const int incY, const element c, const element s) {
    VECTOR_OUT(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    for (ptrdiff_t n = 0; n < N; n++) {
        const element a = x[n * incX], b = y[n * incY];
        x[n * incX] = c * a + s * b;
        y[n * incY] = c * b - s * a;
    }
}

void C(rotg)(OUT a, OUT b, OUT c, OUT s) {
    const element larger = magnitude(*a) > magnitude(*b) ? *a : *b;
    const element r = M(copysign)(M(hypot)(*a, *b), larger);
    *c = r == 0 ? 1 : *a / r;
    *s = r == 0 ? 0 : *b / r;
    *b = r == 0 ? 0 : magnitude(*a) > magnitude(*b) ? *s : *c != 0 ? 1 / *c : 1;
    *a = r;
}

void C(rotm)(const int N, OUT X, const int incX, OUT Y, const int incY, IN P) {
    if (P[0] == -2) return;
    const bool whole = P[0] == -1;
    const element h11 = whole || P[0] == 1 ? P[1] : 1, h21 = P[0] == 1 ? -1 : P[2];
    const element h12 = P[0] == 1 ? 1 : P[3], h22 = whole || P[0] == 1 ? P[4] : 1;
    VECTOR_OUT(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    for (ptrdiff_t n = 0; n < N; n++) {
        const element a = x[n * incX], b = y[n * incY];
        x[n * incX] = h11 * a + h12 * b;
        y[n * incY] = h21 * a + h22 * b;
    }
}

/// Makes a modified rotation that turns the second element into zero. Its weights are kept between 2^-24 and 2^24.
void C(rotmg)(OUT d1, OUT d2, OUT b1, const element b2, OUT P) {
    const element large = 4096;
    const element p2 = *d2 * b2, p1 = *d1 * *b1, q2 = p2 * b2, q1 = p1 * *b1;
    element h11 = 1, h12 = 0, h21 = 0, h22 = 1, flag = -1;
    P[0] = -2;
    if (p2 == 0 && *d1 >= 0) return;
    if (*d1 < 0 || (magnitude(q1) <= magnitude(q2) && q2 < 0)) {
        h11 = h22 = 0;
        *d1 = *d2 = *b1 = 0;
    } else if (magnitude(q1) > magnitude(q2)) {
        h21 = -b2 / *b1;
        h12 = p2 / p1;
        const element u = 1 - h12 * h21;
        flag = 0;
        *d1 /= u;
        *d2 /= u;
        *b1 *= u;
    } else {
        h11 = p1 / p2;
        h22 = *b1 / b2;
        h12 = 1;
        h21 = -1;
        const element u = 1 + h11 * h22, d = *d2 / u;
        flag = 1;
        *d2 = *d1 / u;
        *d1 = d;
        *b1 = b2 * u;
    }
    for (; *d1 != 0 && magnitude(*d1) <= 1 / (large * large); flag = -1)
        *d1 *= large * large, *b1 /= large, h11 /= large, h12 /= large;
    for (; magnitude(*d1) >= large * large; flag = -1)
        *d1 /= large * large, *b1 *= large, h11 *= large, h12 *= large;
    for (; *d2 != 0 && magnitude(*d2) <= 1 / (large * large); flag = -1)
        *d2 *= large * large, h21 /= large, h22 /= large;
    for (; magnitude(*d2) >= large * large; flag = -1) *d2 /= large * large, h21 *= large, h22 *= large;
    P[0] = flag;
    if (flag != 0) P[1] = h11, P[4] = h22;
    if (flag != 1) P[2] = h21, P[3] = h12;
}

// MARK: - Symmetric matrices

FAST void C(ger)(
    const enum CBLAS_ORDER Order, const int M, const int N, const element alpha, IN X, const int incX, IN Y,
    const int incY, OUT A, const int lda) {
    const Steps s = stepsOf(Order, lda);
    VECTOR_IN(x, X, M, incX);
    VECTOR_IN(y, Y, N, incY);
    for (ptrdiff_t i = 0; i < M; i++)
        for (ptrdiff_t j = 0; j < N; j++) A[i * s.row + j * s.column] += alpha * x[i * incX] * y[j * incY];
}

void C(symv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN A, const int lda,
    IN X, const int incX, const element beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(fullStorage(Order, Uplo, lda), false, N, alpha, A, X, incX, beta, Y, incY);
}

void C(sbmv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const int K, const element alpha, IN A,
    const int lda, IN X, const int incX, const element beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(halfBandStorage(Order, Uplo, K, lda), false, N, alpha, A, X, incX, beta, Y, incY);
}

void C(spmv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN Ap, IN X,
    const int incX, const element beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(packedStorage(Order, Uplo, N), false, N, alpha, Ap, X, incX, beta, Y, incY);
}

void C(syr)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN X, const int incX,
    OUT A, const int lda) {
    OWN(addProducts)(fullStorage(Order, Uplo, lda), false, N, alpha, X, incX, 0, X, incX, A);
}

void C(spr)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN X, const int incX,
    OUT Ap) {
    OWN(addProducts)(packedStorage(Order, Uplo, N), false, N, alpha, X, incX, 0, X, incX, Ap);
}

void C(syr2)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN X, const int incX,
    IN Y, const int incY, OUT A, const int lda) {
    OWN(addProducts)(fullStorage(Order, Uplo, lda), false, N, alpha, X, incX, alpha, Y, incY, A);
}

void C(spr2)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const element alpha, IN X, const int incX,
    IN Y, const int incY, OUT A) {
    OWN(addProducts)(packedStorage(Order, Uplo, N), false, N, alpha, X, incX, alpha, Y, incY, A);
}

/// C = alpha * op(A) + beta * op(B)
void G(geadd)(
    const enum CBLAS_ORDER order, const enum CBLAS_TRANSPOSE transA, const enum CBLAS_TRANSPOSE transB, const int m,
    const int n, const element alpha, IN A, const int lda, const element beta, IN B, const int ldb, OUT Sum,
    const int ldc) {
    const Steps a = transposes(transA) ? turned(stepsOf(order, lda)) : stepsOf(order, lda);
    const Steps b = transposes(transB) ? turned(stepsOf(order, ldb)) : stepsOf(order, ldb), c = stepsOf(order, ldc);
    for (ptrdiff_t i = 0; i < m; i++)
        for (ptrdiff_t j = 0; j < n; j++)
            Sum[i * c.row + j * c.column] =
                alpha * A[i * a.row + j * a.column] + beta * B[i * b.row + j * b.column];
}
