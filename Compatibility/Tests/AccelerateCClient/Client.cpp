#include "AccelerateCClient.h"
#include <Accelerate/Accelerate.h>

float sumOfFourInCPlusPlus() {
    float values[4] = {1, 2, 3, 4}, sum = 0;
    const int count = 4;
    vvfabsf(values, values, &count);
    vDSP_sve(values, 1, &sum, static_cast<vDSP_Length>(count));
    return sum;
}
