// Vectors that are made, looked up, sorted and interpolated, in the precision that Single.h or Double.h chose.

// MARK: - Greatest and least

/// Keeps sixteen results side by side while strides are 1, and takes the best of them at the end.
#define EXTREME(name, start, element, better)                                                                       \
    FAST void V(name)(const real *A, vDSP_Stride IA, real *C, vDSP_Length N) {                                      \
        real best[16];                                                                                              \
        for (int k = 0; k < 16; k++) best[k] = (start);                                                             \
        vDSP_Stride n = 0;                                                                                          \
        if (IA == 1)                                                                                                \
            for (; n + 16 <= (vDSP_Stride)N; n += 16)                                                               \
                for (int k = 0; k < 16; k++) {                                                                      \
                    const real a = A[n + k], x = (element);                                                         \
                    best[k] = x better best[k] ? x : best[k];                                                       \
                }                                                                                                   \
        for (; n < (vDSP_Stride)N; n++) {                                                                           \
            const real a = A[n * IA], x = (element);                                                                \
            best[0] = x better best[0] ? x : best[0];                                                               \
        }                                                                                                           \
        for (int k = 1; k < 16; k++) best[0] = best[k] better best[0] ? best[k] : best[0];                          \
        *C = best[0];                                                                                               \
    }                                                                                                               \
    void V(name##i)(const real *A, vDSP_Stride IA, real *C, vDSP_Length *I, vDSP_Length N) {                        \
        V(name)(A, IA, C, N);                                                                                       \
        *I = 0;                                                                                                     \
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {                                                          \
            const real a = A[n * IA], x = (element);                                                                \
            if (x != *C) continue;                                                                                  \
            *I = (vDSP_Length)(n * IA);                                                                             \
            return;                                                                                                 \
        }                                                                                                           \
    }

EXTREME(maxv, -(real)INFINITY, a, >)
EXTREME(minv, (real)INFINITY, a, <)
EXTREME(maxmgv, 0, magnitude(a), >)
EXTREME(minmgv, (real)INFINITY, magnitude(a), <)

#undef EXTREME

// MARK: - Choosing elements

void V(vcmprs)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        if (B[n * IB] == 0) continue;
        *C = A[n * IA];
        C += IC;
    }
}

FAST void V(vgathr)(
    const real *A, const vDSP_Length *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IB, IC, for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) C[n * IC] = A[B[n * IB] - 1];)
}

void V(vgathra)(const real *const *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) C[n * IC] = *A[n * IA];
}

FAST void V(vindex)(const real *A, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    UNIT2(IB, IC, for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) C[n * IC] = A[(vDSP_Stride)B[n * IB]];)
}

void V(vclipc)(
    const real *A, vDSP_Stride IA, const real *B, const real *C, real *D, vDSP_Stride ID, vDSP_Length N,
    vDSP_Length *NLow, vDSP_Length *NHigh) {
    vDSP_Length low = 0, high = 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        low += A[n * IA] < *B;
        high += A[n * IA] > *C;
    }
    V(vclip)(A, IA, B, C, D, ID, N);
    *NLow = low;
    *NHigh = high;
}

void V(nzcros)(const real *A, vDSP_Stride IA, vDSP_Length B, vDSP_Length *C, vDSP_Length *D, vDSP_Length N) {
    *C = *D = 0;
    for (vDSP_Stride n = 1; n < (vDSP_Stride)N; n++) {
        if (!signbit(A[n * IA]) == !signbit(A[(n - 1) * IA])) continue;
        if (++*D < B) continue;
        *C = (vDSP_Length)(n * IA);
        return;
    }
}

void V(vrvrs)(real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride low = 0, high = (vDSP_Stride)N - 1; low < high; low++, high--) {
        const real x = C[low * IC];
        C[low * IC] = C[high * IC];
        C[high * IC] = x;
    }
}

static int SUFFIXED(upward)(const void *a, const void *b) {
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

static int SUFFIXED(downward)(const void *a, const void *b) { return SUFFIXED(upward)(b, a); }

void V(vsort)(real *C, vDSP_Length N, int Order) {
    qsort(C, N, sizeof(real), Order < 0 ? SUFFIXED(downward) : SUFFIXED(upward));
}

static int SUFFIXED(placesUpward)(const void *a, const void *b, void *values) {
    const real *C = values;
    const real x = C[*(const vDSP_Length *)a], y = C[*(const vDSP_Length *)b];
    return (x > y) - (x < y);
}

static int SUFFIXED(placesDownward)(const void *a, const void *b, void *values) {
    return SUFFIXED(placesUpward)(b, a, values);
}

void V(vsorti)(const real *C, vDSP_Length *I, vDSP_Length *Temporary, vDSP_Length N, int Order) {
    (void)Temporary;
    qsort_r(I, N, sizeof *I, Order < 0 ? SUFFIXED(placesDownward) : SUFFIXED(placesUpward), (void *)C);
}

// MARK: - Lines and ramps

FAST void V(vramp)(const real *A, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real start = *A, step = *B;
    UNIT1(IC, EACH C[n * IC] = start + (real)n * step;)
}

void V(vgen)(const real *A, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real step = N > 1 ? (*B - *A) / (real)(N - 1) : 0;
    V(vramp)(A, &step, C, IC, N);
}

FAST void V(vtmerg)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real last = N > 1 ? (real)(N - 1) : 1;
    UNIT3(IA, IB, IC, EACH C[n * IC] = A[n * IA] + (B[n * IB] - A[n * IA]) * (real)n / last;)
}

FAST void V(vrampmul)(
    const real *I, vDSP_Stride IS, real *Start, const real *Step, real *O, vDSP_Stride OS, vDSP_Length N) {
    const real start = *Start, step = *Step;
    UNIT2(IS, OS, EACH O[n * OS] = (start + (real)n * step) * I[n * IS];)
    *Start = start + (real)N * step;
}

FAST void V(vrampmuladd)(
    const real *I, vDSP_Stride IS, real *Start, const real *Step, real *O, vDSP_Stride OS, vDSP_Length N) {
    const real start = *Start, step = *Step;
    UNIT2(IS, OS, EACH O[n * OS] += (start + (real)n * step) * I[n * IS];)
    *Start = start + (real)N * step;
}

void V(vrampmul2)(
    const real *I0, const real *I1, vDSP_Stride IS, real *Start, const real *Step, real *O0, real *O1, vDSP_Stride OS,
    vDSP_Length N) {
    real start = *Start;
    V(vrampmul)(I0, IS, &start, Step, O0, OS, N);
    V(vrampmul)(I1, IS, Start, Step, O1, OS, N);
}

void V(vrampmuladd2)(
    const real *I0, const real *I1, vDSP_Stride IS, real *Start, const real *Step, real *O0, real *O1, vDSP_Stride OS,
    vDSP_Length N) {
    real start = *Start;
    V(vrampmuladd)(I0, IS, &start, Step, O0, OS, N);
    V(vrampmuladd)(I1, IS, Start, Step, O1, OS, N);
}

// MARK: - Interpolation

void V(vgenp)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length M) {
    if (M == 0) return;
    const vDSP_Stride last = (vDSP_Stride)M - 1;
    vDSP_Stride m = 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x = (real)n;
        while (m < last && x > B[(m + 1) * IB]) m++;
        if (x <= B[0] || m == last) {
            C[n * IC] = A[(x <= B[0] ? 0 : last) * IA];
        } else {
            const real low = B[m * IB], high = B[(m + 1) * IB];
            C[n * IC] = A[m * IA] + (A[(m + 1) * IA] - A[m * IA]) * (x - low) / (high - low);
        }
    }
}

FAST void V(vlint)(
    const real *A, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M) {
    (void)M;
    UNIT2(IB, IC, for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const vDSP_Stride b = (vDSP_Stride)B[n * IB];
        const real f = B[n * IB] - (real)b;
        // The element after the last one is not read for a place without a fraction.
        C[n * IC] = f == 0 ? A[b] : A[b] + f * (A[b + 1] - A[b]);
    })
}

FAST void V(vqint)(
    const real *A, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length M) {
    (void)M;
    UNIT2(IB, IC, for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const vDSP_Stride place = (vDSP_Stride)B[n * IB];
        const vDSP_Stride b = place < 1 ? 1 : place;
        const real f = B[n * IB] - (real)b, q = f * f;
        C[n * IC] = (A[b - 1] * (q - f) + A[b] * (2 - 2 * q) + A[b + 1] * (q + f)) / 2;
    })
}

FAST void V(vpoly)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x = B[n * IB];
        real sum = A[0];
        for (vDSP_Stride p = 1; p <= (vDSP_Stride)P; p++) sum = sum * x + A[p * IA];
        C[n * IC] = sum;
    }
}

FAST void V(vtabi)(
    const real *A, vDSP_Stride IA, const real *S1, const real *S2, const real *C, vDSP_Length M, real *D,
    vDSP_Stride ID, vDSP_Length N) {
    const real scale = *S1, offset = *S2, last = (real)((vDSP_Stride)M - 1);
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x = A[n * IA] * scale + offset;
        if (!(x > 0)) {
            D[n * ID] = C[0];
        } else if (x >= last) {
            D[n * ID] = C[M - 1];
        } else {
            const vDSP_Stride b = (vDSP_Stride)x;
            D[n * ID] = C[b] + (x - (real)b) * (C[b + 1] - C[b]);
        }
    }
}

// MARK: - Integration and windows of neighbors

void V(vrsum)(const real *A, vDSP_Stride IA, const real *S, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real scale = *S;
    real sum = 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        if (n > 0) sum += A[n * IA];
        C[n * IC] = scale * sum;
    }
}

void V(vtrapz)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real half = *B / 2;
    real sum = 0, last = N > 0 ? A[0] : 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x = A[n * IA];
        if (n > 0) sum += half * (last + x);
        last = x;
        C[n * IC] = sum;
    }
}

void V(vsimps)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    const real step = *B;
    real x0 = 0, x1 = 0, sum0 = 0, sum1 = 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x2 = A[n * IA];
        const real sum2 = n == 0 ? 0 : n == 1 ? step * (x1 + x2) / 2 : sum0 + step * (x0 + 4 * x1 + x2) / 3;
        x0 = x1, x1 = x2, sum0 = sum1, sum1 = sum2;
        C[n * IC] = sum2;
    }
}

void V(vswsum)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length P) {
    if (N == 0) return;
    double sum = 0;
    for (vDSP_Stride p = 0; p < (vDSP_Stride)P; p++) sum += (double)A[p * IA];
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const double oldest = (double)A[n * IA];
        C[n * IC] = (real)sum;
        if (n + 1 < (vDSP_Stride)N) sum += (double)A[(n + (vDSP_Stride)P) * IA] - oldest;
    }
}

void V(vswmax)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N, vDSP_Length WindowLength) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        real greatest;
        V(maxv)(A + n * IA, IA, &greatest, WindowLength);
        C[n * IC] = greatest;
    }
}

// MARK: - Decibels, deviations and coordinates

void V(vdbcon)(
    const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N, unsigned int F) {
    const real factor = F ? 20 : 10, zero = *B;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) C[n * IC] = factor * M(log10)(A[n * IA] / zero);
}

void V(normalize)(
    const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, real *Mean, real *StandardDeviation, vDSP_Length N) {
    double sum = 0, squares = 0;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) sum += (double)A[n * IA];
    const double mean = sum / (double)N;
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const double x = (double)A[n * IA] - mean;
        squares += x * x;
    }
    const double deviation = sqrt(squares / (double)N);
    if (C)
        for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) C[n * IC] = (real)(((double)A[n * IA] - mean) / deviation);
    if (Mean) *Mean = (real)mean;
    if (StandardDeviation) *StandardDeviation = (real)deviation;
}

void V(polar)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real x = A[n * IA], y = A[n * IA + 1];
        C[n * IC] = root(x * x + y * y);
        C[n * IC + 1] = M(atan2)(y, x);
    }
}

void V(rect)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        const real length = A[n * IA], angle = A[n * IA + 1];
        C[n * IC] = length * M(cos)(angle);
        C[n * IC + 1] = length * M(sin)(angle);
    }
}
