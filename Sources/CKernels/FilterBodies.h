// The polyphase filter: dot products of a window of input with one filter per output frame.
//
// Each output is summed in the same order whatever the run it belongs to and however many channels there are, so that
// work split over threads gives the same bits.

#if CK_WIDE
#define CK_LANES 8
#else
#define CK_LANES 4
#endif
typedef float lanes __attribute__((vector_size(CK_LANES * 4)));
typedef float lanesUnaligned __attribute__((vector_size(CK_LANES * 4), aligned(4), may_alias));

static inline lanes load(const float *p) { return *(const lanesUnaligned *)p; }

static inline float sum(lanes a) {
#if CK_WIDE
    float s4[4];
    for (int i = 0; i < 4; i++) s4[i] = a[i] + a[i + 4];
    return (s4[0] + s4[2]) + (s4[1] + s4[3]);
#else
    return (a[0] + a[2]) + (a[1] + a[3]);
#endif
}

static inline void dot1(const float *c, const float *x, float *y, intptr_t taps) {
    lanes a = {0}, b = {0};
    intptr_t k = 0;
    for (; k + 2 * CK_LANES <= taps; k += 2 * CK_LANES) {
        a += load(c + k) * load(x + k);
        b += load(c + k + CK_LANES) * load(x + k + CK_LANES);
    }
    for (; k < taps; k += CK_LANES) a += load(c + k) * load(x + k);
    *y = sum(a + b);
}

static inline void dot2(
    const float *c, const float *x0, const float *x1, float *y0, float *y1, intptr_t taps) {
    lanes a0 = {0}, b0 = {0}, a1 = {0}, b1 = {0};
    intptr_t k = 0;
    for (; k + 2 * CK_LANES <= taps; k += 2 * CK_LANES) {
        lanes c0 = load(c + k), c1 = load(c + k + CK_LANES);
        a0 += c0 * load(x0 + k);
        a1 += c0 * load(x1 + k);
        b0 += c1 * load(x0 + k + CK_LANES);
        b1 += c1 * load(x1 + k + CK_LANES);
    }
    for (; k < taps; k += CK_LANES) {
        lanes c0 = load(c + k);
        a0 += c0 * load(x0 + k);
        a1 += c0 * load(x1 + k);
    }
    *y0 = sum(a0 + b0);
    *y1 = sum(a1 + b1);
}

/// The filter between two phases: eight taps' cubics stand together, so that both lane widths read the same table.
static inline lanes cubic(const float *c, lanes u) {
    lanes square = load(c + 24) * u + load(c + 16);
    lanes linear = square * u + load(c + 8);
    return linear * u + load(c);
}

static inline void cubicDot1(const float *c, float u, const float *x, float *y, intptr_t taps) {
    lanes a = {0}, position = u - (lanes){0};
    for (intptr_t k = 0; k < taps; k += 8, c += 32)
        for (intptr_t j = 0; j < 8; j += CK_LANES) a += cubic(c + j, position) * load(x + k + j);
    *y = sum(a);
}

static inline void cubicDot2(
    const float *c, float u, const float *x0, const float *x1, float *y0, float *y1, intptr_t taps) {
    lanes a0 = {0}, a1 = {0}, position = u - (lanes){0};
    for (intptr_t k = 0; k < taps; k += 8, c += 32)
        for (intptr_t j = 0; j < 8; j += CK_LANES) {
            lanes h = cubic(c + j, position);
            a0 += h * load(x0 + k + j);
            a1 += h * load(x1 + k + j);
        }
    *y0 = sum(a0);
    *y1 = sum(a1);
}

static inline void filterPair(
    const CKFilterRun *run, const float *x0, const float *x1, float *y0, float *y1, intptr_t count) {
    const intptr_t taps = run->taps;
    const double perPart = (double)run->segments / (double)run->denominator;
    int64_t index = run->index, part = run->part;
    for (intptr_t n = 0; n < count; n++) {
        if (run->segments == 0) {
            const float *c = run->table + part * taps;
            if (x1) dot2(c, x0 + index, x1 + index, y0 + n, y1 + n, taps);
            else dot1(c, x0 + index, y0 + n, taps);
        } else {
            const double place = (double)part * perPart;
            int64_t segment = (int64_t)place;
            // The product may round up to the end when the remainder is within a rounding error of one.
            if (segment >= run->segments) segment = run->segments - 1;
            const float *c = run->table + segment * taps * 4;
            const float u = (float)(place - (double)segment);
            if (x1) cubicDot2(c, u, x0 + index, x1 + index, y0 + n, y1 + n, taps);
            else cubicDot1(c, u, x0 + index, y0 + n, taps);
        }
        index += run->stepWhole;
        part += run->stepPart;
        if (part >= run->denominator) {
            part -= run->denominator;
            index += 1;
        }
    }
}

static void filter(
    const CKFilterRun *run, const float *const *in, float *const *out, intptr_t channels, intptr_t count) {
    intptr_t c = 0;
    for (; c + 1 < channels; c += 2) filterPair(run, in[c], in[c + 1], out[c], out[c + 1], count);
    if (c < channels) filterPair(run, in[c], 0, out[c], 0, count);
}
