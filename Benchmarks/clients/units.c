// Renders audio units offline, in cycles of 512 frames at 48 kHz, and prints the seconds of processor time that this takes.
//
//     units mixer VOICES SECONDS       a multichannel mixer of mono voices of 44.1 kHz, each with ramps of volume and pan
//     units spatial SOURCES SECONDS    a spatial mixer whose sources of 48 kHz move in each cycle, equal power and distance
//     units chain INPUT OUTPUT         a file through an equalizer, a compressor, a reverb and a limiter, into a WAVE file
#include <AudioToolbox/AudioToolbox.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, CYCLE = 512, TABLE = 1 << 16 };

static float table[TABLE + 4096];

static void check(const char *what, OSStatus status) {
    if (status == noErr) return;
    fprintf(stderr, "%s failed: %d\n", what, (int)status);
    exit(1);
}

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static AudioStreamBasicDescription format(double rate, UInt32 channels) {
    return (AudioStreamBasicDescription){
        .mSampleRate = rate, .mFormatID = kAudioFormatLinearPCM,
        .mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved,
        .mBytesPerPacket = 4, .mFramesPerPacket = 1, .mBytesPerFrame = 4, .mChannelsPerFrame = channels,
        .mBitsPerChannel = 32};
}

static AudioUnit unit(OSType type, OSType subtype) {
    AudioComponentDescription wanted = {type, subtype, kAudioUnitManufacturer_Apple, 0, 0};
    AudioUnit made = NULL;
    AudioComponent component = AudioComponentFindNext(NULL, &wanted);
    if (!component) check("AudioComponentFindNext", -1);
    check("AudioComponentInstanceNew", AudioComponentInstanceNew(component, &made));
    return made;
}

static void set(AudioUnit unit, UInt32 property, UInt32 scope, UInt32 element, const void *value, UInt32 size) {
    check("AudioUnitSetProperty", AudioUnitSetProperty(unit, property, scope, element, value, size));
}

static void set_format(AudioUnit unit, UInt32 scope, UInt32 element, double rate, UInt32 channels) {
    AudioStreamBasicDescription wanted = format(rate, channels);
    set(unit, kAudioUnitProperty_StreamFormat, scope, element, &wanted, sizeof wanted);
}

// Each voice points the mixer at its part of a table.
static OSStatus play(void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
                     AudioBufferList *list) {
    (void)context, (void)flags;
    list->mBuffers[0].mData = table + ((size_t)time->mSampleTime + bus * 997) % TABLE;
    list->mBuffers[0].mDataByteSize = frames * 4;
    return noErr;
}

static AudioUnit mixer(OSType subtype, UInt32 inputs, double rate) {
    AudioUnit made = unit(kAudioUnitType_Mixer, subtype);
    set(made, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &inputs, sizeof inputs);
    set_format(made, kAudioUnitScope_Output, 0, RATE, 2);
    AURenderCallbackStruct callback = {play, NULL};
    for (UInt32 bus = 0; bus < inputs; bus++) {
        set_format(made, kAudioUnitScope_Input, bus, rate, 1);
        set(made, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, bus, &callback, sizeof callback);
    }
    check("AudioUnitInitialize", AudioUnitInitialize(made));
    return made;
}

static void ramp_voice(AudioUnit mixer, UInt32 bus, unsigned cycle) {
    AudioUnitParameterEvent event = {
        .scope = kAudioUnitScope_Input, .element = bus, .parameter = kMultiChannelMixerParam_Volume,
        .eventType = kParameterEvent_Ramped};
    event.eventValues.ramp.durationInFrames = CYCLE;
    event.eventValues.ramp.startValue = 0.01f + 0.001f * (float)((cycle + bus) % 8);
    event.eventValues.ramp.endValue = 0.01f + 0.001f * (float)((cycle + 1 + bus) % 8);
    check("AudioUnitScheduleParameters", AudioUnitScheduleParameters(mixer, &event, 1));
    check("AudioUnitSetParameter", AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, bus,
                                                         sinf((float)(cycle + bus) * 0.05f), 0));
}

static void move_source(AudioUnit mixer, UInt32 bus, unsigned cycle) {
    float angle = fmodf((float)cycle * 0.7f + (float)bus * 13, 360) - 180;
    check("AudioUnitSetParameter", AudioUnitSetParameter(mixer, kSpatialMixerParam_Azimuth, kAudioUnitScope_Input, bus, angle, 0));
    check("AudioUnitSetParameter", AudioUnitSetParameter(mixer, kSpatialMixerParam_Distance, kAudioUnitScope_Input, bus,
                                                         2 + sinf((float)(cycle + bus) * 0.03f), 0));
}

static double render(AudioUnit mixer, UInt32 buses, double seconds, void (*change)(AudioUnit, UInt32, unsigned)) {
    static float samples[2][CYCLE];
    AudioBufferList *list = malloc(sizeof *list + sizeof(AudioBuffer));
    AudioTimeStamp time = {.mFlags = kAudioTimeStampSampleTimeValid};
    double peak = 0, start = 0;
    unsigned cycles = (unsigned)(seconds * RATE / CYCLE);
    // A few cycles that do not count.
    for (unsigned cycle = 0; cycle < cycles + 8; cycle++) {
        if (cycle == 8) start = processor_time();
        for (UInt32 bus = 0; bus < buses; bus++) change(mixer, bus, cycle);
        list->mNumberBuffers = 2;
        for (int side = 0; side < 2; side++) list->mBuffers[side] = (AudioBuffer){1, sizeof samples[side], samples[side]};
        AudioUnitRenderActionFlags flags = 0;
        check("AudioUnitRender", AudioUnitRender(mixer, &flags, &time, 0, CYCLE, list));
        time.mSampleTime += CYCLE;
        for (int frame = 0; frame < CYCLE; frame++) peak = fmax(peak, fabs(samples[0][frame]));
    }
    double spent = processor_time() - start;
    if (peak == 0) check("hearing the voices", -1);
    free(list);
    return spent;
}

static OSStatus read_file(void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
                          AudioBufferList *list) {
    (void)flags, (void)time, (void)bus;
    UInt32 count = frames;
    OSStatus status = ExtAudioFileRead(context, &count, list);
    for (UInt32 side = 0; side < list->mNumberBuffers; side++) {
        list->mBuffers[side].mDataByteSize = frames * 4;
        memset((float *)list->mBuffers[side].mData + count, 0, (frames - count) * 4);
    }
    return status;
}

static AudioUnit effect(OSType subtype, double rate, AudioUnit before) {
    AudioUnit made = unit(kAudioUnitType_Effect, subtype);
    UInt32 most = 4096;
    set(made, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &most, sizeof most);
    set_format(made, kAudioUnitScope_Input, 0, rate, 2);
    set_format(made, kAudioUnitScope_Output, 0, rate, 2);
    if (before) {
        AudioUnitConnection link = {before, 0, 0};
        set(made, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &link, sizeof link);
    }
    return made;
}

static void parameter(AudioUnit unit, UInt32 id, float value) {
    check("AudioUnitSetParameter", AudioUnitSetParameter(unit, id, kAudioUnitScope_Global, 0, value, 0));
}

static void chain(const char *from, const char *to) {
    ExtAudioFileRef input = NULL, output = NULL;
    CFURLRef places[2];
    for (int i = 0; i < 2; i++) {
        const char *path = i ? to : from;
        places[i] = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    }
    check("ExtAudioFileOpenURL", ExtAudioFileOpenURL(places[0], &input));
    AudioStreamBasicDescription stored;
    SInt64 length = 0;
    UInt32 size = sizeof stored;
    check("ExtAudioFileGetProperty", ExtAudioFileGetProperty(input, kExtAudioFileProperty_FileDataFormat, &size, &stored));
    size = sizeof length;
    check("ExtAudioFileGetProperty", ExtAudioFileGetProperty(input, kExtAudioFileProperty_FileLengthFrames, &size, &length));
    AudioStreamBasicDescription client = format(stored.mSampleRate, 2);
    check("ExtAudioFileSetProperty", ExtAudioFileSetProperty(input, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client));
    check("ExtAudioFileCreateWithURL",
          ExtAudioFileCreateWithURL(places[1], kAudioFileWAVEType, &stored, NULL, kAudioFileFlags_EraseFile, &output));
    check("ExtAudioFileSetProperty", ExtAudioFileSetProperty(output, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client));

    AudioUnit units[4];
    OSType subtypes[] = {
        kAudioUnitSubType_ParametricEQ, kAudioUnitSubType_DynamicsProcessor, kAudioUnitSubType_Reverb2, kAudioUnitSubType_PeakLimiter};
    for (int i = 0; i < 4; i++) units[i] = effect(subtypes[i], stored.mSampleRate, i ? units[i - 1] : NULL);
    AURenderCallbackStruct callback = {read_file, input};
    set(units[0], kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback);
    for (int i = 0; i < 4; i++) check("AudioUnitInitialize", AudioUnitInitialize(units[i]));
    parameter(units[0], kParametricEQParam_CenterFreq, 1000);
    parameter(units[0], kParametricEQParam_Q, 1);
    parameter(units[0], kParametricEQParam_Gain, 6);
    parameter(units[1], kDynamicsProcessorParam_Threshold, -20);
    parameter(units[2], kReverb2Param_DryWetMix, 30);

    static float samples[2][4096];
    AudioBufferList *list = malloc(sizeof *list + sizeof(AudioBuffer));
    AudioTimeStamp time = {.mFlags = kAudioTimeStampSampleTimeValid};
    while (time.mSampleTime < length) {
        UInt32 frames = length - time.mSampleTime < 4096 ? (UInt32)(length - time.mSampleTime) : 4096;
        list->mNumberBuffers = 2;
        for (int side = 0; side < 2; side++) list->mBuffers[side] = (AudioBuffer){1, frames * 4, samples[side]};
        AudioUnitRenderActionFlags flags = 0;
        check("AudioUnitRender", AudioUnitRender(units[3], &flags, &time, 0, frames, list));
        check("ExtAudioFileWrite", ExtAudioFileWrite(output, frames, list));
        time.mSampleTime += frames;
    }
    check("ExtAudioFileDispose", ExtAudioFileDispose(output));
    check("ExtAudioFileDispose", ExtAudioFileDispose(input));
    for (int i = 3; i >= 0; i--) check("AudioComponentInstanceDispose", AudioComponentInstanceDispose(units[i]));
    for (int i = 0; i < 2; i++) CFRelease(places[i]);
    free(list);
}

int main(int count, char **words) {
    double first = count == 4 ? atof(words[2]) : 0, seconds = count == 4 ? atof(words[3]) : 0;
    UInt32 voices = first >= 1 && first <= 4096 ? (UInt32)first : 0;
    for (int i = 0; i < TABLE + 4096; i++) table[i] = 0.5f * sinf((float)(i % TABLE) * 0.02f);
    if (count == 4 && strcmp(words[1], "chain") == 0) {
        chain(words[2], words[3]);
        printf("%.6f\n", processor_time());
    } else if (voices && seconds > 0 && strcmp(words[1], "mixer") == 0) {
        AudioUnit made = mixer(kAudioUnitSubType_MultiChannelMixer, voices, 44100);
        printf("%.6f\n", render(made, voices, seconds, ramp_voice));
        check("AudioComponentInstanceDispose", AudioComponentInstanceDispose(made));
    } else if (voices && seconds > 0 && strcmp(words[1], "spatial") == 0) {
        AudioUnit made = mixer(kAudioUnitSubType_SpatialMixer, voices, RATE);
        UInt32 flags = kSpatialMixerRenderingFlags_DistanceAttenuation, algorithm = kSpatializationAlgorithm_EqualPowerPanning;
        for (UInt32 bus = 0; bus < voices; bus++) {
            set(made, kAudioUnitProperty_SpatialMixerRenderingFlags, kAudioUnitScope_Input, bus, &flags, sizeof flags);
            set(made, kAudioUnitProperty_SpatializationAlgorithm, kAudioUnitScope_Input, bus, &algorithm, sizeof algorithm);
        }
        printf("%.6f\n", render(made, voices, seconds, move_source));
        check("AudioComponentInstanceDispose", AudioComponentInstanceDispose(made));
    } else {
        fprintf(stderr, "usage: units mixer VOICES SECONDS\n       units spatial SOURCES SECONDS\n       units chain INPUT OUTPUT\n");
        return 2;
    }
    return 0;
}
