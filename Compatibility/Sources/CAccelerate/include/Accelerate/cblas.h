// Basic linear algebra.

#ifndef ACCELERATE_CBLAS_H
#define ACCELERATE_CBLAS_H

#include <Accelerate/cblasMatrices.h>
#include <Accelerate/cblasMatrixVectors.h>
#include <Accelerate/cblasVectors.h>

#endif
