#pragma once
#include <Accelerate/Accelerate.h>

/// Returns the sum of `count` numbers.
float CSum(const float *numbers, vDSP_Length count);
