#include <AudioToolbox/AudioOutputUnit.h>
