// An instrument of the program's own, which the host plays by MIDI messages and notes; functions without a search; units that
// other programs would take.
#include "units.h"
#include <CoreServices/CoreServices.h>

typedef struct {
    AudioComponentPlugInInterface interface;
    AudioComponentInstance instance;
    UInt32 message[4];
    UInt8 exclusive[8];
    UInt32 exclusive_length, instrument, group, note, offset, loaded;
    MusicDeviceNoteParams parameters;
    NoteParamsControlValue second;
    float level;
} Own;

static OSStatus own_open(void *self, AudioComponentInstance instance) {
    ((Own *)self)->instance = instance;
    return noErr;
}

static OSStatus own_close(void *self) {
    free(self);
    return noErr;
}

static OSStatus own_message(void *self, UInt32 status, UInt32 first, UInt32 second, UInt32 offset) {
    Own *own = (Own *)self;
    UInt32 message[4] = {status, first, second, offset};
    memcpy(own->message, message, sizeof message);
    own->level = (float)second / 128;
    // A status byte has its highest bit.
    if ((status & 0x80) == 0) return kAudioUnitErr_InvalidParameterValue;
    return noErr;
}

static OSStatus own_exclusive(void *self, const UInt8 *data, UInt32 length) {
    Own *own = (Own *)self;
    CHECK(length <= sizeof own->exclusive);
    memcpy(own->exclusive, data, length);
    own->exclusive_length = length;
    return noErr;
}

static OSStatus own_prepare(void *self, MusicDeviceInstrumentID instrument) {
    ((Own *)self)->loaded = instrument;
    return noErr;
}

static OSStatus own_release(void *self, MusicDeviceInstrumentID instrument) {
    CHECK(((Own *)self)->loaded == instrument);
    ((Own *)self)->loaded = 0;
    return noErr;
}

static OSStatus own_start(
    void *self, MusicDeviceInstrumentID instrument, MusicDeviceGroupID group, NoteInstanceID *note, UInt32 offset,
    const MusicDeviceNoteParams *parameters) {
    Own *own = (Own *)self;
    own->instrument = instrument;
    own->group = group;
    own->offset = offset;
    // The controls of the note go on behind the struct.
    memcpy(&own->parameters, parameters, sizeof *parameters);
    if (parameters->argCount == 4)
        memcpy(&own->second, (const char *)parameters + sizeof *parameters, sizeof own->second);
    own->level = parameters->mVelocity / 128;
    *note = 77;
    return noErr;
}

static OSStatus own_stop(void *self, MusicDeviceGroupID group, NoteInstanceID note, UInt32 offset) {
    Own *own = (Own *)self;
    own->group = group;
    own->note = note;
    own->offset = offset;
    own->level = 0;
    return noErr;
}

static OSStatus own_render(
    void *self, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)flags, (void)time, (void)bus;
    for (UInt32 index = 0; index < data->mNumberBuffers; index++)
        for (UInt32 frame = 0; frame < frames; frame++)
            ((float *)data->mBuffers[index].mData)[frame] = ((Own *)self)->level;
    return noErr;
}

static OSStatus own_get(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, void *data, UInt32 *size) {
    (void)self, (void)scope;
    if (property != kAudioUnitProperty_FastDispatch) return kAudioUnitErr_InvalidProperty;
    if (element != kAudioUnitRenderSelect) return kAudioUnitErr_InvalidElement;
    *(AudioUnitRenderProc *)data = own_render;
    *size = sizeof(AudioUnitRenderProc);
    return noErr;
}

static AudioComponentMethod own_lookup(SInt16 selector) {
    switch (selector) {
        case kAudioUnitGetPropertySelect: return (AudioComponentMethod)own_get;
        case kAudioUnitRenderSelect: return (AudioComponentMethod)own_render;
        case kMusicDeviceMIDIEventSelect: return (AudioComponentMethod)own_message;
        case kMusicDeviceSysExSelect: return (AudioComponentMethod)own_exclusive;
        case kMusicDevicePrepareInstrumentSelect: return (AudioComponentMethod)own_prepare;
        case kMusicDeviceReleaseInstrumentSelect: return (AudioComponentMethod)own_release;
        case kMusicDeviceStartNoteSelect: return (AudioComponentMethod)own_start;
        case kMusicDeviceStopNoteSelect: return (AudioComponentMethod)own_stop;
        default: return NULL;
    }
}

static AudioComponentPlugInInterface *make_own(const AudioComponentDescription *description) {
    Own *own = (Own *)calloc(1, sizeof(Own));
    CHECK(description->componentType == kAudioUnitType_MusicDevice);
    own->interface.Open = own_open;
    own->interface.Close = own_close;
    own->interface.Lookup = own_lookup;
    return &own->interface;
}

static AudioUnit make_instrument(void) {
    AudioComponentDescription description = {kAudioUnitType_MusicDevice, 0x706C6179, 0x6F776E20, 0, 0};
    AudioComponent component = AudioComponentRegister(&description, CFSTR("Own: Player"), 0x10000, make_own);
    AudioUnit unit = NULL;
    CHECK(component != NULL);
    CALL(AudioComponentInstanceNew(component, &unit));
    return unit;
}

static void messages_and_notes_reach_the_instrument(AudioUnit unit, Own *own) {
    const UInt8 exclusive[4] = {0xF0, 0x7D, 9, 0xF7};
    struct {
        MusicDeviceNoteParams parameters;
        NoteParamsControlValue second;
    } start;
    NoteInstanceID note = 0;
    float left[8], right[8];
    CALL(MusicDeviceMIDIEvent(unit, 0x9A, 61, 32, 5));
    CHECK(own->message[0] == 0x9A && own->message[1] == 61 && own->message[2] == 32 && own->message[3] == 5);
    CHECK(MusicDeviceMIDIEvent(unit, 0, 0, 0, 0) == kAudioUnitErr_InvalidParameterValue);
    CALL(MusicDeviceSysEx(unit, exclusive, sizeof exclusive));
    CHECK(own->exclusive_length == 4 && memcmp(own->exclusive, exclusive, 4) == 0);
    CALL(MusicDevicePrepareInstrument(unit, 12));
    CHECK(own->loaded == 12);
    CALL(MusicDeviceReleaseInstrument(unit, 12));
    CHECK(own->loaded == 0);

    memset(&start, 0, sizeof start);
    start.parameters.argCount = 4;
    start.parameters.mPitch = 60.25f;
    start.parameters.mVelocity = 64;
    start.parameters.mControls[0].mID = 3;
    start.second.mID = 4;
    start.second.mValue = 0.5f;
    CALL(MusicDeviceStartNote(unit, kMusicNoteEvent_UseGroupInstrument, 2, &note, 6, &start.parameters));
    CHECK(note == 77 && own->instrument == 0xFFFFFFFFU && own->group == 2 && own->offset == 6);
    CHECK(own->parameters.mPitch == 60.25f && own->parameters.mControls[0].mID == 3);
    CHECK(own->second.mID == 4 && own->second.mValue == 0.5f);
    CALL(render_stereo(unit, 0, 8, left, right));
    CHECK(left[0] == 0.5f && right[7] == 0.5f);
    CALL(MusicDeviceStopNote(unit, 3, note, 7));
    CHECK(own->group == 3 && own->note == 77 && own->offset == 7);
    CALL(render_stereo(unit, 8, 8, left, right));
    CHECK(left[0] == 0 && right[7] == 0);

    CHECK(MusicDeviceSysEx(unit, NULL, 4) == kAudio_ParamError);
    CHECK(MusicDeviceStartNote(unit, 0, 0, NULL, 0, &start.parameters) == kAudio_ParamError);
    CHECK(MusicDeviceStartNote(unit, 0, 0, &note, 0, NULL) == kAudio_ParamError);
    CHECK(MusicDeviceMIDIEvent(NULL, 0x90, 60, 64, 0) == kAudio_ParamError);
    CHECK(MusicDeviceStopNote(NULL, 0, 0, 0) == kAudio_ParamError);
}

static AudioUnitRenderProc fast_render(AudioUnit unit) {
    AudioUnitRenderProc render = NULL;
    UInt32 size = sizeof render;
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_FastDispatch, kAudioUnitScope_Global, kAudioUnitRenderSelect, &render, &size));
    CHECK(render != NULL && size == sizeof render);
    return render;
}

/// Renders four frames of one channel, as a host that keeps the function does.
static float rendered_fast(AudioUnit unit) {
    float samples[4] = {-1, -1, -1, -1};
    AudioUnitRenderActionFlags flags = (AudioUnitRenderActionFlags)0;
    AudioTimeStamp time;
    AudioBufferList list;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = sizeof samples;
    list.mBuffers[0].mData = samples;
    CALL(fast_render(unit)((void *)GetComponentInstanceStorage((ComponentInstance)unit), &flags, &time, 0, 4, &list));
    CHECK(samples[0] == samples[3]);
    return samples[3];
}

static OSStatus give_quarter(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    (void)user, (void)flags, (void)time, (void)bus;
    for (UInt32 frame = 0; frame < frames; frame++) ((float *)data->mBuffers[0].mData)[frame] = 0.25f;
    return noErr;
}

static void functions_are_called_without_a_search(AudioUnit unit, Own *own) {
    AudioUnit output = make_unit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CHECK((void *)GetComponentInstanceStorage((ComponentInstance)unit) == own);
    own->level = 0.75f;
    CHECK(rendered_fast(unit) == 0.75f);
    set_format(output, kAudioUnitScope_Input, 0, floats(48000, 1));
    set_format(output, kAudioUnitScope_Output, 0, floats(48000, 1));
    set_callback(output, 0, give_quarter, NULL);
    CALL(AudioUnitInitialize(output));
    CHECK(rendered_fast(output) == 0.25f);
    CALL(AudioComponentInstanceDispose(output));
    CHECK(GetComponentInstanceStorage(NULL) == NULL);
}

static void no_unit_is_published(void) {
    AudioComponentDescription description = {kAudioUnitType_RemoteInstrument, 0x7075626C, 0x6F776E20, 0, 0};
    AudioUnit output = make_unit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput);
    CHECK(AudioOutputUnitPublish(&description, CFSTR("Own: Published"), 1, output) == kAudioComponentErr_NotPermitted);
    CHECK(AudioOutputUnitPublish(NULL, CFSTR("Own: Published"), 1, output) == kAudio_ParamError);
    CHECK(AudioComponentCount(&description) == 0);
    const AudioComponent component = AudioComponentInstanceGetComponent(output);
    CHECK(AudioComponentGetLastActiveTime(component) == 0);
    CHECK(!AudioComponentCopyIcon(component) && !AudioComponentGetIcon(component, 48));
    CHECK(!AudioOutputUnitGetHostIcon(output, 48));
    CHECK(MusicDeviceMIDIEvent(output, 0x90, 60, 64, 0) == kAudio_UnimplementedError);
    CALL(AudioComponentInstanceDispose(output));
}

int main(void) {
    AudioUnit unit = make_instrument();
    Own *own = (Own *)(void *)GetComponentInstanceStorage((ComponentInstance)unit);
    CHECK(own != NULL && own->instance == unit);
    messages_and_notes_reach_the_instrument(unit, own);
    functions_are_called_without_a_search(unit, own);
    CALL(AudioComponentInstanceDispose(unit));
    CHECK(MusicDeviceMIDIEvent(unit, 0x90, 60, 64, 0) == kAudio_ParamError);
    no_unit_is_published();
    return 0;
}
