// BLAS: the types, and functions of vectors. A negative stride begins at the last element.

#ifndef ACCELERATE_CBLAS_VECTORS_H
#define ACCELERATE_CBLAS_VECTORS_H

#include <Accelerate/AccelerateBase.h>

ACCELERATE_BEGIN

/// Whether rows or columns of a matrix stand side by side.
enum CBLAS_ORDER {
    CblasRowMajor = 101,
    CblasColMajor = 102
};

/// The operation on a matrix.
enum CBLAS_TRANSPOSE {
    CblasNoTrans = 111,
    CblasTrans = 112,
    CblasConjTrans = 113,
    AtlasConj = 114
};

/// The triangle of a matrix that counts.
enum CBLAS_UPLO {
    CblasUpper = 121,
    CblasLower = 122
};

/// Whether the diagonal of a triangle is read, or is one.
enum CBLAS_DIAG {
    CblasNonUnit = 131,
    CblasUnit = 132
};

/// The side on which a matrix is multiplied.
enum CBLAS_SIDE {
    CblasLeft = 141,
    CblasRight = 142
};

typedef enum CBLAS_ORDER CBLAS_ORDER;
typedef enum CBLAS_TRANSPOSE CBLAS_TRANSPOSE;
typedef enum CBLAS_UPLO CBLAS_UPLO;
typedef enum CBLAS_DIAG CBLAS_DIAG;
typedef enum CBLAS_SIDE CBLAS_SIDE;

/// What is called for a wrong parameter.
typedef void (*BLASParamErrorProc)(
    const char *funcName, const char *paramName, const int *paramPos, const int *paramValue);

/// Sets what is called for a wrong parameter.
void SetBLASParamErrorProc(BLASParamErrorProc __ErrorProc);

/// Prints a message about a parameter and returns the lesser of two positions.
int cblas_errprn(int __ierr, int __info, char *__form, ...);

/// Prints a message about a parameter and ends the program, unless a procedure is set.
void cblas_xerbla(int __p, char *__rout, char *__form, ...);

/// Returns alpha + the dot product, summed in double precision.
float cblas_sdsdot(
    const int __N, const float __alpha, const float *__X, const int __incX, const float *__Y, const int __incY);

/// Returns the dot product in double precision.
double cblas_dsdot(const int __N, const float *__X, const int __incX, const float *__Y, const int __incY);

/// Returns the dot product.
float cblas_sdot(const int __N, const float *__X, const int __incX, const float *__Y, const int __incY);
double cblas_ddot(const int __N, const double *__X, const int __incX, const double *__Y, const int __incY);

/// Stores the dot product.
void cblas_cdotu_sub(const int __N, const void *__X, const int __incX, const void *__Y, const int __incY, void *__dotu);
void cblas_zdotu_sub(const int __N, const void *__X, const int __incX, const void *__Y, const int __incY, void *__dotu);

/// Stores the dot product of the conjugate of X with Y.
void cblas_cdotc_sub(const int __N, const void *__X, const int __incX, const void *__Y, const int __incY, void *__dotc);
void cblas_zdotc_sub(const int __N, const void *__X, const int __incX, const void *__Y, const int __incY, void *__dotc);

/// Returns the Euclidean length.
float cblas_snrm2(const int __N, const float *__X, const int __incX);
double cblas_dnrm2(const int __N, const double *__X, const int __incX);
float cblas_scnrm2(const int __N, const void *__X, const int __incX);
double cblas_dznrm2(const int __N, const void *__X, const int __incX);

/// Returns the sum of magnitudes.
float cblas_sasum(const int __N, const float *__X, const int __incX);
double cblas_dasum(const int __N, const double *__X, const int __incX);
float cblas_scasum(const int __N, const void *__X, const int __incX);
double cblas_dzasum(const int __N, const void *__X, const int __incX);

/// Returns the place of the greatest magnitude, counted from 0.
int cblas_isamax(const int __N, const float *__X, const int __incX);
int cblas_idamax(const int __N, const double *__X, const int __incX);
int cblas_icamax(const int __N, const void *__X, const int __incX);
int cblas_izamax(const int __N, const void *__X, const int __incX);

/// Exchanges two vectors.
void cblas_sswap(const int __N, float *__X, const int __incX, float *__Y, const int __incY);
void cblas_dswap(const int __N, double *__X, const int __incX, double *__Y, const int __incY);
void cblas_cswap(const int __N, void *__X, const int __incX, void *__Y, const int __incY);
void cblas_zswap(const int __N, void *__X, const int __incX, void *__Y, const int __incY);

/// Copies a vector.
void cblas_scopy(const int __N, const float *__X, const int __incX, float *__Y, const int __incY);
void cblas_dcopy(const int __N, const double *__X, const int __incX, double *__Y, const int __incY);
void cblas_ccopy(const int __N, const void *__X, const int __incX, void *__Y, const int __incY);
void cblas_zcopy(const int __N, const void *__X, const int __incX, void *__Y, const int __incY);

/// Y = alpha * X + Y
void cblas_saxpy(const int __N, const float __alpha, const float *__X, const int __incX, float *__Y, const int __incY);
void cblas_daxpy(
    const int __N, const double __alpha, const double *__X, const int __incX, double *__Y, const int __incY);
void cblas_caxpy(const int __N, const void *__alpha, const void *__X, const int __incX, void *__Y, const int __incY);
void cblas_zaxpy(const int __N, const void *__alpha, const void *__X, const int __incX, void *__Y, const int __incY);

/// Y = alpha * X + beta * Y
void catlas_saxpby(
    const int __N, const float __alpha, const float *__X, const int __incX, const float __beta, float *__Y,
    const int __incY);
void catlas_daxpby(
    const int __N, const double __alpha, const double *__X, const int __incX, const double __beta, double *__Y,
    const int __incY);
void catlas_caxpby(
    const int __N, const void *__alpha, const void *__X, const int __incX, const void *__beta, void *__Y,
    const int __incY);
void catlas_zaxpby(
    const int __N, const void *__alpha, const void *__X, const int __incX, const void *__beta, void *__Y,
    const int __incY);

/// Fills a vector with alpha.
void catlas_sset(const int __N, const float __alpha, float *__X, const int __incX);
void catlas_dset(const int __N, const double __alpha, double *__X, const int __incX);
void catlas_cset(const int __N, const void *__alpha, void *__X, const int __incX);
void catlas_zset(const int __N, const void *__alpha, void *__X, const int __incX);

/// Makes a rotation that turns the second element into zero.
void cblas_srotg(float *__a, float *__b, float *__c, float *__s);
void cblas_drotg(double *__a, double *__b, double *__c, double *__s);
void cblas_crotg(void *__a, void *__b, void *__c, void *__s);
void cblas_zrotg(void *__a, void *__b, void *__c, void *__s);

/// Makes a modified rotation that turns the second element into zero.
void cblas_srotmg(float *__d1, float *__d2, float *__b1, const float __b2, float *__P);
void cblas_drotmg(double *__d1, double *__d2, double *__b1, const double __b2, double *__P);

/// Rotates points.
void cblas_srot(
    const int __N, float *__X, const int __incX, float *__Y, const int __incY, const float __c, const float __s);
void cblas_drot(
    const int __N, double *__X, const int __incX, double *__Y, const int __incY, const double __c, const double __s);
void cblas_csrot(
    const int __N, void *__X, const int __incX, void *__Y, const int __incY, const float __c, const float __s);
void cblas_zdrot(
    const int __N, void *__X, const int __incX, void *__Y, const int __incY, const double __c, const double __s);

/// Rotates points by a modified rotation.
void cblas_srotm(const int __N, float *__X, const int __incX, float *__Y, const int __incY, const float *__P);
void cblas_drotm(const int __N, double *__X, const int __incX, double *__Y, const int __incY, const double *__P);

/// X = alpha * X
void cblas_sscal(const int __N, const float __alpha, float *__X, const int __incX);
void cblas_dscal(const int __N, const double __alpha, double *__X, const int __incX);
void cblas_cscal(const int __N, const void *__alpha, void *__X, const int __incX);
void cblas_zscal(const int __N, const void *__alpha, void *__X, const int __incX);
void cblas_csscal(const int __N, const float __alpha, void *__X, const int __incX);
void cblas_zdscal(const int __N, const double __alpha, void *__X, const int __incX);

ACCELERATE_END

#endif
