#ifndef AudioToolbox_DefaultAudioOutput_h
#define AudioToolbox_DefaultAudioOutput_h

// The output units, as programs of the first versions of macOS make them.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AudioOutputUnit.h>

static __inline__ OSStatus ca_open_output(OSType subtype, AudioUnit *outUnit) {
    AudioComponentDescription looking = {kAudioUnitType_Output, 0, kAudioUnitManufacturer_Apple, 0, 0};
    looking.componentSubType = subtype;
    return AudioComponentInstanceNew(AudioComponentFindNext(0, &looking), outUnit);
}

/// Makes the unit that plays on the default device: `kAudioUnitSubType_DefaultOutput`.
///
/// - Parameter outUnit: on return, the unit. Dispose of it with `AudioComponentInstanceDispose` or `CloseComponent`.
/// - Returns: a status of `AudioComponentInstanceNew`.
static __inline__ OSStatus OpenDefaultAudioOutput(AudioUnit *outUnit) {
    return ca_open_output(kAudioUnitSubType_DefaultOutput, outUnit);
}

/// Makes the unit that plays alerts: `kAudioUnitSubType_SystemOutput`.
///
/// - Parameter outUnit: on return, the unit. Dispose of it with `AudioComponentInstanceDispose` or `CloseComponent`.
/// - Returns: a status of `AudioComponentInstanceNew`.
static __inline__ OSStatus OpenSystemSoundAudioOutput(AudioUnit *outUnit) {
    return ca_open_output(kAudioUnitSubType_SystemOutput, outUnit);
}

#endif
