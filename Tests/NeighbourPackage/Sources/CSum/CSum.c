#include "CSum.h"

float CSum(const float *numbers, vDSP_Length count)
{
    float sum = 0;
    vDSP_sve(numbers, 1, &sum, count);
    return sum;
}
