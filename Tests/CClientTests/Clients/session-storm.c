// Six threads and the listeners of the main thread call every function of AudioSession.h, with properties that do not exist,
// sizes that are not those of values, and in no sensible order. Each status is one of the header's, no value is longer than its
// size, and afterwards the session does what it is told.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFRunLoop.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            printf("session-storm.c:%d: %s\n", __LINE__, #condition);                \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

#define THREADS 6
#define CALLS 2000

static const AudioSessionPropertyID properties[] = {
    kAudioSessionProperty_PreferredHardwareSampleRate,
    kAudioSessionProperty_PreferredHardwareIOBufferDuration,
    kAudioSessionProperty_AudioCategory,
    kAudioSessionProperty_AudioRouteChange,
    kAudioSessionProperty_CurrentHardwareSampleRate,
    kAudioSessionProperty_CurrentHardwareInputNumberChannels,
    kAudioSessionProperty_CurrentHardwareOutputNumberChannels,
    kAudioSessionProperty_CurrentHardwareOutputVolume,
    kAudioSessionProperty_CurrentHardwareInputLatency,
    kAudioSessionProperty_CurrentHardwareOutputLatency,
    kAudioSessionProperty_CurrentHardwareIOBufferDuration,
    kAudioSessionProperty_OtherAudioIsPlaying,
    kAudioSessionProperty_OverrideAudioRoute,
    kAudioSessionProperty_AudioInputAvailable,
    kAudioSessionProperty_ServerDied,
    kAudioSessionProperty_OtherMixableAudioShouldDuck,
    kAudioSessionProperty_OverrideCategoryMixWithOthers,
    kAudioSessionProperty_OverrideCategoryDefaultToSpeaker,
    kAudioSessionProperty_OverrideCategoryEnableBluetoothInput,
    kAudioSessionProperty_InterruptionType,
    kAudioSessionProperty_Mode,
    kAudioSessionProperty_InputSources,
    kAudioSessionProperty_OutputDestinations,
    kAudioSessionProperty_InputSource,
    kAudioSessionProperty_OutputDestination,
    kAudioSessionProperty_InputGainAvailable,
    kAudioSessionProperty_InputGainScalar,
    kAudioSessionProperty_AudioRouteDescription,
    kAudioSessionProperty_AudioRoute,
};
#define PROPERTIES (sizeof properties / sizeof *properties)

static const UInt32 numbers[] = {
    0,
    1,
    0xFFFFFFFFU,
    0x7FC00000U,  // not a number, as a Float32
    0x3F000000U,
    kAudioSessionCategory_AmbientSound,
    kAudioSessionCategory_SoloAmbientSound,
    kAudioSessionCategory_MediaPlayback,
    kAudioSessionCategory_RecordAudio,
    kAudioSessionCategory_PlayAndRecord,
    kAudioSessionCategory_AudioProcessing,
    kAudioSessionMode_Default,
    kAudioSessionMode_VoiceChat,
    kAudioSessionMode_Measurement,
    kAudioSessionOverrideAudioRoute_Speaker,
};
#define NUMBERS (sizeof numbers / sizeof *numbers)

static CFNumberRef source;
static long ended, told, depth;
/// Whether a listener may still be called.
static int is_over;

static UInt32 next(UInt32 *seed) {
    *seed = *seed * 1664525U + 1013904223U;
    return *seed >> 8;
}

static AudioSessionPropertyID some_property(UInt32 *seed) {
    UInt32 place = next(seed) % (PROPERTIES + 2);
    return place < PROPERTIES ? properties[place] : next(seed);
}

/// Whether the value is an object that the reader releases.
static int is_object(AudioSessionPropertyID property) {
    switch (property) {
    case kAudioSessionProperty_InputSources:
    case kAudioSessionProperty_OutputDestinations:
    case kAudioSessionProperty_InputSource:
    case kAudioSessionProperty_OutputDestination:
    case kAudioSessionProperty_AudioRouteDescription:
    case kAudioSessionProperty_AudioRoute: return 1;
    default: return 0;
    }
}

static void check_status(OSStatus status) {
    switch (status) {
    case kAudioSessionNoError:
    case kAudioSessionAlreadyInitialized:
    case kAudioSessionUnsupportedPropertyError:
    case kAudioSessionBadPropertySizeError:
    case kAudioSessionNotActiveError:
    case kAudioSessionNoCategorySet:
    case kAudioSessionIncompatibleCategory:
    case kAudioSessionUnspecifiedError: return;
    default: printf("status %d\n", (int)status); exit(1);
    }
}

static void get(UInt32 *seed) {
    static const UInt32 sizes[] = {0, 1, 3, 4, 7, 8, 9, 16};
    AudioSessionPropertyID property = some_property(seed);
    UInt32 room = sizes[next(seed) % 8], size = room, known = 0;
    union {
        CFTypeRef object;
        unsigned char bytes[24];
    } value;
    memset(&value, 0xA5, sizeof value);
    OSStatus status = AudioSessionGetProperty(property, &size, &value);
    check_status(status);
    if (status == noErr) {
        CHECK(AudioSessionGetPropertySize(property, &known) == noErr && size == known && size <= room);
    } else {
        CHECK(size == room);
    }
    for (size_t place = status == noErr ? size : 0; place < sizeof value; place++) CHECK(value.bytes[place] == 0xA5);
    if (status == noErr && is_object(property)) CFRelease(value.object);
}

static void set(UInt32 *seed) {
    static const UInt32 sizes[] = {0, 3, 5, 16, 0xFFFFFFFFU};
    AudioSessionPropertyID property = some_property(seed);
    UInt32 size = 0;
    union {
        CFTypeRef object;
        Float64 rate;
        UInt32 number;
        unsigned char bytes[24];
    } value;
    memset(&value, 0, sizeof value);
    if (is_object(property)) {
        value.object = next(seed) % 2 ? source : NULL;
    } else if (property == kAudioSessionProperty_PreferredHardwareSampleRate) {
        static const Float64 rates[] = {-1, 0, 8000, 44100, 1e300};
        value.rate = next(seed) % 6 == 5 ? (Float64)NAN : rates[next(seed) % 5];
    } else {
        value.number = numbers[next(seed) % NUMBERS];
    }
    if (AudioSessionGetPropertySize(property, &size) != noErr || next(seed) % 4 == 0) size = sizes[next(seed) % 5];
    check_status(AudioSessionSetProperty(property, size, &value));
}

static void changed(void *context, AudioSessionPropertyID property, UInt32 size, const void *data);
static void changed_too(void *context, AudioSessionPropertyID property, UInt32 size, const void *data) {
    changed(context, property, size, data);
}
static void interrupted(void *context, UInt32 state) {
    (void)context;
    (void)state;
}

static void call(UInt32 *seed) {
    static char contexts[3];
    AudioSessionPropertyID property = some_property(seed);
    AudioSessionPropertyListener listener = next(seed) % 2 ? changed : changed_too;
    void *context = next(seed) % 4 ? &contexts[next(seed) % 3] : NULL;
    UInt32 size = 0;
    switch (next(seed) % 10) {
    case 0: CHECK(AudioSessionInitialize(NULL, NULL, interrupted, context) == kAudioSessionAlreadyInitialized); break;
    case 1: check_status(AudioSessionSetActive(next(seed) % 3 > 0)); break;
    case 2: check_status(AudioSessionSetActiveWithFlags(next(seed) % 3 > 0, next(seed))); break;
    case 3: check_status(AudioSessionGetPropertySize(property, &size)); break;
    case 4: check_status(AudioSessionAddPropertyListener(property, listener, context)); break;
    case 5: check_status(AudioSessionRemovePropertyListener(property)); break;
    case 6: check_status(AudioSessionRemovePropertyListenerWithUserData(property, listener, context)); break;
    case 7: set(seed); break;
    default: get(seed); break;
    }
}

/// Calls everything from within, also while it runs the loop that calls it.
static void changed(void *context, AudioSessionPropertyID property, UInt32 size, const void *data) {
    static UInt32 seed = 77;
    CHECK(!is_over && size > 0 && data);
    told++;
    if (depth > 3) return;
    depth++;
    for (int turn = 0; turn < 5; turn++) call(&seed);
    check_status(AudioSessionRemovePropertyListenerWithUserData(property, changed, context));
    check_status(AudioSessionAddPropertyListener(property, changed_too, context));
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, 1);
    depth--;
}

static void *storm(void *argument) {
    UInt32 seed = (UInt32)(size_t)argument;
    for (int turn = 0; turn < CALLS; turn++) call(&seed);
    __atomic_add_fetch(&ended, 1, __ATOMIC_ACQ_REL);
    CFRunLoopWakeUp(CFRunLoopGetMain());
    return NULL;
}

static void once(void *context, AudioSessionPropertyID property, UInt32 size, const void *data) {
    (void)property, (void)size, (void)data;
    *(int *)context += 1;
    CFRunLoopStop(CFRunLoopGetMain());
}

int main(void) {
    pthread_t threads[THREADS];
    UInt32 value = 0, size = sizeof value;
    int number = 3, changes = 0;
    setenv("COREAUDIO_BACKEND", "null", 1);
    source = CFNumberCreate(NULL, kCFNumberIntType, &number);
    CHECK(AudioSessionInitialize(NULL, NULL, interrupted, NULL) == noErr);
    CHECK(AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, changed, NULL) == noErr);
    for (size_t index = 0; index < THREADS; index++)
        CHECK(pthread_create(&threads[index], NULL, storm, (void *)(index + 1)) == 0);
    while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) < THREADS) {
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.02, 1);
        // Threads remove all of a property's.
        CHECK(AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, changed, NULL) == noErr);
    }
    for (size_t index = 0; index < THREADS; index++) CHECK(pthread_join(threads[index], NULL) == 0);
    CHECK(told > 0 && depth == 0);

    // Nobody listens: what is still to be told is told to nobody.
    for (size_t place = 0; place < PROPERTIES; place++) check_status(AudioSessionRemovePropertyListener(properties[place]));
    is_over = 1;
    while (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, 1) == kCFRunLoopRunHandledSource) continue;

    // One category after the other; a route change for each.
    value = kAudioSessionCategory_RecordAudio;
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &value) == noErr);
    while (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.1, 1) == kCFRunLoopRunHandledSource) continue;
    CHECK(AudioSessionAddPropertyListener(kAudioSessionProperty_AudioRouteChange, once, &changes) == noErr);
    value = kAudioSessionCategory_MediaPlayback;
    CHECK(AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, 4, &value) == noErr);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) == kCFRunLoopRunStopped && changes == 1);
    value = 0;
    CHECK(AudioSessionGetProperty(kAudioSessionProperty_AudioCategory, &size, &value) == noErr);
    CHECK(size == 4 && value == kAudioSessionCategory_MediaPlayback);
    CHECK(AudioSessionSetActive(1) == noErr && AudioSessionSetActive(0) == noErr);
    CFRelease(source);
    return 0;
}
