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

typedef float quad __attribute__((vector_size(16)));
typedef float quadUnaligned __attribute__((vector_size(16), aligned(4), may_alias));

#if CK_WIDE
static inline quad halved(lanes a) {
    return __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
}
#else
static inline quad halved(lanes a) { return a; }
#endif

/// Four sums, each added up in the order of `sum`.
static inline void storeSums(lanes a, lanes b, lanes c, lanes d, float *y) {
    const quad p = halved(a), q = halved(b), r = halved(c), s = halved(d);
    const quad ab = __builtin_shufflevector(p, q, 0, 4, 1, 5) + __builtin_shufflevector(p, q, 2, 6, 3, 7);
    const quad cd = __builtin_shufflevector(r, s, 0, 4, 1, 5) + __builtin_shufflevector(r, s, 2, 6, 3, 7);
    *(quadUnaligned *)y = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// Where a row is cut in two, which are added up from the ends to the middle: large numbers last, so that fewer bits are
/// lost.
static inline intptr_t middle(intptr_t taps) { return taps / 16 * 8; }

/// The sums over a part of four rows, from `first` on in steps of `step`, each load of input serving them all.
static inline void addUp1(
    const float *row, const float *x, intptr_t first, intptr_t end, intptr_t step, intptr_t taps, lanes *sums) {
    const float *row1 = row + taps, *row2 = row1 + taps, *row3 = row2 + taps;
    lanes a = {0}, b = {0}, c = {0}, d = {0};
    for (intptr_t k = first; k != end; k += step) {
        const lanes u = load(x + k);
        a += load(row + k) * u;
        b += load(row1 + k) * u;
        c += load(row2 + k) * u;
        d += load(row3 + k) * u;
    }
    sums[0] = a, sums[1] = b, sums[2] = c, sums[3] = d;
}

/// The same of two channels: each load of a filter serves both.
static inline void addUp2(
    const float *row, const float *x0, const float *x1, intptr_t first, intptr_t end, intptr_t step, intptr_t taps,
    lanes *sums) {
    const float *row1 = row + taps, *row2 = row1 + taps, *row3 = row2 + taps;
    lanes a0 = {0}, b0 = {0}, c0 = {0}, d0 = {0}, a1 = {0}, b1 = {0}, c1 = {0}, d1 = {0};
    for (intptr_t k = first; k != end; k += step) {
        const lanes u = load(x0 + k), v = load(x1 + k);
        lanes h = load(row + k);
        a0 += h * u;
        a1 += h * v;
        h = load(row1 + k);
        b0 += h * u;
        b1 += h * v;
        h = load(row2 + k);
        c0 += h * u;
        c1 += h * v;
        h = load(row3 + k);
        d0 += h * u;
        d1 += h * v;
    }
    sums[0] = a0, sums[1] = b0, sums[2] = c0, sums[3] = d0;
    sums[4] = a1, sums[5] = b1, sums[6] = c1, sums[7] = d1;
}

/// A group of four outputs.
static inline void group1(const float *row, const float *x, float *y, intptr_t taps) {
    lanes s[4], t[4];
    addUp1(row, x, 0, middle(taps), CK_LANES, taps, s);
    addUp1(row, x, taps - CK_LANES, middle(taps) - CK_LANES, -CK_LANES, taps, t);
    storeSums(s[0] + t[0], s[1] + t[1], s[2] + t[2], s[3] + t[3], y);
}

/// A group of four outputs of two channels.
static inline void group2(
    const float *row, const float *x0, const float *x1, float *y0, float *y1, intptr_t taps) {
    lanes s[8], t[8];
    addUp2(row, x0, x1, 0, middle(taps), CK_LANES, taps, s);
    addUp2(row, x0, x1, taps - CK_LANES, middle(taps) - CK_LANES, -CK_LANES, taps, t);
    storeSums(s[0] + t[0], s[1] + t[1], s[2] + t[2], s[3] + t[3], y0);
    storeSums(s[4] + t[4], s[5] + t[5], s[6] + t[6], s[7] + t[7], y1);
}

/// Values from `first` up to `end` of lanes that start at `x`, zero around them; nothing else is read.
static inline lanes loadSome(const float *x, intptr_t first, intptr_t end) {
    float values[CK_LANES] = {0};
    for (intptr_t i = first; i < end; i++) values[i] = x[i];
    return load(values);
}

/// One output of a row whose filter has `shift` zeros before it; `x` is where the filter's input begins.
///
/// Added up as in a group, though nothing beside the filter's own input is read.
static inline float single(const float *row, const float *x, intptr_t shift, intptr_t taps, intptr_t rowTaps) {
    const intptr_t half = middle(rowTaps), end = shift + taps;
    intptr_t k = shift / CK_LANES * CK_LANES;
    lanes a = {0}, b = {0};
    x -= shift;
    if (k < shift) {
        a += load(row + k) * loadSome(x + k, shift - k, CK_LANES);
        k += CK_LANES;
    }
    for (; k < half; k += CK_LANES) a += load(row + k) * load(x + k);
    k = end / CK_LANES * CK_LANES;
    if (k < end) b += load(row + k) * loadSome(x + k, 0, end - k);
    for (k -= CK_LANES; k >= half; k -= CK_LANES) b += load(row + k) * load(x + k);
    return sum(a + b);
}

/// Where the filters of all positions are in the table.
static inline void exactPair(
    const CKFilterRun *run, const float *x0, const float *x1, float *y0, float *y1, intptr_t count) {
    int64_t index = run->index, part = run->part, row = run->row, shift = run->shift;
    // Behind the last output's input, past which nothing may be read.
    const int64_t end =
        index + (count - 1) * run->stepWhole + (part + (count - 1) * run->stepPart) / run->denominator + run->taps;
    for (intptr_t n = 0, next; n < count; n = next) {
        const float *c = run->table + row * run->rowTaps;
        const int isGroup = run->groupRows == 4 && (row & 3) == 0 && row + 4 <= run->denominator && n + 4 <= count
            && index + run->rowTaps <= end;
        next = n + (isGroup ? 4 : 1);
        if (isGroup && x1) {
            group2(c, x0 + index, x1 + index, y0 + n, y1 + n, run->rowTaps);
        } else if (isGroup) {
            group1(c, x0 + index, y0 + n, run->rowTaps);
        } else {
            y0[n] = single(c, x0 + index, shift, run->taps, run->rowTaps);
            if (x1) y1[n] = single(c, x1 + index, shift, run->taps, run->rowTaps);
        }
        for (intptr_t i = n; i < next; i++) {
            int64_t step = run->stepWhole;
            part += run->stepPart;
            if (part >= run->denominator) {
                part -= run->denominator;
                step += 1;
            }
            index += step;
            row += 1;
            if (row == run->denominator) row = 0;
            shift = row == 0 || (row & (run->groupRows - 1)) == 0 ? 0 : shift + step;
        }
    }
}

/// Where a run between phases has come to.
typedef struct {
    const float *table;
    int64_t taps, segments, degree;
    int64_t stepWhole, stepPart, denominator;
    double perPart;
    int64_t index, part;
} Walk;

/// One output: its polynomials, where it stands between their two phases, and where its input begins.
typedef struct {
    const float *values;
    lanes between;
    int64_t index;
} Place;

static inline Walk walkOf(const CKFilterRun *run) {
    return (Walk){
        run->table, run->taps, run->segments, run->degree, run->stepWhole, run->stepPart, run->denominator,
        (double)run->segments / (double)run->denominator, run->index, run->part};
}

/// The denominator of the ratios that change while a stream runs. Integers serve for it, in half the time.
#define CK_BINARY 52

static inline Place nextPlace(Walk *w, intptr_t taps, intptr_t degree, int isBinary) {
    int64_t segment;
    float between;
    if (isBinary) {
        const uint64_t place = (uint64_t)w->part * (uint64_t)w->segments;
        segment = (int64_t)(place >> CK_BINARY);
        between = (float)(int32_t)(place >> (CK_BINARY - 24) & 0xFFFFFF) * 0x1p-24f;
    } else {
        const double place = (double)w->part * w->perPart;
        segment = (int64_t)place;
        // The product may round up to the end when the remainder is within a rounding error of one.
        if (segment >= w->segments) segment = w->segments - 1;
        between = (float)(place - (double)segment);
    }
    const Place found = {w->table + segment * taps * (degree + 1), between - (lanes){0}, w->index};
    w->index += w->stepWhole;
    w->part += w->stepPart;
    if (isBinary) {
        w->index += w->part >> CK_BINARY;
        w->part &= ((int64_t)1 << CK_BINARY) - 1;
    } else if (w->part >= w->denominator) {
        w->part -= w->denominator;
        w->index += 1;
    }
    return found;
}

/// The filter between two phases: eight taps' polynomials stand together, so that both lane widths read the same table.
static inline lanes line(const float *c, lanes u) { return load(c + 8) * u + load(c); }

static inline lanes cubic(const float *c, lanes u) {
    lanes square = load(c + 24) * u + load(c + 16);
    lanes linear = square * u + load(c + 8);
    return linear * u + load(c);
}

static inline lanes polynomial(const float *c, lanes u, intptr_t degree) {
    return degree == 1 ? line(c, u) : cubic(c, u);
}

static inline void between1(Place p, const float *x, float *y, intptr_t taps, intptr_t degree) {
    const float *c = p.values;
    lanes a = {0};
    for (intptr_t k = 0; k < taps; k += 8, c += 8 * (degree + 1))
        for (intptr_t j = 0; j < 8; j += CK_LANES)
            a += polynomial(c + j, p.between, degree) * load(x + p.index + k + j);
    *y = sum(a);
}

static inline void between2(
    Place p, const float *x0, const float *x1, float *y0, float *y1, intptr_t taps, intptr_t degree) {
    const float *c = p.values;
    lanes a0 = {0}, a1 = {0};
    for (intptr_t k = 0; k < taps; k += 8, c += 8 * (degree + 1))
        for (intptr_t j = 0; j < 8; j += CK_LANES) {
            const lanes h = polynomial(c + j, p.between, degree);
            a0 += h * load(x0 + p.index + k + j);
            a1 += h * load(x1 + p.index + k + j);
        }
    *y0 = sum(a0);
    *y1 = sum(a1);
}

/// Outputs of two channels, two at a time: more sums than one output has keep the processor busier. Returns how many.
///
/// Inlined, so that the compiler unrolls the loop over a number of taps that it knows.
static inline __attribute__((always_inline)) intptr_t linePairs(
    Walk *walk, const float *x0, const float *x1, float *y0, float *y1, intptr_t stride, intptr_t count,
    intptr_t taps, int isBinary) {
    const int isJoined = stride == 2 && y1 == y0 + 1;
    Walk w = *walk;
    intptr_t n = 0;
    for (; n + 2 <= count; n += 2) {
        const Place p = nextPlace(&w, taps, 1, isBinary), q = nextPlace(&w, taps, 1, isBinary);
        const float *c = p.values, *d = q.values;
        const float *p0 = x0 + p.index, *p1 = x1 + p.index, *q0 = x0 + q.index, *q1 = x1 + q.index;
        lanes a0 = {0}, a1 = {0}, b0 = {0}, b1 = {0};
        for (intptr_t k = 0; k < taps; k += 8)
            for (intptr_t l = k; l < k + 8; l += CK_LANES) {
                const lanes g = line(c + k + l, p.between), h = line(d + k + l, q.between);
                a0 += g * load(p0 + l);
                a1 += g * load(p1 + l);
                b0 += h * load(q0 + l);
                b1 += h * load(q1 + l);
            }
        if (isJoined) {
            storeSums(a0, a1, b0, b1, y0 + 2 * n);
        } else {
            float sums[4];
            storeSums(a0, b0, a1, b1, sums);
            y0[n * stride] = sums[0], y0[(n + 1) * stride] = sums[1];
            y1[n * stride] = sums[2], y1[(n + 1) * stride] = sums[3];
        }
    }
    *walk = w;
    return n;
}

/// The length of the filters of queues that play at another rate.
#define CK_USUAL_TAPS 64

/// A function of its own, whose few variables fit the registers.
static __attribute__((noinline)) intptr_t usualLinePairs(
    Walk *walk, const float *x0, const float *x1, float *y0, float *y1, intptr_t stride, intptr_t count) {
    return linePairs(walk, x0, x1, y0, y1, stride, count, CK_USUAL_TAPS, 1);
}

/// Where filters are made of those around them.
static inline void betweenPair(
    const CKFilterRun *run, const float *x0, const float *x1, float *y0, float *y1, intptr_t count) {
    const intptr_t taps = run->taps, stride = run->stride;
    const int isBinary = run->denominator == (int64_t)1 << CK_BINARY;
    Walk walk = walkOf(run);
    intptr_t n = 0;
    if (x1 && run->degree == 1 && isBinary && taps == CK_USUAL_TAPS)
        n = usualLinePairs(&walk, x0, x1, y0, y1, stride, count);
    else if (x1 && run->degree == 1) n = linePairs(&walk, x0, x1, y0, y1, stride, count, taps, isBinary);
    for (; n < count; n++) {
        const Place p = nextPlace(&walk, taps, run->degree, isBinary);
        if (x1) between2(p, x0, x1, y0 + n * stride, y1 + n * stride, taps, run->degree);
        else between1(p, x0, y0 + n * stride, taps, run->degree);
    }
}

static inline void filterPair(
    const CKFilterRun *run, const float *x0, const float *x1, float *y0, float *y1, intptr_t count) {
    if (run->segments == 0) exactPair(run, x0, x1, y0, y1, count);
    else betweenPair(run, x0, x1, y0, y1, count);
}

static void filter(
    const CKFilterRun *run, const float *const *in, float *const *out, intptr_t channels, intptr_t count) {
    intptr_t c = 0;
    for (; c + 1 < channels; c += 2) filterPair(run, in[c], in[c + 1], out[c], out[c + 1], count);
    if (c < channels) filterPair(run, in[c], 0, out[c], 0, count);
}
