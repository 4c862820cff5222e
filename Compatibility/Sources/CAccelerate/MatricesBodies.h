// The multiplication of matrices, in the precision that Single.h or Double.h chose. Blocks of A and B are copied side by
// side, and tiles of six rows and 64 bytes are summed in registers.

#define TILE_COLUMNS (64 / (ptrdiff_t)sizeof(real))

typedef real SUFFIXED(lanes) __attribute__((vector_size(32)));

/// Sums `inner` products for each element of a tile.
FAST static void SUFFIXED(sumTile)(ptrdiff_t inner, const real *a, const real *b, real *tile) {
    SUFFIXED(lanes) sums[TILE_ROWS][2] = {{{0}}};
    for (ptrdiff_t k = 0; k < inner; k++) {
        SUFFIXED(lanes) right[2];
        memcpy(right, b + k * TILE_COLUMNS, sizeof right);
#pragma clang loop unroll(full)
        for (int i = 0; i < TILE_ROWS; i++) {
            sums[i][0] += a[k * TILE_ROWS + i] * right[0];
            sums[i][1] += a[k * TILE_ROWS + i] * right[1];
        }
    }
    memcpy(tile, sums, sizeof sums);
}

/// Copies a block for `width` rows of A, or columns of B, at a time, and fills the last ones with zeros.
static void SUFFIXED(packBlock)(
    const real *from, ptrdiff_t across, ptrdiff_t along, ptrdiff_t count, ptrdiff_t inner, ptrdiff_t width, real *to) {
    for (ptrdiff_t start = 0; start < count; start += width)
        for (ptrdiff_t k = 0; k < inner; k++)
            for (ptrdiff_t i = start; i < start + width; i++) *to++ = i < count ? from[i * across + k * along] : 0;
}

/// Adds what falls into C of a tile.
static void SUFFIXED(addTile)(
    const real *tile, ptrdiff_t rows, ptrdiff_t columns, real alpha, real *C, Steps c) {
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++) C[i * c.row + j * c.column] += alpha * tile[i * TILE_COLUMNS + j];
}

static void SUFFIXED(scaleMatrix)(ptrdiff_t rows, ptrdiff_t columns, real beta, real *C, Steps c) {
    if (beta == 1) return;
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++) {
            real *element = &C[i * c.row + j * c.column];
            *element = beta == 0 ? 0 : *element * beta;
        }
}

/// Multiplies without memory of its own: for small matrices, and where there is none.
static void SUFFIXED(multiplyPlainly)(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, real alpha, const real *A, Steps a, const real *B, Steps b,
    real *C, Steps c) {
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++) {
            real sum = 0;
            for (ptrdiff_t k = 0; k < inner; k++) sum += A[i * a.row + k * a.column] * B[k * b.row + j * b.column];
            C[i * c.row + j * c.column] += alpha * sum;
        }
}

void SUFFIXED(multiplyMatrices)(
    ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t inner, real alpha, const real *A, Steps a, const real *B, Steps b,
    real beta, real *C, Steps c) {
    SUFFIXED(scaleMatrix)(rows, columns, beta, C, c);
    if (alpha == 0 || inner <= 0 || rows <= 0 || columns <= 0) return;
    const ptrdiff_t wide = (columns + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    const ptrdiff_t blockColumns = wide < 1024 ? wide : 1024;
    real *packed = rows * columns * inner < 512 ? 0 : malloc(
        sizeof(real) * (size_t)(BLOCK_INNER * (blockColumns + BLOCK_ROWS)));
    if (!packed) {
        SUFFIXED(multiplyPlainly)(rows, columns, inner, alpha, A, a, B, b, C, c);
        return;
    }
    real *left = packed + BLOCK_INNER * blockColumns;
    for (ptrdiff_t j0 = 0; j0 < columns; j0 += blockColumns) {
        const ptrdiff_t nj = columns - j0 < blockColumns ? columns - j0 : blockColumns;
        for (ptrdiff_t k0 = 0; k0 < inner; k0 += BLOCK_INNER) {
            const ptrdiff_t nk = inner - k0 < BLOCK_INNER ? inner - k0 : BLOCK_INNER;
            SUFFIXED(packBlock)(B + k0 * b.row + j0 * b.column, b.column, b.row, nj, nk, TILE_COLUMNS, packed);
            for (ptrdiff_t i0 = 0; i0 < rows; i0 += BLOCK_ROWS) {
                const ptrdiff_t ni = rows - i0 < BLOCK_ROWS ? rows - i0 : BLOCK_ROWS;
                SUFFIXED(packBlock)(A + i0 * a.row + k0 * a.column, a.row, a.column, ni, nk, TILE_ROWS, left);
                for (ptrdiff_t j = 0; j < nj; j += TILE_COLUMNS)
                    for (ptrdiff_t i = 0; i < ni; i += TILE_ROWS) {
                        real tile[TILE_ROWS * TILE_COLUMNS];
                        SUFFIXED(sumTile)(nk, left + i * nk, packed + j * nk, tile);
                        SUFFIXED(addTile)(
                            tile, ni - i < TILE_ROWS ? ni - i : TILE_ROWS, nj - j < TILE_COLUMNS ? nj - j : TILE_COLUMNS,
                            alpha, C + (i0 + i) * c.row + (j0 + j) * c.column, c);
                    }
            }
        }
    }
    free(packed);
}

#undef TILE_COLUMNS

// MARK: - vDSP

void V(mmul)(
    const real *A, vDSP_Stride IA, const real *B, vDSP_Stride IB, real *C, vDSP_Stride IC, vDSP_Length M, vDSP_Length N,
    vDSP_Length P) {
    const ptrdiff_t n = (ptrdiff_t)N, p = (ptrdiff_t)P;
    SUFFIXED(multiplyMatrices)(
        (ptrdiff_t)M, n, p, 1, A, (Steps){p * IA, IA}, B, (Steps){n * IB, IB}, 0, C, (Steps){n * IC, IC});
}

/// D = C + sign * A * B for complex matrices, or sign * A * B without C. D may be any of the operands.
static void SUFFIXED(multiplyComplex)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, real keep, real sign,
    const split *D, vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P) {
    real *sums = calloc(2 * M * N + 1, sizeof(real));
    if (!sums) return;
    real *re = sums, *im = sums + M * N;
    const vDSP_Stride m = (vDSP_Stride)M, n = (vDSP_Stride)N, p = (vDSP_Stride)P;
    const Steps a = {p * IA, IA}, b = {n * IB, IB}, d = {n, 1};
    if (C)
        for (vDSP_Stride i = 0; i < m * n; i++) re[i] = keep * C->realp[i * IC], im[i] = keep * C->imagp[i * IC];
    SUFFIXED(multiplyMatrices)(m, n, p, sign, A->realp, a, B->realp, b, 1, re, d);
    SUFFIXED(multiplyMatrices)(m, n, p, -sign, A->imagp, a, B->imagp, b, 1, re, d);
    SUFFIXED(multiplyMatrices)(m, n, p, sign, A->realp, a, B->imagp, b, 1, im, d);
    SUFFIXED(multiplyMatrices)(m, n, p, sign, A->imagp, a, B->realp, b, 1, im, d);
    for (vDSP_Stride i = 0; i < m * n; i++) D->realp[i * ID] = re[i], D->imagp[i * ID] = im[i];
    free(sums);
}

void V(zmmul)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, vDSP_Length M,
    vDSP_Length N, vDSP_Length P) {
    SUFFIXED(multiplyComplex)(A, IA, B, IB, 0, 0, 0, 1, C, IC, M, N, P);
}

void V(zmma)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P) {
    SUFFIXED(multiplyComplex)(A, IA, B, IB, C, IC, 1, 1, D, ID, M, N, P);
}

void V(zmms)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P) {
    SUFFIXED(multiplyComplex)(A, IA, B, IB, C, IC, -1, 1, D, ID, M, N, P);
}

void V(zmsm)(
    const split *A, vDSP_Stride IA, const split *B, vDSP_Stride IB, const split *C, vDSP_Stride IC, const split *D,
    vDSP_Stride ID, vDSP_Length M, vDSP_Length N, vDSP_Length P) {
    SUFFIXED(multiplyComplex)(A, IA, B, IB, C, IC, 1, -1, D, ID, M, N, P);
}

FAST void V(mtrans)(const real *A, vDSP_Stride IA, real *C, vDSP_Stride IC, vDSP_Length M, vDSP_Length N) {
    const vDSP_Stride m = (vDSP_Stride)M, n = (vDSP_Stride)N;
    real *copy = 0;
    if (A == C) {
        copy = malloc(sizeof(real) * (M * N + 1));
        if (!copy) return;
        for (vDSP_Stride i = 0; i < m * n; i++) copy[i] = A[i * IA];
        A = copy;
        IA = 1;
    }
    // Small blocks keep the lines of both matrices in the cache.
    for (vDSP_Stride i0 = 0; i0 < m; i0 += 16)
        for (vDSP_Stride j0 = 0; j0 < n; j0 += 16)
            for (vDSP_Stride i = i0; i < m && i < i0 + 16; i++)
                for (vDSP_Stride j = j0; j < n && j < j0 + 16; j++) C[(i * n + j) * IC] = A[(j * m + i) * IA];
    free(copy);
}

void V(mmov)(const real *A, real *C, vDSP_Length M, vDSP_Length N, vDSP_Length TA, vDSP_Length TC) {
    for (vDSP_Length row = 0; row < N; row++) memmove(C + row * TC, A + row * TA, M * sizeof(real));
}
