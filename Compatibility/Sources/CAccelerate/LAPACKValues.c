// LAPACK: eigenvalues and singular values.
// The routines pass their arguments on to the system's library. Fortran wants the length of each text after all others.

#include "LAPACKLibrary.h"
#include <Accelerate/clapack.h>

int sgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *wr, __CLPK_real *wi,
    __CLPK_real *vl, __CLPK_integer *ldvl, __CLPK_real *vr, __CLPK_integer *ldvr, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "sgeev_"))(
        jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1);
    return *info;
}

int dgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *wr,
    __CLPK_doublereal *wi, __CLPK_doublereal *vl, __CLPK_integer *ldvl, __CLPK_doublereal *vr, __CLPK_integer *ldvr,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dgeev_"))(
        jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1);
    return *info;
}

int cgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_complex *w,
    __CLPK_complex *vl, __CLPK_integer *ldvl, __CLPK_complex *vr, __CLPK_integer *ldvr, __CLPK_complex *work,
    __CLPK_integer *lwork, __CLPK_real *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "cgeev_"))(
        jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork, info, 1, 1);
    return *info;
}

int zgeev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_doublecomplex *w,
    __CLPK_doublecomplex *vl, __CLPK_integer *ldvl, __CLPK_doublecomplex *vr, __CLPK_integer *ldvr,
    __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_doublereal *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "zgeev_"))(
        jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork, info, 1, 1);
    return *info;
}

int sggev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b,
    __CLPK_integer *ldb, __CLPK_real *alphar, __CLPK_real *alphai, __CLPK_real *beta, __CLPK_real *vl,
    __CLPK_integer *ldvl, __CLPK_real *vr, __CLPK_integer *ldvr, __CLPK_real *work, __CLPK_integer *lwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_real *, __CLPK_real *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "sggev_"))(
        jobvl, jobvr, n, a, lda, b, ldb, alphar, alphai, beta, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1);
    return *info;
}

int dggev_(
    char *jobvl, char *jobvr, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *b,
    __CLPK_integer *ldb, __CLPK_doublereal *alphar, __CLPK_doublereal *alphai, __CLPK_doublereal *beta,
    __CLPK_doublereal *vl, __CLPK_integer *ldvl, __CLPK_doublereal *vr, __CLPK_integer *ldvr, __CLPK_doublereal *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "dggev_"))(
        jobvl, jobvr, n, a, lda, b, ldb, alphar, alphai, beta, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1);
    return *info;
}

int ssyev_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *w, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "ssyev_"))(
        jobz, uplo, n, a, lda, w, work, lwork, info, 1, 1);
    return *info;
}

int dsyev_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *w,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dsyev_"))(
        jobz, uplo, n, a, lda, w, work, lwork, info, 1, 1);
    return *info;
}

int ssyevd_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *w, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *liwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "ssyevd_"))(
        jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1);
    return *info;
}

int dsyevd_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *w,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *liwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dsyevd_"))(
        jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1);
    return *info;
}

int ssyevr_(
    char *jobz, char *range, char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *vl,
    __CLPK_real *vu, __CLPK_integer *il, __CLPK_integer *iu, __CLPK_real *abstol, __CLPK_integer *m, __CLPK_real *w,
    __CLPK_real *z, __CLPK_integer *ldz, __CLPK_integer *isuppz, __CLPK_real *work, __CLPK_integer *lwork,
    __CLPK_integer *iwork, __CLPK_integer *liwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_real *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t, size_t))lapackRoutine(&found, "ssyevr_"))(
        
        jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work, lwork, iwork, liwork, info,
        1, 1, 1);
    return *info;
}

int dsyevr_(
    char *jobz, char *range, char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *vl, __CLPK_doublereal *vu, __CLPK_integer *il, __CLPK_integer *iu, __CLPK_doublereal *abstol,
    __CLPK_integer *m, __CLPK_doublereal *w, __CLPK_doublereal *z, __CLPK_integer *ldz, __CLPK_integer *isuppz,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *liwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, size_t, size_t,
        size_t))lapackRoutine(&found, "dsyevr_"))(
        
        jobz, range, uplo, n, a, lda, vl, vu, il, iu, abstol, m, w, z, ldz, isuppz, work, lwork, iwork, liwork, info,
        1, 1, 1);
    return *info;
}

int ssygv_(
    __CLPK_integer *itype, char *jobz, char *uplo, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda,
    __CLPK_real *b, __CLPK_integer *ldb, __CLPK_real *w, __CLPK_real *work, __CLPK_integer *lwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, char *, char *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "ssygv_"))(
        itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, info, 1, 1);
    return *info;
}

int dsygv_(
    __CLPK_integer *itype, char *jobz, char *uplo, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *b, __CLPK_integer *ldb, __CLPK_doublereal *w, __CLPK_doublereal *work, __CLPK_integer *lwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, char *, char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "dsygv_"))(
        itype, jobz, uplo, n, a, lda, b, ldb, w, work, lwork, info, 1, 1);
    return *info;
}

int sstev_(
    char *jobz, __CLPK_integer *n, __CLPK_real *d, __CLPK_real *e, __CLPK_real *z, __CLPK_integer *ldz,
    __CLPK_real *work, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_real *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, size_t))lapackRoutine(&found, "sstev_"))(
        jobz, n, d, e, z, ldz, work, info, 1);
    return *info;
}

int dstev_(
    char *jobz, __CLPK_integer *n, __CLPK_doublereal *d, __CLPK_doublereal *e, __CLPK_doublereal *z,
    __CLPK_integer *ldz, __CLPK_doublereal *work, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, size_t))lapackRoutine(&found, "dstev_"))(
        jobz, n, d, e, z, ldz, work, info, 1);
    return *info;
}

int cheev_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_real *w,
    __CLPK_complex *work, __CLPK_integer *lwork, __CLPK_real *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_real *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "cheev_"))(
        jobz, uplo, n, a, lda, w, work, lwork, rwork, info, 1, 1);
    return *info;
}

int zheev_(
    char *jobz, char *uplo, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda, __CLPK_doublereal *w,
    __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_doublereal *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "zheev_"))(
        jobz, uplo, n, a, lda, w, work, lwork, rwork, info, 1, 1);
    return *info;
}

int sgesvd_(
    char *jobu, char *jobvt, __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *s,
    __CLPK_real *u, __CLPK_integer *ldu, __CLPK_real *vt, __CLPK_integer *ldvt, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "sgesvd_"))(
        jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1);
    return *info;
}

int dgesvd_(
    char *jobu, char *jobvt, __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *s, __CLPK_doublereal *u, __CLPK_integer *ldu, __CLPK_doublereal *vt, __CLPK_integer *ldvt,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dgesvd_"))(
        jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1);
    return *info;
}

int cgesvd_(
    char *jobu, char *jobvt, __CLPK_integer *m, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda,
    __CLPK_real *s, __CLPK_complex *u, __CLPK_integer *ldu, __CLPK_complex *vt, __CLPK_integer *ldvt,
    __CLPK_complex *work, __CLPK_integer *lwork, __CLPK_real *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_real *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "cgesvd_"))(
        jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, info, 1, 1);
    return *info;
}

int zgesvd_(
    char *jobu, char *jobvt, __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_doublereal *s, __CLPK_doublecomplex *u, __CLPK_integer *ldu, __CLPK_doublecomplex *vt, __CLPK_integer *ldvt,
    __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_doublereal *rwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "zgesvd_"))(
        jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, info, 1, 1);
    return *info;
}

int sgesdd_(
    char *jobz, __CLPK_integer *m, __CLPK_integer *n, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *s,
    __CLPK_real *u, __CLPK_integer *ldu, __CLPK_real *vt, __CLPK_integer *ldvt, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "sgesdd_"))(
        jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, 1);
    return *info;
}

int dgesdd_(
    char *jobz, __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *s,
    __CLPK_doublereal *u, __CLPK_integer *ldu, __CLPK_doublereal *vt, __CLPK_integer *ldvt, __CLPK_doublereal *work,
    __CLPK_integer *lwork, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, size_t))lapackRoutine(&found, "dgesdd_"))(
        jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, 1);
    return *info;
}

int cgesdd_(
    char *jobz, __CLPK_integer *m, __CLPK_integer *n, __CLPK_complex *a, __CLPK_integer *lda, __CLPK_real *s,
    __CLPK_complex *u, __CLPK_integer *ldu, __CLPK_complex *vt, __CLPK_integer *ldvt, __CLPK_complex *work,
    __CLPK_integer *lwork, __CLPK_real *rwork, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_real *,
        __CLPK_complex *, __CLPK_integer *, __CLPK_complex *, __CLPK_integer *, __CLPK_complex *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "cgesdd_"))(
        jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, iwork, info, 1);
    return *info;
}

int zgesdd_(
    char *jobz, __CLPK_integer *m, __CLPK_integer *n, __CLPK_doublecomplex *a, __CLPK_integer *lda,
    __CLPK_doublereal *s, __CLPK_doublecomplex *u, __CLPK_integer *ldu, __CLPK_doublecomplex *vt, __CLPK_integer *ldvt,
    __CLPK_doublecomplex *work, __CLPK_integer *lwork, __CLPK_doublereal *rwork, __CLPK_integer *iwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublecomplex *, __CLPK_integer *,
        __CLPK_doublecomplex *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *,
        size_t))lapackRoutine(&found, "zgesdd_"))(
        jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, iwork, info, 1);
    return *info;
}

int sgehrd_(
    __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau,
    __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sgehrd_"))(
        n, ilo, ihi, a, lda, tau, work, lwork, info);
    return *info;
}

int dgehrd_(
    __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *tau, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dgehrd_"))(
        n, ilo, ihi, a, lda, tau, work, lwork, info);
    return *info;
}

int sorghr_(
    __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *tau,
    __CLPK_real *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_integer *, __CLPK_integer *))lapackRoutine(&found, "sorghr_"))(
        n, ilo, ihi, a, lda, tau, work, lwork, info);
    return *info;
}

int dorghr_(
    __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_doublereal *a, __CLPK_integer *lda,
    __CLPK_doublereal *tau, __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *))lapackRoutine(&found, "dorghr_"))(
        n, ilo, ihi, a, lda, tau, work, lwork, info);
    return *info;
}

int sggsvd_(
    char *jobu, char *jobv, char *jobq, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *p, __CLPK_integer *k,
    __CLPK_integer *l, __CLPK_real *a, __CLPK_integer *lda, __CLPK_real *b, __CLPK_integer *ldb, __CLPK_real *alpha,
    __CLPK_real *beta, __CLPK_real *u, __CLPK_integer *ldu, __CLPK_real *v, __CLPK_integer *ldv, __CLPK_real *q,
    __CLPK_integer *ldq, __CLPK_real *work, __CLPK_integer *iwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_real *,
        __CLPK_integer *, __CLPK_real *, __CLPK_integer *, __CLPK_integer *, size_t, size_t,
        size_t))lapackRoutine(&found, "sggsvd_"))(
        
        jobu, jobv, jobq, m, n, p, k, l, a, lda, b, ldb, alpha, beta, u, ldu, v, ldv, q, ldq, work, iwork, info, 1, 1,
        1);
    return *info;
}

int dggsvd_(
    char *jobu, char *jobv, char *jobq, __CLPK_integer *m, __CLPK_integer *n, __CLPK_integer *p, __CLPK_integer *k,
    __CLPK_integer *l, __CLPK_doublereal *a, __CLPK_integer *lda, __CLPK_doublereal *b, __CLPK_integer *ldb,
    __CLPK_doublereal *alpha, __CLPK_doublereal *beta, __CLPK_doublereal *u, __CLPK_integer *ldu, __CLPK_doublereal *v,
    __CLPK_integer *ldv, __CLPK_doublereal *q, __CLPK_integer *ldq, __CLPK_doublereal *work, __CLPK_integer *iwork,
    __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t, size_t))lapackRoutine(&found, "dggsvd_"))(
        
        jobu, jobv, jobq, m, n, p, k, l, a, lda, b, ldb, alpha, beta, u, ldu, v, ldv, q, ldq, work, iwork, info, 1, 1,
        1);
    return *info;
}

int slarnv_(__CLPK_integer *idist, __CLPK_integer *iseed, __CLPK_integer *n, __CLPK_real *x) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *))lapackRoutine(&found, "slarnv_"))(
        idist, iseed, n, x);
    return 0;
}

int dlarnv_(__CLPK_integer *idist, __CLPK_integer *iseed, __CLPK_integer *n, __CLPK_doublereal *x) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublereal *))lapackRoutine(&found, "dlarnv_"))(
        idist, iseed, n, x);
    return 0;
}

int clarnv_(__CLPK_integer *idist, __CLPK_integer *iseed, __CLPK_integer *n, __CLPK_complex *x) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_complex *))lapackRoutine(&found, "clarnv_"))(
        idist, iseed, n, x);
    return 0;
}

int zlarnv_(__CLPK_integer *idist, __CLPK_integer *iseed, __CLPK_integer *n, __CLPK_doublecomplex *x) {
    static void *found;
    ((void (*)(
        __CLPK_integer *, __CLPK_integer *, __CLPK_integer *,
        __CLPK_doublecomplex *))lapackRoutine(&found, "zlarnv_"))(
        idist, iseed, n, x);
    return 0;
}

int shseqr_(
    char *job, char *compz, __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_real *h,
    __CLPK_integer *ldh, __CLPK_real *wr, __CLPK_real *wi, __CLPK_real *z, __CLPK_integer *ldz, __CLPK_real *work,
    __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_real *, __CLPK_real *, __CLPK_real *, __CLPK_integer *, __CLPK_real *, __CLPK_integer *,
        __CLPK_integer *, size_t, size_t))lapackRoutine(&found, "shseqr_"))(
        job, compz, n, ilo, ihi, h, ldh, wr, wi, z, ldz, work, lwork, info, 1, 1);
    return *info;
}

int dhseqr_(
    char *job, char *compz, __CLPK_integer *n, __CLPK_integer *ilo, __CLPK_integer *ihi, __CLPK_doublereal *h,
    __CLPK_integer *ldh, __CLPK_doublereal *wr, __CLPK_doublereal *wi, __CLPK_doublereal *z, __CLPK_integer *ldz,
    __CLPK_doublereal *work, __CLPK_integer *lwork, __CLPK_integer *info) {
    static void *found;
    ((void (*)(
        char *, char *, __CLPK_integer *, __CLPK_integer *, __CLPK_integer *, __CLPK_doublereal *,
        __CLPK_integer *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_doublereal *, __CLPK_integer *,
        __CLPK_doublereal *, __CLPK_integer *, __CLPK_integer *, size_t,
        size_t))lapackRoutine(&found, "dhseqr_"))(
        job, compz, n, ilo, ihi, h, ldh, wr, wi, z, ldz, work, lwork, info, 1, 1);
    return *info;
}
