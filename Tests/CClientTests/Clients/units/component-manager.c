// The calls of the Component Manager, as programs for the first versions of macOS make them.
#include "units.h"
#include <CoreServices/CoreServices.h>

static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus, (void)frames;
    memset(data->mBuffers[0].mData, 0, data->mBuffers[0].mDataByteSize);
    counter_add((Counter *)user, 1);
    return noErr;
}

int main(void) {
    ComponentDescription wanted;
    ComponentInstance unit = NULL;
    Counter calls = COUNTER_START;
    SInt32 version = 0;
    UInt32 bytes = 0, size = sizeof bytes;
    CHECK(Gestalt(gestaltSystemVersion, &version) == noErr && version >= 0x1030);
    CHECK(Gestalt(0x6E6F6E65, &version) == gestaltUndefSelectorErr);
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = kAudioUnitType_Output;
    CHECK(CountComponents(&wanted) >= 5);
    wanted.componentSubType = kAudioUnitSubType_DefaultOutput;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    Component component = FindNextComponent(NULL, &wanted);
    CHECK(component != NULL && FindNextComponent(component, &wanted) == NULL);
    ComponentDescription found;
    memset(&found, 0, sizeof found);
    CHECK(GetComponentInfo(component, &found, NULL, NULL, NULL) == noErr);
    CHECK(found.componentType == kAudioUnitType_Output && found.componentSubType == kAudioUnitSubType_DefaultOutput);
    CHECK(GetComponentInfo(component, NULL, NULL, NULL, NULL) == noErr);
    CHECK(GetComponentInfo(NULL, &found, NULL, NULL, NULL) != noErr);
    // Handles are not here.
    Handle name = (Handle)(void *)&found;
    CHECK(GetComponentInfo(component, &found, name, NULL, NULL) == -50);
    CHECK(OpenAComponent(component, &unit) == noErr && unit != NULL);
    set_format((AudioUnit)unit, kAudioUnitScope_Input, 0, floats(48000, 1));
    set_callback((AudioUnit)unit, 0, play, &calls);
    CALL(AudioUnitInitialize((AudioUnit)unit));
    // A property of the device by the side that the client feeds.
    CALL(AudioUnitGetProperty((AudioUnit)unit, kAudioDevicePropertyBufferSize, kAudioUnitScope_Input, 0, &bytes, &size));
    CHECK(bytes > 0);
    CALL(AudioOutputUnitStart((AudioUnit)unit));
    counter_wait(&calls, 3);
    CALL(AudioOutputUnitStop((AudioUnit)unit));
    CHECK(CloseComponent(unit) == noErr && CloseComponent(unit) == -50);
    return 0;
}
