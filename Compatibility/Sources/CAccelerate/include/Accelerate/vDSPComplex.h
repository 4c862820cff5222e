// Vectors of complex numbers, whose real and imaginary parts stand apart. Results may replace operands.

#ifndef ACCELERATE_VDSP_COMPLEX_H
#define ACCELERATE_VDSP_COMPLEX_H

#include <Accelerate/vDSPTypes.h>

ACCELERATE_BEGIN

/// Adds two complex vectors: C = A + B.
void vDSP_zvadd(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvaddD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Subtracts the second complex vector from the first: C = A - B.
void vDSP_zvsub(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvsubD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds a real vector to a complex vector: C = A + B.
void vDSP_zrvadd(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zrvaddD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Subtracts a real vector from a complex vector: C = A - B.
void vDSP_zrvsub(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zrvsubD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Multiplies a complex vector by a real vector: C = A * B.
void vDSP_zrvmul(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zrvmulD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides a complex vector by a real vector: C = A / B.
void vDSP_zrvdiv(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zrvdivD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Divides the second complex vector by the first: C = A / B.
void vDSP_zvdiv(
    const DSPSplitComplex *__B, vDSP_Stride __IB, const DSPSplitComplex *__A, vDSP_Stride __IA,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvdivD(
    const DSPDoubleSplitComplex *__B, vDSP_Stride __IB, const DSPDoubleSplitComplex *__A, vDSP_Stride __IA,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Multiplies two complex vectors. C = A * B if Conjugate is 1, and C = conj(A) * B if it is -1.
void vDSP_zvmul(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N, int __Conjugate);
void vDSP_zvmulD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N, int __Conjugate);

/// Multiplies the conjugate of a complex vector by a complex vector: C = conj(A) * B.
void vDSP_zvcmul(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvcmulD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __iC, vDSP_Length __N);

/// Multiplies two complex vectors and adds a third: D = A * B + C.
void vDSP_zvma(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_zvmaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Multiplies the conjugate of A by B and adds C: D = conj(A) * B + C.
void vDSP_zvcma(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_zvcmaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Multiplies a complex vector by the complex scalar B and adds a vector: D = A * B + C.
void vDSP_zvsma(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, const DSPSplitComplex *__C,
    vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID, vDSP_Length __N);
void vDSP_zvsmaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    vDSP_Length __N);

/// Multiplies a complex vector by the complex scalar B: C = A * B.
void vDSP_zvzsml(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, const DSPSplitComplex *__C,
    vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvzsmlD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds two complex products and a vector: F = A * B + C * D + E.
void vDSP_zvmmaa(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__B, vDSP_Stride __IB,
    const DSPSplitComplex *__C, vDSP_Stride __IC, const DSPSplitComplex *__D, vDSP_Stride __ID,
    const DSPSplitComplex *__E, vDSP_Stride __IE, const DSPSplitComplex *__F, vDSP_Stride __IF, vDSP_Length __N);
void vDSP_zvmmaaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__B, vDSP_Stride __IB,
    const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, const DSPDoubleSplitComplex *__D, vDSP_Stride __ID,
    const DSPDoubleSplitComplex *__E, vDSP_Stride __IE, const DSPDoubleSplitComplex *__F, vDSP_Stride __IF,
    vDSP_Length __N);

/// Returns absolute values of a complex vector: C = |A|.
void vDSP_zvabs(const DSPSplitComplex *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvabsD(const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns squared magnitudes of a complex vector: C = |A|².
void vDSP_zvmags(const DSPSplitComplex *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvmagsD(const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns squared magnitudes of a complex vector and adds a vector: C = |A|² + B.
void vDSP_zvmgsa(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const float *__B, vDSP_Stride __IB, float *__C, vDSP_Stride __IC,
    vDSP_Length __N);
void vDSP_zvmgsaD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const double *__B, vDSP_Stride __IB, double *__C,
    vDSP_Stride __IC, vDSP_Length __N);

/// Returns complex conjugates: C = conj(A).
void vDSP_zvconj(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvconjD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Negates a complex vector: C = -A.
void vDSP_zvneg(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvnegD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Copies a complex vector.
void vDSP_zvmov(
    const DSPSplitComplex *__A, vDSP_Stride __IA, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvmovD(
    const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC,
    vDSP_Length __N);

/// Fills a complex vector with the complex scalar A.
void vDSP_zvfill(const DSPSplitComplex *__A, const DSPSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvfillD(
    const DSPDoubleSplitComplex *__A, const DSPDoubleSplitComplex *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Returns the phases of a complex vector, in radians.
void vDSP_zvphas(const DSPSplitComplex *__A, vDSP_Stride __IA, float *__C, vDSP_Stride __IC, vDSP_Length __N);
void vDSP_zvphasD(const DSPDoubleSplitComplex *__A, vDSP_Stride __IA, double *__C, vDSP_Stride __IC, vDSP_Length __N);

/// Adds the squared magnitudes of A to an autospectrum: C = C + |A|².
void vDSP_zaspec(const DSPSplitComplex *__A, float *__C, vDSP_Length __N);
void vDSP_zaspecD(const DSPDoubleSplitComplex *__A, double *__C, vDSP_Length __N);

/// Adds to a cross-spectrum: C = C + conj(A) * B.
void vDSP_zcspec(const DSPSplitComplex *__A, const DSPSplitComplex *__B, const DSPSplitComplex *__C, vDSP_Length __N);
void vDSP_zcspecD(
    const DSPDoubleSplitComplex *__A, const DSPDoubleSplitComplex *__B, const DSPDoubleSplitComplex *__C,
    vDSP_Length __N);

/// Returns the coherence of two autospectra and a cross-spectrum: D = |C|² / (A * B).
void vDSP_zcoher(const float *__A, const float *__B, const DSPSplitComplex *__C, float *__D, vDSP_Length __N);
void vDSP_zcoherD(const double *__A, const double *__B, const DSPDoubleSplitComplex *__C, double *__D, vDSP_Length __N);

/// Returns a transfer function: C = B / A.
void vDSP_ztrans(const float *__A, const DSPSplitComplex *__B, const DSPSplitComplex *__C, vDSP_Length __N);
void vDSP_ztransD(
    const double *__A, const DSPDoubleSplitComplex *__B, const DSPDoubleSplitComplex *__C, vDSP_Length __N);

ACCELERATE_END

#endif
