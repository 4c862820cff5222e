// Complex Fourier transforms of f * 2^k elements, f 1, 3, 5 or 15, in the precision that Single.h or Double.h chose.
//
// The passes are Stockham's: each reads one pair of arrays and writes another, and the results come out in order. Passes
// of radix 4 come first, then at most one of radix 2, 3 and 5. An inverse transform is a forward one whose real and
// imaginary parts are exchanged.

/// The twiddle factors for transforms of base * 2^k elements, up to the greatest k.
typedef struct SUFFIXED(Plan) {
    vDSP_Stride base;
    int most;
    real *memory;
    /// For each k from 2 on: the first, second and third powers, real and imaginary parts, each base * 2^k / 4 elements.
    const real *four[64];
    /// For 2 * base elements by radix 2, and for 15 by radix 3.
    const real *two, *three;
} SUFFIXED(Plan);

/// Writes powers of the first root of unity of order `n`: `count` real parts, then as many imaginary parts.
static real *SUFFIXED(writeTwiddles)(real *to, vDSP_Stride n, int power, vDSP_Stride count) {
    for (vDSP_Stride p = 0; p < count; p++) {
        const double angle = -2 * M_PI * (double)(p * power % n) / (double)n;
        to[p] = (real)cos(angle);
        to[count + p] = (real)sin(angle);
    }
    return to + 2 * count;
}

/// Fills a plan. Returns false if there is no memory for it.
static bool SUFFIXED(makePlan)(SUFFIXED(Plan) *plan, vDSP_Stride base, int most) {
    memset(plan, 0, sizeof *plan);
    plan->base = base;
    plan->most = most;
    const size_t elements = 3 * (size_t)base * ((size_t)1 << most) + 2 * (size_t)base + 32;
    real *next = plan->memory = malloc(elements * sizeof(real));
    if (!next) return false;
    for (int k = 2; k <= most; k++) {
        const vDSP_Stride n = base << k;
        plan->four[k] = next;
        for (int power = 1; power <= 3; power++) next = SUFFIXED(writeTwiddles)(next, n, power, n / 4);
    }
    plan->two = next;
    next = SUFFIXED(writeTwiddles)(next, 2 * base, 1, base);
    plan->three = next;
    next = SUFFIXED(writeTwiddles)(next, 15, 1, 5);
    SUFFIXED(writeTwiddles)(next, 15, 2, 5);
    return true;
}

// MARK: - Passes

/// One butterfly of radix 4: of the elements `x`, which stand s * m apart, to the elements `y`, which stand s apart.
#define BUTTERFLY4(x, y)                                                                                            \
    {                                                                                                               \
        const real ar = xr[x], ai = xi[x], br = xr[x + s * m], bi = xi[x + s * m];                                  \
        const real cr = xr[x + 2 * s * m], ci = xi[x + 2 * s * m], dr = xr[x + 3 * s * m], di = xi[x + 3 * s * m];  \
        const real sr = ar + cr, si = ai + ci, tr = ar - cr, ti = ai - ci;                                          \
        const real ur = br + dr, ui = bi + di, vr = br - dr, vi = bi - di;                                          \
        const real er = tr + vi, ei = ti - vr, fr = sr - ur, fi = si - ui, gr = tr - vi, gi = ti + vr;              \
        yr[y] = sr + ur;                                                                                            \
        yi[y] = si + ui;                                                                                            \
        yr[y + s] = er * w1r[p] - ei * w1i[p];                                                                      \
        yi[y + s] = er * w1i[p] + ei * w1r[p];                                                                      \
        yr[y + 2 * s] = fr * w2r[p] - fi * w2i[p];                                                                  \
        yi[y + 2 * s] = fr * w2i[p] + fi * w2r[p];                                                                  \
        yr[y + 3 * s] = gr * w3r[p] - gi * w3i[p];                                                                  \
        yi[y + 3 * s] = gr * w3i[p] + gi * w3r[p];                                                                  \
    }

FAST static void SUFFIXED(pass4)(
    vDSP_Stride m, vDSP_Stride s, const real *w, const real *restrict xr, const real *restrict xi, real *restrict yr,
    real *restrict yi) {
    const real *restrict w1r = w, *restrict w1i = w + m, *restrict w2r = w + 2 * m, *restrict w2i = w + 3 * m;
    const real *restrict w3r = w + 4 * m, *restrict w3i = w + 5 * m;
    if (s == 1) {
        enum { s = 1 };
        for (vDSP_Stride p = 0; p < m; p++) BUTTERFLY4(p, 4 * p)
    } else if (s == 4) {
        enum { s = 4 };
        for (vDSP_Stride p = 0; p < m; p++)
            for (vDSP_Stride q = 0; q < s; q++) BUTTERFLY4(q + s * p, q + s * 4 * p)
    } else {
        for (vDSP_Stride p = 0; p < m; p++)
            for (vDSP_Stride q = 0; q < s; q++) BUTTERFLY4(q + s * p, q + s * 4 * p)
    }
}

#undef BUTTERFLY4

FAST static void SUFFIXED(pass2)(
    vDSP_Stride m, vDSP_Stride s, const real *w, const real *restrict xr, const real *restrict xi, real *restrict yr,
    real *restrict yi) {
    for (vDSP_Stride p = 0; p < m; p++) {
        const real wr = w[p], wi = w[m + p];
        for (vDSP_Stride q = 0; q < s; q++) {
            const vDSP_Stride x = q + s * p, y = q + s * 2 * p;
            const real ar = xr[x], ai = xi[x], br = xr[x + s * m], bi = xi[x + s * m];
            const real dr = ar - br, di = ai - bi;
            yr[y] = ar + br;
            yi[y] = ai + bi;
            yr[y + s] = dr * wr - di * wi;
            yi[y + s] = dr * wi + di * wr;
        }
    }
}

FAST static void SUFFIXED(pass3)(
    vDSP_Stride m, vDSP_Stride s, const real *w, const real *restrict xr, const real *restrict xi, real *restrict yr,
    real *restrict yi) {
    const real half = (real)0.5, height = (real)0.86602540378443864676;
    for (vDSP_Stride p = 0; p < m; p++) {
        const real w1r = w[p], w1i = w[5 + p], w2r = w[10 + p], w2i = w[15 + p];
        for (vDSP_Stride q = 0; q < s; q++) {
            const vDSP_Stride x = q + s * p, y = q + s * 3 * p;
            const real ar = xr[x], ai = xi[x], br = xr[x + s * m], bi = xi[x + s * m];
            const real cr = xr[x + 2 * s * m], ci = xi[x + 2 * s * m];
            const real tr = br + cr, ti = bi + ci, ur = ar - half * tr, ui = ai - half * ti;
            const real vr = height * (br - cr), vi = height * (bi - ci);
            const real er = ur + vi, ei = ui - vr, fr = ur - vi, fi = ui + vr;
            yr[y] = ar + tr;
            yi[y] = ai + ti;
            yr[y + s] = er * w1r - ei * w1i;
            yi[y + s] = er * w1i + ei * w1r;
            yr[y + 2 * s] = fr * w2r - fi * w2i;
            yi[y + 2 * s] = fr * w2i + fi * w2r;
        }
    }
}

/// The last pass of lengths that 5 divides: no twiddle factors remain.
FAST static void SUFFIXED(pass5)(
    vDSP_Stride s, const real *restrict xr, const real *restrict xi, real *restrict yr, real *restrict yi) {
    const real c1 = (real)0.30901699437494742410, c2 = (real)-0.80901699437494742410;
    const real s1 = (real)0.95105651629515357212, s2 = (real)0.58778525229247312917;
    for (vDSP_Stride q = 0; q < s; q++) {
        const real ar = xr[q], ai = xi[q];
        const real b1r = xr[q + s] + xr[q + 4 * s], b1i = xi[q + s] + xi[q + 4 * s];
        const real d1r = xr[q + s] - xr[q + 4 * s], d1i = xi[q + s] - xi[q + 4 * s];
        const real b2r = xr[q + 2 * s] + xr[q + 3 * s], b2i = xi[q + 2 * s] + xi[q + 3 * s];
        const real d2r = xr[q + 2 * s] - xr[q + 3 * s], d2i = xi[q + 2 * s] - xi[q + 3 * s];
        const real e1r = ar + c1 * b1r + c2 * b2r, e1i = ai + c1 * b1i + c2 * b2i;
        const real e2r = ar + c2 * b1r + c1 * b2r, e2i = ai + c2 * b1i + c1 * b2i;
        const real f1r = s1 * d1r + s2 * d2r, f1i = s1 * d1i + s2 * d2i;
        const real f2r = s2 * d1r - s1 * d2r, f2i = s2 * d1i - s1 * d2i;
        yr[q] = ar + b1r + b2r;
        yi[q] = ai + b1i + b2i;
        yr[q + s] = e1r + f1i;
        yi[q + s] = e1i - f1r;
        yr[q + 2 * s] = e2r + f2i;
        yi[q + 2 * s] = e2i - f2r;
        yr[q + 3 * s] = e2r - f2i;
        yi[q + 3 * s] = e2i + f2r;
        yr[q + 4 * s] = e1r - f1i;
        yi[q + 4 * s] = e1i + f1r;
    }
}

// MARK: - Whole transforms

/// Runs all passes for base * 2^k neighbors, forward. `spare` has room for as many complex numbers.
static void SUFFIXED(runPasses)(
    const SUFFIXED(Plan) *plan, int k, const real *xr, const real *xi, real *cr, real *ci, real *spare) {
    vDSP_Stride left = plan->base << k, s = 1;
    const int odd = plan->base % 3 == 0, fifth = plan->base % 5 == 0, passes = (k + 1) / 2 + odd + fifth;
    real *sr = spare, *si = spare + left;
    const bool same = xr == cr || xi == ci || xr == ci || xi == cr;
    if (passes == 0 || (same && passes % 2 == 1)) {
        // The first pass would write what it still has to read.
        memcpy(sr, xr, sizeof(real) * (size_t)left);
        memcpy(si, xi, sizeof(real) * (size_t)left);
        xr = sr, xi = si;
    }
    for (int pass = 0; pass < passes; pass++) {
        const bool last = (passes - pass) % 2 == 1;
        real *yr = last ? cr : sr, *yi = last ? ci : si;
        vDSP_Stride radix;
        if (k >= 2) {
            radix = 4;
            SUFFIXED(pass4)(left / 4, s, plan->four[k], xr, xi, yr, yi);
            k -= 2;
        } else if (k == 1) {
            radix = 2;
            SUFFIXED(pass2)(left / 2, s, plan->two, xr, xi, yr, yi);
            k = 0;
        } else if (left % 3 == 0) {
            radix = 3;
            SUFFIXED(pass3)(left / 3, s, plan->three, xr, xi, yr, yi);
        } else {
            radix = 5;
            SUFFIXED(pass5)(s, xr, xi, yr, yi);
        }
        left /= radix;
        s *= radix;
        xr = yr, xi = yi;
    }
    if (passes == 0) *cr = *xr, *ci = *xi;
}

#undef WITH_SPARE
/// Memory for `count` elements: on the stack up to 64 KiB, so that audio threads may transform.
#define WITH_SPARE(count, spare, ...)                                                                               \
    {                                                                                                               \
        real local[65536 / sizeof(real)];                                                                           \
        const size_t wanted = (size_t)(count);                                                                      \
        real *spare = wanted <= sizeof local / sizeof(real) ? local : malloc(sizeof(real) * wanted);                \
        if (spare) { __VA_ARGS__ }                                                                                  \
        if (spare != local) free(spare);                                                                            \
    }

/// Transforms base * 2^k complex numbers.
static void SUFFIXED(transform)(
    const SUFFIXED(Plan) *plan, int k, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, int direction) {
    const vDSP_Stride n = plan->base << k;
    real *ar = A->realp, *ai = A->imagp, *cr = C->realp, *ci = C->imagp;
    if (direction < 0) ar = A->imagp, ai = A->realp, cr = C->imagp, ci = C->realp;
    if (IA == 1 && IC == 1) {
        WITH_SPARE(2 * n, spare, SUFFIXED(runPasses)(plan, k, ar, ai, cr, ci, spare);)
        return;
    }
    WITH_SPARE(4 * n, spare, {
        real *re = spare + 2 * n, *im = spare + 3 * n;
        for (vDSP_Stride i = 0; i < n; i++) re[i] = ar[i * IA], im[i] = ai[i * IA];
        SUFFIXED(runPasses)(plan, k, re, im, re, im, spare);
        for (vDSP_Stride i = 0; i < n; i++) cr[i * IC] = re[i], ci[i * IC] = im[i];
    })
}

/// Turns the transform of packed real numbers into that of real numbers, times two (sign 1), or the reverse (sign -1).
/// `h` is the number of packed elements, `w` the powers of the root of order 2 * h.
FAST static void SUFFIXED(unpack)(vDSP_Stride h, const real *w, real *re, real *im, real sign) {
    const real *wi = w + h / 2;
    const real first = re[0], second = im[0], factor = sign > 0 ? 2 : 1;
    re[0] = factor * (first + second);
    im[0] = factor * (first - second);
    if (h % 2 == 0) re[h / 2] *= 2, im[h / 2] *= -2;
    const vDSP_Stride middle = (h + 1) / 2;
#pragma clang loop vectorize(assume_safety)
    for (vDSP_Stride p = 1; p < middle; p++) {
        const vDSP_Stride q = h - p;
        const real er = re[p] + re[q], ei = im[p] - im[q], dr = re[p] - re[q], di = im[p] + im[q];
        const real tr = sign * (dr * w[p] - sign * di * wi[p]), ti = sign * (sign * dr * wi[p] + di * w[p]);
        re[p] = er + ti;
        im[p] = ei - tr;
        re[q] = er - ti;
        im[q] = -ei - tr;
    }
}

/// Transforms base * 2^k real numbers, which are packed in half as many elements.
static void SUFFIXED(transformReal)(
    const SUFFIXED(Plan) *plan, int k, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, int direction) {
    if (k < 1) return;
    const vDSP_Stride h = plan->base << (k - 1);
    const real *w = k >= 2 ? plan->four[k] : 0;
    WITH_SPARE(IC == 1 ? 0 : 2 * h, packed, {
        split z;
        z.realp = IC == 1 ? C->realp : packed;
        z.imagp = IC == 1 ? C->imagp : packed + h;
        if (direction > 0) {
            SUFFIXED(transform)(plan, k - 1, A, IA, &z, 1, 1);
            SUFFIXED(unpack)(h, w, z.realp, z.imagp, 1);
        } else {
            if (z.realp != A->realp || z.imagp != A->imagp || IA != 1)
                for (vDSP_Stride i = 0; i < h; i++) {
                    const real x = A->realp[i * IA], y = A->imagp[i * IA];
                    z.realp[i] = x, z.imagp[i] = y;
                }
            SUFFIXED(unpack)(h, w, z.realp, z.imagp, -1);
            SUFFIXED(transform)(plan, k - 1, &z, 1, &z, 1, -1);
        }
        if (IC != 1)
            for (vDSP_Stride i = 0; i < h; i++) C->realp[i * IC] = z.realp[i], C->imagp[i * IC] = z.imagp[i];
    })
}
