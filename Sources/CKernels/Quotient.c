#include "CKernels.h"

CKQuotient CKMultiplyDivide(int64_t a, int64_t b, int64_t c) {
    __int128 product = (__int128)a * b;
    __int128 whole = product / c;
    __int128 rest = product - whole * c;
    if (rest < 0) {
        whole -= 1;
        rest += c;
    }
    CKQuotient quotient = {(int64_t)whole, (int64_t)rest};
    return quotient;
}

int64_t CKCountUp(int64_t a, int64_t b, int64_t c, int64_t d) {
    __int128 distance = (__int128)a * b - c;
    return distance > 0 ? (int64_t)((distance + d - 1) / d) : 0;
}
