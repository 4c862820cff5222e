// Conversions between types. Numbers out of the range of an integer type become its nearest number.

#ifndef ACCELERATE_VDSP_CONVERSION_H
#define ACCELERATE_VDSP_CONVERSION_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Converts to integers and drops fractions.
void vDSP_vfix8(const float *__A, vDSP_Stride __IA, signed char *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfix8D(const double *__A, vDSP_Stride __IA, signed char *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to integers and drops fractions.
void vDSP_vfix16(const float *__A, vDSP_Stride __IA, short *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfix16D(const double *__A, vDSP_Stride __IA, short *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to integers and drops fractions.
void vDSP_vfix32(const float *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfix32D(const double *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to integers and drops fractions.
void vDSP_vfixu8(const float *__A, vDSP_Stride __IA, unsigned char *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixu8D(const double *__A, vDSP_Stride __IA, unsigned char *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to integers and drops fractions.
void vDSP_vfixu16(const float *__A, vDSP_Stride __IA, unsigned short *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixu16D(const double *__A, vDSP_Stride __IA, unsigned short *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to integers and drops fractions.
void vDSP_vfixu32(const float *__A, vDSP_Stride __IA, unsigned int *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixu32D(const double *__A, vDSP_Stride __IA, unsigned int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixr8(const float *__A, vDSP_Stride __IA, signed char *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixr8D(const double *__A, vDSP_Stride __IA, signed char *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixr16(const float *__A, vDSP_Stride __IA, short *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixr16D(const double *__A, vDSP_Stride __IA, short *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixr32(const float *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixr32D(const double *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixru8(const float *__A, vDSP_Stride __IA, unsigned char *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixru8D(const double *__A, vDSP_Stride __IA, unsigned char *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixru16(const float *__A, vDSP_Stride __IA, unsigned short *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixru16D(const double *__A, vDSP_Stride __IA, unsigned short *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts to the nearest integers, and to the even one of two that are as near.
void vDSP_vfixru32(const float *__A, vDSP_Stride __IA, unsigned int *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfixru32D(const double *__A, vDSP_Stride __IA, unsigned int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vflt8(const signed char *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vflt8D(const signed char *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vflt16(const short *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vflt16D(const short *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vflt32(const int *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vflt32D(const int *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vfltu8(const unsigned char *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfltu8D(const unsigned char *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vfltu16(const unsigned short *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfltu16D(const unsigned short *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts integers to floating-point numbers.
void vDSP_vfltu32(const unsigned int *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfltu32D(const unsigned int *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds two vectors of integers: C = A + B. Sums wrap around.
void vDSP_vaddi(
    const int *__A, vDSP_Stride __IA, const int *__B, vDSP_Stride __IB, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds the scalar B to a vector of integers: C = A + B. Sums wrap around.
void vDSP_vsaddi(const int *__A, vDSP_Stride __IA, const int *__B, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns absolute values of integers.
void vDSP_vabsi(const int *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides the second vector of integers by the first: C = A / B.
void vDSP_vdivi(
    const int *__B, vDSP_Stride __IB, const int *__A, vDSP_Stride __IA, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides a vector of integers by the scalar B: C = A / B.
void vDSP_vsdivi(const int *__A, vDSP_Stride __IA, const int *__B, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns the bits that are equal in A and B: C = ~(A ^ B).
void vDSP_veqvi(
    const int *__A, vDSP_Stride __IA, const int *__B, vDSP_Stride __IB, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Fills a vector with the integer A.
void vDSP_vfilli(const int *__A, int *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts double precision to single precision.
void vDSP_vdpsp(const double *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts single precision to double precision.
void vDSP_vspdp(const float *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts signed integers of 24 bits, least significant byte first.
void vDSP_vflt24(const vDSP_int24 *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts unsigned integers of 24 bits, least significant byte first.
void vDSP_vfltu24(const vDSP_uint24 *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts signed integers of 24 bits and multiplies by the scalar B.
void vDSP_vfltsm24(
    const vDSP_int24 *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts unsigned integers of 24 bits and multiplies by the scalar B.
void vDSP_vfltsmu24(
    const vDSP_uint24 *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Multiplies by the scalar B, drops fractions and stores signed integers of 24 bits.
void vDSP_vsmfix24(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_int24 *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Multiplies by the scalar B, drops fractions and stores unsigned integers of 24 bits.
void vDSP_vsmfixu24(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_uint24 *__C, vDSP_Stride __IC, vDSP_Length __N);

ACCELERATE_END

#endif
