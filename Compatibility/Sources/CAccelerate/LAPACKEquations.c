// LAPACK: linear equations.
// The routines pass their arguments on to the system's library. Fortran wants the length of each text after all others.

#include "LAPACKLibrary.h"
#include <Accelerate/clapack.h>

int sgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "sgetrf_"))(
        m, n, a, lda, ipiv, info);
    return *info;
}

int dgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dgetrf_"))(
        m, n, a, lda, ipiv, info);
    return *info;
}

int cgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "cgetrf_"))(
        m, n, a, lda, ipiv, info);
    return *info;
}

int zgetrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "zgetrf_"))(
        m, n, a, lda, ipiv, info);
    return *info;
}

int sgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "sgetrs_"))(
        trans, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int dgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_integer *ipiv, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dgetrs_"))(
        trans, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int cgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_complex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "cgetrs_"))(
        trans, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int zgetrs_(
    char *trans, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_integer *ipiv, __CLPK_doublecomplex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "zgetrs_"))(
        trans, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int sgetri_(
    __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "sgetri_"))(
        n, a, lda, ipiv, work, lwork, info);
    return *info;
}

int dgetri_(
    __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_doublereal *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgetri_"))(
        n, a, lda, ipiv, work, lwork, info);
    return *info;
}

int cgetri_(
    __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_complex *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "cgetri_"))(
        n, a, lda, ipiv, work, lwork, info);
    return *info;
}

int zgetri_(
    __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_doublecomplex *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "zgetri_"))(
        n, a, lda, ipiv, work, lwork, info);
    return *info;
}

int sgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgesv_"))(
        n, nrhs, a, lda, ipiv, b, ldb, info);
    return *info;
}

int dgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgesv_"))(
        n, nrhs, a, lda, ipiv, b, ldb, info);
    return *info;
}

int cgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_complex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "cgesv_"))(
        n, nrhs, a, lda, ipiv, b, ldb, info);
    return *info;
}

int zgesv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_doublecomplex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "zgesv_"))(
        n, nrhs, a, lda, ipiv, b, ldb, info);
    return *info;
}

int sgecon_(
    char *norm, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *anorm, __CLPK_real *rcond,
    __CLPK_real *work, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "sgecon_"))(
        norm, n, a, lda, anorm, rcond, work, iwork, info, 1);
    return *info;
}

int dgecon_(
    char *norm, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *anorm,
    __CLPK_doublereal *rcond, __CLPK_doublereal *work, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "dgecon_"))(
        norm, n, a, lda, anorm, rcond, work, iwork, info, 1);
    return *info;
}

int sgbsv_(
    __CLPK_integer *n, __CLPK_integer *kl, __CLPK_integer *ku, __CLPK_integer *nrhs, __CLPK_real *ab,
    __CLPK_integer *ldab, __CLPK_integer *ipiv, __CLPK_real *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgbsv_"))(
        n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info);
    return *info;
}

int dgbsv_(
    __CLPK_integer *n, __CLPK_integer *kl, __CLPK_integer *ku, __CLPK_integer *nrhs, __CLPK_doublereal *ab,
    __CLPK_integer *ldab, __CLPK_integer *ipiv, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dgbsv_"))(
        n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info);
    return *info;
}

int sgtsv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *dl, __CLPK_real *d, __CLPK_real *du, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgtsv_"))(
        n, nrhs, dl, d, du, b, ldb, info);
    return *info;
}

int dgtsv_(
    __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *dl, __CLPK_doublereal *d, __CLPK_doublereal *du,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgtsv_"))(
        n, nrhs, dl, d, du, b, ldb, info);
    return *info;
}

int spotrf_(char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "spotrf_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int dpotrf_(char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "dpotrf_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int cpotrf_(char *uplo, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "cpotrf_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int zpotrf_(char *uplo, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "zpotrf_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int spotrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "spotrs_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int dpotrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dpotrs_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int cpotrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_complex *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "cpotrs_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int zpotrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_doublecomplex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "zpotrs_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int spotri_(char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "spotri_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int dpotri_(char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "dpotri_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int cpotri_(char *uplo, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "cpotri_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int zpotri_(char *uplo, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "zpotri_"))(
        uplo, n, a, lda, info, 1);
    return *info;
}

int sposv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "sposv_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int dposv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dposv_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int cposv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_complex *b,
    __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "cposv_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int zposv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_doublecomplex *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "zposv_"))(
        uplo, n, nrhs, a, lda, b, ldb, info, 1);
    return *info;
}

int ssytrf_(
    char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "ssytrf_"))(
        uplo, n, a, lda, ipiv, work, lwork, info, 1);
    return *info;
}

int dsytrf_(
    char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dsytrf_"))(
        uplo, n, a, lda, ipiv, work, lwork, info, 1);
    return *info;
}

int ssytrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "ssytrs_"))(
        uplo, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int dsytrs_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_integer *ipiv, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dsytrs_"))(
        uplo, n, nrhs, a, lda, ipiv, b, ldb, info, 1);
    return *info;
}

int ssytri_(
    char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv, __CLPK_real *work,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, size_t))lapackRoutine(&found, "ssytri_"))(
        uplo, n, a, lda, ipiv, work, info, 1);
    return *info;
}

int dsytri_(
    char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_doublereal *work, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, size_t))lapackRoutine(&found, "dsytri_"))(
        uplo, n, a, lda, ipiv, work, info, 1);
    return *info;
}

int ssysv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *ipiv,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "ssysv_"))(
        uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info, 1);
    return *info;
}

int dsysv_(
    char *uplo, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_integer *ipiv, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_doublereal *work, __CLPK_integer *lwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "dsysv_"))(
        uplo, n, nrhs, a, lda, ipiv, b, ldb, work, lwork, info, 1);
    return *info;
}

int strtrs_(
    char *uplo, char *trans, char *diag, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t, size_t,
        size_t))lapackRoutine(&found, "strtrs_"))(
        uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, 1, 1, 1);
    return *info;
}

int dtrtrs_(
    char *uplo, char *trans, char *diag, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a,
    __CLPK_integer *lda, __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t, size_t,
        size_t))lapackRoutine(&found, "dtrtrs_"))(
        uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, 1, 1, 1);
    return *info;
}

int strtri_(char *uplo, char *diag, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "strtri_"))(
        uplo, diag, n, a, lda, info, 1, 1);
    return *info;
}

int dtrtri_(
    char *uplo, char *diag, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dtrtri_"))(
        uplo, diag, n, a, lda, info, 1, 1);
    return *info;
}
