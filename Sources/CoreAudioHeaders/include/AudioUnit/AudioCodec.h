#include <AudioToolbox/AudioCodec.h>
