// Fourier and cosine transforms, in both precisions.

#include "Loops.h"
#include <pthread.h>

/// What a setup of a discrete transform does.
typedef enum TransformKind {
    TransformComplex,
    TransformReal,
    TransformCosine2,
    TransformCosine3,
    TransformCosine4,
} TransformKind;

#include "Single.h"
#include "PlanBodies.h"
#include "FourierBodies.h"
#include "DFTBodies.h"
#include "CosineBodies.h"

// MARK: - Forms that only single precision has

vDSP_DFT_Setup vDSP_DFT_CreateSetup(vDSP_DFT_Setup Previous, vDSP_Length Length) {
    return vDSP_DFT_zop_CreateSetup(Previous, Length, vDSP_DFT_FORWARD);
}

void vDSP_DFT_zop(
    const struct vDSP_DFT_SetupStruct *Setup, const float *Ir, const float *Ii, vDSP_Stride Is, float *Or, float *Oi,
    vDSP_Stride Os, vDSP_DFT_Direction Direction) {
    const DSPSplitComplex from = {(float *)Ir, (float *)Ii}, to = {Or, Oi};
    transform(&Setup->plan, Setup->log2, &from, Is, &to, Os, Direction);
}

static Plan smallPlan;
static pthread_once_t smallPlanOnce = PTHREAD_ONCE_INIT;

static void makeSmallPlan(void) {
    if (!makePlan(&smallPlan, 1, 5)) abort();
}

void vDSP_FFT16_zopv(float *Or, float *Oi, const float *Ir, const float *Ii, FFTDirection Direction) {
    pthread_once(&smallPlanOnce, makeSmallPlan);
    const DSPSplitComplex from = {(float *)Ir, (float *)Ii}, to = {Or, Oi};
    transform(&smallPlan, 4, &from, 1, &to, 1, Direction);
}

void vDSP_FFT32_zopv(float *Or, float *Oi, const float *Ir, const float *Ii, FFTDirection Direction) {
    pthread_once(&smallPlanOnce, makeSmallPlan);
    const DSPSplitComplex from = {(float *)Ir, (float *)Ii}, to = {Or, Oi};
    transform(&smallPlan, 5, &from, 1, &to, 1, Direction);
}

void vDSP_FFT16_copv(float *Output, const float *Input, FFTDirection Direction) {
    pthread_once(&smallPlanOnce, makeSmallPlan);
    const DSPSplitComplex from = {(float *)Input, (float *)Input + 1}, to = {Output, Output + 1};
    transform(&smallPlan, 4, &from, 2, &to, 2, Direction);
}

void vDSP_FFT32_copv(float *Output, const float *Input, FFTDirection Direction) {
    pthread_once(&smallPlanOnce, makeSmallPlan);
    const DSPSplitComplex from = {(float *)Input, (float *)Input + 1}, to = {Output, Output + 1};
    transform(&smallPlan, 5, &from, 2, &to, 2, Direction);
}

#include "Double.h"
#include "PlanBodies.h"
#include "FourierBodies.h"
#include "DFTBodies.h"
