// BLAS for complex numbers.

#include "BLASStorage.h"
#include "Loops.h"

#define conjugate(x) (~(x))
#define VALUE(x) (*(const element *)(x))
#define SCALAR const void *
#define IN const void *
#define OUT void *

#include "Single.h"
#define element _Complex float
#define C(name) cblas_c##name
#define L(name) catlas_c##name
#define OWN(name) single_##name
#include "BLASComplexBodies.h"

#include "Double.h"
#undef element
#undef C
#undef L
#undef OWN
#define element _Complex double
#define C(name) cblas_z##name
#define L(name) catlas_z##name
#define OWN(name) double_##name
#include "BLASComplexBodies.h"
