// HALOutput is set up after AudioUnitInitialize, as programs do that ask it for its device first; and the default output takes a device.
#include "units.h"

typedef struct {
    AudioUnit unit;
    Counter calls;
    OSStatus failed;
} Recording;

static OSStatus heard(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Recording *recording = (Recording *)user;
    static float samples[4096];
    AudioBufferList list = {1, {{1, frames * 4, samples}}};
    OSStatus status = AudioUnitRender(recording->unit, flags, time, bus, frames, &list);
    (void)data;
    if (status != noErr) recording->failed = status;
    counter_add(&recording->calls, 1);
    return noErr;
}

static AudioObjectID device(AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = {selector, kAudioObjectPropertyScopeGlobal, 0};
    AudioObjectID found = 0;
    UInt32 size = sizeof found;
    CALL(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &found));
    return found;
}

int main(void) {
    Recording recording = {NULL, COUNTER_START, noErr};
    AURenderCallbackStruct callback = {heard, &recording};
    AudioObjectID input = device(kAudioHardwarePropertyDefaultInputDevice);
    AudioObjectID output = device(kAudioHardwarePropertyDefaultOutputDevice), found = 0;
    AudioUnit unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    UInt32 size = sizeof found;
    recording.unit = unit;
    CALL(AudioUnitInitialize(unit));
    set_number(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_number(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, 0);
    CALL(AudioUnitSetProperty(unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &input, sizeof input));
    set_number(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, 2048);
    set_format(unit, kAudioUnitScope_Output, 1, floats(48000, 1));
    CALL(AudioUnitSetProperty(
        unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &callback, sizeof callback));
    CALL(AudioOutputUnitStart(unit));
    counter_wait(&recording.calls, 4);
    CALL(AudioOutputUnitStop(unit));
    CHECK(recording.failed == noErr);
    CALL(AudioComponentInstanceDispose(unit));

    unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    CALL(AudioUnitSetProperty(unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &output, sizeof output));
    CALL(AudioUnitGetProperty(unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &found, &size));
    CHECK(found == output);
    CALL(AudioComponentInstanceDispose(unit));
    return 0;
}
