// Where the elements of BLAS's matrices stand: whole, in bands, or packed triangles.

#ifndef BLAS_STORAGE_H
#define BLAS_STORAGE_H

#include "Matrices.h"
#include <Accelerate/cblas.h>
#include <stdlib.h>

typedef struct Storage {
    enum { StorageFull, StorageBand, StoragePacked } kind;
    bool rowMajor, upper;
    ptrdiff_t n, lda, below, above;
} Storage;

/// A whole matrix, of which one triangle may count.
static inline Storage fullStorage(enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, int lda) {
    return (Storage){StorageFull, order == CblasRowMajor, uplo == CblasUpper, 0, lda, 0, 0};
}

/// A band with so many diagonals below and above the main one.
static inline Storage bandStorage(enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, int below, int above, int lda) {
    return (Storage){StorageBand, order == CblasRowMajor, uplo == CblasUpper, 0, lda, below, above};
}

/// A triangular or symmetric band.
static inline Storage halfBandStorage(enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, int k, int lda) {
    return bandStorage(order, uplo, uplo == CblasUpper ? 0 : k, uplo == CblasUpper ? k : 0, lda);
}

/// A packed triangle of `n` rows.
static inline Storage packedStorage(enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, int n) {
    return (Storage){StoragePacked, order == CblasRowMajor, uplo == CblasUpper, n, 0, 0, 0};
}

/// The place of an element, or -1 for one outside a band.
static inline ptrdiff_t placeOf(const Storage *s, ptrdiff_t row, ptrdiff_t column) {
    if (s->kind == StorageFull) return s->rowMajor ? row * s->lda + column : column * s->lda + row;
    if (s->kind == StorageBand) {
        if (row - column > s->below || column - row > s->above) return -1;
        return s->rowMajor ? row * s->lda + s->below + column - row : column * s->lda + s->above + row - column;
    }
    // Lines of the lower triangle by rows, and of the upper one by columns, grow; the others shrink.
    const ptrdiff_t line = s->rowMajor ? row : column, along = s->rowMajor ? column : row;
    return s->rowMajor != s->upper ? line * (line + 1) / 2 + along : line * (2 * s->n - line - 1) / 2 + along;
}

/// The distances in a whole matrix.
static inline Steps stepsOf(enum CBLAS_ORDER order, int ld) {
    return order == CblasRowMajor ? (Steps){ld, 1} : (Steps){1, ld};
}

static inline Steps turned(Steps s) { return (Steps){s.column, s.row}; }

static inline bool transposes(enum CBLAS_TRANSPOSE t) { return t == CblasTrans || t == CblasConjTrans; }

static inline bool conjugates(enum CBLAS_TRANSPOSE t) { return t == CblasConjTrans || t == AtlasConj; }

#endif
