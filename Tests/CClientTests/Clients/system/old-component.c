// A unit as in the first versions of macOS: a routine that gets each call in a block of parameters.
#include "system.h"
#include <CarbonCore/Components.h>

typedef struct {
    ComponentInstance instance;
    Float32 gain;
    int calls[1024];
} Amplifier;
static int closed = 0;

static ComponentResult dispatch(ComponentParameters *call, Handle storage) {
    Amplifier *self = (Amplifier *)(void *)storage;
    const long *arguments = call->params + 1;
    if (call->what == kComponentOpenSelect) {
        CHECK(self == NULL && call->paramSize == sizeof(long));
        self = (Amplifier *)calloc(1, sizeof *self);
        self->instance = (ComponentInstance)call->params[0];
        SetComponentInstanceStorage(self->instance, (Handle)(void *)self);
        return noErr;
    }
    CHECK(self != NULL && self->instance == (ComponentInstance)call->params[0]);
    if (call->what > 0) self->calls[call->what]++;
    switch (call->what) {
    case kComponentCloseSelect:
        free(self);
        closed++;
        return noErr;
    case kAudioUnitInitializeSelect:
    case kAudioUnitUninitializeSelect: return noErr;
    case kAudioUnitSetParameterSelect:
        CHECK((UInt32)arguments[0] == 7 && (UInt32)arguments[1] == kAudioUnitScope_Global && (UInt32)arguments[4] == 3);
        memcpy(&self->gain, &arguments[3], sizeof self->gain);
        return noErr;
    case kAudioUnitGetParameterSelect:
        *(Float32 *)arguments[3] = self->gain;
        return noErr;
    case kAudioUnitGetPropertySelect:
        CHECK(call->paramSize == 6 * sizeof(long));
        *(UInt32 *)arguments[3] = (UInt32)arguments[0] + 1;
        *(UInt32 *)arguments[4] = sizeof(UInt32);
        return noErr;
    case kAudioUnitRenderSelect: {
        AudioBufferList *list = (AudioBufferList *)arguments[4];
        Float32 *samples = (Float32 *)list->mBuffers[0].mData;
        UInt32 frame;
        for (frame = 0; frame < (UInt32)arguments[3]; frame++) samples[frame] = self->gain * (Float32)frame;
        return noErr;
    }
    default: return badComponentSelector;
    }
}

int main(void) {
    ComponentDescription description = {kAudioUnitType_Effect, 0x616D706C, 0x54657374, 0, 0};
    ComponentRoutineUPP routine = NewComponentRoutineUPP(dispatch);
    Component component = RegisterComponent(&description, routine, registerComponentGlobal, NULL, NULL, NULL);
    CHECK(component != NULL && CountComponents(&description) == 1 && FindNextComponent(NULL, &description) == component);
    CHECK(RegisterComponent(&description, routine, registerComponentNoDuplicates, NULL, NULL, NULL) == NULL);
    ComponentDescription empty = {0, 0, 0, 0, 0};
    CHECK(RegisterComponent(&empty, routine, 0, NULL, NULL, NULL) == NULL);
    Component second = RegisterComponent(&description, routine, 0, NULL, NULL, NULL);
    CHECK(second != NULL && SetDefaultComponent(second, defaultComponentAnyFlags) == noErr);
    CHECK(FindNextComponent(NULL, &description) == second && SetDefaultComponent(NULL, 0) == paramErr);

    ComponentInstance instance = OpenComponent(component);
    AudioUnit unit = (AudioUnit)instance;
    CHECK(instance != NULL && GetComponentInstanceStorage(instance) != NULL);
    CHECK(AudioUnitInitialize(unit) == noErr);
    CHECK(AudioUnitSetParameter(unit, 7, kAudioUnitScope_Global, 0, 0.5f, 3) == noErr);
    Float32 gain = 0;
    CHECK(AudioUnitGetParameter(unit, 7, kAudioUnitScope_Global, 0, &gain) == noErr && gain == 0.5f);
    UInt32 value = 0, size = sizeof value;
    CHECK(AudioUnitGetProperty(unit, 41, kAudioUnitScope_Global, 0, &value, &size) == noErr && value == 42);

    Float32 samples[8] = {0};
    AudioBufferList list = {1, {{1, sizeof samples, samples}}};
    AudioTimeStamp time;
    AudioUnitRenderActionFlags flags = 0;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(AudioUnitRender(unit, &flags, &time, 0, 8, &list) == noErr && samples[7] == 3.5f);
    CHECK(AudioUnitReset(unit, kAudioUnitScope_Global, 0) == badComponentSelector);
    Amplifier *own = (Amplifier *)(void *)GetComponentInstanceStorage(instance);
    CHECK(own->calls[kAudioUnitRenderSelect] == 1 && own->calls[kAudioUnitInitializeSelect] == 1);
    CHECK(CloseComponent(instance) == noErr && closed == 1);
    return 0;
}
