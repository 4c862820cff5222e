// Inner loops of effects. They are written in C because a debug build of Swift takes tens of times longer for them, which is more
// than the sound lasts; a debug build of C does not. All machines give the same numbers.

#include "CKernels.h"
#include <float.h>
#include <math.h>

// A fused multiply and add would round otherwise.
#pragma clang fp contract(off)

void CKFilterBiquad(const CKBiquad *how, CKBiquadState *state, float *samples, intptr_t count) {
    const CKBiquad f = *how;
    double one = state->one, two = state->two;
    for (intptr_t i = 0; i < count; i++) {
        // A sample that is no number would stay in the state.
        const double input = fabsf(samples[i]) <= FLT_MAX ? samples[i] : 0;
        const double output = f.b0 * input + one;
        one = f.b1 * input - f.a1 * output + two;
        two = f.b2 * input - f.a2 * output;
        samples[i] = (float)output;
    }
    const int isFinite = fabs(one) <= DBL_MAX && fabs(two) <= DBL_MAX;
    // What is far below hearing would slow the processor down.
    state->one = isFinite && fabs(one) >= 1e-30 ? one : 0;
    state->two = isFinite && fabs(two) >= 1e-30 ? two : 0;
}

/// Eight frames, at any place.
typedef float framesAt __attribute__((vector_size(32), aligned(1), may_alias));
typedef float frames8 __attribute__((vector_size(32)));

void CKConvolve(const float *response, intptr_t taps, const float *in, float *out, intptr_t count) {
    intptr_t frame = 0;
    for (; frame + 32 <= count; frame += 32) {
        frames8 a = {0}, b = {0}, c = {0}, d = {0};
        const float *source = in + frame;
        for (intptr_t tap = 0; tap < taps; tap++, source--) {
            const framesAt *x = (const framesAt *)source;
            const float factor = response[tap];
            const frames8 all = {factor, factor, factor, factor, factor, factor, factor, factor};
            a += x[0] * all;
            b += x[1] * all;
            c += x[2] * all;
            d += x[3] * all;
        }
        framesAt *y = (framesAt *)(out + frame);
        y[0] = a;
        y[1] = b;
        y[2] = c;
        y[3] = d;
    }
    for (; frame < count; frame++) {
        float sum = 0;
        const float *source = in + frame;
        for (intptr_t tap = 0; tap < taps; tap++) sum += source[-tap] * response[tap];
        out[frame] = sum;
    }
}

void CKHear(CKEar *ear, const float *in, float *out, intptr_t count) {
    for (intptr_t frame = 0; frame < count; frame++) {
        ear->line[ear->place] = in[frame];
        const double way = ear->wanted - ear->delay;
        ear->delay += way > ear->step ? ear->step : way < -ear->step ? -ear->step : way;
        const int64_t whole = (int64_t)ear->delay;
        const float part = (float)(ear->delay - (double)whole);
        const int64_t near = (ear->place - whole + ear->capacity) % ear->capacity;
        const int64_t far = (ear->place - whole - 1 + ear->capacity) % ear->capacity;
        ear->place = (ear->place + 1) % ear->capacity;
        const float heard = ear->line[near] * (1 - part) + ear->line[far] * part;
        const float output = ear->b0 * heard + ear->b1 * ear->lastInput - ear->a1 * ear->lastOutput;
        ear->lastInput = heard;
        ear->lastOutput = output;
        out[frame] = output;
    }
}

// MARK: Reverb

enum { lines = 16 };

/// The numbers of all delays, side by side.
typedef float delaysAt __attribute__((vector_size(64), aligned(4), may_alias));
typedef float delays16 __attribute__((vector_size(64)));
typedef int32_t delayMask __attribute__((vector_size(64)));

/// Leaves out what is far below hearing, which would slow the processor down.
static inline __attribute__((always_inline)) void leaveOutTiny(delays16 *values) {
    const delayMask tiny = (*values < 1e-20f) & (*values > -1e-20f);
    *values = (delays16)((delayMask)*values & ~tiny);
}

/// Puts the sums and differences of four numbers in their place.
static inline __attribute__((always_inline)) void spread(float *in, int step) {
    const float a = in[0], b = in[step], c = in[2 * step], d = in[3 * step];
    in[0] = (a + b) + (c + d);
    in[step] = (a - b) + (c - d);
    in[2 * step] = (a + b) - (c + d);
    in[3 * step] = (a - b) - (c - d);
}

/// What comes out of the delays in a frame. Those that change are blended.
static void readDelays(const CKReverb *room, int64_t frame, float place, float *outs) {
    const int64_t now = room->next + frame, mask = room->mask;
    const float *line = room->line;
    for (int i = 0; i < lines; i++, line += mask + 1) {
        const int64_t old = room->delays[i], new = room->nextDelays[i];
        const float value = line[(now - new) & mask];
        outs[i] = old == new ? value : value * place + line[(now - old) & mask] * (1 - place);
    }
}

/// Filters what comes out, and spreads it over what goes in.
static void feedDelays(const CKReverb *room, float place, const float *outs, float *ins) {
    const delaysAt *gains = (const delaysAt *)room->gains, *poles = (const delaysAt *)room->poles;
    const delaysAt *nextGains = (const delaysAt *)room->nextGains, *nextPoles = (const delaysAt *)room->nextPoles;
    const delays16 gain = *gains + (*nextGains - *gains) * place;
    const delays16 pole = *poles + (*nextPoles - *poles) * place;
    delays16 value = gain * *(const delaysAt *)outs + pole * *(delaysAt *)room->states;
    leaveOutTiny(&value);
    *(delaysAt *)room->states = value;
    *(delaysAt *)ins = value;
    // A Hadamard matrix of 16 is one of 4 for each 4, then one of 4 across them.
    for (int group = 0; group < 4; group++) spread(ins + 4 * group, 1);
    for (int group = 0; group < 4; group++) spread(ins + group, 4);
}

/// What comes out of all delays in a channel.
static float sumDelays(const float *outs, const float *signs) {
    const delays16 products = *(const delaysAt *)outs * *(const delaysAt *)signs;
    float sums[4];
    for (int i = 0; i < 4; i++) sums[i] = ((products[i] + products[i + 4]) + products[i + 8]) + products[i + 12];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void CKRunReverb(
    const CKReverb *room, float *const *channels, intptr_t channelCount, intptr_t count, CKRamp dry, CKRamp wet) {
    float outs[lines], ins[lines];
    const float part = 1 / (float)count;
    for (intptr_t frame = 0; frame < count; frame++) {
        const float place = (float)frame * part;
        readDelays(room, frame, place, outs);
        feedDelays(room, place, outs, ins);
        const float dryGain = dry.start + dry.step * place;
        const float wetGain =
            (wet.start + wet.step * place) * (room->level + (room->nextLevel - room->level) * place);
        for (intptr_t channel = 0; channel < channelCount; channel++) {
            float *at = channels[channel] + frame;
            const float sample = fabsf(*at) <= FLT_MAX ? *at : 0;
            // What is far too loud would stay in the delays as what is no number.
            const float fed = fabsf(sample) < 1e6f ? sample : 0;
            *(delaysAt *)ins += fed * *(const delaysAt *)(room->signs + (channel & 15) * lines);
            const int64_t row = (15 + 5 * channel) & 15;
            *at = sample * dryGain + sumDelays(outs, room->signs + row * lines) * wetGain;
        }
        delays16 value = *(delaysAt *)ins / 4;
        leaveOutTiny(&value);
        float *line = room->line + ((room->next + frame) & room->mask);
        for (int i = 0; i < lines; i++, line += room->mask + 1) *line = value[i];
    }
}
