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
