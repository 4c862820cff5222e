// Callbacks of units make every call of the family: the one that gives an input its frames, the notification of a render, the
// listener of a property, and the callback of a device's input. Each call comes back, the unit can be disposed of, and the next
// one plays. A program that hangs is ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // alarm and usleep, where the standard is C11 without extensions
#endif
#include "units.h"

#include <unistd.h>

enum { INPUT, NOTIFICATION, LISTENER, RECORDER, PLACES };
#define CALLS 24

static int call_number, place;
static long has_begun, is_done;
static AudioUnit unit;

static long count(const long *value) { return __atomic_load_n(value, __ATOMIC_ACQUIRE); }

static OSStatus silence(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus, (void)frames;
    for (UInt32 index = 0; data && index < data->mNumberBuffers; index++)
        if (data->mBuffers[index].mData) memset(data->mBuffers[index].mData, 0, data->mBuffers[index].mDataByteSize);
    return noErr;
}

static void hear(void *user, AudioUnit from, AudioUnitPropertyID id, AudioUnitScope scope, AudioUnitElement element) {
    (void)user, (void)from, (void)id, (void)scope, (void)element;
}

/// Makes one call. What it returns is its own business: it may refuse.
static void make_call(void) {
    AudioStreamBasicDescription format = floats(48000, 2);
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    AURenderCallbackStruct callback = {silence, NULL};
    AudioUnitParameterEvent event;
    AudioTimeStamp time;
    AudioUnit other = NULL;
    Boolean writable = 0;
    UInt32 size = sizeof format, frames = 512;
    Float32 value = 0;
    float samples[2][64];
    struct {
        UInt32 count;
        AudioBuffer buffers[2];
    } list;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    memset(&event, 0, sizeof event);
    memset(&list, 0, sizeof list);
    list.count = 2;
    for (int index = 0; index < 2; index++) {
        list.buffers[index].mNumberChannels = 1;
        list.buffers[index].mDataByteSize = sizeof samples[index];
        list.buffers[index].mData = samples[index];
    }
    AudioBufferList *buffers = (AudioBufferList *)(void *)&list;
    switch (call_number) {
    case 0: (void)AudioUnitInitialize(unit); break;
    case 1: (void)AudioUnitUninitialize(unit); break;
    case 2: (void)AudioUnitReset(unit, kAudioUnitScope_Global, 0); break;
    case 3:
        (void)AudioUnitGetPropertyInfo(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &size, &writable);
        break;
    case 4: (void)AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, &size); break;
    case 5: (void)AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, size); break;
    case 6:
        (void)AudioUnitSetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames, 4);
        break;
    case 7:
        (void)AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback);
        break;
    case 8: (void)AudioUnitAddPropertyListener(unit, kAudioUnitProperty_StreamFormat, hear, NULL); break;
    case 9: (void)AudioUnitRemovePropertyListenerWithUserData(unit, kAudioUnitProperty_StreamFormat, hear, NULL); break;
    case 10: (void)AudioUnitGetParameter(unit, kHALOutputParam_Volume, kAudioUnitScope_Global, 0, &value); break;
    case 11: (void)AudioUnitSetParameter(unit, kHALOutputParam_Volume, kAudioUnitScope_Global, 0, 0.5F, 0); break;
    case 12:
        event.parameter = kHALOutputParam_Volume;
        event.eventType = kParameterEvent_Immediate;
        (void)AudioUnitScheduleParameters(unit, &event, 1);
        break;
    case 13: (void)AudioUnitRender(unit, &flags, &time, 0, 16, buffers); break;
    case 14: (void)AudioUnitRender(unit, &flags, &time, 1, 16, buffers); break;
    case 15: (void)AudioUnitProcess(unit, &flags, &time, 16, buffers); break;
    case 16: {
        const AudioBufferList *inputs[1] = {buffers};
        AudioBufferList *outputs[1] = {buffers};
        (void)AudioUnitProcessMultiple(unit, &flags, &time, 16, 1, inputs, 1, outputs);
        break;
    }
    case 17: (void)AudioUnitAddRenderNotify(unit, silence, unit); break;
    case 18: (void)AudioUnitRemoveRenderNotify(unit, silence, unit); break;
    case 19: (void)AudioOutputUnitStart(unit); break;
    case 20: (void)AudioOutputUnitStop(unit); break;
    case 21:
        if (AudioComponentInstanceNew(AudioComponentInstanceGetComponent(unit), &other) == noErr)
            CHECK(AudioComponentInstanceDispose(other) == noErr);
        break;
    case 22: (void)AudioComponentInstanceCanDo(unit, kAudioUnitRenderSelect); break;
    default: (void)AudioComponentInstanceDispose(unit); break;
    }
}

/// Makes the call in the first callback of the kind that is meant.
static void within(int here) {
    if (here != place || __atomic_exchange_n(&has_begun, 1, __ATOMIC_ACQ_REL)) return;
    make_call();
    __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
}

static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    within(INPUT);
    return silence(user, flags, time, bus, frames, data);
}

static OSStatus notify(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus, (void)frames, (void)data;
    within(NOTIFICATION);
    return noErr;
}

static OSStatus record(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus, (void)frames, (void)data;
    within(RECORDER);
    return noErr;
}

static void changed(void *user, AudioUnit from, AudioUnitPropertyID id, AudioUnitScope scope, AudioUnitElement element) {
    (void)user, (void)from, (void)id, (void)scope, (void)element;
    within(LISTENER);
}

/// A unit that plays and records, until the call within has come back.
static void use_unit(void) {
    AURenderCallbackStruct recorder = {record, NULL};
    has_begun = is_done = 0;
    unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO);
    set_number(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_format(unit, kAudioUnitScope_Output, 1, floats(48000, 2));
    set_format(unit, kAudioUnitScope_Input, 0, floats(48000, 2));
    set_callback(unit, 0, give, NULL);
    CALL(AudioUnitSetProperty(
        unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &recorder, sizeof recorder));
    CALL(AudioUnitAddRenderNotify(unit, notify, NULL));
    CALL(AudioUnitAddPropertyListener(unit, kAudioOutputUnitProperty_IsRunning, changed, NULL));
    CALL(AudioUnitInitialize(unit));
    // The listener is called within the start, and may have disposed of the unit.
    (void)AudioOutputUnitStart(unit);
    while (!count(&is_done)) usleep(500);
    OSStatus status = AudioComponentInstanceDispose(unit);
    if (call_number < CALLS - 1 && status) printf("call %d in %d: ", call_number, place);
    CHECK(call_number < CALLS - 1 ? status == noErr : status != noErr);
}

int main(void) {
    (void)alarm(120);
    for (place = 0; place < PLACES; place++)
        for (call_number = 0; call_number < CALLS; call_number++) use_unit();
    place = INPUT;
    call_number = 22;
    use_unit();
    return 0;
}
