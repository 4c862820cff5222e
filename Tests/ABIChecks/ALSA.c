// Compiled by ABITests where libasound2-dev is installed: our declarations against the real ones.
#include <alsa/asoundlib.h>
#include "../../Sources/CALSA/include/CALSA.h"
#include "Check.h"

VALUE(ALSAPlayback, SND_PCM_STREAM_PLAYBACK)
VALUE(ALSACapture, SND_PCM_STREAM_CAPTURE)
VALUE(ALSANonblock, SND_PCM_NONBLOCK)
VALUE(ALSAInterleaved, SND_PCM_ACCESS_RW_INTERLEAVED)
VALUE(ALSAFloat32, SND_PCM_FORMAT_FLOAT)
