#include "CKernels.h"
#include "Noise.h"

#define CK_TABLE baselineKernels
#define CK_WIDE 0
#include "KernelBodies.h"

const CKKernels *CKBaseline(void) { return &baselineKernels; }
