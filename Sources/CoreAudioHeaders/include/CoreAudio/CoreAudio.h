#ifndef CoreAudio_CoreAudio_h
#define CoreAudio_CoreAudio_h

// Not <CoreAudio/CoreAudioTypes.h>, which may be found in a client's folder of that name.
#include <CoreAudioTypes/CoreAudioTypes.h>

#include <CoreAudio/AudioHardware.h>
#include <CoreAudio/HostTime.h>

#endif
