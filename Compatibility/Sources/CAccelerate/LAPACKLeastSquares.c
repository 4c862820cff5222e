// LAPACK: least squares and orthogonal factors.
// The routines pass their arguments on to the system's library. Fortran wants the length of each text after all others.

#include "LAPACKLibrary.h"
#include <Accelerate/clapack.h>

int sgels_(
    char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "sgels_"))(
        trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1);
    return *info;
}

int dgels_(
    char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "dgels_"))(
        trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1);
    return *info;
}

int cgels_(
    char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_complex *a, __CLPK_integer *lda,
    __CLPK_complex *b, __CLPK_integer *ldb, __CLPK_complex *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "cgels_"))(
        trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1);
    return *info;
}

int zgels_(
    char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublecomplex *a,
    __CLPK_integer *lda, __CLPK_doublecomplex *b, __CLPK_integer *ldb, __CLPK_doublecomplex *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "zgels_"))(
        trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1);
    return *info;
}

int sgelsd_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_real *s, __CLPK_real *rcond, __CLPK_integer *rank, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgelsd_"))(
        m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, info);
    return *info;
}

int dgelsd_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_doublereal *s, __CLPK_doublereal *rcond, __CLPK_integer *rank,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dgelsd_"))(
        m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, info);
    return *info;
}

int sgelss_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_real *s, __CLPK_real *rcond, __CLPK_integer *rank, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "sgelss_"))(
        m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, info);
    return *info;
}

int dgelss_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_doublereal *s, __CLPK_doublereal *rcond, __CLPK_integer *rank,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgelss_"))(
        m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, info);
    return *info;
}

int sgelsy_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_integer *jpvt, __CLPK_real *rcond, __CLPK_integer *rank, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "sgelsy_"))(
        m, n, nrhs, a, lda, b, ldb, jpvt, rcond, rank, work, lwork, info);
    return *info;
}

int dgelsy_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *nrhs, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_integer *jpvt, __CLPK_doublereal *rcond, __CLPK_integer *rank,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgelsy_"))(
        m, n, nrhs, a, lda, b, ldb, jpvt, rcond, rank, work, lwork, info);
    return *info;
}

int sgeqrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgeqrf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int dgeqrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *tau,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgeqrf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int cgeqrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_complex *tau,
    __CLPK_complex *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "cgeqrf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int zgeqrf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_doublecomplex *tau,
    __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "zgeqrf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int sgelqf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgelqf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int dgelqf_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *tau,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "dgelqf_"))(
        m, n, a, lda, tau, work, lwork, info);
    return *info;
}

int sgeqp3_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_integer *jpvt, __CLPK_real *tau,
    __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgeqp3_"))(
        m, n, a, lda, jpvt, tau, work, lwork, info);
    return *info;
}

int dgeqp3_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_integer *jpvt,
    __CLPK_doublereal *tau, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dgeqp3_"))(
        m, n, a, lda, jpvt, tau, work, lwork, info);
    return *info;
}

int sorgqr_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau,
    __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sorgqr_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int dorgqr_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *tau, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dorgqr_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int cungqr_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_complex *a, __CLPK_integer *lda,
    __CLPK_complex *tau, __CLPK_complex *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *,
        __CLPK_complex *, __CLPK_complex *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "cungqr_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int zungqr_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_doublecomplex *tau, __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "zungqr_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int sorglq_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau,
    __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sorglq_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int dorglq_(
    __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *tau, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dorglq_"))(
        m, n, k, a, lda, tau, work, lwork, info);
    return *info;
}

int sormqr_(
    char *side, char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_real *a,
    __CLPK_integer *lda, __CLPK_real *tau, __CLPK_real *c, __CLPK_integer *ldc, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t, size_t))lapackRoutine(&found, "sormqr_"))(
        side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, 1, 1);
    return *info;
}

int dormqr_(
    char *side, char *trans, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *k, __CLPK_doublereal *a,
    __CLPK_integer *lda, __CLPK_doublereal *tau, __CLPK_doublereal *c, __CLPK_integer *ldc, __CLPK_doublereal *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "dormqr_"))(
        side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info, 1, 1);
    return *info;
}
