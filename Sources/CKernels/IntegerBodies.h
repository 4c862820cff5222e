// Between integers of every width and byte order and 32-bit integers filled from the top, and exchanges of byte order.

static void swap16(const void *restrict in, void *restrict out, intptr_t count) {
    const u16u *x = in;
    u16u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (uint16_t)(x[i] << 8 | x[i] >> 8);
}

static void swap32(const void *restrict in, void *restrict out, intptr_t count) {
    const u32u *x = in;
    u32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = __builtin_bswap32(x[i]);
}

static void swap64(const void *restrict in, void *restrict out, intptr_t count) {
    const u64u *x = in;
    u64u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = __builtin_bswap64(x[i]);
}

static void swap24(const void *restrict in, void *restrict out, intptr_t count) {
    const uint8_t *x = in;
    uint8_t *y = out;
    intptr_t i = 0;
#if CK_WIDE
    const __m128i order = _mm_setr_epi8(2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9, 14, 13, 12, 15);
    // Five samples a step; the sixteenth byte is written over by the next step, so one more sample must follow.
    for (; i + 6 <= count; i += 5)
        _mm_storeu_si128(
            (__m128i *)(y + 3 * i), _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(x + 3 * i)), order));
#endif
    for (; i < count; i++) {
        y[3 * i] = x[3 * i + 2];
        y[3 * i + 1] = x[3 * i + 1];
        y[3 * i + 2] = x[3 * i];
    }
}

static void s16ToS32(const void *restrict in, void *restrict out, intptr_t count) {
    const u16u *x = in;
    u32u *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (uint32_t)x[i] << 16;
}

static inline int32_t fromRaw(uint32_t raw, const CKInteger *how) {
    return (int32_t)((raw << how->shift & how->mask) ^ how->flip);
}

static inline uint32_t toRaw(int32_t value, const CKInteger *how) {
    uint32_t raw = ((uint32_t)value & how->mask) ^ how->flip;
    return how->extendsSign ? (uint32_t)((int32_t)raw >> how->shift) : raw >> how->shift;
}

static void unpack8(const void *restrict in, int32_t *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    const uint8_t *x = in;
    for (intptr_t i = 0; i < count; i++) out[i] = fromRaw(x[i], &h);
}

static void unpack16(const void *restrict in, int32_t *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    const u16u *x = in;
    if (h.swapped)
        for (intptr_t i = 0; i < count; i++) out[i] = fromRaw((uint16_t)(x[i] << 8 | x[i] >> 8), &h);
    else
        for (intptr_t i = 0; i < count; i++) out[i] = fromRaw(x[i], &h);
}

static void unpack32(const void *restrict in, int32_t *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    const u32u *x = in;
    if (h.swapped)
        for (intptr_t i = 0; i < count; i++) out[i] = fromRaw(__builtin_bswap32(x[i]), &h);
    else
        for (intptr_t i = 0; i < count; i++) out[i] = fromRaw(x[i], &h);
}

static inline uint32_t read24(const uint8_t *p, int swapped) {
    const uint32_t first = p[0], middle = p[1], last = p[2];
    return swapped ? first << 16 | middle << 8 | last : first | middle << 8 | last << 16;
}

static inline void write24(uint8_t *p, uint32_t raw, int swapped) {
    p[swapped ? 2 : 0] = (uint8_t)raw;
    p[1] = (uint8_t)(raw >> 8);
    p[swapped ? 0 : 2] = (uint8_t)(raw >> 16);
}

static void unpack24(const void *restrict in, int32_t *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    const uint8_t *x = in;
    intptr_t i = 0;
#if CK_WIDE
    const __m256i order = h.swapped
        ? _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1))
        : _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
    const __m128i shift = _mm_cvtsi32_si128(h.shift);
    const __m256i mask = _mm256_set1_epi32((int)h.mask), flip = _mm256_set1_epi32((int)h.flip);
    // Eight samples are 24 bytes, but the second load reads 4 bytes more.
    for (; i + 10 <= count; i += 8) {
        __m256i raw = _mm256_inserti128_si256(
            _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(x + 3 * i))),
            _mm_loadu_si128((const __m128i *)(x + 3 * i + 12)), 1);
        raw = _mm256_sll_epi32(_mm256_shuffle_epi8(raw, order), shift);
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_xor_si256(_mm256_and_si256(raw, mask), flip));
    }
#endif
    for (; i < count; i++) out[i] = fromRaw(read24(x + 3 * i, h.swapped), &h);
}

static void pack8(const int32_t *restrict in, void *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    uint8_t *y = out;
    for (intptr_t i = 0; i < count; i++) y[i] = (uint8_t)toRaw(in[i], &h);
}

static void pack16(const int32_t *restrict in, void *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    u16u *y = out;
    for (intptr_t i = 0; i < count; i++) {
        uint16_t raw = (uint16_t)toRaw(in[i], &h);
        y[i] = h.swapped ? (uint16_t)(raw << 8 | raw >> 8) : raw;
    }
}

static void pack32(const int32_t *restrict in, void *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    u32u *y = out;
    if (h.swapped)
        for (intptr_t i = 0; i < count; i++) y[i] = __builtin_bswap32(toRaw(in[i], &h));
    else
        for (intptr_t i = 0; i < count; i++) y[i] = toRaw(in[i], &h);
}

#if CK_WIDE
static inline __m128i inOrder24(void) {
    return _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
}
/// Stores the low 24 bits of eight numbers in 24 bytes, and writes over the 4 bytes after them.
static inline void store24(uint8_t *y, __m256i raw, __m128i order) {
    _mm_storeu_si128((__m128i *)y, _mm_shuffle_epi8(_mm256_castsi256_si128(raw), order));
    _mm_storeu_si128((__m128i *)(y + 12), _mm_shuffle_epi8(_mm256_extracti128_si256(raw, 1), order));
}
#elif defined(__x86_64__)
static inline __m128i inOrder24(void) { return _mm_setzero_si128(); }
/// Stores the low 24 bits of four numbers in 12 bytes, and writes over the 4 bytes after them.
static inline void store24(uint8_t *y, __m128i raw, __m128i order) {
    (void)order;
    // Two numbers in six bytes of each half, then the halves together.
    const __m128i first = _mm_set1_epi64x(0xFFFFFF), second = _mm_set1_epi64x(0xFFFFFF000000);
    __m128i pairs = _mm_or_si128(_mm_and_si128(raw, first), _mm_and_si128(_mm_srli_epi64(raw, 8), second));
    __m128i low = _mm_move_epi64(pairs), high = _mm_unpackhi_epi64(pairs, _mm_setzero_si128());
    _mm_storeu_si128((__m128i *)y, _mm_or_si128(low, _mm_slli_si128(high, 6)));
}
#endif

static void pack24(const int32_t *restrict in, void *restrict out, intptr_t count, const CKInteger *how) {
    const CKInteger h = *how;
    uint8_t *y = out;
    intptr_t i = 0;
#if CK_WIDE
    const __m128i order = h.swapped
        ? _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1)
        : _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    const __m128i shift = _mm_cvtsi32_si128(h.shift);
    const __m256i mask = _mm256_set1_epi32((int)h.mask), flip = _mm256_set1_epi32((int)h.flip);
    for (; i + 10 <= count; i += 8) {
        __m256i raw = _mm256_loadu_si256((const __m256i *)(in + i));
        raw = _mm256_xor_si256(_mm256_and_si256(raw, mask), flip);
        raw = h.extendsSign ? _mm256_sra_epi32(raw, shift) : _mm256_srl_epi32(raw, shift);
        store24(y + 3 * i, raw, order);
    }
#elif defined(__x86_64__)
    const __m128i shift = _mm_cvtsi32_si128(h.shift);
    const __m128i mask = _mm_set1_epi32((int)h.mask), flip = _mm_set1_epi32((int)h.flip);
    for (; !h.swapped && i + 6 <= count; i += 4) {
        __m128i raw = _mm_loadu_si128((const __m128i *)(in + i));
        raw = _mm_xor_si128(_mm_and_si128(raw, mask), flip);
        raw = h.extendsSign ? _mm_sra_epi32(raw, shift) : _mm_srl_epi32(raw, shift);
        store24(y + 3 * i, raw, inOrder24());
    }
#endif
    for (; i < count; i++) write24(y + 3 * i, toRaw(in[i], &h), h.swapped);
}
