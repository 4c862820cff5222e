// Compiled by ABITests where libgsm's header is installed: our declarations against the real ones.
#include <gsm.h>
#include "../../Sources/CSpeech/include/CSpeech.h"
#include "Check.h"

// As in AMR.c.
#pragma clang diagnostic error "-Wincompatible-function-pointer-types"
#define X(result, name, parameters) result (*const our_##name) parameters = name;
GSM_FUNCTIONS(X)
#undef X

VALUE(4, GSM_OPT_WAV49)
