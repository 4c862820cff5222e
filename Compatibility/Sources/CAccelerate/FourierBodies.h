// The fast Fourier transforms of vDSP, in the precision that Single.h or Double.h chose.

struct SUFFIXED(OpaqueFFTSetup) {
    /// For 2^n elements, and for 3 or 5 times as many.
    SUFFIXED(Plan) two, odd;
};

SUFFIXED(FFTSetup) SUFFIXED(vDSP_create_fftsetup)(vDSP_Length Log2n, FFTRadix Radix) {
    if (Log2n > 40) return 0;
    SUFFIXED(FFTSetup) setup = calloc(1, sizeof *setup);
    if (!setup) return 0;
    const int base = Radix == kFFTRadix3 ? 3 : Radix == kFFTRadix5 ? 5 : 1;
    if (SUFFIXED(makePlan)(&setup->two, 1, (int)Log2n)
        && (base == 1 || SUFFIXED(makePlan)(&setup->odd, base, (int)Log2n)))
        return setup;
    SUFFIXED(vDSP_destroy_fftsetup)(setup);
    return 0;
}

void SUFFIXED(vDSP_destroy_fftsetup)(SUFFIXED(FFTSetup) setup) {
    if (!setup) return;
    free(setup->two.memory);
    free(setup->odd.memory);
    free(setup);
}

// MARK: - Interleaved numbers

FAST void V(ctoz)(const complexPair *C, vDSP_Stride IC, const split *Z, vDSP_Stride IZ, vDSP_Length N) {
    const real *from = (const real *)C;
    real *re = Z->realp, *im = Z->imagp;
    if (IC == 2 && IZ == 1) {
        EACH {
            re[n] = from[2 * n];
            im[n] = from[2 * n + 1];
        }
    } else {
        EACH {
            re[n * IZ] = from[n * IC];
            im[n * IZ] = from[n * IC + 1];
        }
    }
}

FAST void V(ztoc)(const split *Z, vDSP_Stride IZ, complexPair *C, vDSP_Stride IC, vDSP_Length N) {
    real *to = (real *)C;
    const real *re = Z->realp, *im = Z->imagp;
    if (IC == 2 && IZ == 1) {
        EACH {
            to[2 * n] = re[n];
            to[2 * n + 1] = im[n];
        }
    } else {
        EACH {
            to[n * IC] = re[n * IZ];
            to[n * IC + 1] = im[n * IZ];
        }
    }
}

// MARK: - One vector, and several

/// The split complex number `offset` elements further.
static inline split SUFFIXED(moved)(const split *Z, vDSP_Stride offset) {
    split z = {Z->realp + offset, Z->imagp + offset};
    return z;
}

// The forms with two operands, in place and with a buffer, of a transform of one vector and of several.
#define TRANSFORMS(kind, function, plan)                                                                            \
    void V(fft_##kind##op)(                                                                                         \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC,                   \
        vDSP_Length Log2N, FFTDirection Direction) {                                                                \
        SUFFIXED(function)(&Setup->plan, (int)Log2N, A, IA, C, IC, Direction);                                      \
    }                                                                                                               \
    void V(fft_##kind##opt)(                                                                                        \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC,                   \
        const split *Buffer, vDSP_Length Log2N, FFTDirection Direction) {                                           \
        (void)Buffer;                                                                                               \
        V(fft_##kind##op)(Setup, A, IA, C, IC, Log2N, Direction);                                                   \
    }                                                                                                               \
    void V(fft_##kind##ip)(                                                                                         \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC, vDSP_Length Log2N, FFTDirection Direction) {      \
        V(fft_##kind##op)(Setup, C, IC, C, IC, Log2N, Direction);                                                   \
    }                                                                                                               \
    void V(fft_##kind##ipt)(                                                                                        \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC, const split *Buffer, vDSP_Length Log2N,           \
        FFTDirection Direction) {                                                                                   \
        (void)Buffer;                                                                                               \
        V(fft_##kind##op)(Setup, C, IC, C, IC, Log2N, Direction);                                                   \
    }                                                                                                               \
    void V(fftm_##kind##op)(                                                                                        \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, vDSP_Stride IMA, const split *C, vDSP_Stride IC,  \
        vDSP_Stride IMC, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction) {                                \
        for (vDSP_Stride m = 0; m < (vDSP_Stride)M; m++) {                                                          \
            const split from = SUFFIXED(moved)(A, m * IMA), to = SUFFIXED(moved)(C, m * IMC);                       \
            SUFFIXED(function)(&Setup->plan, (int)Log2N, &from, IA, &to, IC, Direction);                            \
        }                                                                                                           \
    }                                                                                                               \
    void V(fftm_##kind##opt)(                                                                                       \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, vDSP_Stride IMA, const split *C, vDSP_Stride IC,  \
        vDSP_Stride IMC, const split *Buffer, vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction) {           \
        (void)Buffer;                                                                                               \
        V(fftm_##kind##op)(Setup, A, IA, IMA, C, IC, IMC, Log2N, M, Direction);                                     \
    }                                                                                                               \
    void V(fftm_##kind##ip)(                                                                                        \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC, vDSP_Stride IM, vDSP_Length Log2N, vDSP_Length M, \
        FFTDirection Direction) {                                                                                   \
        V(fftm_##kind##op)(Setup, C, IC, IM, C, IC, IM, Log2N, M, Direction);                                       \
    }                                                                                                               \
    void V(fftm_##kind##ipt)(                                                                                       \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC, vDSP_Stride IM, const split *Buffer,              \
        vDSP_Length Log2N, vDSP_Length M, FFTDirection Direction) {                                                 \
        (void)Buffer;                                                                                               \
        V(fftm_##kind##op)(Setup, C, IC, IM, C, IC, IM, Log2N, M, Direction);                                       \
    }

TRANSFORMS(z, transform, two)
TRANSFORMS(zr, transformReal, two)
#undef TRANSFORMS

void V(fft3_zop)(
    SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length Log2N,
    FFTDirection Direction) {
    if (Setup->odd.base == 3) SUFFIXED(transform)(&Setup->odd, (int)Log2N, A, IA, C, IC, Direction);
}

void V(fft5_zop)(
    SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA, const split *C, vDSP_Stride IC, vDSP_Length Log2N,
    FFTDirection Direction) {
    if (Setup->odd.base == 5) SUFFIXED(transform)(&Setup->odd, (int)Log2N, A, IA, C, IC, Direction);
}

// MARK: - Matrices

static void SUFFIXED(transformMatrix)(
    SUFFIXED(FFTSetup) setup, const split *A, vDSP_Stride IA0, vDSP_Stride IA1, const split *C, vDSP_Stride IC0,
    vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection direction) {
    const vDSP_Stride columns = (vDSP_Stride)1 << Log2N0, rows = (vDSP_Stride)1 << Log2N1;
    if (IA1 == 0) IA1 = columns * IA0;
    if (IC1 == 0) IC1 = columns * IC0;
    for (vDSP_Stride r = 0; r < rows; r++) {
        const split from = SUFFIXED(moved)(A, r * IA1), to = SUFFIXED(moved)(C, r * IC1);
        SUFFIXED(transform)(&setup->two, (int)Log2N0, &from, IA0, &to, IC0, direction);
    }
    for (vDSP_Stride c = 0; c < columns; c++) {
        const split column = SUFFIXED(moved)(C, c * IC0);
        SUFFIXED(transform)(&setup->two, (int)Log2N1, &column, IC1, &column, IC1, direction);
    }
}

/// The column of 0 Hz and that of half the sample rate hold real numbers before their transform, packed ones after it.
static void SUFFIXED(transformRealColumn)(
    SUFFIXED(FFTSetup) setup, real *column, vDSP_Stride step, vDSP_Length log2N, FFTDirection direction) {
    const split packed = {column, column + step};
    SUFFIXED(transformReal)(&setup->two, (int)log2N, &packed, 2 * step, &packed, 2 * step, direction);
    if (direction > 0)
        for (vDSP_Stride r = 0; r < (vDSP_Stride)1 << log2N; r++) column[r * step] /= 2;
}

static void SUFFIXED(transformRealMatrix)(
    SUFFIXED(FFTSetup) setup, const split *A, vDSP_Stride IA0, vDSP_Stride IA1, const split *C, vDSP_Stride IC0,
    vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection direction) {
    if (Log2N0 < 1) return;
    const vDSP_Stride columns = (vDSP_Stride)1 << (Log2N0 - 1), rows = (vDSP_Stride)1 << Log2N1;
    if (IA1 == 0) IA1 = columns * IA0;
    if (IC1 == 0) IC1 = columns * IC0;
    for (vDSP_Stride r = 0; r < rows; r++) {
        const split from = SUFFIXED(moved)(A, r * IA1), to = SUFFIXED(moved)(C, r * IC1);
        if (direction > 0) {
            SUFFIXED(transformReal)(&setup->two, (int)Log2N0, &from, IA0, &to, IC0, direction);
        } else {
            V(zvmov)(&from, IA0, &to, IC0, (vDSP_Length)columns);
        }
    }
    if (Log2N1 > 0) {
        SUFFIXED(transformRealColumn)(setup, C->realp, IC1, Log2N1, direction);
        SUFFIXED(transformRealColumn)(setup, C->imagp, IC1, Log2N1, direction);
    }
    for (vDSP_Stride c = 1; c < columns; c++) {
        const split column = SUFFIXED(moved)(C, c * IC0);
        SUFFIXED(transform)(&setup->two, (int)Log2N1, &column, IC1, &column, IC1, direction);
    }
    if (direction > 0) return;
    for (vDSP_Stride r = 0; r < rows; r++) {
        const split row = SUFFIXED(moved)(C, r * IC1);
        SUFFIXED(transformReal)(&setup->two, (int)Log2N0, &row, IC0, &row, IC0, direction);
    }
}

#define MATRIX_TRANSFORMS(kind, function)                                                                           \
    void V(fft2d_##kind##op)(                                                                                       \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA0, vDSP_Stride IA1, const split *C,                 \
        vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection Direction) {         \
        SUFFIXED(function)(Setup, A, IA0, IA1, C, IC0, IC1, Log2N0, Log2N1, Direction);                             \
    }                                                                                                               \
    void V(fft2d_##kind##opt)(                                                                                      \
        SUFFIXED(FFTSetup) Setup, const split *A, vDSP_Stride IA0, vDSP_Stride IA1, const split *C,                 \
        vDSP_Stride IC0, vDSP_Stride IC1, const split *Buffer, vDSP_Length Log2N0, vDSP_Length Log2N1,              \
        FFTDirection Direction) {                                                                                   \
        (void)Buffer;                                                                                               \
        SUFFIXED(function)(Setup, A, IA0, IA1, C, IC0, IC1, Log2N0, Log2N1, Direction);                             \
    }                                                                                                               \
    void V(fft2d_##kind##ip)(                                                                                       \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC0, vDSP_Stride IC1, vDSP_Length Log2N0,             \
        vDSP_Length Log2N1, FFTDirection Direction) {                                                               \
        SUFFIXED(function)(Setup, C, IC0, IC1, C, IC0, IC1, Log2N0, Log2N1, Direction);                             \
    }                                                                                                               \
    void V(fft2d_##kind##ipt)(                                                                                      \
        SUFFIXED(FFTSetup) Setup, const split *C, vDSP_Stride IC0, vDSP_Stride IC1, const split *Buffer,            \
        vDSP_Length Log2N0, vDSP_Length Log2N1, FFTDirection Direction) {                                           \
        (void)Buffer;                                                                                               \
        SUFFIXED(function)(Setup, C, IC0, IC1, C, IC0, IC1, Log2N0, Log2N1, Direction);                             \
    }

MATRIX_TRANSFORMS(z, transformMatrix)
MATRIX_TRANSFORMS(zr, transformRealMatrix)
#undef MATRIX_TRANSFORMS
