#ifndef CKERNELS_H
#define CKERNELS_H

#include "CKPictures.h"
#include <stdint.h>

// The inner loops that need instructions chosen at run time, or ones that Swift does not reach. Each loop is written
// once, in the files of bodies, and compiled once per instruction set; a CKKernels holds all of one set. No loop
// allocates, locks, or calls anything. Pointers to samples may have any alignment; input and output must not overlap.

/// How integers of up to 32 bits lie in memory, relative to 32 bits that are filled from the top.
typedef struct {
    /// Bits of room below the sample (aligned high) or above it (aligned low), made up by this shift.
    int32_t shift;
    /// The bits that count, at the top.
    uint32_t mask;
    /// 0x80000000 for unsigned samples, else 0.
    uint32_t flip;
    /// Whether the bytes are in the other order.
    int32_t swapped;
    /// Whether storing fills the room above a sample with its sign.
    int32_t extendsSign;
} CKInteger;

/// How a float becomes an integer that fills 32 bits from the top: clamp(round(x * scale)) << shift.
typedef struct {
    double scale;
    int32_t bits;
    /// First sample's number in the sequence of noise and the step to the next one's, where the loop adds noise.
    uint64_t noise, noiseStep;
} CKQuantum;

/// A run of output frames of the polyphase filter.
///
/// Without `segments` the table holds one filter for each of `denominator` output frames, in their order, in rows of
/// `rowTaps` values. `groupRows` rows, 4 or 1, read the same input, from where that of the first begins: each filter of
/// `taps` values stands as many zeros into its row as its own input begins later. What is left after the last whole group
/// is a shorter one.
///
/// With `segments` the table holds polynomials of `degree` 1 or 3 in each, in groups of eight taps: 8 constants, 8 linear,
/// and for cubics 8 square, 8 cube.
typedef struct {
    const float *_Nonnull table;
    int64_t taps;
    int64_t segments, degree;
    int64_t rowTaps, groupRows;
    /// The step from one output frame to the next: whole input frames, and a remainder in units of 1/denominator.
    int64_t stepWhole, stepPart, denominator;
    /// Where the first output's first tap lies in the window, and its remainder.
    int64_t index, part;
    /// The first output's row, and the zeros before its filter there.
    int64_t row, shift;
    /// Floats from one output of a channel to the next: 1, or with `segments` as many as the output interleaves.
    int64_t stride;
} CKFilterRun;

/// A gain that grows by `step` with each sample.
typedef struct {
    float start, step;
} CKRamp;

/// The numbers of four filter sections of order 2 in a row, each twice, side by side for two channels.
///
/// From a sound x and its integrators, band and low, a section makes rest = x - low - back * band and gives
/// low + fall * band + through * rest. Then low grows by 2 * fall * band + climb * rest, and band by rise * rest.
typedef struct {
    float back[8], fall[8], through[8], climb[8], rise[8];
} CKCascade;

/// The sum of the products of two stretches of sound, and that of the squares of the first one.
typedef struct {
    float product, energy;
} CKLikeness;

/// A number of units of 1/denominator: whole ones, and the rest, which is at least 0.
typedef struct {
    int64_t whole, rest;
} CKQuotient;

/// a * b / c rounded down, without overflow on the way. c must be above 0.
CKQuotient CKMultiplyDivide(int64_t a, int64_t b, int64_t c) __attribute__((swift_attr("@_noLocks")));

/// (a * b - c) / d rounded up, without overflow on the way. d must be above 0.
int64_t CKCountUp(int64_t a, int64_t b, int64_t c, int64_t d) __attribute__((swift_attr("@_noLocks")));

/// The coefficients of a filter of order 2, divided by that of the newest output, and what it remembers of a channel.
typedef struct {
    double b0, b1, b2, a1, a2;
} CKBiquad;
typedef struct {
    double one, two;
} CKBiquadState;

/// Filters samples in place. What is no number counts as silence.
void CKFilterBiquad(
    const CKBiquad *_Nonnull how, CKBiquadState *_Nonnull state, float *_Nonnull samples, intptr_t count)
    __attribute__((swift_attr("@_noLocks")));

/// Gives each frame the sum of `taps` frames of the input up to this one, the newest first, times those of the response.
void CKConvolve(
    const float *_Nonnull response, intptr_t taps, const float *_Nonnull in, float *_Nonnull out, intptr_t count)
    __attribute__((swift_attr("@_noLocks")));

/// Sixteen delays that feed each other. Each list has a number for each of them.
typedef struct {
    /// The delays' memory, mask + 1 frames for each, and the frame that is written next.
    float *_Nonnull line;
    int64_t mask, next;
    /// The frames of the delays, and their filters, at the beginning and at the end.
    const intptr_t *_Nonnull delays, *_Nonnull nextDelays;
    const float *_Nonnull gains, *_Nonnull nextGains, *_Nonnull poles, *_Nonnull nextPoles;
    float *_Nonnull states;
    /// The rows of a Hadamard matrix: 1 and -1.
    const float *_Nonnull signs;
    float level, nextLevel;
} CKReverb;

/// Puts the mix of the input and the reverb in the place of the input. The gains of both grow by `step` in the whole run.
void CKRunReverb(
    const CKReverb *_Nonnull room, float *_Nonnull const *_Nonnull channels, intptr_t channelCount, intptr_t count,
    CKRamp dry, CKRamp wet) __attribute__((swift_attr("@_noLocks")));

/// What an ear hears: a delay that goes to the one that is wanted by a step in each frame, and a filter of order 1.
typedef struct {
    float *_Nonnull line;
    /// The frames of the line, and the one that is written next.
    int64_t capacity, place;
    /// In frames.
    double delay, wanted, step;
    float b0, b1, a1;
    /// The last frame of the filter's input and of its output.
    float lastInput, lastOutput;
} CKEar;

void CKHear(CKEar *_Nonnull ear, const float *_Nonnull in, float *_Nonnull out, intptr_t count)
    __attribute__((swift_attr("@_noLocks")));

/// A part of a response that an echo has, and the spectrum of what was played that it meets.
typedef struct {
    const float *_Nonnull playedReal, *_Nonnull playedImaginary, *_Nonnull ownReal, *_Nonnull ownImaginary;
    /// Of the errors of the part's coefficients.
    float *_Nonnull variances;
} CKEchoPart;

/// The error of a block, and how the parts learn from it.
typedef struct {
    const float *_Nonnull real, *_Nonnull imaginary, *_Nonnull denominators;
    /// How much of a variance is kept, and how much of a step is sure to reduce the error.
    float kept, learned;
    /// Whether the step is that of the second part of a pair.
    int32_t isSecond;
} CKEchoError;

/// Adds the echo of a part, and the power that is expected of its error.
void CKAddEcho(
    const CKEchoPart *_Nonnull part, float *_Nonnull real, float *_Nonnull imaginary, float *_Nonnull expected,
    intptr_t bins) __attribute__((swift_attr("@_noLocks")));

/// Adds the step of a part to a spectrum of twice as many numbers as a block has frames, and updates the part's variances.
void CKAddEchoStep(
    const CKEchoPart *_Nonnull part, const CKEchoError *_Nonnull error, float *_Nonnull real, float *_Nonnull imaginary,
    intptr_t bins) __attribute__((swift_attr("@_noLocks")));

/// A Fourier transform of `size` complex numbers, a power of two.
typedef struct {
    int64_t size, swapCount;
    /// Pairs of places that change their values before the first stage.
    const int32_t *_Nonnull swaps;
    /// The roots of each stage, one stage after the other.
    const float *_Nonnull cosines, *_Nonnull sines;
} CKTransform;

/// Transforms numbers in place.
void CKRunTransform(const CKTransform *_Nonnull how, float *_Nonnull real, float *_Nonnull imaginary)
    __attribute__((swift_attr("@_noLocks")));

typedef void (*CKConvert)(const void *_Nonnull in, void *_Nonnull out, intptr_t count);
typedef void (*CKUnpack)(const void *_Nonnull in, int32_t *_Nonnull out, intptr_t count, const CKInteger *_Nonnull how);
typedef void (*CKPack)(const int32_t *_Nonnull in, void *_Nonnull out, intptr_t count, const CKInteger *_Nonnull how);
typedef void (*CKDeinterleave)(
    const void *_Nonnull in, void *_Nonnull const *_Nonnull out, intptr_t channels, intptr_t frames);
typedef void (*CKInterleave)(
    const void *_Nonnull const *_Nonnull in, void *_Nonnull out, intptr_t channels, intptr_t frames);

typedef struct {
    CKConvert _Nonnull s16ToF32, swapped16ToF32, f32ToS16, s24ToF32, f32ToS24, s32ToF32, f32ToS32, u8ToF32, f32ToU8;
    CKConvert _Nonnull s16ToS32;
    CKConvert _Nonnull f32ToF64, f64ToF32;
    CKConvert _Nonnull swap16, swap24, swap32, swap64;
    /// By bytes per sample, 1...4.
    CKUnpack _Nonnull unpack8, unpack16, unpack24, unpack32;
    CKPack _Nonnull pack8, pack16, pack24, pack32;
    void (*_Nonnull i32ToF32)(const int32_t *_Nonnull in, float *_Nonnull out, intptr_t count, float scale);
    void (*_Nonnull i32ToF64)(const int32_t *_Nonnull in, double *_Nonnull out, intptr_t count, double scale);
    void (*_Nonnull f32ToI32)(
        const float *_Nonnull in, int32_t *_Nonnull out, intptr_t count, const CKQuantum *_Nonnull how);
    void (*_Nonnull f64ToI32)(
        const double *_Nonnull in, int32_t *_Nonnull out, intptr_t count, const CKQuantum *_Nonnull how);
    void (*_Nonnull f32ToI32Dithered)(
        const float *_Nonnull in, int32_t *_Nonnull out, intptr_t count, const CKQuantum *_Nonnull how);
    CKDeinterleave _Nonnull deinterleave8, deinterleave16, deinterleave24, deinterleave32, deinterleave64;
    CKInterleave _Nonnull interleave8, interleave16, interleave24, interleave32, interleave64;
    /// Two channels in one pass.
    CKDeinterleave _Nonnull s16ToF32Stereo, s32ToF32Stereo;
    CKInterleave _Nonnull f32ToS16Stereo;
    /// Any number of channels in one pass.
    CKDeinterleave _Nonnull s16ToF32Planes;
    CKInterleave _Nonnull f32ToS16Planes;
    void (*_Nonnull filter)(
        const CKFilterRun *_Nonnull run, const float *_Nonnull const *_Nonnull in, float *_Nonnull const *_Nonnull out,
        intptr_t channels, intptr_t count);
    /// Adds fewer than 2^31 samples to two outputs, each with a gain of its own. All sets give the same numbers.
    void (*_Nonnull addToTwo)(
        const float *_Nonnull in, float *_Nonnull first, float *_Nonnull second, intptr_t count, CKRamp one,
        CKRamp other);
    /// Filters samples of two channels in place, `stride` floats apart; one channel may be both. `state` has the bands of
    /// the sections and then their lows, in the order of CKCascade. The filtered sound has the share start + step * (n + 1)
    /// of `blend` in frame n of what comes out, counted from 0, and the sound as it was has the rest. Samples that are no
    /// numbers, or beyond a million, count as silence.
    void (*_Nonnull cascade)(
        const CKCascade *_Nonnull how, float *_Nonnull state, float *_Nonnull one, float *_Nonnull other, intptr_t stride,
        intptr_t count, CKRamp blend);
    /// Of every `step`th of the frames, in interleaved samples.
    CKLikeness (*_Nonnull likeness)(
        const float *_Nonnull one, const float *_Nonnull other, intptr_t frames, intptr_t channels, intptr_t step);
    /// The sums of the products of `other` with four stretches of as many samples, each of which begins `stride` samples after the one
    /// before.
    void (*_Nonnull productsOfFour)(
        const float *_Nonnull one, const float *_Nonnull other, intptr_t count, intptr_t stride, float *_Nonnull products);
} CKKernels;

/// One step of a conversion, from samples side by side to samples side by side.
typedef enum {
    CKOperationConvert,
    CKOperationUnpack,
    CKOperationPack,
    CKOperationScale32,
    CKOperationScale64,
    CKOperationRound32,
    CKOperationRound64,
    CKOperationDither32,
} CKOperationKind;

typedef struct {
    CKOperationKind kind;
    /// Bytes of a sample as it comes out.
    int32_t bytes;
    CKConvert _Nullable convert;
    CKUnpack _Nullable unpack;
    CKPack _Nullable pack;
    CKInteger integer;
    CKQuantum quantum;
} CKOperation;

/// A conversion of linear PCM: up to four steps, and between two of them the change between interleaved and not.
typedef struct {
    const CKKernels *_Nonnull kernels;
    int64_t channels;
    int32_t inBytes, outBytes;
    int32_t inInterleaved, outInterleaved;
    int32_t operationCount;
    /// How many steps come before the change of arrangement.
    int32_t arrangeAt;
    CKOperation operations[4];
} CKConversion;

/// Runs a conversion block by block through the first-level cache. At most 1024 channels. Uses 80 KiB of stack.
///
/// `firstFrame` counts from the stream's start and places the noise.
void CKRunConversion(
    const CKConversion *_Nonnull conversion, const void *_Nonnull const *_Nonnull in,
    void *_Nonnull const *_Nonnull out, int64_t frames, int64_t firstFrame) __attribute__((swift_attr("@_noLocks")));

/// The noise that a dithering conversion adds to a sample, in steps of the output.
float CKNoise(uint64_t number) __attribute__((swift_attr("@_noLocks")));

/// The loops for what every machine of this architecture has.
const CKKernels *_Nonnull CKBaseline(void);
/// The loops for AVX2 and FMA, or null where this machine lacks them.
const CKKernels *_Nullable CKAVX2(void);

#endif
