// Filters of second order in a chain, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "BiquadBodies.h"

void vDSP_biquad_SetCoefficientsDouble(
    vDSP_biquad_Setup setup, const double *coeffs, vDSP_Length start_sec, vDSP_Length nsec) {
    memcpy(setup->coefficients + 5 * start_sec, coeffs, 5 * nsec * sizeof(double));
}

void vDSP_biquad_SetCoefficientsSingle(
    vDSP_biquad_Setup setup, const float *coeffs, vDSP_Length start_sec, vDSP_Length nsec) {
    for (vDSP_Length i = 0; i < 5 * nsec; i++) setup->coefficients[5 * start_sec + i] = (double)coeffs[i];
}

#include "Double.h"
#include "BiquadBodies.h"
