#ifndef CoreAudioTypes_CoreAudioTypes_h
#define CoreAudioTypes_CoreAudioTypes_h

#include <CoreAudioTypes/AudioSessionTypes.h>
#include <CoreAudioTypes/CoreAudioBaseTypes.h>

#endif
