#include "AccelerateCClient.h"
#include <Accelerate/Accelerate.h>
#include <complex.h>

float sumOfFourInC(void) {
    const float start = 1, step = 1;
    float ramp[4], sum;
    vDSP_vramp(&start, &step, ramp, 1, 4);
    vDSP_sve(ramp, 1, &sum, 4);
    return cblas_sasum(4, ramp, 1) == sum ? sum : -1;
}
