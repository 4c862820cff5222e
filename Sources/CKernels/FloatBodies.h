// Between floats and integers. Integers become floats exactly or by rounding to nearest; floats become integers by
// clamp(round half to even(x * scale)), and what is not a number becomes 0.

static void s16ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const s16u *x = in;
    f32u *y = out;
    intptr_t i = 0;
#if defined(__x86_64__) && !CK_WIDE
    // Each number goes to the upper half of its lane, which keeps its sign and saves a shift.
    const __m128 scale = _mm_set1_ps(0x1p-31f);
    const __m128i zero = _mm_setzero_si128();
    for (; i + 16 <= count; i += 16)
        for (intptr_t k = 0; k < 16; k += 8) {
            __m128i raw = _mm_loadu_si128((const __m128i *)(x + i + k));
            __m128 low = _mm_cvtepi32_ps(_mm_unpacklo_epi16(zero, raw));
            __m128 high = _mm_cvtepi32_ps(_mm_unpackhi_epi16(zero, raw));
            _mm_storeu_ps((float *)y + i + k, _mm_mul_ps(low, scale));
            _mm_storeu_ps((float *)y + i + k + 4, _mm_mul_ps(high, scale));
        }
#endif
    for (; i < count; i++) y[i] = (float)x[i] * 0x1p-15f;
}

static void swapped16ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const u16u *x = in;
    f32u *y = out;
    intptr_t i = 0;
#if defined(__x86_64__) && !CK_WIDE
    // As in s16ToF32.
    const __m128 scale = _mm_set1_ps(0x1p-31f);
    const __m128i zero = _mm_setzero_si128();
    for (; i + 8 <= count; i += 8) {
        __m128i raw = _mm_loadu_si128((const __m128i *)(x + i));
        raw = _mm_or_si128(_mm_slli_epi16(raw, 8), _mm_srli_epi16(raw, 8));
        _mm_storeu_ps((float *)y + i, _mm_mul_ps(_mm_cvtepi32_ps(_mm_unpacklo_epi16(zero, raw)), scale));
        _mm_storeu_ps((float *)y + i + 4, _mm_mul_ps(_mm_cvtepi32_ps(_mm_unpackhi_epi16(zero, raw)), scale));
    }
#endif
    for (; i < count; i++) y[i] = (float)(int16_t)(uint16_t)(x[i] << 8 | x[i] >> 8) * 0x1p-15f;
}

static void s32ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const s32u *x = in;
    f32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (float)x[i] * 0x1p-31f;
}

static void u8ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const uint8_t *x = in;
    f32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (float)((int32_t)x[i] - 128) * 0x1p-7f;
}

static void s24ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const uint8_t *x = in;
    f32u *y = out;
    intptr_t i = 0;
#if CK_WIDE
    // Each number goes to the top three bytes of its lane, which keeps its sign.
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(-1, 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11));
    const __m256 scale = _mm256_set1_ps(0x1p-31f);
    for (; i + 10 <= count; i += 8) {
        __m256i raw = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(x + 3 * i))),
            _mm_loadu_si128((const __m128i *)(x + 3 * i + 12)), 1);
        _mm256_storeu_ps((float *)y + i, _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_shuffle_epi8(raw, order)), scale));
    }
#elif defined(__x86_64__)
    const __m128 scale = _mm_set1_ps(0x1p-31f);
    for (; i + 5 <= count; i += 4) {
        const uint8_t *p = x + 3 * i;
        __m128i raw = _mm_setr_epi32(
            *(const s32u *)p, *(const s32u *)(p + 3), *(const s32u *)(p + 6), *(const s32u *)(p + 9));
        _mm_storeu_ps((float *)y + i, _mm_mul_ps(_mm_cvtepi32_ps(_mm_slli_epi32(raw, 8)), scale));
    }
#endif
    for (; i < count; i++) y[i] = (float)(int32_t)(read24(x + 3 * i, 0) << 8) * 0x1p-31f;
}

static inline int32_t quantised(double x, const CKQuantum *how) {
    const double limit = __builtin_ldexp(1, how->bits - 1);
    if (!(x == x)) return 0;
    double y = __builtin_rint(x * how->scale);
    int64_t whole = y >= limit ? (int64_t)limit - 1 : y < -limit ? -(int64_t)limit : (int64_t)y;
    return (int32_t)((uint32_t)whole << (32 - how->bits));
}

#if CK_WIDE
#define CK_STEP 8
typedef __m256 floats;
typedef __m256i words;
static inline floats spread(float x) { return _mm256_set1_ps(x); }
static inline words spreadWord(int32_t x) { return _mm256_set1_epi32(x); }
static inline floats loadFloats(const float *p) { return _mm256_loadu_ps(p); }
static inline void storeWords(int32_t *p, words w) { _mm256_storeu_si256((__m256i *)p, w); }
static inline words rounded(floats x) { return _mm256_cvtps_epi32(x); }
static inline words roundedUpTo(floats x, floats most) {
    floats y = _mm256_min_ps(most, x);
    return rounded(_mm256_and_ps(y, _mm256_cmp_ps(y, y, _CMP_ORD_Q)));
}
static inline words halves(words a, words b) { return _mm256_packs_epi32(a, b); }
static inline int anyLeastHalf(words a, words b) {
    const words least = _mm256_set1_epi16(INT16_MIN);
    return _mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi16(a, least), _mm256_cmpeq_epi16(b, least)));
}
static inline int anyLeastWord(words a, words b) {
    const words least = spreadWord(INT32_MIN);
    return _mm256_movemask_epi8(_mm256_or_si256(_mm256_cmpeq_epi32(a, least), _mm256_cmpeq_epi32(b, least)));
}
/// Stores what `halves` gave of two vectors that followed each other.
static inline void storeHalves(s16u *p, words w) {
    _mm256_storeu_si256((__m256i *)p, _mm256_permute4x64_epi64(w, 0xD8));
}
/// Stores what `halves` gave of two vectors of each of two channels, one beside the other.
static inline void storePairs(s16u *p, words left, words right) {
    _mm256_storeu_si256((__m256i *)p, _mm256_unpacklo_epi16(left, right));
    _mm256_storeu_si256((__m256i *)(p + 16), _mm256_unpackhi_epi16(left, right));
}
static inline words atLeast(floats x, floats y) { return _mm256_castps_si256(_mm256_cmp_ps(x, y, _CMP_GE_OQ)); }
static inline words choose(words mask, words a, words b) { return _mm256_blendv_epi8(b, a, mask); }
static inline floats product(floats a, floats b) { return _mm256_mul_ps(a, b); }
static inline floats largest(floats a, floats b) { return _mm256_max_ps(a, b); }
static inline words shifted(words w, __m128i by) { return _mm256_sll_epi32(w, by); }
#elif defined(__x86_64__)
#define CK_STEP 4
typedef __m128 floats;
typedef __m128i words;
static inline floats spread(float x) { return _mm_set1_ps(x); }
static inline words spreadWord(int32_t x) { return _mm_set1_epi32(x); }
static inline floats loadFloats(const float *p) { return _mm_loadu_ps(p); }
static inline void storeWords(int32_t *p, words w) { _mm_storeu_si128((__m128i *)p, w); }
/// To the nearest; the least number there is where that would be too large, or there is none.
static inline words rounded(floats x) { return _mm_cvtps_epi32(x); }
/// The smaller of the two comes out as the second operand where that is not a number, which the comparison then zeroes.
static inline words roundedUpTo(floats x, floats most) {
    floats y = _mm_min_ps(most, x);
    return rounded(_mm_and_ps(y, _mm_cmpord_ps(y, y)));
}
static inline words halves(words a, words b) { return _mm_packs_epi32(a, b); }
static inline int anyLeastHalf(words a, words b) {
    const words least = _mm_set1_epi16(INT16_MIN);
    return _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi16(a, least), _mm_cmpeq_epi16(b, least)));
}
static inline int anyLeastWord(words a, words b) {
    const words least = spreadWord(INT32_MIN);
    return _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi32(a, least), _mm_cmpeq_epi32(b, least)));
}
static inline void storeHalves(s16u *p, words w) { _mm_storeu_si128((__m128i *)p, w); }
static inline void storePairs(s16u *p, words left, words right) {
    _mm_storeu_si128((__m128i *)p, _mm_unpacklo_epi16(left, right));
    _mm_storeu_si128((__m128i *)(p + 8), _mm_unpackhi_epi16(left, right));
}
static inline words atLeast(floats x, floats y) { return _mm_castps_si128(_mm_cmpge_ps(x, y)); }
static inline words choose(words mask, words a, words b) {
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}
static inline floats product(floats a, floats b) { return _mm_mul_ps(a, b); }
static inline floats largest(floats a, floats b) { return _mm_max_ps(a, b); }
static inline words shifted(words w, __m128i by) { return _mm_sll_epi32(w, by); }
#endif

/// Rounds floats to `how->bits` bits. Up to 25 bits the largest number is a float, so one minimum clamps; above, floats
/// are whole anyway, and those past the end are found by comparison.
static void f32ToI32(const float *restrict in, int32_t *restrict out, intptr_t count, const CKQuantum *how) {
    const CKQuantum h = *how;
    intptr_t i = 0;
#ifdef CK_STEP
    const float limit = (float)__builtin_ldexp(1, h.bits - 1);
    const floats scale = spread((float)h.scale), end = spread(limit), start = spread(-limit);
    const floats most = spread(h.bits <= 25 ? limit - 1 : limit);
    const words last = spreadWord((int32_t)((1u << (h.bits - 1)) - 1));
    const __m128i shift = _mm_cvtsi32_si128(32 - h.bits);
    // What is not a number stays so through the maximum, which gives its second operand then.
    if (h.bits <= 25)
        for (; i + CK_STEP <= count; i += CK_STEP) {
            floats y = largest(start, product(loadFloats(in + i), scale));
            storeWords(out + i, shifted(roundedUpTo(y, most), shift));
        }
    for (; i + CK_STEP <= count; i += CK_STEP) {
        floats y = largest(start, product(loadFloats(in + i), scale));
        storeWords(out + i, shifted(choose(atLeast(y, end), last, roundedUpTo(y, most)), shift));
    }
#endif
    for (; i < count; i++) out[i] = quantised(in[i], &h);
}

static void f64ToI32(const double *restrict in, int32_t *restrict out, intptr_t count, const CKQuantum *how) {
    const CKQuantum h = *how;
    intptr_t i = 0;
#if defined(__x86_64__)
    const double limit = __builtin_ldexp(1, h.bits - 1);
    const __m128d scale = _mm_set1_pd(h.scale), most = _mm_set1_pd(limit - 1), start = _mm_set1_pd(-limit);
    const __m128i shift = _mm_cvtsi32_si128(32 - h.bits);
    for (; i + 2 <= count; i += 2) {
        __m128d y = _mm_max_pd(start, _mm_min_pd(most, _mm_mul_pd(_mm_loadu_pd(in + i), scale)));
        y = _mm_and_pd(y, _mm_cmpord_pd(y, y));
        _mm_storel_epi64((__m128i *)(out + i), _mm_sll_epi32(_mm_cvtpd_epi32(y), shift));
    }
#endif
    for (; i < count; i++) out[i] = quantised(in[i], &h);
}

static void f32ToS32(const void *restrict in, void *restrict out, intptr_t count) {
    const CKQuantum how = {0x1p31, 32, 0, 0};
    const float *x = in;
    int32_t *y = out;
    intptr_t i = 0;
#ifdef CK_STEP
    const floats scale = spread(0x1p31f);
    for (; i + 4 * CK_STEP <= count; i += 4 * CK_STEP) {
        words a = rounded(product(loadFloats(x + i), scale));
        words b = rounded(product(loadFloats(x + i + CK_STEP), scale));
        words c = rounded(product(loadFloats(x + i + 2 * CK_STEP), scale));
        words d = rounded(product(loadFloats(x + i + 3 * CK_STEP), scale));
        // The least number is rare, but it is what comes of all that needs care.
        if (__builtin_expect(anyLeastWord(a, b) | anyLeastWord(c, d), 0)) {
            f32ToI32(x + i, y + i, 4 * CK_STEP, &how);
        } else {
            storeWords(y + i, a);
            storeWords(y + i + CK_STEP, b);
            storeWords(y + i + 2 * CK_STEP, c);
            storeWords(y + i + 3 * CK_STEP, d);
        }
    }
#endif
    f32ToI32(x + i, y + i, count - i, &how);
}

static void f32ToS16(const void *restrict in, void *restrict out, intptr_t count) {
    const float *x = in;
    s16u *y = out;
    intptr_t i = 0;
    const CKQuantum how = {0x1p15, 16, 0, 0};
#ifdef CK_STEP
    const floats scale = spread(0x1p15f), most = spread(0x7FFF);
    for (; i + 4 * CK_STEP <= count; i += 4 * CK_STEP) {
        floats p = product(loadFloats(x + i), scale), q = product(loadFloats(x + i + CK_STEP), scale);
        floats r = product(loadFloats(x + i + 2 * CK_STEP), scale), t = product(loadFloats(x + i + 3 * CK_STEP), scale);
        words a = halves(rounded(p), rounded(q)), b = halves(rounded(r), rounded(t));
        // The least number is rare, but it is what comes of all that needs care; halving clamps the rest.
        if (__builtin_expect(anyLeastHalf(a, b), 0)) {
            a = halves(roundedUpTo(p, most), roundedUpTo(q, most));
            b = halves(roundedUpTo(r, most), roundedUpTo(t, most));
        }
        storeHalves(y + i, a);
        storeHalves(y + i + 2 * CK_STEP, b);
    }
#endif
    for (; i < count; i++) y[i] = (int16_t)(quantised(((const f32u *)x)[i], &how) >> 16);
}

static void f32ToU8(const void *restrict in, void *restrict out, intptr_t count) {
    const float *x = in;
    uint8_t *y = out;
    intptr_t i = 0;
    const CKQuantum how = {0x1p7, 8, 0, 0};
#if defined(__x86_64__)
    const __m128 scale = _mm_set1_ps(0x1p7f), most = _mm_set1_ps(0x7F), least = _mm_set1_ps(-0x80);
    for (; i + 8 <= count; i += 8) {
        __m128 a = _mm_max_ps(least, _mm_min_ps(most, _mm_mul_ps(_mm_loadu_ps(x + i), scale)));
        __m128 b = _mm_max_ps(least, _mm_min_ps(most, _mm_mul_ps(_mm_loadu_ps(x + i + 4), scale)));
        a = _mm_and_ps(a, _mm_cmpord_ps(a, a));
        b = _mm_and_ps(b, _mm_cmpord_ps(b, b));
        __m128i w = _mm_packs_epi32(_mm_cvtps_epi32(a), _mm_cvtps_epi32(b));
        _mm_storel_epi64((__m128i *)(y + i), _mm_xor_si128(_mm_packs_epi16(w, w), _mm_set1_epi8((char)0x80)));
    }
#endif
    for (; i < count; i++) y[i] = (uint8_t)((quantised(((const f32u *)x)[i], &how) >> 24) + 128);
}

static void f32ToS24(const void *restrict in, void *restrict out, intptr_t count) {
    const CKQuantum how = {0x1p23, 24, 0, 0};
    const float *x = in;
    uint8_t *y = out;
    intptr_t i = 0;
#ifdef CK_STEP
    const floats scale = spread(0x1p23f), most = spread(0x7FFFFF), start = spread(-0x1p23f);
    // The store writes over up to two samples more.
    for (; i + CK_STEP + 2 <= count; i += CK_STEP)
        store24(y + 3 * i, roundedUpTo(largest(start, product(loadFloats(x + i), scale)), most), inOrder24());
#endif
    for (; i < count; i++) write24(y + 3 * i, (uint32_t)quantised(((const f32u *)x)[i], &how) >> 8, 0);
}

static void f32ToF64(const void *restrict in, void *restrict out, intptr_t count) {
    const f32u *x = in;
    f64u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = x[i];
}

static void f64ToF32(const void *restrict in, void *restrict out, intptr_t count) {
    const f64u *x = in;
    f32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (float)x[i];
}

static void i32ToF32(const int32_t *restrict in, float *restrict out, intptr_t count, float scale) {
    const s32u *x = in;
    f32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (float)x[i] * scale;
}

static void i32ToF64(const int32_t *restrict in, double *restrict out, intptr_t count, double scale) {
    const s32u *x = in;
    f64u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (double)x[i] * scale;
}

static void f32ToI32Dithered(const float *restrict in, int32_t *restrict out, intptr_t count, const CKQuantum *how) {
    const CKQuantum rounding = {1, how->bits, 0, 0};
    const float scale = (float)how->scale;
    float block[512];
    for (intptr_t i = 0; i < count; i += 512) {
        intptr_t n = count - i < 512 ? count - i : 512;
        const f32u *x = (const f32u *)in + i;
        for (intptr_t k = 0; k < n; k++) {
            // Two statements: a fused multiply and add would round otherwise than the plain kernel.
            float y = x[k] * scale;
            block[k] = y + noiseAt(how->noise + (uint64_t)(i + k) * how->noiseStep);
        }
        f32ToI32(block, out + i, n, &rounding);
    }
}
