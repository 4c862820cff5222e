// Integers and floating-point numbers, in both precisions.

#include "Loops.h"

#include "Single.h"
#include "ConversionBodies.h"

#include "Double.h"
#include "ConversionBodies.h"
