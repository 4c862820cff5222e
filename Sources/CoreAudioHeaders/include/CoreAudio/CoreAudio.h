#ifndef CoreAudio_CoreAudio_h
#define CoreAudio_CoreAudio_h

#include <CoreAudio/CoreAudioTypes.h>

#endif
