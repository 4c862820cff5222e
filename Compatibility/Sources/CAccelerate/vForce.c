// Functions of vectors, in both precisions.

#include "Loops.h"

/// The sine of pi times x, exact where x is a multiple of a half.
static double sineOfTurns(double x) {
    const double r = remainder(x, 2);
    return sin(M_PI * (fabs(r) > 0.5 ? copysign(1, r) - r : r));
}

#include "Single.h"
#define F(name) vv##name##f
#include "vForceBodies.h"

#include "Double.h"
#undef F
#define F(name) vv##name
#include "vForceBodies.h"
