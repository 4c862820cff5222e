// What a C program and a C++ program get from Accelerate, for the tests.

#ifndef ACCELERATE_C_CLIENT_H
#define ACCELERATE_C_CLIENT_H

#ifdef __cplusplus
extern "C" {
#endif

/// The sum of 1, 2, 3 and 4, as a C program makes it with vDSP and BLAS.
float sumOfFourInC(void);
/// The same as a C++ program makes it.
float sumOfFourInCPlusPlus(void);

#ifdef __cplusplus
}
#endif

#endif
