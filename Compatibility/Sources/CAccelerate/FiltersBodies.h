// Filters and convolution, in the precision that Single.h or Double.h chose.

typedef real SUFFIXED(vector) __attribute__((vector_size(32)));
typedef real SUFFIXED(looseVector) __attribute__((vector_size(32), aligned(sizeof(real)), may_alias));
#define LANES (32 / (vDSP_Stride)sizeof(real))

/// The sum of P products of neighbors.
static inline __attribute__((always_inline)) real SUFFIXED(sumProducts)(
    const real *A, vDSP_Stride IA, const real *F, vDSP_Stride IF, vDSP_Stride P) {
    REASSOCIATE
    real sum = 0;
    for (vDSP_Stride p = 0; p < P; p++) sum += A[p * IA] * F[p * IF];
    return sum;
}

/// Makes results eight vectors at a time while strides are 1, and the rest one by one.
FAST void V(conv)(
    const real *A, vDSP_Stride IA, const real *F, vDSP_Stride IF, real *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P) {
    vDSP_Stride n = 0;
    if (IA == 1 && IC == 1)
        for (; n + 8 * LANES <= (vDSP_Stride)N; n += 8 * LANES) {
            SUFFIXED(vector) sums[8] = {{0}};
            for (vDSP_Stride p = 0; p < (vDSP_Stride)P; p++) {
                const SUFFIXED(looseVector) *from = (const SUFFIXED(looseVector) *)(A + n + p);
#pragma clang loop unroll(full)
                for (int k = 0; k < 8; k++) sums[k] += F[p * IF] * from[k];
            }
            memcpy(C + n, sums, sizeof sums);
        }
    for (; n < (vDSP_Stride)N; n++) {
        const real *from = A + n * IA;
        UNIT2(IA, IF, C[n * IC] = SUFFIXED(sumProducts)(from, IA, F, IF, (vDSP_Stride)P);)
    }
}

#undef LANES

void V(zconv)(
    const split *A, vDSP_Stride IA, const split *F, vDSP_Stride IF, const split *C, vDSP_Stride IC, vDSP_Length N,
    vDSP_Length P) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++) {
        real re = 0, im = 0;
        for (vDSP_Stride p = 0; p < (vDSP_Stride)P; p++) {
            const real x = A->realp[(n + p) * IA], y = A->imagp[(n + p) * IA];
            const real u = F->realp[p * IF], v = F->imagp[p * IF];
            re += x * u - y * v;
            im += x * v + y * u;
        }
        C->realp[n * IC] = re;
        C->imagp[n * IC] = im;
    }
}

FAST void V(desamp)(const real *A, vDSP_Stride DF, const real *F, real *C, vDSP_Length N, vDSP_Length P) {
    for (vDSP_Stride n = 0; n < (vDSP_Stride)N; n++)
        C[n] = SUFFIXED(sumProducts)(A + n * DF, 1, F, 1, (vDSP_Stride)P);
}

void V(zrdesamp)(const split *A, vDSP_Stride DF, const real *F, const split *C, vDSP_Length N, vDSP_Length P) {
    V(desamp)(A->realp, DF, F, C->realp, N, P);
    V(desamp)(A->imagp, DF, F, C->imagp, N, P);
}

FAST void V(imgfir)(
    const real *A, vDSP_Length NR, vDSP_Length NC, const real *F, real *C, vDSP_Length P, vDSP_Length Q) {
    const vDSP_Stride rows = (vDSP_Stride)NR, columns = (vDSP_Stride)NC, p = (vDSP_Stride)P, q = (vDSP_Stride)Q;
    for (vDSP_Stride r = 0; r < rows; r++)
        for (vDSP_Stride c = 0; c < columns; c++) {
            const vDSP_Stride top = r - p / 2, left = c - q / 2;
            real sum = 0;
            if (top >= 0 && left >= 0 && top + p <= rows && left + q <= columns)
                for (vDSP_Stride i = 0; i < p; i++)
                    for (vDSP_Stride j = 0; j < q; j++)
                        sum += A[(top + i) * columns + left + j] * F[(p - 1 - i) * q + q - 1 - j];
            C[r * columns + c] = sum;
        }
}

void V(f3x3)(const real *A, vDSP_Length NR, vDSP_Length NC, const real *F, real *C) { V(imgfir)(A, NR, NC, F, C, 3, 3); }

void V(f5x5)(const real *A, vDSP_Length NR, vDSP_Length NC, const real *F, real *C) { V(imgfir)(A, NR, NC, F, C, 5, 5); }

void V(deq22)(const real *A, vDSP_Stride IA, const real *B, real *C, vDSP_Stride IC, vDSP_Length N) {
    for (vDSP_Stride n = 2; n < (vDSP_Stride)N + 2; n++)
        C[n * IC] = A[n * IA] * B[0] + A[(n - 1) * IA] * B[1] + A[(n - 2) * IA] * B[2] - C[(n - 1) * IC] * B[3]
            - C[(n - 2) * IC] * B[4];
}

/// The recursion of Levinson and Durbin, which solves for one more element of the filter at a time.
void V(wiener)(vDSP_Length L, const real *A, const real *C, real *F, real *P, int Flag, int *Error) {
    *Error = 0;
    if (L == 0) return;
    double power = (double)A[0];
    P[0] = 1;
    F[0] = C[0] / A[0];
    for (vDSP_Length n = 1; n < L; n++) {
        double reflected = 0, missing = (double)C[n];
        for (vDSP_Length k = 0; k < n; k++) reflected -= (double)(P[k] * A[n - k]);
        if (!(power > 0)) {
            *Error = (int)n;
            return;
        }
        const double reflection = reflected / power;
        P[n] = 0;
        for (vDSP_Length low = 0, high = n; low <= high; low++, high--) {
            const real x = P[low], y = P[high];
            P[low] = x + (real)reflection * y;
            if (high != low) P[high] = y + (real)reflection * x;
            if (high == 0) break;
        }
        power *= 1 - reflection * reflection;
        if (Flag) {
            F[n] = 0;
            continue;
        }
        for (vDSP_Length k = 0; k < n; k++) missing -= (double)(F[k] * A[n - k]);
        const double share = missing / power;
        F[n] = 0;
        for (vDSP_Length k = 0; k <= n; k++) F[k] += (real)share * P[n - k];
    }
}
