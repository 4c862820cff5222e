// Filter sections of order 2 in a row, of two channels.

/// Both channels of four sections, side by side: channel c of section s in lane 2 * s + c.
typedef float eight __attribute__((vector_size(32)));
typedef float eightUnaligned __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t eightMask __attribute__((vector_size(32)));

/// What the sections have kept, and what the last step gave.
typedef struct {
    eight band, low, out;
} CascadeState;

/// The numbers of the sections, in registers.
typedef struct {
    eight back, fall, through, climb, rise;
} CascadeTuning;

/// One step of all sections, each at the frame behind that of the one before it.
static inline __attribute__((always_inline)) void cascadeStep(
    const CascadeTuning *how, CascadeState *state, float one, float other) {
    // Each section gets what the one before it gave.
    eight sound = __builtin_shufflevector(state->out, state->out, 0, 1, 0, 1, 2, 3, 4, 5);
    sound[0] = one;
    sound[1] = other;
    const eight fall = how->fall * state->band;
    const eight base = state->low + fall;
    const eight rest = sound - (how->back * state->band + state->low);
    state->out = how->through * rest + base;
    state->low = how->climb * rest + (base + fall);
    state->band = how->rise * rest + state->band;
}

/// Takes back what a step changed where a mask is not set.
static inline __attribute__((always_inline)) void keep(eight *changed, const eight *before, const eightMask *mask) {
    *changed = (eight)(((eightMask)*changed & *mask) | ((eightMask)*before & ~*mask));
}

/// A sample; one that is no number, or far above full scale, would stay in the filter for ever.
static inline float tame(float x) { return fabsf(x) < 1e6f ? x : 0; }

static inline float blended(float heard, float filtered, float part) { return heard + (filtered - heard) * part; }

static void cascade(
    const CKCascade *how, float *state, float *one, float *other, intptr_t stride, intptr_t count, CKRamp blend) {
    // The last section is so many frames behind the first.
    enum { behind = 3 };
    const eightMask section = {0, 0, 1, 1, 2, 2, 3, 3};
    const CascadeTuning tuning = {
        *(const eightUnaligned *)how->back, *(const eightUnaligned *)how->fall, *(const eightUnaligned *)how->through,
        *(const eightUnaligned *)how->climb, *(const eightUnaligned *)how->rise};
    CascadeState now = {*(eightUnaligned *)state, *(eightUnaligned *)(state + 8), {0}};
    const int isWhole = blend.start == 1 && blend.step == 0;
    for (intptr_t n = 0; n < count + behind; n++) {
        const intptr_t ended = n - count + 1;
        if (n >= behind && ended <= 0) {
            cascadeStep(&tuning, &now, tame(one[n * stride]), tame(other[n * stride]));
        } else {
            // At the ends of a run some sections have no frame, and keep what they have.
            const CascadeState before = now;
            const eightMask has = (section <= (int32_t)(n < behind ? n : behind))
                & (section >= (int32_t)(ended > 0 ? ended : 0));
            const float x = ended > 0 ? 0 : tame(one[n * stride]), y = ended > 0 ? 0 : tame(other[n * stride]);
            cascadeStep(&tuning, &now, x, y);
            keep(&now.band, &before.band, &has);
            keep(&now.low, &before.low, &has);
        }
        if (n < behind) continue;
        float *first = one + (n - behind) * stride, *second = other + (n - behind) * stride;
        const float part = blend.start + blend.step * (float)(n - behind + 1);
        const float left = isWhole ? now.out[6] : blended(tame(*first), now.out[6], part);
        const float right = isWhole ? now.out[7] : blended(tame(*second), now.out[7], part);
        // A channel that is its own other one is written twice.
        *second = right;
        *first = left;
    }
    *(eightUnaligned *)state = now.band;
    *(eightUnaligned *)(state + 8) = now.low;
}
