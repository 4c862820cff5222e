// Vectors of complex numbers, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "ComplexBodies.h"

#include "Double.h"
#include "ComplexBodies.h"
