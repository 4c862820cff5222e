// Records on one device and plays on another, through a ring: two HALOutput units with channel maps, as portable libraries open a
// pair of devices. Arguments: the names of the input and the output, and how many frames are to come through. Without names it uses
// the default devices, and plays numbers, since it hears silence there; the machine may then be so busy that cycles are left out.
#include "devices.h"

enum { PREFILL = 6144, MOST_FRAMES = 16384 };

typedef struct {
    AudioUnit input, output;
    Ring ring;
    float recorded[2 * MOST_FRAMES];
    Float64 nextInput, nextOutput;
    long number, expected;
    int isSilent, hasBegun;
    Counter played;
    OSStatus failed;
} Stream;

static Stream stream;

/// The wanted number as a sample, below full scale.
static float sample_of(long number) { return (float)(number % 65536 + 1) / 131072; }

static OSStatus record(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    AudioBufferList list;
    (void)user, (void)data;
    if (bus != 1 || frames > MOST_FRAMES || !(time->mFlags & kAudioTimeStampSampleTimeValid)) stream.failed = -1;
    // No frame is left out between two calls.
    if (!stream.isSilent && stream.nextInput != 0 && time->mSampleTime != stream.nextInput) stream.failed = -2;
    stream.nextInput = time->mSampleTime + frames;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 2;
    list.mBuffers[0].mDataByteSize = frames * 8;
    list.mBuffers[0].mData = stream.recorded;
    OSStatus status = AudioUnitRender(stream.input, flags, time, 1, frames, &list);
    if (status != noErr || list.mBuffers[0].mData != stream.recorded || list.mBuffers[0].mDataByteSize != frames * 8)
        stream.failed = status ? status : -3;
    for (UInt32 frame = 0; stream.isSilent && frame < frames; frame++) {
        if (stream.recorded[2 * frame] != 0 || stream.recorded[2 * frame + 1] != 0) stream.failed = -4;
        stream.recorded[2 * frame] = sample_of(stream.number);
        stream.recorded[2 * frame + 1] = -sample_of(stream.number);
        stream.number++;
    }
    if (!ring_write(&stream.ring, stream.recorded, (long)frames)) {
        if (!stream.isSilent) stream.failed = -5;
        stream.number -= (long)frames;
    }
    return noErr;
}

static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags;
    if (bus != 0 || data->mNumberBuffers != 1 || data->mBuffers[0].mDataByteSize != frames * 8) stream.failed = -6;
    if (!stream.isSilent && stream.nextOutput != 0 && time->mSampleTime != stream.nextOutput) stream.failed = -7;
    stream.nextOutput = time->mSampleTime + frames;
    if (!stream.hasBegun) stream.hasBegun = ring_fill(&stream.ring) >= PREFILL;
    if (!stream.hasBegun || !ring_read(&stream.ring, (float *)data->mBuffers[0].mData, (long)frames)) {
        if (stream.hasBegun && !stream.isSilent) stream.failed = -8;
        memset(data->mBuffers[0].mData, 0, frames * 8);
        return noErr;
    }
    counter_add(&stream.played, (long)frames);
    return noErr;
}

/// What the device gets: the channels are exchanged, and no number is left out. Where none has come yet it is silent.
static OSStatus check_played(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    const float *samples = (const float *)data->mBuffers[0].mData;
    (void)user, (void)time, (void)bus;
    if (!(*flags & kAudioUnitRenderAction_PostRender) || !stream.isSilent) return noErr;
    if (data->mNumberBuffers != 1 || data->mBuffers[0].mNumberChannels != 2) stream.failed = -9;
    for (UInt32 frame = 0; frame < frames && stream.failed == noErr; frame++) {
        if (samples[2 * frame] == 0 && samples[2 * frame + 1] == 0) continue;
        if (samples[2 * frame + 1] != sample_of(stream.expected) || samples[2 * frame] != -sample_of(stream.expected))
            stream.failed = -10;
        stream.expected++;
    }
    return noErr;
}

static void set_map(AudioUnit unit, AudioUnitElement element, SInt32 first, SInt32 second) {
    SInt32 map[2], read[2] = {-7, -7};
    UInt32 size = sizeof read;
    map[0] = first;
    map[1] = second;
    CALL(AudioUnitSetProperty(
        unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, element, map, sizeof map));
    CALL(AudioUnitGetProperty(unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, element, read, &size));
    CHECK(size == 8 && read[0] == first && read[1] == second);
}

static void open_input(AudioObjectID device) {
    AURenderCallbackStruct callback;
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    stream.input = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    set_number(stream.input, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
    set_number(stream.input, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, 0);
    set_number(stream.input, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, device);
    CHECK(get_number(stream.input, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0) == device);
    // This unit does not convert the rate: the client takes the device's.
    CALL(AudioUnitGetProperty(stream.input, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 1, &format, &size));
    CHECK(format.mSampleRate == 48000 && format.mChannelsPerFrame == 2);
    set_format(stream.input, kAudioUnitScope_Output, 1, interleaved(format.mSampleRate, 2));
    set_number(stream.input, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Output, 1, MOST_FRAMES);
    set_map(stream.input, 1, 0, 1);
    callback.inputProc = record;
    callback.inputProcRefCon = NULL;
    CALL(AudioUnitSetProperty(
        stream.input, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Output, 1, &callback, sizeof callback));
    CALL(AudioUnitInitialize(stream.input));
}

static void open_output(AudioObjectID device) {
    stream.output = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    set_number(stream.output, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, device);
    CHECK(get_number(stream.output, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0) == device);
    set_format(stream.output, kAudioUnitScope_Input, 0, interleaved(48000, 2));
    set_number(stream.output, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Input, 0, MOST_FRAMES);
    set_map(stream.output, 0, 1, 0);
    set_callback(stream.output, 0, play, NULL);
    CALL(AudioUnitAddRenderNotify(stream.output, check_played, NULL));
    CALL(AudioUnitInitialize(stream.output));
}

int main(int count, char **arguments) {
    long frames = count > 3 ? atol(arguments[3]) : 9600;
    const Counter none = COUNTER_START;
    stream.played = none;
    stream.isSilent = count < 3;
    open_input(device_named(count > 1 ? arguments[1] : NULL, kAudioObjectPropertyScopeInput));
    open_output(device_named(count > 2 ? arguments[2] : NULL, kAudioObjectPropertyScopeOutput));
    CALL(AudioOutputUnitStart(stream.input));
    CALL(AudioOutputUnitStart(stream.output));
    counter_wait(&stream.played, frames);
    CALL(AudioOutputUnitStop(stream.output));
    CALL(AudioOutputUnitStop(stream.input));
    if (stream.failed != noErr) printf("failed: %d\n", (int)stream.failed);
    CHECK(stream.failed == noErr && (!stream.isSilent || stream.expected >= frames));
    CALL(AudioComponentInstanceDispose(stream.output));
    CALL(AudioComponentInstanceDispose(stream.input));
    return 0;
}
