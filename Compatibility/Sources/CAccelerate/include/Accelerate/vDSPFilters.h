// Filters, convolution and matrices, which stand row by row.

#ifndef ACCELERATE_VDSP_FILTERS_H
#define ACCELERATE_VDSP_FILTERS_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Correlates A with the filter F of P elements: C[n] = sum of A[n + p] * F[p]. With F at its last element and IF -1 it
/// convolves. A has N + P - 1 elements.
void vDSP_conv(
    const float *__A, vDSP_Stride __IA, const float *__F, vDSP_Stride __IF, float *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __P);
void vDSP_convD(
    const double *__A, vDSP_Stride __IA, const double *__F, vDSP_Stride __IF, double *__C, vDSP_Stride __IC,
    vDSP_Length __N, vDSP_Length __P);

/// Correlates complex vectors: C[n] = sum of A[n + p] * F[p].
void vDSP_zconv(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__F, vDSP_Stride __IF,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __P);
void vDSP_zconvD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__F, vDSP_Stride __IF,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N, vDSP_Length __P);

/// Filters and keeps one result in DF: C[n] = sum of A[n * DF + p] * F[p]. A has DF * (N - 1) + P elements.
void vDSP_desamp(const float *__A, vDSP_Stride __DF, const float *__F, float *__C, vDSP_Length __N, vDSP_Length __P);
void vDSP_desampD(
    const double *__A, vDSP_Stride __DF, const double *__F, double *__C, vDSP_Length __N, vDSP_Length __P);

/// Filters a complex vector with a real filter and keeps one result in DF.
void vDSP_zrdesamp(
    const DSPSplitComplex *__A, vDSP_Stride __DF, const float *__F, const DSPSplitComplex *__C, vDSP_Length __N,
    vDSP_Length __P);
void vDSP_zrdesampD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __DF, const double *__F, const DSPDoubleSplitComplex *__C,
    vDSP_Length __N, vDSP_Length __P);

/// Convolves an image of NR rows and NC columns with 3 rows of 3 elements. Border pixels become 0.
void vDSP_f3x3(const float *__A, vDSP_Length __NR, vDSP_Length __NC, const float *__F, float *__C);
void vDSP_f3x3D(const double *__A, vDSP_Length __NR, vDSP_Length __NC, const double *__F, double *__C);

/// Convolves an image of NR rows and NC columns with 5 rows of 5 elements. Border pixels become 0.
void vDSP_f5x5(const float *__A, vDSP_Length __NR, vDSP_Length __NC, const float *__F, float *__C);
void vDSP_f5x5D(const double *__A, vDSP_Length __NR, vDSP_Length __NC, const double *__F, double *__C);

/// Convolves an image of NR rows and NC columns with P rows of Q elements. Border pixels become 0.
void vDSP_imgfir(
    const float *__A, vDSP_Length __NR, vDSP_Length __NC, const float *__F, float *__C, vDSP_Length __P,
    vDSP_Length __Q);
void vDSP_imgfirD(
    const double *__A, vDSP_Length __NR, vDSP_Length __NC, const double *__F, double *__C, vDSP_Length __P,
    vDSP_Length __Q);

/// Transposes a matrix: C has M rows and N columns, A has N rows and M columns.
void vDSP_mtrans(const float *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __M, vDSP_Length __N);
void vDSP_mtransD(const double *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __M, vDSP_Length __N);

/// Multiplies matrices: C has M rows and N columns, A has P columns, B has P rows.
void vDSP_mmul(
    const float *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);
void vDSP_mmulD(
    const double *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C, vDSP_Stride __IC,
    vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);

/// Copies a part of a matrix: N rows of M columns. Rows of A begin TA elements apart, rows of C TC elements.
void vDSP_mmov(const float *__A, float *__C, vDSP_Length __M, vDSP_Length __N, vDSP_Length __TA, vDSP_Length __TC);
void vDSP_mmovD(const double *__A, double *__C, vDSP_Length __M, vDSP_Length __N, vDSP_Length __TA, vDSP_Length __TC);

/// Multiplies complex matrices: C = A * B.
void vDSP_zmmul(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);
void vDSP_zmmulD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);

/// Multiplies complex matrices and adds: D = A * B + C.
void vDSP_zmma(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __M,
    vDSP_Length __N, vDSP_Length __P);
void vDSP_zmmaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);

/// Multiplies complex matrices and subtracts: D = A * B - C.
void vDSP_zmms(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __M,
    vDSP_Length __N, vDSP_Length __P);
void vDSP_zmmsD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);

/// Subtracts a product of complex matrices: D = C - A * B.
void vDSP_zmsm(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __M,
    vDSP_Length __N, vDSP_Length __P);
void vDSP_zmsmD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __M, vDSP_Length __N, vDSP_Length __P);

/// Filters with two poles and two zeros. A and C have N + 2 elements, and C[0] and C[1] are given.
void vDSP_deq22(const float *__A, vDSP_Stride __IA, const float *__B, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_deq22D(
    const double *__A, vDSP_Stride __IA, const double *__B, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Finds the filter F of L elements for the autocorrelation A and the cross-correlation C. P receives the prediction
/// error filter.
void vDSP_wiener(vDSP_Length __L, const float *__A, const float *__C, float *__F, float *__P, int __Flag, int *__Error);
void vDSP_wienerD(
    vDSP_Length __L, const double *__A, const double *__C, double *__F, double *__P, int __Flag, int *__Error);

/// Creates a filter of M sections. Each has the coefficients b0, b1, b2, a1, a2.
vDSP_biquad_Setup _Nullable vDSP_biquad_CreateSetup(const double *__Coefficients, vDSP_Length __M);
vDSP_biquad_SetupD _Nullable vDSP_biquad_CreateSetupD(const double *__Coefficients, vDSP_Length __M);

/// Disposes of a filter.
void vDSP_biquad_DestroySetup(vDSP_biquad_Setup _Nullable __setup);
void vDSP_biquad_DestroySetupD(vDSP_biquad_SetupD _Nullable __setup);

/// Replaces the coefficients of nsec sections from start_sec on.
void vDSP_biquad_SetCoefficientsDouble(
    vDSP_biquad_Setup __setup, const double *__coeffs, vDSP_Length __start_sec, vDSP_Length __nsec);

/// Replaces the coefficients of nsec sections from start_sec on.
void vDSP_biquad_SetCoefficientsSingle(
    vDSP_biquad_Setup __setup, const float *__coeffs, vDSP_Length __start_sec, vDSP_Length __nsec);

/// Filters N elements. Delay has 2 * M + 2 elements, zeros at first, and keeps the state of the filter between calls.
void vDSP_biquad(
    const struct vDSP_biquad_SetupStruct *__Setup, float *__Delay, const float *__X, vDSP_Stride __IX, float *__Y,
    vDSP_Stride __IY, vDSP_Length __N);
void vDSP_biquadD(
    const struct vDSP_biquad_SetupStructD *__Setup, double *__Delay, const double *__X, vDSP_Stride __IX, double *__Y,
    vDSP_Stride __IY, vDSP_Length __N);

/// Creates a filter of M sections for N channels. Coefficients of a section's channels stand side by side.
vDSP_biquadm_Setup _Nullable vDSP_biquadm_CreateSetup(const double *__coeffs, vDSP_Length __M, vDSP_Length __N);
vDSP_biquadm_SetupD _Nullable vDSP_biquadm_CreateSetupD(const double *__coeffs, vDSP_Length __M, vDSP_Length __N);

/// Disposes of a filter.
void vDSP_biquadm_DestroySetup(vDSP_biquadm_Setup _Nullable __setup);
void vDSP_biquadm_DestroySetupD(vDSP_biquadm_SetupD _Nullable __setup);

/// Copies the state of a filter of as many sections and channels.
void vDSP_biquadm_CopyState(vDSP_biquadm_Setup __dest, const struct vDSP_biquadm_SetupStruct *__src);
void vDSP_biquadm_CopyStateD(vDSP_biquadm_SetupD __dest, const struct vDSP_biquadm_SetupStructD *__src);

/// Sets the state of a filter to zeros.
void vDSP_biquadm_ResetState(vDSP_biquadm_Setup __setup);
void vDSP_biquadm_ResetStateD(vDSP_biquadm_SetupD __setup);

/// Replaces coefficients of nsec sections and nchn channels.
void vDSP_biquadm_SetCoefficientsDouble(
    vDSP_biquadm_Setup __setup, const double *__coeffs, vDSP_Length __start_sec, vDSP_Length __start_chn,
    vDSP_Length __nsec, vDSP_Length __nchn);
void vDSP_biquadm_SetCoefficientsDoubleD(
    vDSP_biquadm_SetupD __setup, const double *__coeffs, vDSP_Length __start_sec, vDSP_Length __start_chn,
    vDSP_Length __nsec, vDSP_Length __nchn);

/// Replaces coefficients of nsec sections and nchn channels.
void vDSP_biquadm_SetCoefficientsSingle(
    vDSP_biquadm_Setup __setup, const float *__coeffs, vDSP_Length __start_sec, vDSP_Length __start_chn,
    vDSP_Length __nsec, vDSP_Length __nchn);
void vDSP_biquadm_SetCoefficientsSingleD(
    vDSP_biquadm_SetupD __setup, const float *__coeffs, vDSP_Length __start_sec, vDSP_Length __start_chn,
    vDSP_Length __nsec, vDSP_Length __nchn);

/// Lets coefficients move to targets: each sample keeps interp_rate of the distance, until it is below
/// interp_threshold.
void vDSP_biquadm_SetTargetsDouble(
    vDSP_biquadm_Setup __setup, const double *__targets, float __interp_rate, float __interp_threshold,
    vDSP_Length __start_sec, vDSP_Length __start_chn, vDSP_Length __nsec, vDSP_Length __nchn);
void vDSP_biquadm_SetTargetsDoubleD(
    vDSP_biquadm_SetupD __setup, const double *__targets, double __interp_rate, double __interp_threshold,
    vDSP_Length __start_sec, vDSP_Length __start_chn, vDSP_Length __nsec, vDSP_Length __nchn);

/// Lets coefficients move to targets: each sample keeps interp_rate of the distance, until it is below
/// interp_threshold.
void vDSP_biquadm_SetTargetsSingle(
    vDSP_biquadm_Setup __setup, const float *__targets, float __interp_rate, float __interp_threshold,
    vDSP_Length __start_sec, vDSP_Length __start_chn, vDSP_Length __nsec, vDSP_Length __nchn);
void vDSP_biquadm_SetTargetsSingleD(
    vDSP_biquadm_SetupD __setup, const float *__targets, double __interp_rate, double __interp_threshold,
    vDSP_Length __start_sec, vDSP_Length __start_chn, vDSP_Length __nsec, vDSP_Length __nchn);

/// Turns sections on and off: a value for each section of each channel, as coefficients stand.
void vDSP_biquadm_SetActiveFilters(vDSP_biquadm_Setup __setup, const bool *__filter_states);
void vDSP_biquadm_SetActiveFiltersD(vDSP_biquadm_SetupD __setup, const bool *__filter_states);

/// Filters N elements of each channel.
void vDSP_biquadm(
    vDSP_biquadm_Setup __Setup, const float * _Nonnull *_Nonnull __X, vDSP_Stride __IX, float * _Nonnull *_Nonnull __Y,
    vDSP_Stride __IY, vDSP_Length __N);
void vDSP_biquadmD(
    vDSP_biquadm_SetupD __Setup, const double * _Nonnull *_Nonnull __X, vDSP_Stride __IX,
    double * _Nonnull *_Nonnull __Y, vDSP_Stride __IY, vDSP_Length __N);

ACCELERATE_END

#endif
