// Changes the device of a HALOutput unit while it is stopped, while it plays and while it is uninitialized, and listens. It plays
// the numbers of its frames all the while. Arguments: the names of two outputs; without them it plays on the default one and on an
// aggregate of it.
#include "devices.h"

typedef struct {
    AudioUnit unit;
    Counter played, started, stopped, moved;
    /// The first sample time since it was asked for, or -1.
    Float64 first;
    int isStarting;
} Player;

static Player player = {
    NULL, COUNTER_START, COUNTER_START, COUNTER_START, COUNTER_START, -1, 0};

static OSStatus give_numbers(
    void *user, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *data) {
    float *left = (float *)data->mBuffers[0].mData, *right = (float *)data->mBuffers[1].mData;
    long number = counter_value(&player.played);
    (void)user, (void)flags, (void)bus;
    if (player.isStarting) player.first = time->mSampleTime;
    player.isStarting = 0;
    for (UInt32 frame = 0; frame < frames; frame++) {
        left[frame] = (float)(number + (long)frame + 1);
        right[frame] = -left[frame];
    }
    counter_add(&player.played, (long)frames);
    return noErr;
}

/// A listener that asks, as those of portable libraries do.
static void changed(
    void *user, AudioUnit unit, AudioUnitPropertyID property, AudioUnitScope scope, AudioUnitElement element) {
    UInt32 value = 0, size = sizeof value;
    (void)user;
    CALL(AudioUnitGetProperty(unit, property, scope, element, &value, &size));
    if (property == kAudioOutputUnitProperty_CurrentDevice) counter_add(&player.moved, 1);
    else counter_add(value ? &player.started : &player.stopped, 1);
}

static AudioObjectID aggregate_of(AudioObjectID device) {
    AudioObjectPropertyAddress address = address_of(kAudioDevicePropertyDeviceUID, kAudioObjectPropertyScopeGlobal);
    CFStringRef uid = NULL, key = CFSTR(kAudioSubDeviceUIDKey);
    UInt32 size = sizeof uid;
    AudioObjectID aggregate = 0;
    CALL(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &uid));
    CFDictionaryRef part = CFDictionaryCreate(
        NULL, (const void **)&key, (const void **)&uid, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFArrayRef parts = CFArrayCreate(NULL, (const void **)&part, 1, &kCFTypeArrayCallBacks);
    const void *keys[3] = {
        CFSTR(kAudioAggregateDeviceUIDKey), CFSTR(kAudioAggregateDeviceNameKey), CFSTR(kAudioAggregateDeviceSubDeviceListKey)};
    const void *values[3] = {CFSTR("switching"), CFSTR("Switching"), parts};
    CFDictionaryRef description =
        CFDictionaryCreate(NULL, keys, values, 3, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CALL(AudioHardwareCreateAggregateDevice(description, &aggregate));
    CFRelease(description);
    CFRelease(parts);
    CFRelease(part);
    CFRelease(uid);
    CHECK(aggregate != 0 && aggregate != device);
    return aggregate;
}

static AudioObjectID device_now(void) {
    return get_number(player.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0);
}

static void choose(AudioObjectID device) {
    long moves = counter_value(&player.moved);
    set_number(player.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, device);
    CHECK(device_now() == device && counter_value(&player.moved) == moves + 1);
}

static int is_running(void) {
    return (int)get_number(player.unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0);
}

static void plays_on(void) { counter_wait(&player.played, counter_value(&player.played) + 9600); }

static void start(void) {
    player.isStarting = 1;
    CALL(AudioOutputUnitStart(player.unit));
    plays_on();
    // The client's time begins anew.
    CHECK(player.first == 0 && is_running());
}

static void stop(void) {
    CALL(AudioOutputUnitStop(player.unit));
    CHECK(!is_running());
}

int main(int count, char **arguments) {
    AudioObjectID first = device_named(count > 1 ? arguments[1] : NULL, kAudioObjectPropertyScopeOutput);
    AudioObjectID second =
        count > 2 ? device_named(arguments[2], kAudioObjectPropertyScopeOutput) : aggregate_of(first), none = 9999;
    player.unit = make_unit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    set_format(player.unit, kAudioUnitScope_Input, 0, floats(48000, 2));
    set_callback(player.unit, 0, give_numbers, NULL);
    CALL(AudioUnitAddPropertyListener(player.unit, kAudioOutputUnitProperty_IsRunning, changed, NULL));
    CALL(AudioUnitAddPropertyListener(player.unit, kAudioOutputUnitProperty_CurrentDevice, changed, NULL));
    choose(first);
    CALL(AudioUnitInitialize(player.unit));
    start();
    CHECK(counter_value(&player.started) == 1 && counter_value(&player.stopped) == 0);

    // While it is stopped.
    stop();
    choose(second);
    start();
    CHECK(counter_value(&player.started) == 2 && counter_value(&player.stopped) == 1);

    // While it plays, it goes on: clients see it running, and its numbers continue.
    choose(first);
    CHECK(is_running());
    plays_on();
    CHECK(counter_value(&player.started) == 2 && counter_value(&player.stopped) == 1);

    // What is no device changes nothing.
    CHECK(
        AudioUnitSetProperty(
            player.unit, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &none, sizeof none) ==
        kAudioUnitErr_InvalidPropertyValue);
    CHECK(device_now() == first && is_running());
    plays_on();

    // While it is uninitialized. The unit keeps its format and its callback.
    stop();
    CALL(AudioUnitUninitialize(player.unit));
    choose(second);
    CALL(AudioUnitInitialize(player.unit));
    start();
    stop();
    CHECK(counter_value(&player.started) == 3 && counter_value(&player.stopped) == 3);
    CALL(AudioComponentInstanceDispose(player.unit));
    if (count < 3) CALL(AudioHardwareDestroyAggregateDevice(second));
    return 0;
}
