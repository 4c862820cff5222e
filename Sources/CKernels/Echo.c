// The inner loops of the filter that predicts an echo. In C for the reason that Effects.c has.

#include "CKernels.h"

// A fused multiply and add would round otherwise.
#pragma clang fp contract(off)

typedef float binsAt __attribute__((vector_size(32), aligned(1), may_alias));
typedef float bins8 __attribute__((vector_size(32)));

void CKAddEcho(const CKEchoPart *part, float *real, float *imaginary, float *expected, intptr_t bins) {
    intptr_t bin = 0;
    for (; bin + 8 <= bins; bin += 8) {
        const bins8 a = *(const binsAt *)(part->playedReal + bin), b = *(const binsAt *)(part->playedImaginary + bin);
        const bins8 c = *(const binsAt *)(part->ownReal + bin), d = *(const binsAt *)(part->ownImaginary + bin);
        *(binsAt *)(real + bin) += a * c - b * d;
        *(binsAt *)(imaginary + bin) += a * d + b * c;
        *(binsAt *)(expected + bin) += *(const binsAt *)(part->variances + bin) * (a * a + b * b);
    }
    for (; bin < bins; bin++) {
        const float a = part->playedReal[bin], b = part->playedImaginary[bin];
        const float c = part->ownReal[bin], d = part->ownImaginary[bin];
        real[bin] += a * c - b * d;
        imaginary[bin] += a * d + b * c;
        expected[bin] += part->variances[bin] * (a * a + b * b);
    }
}

void CKAddEchoStep(const CKEchoPart *part, const CKEchoError *error, float *real, float *imaginary, intptr_t bins) {
    const intptr_t block = bins - 1, size = 2 * block;
    for (intptr_t bin = 0; bin < bins; bin++) {
        const float variance = part->variances[bin], gain = variance / error->denominators[bin];
        const float a = part->playedReal[bin], b = part->playedImaginary[bin];
        const float c = error->real[bin], d = error->imaginary[bin];
        const float x = gain * (a * c + b * d), y = gain * (a * d - b * c);
        const float left = 1 - error->learned * gain * (a * a + b * b);
        const float ownReal = part->ownReal[bin], ownImaginary = part->ownImaginary[bin];
        part->variances[bin] =
            error->kept * left * variance + (1 - error->kept) * (ownReal * ownReal + ownImaginary * ownImaginary);
        const int isEdge = bin % block == 0;
        // i times a Hermitian spectrum for the second one.
        if (error->isSecond) {
            real[bin] -= isEdge ? 0 : y;
            imaginary[bin] += x;
            if (isEdge) continue;
            real[size - bin] += y;
            imaginary[size - bin] += x;
        } else {
            real[bin] += x;
            imaginary[bin] += isEdge ? 0 : y;
            if (isEdge) continue;
            real[size - bin] += x;
            imaginary[size - bin] -= y;
        }
    }
}
