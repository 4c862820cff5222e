// Filters of second order in a chain, in the precision that Single.h or Double.h chose.

// MARK: - One channel

struct SUFFIXED(vDSP_biquad_SetupStruct) {
    vDSP_Length sections;
    double coefficients[];
};

SUFFIXED(vDSP_biquad_Setup) SUFFIXED(vDSP_biquad_CreateSetup)(const double *Coefficients, vDSP_Length M) {
    SUFFIXED(vDSP_biquad_Setup) setup = malloc(sizeof *setup + 5 * M * sizeof(double));
    if (!setup) return 0;
    setup->sections = M;
    memcpy(setup->coefficients, Coefficients, 5 * M * sizeof(double));
    return setup;
}

void SUFFIXED(vDSP_biquad_DestroySetup)(SUFFIXED(vDSP_biquad_Setup) setup) { free(setup); }

/// Elements 2 m and 2 m + 1 of Delay are the last but one and the last element that came into section m, or out of
/// section m - 1.
void V(biquad)(
    const struct SUFFIXED(vDSP_biquad_SetupStruct) *Setup, real *Delay, const real *X, vDSP_Stride IX, real *Y,
    vDSP_Stride IY, vDSP_Length N) {
    if (Setup->sections == 0)
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) Y[n * IY] = X[n * IX];
    for (vDSP_Length m = 0; m < Setup->sections; m++) {
        const double *c = Setup->coefficients + 5 * m;
        const real b0 = (real)c[0], b1 = (real)c[1], b2 = (real)c[2], a1 = (real)c[3], a2 = (real)c[4];
        real x2 = Delay[2 * m], x1 = Delay[2 * m + 1], y2 = Delay[2 * m + 2], y1 = Delay[2 * m + 3];
        const real *from = m == 0 ? X : Y;
        const vDSP_Stride step = m == 0 ? IX : IY;
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
            const real x = from[n * step], y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
            x2 = x1, x1 = x, y2 = y1, y1 = y;
            Y[n * IY] = y;
        }
        Delay[2 * m] = x2;
        Delay[2 * m + 1] = x1;
        // The next section still needs what came out before this call.
        if (m + 1 == Setup->sections) Delay[2 * m + 2] = y2, Delay[2 * m + 3] = y1;
    }
}

// MARK: - Several channels

/// A section of one channel: its coefficients, where they go, and its state.
typedef struct SUFFIXED(Section) {
    double now[5], target[5], rate, threshold;
    real x1, x2, y1, y2;
    bool active, moving;
} SUFFIXED(Section);

struct SUFFIXED(vDSP_biquadm_SetupStruct) {
    vDSP_Length sections, channels;
    SUFFIXED(Section) parts[];
};

SUFFIXED(vDSP_biquadm_Setup) SUFFIXED(vDSP_biquadm_CreateSetup)(const double *coeffs, vDSP_Length M, vDSP_Length N) {
    SUFFIXED(vDSP_biquadm_Setup) setup = calloc(1, sizeof *setup + M * N * sizeof(SUFFIXED(Section)));
    if (!setup) return 0;
    setup->sections = M;
    setup->channels = N;
    for (vDSP_Length i = 0; i < M * N; i++) {
        setup->parts[i].active = true;
        memcpy(setup->parts[i].now, coeffs + 5 * i, 5 * sizeof(double));
    }
    return setup;
}

void SUFFIXED(vDSP_biquadm_DestroySetup)(SUFFIXED(vDSP_biquadm_Setup) setup) { free(setup); }

void SUFFIXED(vDSP_biquadm_CopyState)(
    SUFFIXED(vDSP_biquadm_Setup) dest, const struct SUFFIXED(vDSP_biquadm_SetupStruct) *src) {
    for (vDSP_Length i = 0; i < dest->sections * dest->channels; i++) {
        const SUFFIXED(Section) *from = &src->parts[i];
        SUFFIXED(Section) *to = &dest->parts[i];
        to->x1 = from->x1, to->x2 = from->x2, to->y1 = from->y1, to->y2 = from->y2;
    }
}

void SUFFIXED(vDSP_biquadm_ResetState)(SUFFIXED(vDSP_biquadm_Setup) setup) {
    for (vDSP_Length i = 0; i < setup->sections * setup->channels; i++) {
        SUFFIXED(Section) *part = &setup->parts[i];
        part->x1 = part->x2 = part->y1 = part->y2 = 0;
    }
}

/// The section that coefficients number `i` of a call are for.
static SUFFIXED(Section) *SUFFIXED(sectionAt)(
    SUFFIXED(vDSP_biquadm_Setup) setup, vDSP_Length i, vDSP_Length section, vDSP_Length channel, vDSP_Length channels) {
    return &setup->parts[(section + i / channels) * setup->channels + channel + i % channels];
}

#define CHANGE(name, number, rateType, extra, change)                                                               \
    void SUFFIXED(name)(                                                                                            \
        SUFFIXED(vDSP_biquadm_Setup) setup, const number *values extra, vDSP_Length start_sec, vDSP_Length start_chn,\
        vDSP_Length nsec, vDSP_Length nchn) {                                                                       \
        for (vDSP_Length i = 0; i < nsec * nchn; i++) {                                                             \
            SUFFIXED(Section) *part = SUFFIXED(sectionAt)(setup, i, start_sec, start_chn, nchn);                    \
            for (int k = 0; k < 5; k++) part->change[k] = (double)values[5 * i + (vDSP_Length)k];                   \
            RATES                                                                                                   \
        }                                                                                                           \
    }

#define RATES part->moving = false;
CHANGE(vDSP_biquadm_SetCoefficientsDouble, double, real, , now)
CHANGE(vDSP_biquadm_SetCoefficientsSingle, float, real, , now)
#undef RATES
#define RATES part->moving = true, part->rate = (double)interp_rate, part->threshold = (double)interp_threshold;
#define WITH_RATES , real interp_rate, real interp_threshold
CHANGE(vDSP_biquadm_SetTargetsDouble, double, real, WITH_RATES, target)
CHANGE(vDSP_biquadm_SetTargetsSingle, float, real, WITH_RATES, target)
#undef RATES
#undef WITH_RATES
#undef CHANGE

void SUFFIXED(vDSP_biquadm_SetActiveFilters)(SUFFIXED(vDSP_biquadm_Setup) setup, const _Bool *filter_states) {
    for (vDSP_Length i = 0; i < setup->sections * setup->channels; i++) setup->parts[i].active = filter_states[i];
}

/// Moves the coefficients by one sample.
static void SUFFIXED(moveSection)(SUFFIXED(Section) *part) {
    part->moving = false;
    for (int k = 0; k < 5; k++) {
        const double distance = part->now[k] - part->target[k];
        const bool arrived = fabs(distance * part->rate) <= part->threshold;
        part->now[k] = arrived ? part->target[k] : part->target[k] + distance * part->rate;
        part->moving |= !arrived;
    }
}

static void SUFFIXED(runSection)(
    SUFFIXED(Section) *part, const real *X, vDSP_Stride IX, real *Y, vDSP_Stride IY, vDSP_Length N) {
    const double *c = part->now;
    real x1 = part->x1, x2 = part->x2, y1 = part->y1, y2 = part->y2;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        if (part->moving) SUFFIXED(moveSection)(part);
        const real x = X[n * IX];
        const real y =
            (real)c[0] * x + (real)c[1] * x1 + (real)c[2] * x2 - (real)c[3] * y1 - (real)c[4] * y2;
        x2 = x1, x1 = x, y2 = y1, y1 = y;
        Y[n * IY] = y;
    }
    part->x1 = x1, part->x2 = x2, part->y1 = y1, part->y2 = y2;
}

void V(biquadm)(
    SUFFIXED(vDSP_biquadm_Setup) Setup, const real **X, vDSP_Stride IX, real **Y, vDSP_Stride IY, vDSP_Length N) {
    for (vDSP_Length channel = 0; channel < Setup->channels; channel++) {
        const real *from = X[channel];
        vDSP_Stride step = IX;
        for (vDSP_Length m = 0; m < Setup->sections; m++) {
            SUFFIXED(Section) *part = &Setup->parts[m * Setup->channels + channel];
            if (!part->active) continue;
            SUFFIXED(runSection)(part, from, step, Y[channel], IY, N);
            from = Y[channel];
            step = IY;
        }
        if (from == Y[channel]) continue;
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) Y[channel][n * IY] = from[n * step];
    }
}
