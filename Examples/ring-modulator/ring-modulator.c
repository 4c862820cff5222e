// ring-modulator FILE [FREQUENCY [OUTPUT]]
//
// Plays a file through an effect of its own in a graph of audio units: a ring modulator, which multiplies the sound by a cosine of
// FREQUENCY, 440 Hz if it is left out. With OUTPUT it plays nothing, and writes what it would play into a CAF file.
//
//     cc ring-modulator.c -o ring-modulator $(pkg-config --cflags --libs coreaudio) -lm
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFURL.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { modulator_subtype = 0x72696E67, modulator_maker = 0x6578616D, frequency_parameter = 0, frames_per_render = 1024 };

static void check(OSStatus status, const char *what) {
    if (status == noErr) return;
    fprintf(stderr, "%s failed: %d\n", what, (int)status);
    exit(1);
}

// 32-bit float, with a buffer for each channel or with the channels in turn.
static AudioStreamBasicDescription floats(Float64 rate, UInt32 channels, int interleaved) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved);
    format.mBitsPerChannel = 32;
    format.mChannelsPerFrame = channels;
    format.mFramesPerPacket = 1;
    format.mBytesPerFrame = format.mBytesPerPacket = interleaved ? 4 * channels : 4;
    return format;
}

// MARK: The unit

// Where the frames come from: an output of another unit, or a callback. A render may still use a source that was replaced, so all
// are kept until the unit is closed.
typedef struct Source {
    struct Source *previous;
    AudioUnitConnection connection;
    AURenderCallbackStruct callback;
} Source;

// The interface comes first: its address is that of the unit.
typedef struct Modulator {
    AudioComponentPlugInInterface interface;
    AudioStreamBasicDescription format;
    UInt32 maximum_frames;
    Source *sources;
    _Atomic(Source *) source;
    _Atomic float frequency;
    float *memory;           // of all channels, while the unit is initialized
    AudioBufferList *input;  // what a source fills
    double turn;             // where the cosine is, from 0 to 1
} Modulator;

static OSStatus modulator_open(void *self, AudioComponentInstance instance) {
    (void)self, (void)instance;
    return noErr;
}

static OSStatus modulator_close(void *self) {
    Modulator *unit = self;
    while (unit->sources != NULL) {
        Source *last = unit->sources;
        unit->sources = last->previous;
        free(last);
    }
    free(unit->memory);
    free(unit->input);
    free(unit);
    return noErr;
}

static OSStatus modulator_uninitialize(void *self) {
    Modulator *unit = self;
    free(unit->memory);
    free(unit->input);
    unit->memory = NULL;
    unit->input = NULL;
    return noErr;
}

static OSStatus modulator_initialize(void *self) {
    Modulator *unit = self;
    size_t channels = unit->format.mChannelsPerFrame;
    if (unit->memory != NULL) return noErr;
    unit->memory = calloc(unit->maximum_frames * channels, sizeof(float));
    unit->input = calloc(1, sizeof(AudioBufferList) + channels * sizeof(AudioBuffer));
    unit->turn = 0;
    if (unit->memory != NULL && unit->input != NULL) return noErr;
    modulator_uninitialize(self);
    return kAudioUnitErr_FailedInitialization;
}

static OSStatus modulator_get_info(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, UInt32 *size,
    Boolean *writable) {
    UInt32 bytes = 0;
    Boolean can_be_set = 0;
    (void)self, (void)element;
    switch (property) {
        case kAudioUnitProperty_StreamFormat: bytes = sizeof(AudioStreamBasicDescription), can_be_set = 1; break;
        case kAudioUnitProperty_MaximumFramesPerSlice: bytes = sizeof(UInt32), can_be_set = 1; break;
        case kAudioUnitProperty_MakeConnection: bytes = sizeof(AudioUnitConnection), can_be_set = 1; break;
        case kAudioUnitProperty_SetRenderCallback: bytes = sizeof(AURenderCallbackStruct), can_be_set = 1; break;
        case kAudioUnitProperty_ParameterList:
            bytes = scope == kAudioUnitScope_Global ? sizeof(AudioUnitParameterID) : 0;
            break;
        case kAudioUnitProperty_ParameterInfo: bytes = sizeof(AudioUnitParameterInfo); break;
        default: return kAudioUnitErr_InvalidProperty;
    }
    if (size != NULL) *size = bytes;
    if (writable != NULL) *writable = can_be_set;
    return noErr;
}

static OSStatus modulator_get(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, void *data, UInt32 *size) {
    Modulator *unit = self;
    AudioUnitParameterID list = frequency_parameter;
    AudioUnitParameterInfo info;
    const void *value = NULL;
    UInt32 bytes = 0;
    OSStatus status = modulator_get_info(self, property, scope, element, &bytes, NULL);
    if (status != noErr || data == NULL) {
        *size = bytes;
        return status;
    }
    memset(&info, 0, sizeof info);
    switch (property) {
        case kAudioUnitProperty_StreamFormat: value = &unit->format; break;
        case kAudioUnitProperty_MaximumFramesPerSlice: value = &unit->maximum_frames; break;
        case kAudioUnitProperty_ParameterList: value = &list; break;
        case kAudioUnitProperty_ParameterInfo:
            if (element != frequency_parameter) return kAudioUnitErr_InvalidParameter;
            strcpy(info.name, "Frequency");
            info.unit = kAudioUnitParameterUnit_Hertz;
            info.maxValue = 20000;
            info.defaultValue = 440;
            info.flags = kAudioUnitParameterFlag_IsReadable | kAudioUnitParameterFlag_IsWritable;
            value = &info;
            break;
        default: return kAudioUnitErr_InvalidProperty;
    }
    if (*size < bytes) return kAudioUnitErr_InvalidPropertyValue;
    memcpy(data, value, bytes);
    *size = bytes;
    return noErr;
}

static OSStatus set_source(Modulator *unit, const AudioUnitConnection *connection, const AURenderCallbackStruct *callback) {
    Source *source = calloc(1, sizeof(Source));
    if (source == NULL) return kAudio_MemFullError;
    if (connection != NULL) source->connection = *connection;
    if (callback != NULL) source->callback = *callback;
    source->previous = unit->sources;
    unit->sources = source;
    atomic_store(&unit->source, source);
    return noErr;
}

static OSStatus modulator_set(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, const void *data,
    UInt32 size) {
    Modulator *unit = self;
    AudioStreamBasicDescription format;
    UInt32 bytes = 0, frames = 0;
    Boolean writable = 0;
    OSStatus status = modulator_get_info(self, property, scope, element, &bytes, &writable);
    if (status != noErr) return status;
    if (!writable) return kAudioUnitErr_PropertyNotWritable;
    if (data == NULL || size < bytes) return kAudioUnitErr_InvalidPropertyValue;
    if (property == kAudioUnitProperty_MakeConnection) return set_source(unit, data, NULL);
    if (property == kAudioUnitProperty_SetRenderCallback) return set_source(unit, NULL, data);
    // The memory of an initialized unit is made for its format.
    if (unit->memory != NULL) return kAudioUnitErr_Initialized;
    if (property == kAudioUnitProperty_MaximumFramesPerSlice) {
        memcpy(&frames, data, sizeof frames);
        if (frames == 0 || frames > 1 << 20) return kAudioUnitErr_InvalidPropertyValue;
        unit->maximum_frames = frames;
        return noErr;
    }
    // Input and output always have the same format.
    memcpy(&format, data, sizeof format);
    if (format.mFormatID != kAudioFormatLinearPCM || format.mBitsPerChannel != 32 || format.mSampleRate <= 0 ||
        format.mFormatFlags != floats(1, 1, 0).mFormatFlags || format.mChannelsPerFrame < 1 || format.mChannelsPerFrame > 64)
        return kAudioUnitErr_FormatNotSupported;
    unit->format = format;
    return noErr;
}

static OSStatus modulator_get_parameter(
    void *self, AudioUnitParameterID parameter, AudioUnitScope scope, AudioUnitElement element,
    AudioUnitParameterValue *value) {
    (void)element;
    if (parameter != frequency_parameter || scope != kAudioUnitScope_Global) return kAudioUnitErr_InvalidParameter;
    *value = atomic_load(&((Modulator *)self)->frequency);
    return noErr;
}

static OSStatus modulator_set_parameter(
    void *self, AudioUnitParameterID parameter, AudioUnitScope scope, AudioUnitElement element,
    AudioUnitParameterValue value, UInt32 offset) {
    (void)element, (void)offset;
    if (parameter != frequency_parameter || scope != kAudioUnitScope_Global || !isfinite(value))
        return kAudioUnitErr_InvalidParameter;
    atomic_store(&((Modulator *)self)->frequency, fminf(20000, fmaxf(0, value)));
    return noErr;
}

static OSStatus pull(
    Modulator *unit, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 frames, AudioBufferList *data) {
    Source *source = atomic_load(&unit->source);
    AudioUnitRenderActionFlags none = 0;
    if (source != NULL && source->connection.sourceAudioUnit != NULL)
        return AudioUnitRender(
            source->connection.sourceAudioUnit, flags, time, source->connection.sourceOutputNumber, frames, data);
    if (source == NULL || source->callback.inputProc == NULL) return kAudioUnitErr_NoConnection;
    return source->callback.inputProc(
        source->callback.inputProcRefCon, flags != NULL ? flags : &none, time, 0, frames, data);
}

// Runs on the audio thread.
static OSStatus modulator_render(
    void *self, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Modulator *unit = self;
    UInt32 channels = unit->format.mChannelsPerFrame, bytes = frames * (UInt32)sizeof(float);
    if (unit->memory == NULL) return kAudioUnitErr_Uninitialized;
    if (bus != 0) return kAudioUnitErr_InvalidElement;
    if (frames > unit->maximum_frames) return kAudioUnitErr_TooManyFramesToProcess;
    if (data->mNumberBuffers != channels) return kAudio_ParamError;
    AudioBuffer *from = unit->input->mBuffers, *to = data->mBuffers;
    unit->input->mNumberBuffers = channels;
    for (UInt32 channel = 0; channel < channels; channel++) {
        if (to[channel].mData != NULL && to[channel].mDataByteSize < bytes) return kAudio_ParamError;
        from[channel].mNumberChannels = 1;
        from[channel].mDataByteSize = bytes;
        from[channel].mData = unit->memory + (size_t)channel * unit->maximum_frames;
    }
    OSStatus status = pull(unit, flags, time, frames, unit->input);
    if (status != noErr) return status;
    double turn = unit->turn, step = atomic_load(&unit->frequency) / unit->format.mSampleRate;
    for (UInt32 channel = 0; channel < channels; channel++) {
        // A callback may have put another pointer there. A caller without memory gets the unit's.
        const float *samples = from[channel].mData;
        if (to[channel].mData == NULL) to[channel].mData = from[channel].mData;
        to[channel].mDataByteSize = bytes;
        turn = unit->turn;
        for (UInt32 frame = 0; frame < frames; frame++) {
            ((float *)to[channel].mData)[frame] = samples[frame] * (float)cos(2 * M_PI * turn);
            turn += step;
            turn -= floor(turn);
        }
    }
    unit->turn = turn;
    return noErr;
}

// A host asks for the function of each call that it makes.
static AudioComponentMethod modulator_lookup(SInt16 selector) {
    switch (selector) {
        case kAudioUnitInitializeSelect: return (AudioComponentMethod)modulator_initialize;
        case kAudioUnitUninitializeSelect: return (AudioComponentMethod)modulator_uninitialize;
        case kAudioUnitGetPropertyInfoSelect: return (AudioComponentMethod)modulator_get_info;
        case kAudioUnitGetPropertySelect: return (AudioComponentMethod)modulator_get;
        case kAudioUnitSetPropertySelect: return (AudioComponentMethod)modulator_set;
        case kAudioUnitGetParameterSelect: return (AudioComponentMethod)modulator_get_parameter;
        case kAudioUnitSetParameterSelect: return (AudioComponentMethod)modulator_set_parameter;
        case kAudioUnitRenderSelect: return (AudioComponentMethod)modulator_render;
        default: return NULL;
    }
}

static AudioComponentPlugInInterface *make_modulator(const AudioComponentDescription *description) {
    Modulator *unit = calloc(1, sizeof(Modulator));
    (void)description;
    if (unit == NULL) return NULL;
    unit->interface.Open = modulator_open;
    unit->interface.Close = modulator_close;
    unit->interface.Lookup = modulator_lookup;
    unit->format = floats(44100, 2, 0);
    unit->maximum_frames = 1156;
    atomic_init(&unit->frequency, 440);
    return &unit->interface;
}

// MARK: The program

typedef struct Rack {
    AUGraph graph;
    AudioUnit player, modulator, output;
    AudioStreamBasicDescription format;
    SInt64 frames;  // of the file
} Rack;

static AUNode add_node(AUGraph graph, OSType type, OSType subtype, OSType maker) {
    AudioComponentDescription wanted = {type, subtype, maker, 0, 0};
    AUNode node = 0;
    check(AUGraphAddNode(graph, &wanted, &node), "AUGraphAddNode");
    return node;
}

static void set(AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, const void *value, UInt32 size) {
    check(AudioUnitSetProperty(unit, property, scope, 0, value, size), "AudioUnitSetProperty");
}

// A player, the modulator, and an output: the device's, or one that the program renders itself.
static void make_rack(Rack *rack, int plays) {
    OSType apple = kAudioUnitManufacturer_Apple;
    UInt32 is_offline = 1;
    check(NewAUGraph(&rack->graph), "NewAUGraph");
    AUNode player = add_node(rack->graph, kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer, apple);
    AUNode modulator = add_node(rack->graph, kAudioUnitType_Effect, modulator_subtype, modulator_maker);
    AUNode output = add_node(
        rack->graph, kAudioUnitType_Output, plays ? kAudioUnitSubType_DefaultOutput : kAudioUnitSubType_GenericOutput, apple);
    check(AUGraphOpen(rack->graph), "AUGraphOpen");
    check(AUGraphNodeInfo(rack->graph, player, NULL, &rack->player), "AUGraphNodeInfo");
    check(AUGraphNodeInfo(rack->graph, modulator, NULL, &rack->modulator), "AUGraphNodeInfo");
    check(AUGraphNodeInfo(rack->graph, output, NULL, &rack->output), "AUGraphNodeInfo");
    set(rack->player, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, &rack->format, sizeof rack->format);
    set(rack->modulator, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, &rack->format, sizeof rack->format);
    if (!plays) {
        set(rack->output, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, &rack->format, sizeof rack->format);
        // The player then waits for its file, instead of being silent where a disk is late.
        set(rack->player, kAudioUnitProperty_OfflineRender, kAudioUnitScope_Global, &is_offline, sizeof is_offline);
    }
    check(AUGraphConnectNodeInput(rack->graph, player, 0, modulator, 0), "AUGraphConnectNodeInput");
    check(AUGraphConnectNodeInput(rack->graph, modulator, 0, output, 0), "AUGraphConnectNodeInput");
    check(AUGraphInitialize(rack->graph), "AUGraphInitialize");
}

// Has the player play the whole file, from its first render on.
static void schedule(Rack *rack, AudioFileID file) {
    ScheduledAudioFileRegion region;
    AudioTimeStamp start;
    UInt32 prime = 0;
    set(rack->player, kAudioUnitProperty_ScheduledFileIDs, kAudioUnitScope_Global, &file, sizeof file);
    memset(&region, 0, sizeof region);
    region.mTimeStamp.mFlags = kAudioTimeStampSampleTimeValid;
    region.mAudioFile = file;
    region.mFramesToPlay = (UInt32)-1;
    set(rack->player, kAudioUnitProperty_ScheduledFileRegion, kAudioUnitScope_Global, &region, sizeof region);
    set(rack->player, kAudioUnitProperty_ScheduledFilePrime, kAudioUnitScope_Global, &prime, sizeof prime);
    memset(&start, 0, sizeof start);
    start.mFlags = kAudioTimeStampSampleTimeValid;
    start.mSampleTime = -1;
    set(rack->player, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, &start, sizeof start);
}

static void play(Rack *rack) {
    AudioTimeStamp now;
    UInt32 size = sizeof now;
    check(AUGraphStart(rack->graph), "AUGraphStart");
    // What is rendered last is heard a few cycles later.
    do {
        usleep(50000);
        check(
            AudioUnitGetProperty(rack->player, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &now, &size),
            "AudioUnitGetProperty");
    } while (now.mSampleTime < (Float64)rack->frames + 0.2 * rack->format.mSampleRate);
    check(AUGraphStop(rack->graph), "AUGraphStop");
}

static CFURLRef make_url(const char *path) {
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    if (url == NULL) check(kAudio_ParamError, path);
    return url;
}

static void render(Rack *rack, const char *path) {
    AudioStreamBasicDescription format = floats(rack->format.mSampleRate, rack->format.mChannelsPerFrame, 1);
    // A list has room for one buffer.
    struct { AudioBufferList list; AudioBuffer second; } data;
    AudioTimeStamp time;
    ExtAudioFileRef file = NULL;
    CFURLRef url = make_url(path);
    check(ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &format, NULL, kAudioFileFlags_EraseFile, &file), path);
    CFRelease(url);
    check(
        ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof rack->format, &rack->format),
        "ExtAudioFileSetProperty");
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    while (time.mSampleTime < (Float64)rack->frames) {
        SInt64 left = rack->frames - (SInt64)time.mSampleTime;
        UInt32 frames = left < frames_per_render ? (UInt32)left : frames_per_render;
        AudioUnitRenderActionFlags flags = 0;
        AudioBuffer *buffers = data.list.mBuffers;
        data.list.mNumberBuffers = format.mChannelsPerFrame;
        for (UInt32 channel = 0; channel < format.mChannelsPerFrame; channel++)
            buffers[channel] = (AudioBuffer){1, frames * (UInt32)sizeof(float), NULL};
        check(AudioUnitRender(rack->output, &flags, &time, 0, frames, &data.list), "AudioUnitRender");
        check(ExtAudioFileWrite(file, frames, &data.list), "ExtAudioFileWrite");
        time.mSampleTime += frames;
    }
    check(ExtAudioFileDispose(file), "ExtAudioFileDispose");
}

int main(int count, char **arguments) {
    float frequency = count > 2 ? strtof(arguments[2], NULL) : 440;
    if (count < 2 || count > 4 || !(frequency > 0)) {
        fprintf(stderr, "usage: ring-modulator FILE [FREQUENCY [OUTPUT]]\n");
        return 1;
    }
    AudioComponentDescription description = {kAudioUnitType_Effect, modulator_subtype, modulator_maker, 0, 0};
    AudioComponentRegister(&description, CFSTR("Examples: Ring modulator"), 0x10000, make_modulator);

    Rack rack;
    ExtAudioFileRef file = NULL;
    AudioFileID source = NULL;
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    CFURLRef url = make_url(arguments[1]);
    check(ExtAudioFileOpenURL(url, &file), arguments[1]);
    CFRelease(url);
    check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format), "reading the format");
    size = sizeof rack.frames;
    check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &rack.frames), "reading the length");
    size = sizeof source;
    check(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &source), "finding the file");

    // Everything runs at the file's rate, which the output converts to the device's. The player plays mono on both sides.
    rack.format = floats(format.mSampleRate, 2, 0);
    make_rack(&rack, count < 4);
    check(
        AudioUnitSetParameter(rack.modulator, frequency_parameter, kAudioUnitScope_Global, 0, frequency, 0),
        "AudioUnitSetParameter");
    schedule(&rack, source);
    if (count < 4) play(&rack);
    else render(&rack, arguments[3]);
    check(DisposeAUGraph(rack.graph), "DisposeAUGraph");
    check(ExtAudioFileDispose(file), "ExtAudioFileDispose");
    return 0;
}
