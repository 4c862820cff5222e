// BLAS: matrices and vectors. A prime stands for the transposed matrix.

#ifndef ACCELERATE_CBLAS_MATRIX_VECTORS_H
#define ACCELERATE_CBLAS_MATRIX_VECTORS_H

#include <Accelerate/cblasVectors.h>

ACCELERATE_BEGIN

/// Y = alpha * op(A) * X + beta * Y
void cblas_sgemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N,
    const float __alpha, const float *__A, const int __lda, const float *__X, const int __incX, const float __beta,
    float *__Y, const int __incY);
void cblas_dgemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N,
    const double __alpha, const double *__A, const int __lda, const double *__X, const int __incX, const double __beta,
    double *__Y, const int __incY);
void cblas_cgemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, const void *__X, const int __incX, const void *__beta,
    void *__Y, const int __incY);
void cblas_zgemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, const void *__X, const int __incX, const void *__beta,
    void *__Y, const int __incY);

/// Y = alpha * op(A) * X + beta * Y, for a band of KL diagonals below and KU above the main one.
void cblas_sgbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N, const int __KL,
    const int __KU, const float __alpha, const float *__A, const int __lda, const float *__X, const int __incX,
    const float __beta, float *__Y, const int __incY);
void cblas_dgbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N, const int __KL,
    const int __KU, const double __alpha, const double *__A, const int __lda, const double *__X, const int __incX,
    const double __beta, double *__Y, const int __incY);
void cblas_cgbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N, const int __KL,
    const int __KU, const void *__alpha, const void *__A, const int __lda, const void *__X, const int __incX,
    const void *__beta, void *__Y, const int __incY);
void cblas_zgbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const int __M, const int __N, const int __KL,
    const int __KU, const void *__alpha, const void *__A, const int __lda, const void *__X, const int __incX,
    const void *__beta, void *__Y, const int __incY);

/// X = op(A) * X, for a triangle.
void cblas_strmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const float *__A, const int __lda, float *__X, const int __incX);
void cblas_dtrmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const double *__A, const int __lda, double *__X, const int __incX);
void cblas_ctrmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__A, const int __lda, void *__X, const int __incX);
void cblas_ztrmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__A, const int __lda, void *__X, const int __incX);

/// X = op(A) * X, for a triangle of K + 1 diagonals.
void cblas_stbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const float *__A, const int __lda, float *__X,
    const int __incX);
void cblas_dtbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const double *__A, const int __lda, double *__X,
    const int __incX);
void cblas_ctbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const void *__A, const int __lda, void *__X,
    const int __incX);
void cblas_ztbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const void *__A, const int __lda, void *__X,
    const int __incX);

/// X = op(A) * X, for a packed triangle.
void cblas_stpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const float *__Ap, float *__X, const int __incX);
void cblas_dtpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const double *__Ap, double *__X, const int __incX);
void cblas_ctpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__Ap, void *__X, const int __incX);
void cblas_ztpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__Ap, void *__X, const int __incX);

/// Solves op(A) * X = B for a triangle. X holds B at first.
void cblas_strsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const float *__A, const int __lda, float *__X, const int __incX);
void cblas_dtrsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const double *__A, const int __lda, double *__X, const int __incX);
void cblas_ctrsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__A, const int __lda, void *__X, const int __incX);
void cblas_ztrsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__A, const int __lda, void *__X, const int __incX);

/// Solves op(A) * X = B for a triangle of K + 1 diagonals.
void cblas_stbsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const float *__A, const int __lda, float *__X,
    const int __incX);
void cblas_dtbsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const double *__A, const int __lda, double *__X,
    const int __incX);
void cblas_ctbsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const void *__A, const int __lda, void *__X,
    const int __incX);
void cblas_ztbsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const int __K, const void *__A, const int __lda, void *__X,
    const int __incX);

/// Solves op(A) * X = B for a packed triangle.
void cblas_stpsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const float *__Ap, float *__X, const int __incX);
void cblas_dtpsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const double *__Ap, double *__X, const int __incX);
void cblas_ctpsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__Ap, void *__X, const int __incX);
void cblas_ztpsv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __TransA,
    const enum CBLAS_DIAG __Diag, const int __N, const void *__Ap, void *__X, const int __incX);

/// Y = alpha * A * X + beta * Y, for a symmetric matrix.
void cblas_ssymv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__A,
    const int __lda, const float *__X, const int __incX, const float __beta, float *__Y, const int __incY);
void cblas_dsymv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__A, const int __lda, const double *__X, const int __incX, const double __beta, double *__Y,
    const int __incY);

/// Y = alpha * A * X + beta * Y, for a symmetric band.
void cblas_ssbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const int __K, const float __alpha,
    const float *__A, const int __lda, const float *__X, const int __incX, const float __beta, float *__Y,
    const int __incY);
void cblas_dsbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const int __K, const double __alpha,
    const double *__A, const int __lda, const double *__X, const int __incX, const double __beta, double *__Y,
    const int __incY);

/// Y = alpha * A * X + beta * Y, for a packed symmetric matrix.
void cblas_sspmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__Ap,
    const float *__X, const int __incX, const float __beta, float *__Y, const int __incY);
void cblas_dspmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__Ap, const double *__X, const int __incX, const double __beta, double *__Y, const int __incY);

/// A = alpha * X * Y' + A
void cblas_sger(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const float __alpha, const float *__X,
    const int __incX, const float *__Y, const int __incY, float *__A, const int __lda);
void cblas_dger(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const double __alpha, const double *__X,
    const int __incX, const double *__Y, const int __incY, double *__A, const int __lda);

/// A = alpha * X * X' + A, for a symmetric matrix.
void cblas_ssyr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__X,
    const int __incX, float *__A, const int __lda);
void cblas_dsyr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__X, const int __incX, double *__A, const int __lda);

/// A = alpha * X * X' + A, for a packed symmetric matrix.
void cblas_sspr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__X,
    const int __incX, float *__Ap);
void cblas_dspr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__X, const int __incX, double *__Ap);

/// A = alpha * X * Y' + alpha * Y * X' + A, for a symmetric matrix.
void cblas_ssyr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__X,
    const int __incX, const float *__Y, const int __incY, float *__A, const int __lda);
void cblas_dsyr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__X, const int __incX, const double *__Y, const int __incY, double *__A, const int __lda);

/// A = alpha * X * Y' + alpha * Y * X' + A, for a packed symmetric matrix.
void cblas_sspr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const float *__X,
    const int __incX, const float *__Y, const int __incY, float *__A);
void cblas_dspr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha,
    const double *__X, const int __incX, const double *__Y, const int __incY, double *__A);

/// Y = alpha * A * X + beta * Y, for a Hermitian matrix.
void cblas_chemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__A,
    const int __lda, const void *__X, const int __incX, const void *__beta, void *__Y, const int __incY);
void cblas_zhemv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__A,
    const int __lda, const void *__X, const int __incX, const void *__beta, void *__Y, const int __incY);

/// Y = alpha * A * X + beta * Y, for a Hermitian band.
void cblas_chbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const int __K, const void *__alpha,
    const void *__A, const int __lda, const void *__X, const int __incX, const void *__beta, void *__Y,
    const int __incY);
void cblas_zhbmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const int __K, const void *__alpha,
    const void *__A, const int __lda, const void *__X, const int __incX, const void *__beta, void *__Y,
    const int __incY);

/// Y = alpha * A * X + beta * Y, for a packed Hermitian matrix.
void cblas_chpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__Ap,
    const void *__X, const int __incX, const void *__beta, void *__Y, const int __incY);
void cblas_zhpmv(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__Ap,
    const void *__X, const int __incX, const void *__beta, void *__Y, const int __incY);

/// A = alpha * X * Y' + A
void cblas_cgeru(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);
void cblas_zgeru(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);

/// A = alpha * X * conj(Y)' + A
void cblas_cgerc(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);
void cblas_zgerc(
    const enum CBLAS_ORDER __Order, const int __M, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);

/// A = alpha * X * conj(X)' + A, for a Hermitian matrix.
void cblas_cher(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const void *__X,
    const int __incX, void *__A, const int __lda);
void cblas_zher(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha, const void *__X,
    const int __incX, void *__A, const int __lda);

/// A = alpha * X * conj(X)' + A, for a packed Hermitian matrix.
void cblas_chpr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const float __alpha, const void *__X,
    const int __incX, void *__A);
void cblas_zhpr(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const double __alpha, const void *__X,
    const int __incX, void *__A);

/// A = alpha * X * conj(Y)' + conj(alpha) * Y * conj(X)' + A, for a Hermitian matrix.
void cblas_cher2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);
void cblas_zher2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__A, const int __lda);

/// A = alpha * X * conj(Y)' + conj(alpha) * Y * conj(X)' + A, packed.
void cblas_chpr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__Ap);
void cblas_zhpr2(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const int __N, const void *__alpha, const void *__X,
    const int __incX, const void *__Y, const int __incY, void *__Ap);

ACCELERATE_END

#endif
