// The multiplication of matrices, in both precisions.

#include "Loops.h"
#include "Matrices.h"

#define TILE_ROWS 6
// A block of A stays in the second-level cache, a column block of B in the first.
#define BLOCK_ROWS 120
#define BLOCK_INNER 256

#include "Single.h"
#include "MatricesBodies.h"

#include "Double.h"
#include "MatricesBodies.h"
