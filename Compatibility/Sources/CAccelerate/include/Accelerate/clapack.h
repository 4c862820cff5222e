// LAPACK: linear equations, least squares, eigenvalues and singular values.
//
// The routines are those of the system's liblapack, which is loaded when the first of them is called. A program that calls
// one where there is none ends with a message that says so. Matrices stand column by column, and `info` receives 0, or
// -i for a wrong argument i, or what the routine's manual says.

#ifndef ACCELERATE_CLAPACK_H
#define ACCELERATE_CLAPACK_H

#include <Accelerate/AccelerateBase.h>

ACCELERATE_BEGIN

typedef int __CLPK_integer;
typedef int __CLPK_logical;
typedef float __CLPK_real;
typedef double __CLPK_doublereal;

typedef struct __CLPK_complex {
    __CLPK_real r, i;
} __CLPK_complex;

typedef struct __CLPK_doublecomplex {
    __CLPK_doublereal r, i;
} __CLPK_doublecomplex;

/// Factors a matrix into P * L * U.
int sgetrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_integer *__info);
int dgetrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_integer *__info);
int cgetrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_integer *__info);
int zgetrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_integer *__info);

/// Solves with the factors of getrf.
int sgetrs_(
    char *__trans, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dgetrs_(
    char *__trans, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int cgetrs_(
    char *__trans, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_complex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int zgetrs_(
    char *__trans, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_doublecomplex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Inverts a matrix from the factors of getrf.
int sgetri_(
    __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv, __CLPK_real *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgetri_(
    __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int cgetri_(
    __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv, __CLPK_complex *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);
int zgetri_(
    __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Solves A * X = B.
int sgesv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dgesv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int cgesv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_complex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int zgesv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_doublecomplex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Estimates the reciprocal condition number.
int sgecon_(
    char *__norm, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__anorm,
    __CLPK_real *__rcond, __CLPK_real *__work, __CLPK_integer *__iwork, __CLPK_integer *__info);
int dgecon_(
    char *__norm, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_doublereal *__anorm,
    __CLPK_doublereal *__rcond, __CLPK_doublereal *__work, __CLPK_integer *__iwork, __CLPK_integer *__info);

/// Solves A * X = B for a band.
int sgbsv_(
    __CLPK_integer *__n, __CLPK_integer *__kl, __CLPK_integer *__ku, __CLPK_integer *__nrhs, __CLPK_real *__ab,
    __CLPK_integer *__ldab, __CLPK_integer *__ipiv, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dgbsv_(
    __CLPK_integer *__n, __CLPK_integer *__kl, __CLPK_integer *__ku, __CLPK_integer *__nrhs, __CLPK_doublereal *__ab,
    __CLPK_integer *__ldab, __CLPK_integer *__ipiv, __CLPK_doublereal *__b, __CLPK_integer *__ldb,
    __CLPK_integer *__info);

/// Solves A * X = B for three diagonals.
int sgtsv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__dl, __CLPK_real *__d, __CLPK_real *__du,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dgtsv_(
    __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__dl, __CLPK_doublereal *__d,
    __CLPK_doublereal *__du, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Solves least squares for a matrix of full rank.
int sgels_(
    char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a,
    __CLPK_integer *__lda, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_real *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);
int dgels_(
    char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);
int cgels_(
    char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_complex *__a,
    __CLPK_integer *__lda, __CLPK_complex *__b, __CLPK_integer *__ldb, __CLPK_complex *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);
int zgels_(
    char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublecomplex *__a,
    __CLPK_integer *__lda, __CLPK_doublecomplex *__b, __CLPK_integer *__ldb, __CLPK_doublecomplex *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Solves least squares by divide and conquer.
int sgelsd_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_real *__s, __CLPK_real *__rcond, __CLPK_integer *__rank,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork, __CLPK_integer *__info);
int dgelsd_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__s, __CLPK_doublereal *__rcond,
    __CLPK_integer *__rank, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork,
    __CLPK_integer *__info);

/// Solves least squares by singular values.
int sgelss_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_real *__s, __CLPK_real *__rcond, __CLPK_integer *__rank,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgelss_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__s, __CLPK_doublereal *__rcond,
    __CLPK_integer *__rank, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Solves least squares by an orthogonal factorization.
int sgelsy_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__jpvt, __CLPK_real *__rcond, __CLPK_integer *__rank,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgelsy_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__jpvt, __CLPK_doublereal *__rcond,
    __CLPK_integer *__rank, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Factors a matrix into Q * R.
int sgeqrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__tau,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgeqrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_doublereal *__tau,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int cgeqrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_complex *__tau,
    __CLPK_complex *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int zgeqrf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublecomplex *__tau, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Factors a matrix into L * Q.
int sgelqf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__tau,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgelqf_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_doublereal *__tau,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Factors a matrix into Q * R with exchanged columns.
int sgeqp3_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__jpvt,
    __CLPK_real *__tau, __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgeqp3_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__jpvt,
    __CLPK_doublereal *__tau, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Makes Q from the factors of geqrf.
int sorgqr_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__tau, __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dorgqr_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__tau, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Makes Q from the factors of geqrf.
int cungqr_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_complex *__tau, __CLPK_complex *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int zungqr_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublecomplex *__tau, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Makes Q from the factors of gelqf.
int sorglq_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__tau, __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dorglq_(
    __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__tau, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Multiplies by Q of geqrf.
int sormqr_(
    char *__side, char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_real *__a,
    __CLPK_integer *__lda, __CLPK_real *__tau, __CLPK_real *__c, __CLPK_integer *__ldc, __CLPK_real *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);
int dormqr_(
    char *__side, char *__trans, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__k, __CLPK_doublereal *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__tau, __CLPK_doublereal *__c, __CLPK_integer *__ldc,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Factors a positive definite matrix by Cholesky's method.
int spotrf_(char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int dpotrf_(char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int cpotrf_(char *__uplo, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int zpotrf_(
    char *__uplo, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda, __CLPK_integer *__info);

/// Solves with the factor of potrf.
int spotrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dpotrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int cpotrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_complex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int zpotrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublecomplex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Inverts a matrix from the factor of potrf.
int spotri_(char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int dpotri_(char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int cpotri_(char *__uplo, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int zpotri_(
    char *__uplo, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda, __CLPK_integer *__info);

/// Solves A * X = B for a positive definite matrix.
int sposv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dposv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int cposv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_complex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int zposv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublecomplex *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Factors a symmetric matrix.
int ssytrf_(
    char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dsytrf_(
    char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Solves with the factors of sytrf.
int ssytrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dsytrs_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Inverts a matrix from the factors of sytrf.
int ssytri_(
    char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_real *__work, __CLPK_integer *__info);
int dsytri_(
    char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_integer *__ipiv,
    __CLPK_doublereal *__work, __CLPK_integer *__info);

/// Solves A * X = B for a symmetric matrix.
int ssysv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_real *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);
int dsysv_(
    char *__uplo, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_integer *__ipiv, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Solves A * X = B for a triangle.
int strtrs_(
    char *__uplo, char *__trans, char *__diag, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_real *__a,
    __CLPK_integer *__lda, __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);
int dtrtrs_(
    char *__uplo, char *__trans, char *__diag, __CLPK_integer *__n, __CLPK_integer *__nrhs, __CLPK_doublereal *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_integer *__info);

/// Inverts a triangle.
int strtri_(
    char *__uplo, char *__diag, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_integer *__info);
int dtrtri_(
    char *__uplo, char *__diag, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_integer *__info);

/// Finds eigenvalues, in parts, and eigenvectors.
int sgeev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__wr,
    __CLPK_real *__wi, __CLPK_real *__vl, __CLPK_integer *__ldvl, __CLPK_real *__vr, __CLPK_integer *__ldvr,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgeev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__wr, __CLPK_doublereal *__wi, __CLPK_doublereal *__vl, __CLPK_integer *__ldvl,
    __CLPK_doublereal *__vr, __CLPK_integer *__ldvr, __CLPK_doublereal *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);

/// Finds eigenvalues and eigenvectors.
int cgeev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_complex *__w,
    __CLPK_complex *__vl, __CLPK_integer *__ldvl, __CLPK_complex *__vr, __CLPK_integer *__ldvr, __CLPK_complex *__work,
    __CLPK_integer *__lwork, __CLPK_real *__rwork, __CLPK_integer *__info);
int zgeev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublecomplex *__w, __CLPK_doublecomplex *__vl, __CLPK_integer *__ldvl, __CLPK_doublecomplex *__vr,
    __CLPK_integer *__ldvr, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_doublereal *__rwork,
    __CLPK_integer *__info);

/// Finds generalized eigenvalues and eigenvectors.
int sggev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__b,
    __CLPK_integer *__ldb, __CLPK_real *__alphar, __CLPK_real *__alphai, __CLPK_real *__beta, __CLPK_real *__vl,
    __CLPK_integer *__ldvl, __CLPK_real *__vr, __CLPK_integer *__ldvr, __CLPK_real *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);
int dggev_(
    char *__jobvl, char *__jobvr, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__alphar, __CLPK_doublereal *__alphai,
    __CLPK_doublereal *__beta, __CLPK_doublereal *__vl, __CLPK_integer *__ldvl, __CLPK_doublereal *__vr,
    __CLPK_integer *__ldvr, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Finds eigenvalues and eigenvectors of a symmetric matrix.
int ssyev_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__w,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dsyev_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__w, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Finds them by divide and conquer.
int ssyevd_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__w,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork, __CLPK_integer *__liwork,
    __CLPK_integer *__info);
int dsyevd_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__w, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork,
    __CLPK_integer *__liwork, __CLPK_integer *__info);

/// Finds some of them.
int ssyevr_(
    char *__jobz, char *__range, char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__vl, __CLPK_real *__vu, __CLPK_integer *__il, __CLPK_integer *__iu, __CLPK_real *__abstol,
    __CLPK_integer *__m, __CLPK_real *__w, __CLPK_real *__z, __CLPK_integer *__ldz, __CLPK_integer *__isuppz,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork, __CLPK_integer *__liwork,
    __CLPK_integer *__info);
int dsyevr_(
    char *__jobz, char *__range, char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__vl, __CLPK_doublereal *__vu, __CLPK_integer *__il, __CLPK_integer *__iu,
    __CLPK_doublereal *__abstol, __CLPK_integer *__m, __CLPK_doublereal *__w, __CLPK_doublereal *__z,
    __CLPK_integer *__ldz, __CLPK_integer *__isuppz, __CLPK_doublereal *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__iwork, __CLPK_integer *__liwork, __CLPK_integer *__info);

/// Finds generalized ones of symmetric matrices.
int ssygv_(
    __CLPK_integer *__itype, char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__b, __CLPK_integer *__ldb, __CLPK_real *__w, __CLPK_real *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);
int dsygv_(
    __CLPK_integer *__itype, char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_doublereal *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__b, __CLPK_integer *__ldb, __CLPK_doublereal *__w,
    __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Finds those of a symmetric matrix of three diagonals.
int sstev_(
    char *__jobz, __CLPK_integer *__n, __CLPK_real *__d, __CLPK_real *__e, __CLPK_real *__z, __CLPK_integer *__ldz,
    __CLPK_real *__work, __CLPK_integer *__info);
int dstev_(
    char *__jobz, __CLPK_integer *__n, __CLPK_doublereal *__d, __CLPK_doublereal *__e, __CLPK_doublereal *__z,
    __CLPK_integer *__ldz, __CLPK_doublereal *__work, __CLPK_integer *__info);

/// Finds eigenvalues and eigenvectors of a Hermitian matrix.
int cheev_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda, __CLPK_real *__w,
    __CLPK_complex *__work, __CLPK_integer *__lwork, __CLPK_real *__rwork, __CLPK_integer *__info);
int zheev_(
    char *__jobz, char *__uplo, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__w, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_doublereal *__rwork,
    __CLPK_integer *__info);

/// Finds singular values and vectors.
int sgesvd_(
    char *__jobu, char *__jobvt, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__s, __CLPK_real *__u, __CLPK_integer *__ldu, __CLPK_real *__vt, __CLPK_integer *__ldvt,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgesvd_(
    char *__jobu, char *__jobvt, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__s, __CLPK_doublereal *__u, __CLPK_integer *__ldu,
    __CLPK_doublereal *__vt, __CLPK_integer *__ldvt, __CLPK_doublereal *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);

/// Finds singular values and vectors.
int cgesvd_(
    char *__jobu, char *__jobvt, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_real *__s, __CLPK_complex *__u, __CLPK_integer *__ldu, __CLPK_complex *__vt, __CLPK_integer *__ldvt,
    __CLPK_complex *__work, __CLPK_integer *__lwork, __CLPK_real *__rwork, __CLPK_integer *__info);
int zgesvd_(
    char *__jobu, char *__jobvt, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublecomplex *__a,
    __CLPK_integer *__lda, __CLPK_doublereal *__s, __CLPK_doublecomplex *__u, __CLPK_integer *__ldu,
    __CLPK_doublecomplex *__vt, __CLPK_integer *__ldvt, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork,
    __CLPK_doublereal *__rwork, __CLPK_integer *__info);

/// Finds singular values and vectors by divide and conquer.
int sgesdd_(
    char *__jobz, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__s,
    __CLPK_real *__u, __CLPK_integer *__ldu, __CLPK_real *__vt, __CLPK_integer *__ldvt, __CLPK_real *__work,
    __CLPK_integer *__lwork, __CLPK_integer *__iwork, __CLPK_integer *__info);
int dgesdd_(
    char *__jobz, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__s, __CLPK_doublereal *__u, __CLPK_integer *__ldu, __CLPK_doublereal *__vt,
    __CLPK_integer *__ldvt, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__iwork,
    __CLPK_integer *__info);

/// Finds singular values and vectors by divide and conquer.
int cgesdd_(
    char *__jobz, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_complex *__a, __CLPK_integer *__lda,
    __CLPK_real *__s, __CLPK_complex *__u, __CLPK_integer *__ldu, __CLPK_complex *__vt, __CLPK_integer *__ldvt,
    __CLPK_complex *__work, __CLPK_integer *__lwork, __CLPK_real *__rwork, __CLPK_integer *__iwork,
    __CLPK_integer *__info);
int zgesdd_(
    char *__jobz, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_doublecomplex *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__s, __CLPK_doublecomplex *__u, __CLPK_integer *__ldu, __CLPK_doublecomplex *__vt,
    __CLPK_integer *__ldvt, __CLPK_doublecomplex *__work, __CLPK_integer *__lwork, __CLPK_doublereal *__rwork,
    __CLPK_integer *__iwork, __CLPK_integer *__info);

/// Reduces a matrix to Hessenberg form.
int sgehrd_(
    __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__tau, __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dgehrd_(
    __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__tau, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Makes Q from the factors of gehrd.
int sorghr_(
    __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi, __CLPK_real *__a, __CLPK_integer *__lda,
    __CLPK_real *__tau, __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dorghr_(
    __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi, __CLPK_doublereal *__a, __CLPK_integer *__lda,
    __CLPK_doublereal *__tau, __CLPK_doublereal *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);

/// Finds generalized singular values and vectors.
int sggsvd_(
    char *__jobu, char *__jobv, char *__jobq, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__p,
    __CLPK_integer *__k, __CLPK_integer *__l, __CLPK_real *__a, __CLPK_integer *__lda, __CLPK_real *__b,
    __CLPK_integer *__ldb, __CLPK_real *__alpha, __CLPK_real *__beta, __CLPK_real *__u, __CLPK_integer *__ldu,
    __CLPK_real *__v, __CLPK_integer *__ldv, __CLPK_real *__q, __CLPK_integer *__ldq, __CLPK_real *__work,
    __CLPK_integer *__iwork, __CLPK_integer *__info);
int dggsvd_(
    char *__jobu, char *__jobv, char *__jobq, __CLPK_integer *__m, __CLPK_integer *__n, __CLPK_integer *__p,
    __CLPK_integer *__k, __CLPK_integer *__l, __CLPK_doublereal *__a, __CLPK_integer *__lda, __CLPK_doublereal *__b,
    __CLPK_integer *__ldb, __CLPK_doublereal *__alpha, __CLPK_doublereal *__beta, __CLPK_doublereal *__u,
    __CLPK_integer *__ldu, __CLPK_doublereal *__v, __CLPK_integer *__ldv, __CLPK_doublereal *__q, __CLPK_integer *__ldq,
    __CLPK_doublereal *__work, __CLPK_integer *__iwork, __CLPK_integer *__info);

/// Fills a vector with random numbers.
int slarnv_(__CLPK_integer *__idist, __CLPK_integer *__iseed, __CLPK_integer *__n, __CLPK_real *__x);
int dlarnv_(__CLPK_integer *__idist, __CLPK_integer *__iseed, __CLPK_integer *__n, __CLPK_doublereal *__x);
int clarnv_(__CLPK_integer *__idist, __CLPK_integer *__iseed, __CLPK_integer *__n, __CLPK_complex *__x);
int zlarnv_(__CLPK_integer *__idist, __CLPK_integer *__iseed, __CLPK_integer *__n, __CLPK_doublecomplex *__x);

/// Finds eigenvalues of a Hessenberg matrix.
int shseqr_(
    char *__job, char *__compz, __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi, __CLPK_real *__h,
    __CLPK_integer *__ldh, __CLPK_real *__wr, __CLPK_real *__wi, __CLPK_real *__z, __CLPK_integer *__ldz,
    __CLPK_real *__work, __CLPK_integer *__lwork, __CLPK_integer *__info);
int dhseqr_(
    char *__job, char *__compz, __CLPK_integer *__n, __CLPK_integer *__ilo, __CLPK_integer *__ihi,
    __CLPK_doublereal *__h, __CLPK_integer *__ldh, __CLPK_doublereal *__wr, __CLPK_doublereal *__wi,
    __CLPK_doublereal *__z, __CLPK_integer *__ldz, __CLPK_doublereal *__work, __CLPK_integer *__lwork,
    __CLPK_integer *__info);

ACCELERATE_END

#endif
