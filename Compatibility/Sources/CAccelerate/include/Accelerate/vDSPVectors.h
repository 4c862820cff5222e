// Vectors that are made, looked up, sorted, interpolated and integrated.

#ifndef ACCELERATE_VDSP_VECTORS_H
#define ACCELERATE_VDSP_VECTORS_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Copies the elements of A at whose places B is not zero, side by side.
void vDSP_vcmprs(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vcmprsD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Converts to decibels: C = 20 * log10(A / B) if F is 1 (amplitudes), and 10 * log10(A / B) if F is 0 (powers).
void vDSP_vdbcon(
    const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N,
    unsigned int __F);
void vDSP_vdbconD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N,
    unsigned int __F);

/// Gathers elements. B holds places counted from 1: C[n] = A[B[n] - 1].
void vDSP_vgathr(
    const float *__A, const vDSP_Length *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vgathrD(
    const double *__A, const vDSP_Length *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Gathers elements by their addresses: C[n] = *A[n].
void vDSP_vgathra(
    const float *const _Nonnull *_Nonnull __A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vgathraD(
    const double *const _Nonnull *_Nonnull __A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Gathers elements. B holds places counted from 0, whose fractions are dropped: C[n] = A[trunc(B[n])].
void vDSP_vindex(const float *__A, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vindexD(
    const double *__A, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Fills a vector with a line from A to B.
void vDSP_vgen(const float *__A, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vgenD(const double *__A, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Interpolates between the M values A that stand at the M places B. C has N elements.
void vDSP_vgenp(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __M);
void vDSP_vgenpD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __M);

/// Interpolates linearly between neighbors in A, which has M elements. B holds places: C[n] = A[b] + f * (A[b + 1] -
/// A[b]).
void vDSP_vlint(
    const float *__A, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC, vDSP_Length __N,
    vDSP_Length __M);
void vDSP_vlintD(
    const double *__A, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC, vDSP_Length __N,
    vDSP_Length __M);

/// Interpolates quadratically between neighbors in A, which has M elements. B holds places.
void vDSP_vqint(
    const float *__A, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC, vDSP_Length __N,
    vDSP_Length __M);
void vDSP_vqintD(
    const double *__A, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC, vDSP_Length __N,
    vDSP_Length __M);

/// Evaluates a polynomial of degree P at the places B. A holds P + 1 coefficients, that of the highest power first.
void vDSP_vpoly(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __P);
void vDSP_vpolyD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __P);

/// Fills a vector with a ramp: C[n] = A + n * B.
void vDSP_vramp(const float *__A, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vrampD(const double *__A, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Integrates by running sums: C[0] = 0, C[n] = C[n - 1] + S * A[n].
void vDSP_vrsum(const float *__A, vDSP_Stride __IA, const float *__S, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vrsumD(
    const double *__A, vDSP_Stride __IA, const double *__S, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Integrates by Simpson's rule with the step B.
void vDSP_vsimps(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vsimpsD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Integrates by the trapezoidal rule with the step B.
void vDSP_vtrapz(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vtrapzD(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns sums of P neighbors. A has N + P - 1 elements.
void vDSP_vswsum(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __P);
void vDSP_vswsumD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __P);

/// Returns the greatest of WindowLength neighbors. A has N + WindowLength - 1 elements.
void vDSP_vswmax(
    const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __WindowLength);
void vDSP_vswmaxD(
    const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __WindowLength);

/// Looks up places S1 * A + S2 in the table C of M elements and interpolates linearly.
void vDSP_vtabi(
    const float *__A, vDSP_Stride __IA, const float *__S1, const float *__S2, const float *__C, vDSP_Length __M,
    float *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_vtabiD(
    const double *__A, vDSP_Stride __IA, const double *__S1, const double *__S2, const double *__C, vDSP_Length __M,
    double *__D, vDSP_Stride __ID, vDSP_Length __N);

/// Fades from A to B: C[n] = A[n] + (B[n] - A[n]) * n / (N - 1).
void vDSP_vtmerg(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_vtmergD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Reverses a vector in place.
void vDSP_vrvrs(float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_vrvrsD(double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Sorts a vector in place: upward if Order is 1, downward if it is -1.
void vDSP_vsort(float *__C, vDSP_Length __N, int __Order);
void vDSP_vsortD(double *__C, vDSP_Length __N, int __Order);

/// Sorts the places I of elements in C, which does not change. Temporary is not used.
void vDSP_vsorti(const float *__C, vDSP_Length *__I, vDSP_Length *_Nullable __Temporary, vDSP_Length __N, int __Order);
void vDSP_vsortiD(
    const double *__C, vDSP_Length *__I, vDSP_Length *_Nullable __Temporary, vDSP_Length __N, int __Order);

/// Limits a vector to the range from B to C, and counts the elements below and above it.
void vDSP_vclipc(
    const float *__A, vDSP_Stride __IA, const float *__B, const float *__C, float *__D, vDSP_Stride __ID,
    vDSP_Length __N, vDSP_Length *__NLow, vDSP_Length *__NHigh);
void vDSP_vclipcD(
    const double *__A, vDSP_Stride __IA, const double *__B, const double *__C, double *__D, vDSP_Stride __ID,
    vDSP_Length __N, vDSP_Length *__NLow, vDSP_Length *__NHigh);

/// Subtracts the mean and divides by the standard deviation of the population. C may be NULL for these two values
/// alone.
void vDSP_normalize(
    const float *__A, vDSP_Stride __IA, float *_Nullable __C, vDSP_Stride __IC, float *_Nullable __Mean,
    float *_Nullable __StandardDeviation, vDSP_Length __N);
void vDSP_normalizeD(
    const double *__A, vDSP_Stride __IA, double *_Nullable __C, vDSP_Stride __IC, double *_Nullable __Mean,
    double *_Nullable __StandardDeviation, vDSP_Length __N);

/// Counts changes of sign, up to B of them. C receives the place of the change that is the B-th one, else 0; D the
/// count.
void vDSP_nzcros(
    const float *__A, vDSP_Stride __IA, vDSP_Length __B, vDSP_Length *__C, vDSP_Length *__D, vDSP_Length __N);
void vDSP_nzcrosD(
    const double *__A, vDSP_Stride __IA, vDSP_Length __B, vDSP_Length *__C, vDSP_Length *__D, vDSP_Length __N);

/// Converts pairs of rectangular coordinates to pairs of length and angle. Strides count floating-point numbers.
void vDSP_polar(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_polarD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Converts pairs of length and angle to pairs of rectangular coordinates. Strides count floating-point numbers.
void vDSP_rect(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_rectD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns the greatest element and its place, multiplied by the stride. The first of equal ones counts.
void vDSP_maxvi(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length *__I, vDSP_Length __N);
void vDSP_maxviD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length *__I, vDSP_Length __N);

/// Returns the least element and its place, multiplied by the stride. The first of equal ones counts.
void vDSP_minvi(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length *__I, vDSP_Length __N);
void vDSP_minviD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length *__I, vDSP_Length __N);

/// Returns the greatest magnitude and its place, multiplied by the stride. The first of equal ones counts.
void vDSP_maxmgvi(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length *__I, vDSP_Length __N);
void vDSP_maxmgviD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length *__I, vDSP_Length __N);

/// Returns the least magnitude and its place, multiplied by the stride. The first of equal ones counts.
void vDSP_minmgvi(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Length *__I, vDSP_Length __N);
void vDSP_minmgviD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Length *__I, vDSP_Length __N);

/// Multiplies by a ramp: O[n] = Start * I[n], Start = Start + Step.
void vDSP_vrampmul(
    const float *__I, vDSP_Stride __IS, float *__Start, const float *__Step, float *__O, vDSP_Stride __OS,
    vDSP_Length __N);
void vDSP_vrampmulD(
    const double *__I, vDSP_Stride __IS, double *__Start, const double *__Step, double *__O, vDSP_Stride __OS,
    vDSP_Length __N);

/// Multiplies by a ramp and adds: O[n] = O[n] + Start * I[n], Start = Start + Step.
void vDSP_vrampmuladd(
    const float *__I, vDSP_Stride __IS, float *__Start, const float *__Step, float *__O, vDSP_Stride __OS,
    vDSP_Length __N);
void vDSP_vrampmuladdD(
    const double *__I, vDSP_Stride __IS, double *__Start, const double *__Step, double *__O, vDSP_Stride __OS,
    vDSP_Length __N);

/// Multiplies two vectors by a ramp.
void vDSP_vrampmul2(
    const float *__I0, const float *__I1, vDSP_Stride __IS, float *__Start, const float *__Step, float *__O0,
    float *__O1, vDSP_Stride __OS, vDSP_Length __N);
void vDSP_vrampmul2D(
    const double *__I0, const double *__I1, vDSP_Stride __IS, double *__Start, const double *__Step, double *__O0,
    double *__O1, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies two vectors by a ramp and adds the products to two vectors.
void vDSP_vrampmuladd2(
    const float *__I0, const float *__I1, vDSP_Stride __IS, float *__Start, const float *__Step, float *__O0,
    float *__O1, vDSP_Stride __OS, vDSP_Length __N);
void vDSP_vrampmuladd2D(
    const double *__I0, const double *__I1, vDSP_Stride __IS, double *__Start, const double *__Step, double *__O0,
    double *__O1, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies numbers of 1 bit before and 15 bits after the point by a ramp.
void vDSP_vrampmul_s1_15(
    const short *__I, vDSP_Stride __IS, short *__Start, const short *__Step, short *__O, vDSP_Stride __OS,
    vDSP_Length __N);

/// Multiplies numbers of 1 bit before and 15 bits after the point by a ramp and adds.
void vDSP_vrampmuladd_s1_15(
    const short *__I, vDSP_Stride __IS, short *__Start, const short *__Step, short *__O, vDSP_Stride __OS,
    vDSP_Length __N);

/// Multiplies two vectors of numbers with 15 bits after the point by a ramp.
void vDSP_vrampmul2_s1_15(
    const short *__I0, const short *__I1, vDSP_Stride __IS, short *__Start, const short *__Step, short *__O0,
    short *__O1, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies two vectors of numbers with 15 bits after the point by a ramp and adds.
void vDSP_vrampmuladd2_s1_15(
    const short *__I0, const short *__I1, vDSP_Stride __IS, short *__Start, const short *__Step, short *__O0,
    short *__O1, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies numbers of 8 bits before and 24 bits after the point by a ramp.
void vDSP_vrampmul_s8_24(
    const int *__I, vDSP_Stride __IS, int *__Start, const int *__Step, int *__O, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies numbers of 8 bits before and 24 bits after the point by a ramp and adds.
void vDSP_vrampmuladd_s8_24(
    const int *__I, vDSP_Stride __IS, int *__Start, const int *__Step, int *__O, vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies two vectors of numbers with 24 bits after the point by a ramp.
void vDSP_vrampmul2_s8_24(
    const int *__I0, const int *__I1, vDSP_Stride __IS, int *__Start, const int *__Step, int *__O0, int *__O1,
    vDSP_Stride __OS, vDSP_Length __N);

/// Multiplies two vectors of numbers with 24 bits after the point by a ramp and adds.
void vDSP_vrampmuladd2_s8_24(
    const int *__I0, const int *__I1, vDSP_Stride __IS, int *__Start, const int *__Step, int *__O0, int *__O1,
    vDSP_Stride __OS, vDSP_Length __N);

/// Returns the dot product of numbers with 15 bits after the point.
void vDSP_dotpr_s1_15(
    const short *__A, vDSP_Stride __IA, const short *__B, vDSP_Stride __IB, short *__C, vDSP_Length __N);

/// Returns two dot products of numbers with 15 bits after the point.
void vDSP_dotpr2_s1_15(
    const short *__A0, vDSP_Stride __IA0, const short *__A1, vDSP_Stride __IA1, const short *__B, vDSP_Stride __IB,
    short *__C0, short *__C1, vDSP_Length __N);

/// Returns the dot product of numbers with 24 bits after the point.
void vDSP_dotpr_s8_24(const int *__A, vDSP_Stride __IA, const int *__B, vDSP_Stride __IB, int *__C, vDSP_Length __N);

/// Returns two dot products of numbers with 24 bits after the point.
void vDSP_dotpr2_s8_24(
    const int *__A0, vDSP_Stride __IA0, const int *__A1, vDSP_Stride __IA1, const int *__B, vDSP_Stride __IB, int *__C0,
    int *__C1, vDSP_Length __N);

ACCELERATE_END

#endif
