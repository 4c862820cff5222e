#ifndef AudioUnit_AudioUnit_h
#define AudioUnit_AudioUnit_h

// Audio units, under the name of an older framework.

#include <AudioUnit/AUComponent.h>
#include <AudioUnit/AudioComponent.h>
#include <AudioUnit/AudioOutputUnit.h>
#include <AudioUnit/AudioUnitParameters.h>
#include <AudioUnit/AudioUnitProperties.h>
#include <AudioUnit/MusicDevice.h>
#include <CoreFoundation/CoreFoundation.h>

#endif
