// BLAS: matrices. A prime stands for the transposed matrix.

#ifndef ACCELERATE_CBLAS_MATRICES_H
#define ACCELERATE_CBLAS_MATRICES_H

#include <Accelerate/cblasVectors.h>

ACCELERATE_BEGIN

/// C = alpha * op(A) * op(B) + beta * C
void cblas_sgemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_TRANSPOSE __TransB,
    const int __M, const int __N, const int __K, const float __alpha, const float *__A, const int __lda,
    const float *__B, const int __ldb, const float __beta, float *__C, const int __ldc);
void cblas_dgemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_TRANSPOSE __TransB,
    const int __M, const int __N, const int __K, const double __alpha, const double *__A, const int __lda,
    const double *__B, const int __ldb, const double __beta, double *__C, const int __ldc);
void cblas_cgemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_TRANSPOSE __TransB,
    const int __M, const int __N, const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B,
    const int __ldb, const void *__beta, void *__C, const int __ldc);
void cblas_zgemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_TRANSPOSE __TransB,
    const int __M, const int __N, const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B,
    const int __ldb, const void *__beta, void *__C, const int __ldc);

/// C = alpha * A * B + beta * C, or with B * A, for a symmetric A.
void cblas_ssymm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const float __alpha, const float *__A, const int __lda, const float *__B, const int __ldb,
    const float __beta, float *__C, const int __ldc);
void cblas_dsymm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const double __alpha, const double *__A, const int __lda, const double *__B, const int __ldb,
    const double __beta, double *__C, const int __ldc);
void cblas_csymm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);
void cblas_zsymm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);

/// C = alpha * A * A' + beta * C, or with A' * A, for a symmetric C.
void cblas_ssyrk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const float __alpha, const float *__A, const int __lda, const float __beta, float *__C,
    const int __ldc);
void cblas_dsyrk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const double __alpha, const double *__A, const int __lda, const double __beta, double *__C,
    const int __ldc);
void cblas_csyrk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__beta, void *__C,
    const int __ldc);
void cblas_zsyrk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__beta, void *__C,
    const int __ldc);

/// C = alpha * (A * B' + B * A') + beta * C, for a symmetric C.
void cblas_ssyr2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const float __alpha, const float *__A, const int __lda, const float *__B, const int __ldb,
    const float __beta, float *__C, const int __ldc);
void cblas_dsyr2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const double __alpha, const double *__A, const int __lda, const double *__B, const int __ldb,
    const double __beta, double *__C, const int __ldc);
void cblas_csyr2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);
void cblas_zsyr2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);

/// B = alpha * op(A) * B, or alpha * B * op(A), for a triangle.
void cblas_strmm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const float __alpha, const float *__A, const int __lda, float *__B, const int __ldb);
void cblas_dtrmm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const double __alpha, const double *__A, const int __lda, double *__B, const int __ldb);
void cblas_ctrmm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, void *__B, const int __ldb);
void cblas_ztrmm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, void *__B, const int __ldb);

/// Solves op(A) * X = alpha * B, or X * op(A) = alpha * B, for a triangle. X replaces B.
void cblas_strsm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const float __alpha, const float *__A, const int __lda, float *__B, const int __ldb);
void cblas_dtrsm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const double __alpha, const double *__A, const int __lda, double *__B, const int __ldb);
void cblas_ctrsm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, void *__B, const int __ldb);
void cblas_ztrsm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo,
    const enum CBLAS_TRANSPOSE __TransA, const enum CBLAS_DIAG __Diag, const int __M, const int __N,
    const void *__alpha, const void *__A, const int __lda, void *__B, const int __ldb);

/// C = alpha * A * B + beta * C, or with B * A, for a Hermitian A.
void cblas_chemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);
void cblas_zhemm(
    const enum CBLAS_ORDER __Order, const enum CBLAS_SIDE __Side, const enum CBLAS_UPLO __Uplo, const int __M,
    const int __N, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const void *__beta, void *__C, const int __ldc);

/// C = alpha * A * conj(A)' + beta * C, for a Hermitian C.
void cblas_cherk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const float __alpha, const void *__A, const int __lda, const float __beta, void *__C,
    const int __ldc);
void cblas_zherk(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const double __alpha, const void *__A, const int __lda, const double __beta, void *__C,
    const int __ldc);

/// C = alpha * A * conj(B)' + conj(alpha) * B * conj(A)' + beta * C, for a Hermitian C.
void cblas_cher2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const float __beta, void *__C, const int __ldc);
void cblas_zher2k(
    const enum CBLAS_ORDER __Order, const enum CBLAS_UPLO __Uplo, const enum CBLAS_TRANSPOSE __Trans, const int __N,
    const int __K, const void *__alpha, const void *__A, const int __lda, const void *__B, const int __ldb,
    const double __beta, void *__C, const int __ldc);

/// C = alpha * op(A) + beta * op(B)
void appleblas_sgeadd(
    const enum CBLAS_ORDER __order, const enum CBLAS_TRANSPOSE __transA, const enum CBLAS_TRANSPOSE __transB,
    const int __m, const int __n, const float __alpha, const float *__A, const int __lda, const float __beta,
    const float *__B, const int __ldb, float *__C, const int __ldc);
void appleblas_dgeadd(
    const enum CBLAS_ORDER __order, const enum CBLAS_TRANSPOSE __transA, const enum CBLAS_TRANSPOSE __transB,
    const int __m, const int __n, const double __alpha, const double *__A, const int __lda, const double __beta,
    const double *__B, const int __ldb, double *__C, const int __ldc);

ACCELERATE_END

#endif
