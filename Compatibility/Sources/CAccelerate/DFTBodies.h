// The discrete Fourier transforms of vDSP, in the precision that Single.h or Double.h chose.

struct SUFFIXED(vDSP_DFT_SetupStruct) {
    SUFFIXED(Plan) plan;
    TransformKind kind;
    int log2, direction;
    vDSP_Stride length;
    /// For cosine transforms: cosines, then sines, of the angles by which elements are turned.
    real *turns;
};

/// Makes a setup of f * 2^n elements with n at least `least`, or returns NULL.
static SUFFIXED(vDSP_DFT_Setup) SUFFIXED(makeTransform)(
    vDSP_Length Length, int least, TransformKind kind, int direction) {
    int log2 = 0;
    vDSP_Length base = Length;
    for (; base && base % 2 == 0; base /= 2) log2++;
    if ((base != 1 && base != 3 && base != 5 && base != 15) || log2 < least || log2 > 40) return 0;
    SUFFIXED(vDSP_DFT_Setup) setup = calloc(1, sizeof *setup);
    if (!setup) return 0;
    setup->kind = kind;
    setup->direction = direction;
    setup->log2 = log2;
    setup->length = (vDSP_Stride)Length;
    if (SUFFIXED(makePlan)(&setup->plan, (vDSP_Stride)base, log2)) return setup;
    free(setup);
    return 0;
}

SUFFIXED(vDSP_DFT_Setup) SUFFIXED(vDSP_DFT_zop_CreateSetup)(
    SUFFIXED(vDSP_DFT_Setup) Previous, vDSP_Length Length, vDSP_DFT_Direction Direction) {
    (void)Previous;
    return SUFFIXED(makeTransform)(Length, 3, TransformComplex, Direction);
}

SUFFIXED(vDSP_DFT_Setup) SUFFIXED(vDSP_DFT_zrop_CreateSetup)(
    SUFFIXED(vDSP_DFT_Setup) Previous, vDSP_Length Length, vDSP_DFT_Direction Direction) {
    (void)Previous;
    return SUFFIXED(makeTransform)(Length, 4, TransformReal, Direction);
}

void SUFFIXED(vDSP_DFT_DestroySetup)(SUFFIXED(vDSP_DFT_Setup) Setup) {
    if (!Setup) return;
    free(Setup->plan.memory);
    free(Setup->turns);
    free(Setup);
}

void SUFFIXED(vDSP_DFT_Execute)(
    const struct SUFFIXED(vDSP_DFT_SetupStruct) *Setup, const real *Ir, const real *Ii, real *Or, real *Oi) {
    const split from = {(real *)Ir, (real *)Ii}, to = {Or, Oi};
    if (Setup->kind == TransformReal) {
        SUFFIXED(transformReal)(&Setup->plan, Setup->log2, &from, 1, &to, 1, Setup->direction);
    } else {
        SUFFIXED(transform)(&Setup->plan, Setup->log2, &from, 1, &to, 1, Setup->direction);
    }
}

// MARK: - Interleaved numbers

struct SUFFIXED(vDSP_DFT_Interleaved_SetupStruct) {
    SUFFIXED(vDSP_DFT_Setup) transform;
};

SUFFIXED(vDSP_DFT_Interleaved_Setup) SUFFIXED(vDSP_DFT_Interleaved_CreateSetup)(
    SUFFIXED(vDSP_DFT_Interleaved_Setup) Previous, vDSP_Length Length, vDSP_DFT_Direction Direction,
    vDSP_DFT_RealtoComplex RealtoComplex) {
    (void)Previous;
    SUFFIXED(vDSP_DFT_Interleaved_Setup) setup = malloc(sizeof *setup);
    if (!setup) return 0;
    setup->transform = RealtoComplex ? SUFFIXED(makeTransform)(Length, 3, TransformReal, Direction)
                                     : SUFFIXED(makeTransform)(Length, 2, TransformComplex, Direction);
    if (setup->transform) return setup;
    free(setup);
    return 0;
}

void SUFFIXED(vDSP_DFT_Interleaved_Execute)(
    const SUFFIXED(vDSP_DFT_Interleaved_Setup) Setup, const complexPair *Iri, complexPair *Ori) {
    const struct SUFFIXED(vDSP_DFT_SetupStruct) *transform = Setup->transform;
    const vDSP_Length count = (vDSP_Length)transform->length / (transform->kind == TransformReal ? 2 : 1);
    WITH_SPARE(2 * count, spare, {
        const split z = {spare, spare + count};
        V(ctoz)(Iri, 2, &z, 1, count);
        SUFFIXED(vDSP_DFT_Execute)(transform, z.realp, z.imagp, z.realp, z.imagp);
        V(ztoc)(&z, 1, Ori, 2, count);
    })
}

void SUFFIXED(vDSP_DFT_Interleaved_DestroySetup)(SUFFIXED(vDSP_DFT_Interleaved_Setup) Setup) {
    if (!Setup) return;
    SUFFIXED(vDSP_DFT_DestroySetup)(Setup->transform);
    free(Setup);
}

// MARK: - Windows

/// Fills a window with first - second * cos(2 pi n / N) + third * cos(4 pi n / N), or with its first half.
static void SUFFIXED(makeWindow)(real *C, vDSP_Length N, int half, double first, double second, double third) {
    const vDSP_Length count = half ? (N + 1) / 2 : N;
    for (vDSP_Length n = 0; n < count; n++) {
        const double angle = 2 * M_PI * (double)n / (double)N;
        C[n] = (real)(first - second * cos(angle) + third * cos(2 * angle));
    }
}

void V(hann_window)(real *C, vDSP_Length N, int Flag) {
    const double w = Flag & vDSP_HANN_NORM ? 0.8164965809277260327 : 0.5;
    SUFFIXED(makeWindow)(C, N, Flag & vDSP_HALF_WINDOW, w, w, 0);
}

void V(hamm_window)(real *C, vDSP_Length N, int Flag) {
    SUFFIXED(makeWindow)(C, N, Flag & vDSP_HALF_WINDOW, 0.54, 0.46, 0);
}

void V(blkman_window)(real *C, vDSP_Length N, int Flag) {
    SUFFIXED(makeWindow)(C, N, Flag & vDSP_HALF_WINDOW, 0.42, 0.5, 0.08);
}
