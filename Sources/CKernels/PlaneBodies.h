// Between 16 bits side by side and floats apart, for more than two channels: by squares of four frames of four channels.

/// So many frames at a time that the first-level cache holds them until all the channels have been through.
static inline intptr_t framesAtATime(intptr_t channels) {
    const intptr_t frames = 2048 / channels & ~(intptr_t)7;
    return frames < 8 ? 8 : frames;
}

static inline void s16ToF32Column(const s16u *restrict x, f32u *restrict y, intptr_t stride, intptr_t frames) {
    for (intptr_t i = 0; i < frames; i++) y[i] = (float)x[i * stride] * 0x1p-15f;
}

static inline void f32ToS16Column(const f32u *restrict x, s16u *restrict y, intptr_t stride, intptr_t frames) {
    const CKQuantum how = {0x1p15, 16, 0, 0};
    for (intptr_t i = 0; i < frames; i++) y[i * stride] = (int16_t)(quantised(x[i], &how) >> 16);
}

#if defined(__x86_64__)
static inline __m128i loadFour(const s16u *p) { return _mm_loadl_epi64((const __m128i *)p); }

/// The channels of four frames: the first two and the last two of them, each channel's frames in one half.
static inline void transpose(const s16u *p, intptr_t channels, __m128i *first, __m128i *last) {
    __m128i low = _mm_unpacklo_epi16(loadFour(p), loadFour(p + channels));
    __m128i high = _mm_unpacklo_epi16(loadFour(p + 2 * channels), loadFour(p + 3 * channels));
    *first = _mm_unpacklo_epi32(low, high);
    *last = _mm_unpackhi_epi32(low, high);
}

/// Four channels. Returns how many frames it has done.
static inline intptr_t s16ToF32Square(
    const s16u *x, float *const *out, intptr_t at, intptr_t channels, intptr_t frames) {
    intptr_t i = 0;
#if CK_WIDE
    const __m256 scale = _mm256_set1_ps(0x1p-15f);
    for (; i + 8 <= frames; i += 8) {
        __m128i a[2], b[2];
        transpose(x + i * channels, channels, &a[0], &a[1]);
        transpose(x + (i + 4) * channels, channels, &b[0], &b[1]);
        for (int k = 0; k < 4; k++) {
            __m128i w = k % 2 ? _mm_unpackhi_epi64(a[k / 2], b[k / 2]) : _mm_unpacklo_epi64(a[k / 2], b[k / 2]);
            __m256 y = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(w)), scale);
            _mm256_storeu_ps(out[k] + at + i, y);
        }
    }
#else
    // As in s16ToF32.
    const __m128 scale = _mm_set1_ps(0x1p-31f);
    const __m128i zero = _mm_setzero_si128();
    for (; i + 4 <= frames; i += 4) {
        __m128i a[2];
        transpose(x + i * channels, channels, &a[0], &a[1]);
        for (int k = 0; k < 4; k++) {
            __m128i w = k % 2 ? _mm_unpackhi_epi16(zero, a[k / 2]) : _mm_unpacklo_epi16(zero, a[k / 2]);
            _mm_storeu_ps(out[k] + at + i, _mm_mul_ps(_mm_cvtepi32_ps(w), scale));
        }
    }
#endif
    return i;
}

/// Four frames of two channels, one channel's in each half, as pairs.
static inline __m128i pairs(__m128 a, __m128 b) {
    const __m128 most = _mm_set1_ps(0x7FFF);
    // What is not a number is zeroed, as in roundedUpTo.
    a = _mm_min_ps(most, a);
    b = _mm_min_ps(most, b);
    a = _mm_and_ps(a, _mm_cmpord_ps(a, a));
    b = _mm_and_ps(b, _mm_cmpord_ps(b, b));
    __m128i w = _mm_packs_epi32(_mm_cvtps_epi32(a), _mm_cvtps_epi32(b));
    return _mm_unpacklo_epi16(w, _mm_unpackhi_epi64(w, w));
}

static inline intptr_t f32ToS16Square(
    const float *const *in, intptr_t at, s16u *y, intptr_t channels, intptr_t frames) {
    const __m128 scale = _mm_set1_ps(0x1p15f);
    intptr_t i = 0;
    for (; i + 4 <= frames; i += 4) {
        __m128 x[4];
        for (int k = 0; k < 4; k++) x[k] = _mm_mul_ps(_mm_loadu_ps(in[k] + at + i), scale);
        __m128i first = pairs(x[0], x[1]), last = pairs(x[2], x[3]);
        __m128i low = _mm_unpacklo_epi32(first, last), high = _mm_unpackhi_epi32(first, last);
        s16u *p = y + i * channels;
        _mm_storel_epi64((__m128i *)p, low);
        _mm_storel_epi64((__m128i *)(p + channels), _mm_unpackhi_epi64(low, low));
        _mm_storel_epi64((__m128i *)(p + 2 * channels), high);
        _mm_storel_epi64((__m128i *)(p + 3 * channels), _mm_unpackhi_epi64(high, high));
    }
    return i;
}
#endif

static void s16ToF32Planes(const void *in, void *const *out, intptr_t channels, intptr_t frames) {
    const intptr_t block = framesAtATime(channels);
    for (intptr_t start = 0; start < frames; start += block) {
        const intptr_t count = frames - start < block ? frames - start : block;
        const s16u *x = (const s16u *)in + start * channels;
        intptr_t c = 0;
#if defined(__x86_64__)
        for (; c + 4 <= channels; c += 4) {
            const intptr_t done = s16ToF32Square(x + c, (float *const *)out + c, start, channels, count);
            for (intptr_t k = c; k < c + 4; k++)
                s16ToF32Column(x + done * channels + k, (f32u *)out[k] + start + done, channels, count - done);
        }
#endif
        for (; c < channels; c++) s16ToF32Column(x + c, (f32u *)out[c] + start, channels, count);
    }
}

static void f32ToS16Planes(const void *const *in, void *out, intptr_t channels, intptr_t frames) {
    const intptr_t block = framesAtATime(channels);
    for (intptr_t start = 0; start < frames; start += block) {
        const intptr_t count = frames - start < block ? frames - start : block;
        s16u *y = (s16u *)out + start * channels;
        intptr_t c = 0;
#if defined(__x86_64__)
        for (; c + 4 <= channels; c += 4) {
            const intptr_t done = f32ToS16Square((const float *const *)in + c, start, y + c, channels, count);
            for (intptr_t k = c; k < c + 4; k++)
                f32ToS16Column((const f32u *)in[k] + start + done, y + done * channels + k, channels, count - done);
        }
#endif
        for (; c < channels; c++) f32ToS16Column((const f32u *)in[c] + start, y + c, channels, count);
    }
}
