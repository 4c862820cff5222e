// One number from a vector.

#ifndef ACCELERATE_VDSP_REDUCTIONS_H
#define ACCELERATE_VDSP_REDUCTIONS_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Returns the sum of a vector.
void vDSP_sve(const float *__A, vDSP_Stride __I, float *__C, vDSP_Length __N);
void vDSP_sveD(const double *__A, vDSP_Stride __I, double *__C, vDSP_Length __N);

/// Returns the sum of the magnitudes of a vector.
void vDSP_svemg(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_svemgD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the sum of the squares of a vector.
void vDSP_svesq(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_svesqD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the sum of the squares of a vector with the signs of its elements.
void vDSP_svs(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_svsD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the sum of a vector and the sum of its squares.
void vDSP_sve_svesq(const float *__A, vDSP_Stride __IA, float *__Sum, float *__SumOfSquares, vDSP_Length __N);
void vDSP_sve_svesqD(const double *__A, vDSP_Stride __IA, double *__Sum, double *__SumOfSquares, vDSP_Length __N);

/// Returns the mean of a vector, which is not a number if N is 0.
void vDSP_meanv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_meanvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the mean of the magnitudes of a vector.
void vDSP_meamgv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_meamgvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the mean of the squares of a vector.
void vDSP_measqv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_measqvD(const double *__A, vDSP_Stride __I, double *__C, vDSP_Length __N);

/// Returns the mean of the squares of a vector with the signs of its elements.
void vDSP_mvessq(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_mvessqD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the square root of the mean of the squares of a vector.
void vDSP_rmsqv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_rmsqvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the greatest element, which is -infinity if N is 0.
void vDSP_maxv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_maxvD(const double *__A, vDSP_Stride __I, double *__C, vDSP_Length __N);

/// Returns the least element, which is infinity if N is 0.
void vDSP_minv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_minvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the greatest magnitude, which is 0 if N is 0.
void vDSP_maxmgv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_maxmgvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the least magnitude, which is infinity if N is 0.
void vDSP_minmgv(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length __N);
void vDSP_minmgvD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length __N);

/// Returns the dot product of two vectors.
void vDSP_dotpr(const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Length __N);
void vDSP_dotprD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Length __N);

/// Returns the dot products of two vectors with a third: C0 of A0 and B, C1 of A1 and B.
void vDSP_dotpr2(
    const float *__A0, vDSP_Stride __IA0, const float *__A1, vDSP_Stride __IA1, const float *__B, vDSP_Stride __IB,
    float *__C0, float *__C1, vDSP_Length __N);
void vDSP_dotpr2D(
    const double *__A0, vDSP_Stride __IA0, const double *__A1, vDSP_Stride __IA1, const double *__B, vDSP_Stride __IB,
    double *__C0, double *__C1, vDSP_Length __N);

/// Returns the squared distance of two points: the sum of (A - B)².
void vDSP_distancesq(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Length __N);
void vDSP_distancesqD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Length __N);

/// Returns the dot product of two complex vectors.
void vDSP_zdotpr(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Length __N);
void vDSP_zdotprD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Length __N);

/// Returns the dot product of the conjugate of A with B.
void vDSP_zidotpr(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Length __N);
void vDSP_zidotprD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Length __N);

/// Returns the dot product of a complex vector with a real vector.
void vDSP_zrdotpr(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const DSPSplitComplex *__C,
    vDSP_Length __N);
void vDSP_zrdotprD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Length __N);

ACCELERATE_END

#endif
