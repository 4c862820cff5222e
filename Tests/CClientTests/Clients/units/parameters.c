// Listeners of parameters and events, and values of parameters on controls.
#include "units.h"
#include <math.h>

/// What listeners were told last, and how often.
typedef struct {
    int calls;
    void *object;
    AudioUnitParameter parameter;
    AudioUnitEventType type;
    AudioUnitParameterValue value;
} Heard;

static void parameter_changed(
    void *user, void *object, const AudioUnitParameter *parameter, AudioUnitParameterValue value) {
    Heard *heard = (Heard *)user;
    heard->calls++;
    heard->object = object;
    heard->parameter = *parameter;
    heard->value = value;
}

static void event_came(
    void *user, void *object, const AudioUnitEvent *event, UInt64 time, AudioUnitParameterValue value) {
    Heard *heard = (Heard *)user;
    CHECK(time != 0);
    heard->calls++;
    heard->object = object;
    heard->parameter = event->mArgument.mParameter;
    heard->type = event->mEventType;
    heard->value = value;
}

static AudioUnitParameter parameter_of(AudioUnit unit, AudioUnitParameterID id) {
    AudioUnitParameter parameter;
    parameter.mAudioUnit = unit;
    parameter.mParameterID = id;
    parameter.mScope = kAudioUnitScope_Global;
    parameter.mElement = 0;
    return parameter;
}

static void check_heard(const Heard *heard, int calls, void *object, AudioUnitParameterID id, float value) {
    CHECK(heard->calls == calls && heard->object == object && heard->value == value);
    CHECK(heard->parameter.mParameterID == id && heard->parameter.mScope == kAudioUnitScope_Global);
    CHECK(heard->parameter.mElement == 0);
}

static void listeners_hear_of_parameters(AudioUnit unit) {
    Heard first, second;
    AUParameterListenerRef listeners[2] = {NULL, NULL};
    AudioUnitParameter cutoff = parameter_of(unit, kLowPassParam_CutoffFrequency);
    AudioUnitParameter resonance = parameter_of(unit, kLowPassParam_Resonance);
    AudioUnitParameter any = parameter_of(unit, kAUParameterListener_AnyParameter);
    AudioUnitParameter missing = parameter_of(unit, 77);
    int one = 1, two = 2;
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    CHECK(AUListenerCreate(parameter_changed, &first, NULL, NULL, -1, &listeners[0]) == kAudio_ParamError);
    CALL(AUListenerCreate(parameter_changed, &first, NULL, NULL, 0, &listeners[0]));
    CALL(AUListenerCreate(parameter_changed, &second, NULL, NULL, 0, &listeners[1]));
    CALL(AUListenerAddParameter(listeners[0], &one, &cutoff));
    CALL(AUListenerAddParameter(listeners[1], &two, &cutoff));
    CALL(AUListenerAddParameter(listeners[1], &two, &resonance));

    // The one that sets a value need not hear of it.
    CALL(AUParameterSet(listeners[0], NULL, &cutoff, 1000, 0));
    CHECK(first.calls == 0);
    check_heard(&second, 1, &two, kLowPassParam_CutoffFrequency, 1000);
    CHECK(second.parameter.mAudioUnit == unit);
    CALL(AUParameterSet(NULL, NULL, &cutoff, 1200, 0));
    check_heard(&first, 1, &one, kLowPassParam_CutoffFrequency, 1200);
    check_heard(&second, 2, &two, kLowPassParam_CutoffFrequency, 1200);
    CHECK(AUParameterSet(NULL, NULL, &missing, 1, 0) == kAudioUnitErr_InvalidParameter);
    CHECK(AUParameterSet(NULL, NULL, &cutoff, INFINITY, 0) == kAudioUnitErr_InvalidParameterValue);
    CHECK(first.calls == 1 && second.calls == 2);

    // A value that was set without the listeners.
    CALL(AudioUnitSetParameter(unit, kLowPassParam_CutoffFrequency, kAudioUnitScope_Global, 0, 1500, 0));
    CHECK(first.calls == 1);
    CALL(AUParameterListenerNotify(NULL, NULL, &cutoff));
    check_heard(&first, 2, &one, kLowPassParam_CutoffFrequency, 1500);
    check_heard(&second, 3, &two, kLowPassParam_CutoffFrequency, 1500);
    CALL(AUParameterListenerNotify(listeners[1], &two, &cutoff));
    CHECK(first.calls == 3 && second.calls == 3);
    CALL(AUParameterListenerNotify(NULL, NULL, &any));
    CHECK(first.calls == 4 && second.calls == 5);

    CALL(AUListenerRemoveParameter(listeners[1], &two, &cutoff));
    CALL(AUParameterListenerNotify(NULL, NULL, &cutoff));
    CHECK(first.calls == 5 && second.calls == 5);
    CALL(AUParameterListenerNotify(NULL, NULL, &resonance));
    check_heard(&second, 6, &two, kLowPassParam_Resonance, 0);
    CALL(AUListenerDispose(listeners[1]));
    CALL(AUParameterListenerNotify(NULL, NULL, &resonance));
    CHECK(second.calls == 6);
    CHECK(AUListenerDispose(listeners[1]) == kAudio_ParamError);
    CHECK(AUListenerRemoveParameter(listeners[1], &two, &cutoff) == kAudio_ParamError);
    CALL(AUListenerDispose(listeners[0]));
}

static void listeners_hear_of_events(AudioUnit unit) {
    Heard heard;
    AUEventListenerRef listener = NULL;
    AudioUnitEvent value, begin, end, property;
    int object = 0;
    UInt32 one = 1;
    memset(&heard, 0, sizeof heard);
    memset(&value, 0, sizeof value);
    value.mEventType = kAudioUnitEvent_ParameterValueChange;
    value.mArgument.mParameter = parameter_of(unit, kLowPassParam_CutoffFrequency);
    begin = end = property = value;
    begin.mEventType = kAudioUnitEvent_BeginParameterChangeGesture;
    end.mEventType = kAudioUnitEvent_EndParameterChangeGesture;
    property.mEventType = kAudioUnitEvent_PropertyChange;
    property.mArgument.mProperty.mAudioUnit = unit;
    property.mArgument.mProperty.mPropertyID = kAudioUnitProperty_BypassEffect;
    property.mArgument.mProperty.mScope = kAudioUnitScope_Global;
    property.mArgument.mProperty.mElement = 0;
    CALL(AUEventListenerCreate(event_came, &heard, NULL, NULL, 0, 0, &listener));
    CALL(AUEventListenerAddEventType(listener, &object, &value));
    CALL(AUEventListenerAddEventType(listener, &object, &begin));
    CALL(AUEventListenerAddEventType(listener, &object, &property));

    CALL(AUEventListenerNotify(NULL, NULL, &begin));
    CHECK(heard.calls == 1 && heard.type == kAudioUnitEvent_BeginParameterChangeGesture && heard.object == &object);
    CALL(AUParameterSet(NULL, NULL, &value.mArgument.mParameter, 2000, 0));
    check_heard(&heard, 2, &object, kLowPassParam_CutoffFrequency, 2000);
    CHECK(heard.type == kAudioUnitEvent_ParameterValueChange);
    // Of this one it has not asked to hear.
    CALL(AUEventListenerNotify(NULL, NULL, &end));
    CHECK(heard.calls == 2);
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &one, sizeof one));
    check_heard(&heard, 3, &object, kAudioUnitProperty_BypassEffect, 0);
    CHECK(heard.type == kAudioUnitEvent_PropertyChange);
    CALL(AUEventListenerNotify(listener, NULL, &value));
    CHECK(heard.calls == 3);

    CALL(AUEventListenerRemoveEventType(listener, &object, &value));
    CALL(AUEventListenerNotify(NULL, NULL, &value));
    CHECK(heard.calls == 3);
    CALL(AUEventListenerRemoveEventType(listener, &object, &property));
    set_number(unit, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, 0);
    CHECK(heard.calls == 3);
    CALL(AUEventListenerNotify(NULL, NULL, &begin));
    CHECK(heard.calls == 4);
    CALL(AUListenerDispose(listener));
    CALL(AUEventListenerNotify(NULL, NULL, &begin));
    CHECK(heard.calls == 4);
    CHECK(AUEventListenerAddEventType(listener, &object, &value) == kAudio_ParamError);
    CHECK(AUEventListenerRemoveEventType(listener, &object, &value) == kAudio_ParamError);
}

static int is_near(double one, double other) { return fabs(one - other) <= 1e-5 * fabs(other) + 1e-6; }

static void values_have_places_on_controls(AudioUnit unit) {
    AudioUnitParameter cutoff = parameter_of(unit, kLowPassParam_CutoffFrequency);
    AudioUnitParameter resonance = parameter_of(unit, kLowPassParam_Resonance);
    AudioUnitParameter missing = parameter_of(unit, 77);
    // From 10 Hz to half of 44100 Hz by octaves, and from -20 to 40 dB in a straight line.
    CHECK(AUParameterValueFromLinear(0, &cutoff) == 10 && is_near(AUParameterValueFromLinear(1, &cutoff), 22050));
    CHECK(is_near(AUParameterValueFromLinear(0.5f, &cutoff), sqrt(10.0 * 22050)));
    CHECK(is_near(AUParameterValueToLinear((float)sqrt(10.0 * 22050), &cutoff), 0.5));
    CHECK(AUParameterValueFromLinear(0.5f, &resonance) == 10 && AUParameterValueToLinear(10, &resonance) == 0.5f);
    CHECK(AUParameterValueToLinear(-20, &resonance) == 0 && AUParameterValueToLinear(40, &resonance) == 1);
    // What lies outside gets the nearest place.
    CHECK(AUParameterValueFromLinear(2, &resonance) == 40 && AUParameterValueFromLinear(-1, &resonance) == -20);
    CHECK(AUParameterValueToLinear(1e6f, &resonance) == 1 && AUParameterValueToLinear(-1e6f, &resonance) == 0);
    for (int step = 0; step <= 100; step++) {
        float place = (float)step / 100;
        CHECK(is_near(AUParameterValueToLinear(AUParameterValueFromLinear(place, &cutoff), &cutoff), place));
    }
    CHECK(AUParameterValueFromLinear(0.5f, &missing) == 0 && AUParameterValueToLinear(10, &missing) == 0);
}

static void check_text(double value, UInt32 digits, const char *wanted, const AudioUnitParameter *parameter) {
    char text[40];
    memset(text, 'x', sizeof text);
    CHECK(AUParameterFormatValue(value, parameter, text, digits) == text);
    CHECK(strcmp(text, wanted) == 0);
    for (int place = 32; place < 40; place++) CHECK(text[place] == 'x');
}

static void values_have_texts(AudioUnit unit) {
    AudioUnitParameter cutoff = parameter_of(unit, kLowPassParam_CutoffFrequency);
    check_text(1234.5, 6, "1234.5", &cutoff);
    check_text(-0.125, 3, "-0.125", &cutoff);
    check_text(0, 4, "0", &cutoff);
    check_text(6900, 4, "6900", &cutoff);
    check_text(2.0 / 3, 3, "0.667", &cutoff);
    check_text(-1.0 / 3 * 1e-300, 99, "-3.33333333333333e-301", &cutoff);
}

int main(void) {
    AudioUnit unit = make_unit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter);
    set_format(unit, kAudioUnitScope_Input, 0, floats(44100, 1));
    set_format(unit, kAudioUnitScope_Output, 0, floats(44100, 1));
    CALL(AudioUnitInitialize(unit));
    listeners_hear_of_parameters(unit);
    listeners_hear_of_events(unit);
    values_have_places_on_controls(unit);
    values_have_texts(unit);
    CALL(AudioComponentInstanceDispose(unit));
    return 0;
}
