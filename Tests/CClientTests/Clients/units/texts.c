// Properties of units that have CoreFoundation objects: names, texts of values, presets and states. The caller owns what it gets.
#include "units.h"
#include <CoreFoundation/CFNumber.h>

static CFStringRef made(const char *text) { return CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8); }

/// Checks a text that the caller owns, and releases it.
static void check_text(CFStringRef text, const char *wanted) {
    CFStringRef other = made(wanted);
    CHECK(text != NULL && CFEqual(text, other));
    CFRelease(other);
    CFRelease(text);
}

static void parameters_have_names(AudioUnit unit) {
    AudioUnitParameterInfo info;
    AudioUnitParameterNameInfo name;
    CFArrayRef names = NULL;
    UInt32 size = sizeof info;
    CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, 2000, &info, &size));
    CHECK(size == sizeof info && info.unit == kAudioUnitParameterUnit_Indexed);
    CHECK(info.flags & kAudioUnitParameterFlag_ValuesHaveStrings && info.flags & kAudioUnitParameterFlag_HasCFNameString);
    CHECK(info.flags & kAudioUnitParameterFlag_CFNameRelease && strcmp(info.name, "Band 1 Type") == 0);
    check_text(info.cfNameString, "Band 1 Type");

    size = sizeof names;
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterValueStrings, kAudioUnitScope_Global, 2000, &names, &size));
    CHECK(size == sizeof names && CFArrayGetCount(names) == 11);
    CFStringRef wanted = made("Band Pass");
    CHECK(CFEqual(CFArrayGetValueAtIndex(names, kAUNBandEQFilterType_BandPass), wanted));
    CFRelease(wanted);
    CFRelease(names);
    size = sizeof names;
    CHECK(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterValueStrings, kAudioUnitScope_Global, 3000, &names, &size) ==
        kAudioUnitErr_InvalidProperty);
    CHECK(size == 0);

    memset(&name, 0, sizeof name);
    name.inID = 3000;
    name.inDesiredLength = 6;
    size = sizeof name;
    CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterIDName, kAudioUnitScope_Global, 0, &name, &size));
    CHECK(size == sizeof name);
    check_text(name.outName, "Band 1");
}

static void values_have_texts(AudioUnit unit) {
    AudioUnitParameterStringFromValue text;
    AudioUnitParameterValueFromString value;
    AudioUnitParameterValue number = kAUNBandEQFilterType_HighShelf;
    UInt32 size = sizeof text;
    memset(&text, 0, sizeof text);
    text.inParamID = 2000;
    text.inValue = &number;
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterStringFromValue, kAudioUnitScope_Global, 0, &text, &size));
    CHECK(size == sizeof text);
    check_text(text.outString, "High Shelf");
    // Without a value, that of the unit.
    CALL(AudioUnitSetParameter(unit, 3000, kAudioUnitScope_Global, 0, 440.5f, 0));
    text.inParamID = 3000;
    text.inValue = NULL;
    text.outString = NULL;
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterStringFromValue, kAudioUnitScope_Global, 0, &text, &size));
    check_text(text.outString, "440.5");

    size = sizeof value;
    memset(&value, 0, sizeof value);
    value.inParamID = 2000;
    value.inString = made("Band Stop");
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterValueFromString, kAudioUnitScope_Global, 0, &value, &size));
    CHECK(size == sizeof value && value.outValue == kAUNBandEQFilterType_BandStop);
    CFRelease(value.inString);
    value.inParamID = 4000;
    value.inString = made("loud");
    size = sizeof value;
    CHECK(AudioUnitGetProperty(
        unit, kAudioUnitProperty_ParameterValueFromString, kAudioUnitScope_Global, 0, &value, &size) ==
        kAudioUnitErr_InvalidPropertyValue);
    CFRelease(value.inString);
}

static void a_name_is_kept(AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope) {
    CFStringRef name = NULL, mine = made("Fl\xC3\xB6te");
    UInt32 size = sizeof name;
    Boolean writable = 0;
    CHECK(AudioUnitGetProperty(unit, property, scope, 0, &name, &size) == kAudioUnitErr_PropertyNotInUse && size == 0);
    CALL(AudioUnitSetProperty(unit, property, scope, 0, &mine, sizeof mine));
    CFRelease(mine);
    CALL(AudioUnitGetPropertyInfo(unit, property, scope, 0, &size, &writable));
    CHECK(size == sizeof name && writable);
    CALL(AudioUnitGetProperty(unit, property, scope, 0, &name, &size));
    check_text(name, "Fl\xC3\xB6te");
    CALL(AudioUnitSetProperty(unit, property, scope, 0, NULL, 0));
    CHECK(AudioUnitGetProperty(unit, property, scope, 0, &name, &size) == kAudioUnitErr_PropertyNotInUse);
}

static void hosts_tell_what_they_have(AudioUnit unit) {
    HostCallbackInfo callbacks;
    Float64 latency = 0.01;
    UInt32 size = 0;
    Boolean writable = 0;
    memset(&callbacks, 0, sizeof callbacks);
    CALL(AudioUnitGetPropertyInfo(
        unit, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, &size, &writable));
    CHECK(size == sizeof callbacks && writable);
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, &callbacks, sizeof callbacks));
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_PresentationLatency, kAudioUnitScope_Output, 0, &latency, sizeof latency));
    set_number(unit, kAudioUnitProperty_OfflineRender, kAudioUnitScope_Global, 0, 1);
    CHECK(get_number(unit, kAudioUnitProperty_OfflineRender, kAudioUnitScope_Global, 0) == 1);
    CHECK(get_number(unit, kAudioUnitProperty_InPlaceProcessing, kAudioUnitScope_Global, 0) == 1);
}

/// A size without a place is asked for, and an error leaves none.
static void sizes_are_answered(AudioUnit unit) {
    UInt32 size = 99, frames = 0;
    CALL(AudioUnitGetProperty(
        unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, NULL, &size));
    CHECK(size == 4);
    size = 0;
    CHECK(AudioUnitGetProperty(
        unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &frames, &size) ==
        kAudio_ParamError);
    size = 4;
    CHECK(AudioUnitGetProperty(unit, 0xFFFFFFF0u, kAudioUnitScope_Global, 0, &frames, &size) ==
        kAudioUnitErr_InvalidProperty);
    CHECK(size == 0);
}

static void the_present_preset_has_a_name(void) {
    AudioUnit unit = make_unit(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2);
    AUPreset preset;
    UInt32 size = sizeof preset;
    memset(&preset, 0, sizeof preset);
    preset.presetNumber = 8;
    CALL(AudioUnitSetProperty(
        unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &preset, sizeof preset));
    // By the older number of the same property.
    CALL(AudioUnitGetProperty(unit, kAudioUnitProperty_CurrentPreset, kAudioUnitScope_Global, 0, &preset, &size));
    CHECK(size == sizeof preset && preset.presetNumber == 8);
    check_text(preset.presetName, "Cathedral");
    CALL(AudioComponentInstanceDispose(unit));
}

/// The state of a converter has its quality, and brings it back.
static void a_state_has_the_quality(void) {
    AudioUnit one = make_unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    AudioUnit other = make_unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
    CFPropertyListRef state = NULL;
    CFStringRef key = made(kAUPresetRenderQualityKey);
    SInt32 quality = 0;
    UInt32 size = sizeof state;
    set_number(one, kAudioUnitProperty_RenderQuality, kAudioUnitScope_Global, 0, kRenderQuality_Low);
    CALL(AudioUnitGetProperty(one, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &state, &size));
    CFNumberRef number = (CFNumberRef)CFDictionaryGetValue((CFDictionaryRef)state, key);
    CHECK(number != NULL && CFNumberGetValue(number, kCFNumberSInt32Type, &quality) && quality == kRenderQuality_Low);
    CALL(AudioUnitSetProperty(other, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &state, sizeof state));
    CHECK(get_number(other, kAudioUnitProperty_RenderQuality, kAudioUnitScope_Global, 0) == kRenderQuality_Low);
    CFRelease(key);
    CFRelease(state);
    CALL(AudioComponentInstanceDispose(one));
    CALL(AudioComponentInstanceDispose(other));
}

int main(void) {
    AudioUnit unit = make_unit(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ);
    parameters_have_names(unit);
    values_have_texts(unit);
    a_name_is_kept(unit, kAudioUnitProperty_ElementName, kAudioUnitScope_Input);
    a_name_is_kept(unit, kAudioUnitProperty_ContextName, kAudioUnitScope_Global);
    a_name_is_kept(unit, kAudioUnitProperty_NickName, kAudioUnitScope_Global);
    hosts_tell_what_they_have(unit);
    sizes_are_answered(unit);
    CALL(AudioComponentInstanceDispose(unit));
    the_present_preset_has_a_name();
    a_state_has_the_quality();
    return 0;
}
