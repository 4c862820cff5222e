// Nothing is allocated or freed while units render: not by any unit that is rendered by hand, not by the audio thread of a
// device from its second cycle on, whatever the client changes meanwhile, and not by a converter whose callback has nothing to give. The program has the C library's allocation functions in
// its own, and counts their calls.
#include "units.h"
#include <errno.h>
#include <execinfo.h>
#include <math.h>
#include <unistd.h>

// MARK: The functions of the C library

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

/// Whether the thread's calls count, and whether those of any thread do.
static __thread int is_watched;
static int is_counting;
static long allocations;
/// Where the first of them came from.
static void *frames_of_first[40];
static int depth_of_first;

static void note(void) {
    if (!is_watched || !__atomic_load_n(&is_counting, __ATOMIC_ACQUIRE)) return;
    is_watched = 0;
    if (__atomic_fetch_add(&allocations, 1, __ATOMIC_ACQ_REL) == 0) depth_of_first = backtrace(frames_of_first, 40);
    is_watched = 1;
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *memory = made;
    return 0;
}

void free(void *memory) {
    note();
    __libc_free(memory);
}

static void begin_counting(void) { __atomic_store_n(&is_counting, 1, __ATOMIC_RELEASE); }

/// Ends the program where a watched thread has allocated or freed.
static void end_counting(const char *name) {
    __atomic_store_n(&is_counting, 0, __ATOMIC_RELEASE);
    long count = __atomic_load_n(&allocations, __ATOMIC_ACQUIRE);
    if (count == 0) return;
    printf("%s: %ld allocations, the first one from\n", name, count);
    fflush(stdout);
    backtrace_symbols_fd(frames_of_first, depth_of_first, STDOUT_FILENO);
    exit(1);
}

/// A count that misses nothing: a call of the library's own is seen.
static void the_count_counts(void) {
    begin_counting();
    is_watched = 1;
    char *copy = strdup("counted");
    free(copy);
    is_watched = 0;
    __atomic_store_n(&is_counting, 0, __ATOMIC_RELEASE);
    CHECK(__atomic_exchange_n(&allocations, 0, __ATOMIC_ACQ_REL) == 2);
}

// MARK: A converter

/// Frames that the callback still has.
static UInt32 frames_left;
static float given_frames[2 * 4096];
enum { nothing_now = 1752656245 };

static OSStatus supply(
    AudioConverterRef converter, UInt32 *packets, AudioBufferList *data, AudioStreamPacketDescription **descriptions,
    void *user) {
    (void)converter, (void)descriptions, (void)user;
    if (*packets > frames_left) *packets = frames_left;
    if (frames_left == 0) return nothing_now;
    data->mBuffers[0].mData = given_frames;
    data->mBuffers[0].mDataByteSize = *packets * 8;
    frames_left -= *packets;
    return noErr;
}

static OSStatus supply_bytes(AudioConverterRef converter, UInt32 *size, void **data, void *user) {
    (void)converter, (void)size, (void)data, (void)user;
    return nothing_now;
}

/// On an audio thread, a callback that has fewer frames than are wanted is part of many cycles.
static void a_converter_waits_for_input(void) {
    const AudioStreamBasicDescription from = floats(44100, 2), to = floats(48000, 2);
    for (int rate = 0; rate < 2; rate++) {
        AudioConverterRef converter = NULL;
        float made[2 * 512];
        AudioBufferList list;
        AudioStreamBasicDescription source = rate ? from : to;
        // Interleaved: one buffer.
        AudioStreamBasicDescription sides[2] = {source, to};
        for (int side = 0; side < 2; side++) {
            sides[side].mFormatFlags = kAudioFormatFlagsNativeFloatPacked;
            sides[side].mBytesPerFrame = sides[side].mBytesPerPacket = 8;
        }
        CALL(AudioConverterNew(&sides[0], &sides[1], &converter));
        for (int cycle = 0; cycle < 40; cycle++) {
            UInt32 packets = 512, others = 512, size = sizeof made;
            OSStatus statuses[3];
            AudioStreamPacketDependencyDescription dependencies[512];
            UInt32 third = 512;
            frames_left = (UInt32)(cycle * 37 % 400);
            list.mNumberBuffers = 1;
            list.mBuffers[0].mNumberChannels = 2;
            list.mBuffers[0].mDataByteSize = sizeof made;
            list.mBuffers[0].mData = made;
            // The first cycle makes what the others use.
            if (cycle == 1) begin_counting();
            is_watched = 1;
            statuses[0] = AudioConverterFillComplexBuffer(converter, supply, NULL, &packets, &list, NULL);
            list.mBuffers[0].mDataByteSize = sizeof made;
            statuses[1] =
                AudioConverterFillComplexBufferRealtimeSafe(converter, supply, NULL, &others, &list, NULL);
            list.mBuffers[0].mDataByteSize = sizeof made;
            statuses[2] = AudioConverterFillComplexBufferWithPacketDependencies(
                converter, supply, NULL, &third, &list, NULL, dependencies);
            OSStatus old = AudioConverterFillBuffer(converter, supply_bytes, NULL, &size, made);
            is_watched = 0;
            for (int call = 0; call < 3; call++) CHECK(statuses[call] == nothing_now);
            CHECK(old == nothing_now && size == 0 && others == 0 && third == 0 && packets <= 512);
        }
        end_counting(rate ? "a converter of the rate" : "a converter");
        CALL(AudioConverterDispose(converter));
    }
}

// MARK: By hand

/// Gives a sine, in Float32.
static OSStatus give(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)bus;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++) {
        float *samples = (float *)data->mBuffers[buffer].mData;
        UInt32 count = data->mBuffers[buffer].mDataByteSize / 4;
        for (UInt32 place = 0; samples != NULL && place < count; place++)
            samples[place] = 0.5f * sinf(0.05f * (float)(time->mSampleTime + place));
    }
    (void)frames;
    return noErr;
}

/// Sets each parameter of a scope to one end of its range, or to its default.
static void set_parameters(AudioUnit unit, AudioUnitScope scope, int turn) {
    AudioUnitParameterID ids[256];
    UInt32 size = sizeof ids;
    if (AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterList, scope, 0, ids, &size) != noErr) return;
    for (UInt32 index = 0; index < size / sizeof *ids; index++) {
        AudioUnitParameterInfo info;
        UInt32 length = sizeof info;
        CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterInfo, scope, ids[index], &info, &length));
        if (info.flags & kAudioUnitParameterFlag_CFNameRelease) CFRelease(info.cfNameString);
        if (!(info.flags & kAudioUnitParameterFlag_IsWritable)) continue;
        Float32 values[3] = {info.maxValue, info.minValue, info.defaultValue};
        CALL(AudioUnitSetParameter(unit, ids[index], scope, 0, values[turn % 3], 0));
    }
}

/// Renders 512 frames of an output into the unit's own memory, while allocations count.
static OSStatus render_watched(AudioUnit unit, UInt32 bus, UInt32 channels, Float64 start) {
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    AudioTimeStamp time;
    StereoList buffers;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    time.mSampleTime = start;
    memset(&buffers, 0, sizeof buffers);
    buffers.list.mNumberBuffers = channels;
    for (UInt32 channel = 0; channel < channels; channel++) {
        buffers.list.mBuffers[channel].mNumberChannels = 1;
        buffers.list.mBuffers[channel].mDataByteSize = 512 * 4;
    }
    is_watched = 1;
    OSStatus status = AudioUnitRender(unit, &flags, &time, bus, 512, &buffers.list);
    is_watched = 0;
    return status;
}

static void renders_without_allocations(AudioComponent component, const char *name) {
    AudioUnit unit = NULL;
    CALL(AudioComponentInstanceNew(component, &unit));
    UInt32 inputs = get_number(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0);
    UInt32 outputs = get_number(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, 0);
    for (UInt32 input = 0; input < inputs; input++) set_callback(unit, input, give, NULL);
    CALL(AudioUnitInitialize(unit));
    begin_counting();
    for (int cycle = 0; cycle < 60; cycle++) {
        // Each value holds for some cycles. What changes is set outside of the count: a set may allocate.
        if (cycle % 10 == 0)
            for (AudioUnitScope scope = kAudioUnitScope_Global; scope <= kAudioUnitScope_Output; scope++)
                set_parameters(unit, scope, cycle / 10);
        if (cycle == 35) CALL(AudioUnitReset(unit, kAudioUnitScope_Global, 0));
        for (UInt32 output = 0; output < outputs; output++) {
            AudioStreamBasicDescription format;
            UInt32 size = sizeof format;
            CALL(AudioUnitGetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, output, &format, &size));
            CHECK(format.mChannelsPerFrame <= 2);
            OSStatus status = render_watched(unit, output, format.mChannelsPerFrame, 512.0 * cycle);
            if (status != noErr) { printf("%s: %d in cycle %d\n", name, (int)status, cycle); exit(1); }
        }
    }
    end_counting(name);
    CALL(AudioComponentInstanceDispose(unit));
}

static void no_unit_allocates(void) {
    AudioComponentDescription any;
    AudioComponent component = NULL;
    int found = 0;
    memset(&any, 0, sizeof any);
    any.componentManufacturer = kAudioUnitManufacturer_Apple;
    while ((component = AudioComponentFindNext(component, &any)) != NULL) {
        AudioComponentDescription description;
        char name[8];
        CALL(AudioComponentGetDescription(component, &description));
        // Units of devices are rendered by their device.
        if (description.componentType == kAudioUnitType_Output &&
            description.componentSubType != kAudioUnitSubType_GenericOutput)
            continue;
        for (int place = 0; place < 4; place++) name[place] = (char)(description.componentSubType >> (24 - 8 * place));
        name[4] = 0;
        renders_without_allocations(component, name);
        found++;
    }
    CHECK(found > 20);
}

// MARK: On a device

typedef struct {
    AudioUnit unit;
    Counter cycles;
} Player;

/// What the audio thread does between two calls counts too, from the first call on.
static OSStatus play(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Player *player = (Player *)user;
    (void)flags, (void)time, (void)bus, (void)frames;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        memset(data->mBuffers[buffer].mData, 0, data->mBuffers[buffer].mDataByteSize);
    is_watched = 1;
    counter_add(&player->cycles, 1);
    return noErr;
}

/// Plays what is recorded.
static OSStatus pass(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Player *player = (Player *)user;
    OSStatus status = AudioUnitRender(player->unit, flags, time, 1, frames, data);
    (void)bus;
    is_watched = 1;
    counter_add(&player->cycles, 1);
    return status;
}

static void runs_without_allocations(Player *player, const char *name) {
    CALL(AudioOutputUnitStart(player->unit));
    counter_wait(&player->cycles, 3);
    begin_counting();
    counter_wait(&player->cycles, 60);
    // Before the stop, in which the thread ends.
    end_counting(name);
    CALL(AudioOutputUnitStop(player->unit));
}

/// 16 bits at another rate than the device's: both are converted on the audio thread.
static void an_output_plays(void) {
    Player player = {NULL, COUNTER_START};
    player.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    set_format(player.unit, kAudioUnitScope_Input, 0, integers(44100, 2));
    set_callback(player.unit, 0, play, &player);
    CALL(AudioUnitInitialize(player.unit));
    runs_without_allocations(&player, "DefaultOutput");
    CALL(AudioComponentInstanceDispose(player.unit));
}

/// From the microphone to the speakers: with conversions, on devices that a client may choose, and without the echo.
static void both_directions_run(void) {
    const OSType kinds[3] = {
        kAudioUnitSubType_RemoteIO, kAudioUnitSubType_HALOutput, kAudioUnitSubType_VoiceProcessingIO};
    const char *names[3] = {"RemoteIO", "HALOutput", "VoiceProcessingIO"};
    for (int kind = 0; kind < 3; kind++) {
        Player player = {NULL, COUNTER_START};
        AudioStreamBasicDescription format = kind == 0 ? integers(44100, 2) : floats(48000, 1);
        player.unit = make_unit(kAudioUnitType_Output, kinds[kind]);
        set_number(player.unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, 1);
        set_format(player.unit, kAudioUnitScope_Input, 0, format);
        set_format(player.unit, kAudioUnitScope_Output, 1, format);
        set_callback(player.unit, 0, pass, &player);
        CALL(AudioUnitInitialize(player.unit));
        runs_without_allocations(&player, names[kind]);
        CALL(AudioComponentInstanceDispose(player.unit));
    }
}

/// A graph whose sources and volumes change while it runs.
static void a_graph_is_edited(void) {
    Player player = {NULL, COUNTER_START};
    AUGraph graph = NULL;
    AUNode nodes[3];
    AudioUnit units[3];
    AURenderCallbackStruct callback;
    const OSType kinds[3][2] = {
        {kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer},
        {kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter},
        {kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput}};
    callback.inputProc = play;
    callback.inputProcRefCon = &player;
    CALL(NewAUGraph(&graph));
    for (int index = 0; index < 3; index++) {
        AudioComponentDescription description;
        memset(&description, 0, sizeof description);
        description.componentType = kinds[index][0];
        description.componentSubType = kinds[index][1];
        description.componentManufacturer = kAudioUnitManufacturer_Apple;
        CALL(AUGraphAddNode(graph, &description, &nodes[index]));
    }
    CALL(AUGraphOpen(graph));
    for (int index = 0; index < 3; index++) CALL(AUGraphNodeInfo(graph, nodes[index], NULL, &units[index]));
    set_number(units[0], kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, 4);
    for (UInt32 input = 0; input < 4; input++)
        set_format(units[0], kAudioUnitScope_Input, input, floats(input % 2 ? 44100 : 48000, 2));
    set_format(units[0], kAudioUnitScope_Output, 0, floats(48000, 2));
    set_format(units[1], kAudioUnitScope_Input, 0, floats(48000, 2));
    set_format(units[1], kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AUGraphSetNodeInputCallback(graph, nodes[0], 0, &callback));
    CALL(AUGraphConnectNodeInput(graph, nodes[0], 0, nodes[1], 0));
    CALL(AUGraphConnectNodeInput(graph, nodes[1], 0, nodes[2], 0));
    CALL(AUGraphInitialize(graph));
    CALL(AUGraphStart(graph));
    counter_wait(&player.cycles, 3);
    begin_counting();
    for (int edit = 0; edit < 20; edit++) {
        UInt32 input = (UInt32)(1 + edit % 3);
        if (edit % 6 < 3) CALL(AUGraphSetNodeInputCallback(graph, nodes[0], input, &callback));
        else CALL(AUGraphDisconnectNodeInput(graph, nodes[0], input));
        CALL(AUGraphUpdate(graph, NULL));
        CALL(AudioUnitSetParameter(
            units[0], kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, input, 0.1f * (float)(edit % 10), 0));
        CALL(AudioUnitSetParameter(
            units[1], kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, 500.0f + 100.0f * (float)edit, 0));
        counter_wait(&player.cycles, counter_value(&player.cycles) + 2);
    }
    end_counting("AUGraph");
    CALL(AUGraphStop(graph));
    CALL(DisposeAUGraph(graph));
}

int main(void) {
    // Its first call loads a library.
    depth_of_first = backtrace(frames_of_first, 40);
    the_count_counts();
    a_converter_waits_for_input();
    no_unit_allocates();
    an_output_plays();
    both_directions_run();
    a_graph_is_edited();
    return 0;
}
