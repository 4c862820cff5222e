// Digital signal processing. Names that end in D are in double precision.

#ifndef ACCELERATE_VDSP_H
#define ACCELERATE_VDSP_H

#include <Accelerate/vDSPArithmetic.h>
#include <Accelerate/vDSPComplex.h>
#include <Accelerate/vDSPConversion.h>
#include <Accelerate/vDSPFilters.h>
#include <Accelerate/vDSPReductions.h>
#include <Accelerate/vDSPTransforms.h>
#include <Accelerate/vDSPTypes.h>
#include <Accelerate/vDSPVectors.h>

#endif
