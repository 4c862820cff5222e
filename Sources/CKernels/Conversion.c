#include "CKernels.h"
#include "Noise.h"
#include <string.h>

/// One block: at least a frame of the most channels, small enough for the first-level cache.
#define CK_BLOCK_BYTES 16384
#define CK_CHANNELS 1024

typedef struct {
    double first[CK_BLOCK_BYTES / 8], second[CK_BLOCK_BYTES / 8];
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
    const int64_t block = c->operationCount == 1 ? samples : CK_BLOCK_BYTES / 8;
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

/// Steps, change of arrangement, steps, for a block of frames from frame `start` on.
static void runArranged(
    const CKConversion *c, const void *const *in, void *const *out, int64_t start, int64_t frames, uint64_t noise) {
    Scratch scratch;
    const void *from[CK_CHANNELS];
    void *to[CK_CHANNELS];
    const int last = c->operationCount, at = c->arrangeAt;
    const int bytes = at == 0 ? c->inBytes : c->operations[at - 1].bytes;
    const int64_t inWidth = c->inInterleaved ? c->channels : 1, inBuffers = c->channels / inWidth;
    const int64_t outWidth = c->outInterleaved ? c->channels : 1, outBuffers = c->channels / outWidth;
    for (int64_t b = 0; b < inBuffers; b++) {
        const void *source = (const char *)in[b] + start * inWidth * c->inBytes;
        char *target = (char *)scratch.first + b * frames * bytes;
        from[b] = at == 0 ? source : target;
        if (at > 0) runSome(c, 0, at, source, target, frames * inWidth, noise + (uint64_t)b, (uint64_t)outWidth);
    }
    for (int64_t b = 0; b < outBuffers; b++)
        to[b] = at == last ? (char *)out[b] + start * outWidth * c->outBytes
                           : (char *)scratch.second + b * frames * bytes;
    arrange(c->kernels, c->inInterleaved, bytes, from, to, c->channels, frames);
    if (at == last) return;
    for (int64_t b = 0; b < outBuffers; b++) {
        char *target = (char *)out[b] + start * outWidth * c->outBytes;
        runSome(c, at, last, to[b], target, frames * outWidth, noise + (uint64_t)b, (uint64_t)inWidth);
    }
}

void CKRunConversion(
    const CKConversion *c, const void *const *in, void *const *out, int64_t frames, int64_t firstFrame) {
    if (c->inInterleaved == c->outInterleaved || c->channels == 1)
        return runStraight(c, in, out, frames, firstFrame);
    int widest = c->inBytes;
    for (int i = 0; i < c->operationCount; i++)
        if (c->operations[i].bytes > widest) widest = c->operations[i].bytes;
    const int64_t block = CK_BLOCK_BYTES / widest / c->channels;
    for (int64_t start = 0; start < frames; start += block)
        runArranged(
            c, in, out, start, frames - start < block ? frames - start : block,
            (uint64_t)((firstFrame + start) * c->channels));
}
