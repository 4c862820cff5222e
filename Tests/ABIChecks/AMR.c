// Compiled by ABITests where the headers of the three libraries are installed: our declarations against the real ones.
#include <opencore-amrnb/interf_dec.h>
#include <opencore-amrnb/interf_enc.h>
#include <opencore-amrwb/dec_if.h>
#include <vo-amrwbenc/enc_if.h>
#include "../../Sources/CSpeech/include/CSpeech.h"
#include "Check.h"

// A pointer of our type takes the address of the real function without a cast, or the compiler warns: an error here.
#pragma clang diagnostic error "-Wincompatible-function-pointer-types"
#define X(result, name, parameters) result (*const our_##name) parameters = name;
AMR_NARROW_FUNCTIONS(X)
AMR_WIDE_DECODER_FUNCTIONS(X)
AMR_WIDE_ENCODER_FUNCTIONS(X)
#undef X

VALUE(7, MR122)
