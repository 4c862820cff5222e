// Between one buffer with the channels side by side and one buffer per channel, by size of sample.

#define CK_INTERLEAVING(bits, type)                                                                                   \
    static inline void split##bits(const type *restrict x, type *restrict a, type *restrict b, intptr_t frames) {     \
        for (intptr_t i = 0; i < frames; i++) {                                                                        \
            a[i] = x[2 * i];                                                                                           \
            b[i] = x[2 * i + 1];                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void join##bits(const type *restrict a, const type *restrict b, type *restrict y, intptr_t frames) { \
        for (intptr_t i = 0; i < frames; i++) {                                                                        \
            y[2 * i] = a[i];                                                                                           \
            y[2 * i + 1] = b[i];                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    static inline void column##bits(const type *restrict x, type *restrict y, intptr_t stride, intptr_t frames) {     \
        for (intptr_t i = 0; i < frames; i++) y[i] = x[i * stride];                                                    \
    }                                                                                                                  \
    static inline void spread##bits(const type *restrict x, type *restrict y, intptr_t stride, intptr_t frames) {     \
        for (intptr_t i = 0; i < frames; i++) y[i * stride] = x[i];                                                    \
    }

CK_INTERLEAVING(8, uint8_t)
CK_INTERLEAVING(16, u16u)
CK_INTERLEAVING(32, u32u)
CK_INTERLEAVING(64, u64u)

#define CK_PLAIN_INTERLEAVING(bits, type)                                                                    \
    static void deinterleave##bits(const void *in, void *const *out, intptr_t channels, intptr_t frames) {   \
        if (channels == 2) return split##bits(in, out[0], out[1], frames);                                   \
        for (intptr_t c = 0; c < channels; c++) column##bits((const type *)in + c, out[c], channels, frames); \
    }                                                                                                        \
    static void interleave##bits(const void *const *in, void *out, intptr_t channels, intptr_t frames) {     \
        if (channels == 2) return join##bits(in[0], in[1], out, frames);                                     \
        for (intptr_t c = 0; c < channels; c++) spread##bits(in[c], (type *)out + c, channels, frames);      \
    }

CK_PLAIN_INTERLEAVING(8, uint8_t)
CK_PLAIN_INTERLEAVING(16, u16u)
CK_PLAIN_INTERLEAVING(64, u64u)

static void deinterleave24(const void *in, void *const *out, intptr_t channels, intptr_t frames) {
    for (intptr_t c = 0; c < channels; c++) {
        const uint8_t *x = (const uint8_t *)in + 3 * c;
        uint8_t *y = out[c];
        for (intptr_t i = 0; i < frames; i++, x += 3 * channels, y += 3) {
            y[0] = x[0];
            y[1] = x[1];
            y[2] = x[2];
        }
    }
}

static void interleave24(const void *const *in, void *out, intptr_t channels, intptr_t frames) {
    for (intptr_t c = 0; c < channels; c++) {
        const uint8_t *x = in[c];
        uint8_t *y = (uint8_t *)out + 3 * c;
        for (intptr_t i = 0; i < frames; i++, x += 3, y += 3 * channels) {
            y[0] = x[0];
            y[1] = x[1];
            y[2] = x[2];
        }
    }
}

// Samples of 32 bits are the ones mixed, so more than two channels go by squares of four frames of four channels.

static void deinterleave32(const void *in, void *const *out, intptr_t channels, intptr_t frames) {
    if (channels == 2) return split32(in, out[0], out[1], frames);
    const u32u *x = in;
    intptr_t c = 0;
#if defined(__x86_64__)
    for (; c + 4 <= channels; c += 4) {
        float *a = out[c], *b = out[c + 1], *d = out[c + 2], *e = out[c + 3];
        const float *p = (const float *)(x + c);
        intptr_t i = 0;
        for (; i + 4 <= frames; i += 4, p += 4 * channels) {
            __m128 r0 = _mm_loadu_ps(p), r1 = _mm_loadu_ps(p + channels);
            __m128 r2 = _mm_loadu_ps(p + 2 * channels), r3 = _mm_loadu_ps(p + 3 * channels);
            _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
            _mm_storeu_ps(a + i, r0);
            _mm_storeu_ps(b + i, r1);
            _mm_storeu_ps(d + i, r2);
            _mm_storeu_ps(e + i, r3);
        }
        for (intptr_t k = 0; k < 4; k++)
            column32(x + i * channels + c + k, (u32u *)out[c + k] + i, channels, frames - i);
    }
#endif
    for (; c < channels; c++) column32(x + c, out[c], channels, frames);
}

static void interleave32(const void *const *in, void *out, intptr_t channels, intptr_t frames) {
    if (channels == 2) return join32(in[0], in[1], out, frames);
    u32u *y = out;
    intptr_t c = 0;
#if defined(__x86_64__)
    for (; c + 4 <= channels; c += 4) {
        const float *a = in[c], *b = in[c + 1], *d = in[c + 2], *e = in[c + 3];
        float *p = (float *)(y + c);
        intptr_t i = 0;
        for (; i + 4 <= frames; i += 4, p += 4 * channels) {
            __m128 r0 = _mm_loadu_ps(a + i), r1 = _mm_loadu_ps(b + i);
            __m128 r2 = _mm_loadu_ps(d + i), r3 = _mm_loadu_ps(e + i);
            _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
            _mm_storeu_ps(p, r0);
            _mm_storeu_ps(p + channels, r1);
            _mm_storeu_ps(p + 2 * channels, r2);
            _mm_storeu_ps(p + 3 * channels, r3);
        }
        for (intptr_t k = 0; k < 4; k++)
            spread32((const u32u *)in[c + k] + i, y + i * channels + c + k, channels, frames - i);
    }
#endif
    for (; c < channels; c++) spread32(in[c], y + c, channels, frames);
}

static void s16ToF32Stereo(const void *in, void *const *out, intptr_t channels, intptr_t frames) {
    (void)channels;
    const s16u *restrict x = in;
    f32u *restrict a = out[0];
    f32u *restrict b = out[1];
    for (intptr_t i = 0; i < frames; i++) {
        a[i] = (float)x[2 * i] * 0x1p-15f;
        b[i] = (float)x[2 * i + 1] * 0x1p-15f;
    }
}

static void s32ToF32Stereo(const void *in, void *const *out, intptr_t channels, intptr_t frames) {
    (void)channels;
    const s32u *restrict x = in;
    f32u *restrict a = out[0];
    f32u *restrict b = out[1];
    for (intptr_t i = 0; i < frames; i++) {
        a[i] = (float)x[2 * i] * 0x1p-31f;
        b[i] = (float)x[2 * i + 1] * 0x1p-31f;
    }
}

static void f32ToS16Stereo(const void *const *in, void *out, intptr_t channels, intptr_t frames) {
    (void)channels;
    const float *a = in[0], *b = in[1];
    s16u *y = out;
    intptr_t i = 0;
    const CKQuantum how = {0x1p15, 16, 0, 0};
#ifdef CK_STEP
    const floats scale = spread(0x1p15f), most = spread(0x7FFF);
    for (; i + 2 * CK_STEP <= frames; i += 2 * CK_STEP) {
        floats p = product(loadFloats(a + i), scale), q = product(loadFloats(a + i + CK_STEP), scale);
        floats r = product(loadFloats(b + i), scale), t = product(loadFloats(b + i + CK_STEP), scale);
        words left = halves(rounded(p), rounded(q)), right = halves(rounded(r), rounded(t));
        // As in f32ToS16.
        if (__builtin_expect(anyLeastHalf(left, right), 0)) {
            left = halves(roundedUpTo(p, most), roundedUpTo(q, most));
            right = halves(roundedUpTo(r, most), roundedUpTo(t, most));
        }
        storePairs(y + 2 * i, left, right);
    }
#endif
    for (; i < frames; i++) {
        y[2 * i] = (int16_t)(quantised(((const f32u *)a)[i], &how) >> 16);
        y[2 * i + 1] = (int16_t)(quantised(((const f32u *)b)[i], &how) >> 16);
    }
}
