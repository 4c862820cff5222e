#ifndef CoreAudio_CoreAudioTypes_h
#define CoreAudio_CoreAudioTypes_h

// Where these declarations stood before they got a folder of their own.
#include <CoreAudioTypes/CoreAudioTypes.h>

#endif
