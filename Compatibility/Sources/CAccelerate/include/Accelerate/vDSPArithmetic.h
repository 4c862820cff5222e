// Vectors of numbers, element by element. Results may replace operands.

#ifndef ACCELERATE_VDSP_ARITHMETIC_H
#define ACCELERATE_VDSP_ARITHMETIC_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Adds two vectors: C = A + B.
void vDSP_vadd(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vaddD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Subtracts the first vector from the second: C = A - B.
void vDSP_vsub(
    const float *__B, vDSP_Stride __IB, const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vsubD(
    const double *__B, vDSP_Stride __IB, const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Multiplies two vectors: C = A * B.
void vDSP_vmul(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vmulD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Divides the second vector by the first: C = A / B.
void vDSP_vdiv(
    const float *__B, vDSP_Stride __IB, const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vdivD(
    const double *__B, vDSP_Stride __IB, const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Adds the scalar B to a vector: C = A + B.
void vDSP_vsadd(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vsaddD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Multiplies a vector by the scalar B: C = A * B.
void vDSP_vsmul(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vsmulD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides a vector by the scalar B: C = A / B.
void vDSP_vsdiv(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vsdivD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides the scalar A by a vector: C = A / B.
void vDSP_svdiv(const float *__A, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_svdivD(
    const double *__A, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Squares a vector: C = A * A.
void vDSP_vsq(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vsqD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Squares a vector and keeps the signs: C = A * |A|.
void vDSP_vssq(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vssqD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds two vectors and multiplies by a third: D = (A + B) * C.
void vDSP_vam(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vamD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    double *__D, vDSP_Stride __IDD, vDSP_Length __N);

/// Multiplies two vectors and adds a third: D = A * B + C.
void vDSP_vma(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vmaD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    double *__D, vDSP_Stride __ID, vDSP_Length __N);

/// Multiplies two vectors and subtracts a third: D = A * B - C.
void vDSP_vmsb(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vmsbD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    double *__D, vDSP_Stride __ID, vDSP_Length __N);

/// Subtracts two vectors and multiplies by a third: D = (A - B) * C.
void vDSP_vsbm(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vsbmD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    double *__D, vDSP_Stride __ID, vDSP_Length __N);

/// Adds two vectors and multiplies by the scalar C: D = (A + B) * C.
void vDSP_vasm(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vasmD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Subtracts two vectors and multiplies by the scalar C: D = (A - B) * C.
void vDSP_vsbsm(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vsbsmD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Multiplies two vectors and adds the scalar C: D = A * B + C.
void vDSP_vmsa(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vmsaD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Multiplies a vector by the scalar B and adds a vector: D = A * B + C.
void vDSP_vsma(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, vDSP_Stride __IC, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vsmaD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, vDSP_Stride __IC, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Multiplies a vector by the scalar B and adds the scalar C: D = A * B + C.
void vDSP_vsmsa(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N);
void vDSP_vsmsaD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Multiplies a vector by the scalar B and subtracts a vector: D = A * B - C.
void vDSP_vsmsb(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, vDSP_Stride __IC, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vsmsbD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, vDSP_Stride __IC, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Multiplies two vectors by the scalars B and D and adds the products: E = A * B + C * D.
void vDSP_vsmsma(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, vDSP_Stride __IC, const float *__D,
    float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vsmsmaD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, vDSP_Stride __IC, const double *__D,
    double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Multiplies the sums of two pairs of vectors: E = (A + B) * (C + D).
void vDSP_vaam(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vaamD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Multiplies a sum by a difference: E = (A + B) * (C - D).
void vDSP_vasbm(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vasbmD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Multiplies two differences: E = (A - B) * (C - D).
void vDSP_vsbsbm(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vsbsbmD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Adds two products: E = A * B + C * D.
void vDSP_vmma(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vmmaD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Subtracts two products: E = A * B - C * D.
void vDSP_vmmsb(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vmmsbD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Returns the distances of points: E = sqrt((A - C)² + (B - D)²).
void vDSP_vpythg(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    const float *__D, vDSP_Stride __ID, float *__E, vDSP_Stride __IE, vDSP_Length __N);
void vDSP_vpythgD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    const double *__D, vDSP_Stride __ID, double *__E, vDSP_Stride __IE, vDSP_Length __N);

/// Returns the lengths of vectors of two coordinates: C = sqrt(A² + B²).
void vDSP_vdist(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vdistD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Adds and subtracts: O0 = I1 + I0 and O1 = I1 - I0.
void vDSP_vaddsub(
    const float *__I0, vDSP_Stride __I0S, const float *__I1, vDSP_Stride __I1S, float *__O0, vDSP_Stride __O0S,
    float *__O1, vDSP_Stride __O1S, vDSP_Length __N);
void vDSP_vaddsubD(
    const double *__I0, vDSP_Stride __I0S, const double *__I1, vDSP_Stride __I1S, double *__O0, vDSP_Stride __O0S,
    double *__O1, vDSP_Stride __O1S, vDSP_Length __N);

/// Takes a vector into a running average of B vectors: C = (C * B + A) / (B + 1).
void vDSP_vavlin(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vavlinD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns absolute values: C = |A|.
void vDSP_vabs(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vabsD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns negative absolute values: C = -|A|.
void vDSP_vnabs(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vnabsD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Negates a vector: C = -A.
void vDSP_vneg(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vnegD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns the fractions of the elements, with their signs: C = A - trunc(A).
void vDSP_vfrac(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfracD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Interpolates between two vectors with the scalar C: D = A + (B - A) * C.
void vDSP_vintb(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, float *__D,
    vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vintbD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, double *__D,
    vDSP_Stride __ID, vDSP_Length __N);

/// Fills a vector with the scalar A.
void vDSP_vfill(const float *__A, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vfillD(const double *__A, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Fills a vector with zeros.
void vDSP_vclr(float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vclrD(double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Exchanges two vectors.
void vDSP_vswap(float *__A, vDSP_Stride __IA, float *__B, vDSP_Stride __IB, vDSP_Length __N);
void vDSP_vswapD(double *__A, vDSP_Stride __IA, double *__B, vDSP_Stride __IB, vDSP_Length __N);

/// Returns the greater elements of two vectors.
void vDSP_vmax(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vmaxD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Returns the lesser elements of two vectors.
void vDSP_vmin(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vminD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Returns the greater magnitudes of two vectors.
void vDSP_vmaxmg(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vmaxmgD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Returns the lesser magnitudes of two vectors.
void vDSP_vminmg(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vminmgD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Limits a vector to the range from B to C.
void vDSP_vclip(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N);
void vDSP_vclipD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Moves the elements between B and C out of that range: negative ones to B, others to C.
void vDSP_viclip(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N);
void vDSP_viclipD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Returns +C for elements that are at least B, and -C for others.
void vDSP_vlim(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N);
void vDSP_vlimD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Returns elements that are at least B, and B for others.
void vDSP_vthr(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vthrD(const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns elements that are at least B, and 0 for others.
void vDSP_vthres(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vthresD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns +C for elements that are at least B, and -C for others.
void vDSP_vthrsc(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N);
void vDSP_vthrscD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Returns the elements of C that lie above A or below B, and 0 for others.
void vDSP_venvlp(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const float *__C, vDSP_Stride __IC,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_venvlpD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, const double *__C, vDSP_Stride __IC,
    double *__D, vDSP_Stride __ID, vDSP_Length __N);

ACCELERATE_END

#endif
