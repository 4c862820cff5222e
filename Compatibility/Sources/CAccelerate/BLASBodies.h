// BLAS for one type of elements, which the including file chose:
//   element            the type of elements
//   IN, OUT, SCALAR    how operands, results and factors are passed
//   VALUE(x)           the element that a SCALAR stands for
//   C(name), L(name)   the names of public functions, and of those that ATLAS has
//   OWN(name)          a name for functions of this file
//   conjugate(x)       the complex conjugate

// MARK: - Vectors

/// The first element in the order of a negative stride.
#define FIRST(X, n, step) ((X) + ((step) < 0 ? (ptrdiff_t)(1 - (n)) * (step) : 0))
#define VECTOR_IN(x, X, n, step) const element *x = FIRST((const element *)X, n, step)
#define VECTOR_OUT(x, X, n, step) element *x = FIRST((element *)X, n, step)

void C(swap)(const int N, OUT X, const int incX, OUT Y, const int incY) {
    VECTOR_OUT(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    for (ptrdiff_t n = 0; n < N; n++) {
        const element t = x[n * incX];
        x[n * incX] = y[n * incY];
        y[n * incY] = t;
    }
}

void C(copy)(const int N, IN X, const int incX, OUT Y, const int incY) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    for (ptrdiff_t n = 0; n < N; n++) y[n * incY] = x[n * incX];
}

FAST void C(axpy)(const int N, SCALAR alpha, IN X, const int incX, OUT Y, const int incY) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    const element a = VALUE(alpha);
    UNIT2(incX, incY, EACH y[n * incY] += a * x[n * incX];)
}

void L(axpby)(const int N, SCALAR alpha, IN X, const int incX, SCALAR beta, OUT Y, const int incY) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    const element a = VALUE(alpha), b = VALUE(beta);
    for (ptrdiff_t n = 0; n < N; n++) y[n * incY] = a * x[n * incX] + (b == 0 ? 0 : b * y[n * incY]);
}

void L(set)(const int N, SCALAR alpha, OUT X, const int incX) {
    VECTOR_OUT(x, X, N, incX);
    for (ptrdiff_t n = 0; n < N; n++) x[n * incX] = VALUE(alpha);
}

void C(scal)(const int N, SCALAR alpha, OUT X, const int incX) {
    VECTOR_OUT(x, X, N, incX);
    const element a = VALUE(alpha);
    for (ptrdiff_t n = 0; n < N; n++) x[n * incX] *= a;
}

/// The sum of products, with conjugates of the first vector if asked for.
FAST static element OWN(dot)(ptrdiff_t N, const element *x, ptrdiff_t incX, const element *y, ptrdiff_t incY, bool conj) {
    REASSOCIATE
    element sum = 0;
    if (conj) {
        for (ptrdiff_t n = 0; n < N; n++) sum += conjugate(x[n * incX]) * y[n * incY];
    } else {
        UNIT2(incX, incY, EACH sum += x[n * incX] * y[n * incY];)
    }
    return sum;
}

// MARK: - Matrices and vectors

/// y = beta * y
static void OWN(scale)(ptrdiff_t n, element beta, element *y, ptrdiff_t step) {
    for (ptrdiff_t i = 0; i < n; i++) y[i * step] = beta == 0 ? 0 : beta * y[i * step];
}

void C(gemv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_TRANSPOSE TransA, const int M, const int N, SCALAR alpha, IN A,
    const int lda, IN X, const int incX, SCALAR beta, OUT Y, const int incY) {
    const bool turn = transposes(TransA), conj = conjugates(TransA);
    const Steps steps = turn ? turned(stepsOf(Order, lda)) : stepsOf(Order, lda);
    const int rows = turn ? N : M, columns = turn ? M : N;
    const element *a = A, factor = VALUE(alpha);
    VECTOR_IN(x, X, columns, incX);
    VECTOR_OUT(y, Y, rows, incY);
    OWN(scale)(rows, VALUE(beta), y, incY);
    if (steps.column == 1 || conj) {
        for (ptrdiff_t i = 0; i < rows; i++)
            y[i * incY] += factor * OWN(dot)(columns, a + i * steps.row, steps.column, x, incX, conj);
    } else {
        for (ptrdiff_t j = 0; j < columns; j++) {
            const element f = factor * x[j * incX];
            for (ptrdiff_t i = 0; i < rows; i++) y[i * incY] += f * a[i * steps.row + j * steps.column];
        }
    }
}

void C(gbmv)(
    const enum CBLAS_ORDER Order, const enum CBLAS_TRANSPOSE TransA, const int M, const int N, const int KL,
    const int KU, SCALAR alpha, IN A, const int lda, IN X, const int incX, SCALAR beta, OUT Y, const int incY) {
    const bool turn = transposes(TransA), conj = conjugates(TransA);
    const Storage s = bandStorage(Order, CblasUpper, KL, KU, lda);
    const int rows = turn ? N : M, columns = turn ? M : N;
    VECTOR_IN(x, X, columns, incX);
    VECTOR_OUT(y, Y, rows, incY);
    OWN(scale)(rows, VALUE(beta), y, incY);
    for (ptrdiff_t i = 0; i < rows; i++)
        for (ptrdiff_t j = 0; j < columns; j++) {
            const ptrdiff_t place = turn ? placeOf(&s, j, i) : placeOf(&s, i, j);
            if (place < 0) continue;
            const element e = ((const element *)A)[place];
            y[i * incY] += VALUE(alpha) * (conj ? conjugate(e) : e) * x[j * incX];
        }
}

/// An element of a symmetric or Hermitian matrix of which one triangle is stored.
static element OWN(mirrored)(const Storage *s, const element *a, ptrdiff_t i, ptrdiff_t j, bool hermitian) {
    const bool stored = s->upper ? i <= j : i >= j;
    const ptrdiff_t place = stored ? placeOf(s, i, j) : placeOf(s, j, i);
    if (place < 0) return 0;
    const element e = a[place];
    if (!hermitian) return e;
    return i == j ? (e + conjugate(e)) / 2 : stored ? e : conjugate(e);
}

static void OWN(mirroredTimesVector)(
    Storage s, bool hermitian, int N, element alpha, const element *a, const void *X, int incX, element beta, void *Y,
    int incY) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_OUT(y, Y, N, incY);
    OWN(scale)(N, beta, y, incY);
    for (ptrdiff_t i = 0; i < N; i++)
        for (ptrdiff_t j = 0; j < N; j++) y[i * incY] += alpha * OWN(mirrored)(&s, a, i, j, hermitian) * x[j * incX];
}

/// An element of a triangular matrix after the operation.
static element OWN(triangular)(
    const Storage *s, enum CBLAS_TRANSPOSE trans, bool unit, const element *a, ptrdiff_t i, ptrdiff_t j) {
    if (unit && i == j) return 1;
    const bool turn = transposes(trans);
    const ptrdiff_t row = turn ? j : i, column = turn ? i : j;
    if (s->upper ? row > column : row < column) return 0;
    const ptrdiff_t place = placeOf(s, row, column);
    if (place < 0) return 0;
    return conjugates(trans) ? conjugate(a[place]) : a[place];
}

/// Multiplies a vector by a triangular matrix, or by its inverse, in place.
static void OWN(triangle)(
    Storage s, enum CBLAS_TRANSPOSE trans, enum CBLAS_DIAG diag, int N, const element *a, void *X, ptrdiff_t incX,
    bool inverse) {
    VECTOR_OUT(x, X, N, incX);
    const bool unit = diag == CblasUnit, upper = s.upper != transposes(trans);
    // The product needs elements that have not changed yet; the solution those that have.
    const bool upward = upper != inverse;
    for (ptrdiff_t k = 0; k < N; k++) {
        const ptrdiff_t i = upward ? k : N - 1 - k, first = upper ? i + 1 : 0, end = upper ? N : i;
        element sum = 0;
        for (ptrdiff_t j = first; j < end; j++) sum += OWN(triangular)(&s, trans, unit, a, i, j) * x[j * incX];
        const element d = OWN(triangular)(&s, trans, unit, a, i, i);
        x[i * incX] = inverse ? (x[i * incX] - sum) / d : x[i * incX] * d + sum;
    }
}

#define TRIANGLES(mv, sv, storage, list)                                                                            \
    void C(mv) list { OWN(triangle)(storage, TransA, Diag, N, A, X, incX, false); }                                 \
    void C(sv) list { OWN(triangle)(storage, TransA, Diag, N, A, X, incX, true); }
#define TRIANGLE_HEAD                                                                                               \
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const enum CBLAS_TRANSPOSE TransA,                    \
        const enum CBLAS_DIAG Diag, const int N

TRIANGLES(trmv, trsv, fullStorage(Order, Uplo, lda), (TRIANGLE_HEAD, IN A, const int lda, OUT X, const int incX))
TRIANGLES(
    tbmv, tbsv, halfBandStorage(Order, Uplo, K, lda),
    (TRIANGLE_HEAD, const int K, IN A, const int lda, OUT X, const int incX))
TRIANGLES(tpmv, tpsv, packedStorage(Order, Uplo, N), (TRIANGLE_HEAD, IN A, OUT X, const int incX))

#undef TRIANGLES
#undef TRIANGLE_HEAD

/// Adds alpha * x * y' + gamma * y * x' to the stored triangle of a matrix. `x` and `y` may be the same, without gamma.
static void OWN(addProducts)(
    Storage s, bool hermitian, int N, element alpha, const void *X, int incX, element gamma, const void *Y, int incY,
    element *a) {
    VECTOR_IN(x, X, N, incX);
    VECTOR_IN(y, Y, N, incY);
    for (ptrdiff_t i = 0; i < N; i++)
        for (ptrdiff_t j = s.upper ? i : 0; j < (s.upper ? N : i + 1); j++) {
            const element xj = x[j * incX], yj = y[j * incY];
            element *e = &a[placeOf(&s, i, j)];
            *e += alpha * x[i * incX] * (hermitian ? conjugate(yj) : yj)
                + gamma * y[i * incY] * (hermitian ? conjugate(xj) : xj);
            if (hermitian && i == j) *e = (*e + conjugate(*e)) / 2;
        }
}

// MARK: - Matrices

void C(gemm)(
    const enum CBLAS_ORDER Order, const enum CBLAS_TRANSPOSE TransA, const enum CBLAS_TRANSPOSE TransB, const int M,
    const int N, const int K, SCALAR alpha, IN A, const int lda, IN B, const int ldb, SCALAR beta, OUT Product,
    const int ldc) {
    const Steps a = transposes(TransA) ? turned(stepsOf(Order, lda)) : stepsOf(Order, lda);
    const Steps b = transposes(TransB) ? turned(stepsOf(Order, ldb)) : stepsOf(Order, ldb);
    OWN(multiply)(
        M, N, K, VALUE(alpha), A, a, conjugates(TransA), B, b, conjugates(TransB), VALUE(beta), Product,
        stepsOf(Order, ldc));
}

/// A whole copy of a matrix of which a triangle counts, or NULL.
static element *OWN(whole)(
    Storage s, int n, const element *a, bool triangle, enum CBLAS_TRANSPOSE trans, bool unit, bool hermitian) {
    element *copy = malloc(sizeof(element) * ((size_t)n * (size_t)n + 1));
    for (ptrdiff_t i = 0; copy && i < n; i++)
        for (ptrdiff_t j = 0; j < n; j++)
            copy[i * n + j] = triangle ? OWN(triangular)(&s, trans, unit, a, i, j)
                                       : OWN(mirrored)(&s, a, i, j, hermitian);
    return copy;
}

static void OWN(mirroredTimesMatrix)(
    enum CBLAS_ORDER order, enum CBLAS_SIDE side, enum CBLAS_UPLO uplo, bool hermitian, int M, int N, element alpha,
    const element *A, int lda, const element *B, int ldb, element beta, element *Product, int ldc) {
    const int n = side == CblasLeft ? M : N;
    element *a = OWN(whole)(fullStorage(order, uplo, lda), n, A, false, CblasNoTrans, false, hermitian);
    if (!a) return;
    const Steps steps = {n, 1}, b = stepsOf(order, ldb), c = stepsOf(order, ldc);
    if (side == CblasLeft) {
        OWN(multiply)(M, N, M, alpha, a, steps, false, B, b, false, beta, Product, c);
    } else {
        OWN(multiply)(M, N, N, alpha, B, b, false, a, steps, false, beta, Product, c);
    }
    free(a);
}

void C(symm)(
    const enum CBLAS_ORDER Order, const enum CBLAS_SIDE Side, const enum CBLAS_UPLO Uplo, const int M, const int N,
    SCALAR alpha, IN A, const int lda, IN B, const int ldb, SCALAR beta, OUT Product, const int ldc) {
    OWN(mirroredTimesMatrix)(
        Order, Side, Uplo, false, M, N, VALUE(alpha), A, lda, B, ldb, VALUE(beta), Product, ldc);
}

/// The triangle of C = alpha * op(A) * op(B)' + gamma * op(B) * op(A)' + beta * C.
static void OWN(addSquares)(
    enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, enum CBLAS_TRANSPOSE trans, bool hermitian, int N, int K,
    element alpha, const element *A, int lda, element gamma, const element *B, int ldb, element beta, element *result,
    int ldc) {
    const bool turn = transposes(trans);
    const Steps a = turn ? turned(stepsOf(order, lda)) : stepsOf(order, lda);
    const Steps b = turn ? turned(stepsOf(order, ldb)) : stepsOf(order, ldb), s = {N, 1};
    element *sums = malloc(sizeof(element) * ((size_t)N * (size_t)N + 1));
    if (!sums) return;
    const bool left = hermitian && turn, right = hermitian && !turn;
    OWN(multiply)(N, N, K, alpha, A, a, left, B, turned(b), right, 0, sums, s);
    if (gamma != 0) OWN(multiply)(N, N, K, gamma, B, b, left, A, turned(a), right, 1, sums, s);
    const Steps c = stepsOf(order, ldc);
    for (ptrdiff_t i = 0; i < N; i++)
        for (ptrdiff_t j = uplo == CblasUpper ? i : 0; j < (uplo == CblasUpper ? N : i + 1); j++) {
            element *e = &result[i * c.row + j * c.column];
            *e = (beta == 0 ? 0 : beta * *e) + sums[i * N + j];
            if (hermitian && i == j) *e = (*e + conjugate(*e)) / 2;
        }
    free(sums);
}

void C(syrk)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const enum CBLAS_TRANSPOSE Trans, const int N,
    const int K, SCALAR alpha, IN A, const int lda, SCALAR beta, OUT Product, const int ldc) {
    OWN(addSquares)(
        Order, Uplo, Trans, false, N, K, VALUE(alpha), A, lda, 0, A, lda, VALUE(beta), Product, ldc);
}

void C(syr2k)(
    const enum CBLAS_ORDER Order, const enum CBLAS_UPLO Uplo, const enum CBLAS_TRANSPOSE Trans, const int N,
    const int K, SCALAR alpha, IN A, const int lda, IN B, const int ldb, SCALAR beta, OUT Product, const int ldc) {
    OWN(addSquares)(
        Order, Uplo, Trans, false, N, K, VALUE(alpha), A, lda, VALUE(alpha), B, ldb, VALUE(beta), Product, ldc);
}

void C(trmm)(
    const enum CBLAS_ORDER Order, const enum CBLAS_SIDE Side, const enum CBLAS_UPLO Uplo,
    const enum CBLAS_TRANSPOSE TransA, const enum CBLAS_DIAG Diag, const int M, const int N, SCALAR alpha, IN A,
    const int lda, OUT B, const int ldb) {
    const int n = Side == CblasLeft ? M : N;
    element *a = OWN(whole)(fullStorage(Order, Uplo, lda), n, A, true, TransA, Diag == CblasUnit, false);
    element *copy = malloc(sizeof(element) * ((size_t)M * (size_t)N + 1)), *result = B;
    const Steps steps = {n, 1}, b = stepsOf(Order, ldb), c = {N, 1};
    for (ptrdiff_t i = 0; a && copy && i < M; i++)
        for (ptrdiff_t j = 0; j < N; j++) copy[i * N + j] = result[i * b.row + j * b.column];
    if (a && copy && Side == CblasLeft) {
        OWN(multiply)(M, N, M, VALUE(alpha), a, steps, false, copy, c, false, 0, result, b);
    } else if (a && copy) {
        OWN(multiply)(M, N, N, VALUE(alpha), copy, c, false, a, steps, false, 0, result, b);
    }
    free(copy);
    free(a);
}

void C(trsm)(
    const enum CBLAS_ORDER Order, const enum CBLAS_SIDE Side, const enum CBLAS_UPLO Uplo,
    const enum CBLAS_TRANSPOSE TransA, const enum CBLAS_DIAG Diag, const int M, const int N, SCALAR alpha, IN A,
    const int lda, OUT B, const int ldb) {
    const bool left = Side == CblasLeft;
    // X * op(A) = B is solved by rows of X, with op(A) transposed.
    const int n = left ? M : N, lines = left ? N : M;
    const Steps steps = stepsOf(Order, ldb);
    element *a = OWN(whole)(fullStorage(Order, Uplo, lda), n, A, true, TransA, Diag == CblasUnit, false);
    if (!a) return;
    const bool upper = (Uplo == CblasUpper) != transposes(TransA);
    const Storage s = fullStorage(CblasRowMajor, upper ? CblasUpper : CblasLower, n);
    for (ptrdiff_t line = 0; line < lines; line++) {
        const ptrdiff_t along = left ? steps.row : steps.column, across = left ? steps.column : steps.row;
        element *x = (element *)B + line * across;
        for (ptrdiff_t i = 0; i < n; i++) x[i * along] *= VALUE(alpha);
        OWN(triangle)(s, left ? CblasNoTrans : CblasTrans, CblasNonUnit, n, a, x, along, true);
    }
    free(a);
}
