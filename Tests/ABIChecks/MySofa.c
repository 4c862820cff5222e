// Compiled by ABITests where libmysofa's header is installed: our declarations against the real ones.
#include <mysofa.h>
#define SofaFile MYSOFA_EASY
#include "../../Sources/CMySofa/include/CMySofa.h"
#include "Check.h"

// As in AMR.c.
#pragma clang diagnostic error "-Wincompatible-function-pointer-types"
#define X(result, name, parameters) result (*const our_##name) parameters = name;
SOFA_FUNCTIONS(X)
#undef X
