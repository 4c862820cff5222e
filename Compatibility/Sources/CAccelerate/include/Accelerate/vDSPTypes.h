// The types and constants of vDSP.

#ifndef ACCELERATE_VDSP_TYPES_H
#define ACCELERATE_VDSP_TYPES_H

#include <Accelerate/AccelerateBase.h>

ACCELERATE_BEGIN

/// A number of elements.
typedef unsigned long vDSP_Length;
/// The distance from an element to the next one. It may be negative.
typedef long vDSP_Stride;

/// A complex number.
typedef struct DSPComplex {
    float real;
    float imag;
} DSPComplex;

/// A complex number in double precision.
typedef struct DSPDoubleComplex {
    double real;
    double imag;
} DSPDoubleComplex;

/// Complex numbers whose real and imaginary parts stand apart.
typedef struct DSPSplitComplex {
    float *realp;
    float *imagp;
} DSPSplitComplex;

/// Complex numbers in double precision whose real and imaginary parts stand apart.
typedef struct DSPDoubleSplitComplex {
    double *realp;
    double *imagp;
} DSPDoubleSplitComplex;

typedef DSPComplex COMPLEX;
typedef DSPSplitComplex COMPLEX_SPLIT;
typedef DSPDoubleComplex DOUBLE_COMPLEX;
typedef DSPDoubleSplitComplex DOUBLE_COMPLEX_SPLIT;

/// An unsigned integer of 24 bits, least significant byte first.
typedef struct vDSP_uint24 {
    uint8_t bytes[3];
} vDSP_uint24;

/// A signed integer of 24 bits, least significant byte first.
typedef struct vDSP_int24 {
    uint8_t bytes[3];
} vDSP_int24;

/// The direction of a transform: 1 forward, -1 inverse.
typedef int FFTDirection;
/// The radix of a transform: 0, 1 and 2 are radix 2, 3 and 5.
typedef int FFTRadix;

enum {
    kFFTDirection_Forward = +1,
    kFFTDirection_Inverse = -1
};

enum {
    kFFTRadix2 = 0,
    kFFTRadix3 = 1,
    kFFTRadix5 = 2
};

enum {
    vDSP_HALF_WINDOW = 1,
    vDSP_HANN_DENORM = 0,
    vDSP_HANN_NORM = 2
};

enum {
    FFT_FORWARD = kFFTDirection_Forward,
    FFT_INVERSE = kFFTDirection_Inverse
};

enum {
    FFT_RADIX2 = kFFTRadix2,
    FFT_RADIX3 = kFFTRadix3,
    FFT_RADIX5 = kFFTRadix5
};

/// The direction of a discrete Fourier transform.
typedef ACCELERATE_ENUM(int, vDSP_DFT_Direction){vDSP_DFT_FORWARD = +1, vDSP_DFT_INVERSE = -1} vDSP_DFT_Direction;

/// Whether an interleaved transform has complex or real numbers.
typedef ACCELERATE_ENUM(bool, vDSP_DFT_RealtoComplex){
    vDSP_DFT_Interleaved_ComplextoComplex = false, vDSP_DFT_Interleaved_RealtoComplex = true} vDSP_DFT_RealtoComplex;

/// The type of a cosine transform.
typedef ACCELERATE_ENUM(int, vDSP_DCT_Type){vDSP_DCT_II = 2, vDSP_DCT_III = 3, vDSP_DCT_IV = 4} vDSP_DCT_Type;

/// What a fast Fourier transform needs. Threads may share it.
typedef struct OpaqueFFTSetup *FFTSetup;
typedef struct OpaqueFFTSetupD *FFTSetupD;
/// The sections of a filter.
typedef struct vDSP_biquad_SetupStruct *vDSP_biquad_Setup;
typedef struct vDSP_biquad_SetupStructD *vDSP_biquad_SetupD;
/// The sections and the state of a filter of several channels.
typedef struct vDSP_biquadm_SetupStruct *vDSP_biquadm_Setup;
typedef struct vDSP_biquadm_SetupStructD *vDSP_biquadm_SetupD;
/// What a discrete Fourier or cosine transform needs. Threads may share it.
typedef struct vDSP_DFT_SetupStruct *vDSP_DFT_Setup;
typedef struct vDSP_DFT_SetupStructD *vDSP_DFT_SetupD;
/// What a discrete Fourier transform of interleaved numbers needs. Threads may share it.
typedef struct vDSP_DFT_Interleaved_SetupStruct *vDSP_DFT_Interleaved_Setup;
typedef struct vDSP_DFT_Interleaved_SetupStructD *vDSP_DFT_Interleaved_SetupD;

ACCELERATE_END

#endif
