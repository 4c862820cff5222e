// AudioUnitProcess and AudioUnitProcessMultiple: samples to samples, without the sources of the inputs.
#include "units.h"

enum { FRAMES = 480, CYCLES = 5, SHIFT = 100 };

static AudioTimeStamp time_of(long frame) {
    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    time.mSampleTime = (Float64)frame;
    return time;
}

static AudioUnit make_with_format(OSType type, OSType subtype, UInt32 channels) {
    AudioUnit unit = make_unit(type, subtype);
    UInt32 inputs = get_number(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0);
    UInt32 outputs = get_number(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, 0);
    for (UInt32 input = 0; input < inputs; input++)
        set_format(unit, kAudioUnitScope_Input, input, floats(48000, channels));
    for (UInt32 output = 0; output < outputs; output++)
        set_format(unit, kAudioUnitScope_Output, output, floats(48000, channels));
    return unit;
}

static void point_to(StereoList *list, float *left, float *right, UInt32 frames) {
    list->list.mNumberBuffers = right == NULL ? 1 : 2;
    AudioBuffer *buffers = list->list.mBuffers;
    buffers[0].mNumberChannels = 1;
    buffers[0].mDataByteSize = frames * 4;
    buffers[0].mData = left;
    if (right == NULL) return;
    buffers[1] = buffers[0];
    buffers[1].mData = right;
}

/// A sound with something in each frame.
static float sample(long frame, int channel) { return (float)((frame * 7919 + channel * 31) % 2000 - 1000) / 1024; }

static long source_calls;

static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)bus;
    source_calls++;
    for (UInt32 channel = 0; channel < data->mNumberBuffers; channel++)
        for (UInt32 frame = 0; frame < frames; frame++)
            ((float *)data->mBuffers[channel].mData)[frame] = sample((long)time->mSampleTime + frame, (int)channel);
    return noErr;
}

/// An effect gives the same frames in place as by a render of its source, bit for bit.
static void in_place_is_as_by_a_render(OSType subtype) {
    AudioUnit pulled = make_with_format(kAudioUnitType_Effect, subtype, 2);
    AudioUnit given = make_with_format(kAudioUnitType_Effect, subtype, 2);
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    float rendered[2][FRAMES], processed[2][FRAMES];
    StereoList list;
    set_callback(pulled, 0, give, NULL);
    set_callback(given, 0, give, NULL);
    AudioTimeStamp time = time_of(0);
    point_to(&list, processed[0], processed[1], FRAMES);
    CHECK(AudioUnitProcess(given, &flags, &time, FRAMES, &list.list) == kAudioUnitErr_Uninitialized);
    CALL(AudioUnitInitialize(pulled));
    CALL(AudioUnitInitialize(given));
    for (long cycle = 0; cycle < CYCLES; cycle++) {
        CALL(render_stereo(pulled, (Float64)cycle * FRAMES, FRAMES, rendered[0], rendered[1]));
        long calls = source_calls;
        time = time_of(cycle * FRAMES);
        for (int channel = 0; channel < 2; channel++)
            for (long frame = 0; frame < FRAMES; frame++)
                processed[channel][frame] = sample(cycle * FRAMES + frame, channel);
        point_to(&list, processed[0], processed[1], FRAMES);
        flags = (AudioUnitRenderActionFlags)0;
        CALL(AudioUnitProcess(given, &flags, &time, FRAMES, &list.list));
        CHECK(source_calls == calls);
        CHECK(list.list.mBuffers[0].mData == processed[0] && list.list.mBuffers[0].mDataByteSize == FRAMES * 4);
        CHECK(memcmp(rendered, processed, sizeof rendered) == 0);
    }
    point_to(&list, processed[0], NULL, FRAMES);
    time = time_of(CYCLES * FRAMES);
    CHECK(AudioUnitProcess(given, NULL, &time, FRAMES, &list.list) == kAudio_ParamError);
    point_to(&list, processed[0], processed[1], FRAMES - 1);
    CHECK(AudioUnitProcess(given, NULL, &time, FRAMES, &list.list) == kAudio_ParamError);
    CHECK(AudioUnitProcess(given, NULL, &time, 100000, &list.list) == kAudioUnitErr_TooManyFramesToProcess);
    CHECK(AudioUnitProcess(given, NULL, NULL, FRAMES, &list.list) == kAudio_ParamError);
    CALL(AudioComponentInstanceDispose(given));
    CHECK(AudioUnitProcess(given, NULL, &time, FRAMES, &list.list) == kAudio_ParamError);
    CALL(AudioComponentInstanceDispose(pulled));
}

static void a_delay_shifts_each_frame(void) {
    AudioUnit delay = make_with_format(kAudioUnitType_Effect, kAudioUnitSubType_SampleDelay, 1);
    float samples[FRAMES];
    StereoList list;
    CALL(AudioUnitSetParameter(delay, kSampleDelayParam_DelayFrames, kAudioUnitScope_Global, 0, SHIFT, 0));
    CALL(AudioUnitInitialize(delay));
    for (long cycle = 0; cycle < CYCLES; cycle++) {
        AudioTimeStamp time = time_of(cycle * FRAMES);
        for (long frame = 0; frame < FRAMES; frame++) samples[frame] = sample(cycle * FRAMES + frame, 0);
        point_to(&list, samples, NULL, FRAMES);
        CALL(AudioUnitProcess(delay, NULL, &time, FRAMES, &list.list));
        for (long frame = 0; frame < FRAMES; frame++) {
            long from = cycle * FRAMES + frame - SHIFT;
            CHECK(samples[frame] == (from < 0 ? 0 : sample(from, 0)));
        }
    }
    CALL(AudioComponentInstanceDispose(delay));
}

static void a_unit_of_another_rate_refuses(void) {
    AudioUnit converter = make_with_format(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter, 1);
    float samples[FRAMES], others[FRAMES];
    StereoList list, output;
    AudioTimeStamp time = time_of(0);
    const AudioBufferList *inputs[1] = {&list.list};
    AudioBufferList *outputs[1] = {&output.list};
    set_format(converter, kAudioUnitScope_Input, 0, floats(44100, 1));
    CALL(AudioUnitInitialize(converter));
    memset(samples, 0, sizeof samples);
    point_to(&list, samples, NULL, FRAMES);
    point_to(&output, others, NULL, FRAMES);
    CHECK(AudioUnitProcess(converter, NULL, &time, FRAMES, &list.list) == kAudioUnitErr_FormatNotSupported);
    CHECK(AudioUnitProcessMultiple(converter, NULL, &time, FRAMES, 1, inputs, 1, outputs) ==
        kAudioUnitErr_FormatNotSupported);
    CALL(AudioComponentInstanceDispose(converter));
}

static void one_input_goes_to_two_outputs(void) {
    AudioUnit splitter = make_with_format(kAudioUnitType_FormatConverter, kAudioUnitSubType_Splitter, 1);
    float samples[FRAMES], copies[2][FRAMES];
    StereoList list, first, second;
    const AudioBufferList *inputs[1] = {&list.list};
    AudioBufferList *outputs[2] = {&first.list, &second.list};
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    CALL(AudioUnitInitialize(splitter));
    for (long frame = 0; frame < FRAMES; frame++) samples[frame] = sample(frame, 0);
    AudioTimeStamp time = time_of(0);
    point_to(&list, samples, NULL, FRAMES);
    point_to(&first, copies[0], NULL, FRAMES);
    point_to(&second, copies[1], NULL, FRAMES);
    CALL(AudioUnitProcessMultiple(splitter, &flags, &time, FRAMES, 1, inputs, 2, outputs));
    CHECK(memcmp(copies[0], samples, sizeof samples) == 0 && memcmp(copies[1], samples, sizeof samples) == 0);
    // The input is only read, and an output may be left out.
    for (long frame = 0; frame < FRAMES; frame++) CHECK(samples[frame] == sample(frame, 0));
    memset(copies, 0, sizeof copies);
    time = time_of(FRAMES);
    CALL(AudioUnitProcessMultiple(splitter, NULL, &time, FRAMES, 1, inputs, 1, outputs));
    CHECK(memcmp(copies[0], samples, sizeof samples) == 0 && copies[1][0] == 0 && copies[1][FRAMES - 1] == 0);
    time = time_of(2 * FRAMES);
    CHECK(AudioUnitProcessMultiple(splitter, NULL, &time, FRAMES, 0, inputs, 1, outputs) == kAudio_ParamError);
    CHECK(AudioUnitProcessMultiple(splitter, NULL, &time, FRAMES, 2, inputs, 1, outputs) == kAudio_ParamError);
    CHECK(AudioUnitProcessMultiple(splitter, NULL, &time, FRAMES, 1, inputs, 0, outputs) == kAudio_ParamError);
    CHECK(AudioUnitProcessMultiple(splitter, NULL, &time, FRAMES, 1, inputs, 3, outputs) == kAudio_ParamError);
    CALL(AudioComponentInstanceDispose(splitter));
}

static void two_inputs_become_one_output(void) {
    AudioUnit mixer = make_unit(kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer);
    float samples[2][FRAMES], mixed[FRAMES];
    StereoList lists[2], output;
    const AudioBufferList *inputs[2] = {&lists[0].list, &lists[1].list};
    AudioBufferList *outputs[1] = {&output.list};
    set_number(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, 2);
    set_number(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, 0, 1);
    for (UInt32 input = 0; input < 2; input++) set_format(mixer, kAudioUnitScope_Input, input, floats(48000, 1));
    set_format(mixer, kAudioUnitScope_Output, 0, floats(48000, 1));
    CALL(AudioUnitInitialize(mixer));
    // The whole, the output's channel, each input's channel and its crossing with the output's: 1 and 0.5.
    CALL(AudioUnitSetParameter(mixer, kMatrixMixerParam_Volume, kAudioUnitScope_Global, 0xFFFFFFFF, 1, 0));
    CALL(AudioUnitSetParameter(mixer, kMatrixMixerParam_Enable, kAudioUnitScope_Output, 0, 1, 0));
    CALL(AudioUnitSetParameter(mixer, kMatrixMixerParam_Volume, kAudioUnitScope_Output, 0, 1, 0));
    for (UInt32 input = 0; input < 2; input++) {
        CALL(AudioUnitSetParameter(mixer, kMatrixMixerParam_Enable, kAudioUnitScope_Input, input, 1, 0));
        CALL(AudioUnitSetParameter(mixer, kMatrixMixerParam_Volume, kAudioUnitScope_Input, input, 1, 0));
        CALL(AudioUnitSetParameter(
            mixer, kMatrixMixerParam_Volume, kAudioUnitScope_Global, input << 16, input ? 0.5f : 1, 0));
    }
    point_to(&output, mixed, NULL, FRAMES);
    for (int input = 0; input < 2; input++) {
        point_to(&lists[input], samples[input], NULL, FRAMES);
        for (long frame = 0; frame < FRAMES; frame++) samples[input][frame] = (float)(frame * (input + 1)) / 1024;
    }
    // What is set before the first cycle holds from its first frame.
    AudioTimeStamp time = time_of(0);
    CALL(AudioUnitProcessMultiple(mixer, NULL, &time, FRAMES, 2, inputs, 1, outputs));
    for (long frame = 0; frame < FRAMES; frame++) CHECK(mixed[frame] == (float)(2 * frame) / 1024);
    // One list cannot be for both inputs.
    time = time_of(FRAMES);
    CHECK(AudioUnitProcess(mixer, NULL, &time, FRAMES, &lists[0].list) == kAudio_ParamError);
    CALL(AudioComponentInstanceDispose(mixer));
}

int main(void) {
    in_place_is_as_by_a_render(kAudioUnitSubType_LowPassFilter);
    in_place_is_as_by_a_render(kAudioUnitSubType_Delay);
    in_place_is_as_by_a_render(kAudioUnitSubType_Distortion);
    in_place_is_as_by_a_render(kAudioUnitSubType_PeakLimiter);
    in_place_is_as_by_a_render(kAudioUnitSubType_Pitch);
    a_delay_shifts_each_frame();
    a_unit_of_another_rate_refuses();
    one_input_goes_to_two_outputs();
    two_inputs_become_one_output();
    return 0;
}
