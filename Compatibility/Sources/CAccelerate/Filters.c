// Filters and convolution, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "FiltersBodies.h"

#include "Double.h"
#include "FiltersBodies.h"
