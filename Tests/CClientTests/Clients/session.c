// Uses the audio session as programs for the telephone do: every property, each kind of misuse, listeners in a run loop.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFString.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                         \
    do {                                                         \
        if (!(condition)) {                                      \
            printf("session.c:%d: %s\n", __LINE__, #condition);  \
            failures++;                                          \
        }                                                        \
    } while (0)

static int changes = 0;

static void interrupted(void *context, UInt32 state) {
    (void)context;
    (void)state;
}

/// The route changes with the category; the dictionary is the data itself.
static void changed(void *context, AudioSessionPropertyID property, UInt32 size, const void *data) {
    CFDictionaryRef change = (CFDictionaryRef)data;
    CFNumberRef reason = (CFNumberRef)CFDictionaryGetValue(change, kAudioSession_RouteChangeKey_Reason);
    CFDictionaryRef before = (CFDictionaryRef)CFDictionaryGetValue(
        change, kAudioSession_AudioRouteChangeKey_PreviousRouteDescription);
    CFDictionaryRef after = (CFDictionaryRef)CFDictionaryGetValue(
        change, kAudioSession_AudioRouteChangeKey_CurrentRouteDescription);
    SInt32 number = 0;
    CHECK(property == kAudioSessionProperty_AudioRouteChange && size == sizeof change);
    CHECK(reason && CFNumberGetValue(reason, kCFNumberSInt32Type, &number));
    CHECK(number == kAudioSessionRouteChangeReason_CategoryChange);
    CHECK(CFDictionaryGetValue(change, __extension__ CFSTR(kAudioSession_AudioRouteChangeKey_Reason)) == reason);
    CHECK(before && CFDictionaryGetValue(before, kAudioSession_AudioRouteKey_Outputs));
    CHECK(after && CFDictionaryGetValue(after, kAudioSession_AudioRouteKey_Inputs));
    CHECK(CFDictionaryContainsKey(change, __extension__ CFSTR(kAudioSession_AudioRouteChangeKey_OldRoute)));
    *(int *)context += 1;
    changes++;
    CFRunLoopStop(CFRunLoopGetMain());
}

static OSStatus get_number(AudioSessionPropertyID property, UInt32 *value) {
    UInt32 size = sizeof *value;
    return AudioSessionGetProperty(property, &size, value);
}

static OSStatus set_number(AudioSessionPropertyID property, UInt32 value) {
    return AudioSessionSetProperty(property, sizeof value, &value);
}

static void before_initialization(void) {
    UInt32 value = 0, size = sizeof value;
    CHECK(AudioSessionSetActive(1) == kAudioSessionNotInitialized);
    CHECK(AudioSessionSetActiveWithFlags(0, 1) == kAudioSessionNotInitialized);
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &value) == kAudioSessionNotInitialized);
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &value) == kAudioSessionNotInitialized);
    CHECK(AudioSessionGetPropertySize(kAudioSessionProperty_AudioCategory, &size) == kAudioSessionNotInitialized);
    CHECK(
        AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, changed, NULL) ==
        kAudioSessionNotInitialized);
    CHECK(AudioSessionRemovePropertyListener(kAudioSessionProperty_AudioRouteChange) == kAudioSessionNotInitialized);
    CHECK(
        AudioSessionRemovePropertyListenerWithUserData(kAudioSessionProperty_AudioRouteChange, changed, NULL) ==
        kAudioSessionNotInitialized);
}

static void settings(void) {
    UInt32 categories[] = {
        kAudioSessionCategory_AmbientSound,  kAudioSessionCategory_SoloAmbientSound, kAudioSessionCategory_MediaPlayback,
        kAudioSessionCategory_RecordAudio,   kAudioSessionCategory_PlayAndRecord,
        kAudioSessionCategory_AudioProcessing,
    };
    UInt32 value = 0;
    for (unsigned i = 0; i < sizeof categories / sizeof *categories; i++) {
        CHECK(set_number(kAudioSessionProperty_AudioCategory, categories[i]) == noErr);
        CHECK(get_number(kAudioSessionProperty_AudioCategory, &value) == noErr && value == categories[i]);
    }
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_UserInterfaceSoundEffects) == noErr);
    CHECK(get_number(kAudioSessionProperty_AudioCategory, &value) == noErr);
    CHECK(value == kAudioSessionCategory_AmbientSound);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_LiveAudio) == noErr);
    CHECK(get_number(kAudioSessionProperty_AudioCategory, &value) == noErr);
    CHECK(value == kAudioSessionCategory_MediaPlayback);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, 7) == kAudioSessionUnsupportedPropertyError);

    // Modes and overrides, where the category takes them.
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_VoiceChat) == kAudioSessionIncompatibleCategory);
    CHECK(set_number(kAudioSessionProperty_Mode, 7) == kAudioSessionUnsupportedPropertyError);
    // Measurements go with every category, recordings of pictures with those that record.
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_Measurement) == noErr);
    CHECK(get_number(kAudioSessionProperty_Mode, &value) == noErr && value == kAudioSessionMode_Measurement);
    CHECK(
        set_number(kAudioSessionProperty_Mode, kAudioSessionMode_VideoRecording) == kAudioSessionIncompatibleCategory);
    CHECK(get_number(kAudioSessionProperty_Mode, &value) == noErr && value == kAudioSessionMode_Measurement);
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_Default) == noErr);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_RecordAudio) == noErr);
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_VideoRecording) == noErr);
    CHECK(get_number(kAudioSessionProperty_Mode, &value) == noErr && value == kAudioSessionMode_VideoRecording);
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_Default) == noErr);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_MediaPlayback) == noErr);
    CHECK(
        set_number(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, 1) == kAudioSessionIncompatibleCategory);
    CHECK(
        set_number(kAudioSessionProperty_OverrideAudioRoute, kAudioSessionOverrideAudioRoute_Speaker) ==
        kAudioSessionIncompatibleCategory);
    CHECK(set_number(kAudioSessionProperty_OtherMixableAudioShouldDuck, 1) == noErr);
    CHECK(get_number(kAudioSessionProperty_OverrideCategoryMixWithOthers, &value) == noErr && value == 1);
    CHECK(set_number(kAudioSessionProperty_OtherMixableAudioShouldDuck, 0) == noErr);
    CHECK(get_number(kAudioSessionProperty_OverrideCategoryMixWithOthers, &value) == noErr && value == 0);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_PlayAndRecord) == noErr);
    CHECK(set_number(kAudioSessionProperty_Mode, kAudioSessionMode_GameChat) == noErr);
    CHECK(get_number(kAudioSessionProperty_Mode, &value) == noErr && value == kAudioSessionMode_GameChat);
    CHECK(set_number(kAudioSessionProperty_OverrideCategoryMixWithOthers, 1) == noErr);
    CHECK(set_number(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, 1) == noErr);
    CHECK(set_number(kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, 1) == noErr);
    CHECK(get_number(kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, &value) == noErr && value == 1);
    CHECK(get_number(kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, &value) == noErr && value == 1);
    CHECK(set_number(kAudioSessionProperty_OverrideAudioRoute, kAudioSessionOverrideAudioRoute_Speaker) == noErr);
    CHECK(set_number(kAudioSessionProperty_OverrideAudioRoute, kAudioSessionOverrideAudioRoute_None) == noErr);
    CHECK(set_number(kAudioSessionProperty_OverrideAudioRoute, 1) == kAudioSessionUnsupportedPropertyError);
    CHECK(
        get_number(kAudioSessionProperty_OverrideAudioRoute, &value) == kAudioSessionUnsupportedPropertyError);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_MediaPlayback) == noErr);
    CHECK(get_number(kAudioSessionProperty_OverrideCategoryMixWithOthers, &value) == noErr && value == 0);
}

/// Each property with its size: what can be read is read, and a size that is too small is refused.
static void sizes(void) {
    static const struct {
        AudioSessionPropertyID property;
        UInt32 size;
        int readable, settable, listenable;
    } all[] = {
        {kAudioSessionProperty_PreferredHardwareSampleRate, 8, 1, 1, 0},
        {kAudioSessionProperty_PreferredHardwareIOBufferDuration, 4, 1, 1, 0},
        {kAudioSessionProperty_AudioCategory, 4, 1, 1, 0},
        {kAudioSessionProperty_AudioRouteChange, 0, 0, 0, 1},
        {kAudioSessionProperty_CurrentHardwareSampleRate, 8, 1, 0, 0},
        {kAudioSessionProperty_CurrentHardwareInputNumberChannels, 4, 1, 0, 1},
        {kAudioSessionProperty_CurrentHardwareOutputNumberChannels, 4, 1, 0, 1},
        {kAudioSessionProperty_CurrentHardwareOutputVolume, 4, 1, 0, 1},
        {kAudioSessionProperty_CurrentHardwareInputLatency, 4, 1, 0, 0},
        {kAudioSessionProperty_CurrentHardwareOutputLatency, 4, 1, 0, 0},
        {kAudioSessionProperty_CurrentHardwareIOBufferDuration, 4, 1, 0, 0},
        {kAudioSessionProperty_OtherAudioIsPlaying, 4, 1, 0, 0},
        {kAudioSessionProperty_OverrideAudioRoute, 4, 0, 1, 0},
        {kAudioSessionProperty_AudioInputAvailable, 4, 1, 0, 1},
        {kAudioSessionProperty_ServerDied, 0, 0, 0, 1},
        {kAudioSessionProperty_OtherMixableAudioShouldDuck, 4, 1, 1, 0},
        {kAudioSessionProperty_OverrideCategoryMixWithOthers, 4, 1, 1, 0},
        {kAudioSessionProperty_OverrideCategoryDefaultToSpeaker, 4, 1, 1, 0},
        {kAudioSessionProperty_OverrideCategoryEnableBluetoothInput, 4, 1, 1, 0},
        {kAudioSessionProperty_InterruptionType, 4, 0, 0, 0},
        {kAudioSessionProperty_Mode, 4, 1, 1, 0},
        {kAudioSessionProperty_InputSources, 8, 1, 0, 1},
        {kAudioSessionProperty_OutputDestinations, 8, 1, 0, 1},
        {kAudioSessionProperty_InputGainAvailable, 4, 1, 0, 1},
        {kAudioSessionProperty_InputGainScalar, 4, 1, 1, 1},
        {kAudioSessionProperty_AudioRouteDescription, 8, 1, 0, 0},
        {kAudioSessionProperty_AudioRoute, 8, 1, 0, 0},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        AudioSessionPropertyID property = all[i].property;
        union {
            CFTypeRef object;
            UInt32 words[4];
        } value;
        UInt32 size = 0;
        OSStatus status = AudioSessionGetPropertySize(property, &size);
        memset(&value, 0, sizeof value);
        if (failures) printf("property %u\n", i);
        CHECK(all[i].size ? status == noErr && size == all[i].size : status == kAudioSessionUnsupportedPropertyError);
        size = sizeof value;
        status = AudioSessionGetProperty(property, &size, &value);
        if (all[i].readable) {
            CHECK(status == noErr && size == all[i].size);
            if (size == 8 && property != kAudioSessionProperty_PreferredHardwareSampleRate &&
                property != kAudioSessionProperty_CurrentHardwareSampleRate) {
                CHECK(value.object != NULL);
                CFRelease(value.object);
            }
            size = all[i].size - 1;
            CHECK(AudioSessionGetProperty(property, &size, &value) == kAudioSessionBadPropertySizeError);
        } else {
            CHECK(status == kAudioSessionUnsupportedPropertyError);
        }
        status = AudioSessionSetProperty(property, 3, &value);
        CHECK(status == (all[i].settable ? kAudioSessionBadPropertySizeError : kAudioSessionUnsupportedPropertyError));
        status = AudioSessionAddPropertyListener(property, changed, &changes);
        CHECK(status == (all[i].listenable ? kAudioSessionNoError : kAudioSessionUnsupportedPropertyError));
        status = AudioSessionRemovePropertyListener(property);
        CHECK(status == (all[i].listenable ? kAudioSessionNoError : kAudioSessionUnsupportedPropertyError));
    }
    UInt32 size = 4;
    CHECK(AudioSessionGetProperty(1, &size, &size) == kAudioSessionUnsupportedPropertyError);
    CHECK(AudioSessionGetPropertySize(1, &size) == kAudioSessionUnsupportedPropertyError);
    CHECK(AudioSessionSetProperty(1, 4, &size) == kAudioSessionUnsupportedPropertyError);
}

static void values(void) {
    Float64 rate = 32000;
    Float32 duration = 0.02f;
    UInt32 size = sizeof rate;
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareSampleRate, size, &rate) == noErr);
    rate = 0;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_PreferredHardwareSampleRate, &size, &rate) == noErr);
    CHECK(rate == 32000);
    size = sizeof duration;
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_PreferredHardwareIOBufferDuration, size, &duration) == noErr);
    duration = 0;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_PreferredHardwareIOBufferDuration, &size, &duration) == noErr);
    CHECK(duration > 0.0199f && duration < 0.0201f);

    CFDictionaryRef route = NULL;
    size = sizeof route;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_AudioRouteDescription, &size, &route) == noErr && route);
    if (route) {
        CFArrayRef inputs = (CFArrayRef)CFDictionaryGetValue(route, kAudioSession_AudioRouteKey_Inputs);
        CHECK(inputs && CFArrayGetCount(inputs) == 0);
        CHECK(CFDictionaryGetValue(route, kAudioSession_AudioRouteKey_Outputs) != NULL);
        CFRelease(route);
    }
    CFStringRef word = NULL;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_AudioRoute, &size, &word) == noErr && word);
    if (word) CFRelease(word);
    // No source can be chosen, and none is.
    CFNumberRef source = NULL;
    CHECK(
        AudioSessionGetProperty(kAudioSessionProperty_InputSource, &size, &source) ==
        kAudioSessionUnsupportedPropertyError);
    CHECK(
        AudioSessionSetProperty(kAudioSessionProperty_OutputDestination, size, &source) ==
        kAudioSessionUnsupportedPropertyError);
    // A category that only plays has no input whose gain could be set.
    Float32 gain = 0.5f;
    CHECK(
        AudioSessionSetProperty(kAudioSessionProperty_InputGainScalar, sizeof gain, &gain) ==
        kAudioSessionUnspecifiedError);
}

/// A listener is there once, whoever adds it twice; a removed one is not called.
static void listeners(void) {
    int first = 0, second = 0;
    AudioSessionPropertyID route = kAudioSessionProperty_AudioRouteChange;
    CHECK(AudioSessionAddPropertyListener(route, changed, &first) == noErr);
    CHECK(AudioSessionAddPropertyListener(route, changed, &first) == noErr);
    CHECK(AudioSessionAddPropertyListener(route, changed, &second) == noErr);
    CHECK(AudioSessionRemovePropertyListenerWithUserData(route, changed, &second) == noErr);
    CHECK(set_number(kAudioSessionProperty_AudioCategory, kAudioSessionCategory_AmbientSound) == noErr);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) == kCFRunLoopRunStopped);
    CHECK(first == 1 && second == 0 && changes == 1);
    CHECK(AudioSessionRemovePropertyListener(route) == noErr);
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    before_initialization();
    CHECK(AudioSessionInitialize(NULL, NULL, interrupted, NULL) == noErr);
    CHECK(AudioSessionInitialize(NULL, NULL, NULL, NULL) == kAudioSessionAlreadyInitialized);
    UInt32 value = 0;
    CHECK(get_number(kAudioSessionProperty_AudioCategory, &value) == noErr);
    CHECK(value == kAudioSessionCategory_SoloAmbientSound);
    settings();
    // What the categories above have changed is told now, when nobody listens.
    while (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, 1) == kCFRunLoopRunHandledSource) continue;
    sizes();
    values();
    listeners();
    CHECK(AudioSessionSetActive(1) == noErr);
    CHECK(AudioSessionSetActive(1) == noErr);
    CHECK(get_number(kAudioSessionProperty_OtherAudioIsPlaying, &value) == noErr && value == 0);
    CHECK(AudioSessionSetActiveWithFlags(0, kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation) == noErr);
    return failures != 0;
}
