// Limits and thresholds, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "LimitsBodies.h"

#include "Double.h"
#include "LimitsBodies.h"
