// Listeners of a component of the program's own: which of its functions each call reaches, and with what.
#include "units.h"
#include <CoreServices/CoreServices.h>

typedef struct {
    AudioUnitPropertyID property;
    AudioUnitPropertyListenerProc function;
    void *user;
} Listener;

typedef struct {
    AudioComponentPlugInInterface interface;
    AudioComponentInstance instance;
    Listener listeners[8];
    int count;
    /// How many times each of the functions that remove was called.
    int removals, removals_with_user;
} Own;

static const AudioUnitPropertyID meter = 64000, preset = 64001, unknown = 64002;

/// The selector of a function that the component does not have.
static SInt16 missing;

static OSStatus own_open(void *self, AudioComponentInstance instance) {
    ((Own *)self)->instance = instance;
    return noErr;
}

static OSStatus own_close(void *self) {
    free(self);
    return noErr;
}

static OSStatus own_set(
    void *self, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element, const void *data,
    UInt32 size) {
    Own *own = (Own *)self;
    (void)data, (void)size;
    for (int index = 0; index < own->count; index++) {
        const Listener *listener = &own->listeners[index];
        if (listener->property == property)
            listener->function(listener->user, own->instance, property, scope, element);
    }
    return noErr;
}

static OSStatus own_add(void *self, AudioUnitPropertyID property, AudioUnitPropertyListenerProc function, void *user) {
    Own *own = (Own *)self;
    CHECK(own->count < 8);
    if (property == unknown) return kAudioUnitErr_InvalidProperty;
    Listener *listener = &own->listeners[own->count++];
    listener->property = property;
    listener->function = function;
    listener->user = user;
    return noErr;
}

static void keep_others(
    Own *own, AudioUnitPropertyID property, AudioUnitPropertyListenerProc function, const void *user, int any_user) {
    int kept = 0;
    for (int index = 0; index < own->count; index++) {
        const Listener listener = own->listeners[index];
        if (listener.property == property && listener.function == function && (any_user || listener.user == user))
            continue;
        own->listeners[kept++] = listener;
    }
    own->count = kept;
}

static OSStatus own_remove(void *self, AudioUnitPropertyID property, AudioUnitPropertyListenerProc function) {
    ((Own *)self)->removals++;
    if (property == unknown) return kAudioUnitErr_InvalidProperty;
    keep_others((Own *)self, property, function, NULL, 1);
    return noErr;
}

static OSStatus own_remove_with_user(
    void *self, AudioUnitPropertyID property, AudioUnitPropertyListenerProc function, void *user) {
    ((Own *)self)->removals_with_user++;
    if (property == unknown) return kAudioUnitErr_InvalidProperty;
    keep_others((Own *)self, property, function, user, 0);
    return noErr;
}

static AudioComponentMethod own_lookup(SInt16 selector) {
    if (selector == missing) return NULL;
    switch (selector) {
        case kAudioUnitSetPropertySelect: return (AudioComponentMethod)own_set;
        case kAudioUnitAddPropertyListenerSelect: return (AudioComponentMethod)own_add;
        case kAudioUnitRemovePropertyListenerSelect: return (AudioComponentMethod)own_remove;
        case kAudioUnitRemovePropertyListenerWithUserDataSelect: return (AudioComponentMethod)own_remove_with_user;
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

/// What the listeners of the program have heard.
typedef struct {
    AudioUnit unit;
    int first, second;
} Heard;

static void hear_first(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    (void)property;
    CHECK(unit == ((Heard *)user)->unit && scope == kAudioUnitScope_Output && element == 3);
    ((Heard *)user)->first++;
}

static void hear_second(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    (void)property, (void)scope, (void)element;
    CHECK(unit == ((Heard *)user)->unit);
    ((Heard *)user)->second++;
}

static AudioUnit make_component(Own **own) {
    AudioUnit unit = NULL;
    CALL(AudioComponentInstanceNew(find_unit(kAudioUnitType_Effect, 0x68656172, 0x6F776E20), &unit));
    *own = (Own *)(void *)GetComponentInstanceStorage((ComponentInstance)unit);
    CHECK(*own != NULL && (*own)->instance == unit);
    return unit;
}

static void set_and_expect(AudioUnit unit, AudioUnitPropertyID property, const Heard *heard, int first, int second) {
    const UInt32 value = 1;
    CALL(AudioUnitSetProperty(unit, property, kAudioUnitScope_Output, 3, &value, sizeof value));
    CHECK(heard->first == first && heard->second == second);
}

/// Each of the two calls reaches the function of its own selector, which removes what it should.
static void each_call_reaches_its_function(void) {
    Own *own = NULL;
    AudioUnit unit = make_component(&own);
    Heard one = {unit, 0, 0}, other = {unit, 0, 0};
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_first, &one));
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_first, &other));
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_second, &one));
    CALL(AudioUnitAddPropertyListener(unit, preset, hear_first, &one));
    CHECK(own->count == 4 && own->listeners[1].user == &other && own->listeners[2].function == hear_second);
    set_and_expect(unit, meter, &one, 1, 1);
    CHECK(other.first == 1);

    // One function with one pointer.
    CALL(AudioUnitRemovePropertyListenerWithUserData(unit, meter, hear_first, &one));
    CHECK(own->removals_with_user == 1 && own->removals == 0 && own->count == 3);
    set_and_expect(unit, meter, &one, 1, 2);
    CHECK(other.first == 2);

    // One function with all of its pointers, of that property alone.
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_first, &one));
    CALL(AudioUnitRemovePropertyListener(unit, meter, hear_first));
    CHECK(own->removals_with_user == 1 && own->removals == 1 && own->count == 2);
    set_and_expect(unit, meter, &one, 1, 3);
    CHECK(other.first == 2);
    set_and_expect(unit, preset, &one, 2, 3);

    // The status of the component is that of the call.
    CHECK(AudioUnitAddPropertyListener(unit, unknown, hear_first, &one) == kAudioUnitErr_InvalidProperty);
    CHECK(AudioUnitRemovePropertyListener(unit, unknown, hear_first) == kAudioUnitErr_InvalidProperty);
    CHECK(
        AudioUnitRemovePropertyListenerWithUserData(unit, unknown, hear_first, &one) == kAudioUnitErr_InvalidProperty);
    CHECK(own->removals == 2 && own->removals_with_user == 2 && own->count == 2);
    CALL(AudioComponentInstanceDispose(unit));
    CHECK(AudioUnitRemovePropertyListener(unit, meter, hear_second) == kAudio_ParamError);
}

/// A component with one of the two functions has no other in its place: the other removes what the caller did not mean.
static void no_function_stands_in_for_another(void) {
    Own *own = NULL;
    missing = kAudioUnitRemovePropertyListenerSelect;
    AudioUnit unit = make_component(&own);
    Heard heard = {unit, 0, 0};
    CHECK(!AudioComponentInstanceCanDo(unit, kAudioUnitRemovePropertyListenerSelect));
    CHECK(AudioComponentInstanceCanDo(unit, kAudioUnitRemovePropertyListenerWithUserDataSelect));
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_first, &heard));
    CHECK(AudioUnitRemovePropertyListener(unit, meter, hear_first) == kAudio_UnimplementedError);
    CHECK(own->removals_with_user == 0 && own->count == 1);
    CALL(AudioUnitRemovePropertyListenerWithUserData(unit, meter, hear_first, &heard));
    CHECK(own->count == 0);
    CALL(AudioComponentInstanceDispose(unit));

    missing = kAudioUnitRemovePropertyListenerWithUserDataSelect;
    unit = make_component(&own);
    heard.unit = unit;
    CALL(AudioUnitAddPropertyListener(unit, meter, hear_first, &heard));
    CHECK(
        AudioUnitRemovePropertyListenerWithUserData(unit, meter, hear_first, &heard) == kAudio_UnimplementedError);
    CHECK(own->removals == 0 && own->count == 1);
    set_and_expect(unit, meter, &heard, 1, 0);
    CALL(AudioUnitRemovePropertyListener(unit, meter, hear_first));
    CHECK(own->count == 0);
    set_and_expect(unit, meter, &heard, 1, 0);
    CALL(AudioComponentInstanceDispose(unit));
}

int main(void) {
    AudioComponentDescription description = {kAudioUnitType_Effect, 0x68656172, 0x6F776E20, 0, 0};
    CHECK(AudioComponentRegister(&description, CFSTR("Own: Listened to"), 0x10000, make_own) != NULL);
    each_call_reaches_its_function();
    no_function_stands_in_for_another();
    return 0;
}
