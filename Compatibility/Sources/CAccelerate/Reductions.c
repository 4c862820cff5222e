// One number from a vector, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "ReductionsBodies.h"

#include "Double.h"
#include "ReductionsBodies.h"
