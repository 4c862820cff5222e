// Units that give each other sound: a converter into an output, a mixer of two callbacks, a component of the program's own.
#include "units.h"

typedef struct {
    float value;
    long frame;
    Counter frames;
} Source;

static const Source fresh = {0, 0, COUNTER_START};

static OSStatus give_constant(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Source *source = (Source *)user;
    (void)flags, (void)time, (void)bus;
    for (UInt32 buffer = 0; buffer < data->mNumberBuffers; buffer++)
        for (UInt32 frame = 0; frame < frames; frame++)
            ((float *)data->mBuffers[buffer].mData)[frame] = source->value;
    counter_add(&source->frames, (long)frames);
    return noErr;
}

static OSStatus give_numbers(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    Source *source = (Source *)user;
    SInt16 *samples = (SInt16 *)data->mBuffers[0].mData;
    (void)flags, (void)time, (void)bus;
    for (UInt32 frame = 0; frame < frames; frame++) {
        samples[2 * frame] = (SInt16)(source->frame % 16384);
        samples[2 * frame + 1] = (SInt16)-(source->frame % 16384);
        source->frame++;
    }
    counter_add(&source->frames, (long)frames);
    return noErr;
}

static void a_converter_plays_through_an_output(void) {
    Source source = fresh;
    AudioUnit converter = make_unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    AudioUnit output = make_unit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    float left[512], right[512];
    AudioUnitConnection connection;
    set_format(converter, kAudioUnitScope_Input, 0, integers(48000, 2));
    set_format(converter, kAudioUnitScope_Output, 0, floats(48000, 2));
    set_callback(converter, 0, give_numbers, &source);
    connection.sourceAudioUnit = converter;
    connection.sourceOutputNumber = 0;
    connection.destInputNumber = 0;
    CALL(AudioUnitSetProperty(
        output, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &connection, sizeof connection));
    CALL(AudioUnitInitialize(converter));

    // By hand first: each number exactly.
    CALL(render_stereo(converter, 0, 512, left, right));
    for (int frame = 0; frame < 512; frame++)
        CHECK(left[frame] == (float)frame / 32768 && right[frame] == -(float)frame / 32768);

    CALL(AudioUnitInitialize(output));
    CALL(AudioOutputUnitStart(output));
    counter_wait(&source.frames, counter_value(&source.frames) + 4096);
    // The source goes away while it plays.
    CALL(AudioComponentInstanceDispose(converter));
    long last = counter_value(&source.frames);
    CALL(AudioOutputUnitStop(output));
    CHECK(counter_value(&source.frames) <= last + 4096);
    CALL(AudioComponentInstanceDispose(output));
}

static void a_mixer_adds_up_two_callbacks(void) {
    Source sources[2] = {fresh, fresh};
    AudioUnit mixer = make_unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    float left[256], right[256];
    set_number(mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, 2);
    set_format(mixer, kAudioUnitScope_Output, 0, floats(48000, 2));
    for (UInt32 bus = 0; bus < 2; bus++) {
        sources[bus].value = bus ? 0.5f : 0.25f;
        set_format(mixer, kAudioUnitScope_Input, bus, floats(48000, 2));
        set_callback(mixer, bus, give_constant, &sources[bus]);
    }
    CALL(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 1, 0.5f, 0));
    CALL(AudioUnitInitialize(mixer));
    CALL(render_stereo(mixer, 0, 256, left, right));
    for (int frame = 0; frame < 256; frame++) CHECK(left[frame] == 0.5f && right[frame] == 0.5f);
    CALL(AudioUnitSetParameter(mixer, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 1, 0, 0));
    CALL(render_stereo(mixer, 256, 256, left, right));
    CHECK(left[255] == 0.25f && right[255] == 0.25f);
    CHECK(render_stereo(mixer, 512, 100000, left, right) == kAudioUnitErr_TooManyFramesToProcess);
    CALL(AudioComponentInstanceDispose(mixer));
}

// MARK: A component of the program's own

typedef struct {
    AudioComponentPlugInInterface interface;
    AudioComponentInstance instance;
    int isInitialized;
} Own;

static long open_instances;

static OSStatus own_open(void *self, AudioComponentInstance instance) {
    ((Own *)self)->instance = instance;
    open_instances++;
    return noErr;
}

static OSStatus own_close(void *self) {
    open_instances--;
    free(self);
    return noErr;
}

static OSStatus own_initialize(void *self) {
    ((Own *)self)->isInitialized = 1;
    return noErr;
}

static OSStatus own_uninitialize(void *self) {
    ((Own *)self)->isInitialized = 0;
    return noErr;
}

static OSStatus own_get(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, void *data, UInt32 *size) {
    AudioStreamBasicDescription format = floats(48000, 2);
    (void)self, (void)element, (void)scope;
    if (property != kAudioUnitProperty_StreamFormat) return kAudioUnitErr_InvalidProperty;
    if (*size < sizeof format) return kAudioUnitErr_InvalidPropertyValue;
    memcpy(data, &format, sizeof format);
    *size = sizeof format;
    return noErr;
}

static OSStatus own_render(
    void *self, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    static float ones[4096];
    (void)flags, (void)time, (void)bus;
    if (!((Own *)self)->isInitialized) return kAudioUnitErr_Uninitialized;
    for (int frame = 0; frame < 4096; frame++) ones[frame] = 1;
    for (UInt32 index = 0; index < data->mNumberBuffers; index++) {
        if (data->mBuffers[index].mData == NULL) data->mBuffers[index].mData = ones;
        else memcpy(data->mBuffers[index].mData, ones, frames * 4);
    }
    return noErr;
}

static AudioComponentMethod own_lookup(SInt16 selector) {
    switch (selector) {
        case kAudioUnitInitializeSelect: return (AudioComponentMethod)own_initialize;
        case kAudioUnitUninitializeSelect: return (AudioComponentMethod)own_uninitialize;
        case kAudioUnitGetPropertySelect: return (AudioComponentMethod)own_get;
        case kAudioUnitRenderSelect: return (AudioComponentMethod)own_render;
        default: return NULL;
    }
}

static AudioComponentPlugInInterface *make_own(const AudioComponentDescription *description) {
    Own *own = (Own *)calloc(1, sizeof(Own));
    (void)description;
    own->interface.Open = own_open;
    own->interface.Close = own_close;
    own->interface.Lookup = own_lookup;
    return &own->interface;
}

static void a_component_of_the_programs_own_plays(void) {
    AudioComponentDescription description = {kAudioUnitType_Generator, 0x6F6E6573, 0x6F776E20, 0, 0};
    AudioUnit unit = NULL, mixer = make_unit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
    AudioUnitConnection connection;
    float left[64], right[64];
    AudioComponent component = AudioComponentRegister(&description, CFSTR("Own: Ones"), 0x10000, make_own);
    CHECK(component != NULL);
    CHECK(find_unit(description.componentType, description.componentSubType, description.componentManufacturer) == component);
    CALL(AudioComponentInstanceNew(component, &unit));
    CHECK(open_instances == 1);
    CHECK(AudioComponentInstanceCanDo(unit, kAudioUnitRenderSelect));
    CHECK(!AudioComponentInstanceCanDo(unit, kAudioUnitResetSelect));
    CHECK(AudioUnitReset(unit, kAudioUnitScope_Global, 0) != noErr);
    connection.sourceAudioUnit = unit;
    connection.sourceOutputNumber = connection.destInputNumber = 0;
    set_format(mixer, kAudioUnitScope_Output, 0, floats(48000, 2));
    CALL(AudioUnitSetProperty(
        mixer, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &connection, sizeof connection));
    CALL(AudioUnitInitialize(mixer));
    CHECK(render_stereo(mixer, 0, 64, left, right) == kAudioUnitErr_Uninitialized);
    CALL(AudioUnitInitialize(unit));
    CALL(render_stereo(mixer, 64, 64, left, right));
    for (int frame = 0; frame < 64; frame++) CHECK(left[frame] == 1 && right[frame] == 1);
    CALL(AudioComponentInstanceDispose(unit));
    CHECK(open_instances == 0);
    CHECK(render_stereo(mixer, 128, 64, left, right) != noErr);
    CALL(AudioComponentInstanceDispose(mixer));
}

int main(void) {
    a_converter_plays_through_an_output();
    a_mixer_adds_up_two_callbacks();
    a_component_of_the_programs_own_plays();
    return 0;
}
