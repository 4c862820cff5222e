// Vectors that are made, looked up, sorted and interpolated, in both precisions.

#define _GNU_SOURCE
#include "Loops.h"

#include "Single.h"
#include "VectorsBodies.h"

#include "Double.h"
#include "VectorsBodies.h"
