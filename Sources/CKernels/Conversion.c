#include "CKernels.h"
#include "Noise.h"
#include <string.h>

/// Samples of up to 8 bytes that one block has room for: one frame of the most channels.
#define CK_BLOCK 1024

typedef struct {
    double first[CK_BLOCK], second[CK_BLOCK];
} Scratch;

float CKNoise(uint64_t number) { return noiseAt(number); }

static void runOne(
    const CKConversion *c, const CKOperation *op, const void *in, void *out, int64_t count, uint64_t noise,
    uint64_t noiseStep) {
    CKQuantum quantum = op->quantum;
    quantum.noise = noise;
    quantum.noiseStep = noiseStep;
    switch (op->kind) {
    case CKOperationConvert: op->convert(in, out, count); break;
    case CKOperationUnpack: op->unpack(in, out, count, &op->integer); break;
    case CKOperationPack: op->pack(in, out, count, &op->integer); break;
    case CKOperationScale32: c->kernels->i32ToF32(in, out, count, (float)quantum.scale); break;
    case CKOperationScale64: c->kernels->i32ToF64(in, out, count, quantum.scale); break;
    case CKOperationRound32: c->kernels->f32ToI32(in, out, count, &quantum); break;
    case CKOperationRound64: c->kernels->f64ToI32(in, out, count, &quantum); break;
    case CKOperationDither32: c->kernels->f32ToI32Dithered(in, out, count, &quantum); break;
    }
}

/// Runs the steps first ..< last over `count` samples that stand side by side, at most a block of them.
static void runSome(
    const CKConversion *c, int first, int last, const void *in, void *out, int64_t count, uint64_t noise,
    uint64_t noiseStep) {
    Scratch scratch;
    for (int i = first; i < last; i++) {
        void *target = i + 1 == last ? out : i % 2 ? scratch.first : scratch.second;
        runOne(c, &c->operations[i], in, target, count, noise, noiseStep);
        in = target;
    }
}

/// All steps where the arrangement stays, buffer by buffer.
static void runStraight(
    const CKConversion *c, const void *const *in, void *const *out, int64_t frames, int64_t firstFrame) {
    const int64_t buffers = c->inInterleaved ? 1 : c->channels, width = c->inInterleaved ? c->channels : 1;
    const int64_t samples = frames * width;
    // A single step needs no scratch memory, so it runs over everything at once.
    const int64_t block = c->operationCount == 1 ? samples : CK_BLOCK;
    const uint64_t noiseStep = c->inInterleaved ? 1 : (uint64_t)c->channels;
    for (int64_t b = 0; b < buffers; b++) {
        const uint64_t noise = (uint64_t)(firstFrame * c->channels + b);
        for (int64_t start = 0; start < samples; start += block) {
            const int64_t count = samples - start < block ? samples - start : block;
            runSome(
                c, 0, c->operationCount, (const char *)in[b] + start * c->inBytes, (char *)out[b] + start * c->outBytes,
                count, noise + (uint64_t)start * noiseStep, noiseStep);
        }
    }
}

static void arrange(
    const CKKernels *k, int toPlanes, int bytes, const void *const *in, void *const *out, int64_t channels,
    int64_t frames) {
    const CKDeinterleave split[9] = {
        [1] = k->deinterleave8, [2] = k->deinterleave16, [3] = k->deinterleave24, [4] = k->deinterleave32,
        [8] = k->deinterleave64};
    const CKInterleave join[9] = {
        [1] = k->interleave8, [2] = k->interleave16, [3] = k->interleave24, [4] = k->interleave32,
        [8] = k->interleave64};
    if (toPlanes) split[bytes](in[0], out, channels, frames);
    else join[bytes](in, out[0], channels, frames);
}

/// Steps, change of arrangement, steps, for a block of frames.
static void runArranged(
    const CKConversion *c, const void *const *in, void *const *out, int64_t frames, int64_t firstFrame) {
    Scratch scratch;
    const void *from[CK_BLOCK];
    void *to[CK_BLOCK];
    const int last = c->operationCount, at = c->arrangeAt;
    const int bytes = at == 0 ? c->inBytes : c->operations[at - 1].bytes;
    const int64_t inBuffers = c->inInterleaved ? 1 : c->channels, inCount = c->inInterleaved ? frames * c->channels : frames;
    const int64_t outBuffers = c->outInterleaved ? 1 : c->channels;
    const int64_t outCount = c->outInterleaved ? frames * c->channels : frames;
    const uint64_t noise = (uint64_t)(firstFrame * c->channels);
    const uint64_t inStep = c->inInterleaved ? 1 : (uint64_t)c->channels;
    const uint64_t outStep = c->outInterleaved ? 1 : (uint64_t)c->channels;
    for (int64_t b = 0; b < inBuffers; b++) {
        char *target = (char *)scratch.first + b * frames * bytes;
        from[b] = at == 0 ? in[b] : target;
        if (at > 0) runSome(c, 0, at, in[b], target, inCount, noise + (uint64_t)b, inStep);
    }
    for (int64_t b = 0; b < outBuffers; b++)
        to[b] = at == last ? out[b] : (char *)scratch.second + b * frames * bytes;
    arrange(c->kernels, c->inInterleaved, bytes, from, to, c->channels, frames);
    if (at < last)
        for (int64_t b = 0; b < outBuffers; b++)
            runSome(c, at, last, to[b], out[b], outCount, noise + (uint64_t)b, outStep);
}

void CKRunConversion(
    const CKConversion *c, const void *const *in, void *const *out, int64_t frames, int64_t firstFrame) {
    if (c->inInterleaved == c->outInterleaved || c->channels == 1)
        return runStraight(c, in, out, frames, firstFrame);
    const int64_t block = CK_BLOCK / c->channels;
    const int64_t inStep = c->inBytes * (c->inInterleaved ? c->channels : 1);
    const int64_t outStep = c->outBytes * (c->outInterleaved ? c->channels : 1);
    const void *sources[CK_BLOCK];
    void *targets[CK_BLOCK];
    for (int64_t start = 0; start < frames; start += block) {
        for (int64_t b = 0; b < (c->inInterleaved ? 1 : c->channels); b++)
            sources[b] = (const char *)in[b] + start * inStep;
        for (int64_t b = 0; b < (c->outInterleaved ? 1 : c->channels); b++)
            targets[b] = (char *)out[b] + start * outStep;
        runArranged(c, sources, targets, frames - start < block ? frames - start : block, firstFrame + start);
    }
}
