#ifndef AudioUnit_AudioUnit_h
#define AudioUnit_AudioUnit_h

// Types and constants of audio units, without functions.

#include <AudioUnit/AUComponent.h>
#include <AudioUnit/AudioComponent.h>
#include <AudioUnit/AudioOutputUnit.h>
#include <AudioUnit/AudioUnitParameters.h>
#include <AudioUnit/AudioUnitProperties.h>
#include <AudioUnit/MusicDevice.h>
#include <CoreFoundation/CoreFoundation.h>

#endif
