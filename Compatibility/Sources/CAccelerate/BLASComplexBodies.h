// What BLAS has for complex numbers alone. BLASBodies.h says what the including file chose; `real` is the type of parts.

/// Multiplies the parts of the matrices on their own: four products of real matrices.
static void OWN(multiply)(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, element alpha, const element *A, Steps a, bool conjA,
    const element *B, Steps b, bool conjB, element beta, element *result, Steps c) {
    if (rows <= 0 || columns <= 0) return;
    element *sums = calloc((size_t)rows * (size_t)columns, sizeof(element));
    if (!sums) return;
    const real *ar = (const real *)A, *ai = ar + 1, *br = (const real *)B, *bi = br + 1;
    real *re = (real *)sums, *im = re + 1;
    const Steps pa = {2 * a.row, 2 * a.column}, pb = {2 * b.row, 2 * b.column}, s = {2 * columns, 2};
    const real signA = conjA ? -1 : 1, signB = conjB ? -1 : 1;
    SUFFIXED(multiplyMatrices)(rows, columns, inner, 1, ar, pa, br, pb, 1, re, s);
    SUFFIXED(multiplyMatrices)(rows, columns, inner, -signA * signB, ai, pa, bi, pb, 1, re, s);
    SUFFIXED(multiplyMatrices)(rows, columns, inner, signB, ar, pa, bi, pb, 1, im, s);
    SUFFIXED(multiplyMatrices)(rows, columns, inner, signA, ai, pa, br, pb, 1, im, s);
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++) {
            element *e = &result[i * c.row + j * c.column];
            *e = (beta == 0 ? 0 : beta * *e) + alpha * sums[i * columns + j];
        }
    free(sums);
}

#include "BLASBodies.h"

// MARK: - Vectors

void C(dotu_sub)(const int N, IN X, const int incX, IN Y, const int incY, OUT dotu) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_IN(y, Y, N, incY);
    *(element *)dotu = OWN(dot)(N, x, incX, y, incY, false);
}

void C(dotc_sub)(const int N, IN X, const int incX, IN Y, const int incY, OUT dotc) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_IN(y, Y, N, incY);
    *(element *)dotc = OWN(dot)(N, x, incX, y, incY, true);
}

/// Rotates by a real cosine and a complex sine.
void C(rotg)(OUT a, OUT b, OUT c, OUT s) {
    element *first = a;
    const element x = *first, y = *(element *)b;
    const real size = M(hypot)(__real__ x, __imag__ x);
    if (size == 0) {
        *(real *)c = 0;
        *(element *)s = 1;
        *first = y;
        return;
    }
    const real norm = M(hypot)(size, M(hypot)(__real__ y, __imag__ y));
    *(real *)c = size / norm;
    *(element *)s = x / size * conjugate(y) / norm;
    *first = x / size * norm;
}

// MARK: - Hermitian matrices

void C(geru)(
    const enum CBLAS_ORDER Order, const int M, const int N, SCALAR alpha, IN X, const int incX, IN Y, const int incY,
    OUT A, const int lda) {
    const Steps s = stepsOf(Order, lda);
    VECTOR_IN(x, X, M, incX);
    VECTOR_IN(y, Y, N, incY);
    for (ptrdiff_t i = 0; i < M; i++)
        for (ptrdiff_t j = 0; j < N; j++)
            ((element *)A)[i * s.row + j * s.column] += VALUE(alpha) * x[i * incX] * y[j * incY];
}

void C(gerc)(
    const enum CBLAS_ORDER Order, const int M, const int N, SCALAR alpha, IN X, const int incX, IN Y, const int incY,
    OUT A, const int lda) {
    const Steps s = stepsOf(Order, lda);
    VECTOR_IN(x, X, M, incX);
    VECTOR_IN(y, Y, N, incY);
    for (ptrdiff_t i = 0; i < M; i++)
        for (ptrdiff_t j = 0; j < N; j++)
            ((element *)A)[i * s.row + j * s.column] += VALUE(alpha) * x[i * incX] * conjugate(y[j * incY]);
}

void C(hemv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, SCALAR alpha, IN A, const int lda, IN X,
    const int incX, SCALAR beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(
        fullStorage(Order, Uplo, lda), true, N, VALUE(alpha), A, X, incX, VALUE(beta), Y, incY);
}

void C(hbmv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const int K, SCALAR alpha, IN A,
    const int lda, IN X, const int incX, SCALAR beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(
        halfBandStorage(Order, Uplo, K, lda), true, N, VALUE(alpha), A, X, incX, VALUE(beta), Y, incY);
}

void C(hpmv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, SCALAR alpha, IN Ap, IN X, const int incX,
    SCALAR beta, OUT Y, const int incY) {
    OWN(mirroredTimesVector)(packedStorage(Order, Uplo, N), true, N, VALUE(alpha), Ap, X, incX, VALUE(beta), Y, incY);
}

void C(her)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const real alpha, IN X, const int incX,
    OUT A, const int lda) {
    OWN(addProducts)(fullStorage(Order, Uplo, lda), true, N, alpha, X, incX, 0, X, incX, A);
}

void C(hpr)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, const real alpha, IN X, const int incX,
    OUT A) {
    OWN(addProducts)(packedStorage(Order, Uplo, N), true, N, alpha, X, incX, 0, X, incX, A);
}

void C(her2)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, SCALAR alpha, IN X, const int incX, IN Y,
    const int incY, OUT A, const int lda) {
    OWN(addProducts)(
        fullStorage(Order, Uplo, lda), true, N, VALUE(alpha), X, incX, conjugate(VALUE(alpha)), Y, incY, A);
}

void C(hpr2)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const int N, SCALAR alpha, IN X, const int incX, IN Y,
    const int incY, OUT Ap) {
    OWN(addProducts)(
        packedStorage(Order, Uplo, N), true, N, VALUE(alpha), X, incX, conjugate(VALUE(alpha)), Y, incY, Ap);
}

void C(hemm)(
    const enum CBLAS_ORDER Order, const enum CBLAS_SIDE Side, const enum CBLAS_UPLO Uplo, const int M, const int N,
    SCALAR alpha, IN A, const int lda, IN B, const int ldb, SCALAR beta, OUT Product, const int ldc) {
    OWN(mirroredTimesMatrix)(
        Order, Side, Uplo, true, M, N, VALUE(alpha), A, lda, B, ldb, VALUE(beta), Product, ldc);
}

void C(herk)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const enum CBLAS_TRANSPOSE Trans, const int N,
    const int K, const real alpha, IN A, const int lda, const real beta, OUT Product, const int ldc) {
    OWN(addSquares)(Order, Uplo, Trans, true, N, K, alpha, A, lda, 0, A, lda, beta, Product, ldc);
}

void C(her2k)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const enum CBLAS_TRANSPOSE Trans, const int N,
    const int K, SCALAR alpha, IN A, const int lda, IN B, const int ldb, const real beta, OUT Product,
    const int ldc) {
    OWN(addSquares)(
        Order, Uplo, Trans, true, N, K, VALUE(alpha), A, lda, conjugate(VALUE(alpha)), B, ldb, beta, Product, ldc);
}
