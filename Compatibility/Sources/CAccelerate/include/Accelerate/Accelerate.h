// Accelerate: digital signal processing, functions of vectors, and linear algebra.

#ifndef ACCELERATE_ACCELERATE_H
#define ACCELERATE_ACCELERATE_H

#include <Accelerate/cblas.h>
#include <Accelerate/clapack.h>
#include <Accelerate/vDSP.h>
#include <Accelerate/vForce.h>

#endif
