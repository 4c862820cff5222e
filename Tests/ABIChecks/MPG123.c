// Compiled by ABITests where libmpg123's headers are installed: our declarations against the real ones, of whose functions
// there are two kinds. Ours are those of all versions, whose enumerations are integers.
#include <mpg123.h>
#undef mpg123_feature
#undef mpg123_param
#define mpg123_feature mpg123_feature2
#define mpg123_param mpg123_param2
#include "../../Sources/CMPG123/include/CMPG123.h"
#include "Check.h"

// As in AMR.c.
#pragma clang diagnostic error "-Wincompatible-function-pointer-types"
#define X(result, name, parameters) result (*const our_##name) parameters = name;
MPG_FUNCTIONS(X)
#undef X

VALUE(MPGFlags, MPG123_FLAGS)
VALUE(MPGIndexSize, MPG123_INDEX_SIZE)
VALUE(MPGFeedPool, MPG123_FEEDPOOL)
VALUE(MPGFeedBuffer, MPG123_FEEDBUFFER)
VALUE(MPGFreeFormatSize, MPG123_FREEFORMAT_SIZE)
VALUE(MPGQuiet, MPG123_QUIET)
VALUE(MPGNoResync, MPG123_NO_RESYNC)
VALUE(MPGIgnoreInfoFrame, MPG123_IGNORE_INFOFRAME)
VALUE(MPGNoReadAhead, MPG123_NO_READAHEAD)
VALUE(MPGHasLayer1, MPG123_FEATURE_DECODE_LAYER1)
VALUE(MPGHasLayer2, MPG123_FEATURE_DECODE_LAYER2)
VALUE(MPGHasLayer3, MPG123_FEATURE_DECODE_LAYER3)
VALUE(MPGHasNotes, MPG123_FEATURE_MOREINFO)
VALUE(MPGHasFloat, MPG123_FEATURE_OUTPUT_FLOAT32)
VALUE(MPGFloat32, MPG123_ENC_FLOAT_32)
VALUE(MPGNewFormat, MPG123_NEW_FORMAT)
VALUE(MPGOK, MPG123_OK)

SIZE(MPGNotes, struct mpg123_moreinfo)
FIELD(MPGNotes, blockType, struct mpg123_moreinfo, blocktype)
