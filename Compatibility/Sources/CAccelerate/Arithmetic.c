// Vectors of numbers, element by element, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "ArithmeticBodies.h"

#include "Double.h"
#include "ArithmeticBodies.h"
