// Fourier and cosine transforms, and windows.

#ifndef ACCELERATE_VDSP_TRANSFORMS_H
#define ACCELERATE_VDSP_TRANSFORMS_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Creates what transforms of up to 2^Log2n elements need. With radix 3 or 5 also those of 3 or 5 times as many. NULL
/// if there is no memory.
FFTSetup _Nullable vDSP_create_fftsetup(vDSP_Length __Log2n, FFTRadix __Radix);
FFTSetupD _Nullable vDSP_create_fftsetupD(vDSP_Length __Log2n, FFTRadix __Radix);

/// Disposes of a setup.
void vDSP_destroy_fftsetup(FFTSetup _Nullable __setup);
void vDSP_destroy_fftsetupD(FFTSetupD _Nullable __setup);

/// Separates interleaved complex numbers. IC counts floating-point numbers: 2 for neighbors.
void vDSP_ctoz(const DSPComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__Z, vDSP_Stride __IZ, vDSP_Length __N);
void vDSP_ctozD(
    const DSPDoubleComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__Z, vDSP_Stride __IZ, vDSP_Length __N);

/// Interleaves complex numbers. IC counts floating-point numbers: 2 for neighbors.
void vDSP_ztoc(const DSPSplitComplex *__Z, vDSP_Stride __IZ, DSPComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_ztocD(
    const DSPDoubleSplitComplex *__Z, vDSP_Stride __IZ, DSPDoubleComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Transforms 2^Log2N complex numbers in place. Neither direction is scaled.
void vDSP_fft_zip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zipD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __Log2N,
    FFTDirection __Direction);

/// Transforms 2^Log2N complex numbers in place. Buffer is not used.
void vDSP_fft_zipt(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_ziptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms 2^Log2N complex numbers. Neither direction is scaled.
void vDSP_fft_zop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zopD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms 2^Log2N complex numbers. Buffer is not used.
void vDSP_fft_zopt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    const DSPSplitComplex *__Buffer, vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zoptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms 2^Log2N real numbers in place. They are packed: even ones in realp, odd ones in imagp. The forward
/// transform is twice the mathematical one, with that of 0 Hz in realp[0] and that of half the sample rate in imagp[0].
/// The inverse is not scaled.
void vDSP_fft_zrip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zripD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __Log2N,
    FFTDirection __Direction);

/// Transforms real numbers in place. Buffer is not used.
void vDSP_fft_zript(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zriptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms real numbers, packed and scaled as in vDSP_fft_zrip.
void vDSP_fft_zrop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zropD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms real numbers. Buffer is not used.
void vDSP_fft_zropt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    const DSPSplitComplex *__Buffer, vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft_zroptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms a complex matrix of 2^Log2N1 rows and 2^Log2N0 columns in place. A row stride of 0 means that rows follow
/// each other.
void vDSP_fft2d_zip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0,
    vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_zipD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0,
    vDSP_Length __Log2N1, FFTDirection __Direction);

/// Transforms a complex matrix in place. Buffer is not used.
void vDSP_fft2d_zipt(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC1, vDSP_Stride __IC0, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_ziptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1,
    const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);

/// Transforms a complex matrix.
void vDSP_fft2d_zop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1, const DSPSplitComplex *__C,
    vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_zopD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0, vDSP_Length __Log2N1,
    FFTDirection __Direction);

/// Transforms a complex matrix. Buffer is not used.
void vDSP_fft2d_zopt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1, const DSPSplitComplex *__C,
    vDSP_Stride __IC0, vDSP_Stride __IC1, const DSPSplitComplex *__Buffer, vDSP_Length __Log2N0, vDSP_Length __Log2N1,
    FFTDirection __Direction);
void vDSP_fft2d_zoptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);

/// Transforms a real matrix in place, packed in rows as vDSP_fft_zrip does, and scaled as it is.
void vDSP_fft2d_zrip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0,
    vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_zripD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0,
    vDSP_Length __Log2N1, FFTDirection __flag);

/// Transforms a real matrix in place. Buffer is not used.
void vDSP_fft2d_zript(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_zriptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1,
    const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __flag);

/// Transforms a real matrix.
void vDSP_fft2d_zrop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1, const DSPSplitComplex *__C,
    vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);
void vDSP_fft2d_zropD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, vDSP_Length __Log2N0, vDSP_Length __Log2N1,
    FFTDirection __Direction);

/// Transforms a real matrix. Buffer is not used.
void vDSP_fft2d_zropt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1, const DSPSplitComplex *__C,
    vDSP_Stride __IC0, vDSP_Stride __IC1, const DSPSplitComplex *__Buffer, vDSP_Length __Log2N0, vDSP_Length __Log2N1,
    FFTDirection __Direction);
void vDSP_fft2d_zroptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA0, vDSP_Stride __IA1,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC0, vDSP_Stride __IC1, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N0, vDSP_Length __Log2N1, FFTDirection __Direction);

/// Transforms M complex vectors in place that begin IM elements apart.
void vDSP_fftm_zip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, vDSP_Length __Log2N,
    vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_zipD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, vDSP_Length __Log2N,
    vDSP_Length __M, FFTDirection __Direction);

/// Transforms M complex vectors in place. Buffer is not used.
void vDSP_fftm_zipt(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_ziptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM,
    const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);

/// Transforms M complex vectors.
void vDSP_fftm_zop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Stride __IMC, vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_zopD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IMC, vDSP_Length __Log2N, vDSP_Length __M,
    FFTDirection __Direction);

/// Transforms M complex vectors. Buffer is not used.
void vDSP_fftm_zopt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Stride __IMC, const DSPSplitComplex *__Buffer, vDSP_Length __Log2N, vDSP_Length __M,
    FFTDirection __Direction);
void vDSP_fftm_zoptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IMC, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);

/// Transforms M real vectors in place.
void vDSP_fftm_zrip(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, vDSP_Length __Log2N,
    vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_zripD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, vDSP_Length __Log2N,
    vDSP_Length __M, FFTDirection __Direction);

/// Transforms M real vectors in place. Buffer is not used.
void vDSP_fftm_zript(
    FFTSetup __Setup, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM, const DSPSplitComplex *__Buffer,
    vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_zriptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IM,
    const DSPDoubleSplitComplex *__Buffer, vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);

/// Transforms M real vectors.
void vDSP_fftm_zrop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Stride __IMC, vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);
void vDSP_fftm_zropD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IMC, vDSP_Length __Log2N, vDSP_Length __M,
    FFTDirection __Direction);

/// Transforms M real vectors. Buffer is not used.
void vDSP_fftm_zropt(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Stride __IMC, const DSPSplitComplex *__Buffer, vDSP_Length __Log2N, vDSP_Length __M,
    FFTDirection __Direction);
void vDSP_fftm_zroptD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, vDSP_Stride __IMA,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Stride __IMC, const DSPDoubleSplitComplex *__Buffer,
    vDSP_Length __Log2N, vDSP_Length __M, FFTDirection __Direction);

/// Transforms 3 * 2^Log2N complex numbers. The setup has radix 3.
void vDSP_fft3_zop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft3_zopD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms 5 * 2^Log2N complex numbers. The setup has radix 5.
void vDSP_fft5_zop(
    FFTSetup __Setup, const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __Log2N, FFTDirection __Direction);
void vDSP_fft5_zopD(
    FFTSetupD __Setup, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __Log2N, FFTDirection __Direction);

/// Transforms 16 interleaved complex numbers.
void vDSP_FFT16_copv(float *__Output, const float *__Input, FFTDirection __Direction);

/// Transforms 32 interleaved complex numbers.
void vDSP_FFT32_copv(float *__Output, const float *__Input, FFTDirection __Direction);

/// Transforms 16 complex numbers.
void vDSP_FFT16_zopv(float *__Or, float *__Oi, const float *__Ir, const float *__Ii, FFTDirection __Direction);

/// Transforms 32 complex numbers.
void vDSP_FFT32_zopv(float *__Or, float *__Oi, const float *__Ir, const float *__Ii, FFTDirection __Direction);

/// Creates a setup for vDSP_DFT_zop. NULL for lengths that vDSP_DFT_zop_CreateSetup refuses.
vDSP_DFT_Setup _Nullable vDSP_DFT_CreateSetup(vDSP_DFT_Setup _Nullable __Previous, vDSP_Length __Length);

/// Creates a complex transform of Length elements: f * 2^n, with f 1, 3, 5 or 15, and n at least 3 (2 where f is 1).
/// NULL for others.
vDSP_DFT_Setup _Nullable vDSP_DFT_zop_CreateSetup(
    vDSP_DFT_Setup _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction);
vDSP_DFT_SetupD _Nullable vDSP_DFT_zop_CreateSetupD(
    vDSP_DFT_SetupD _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction);

/// Creates a real transform of Length elements: f * 2^n, with f 1, 3, 5 or 15, and n at least 4. NULL for others. It is
/// scaled and packed as vDSP_fft_zrip.
vDSP_DFT_Setup _Nullable vDSP_DFT_zrop_CreateSetup(
    vDSP_DFT_Setup _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction);
vDSP_DFT_SetupD _Nullable vDSP_DFT_zrop_CreateSetupD(
    vDSP_DFT_SetupD _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction);

/// Disposes of a setup.
void vDSP_DFT_DestroySetup(vDSP_DFT_Setup _Nullable __Setup);
void vDSP_DFT_DestroySetupD(vDSP_DFT_SetupD _Nullable __Setup);

/// Transforms complex numbers with strides.
void vDSP_DFT_zop(
    const struct vDSP_DFT_SetupStruct *__Setup, const float *__Ir, const float *__Ii, vDSP_Stride __Is, float *__Or,
    float *__Oi, vDSP_Stride __Os, vDSP_DFT_Direction __Direction);

/// Transforms as the setup says. Neither direction of complex transforms is scaled. Output may be input.
void vDSP_DFT_Execute(
    const struct vDSP_DFT_SetupStruct *__Setup, const float *__Ir, const float *__Ii, float *__Or, float *__Oi);
void vDSP_DFT_ExecuteD(
    const struct vDSP_DFT_SetupStructD *__Setup, const double *__Ir, const double *__Ii, double *__Or, double *__Oi);

/// Creates a cosine transform of Length elements: f * 2^n, with f 1, 3, 5 or 15, and n at least 4. NULL for others.
vDSP_DFT_Setup _Nullable vDSP_DCT_CreateSetup(
    vDSP_DFT_Setup _Nullable __Previous, vDSP_Length __Length, vDSP_DCT_Type __Type);

/// Transforms as the setup says. Type II is the sum of x[j] * cos(k * (j + 1/2) * pi / N); type III x[0] / 2 + the sum
/// of x[j] * cos((k + 1/2) * j * pi / N); type IV the sum of x[j] * cos((k + 1/2) * (j + 1/2) * pi / N).
void vDSP_DCT_Execute(const struct vDSP_DFT_SetupStruct *__Setup, const float *__Input, float *__Output);

/// Creates a transform of interleaved complex numbers, or of Length real numbers packed in pairs.
vDSP_DFT_Interleaved_Setup _Nullable vDSP_DFT_Interleaved_CreateSetup(
    vDSP_DFT_Interleaved_Setup _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction,
    vDSP_DFT_RealtoComplex __RealtoComplex);
vDSP_DFT_Interleaved_SetupD _Nullable vDSP_DFT_Interleaved_CreateSetupD(
    vDSP_DFT_Interleaved_SetupD _Nullable __Previous, vDSP_Length __Length, vDSP_DFT_Direction __Direction,
    vDSP_DFT_RealtoComplex __RealtoComplex);

/// Transforms interleaved numbers as the setup says.
void vDSP_DFT_Interleaved_Execute(const vDSP_DFT_Interleaved_Setup __Setup, const DSPComplex *__Iri, DSPComplex *__Ori);
void vDSP_DFT_Interleaved_ExecuteD(
    const vDSP_DFT_Interleaved_SetupD __Setup, const DSPDoubleComplex *__Iri, DSPDoubleComplex *__Ori);

/// Disposes of a setup.
void vDSP_DFT_Interleaved_DestroySetup(vDSP_DFT_Interleaved_Setup _Nullable __Setup);
void vDSP_DFT_Interleaved_DestroySetupD(vDSP_DFT_Interleaved_SetupD _Nullable __Setup);

/// Makes a Hann window: W * (1 - cos(2 * pi * n / N)), where W is 0.5, or 0.8165 with vDSP_HANN_NORM. With
/// vDSP_HALF_WINDOW its first (N + 1) / 2 elements.
void vDSP_hann_window(float *__C, vDSP_Length __N, int __Flag);
void vDSP_hann_windowD(double *__C, vDSP_Length __N, int __Flag);

/// Makes a Hamming window: 0.54 - 0.46 * cos(2 * pi * n / N). With vDSP_HALF_WINDOW its first (N + 1) / 2 elements.
void vDSP_hamm_window(float *__C, vDSP_Length __N, int __Flag);
void vDSP_hamm_windowD(double *__C, vDSP_Length __N, int __Flag);

/// Makes a Blackman window: 0.42 - 0.5 * cos(2 * pi * n / N) + 0.08 * cos(4 * pi * n / N). With vDSP_HALF_WINDOW its
/// first (N + 1) / 2 elements.
void vDSP_blkman_window(float *__C, vDSP_Length __N, int __Flag);
void vDSP_blkman_windowD(double *__C, vDSP_Length __N, int __Flag);

ACCELERATE_END

#endif
