// How much two stretches of sound resemble each other.

/// Eight samples, at any place.
typedef float likenessRun __attribute__((vector_size(32), aligned(1), may_alias));
typedef float likenessSum __attribute__((vector_size(32)));

/// Works on vectors with four sums of each kind: also without optimisation it is then not much slower than with it.
static CKLikeness likenessOfAll(const float *one, const float *other, intptr_t count) {
    likenessSum p0 = {0}, p1 = {0}, p2 = {0}, p3 = {0}, e0 = {0}, e1 = {0}, e2 = {0}, e3 = {0};
    intptr_t i = 0;
    for (; i + 32 <= count; i += 32) {
        const likenessRun *x = (const likenessRun *)(one + i), *y = (const likenessRun *)(other + i);
        p0 += x[0] * y[0];
        p1 += x[1] * y[1];
        p2 += x[2] * y[2];
        p3 += x[3] * y[3];
        e0 += x[0] * x[0];
        e1 += x[1] * x[1];
        e2 += x[2] * x[2];
        e3 += x[3] * x[3];
    }
    const likenessSum products = (p0 + p1) + (p2 + p3), energies = (e0 + e1) + (e2 + e3);
    CKLikeness sums = {0, 0};
    for (int lane = 0; lane < 8; lane++) {
        sums.product += products[lane];
        sums.energy += energies[lane];
    }
    for (; i < count; i++) {
        sums.product += one[i] * other[i];
        sums.energy += one[i] * one[i];
    }
    return sums;
}

static CKLikeness likeness(
    const float *one, const float *other, intptr_t frames, intptr_t channels, intptr_t step) {
    if (step == 1) return likenessOfAll(one, other, frames * channels);
    CKLikeness sums = {0, 0};
    // Whole frames: a step in samples would pass over channels.
    for (intptr_t frame = 0; frame < frames; frame += step) {
        for (intptr_t i = frame * channels; i < (frame + 1) * channels; i++) {
            sums.product += one[i] * other[i];
            sums.energy += one[i] * one[i];
        }
    }
    return sums;
}

/// Reads `other` once for four places of a search.
static void productsOfFour(
    const float *one, const float *other, intptr_t count, intptr_t stride, float *products) {
    likenessSum a0 = {0}, a1 = {0}, b0 = {0}, b1 = {0}, c0 = {0}, c1 = {0}, d0 = {0}, d1 = {0};
    intptr_t i = 0;
    for (; i + 16 <= count; i += 16) {
        const likenessRun *y = (const likenessRun *)(other + i);
        const likenessRun *a = (const likenessRun *)(one + i), *b = (const likenessRun *)(one + stride + i);
        const likenessRun *c = (const likenessRun *)(one + 2 * stride + i), *d = (const likenessRun *)(one + 3 * stride + i);
        const likenessSum first = y[0], second = y[1];
        a0 += a[0] * first;
        b0 += b[0] * first;
        c0 += c[0] * first;
        d0 += d[0] * first;
        a1 += a[1] * second;
        b1 += b[1] * second;
        c1 += c[1] * second;
        d1 += d[1] * second;
    }
    const likenessSum sums[4] = {a0 + a1, b0 + b1, c0 + c1, d0 + d1};
    for (int place = 0; place < 4; place++) {
        float sum = 0;
        for (int lane = 0; lane < 8; lane++) sum += sums[place][lane];
        for (intptr_t rest = i; rest < count; rest++) sum += one[place * stride + rest] * other[rest];
        products[place] = sum;
    }
}
