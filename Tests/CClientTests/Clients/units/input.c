// Units that record: HALOutput on chosen devices with channel maps, RemoteIO from the microphone to the speakers, and a voice
// without its echo.
#include "units.h"

typedef struct {
    AudioUnit unit;
    Counter recorded, played, heard, heard_output, heard_input;
    OSStatus failed;
} Duplex;

static const Duplex fresh = {NULL, COUNTER_START, COUNTER_START, COUNTER_START, COUNTER_START, COUNTER_START, noErr};

static OSStatus record(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Duplex *duplex = (Duplex *)user;
    StereoList buffers;
    memset(&buffers, 0, sizeof buffers);
    buffers.list.mNumberBuffers = 1;
    buffers.list.mBuffers[0].mNumberChannels = 1;
    if (data != NULL || bus != 1) duplex->failed = -1;
    OSStatus status = AudioUnitRender(duplex->unit, flags, time, 1, frames, &buffers.list);
    if (status != noErr || buffers.list.mBuffers[0].mData == NULL) duplex->failed = status ? status : -2;
    if (buffers.list.mBuffers[0].mDataByteSize != frames * 4) duplex->failed = -3;
    counter_add(&duplex->recorded, (long)frames);
    return status;
}

static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus;
    memset(data->mBuffers[0].mData, 0, data->mBuffers[0].mDataByteSize);
    counter_add(&((Duplex *)user)->played, (long)frames);
    return noErr;
}

/// Plays what is recorded.
static OSStatus pass(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Duplex *duplex = (Duplex *)user;
    OSStatus status = AudioUnitRender(duplex->unit, flags, time, 1, frames, data);
    (void)bus;
    if (status != noErr) duplex->failed = status;
    counter_add(&duplex->played, (long)frames);
    return status;
}

static void device_changed(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    Duplex *duplex = (Duplex *)user;
    if (property != kAudioDevicePropertyBufferFrameSize || get_number(unit, property, scope, element) != 256) return;
    counter_add(&duplex->heard, 1);
    if (scope == kAudioUnitScope_Input && element == 0) counter_add(&duplex->heard_output, 1);
    if (scope == kAudioUnitScope_Output && element == 1) counter_add(&duplex->heard_input, 1);
}

static AudioObjectID default_device(AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = {
        selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = 0;
    UInt32 size = sizeof device;
    CALL(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device));
    return device;
}

static void records_and_plays_on_chosen_devices(void) {
    Duplex duplex = fresh;
    AURenderCallbackStruct callback;
    SInt32 map[8];
    UInt32 size = sizeof map;
    Boolean writable = 0;
    duplex.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    set_number(duplex.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_number(duplex.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, 1);
    set_number(
        duplex.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0,
        default_device(kAudioHardwarePropertyDefaultOutputDevice));
    CHECK(
        get_number(duplex.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 1) ==
        default_device(kAudioHardwarePropertyDefaultOutputDevice));
    set_format(duplex.unit, kAudioUnitScope_Output, 1, floats(48000, 1));
    set_format(duplex.unit, kAudioUnitScope_Input, 0, floats(48000, 1));

    // One channel of the client's on both of the device's; the device's second channel to the client.
    map[0] = map[1] = 0;
    CALL(AudioUnitSetProperty(duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, map, 8));
    map[0] = 1;
    CALL(AudioUnitSetProperty(duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 1, map, 4));
    CALL(AudioUnitGetPropertyInfo(
        duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, &size, &writable));
    CHECK(size == 8 && writable);
    map[0] = 7;
    CHECK(
        AudioUnitSetProperty(duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, map, 4) ==
        kAudioUnitErr_InvalidPropertyValue);
    // Some programs set the bytes of a channel layout, which change nothing.
    map[0] = 0x650002;
    map[1] = 0;
    CALL(AudioUnitSetProperty(duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, map, 8));
    CALL(AudioUnitGetProperty(duplex.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, map, &size));
    CHECK(size == 8 && map[0] == 0 && map[1] == 0);

    // Where programs put these.
    set_number(duplex.unit, kAudioUnitProperty_RenderQuality, kAudioUnitScope_Global, 0, 127);
    CHECK(get_number(duplex.unit, kAudioUnitProperty_RenderQuality, kAudioUnitScope_Global, 0) == 127);
    set_number(duplex.unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Input, 0, 100);
    callback.inputProc = record;
    callback.inputProcRefCon = &duplex;
    CALL(AudioUnitSetProperty(
        duplex.unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Output, 1, &callback,
        sizeof callback));
    callback.inputProc = play;
    CALL(AudioUnitSetProperty(
        duplex.unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Output, 0, &callback, sizeof callback));
    CALL(AudioUnitAddPropertyListener(
        duplex.unit, kAudioDevicePropertyBufferFrameSize, device_changed, &duplex));
    CALL(AudioUnitInitialize(duplex.unit));
    CALL(AudioOutputUnitStart(duplex.unit));
    counter_wait(&duplex.recorded, 4096);
    counter_wait(&duplex.played, 4096);
    // Listeners of a device's property hear through the unit, and slices grow with the device's cycle.
    set_number(duplex.unit, kAudioDevicePropertyBufferFrameSize, kAudioUnitScope_Global, 0, 256);
    counter_wait(&duplex.heard, 1);
    counter_wait(&duplex.heard_output, 1);
    counter_wait(&duplex.heard_input, 1);
    CHECK(get_number(duplex.unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0) == 256);
    counter_wait(&duplex.played, counter_value(&duplex.played) + 4096);
    CALL(AudioOutputUnitStop(duplex.unit));
    CHECK(duplex.failed == noErr);
    CALL(AudioComponentInstanceDispose(duplex.unit));
}

static void passes_through(void) {
    Duplex duplex = fresh;
    duplex.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO);
    set_number(duplex.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_format(duplex.unit, kAudioUnitScope_Input, 0, integers(44100, 2));
    set_format(duplex.unit, kAudioUnitScope_Output, 1, integers(44100, 2));
    set_callback(duplex.unit, 0, pass, &duplex);
    CALL(AudioUnitInitialize(duplex.unit));
    CALL(AudioOutputUnitStart(duplex.unit));
    counter_wait(&duplex.played, 8192);
    CALL(AudioOutputUnitStop(duplex.unit));
    CHECK(duplex.failed == noErr);
    CALL(AudioUnitUninitialize(duplex.unit));
    CALL(AudioComponentInstanceDispose(duplex.unit));
}

/// A conversation at the rate of a telephone, which is muted, and goes on without processing.
static void records_a_voice(void) {
    Duplex duplex = fresh;
    AURenderCallbackStruct callback;
    duplex.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_VoiceProcessingIO);
    set_number(duplex.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_format(duplex.unit, kAudioUnitScope_Input, 0, floats(16000, 1));
    set_format(duplex.unit, kAudioUnitScope_Output, 1, floats(16000, 1));
    callback.inputProc = record;
    callback.inputProcRefCon = &duplex;
    CALL(AudioUnitSetProperty(
        duplex.unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &callback, sizeof callback));
    set_callback(duplex.unit, 0, play, &duplex);
    // As a new instance has them, wherever programs look.
    CHECK(get_number(duplex.unit, kAUVoiceIOProperty_BypassVoiceProcessing, kAudioUnitScope_Global, 0) == 0);
    CHECK(get_number(duplex.unit, kAUVoiceIOProperty_VoiceProcessingEnableAGC, kAudioUnitScope_Global, 1) == 1);
    CHECK(get_number(duplex.unit, kAUVoiceIOProperty_MuteOutput, kAudioUnitScope_Global, 0) == 0);
    CALL(AudioUnitInitialize(duplex.unit));
    CALL(AudioOutputUnitStart(duplex.unit));
    counter_wait(&duplex.recorded, 4096);
    counter_wait(&duplex.played, 4096);
    set_number(duplex.unit, kAUVoiceIOProperty_MuteOutput, kAudioUnitScope_Global, 1, 1);
    set_number(duplex.unit, kAUVoiceIOProperty_VoiceProcessingEnableAGC, kAudioUnitScope_Global, 1, 0);
    set_number(duplex.unit, kAUVoiceIOProperty_BypassVoiceProcessing, kAudioUnitScope_Global, 1, 1);
    counter_wait(&duplex.recorded, counter_value(&duplex.recorded) + 4096);
    CALL(AudioOutputUnitStop(duplex.unit));
    CHECK(duplex.failed == noErr);
    CALL(AudioComponentInstanceDispose(duplex.unit));
}

int main(void) {
    records_and_plays_on_chosen_devices();
    passes_through();
    records_a_voice();
    return 0;
}
