// Lists the devices with their streams and formats, and listens to changes, by blocks on a dispatch queue if the
// language has blocks, else by a procedure. Then a callback of a device plays the silence that it records.
#include "zoo.h"
#include <CoreAudio/CoreAudio.h>
#if defined(__BLOCKS__)
#include <Block.h>
#include <dispatch/dispatch.h>
#endif

static AudioObjectPropertyAddress address(AudioObjectPropertySelector selector, AudioObjectPropertyScope scope) {
    AudioObjectPropertyAddress result = {selector, scope, kAudioObjectPropertyElementMaster};
    return result;
}

static UInt32 get_list(
    AudioObjectID object, AudioObjectPropertySelector selector, AudioObjectPropertyScope scope, AudioObjectID *list) {
    AudioObjectPropertyAddress where = address(selector, scope);
    UInt32 size = 0;
    CALL(AudioObjectGetPropertyDataSize(object, &where, 0, NULL, &size));
    CHECK(size / sizeof *list <= 64);
    CALL(AudioObjectGetPropertyData(object, &where, 0, NULL, &size, list));
    return size / (UInt32)sizeof *list;
}

static void get_string(AudioObjectID object, AudioObjectPropertySelector selector, char *text, CFIndex size) {
    AudioObjectPropertyAddress where = address(selector, kAudioObjectPropertyScopeGlobal);
    CFStringRef string = NULL;
    UInt32 bytes = sizeof string;
    CALL(AudioObjectGetPropertyData(object, &where, 0, NULL, &bytes, &string));
    CHECK(CFStringGetCString(string, text, size, kCFStringEncodingUTF8));
    // Programs also ask for a pointer to the characters, and get it if CoreFoundation has one.
    const char *place = CFStringGetCStringPtr(string, kCFStringEncodingUTF8);
    if (place) CHECK(strcmp(place, text) == 0);
    CFRelease(string);
}

/// Channels of a device in a direction.
static UInt32 get_channels(AudioObjectID device, AudioObjectPropertyScope scope) {
    AudioObjectPropertyAddress where = address(kAudioDevicePropertyStreamConfiguration, scope);
    UInt32 size = 0, channels = 0;
    CALL(AudioObjectGetPropertyDataSize(device, &where, 0, NULL, &size));
    AudioBufferList *list = (AudioBufferList *)malloc(size);
    CHECK(list != NULL);
    CALL(AudioObjectGetPropertyData(device, &where, 0, NULL, &size, list));
    for (UInt32 i = 0; i < list->mNumberBuffers; i++) channels += list->mBuffers[i].mNumberChannels;
    free(list);
    return channels;
}

static int changes;

#if defined(__BLOCKS__)
typedef struct {
    dispatch_queue_t queue;
    AudioObjectPropertyListenerBlock block;
} Listener;

static Listener listen(AudioObjectID device, AudioObjectPropertyAddress where) {
    Listener listener;
    listener.queue = dispatch_queue_create("devices", DISPATCH_QUEUE_SERIAL);
    AudioObjectPropertySelector selector = where.mSelector;
    listener.block = Block_copy(^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        for (UInt32 i = 0; i < count; i++)
            if (addresses[i].mSelector == selector) __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    });
    CALL(AudioObjectAddPropertyListenerBlock(device, &where, listener.queue, listener.block));
    return listener;
}

static void unlisten(AudioObjectID device, AudioObjectPropertyAddress where, Listener listener) {
    CALL(AudioObjectRemovePropertyListenerBlock(device, &where, listener.queue, listener.block));
    Block_release(listener.block);
    dispatch_release(listener.queue);
}
#else
typedef int Listener;

static OSStatus changed(AudioObjectID object, UInt32 count, const AudioObjectPropertyAddress *addresses, void *user) {
    (void)object, (void)addresses, (void)user;
    __atomic_add_fetch(&changes, (int)count, __ATOMIC_RELEASE);
    return noErr;
}

static Listener listen(AudioObjectID device, AudioObjectPropertyAddress where) {
    CALL(AudioObjectAddPropertyListener(device, &where, changed, NULL));
    return 0;
}

static void unlisten(AudioObjectID device, AudioObjectPropertyAddress where, Listener listener) {
    (void)listener;
    CALL(AudioObjectRemovePropertyListener(device, &where, changed, NULL));
}
#endif

static void await(const int *value, int wanted) {
    UInt64 end = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(20000000000u);
    while (__atomic_load_n(value, __ATOMIC_ACQUIRE) < wanted) CHECK(AudioGetCurrentHostTime() < end);
}

static int cycles, sounding;

static OSStatus io(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *user) {
    (void)device, (void)now, (void)inputTime, (void)outputTime, (void)user;
    for (UInt32 i = 0; i < input->mNumberBuffers; i++) {
        const float *samples = (const float *)input->mBuffers[i].mData;
        for (UInt32 j = 0; j < input->mBuffers[i].mDataByteSize / 4; j++)
            if (samples[j] != 0) sounding++;
    }
    for (UInt32 i = 0; i < output->mNumberBuffers; i++)
        memset(output->mBuffers[i].mData, 0, output->mBuffers[i].mDataByteSize);
    if (input->mNumberBuffers == 1 && output->mNumberBuffers == 1) __atomic_add_fetch(&cycles, 1, __ATOMIC_RELEASE);
    return noErr;
}

int main(void) {
    AudioObjectID devices[64], streams[64];
    UInt32 count = get_list(
        kAudioObjectSystemObject, kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, devices);
    CHECK(count == 1);
    AudioObjectID device = devices[0];
    char name[256], uid[256];
    get_string(device, kAudioObjectPropertyName, name, sizeof name);
    get_string(device, kAudioDevicePropertyDeviceUID, uid, sizeof uid);
    CHECK(strcmp(name, "No Device") == 0 && strcmp(uid, "null") == 0);
    CHECK(get_channels(device, kAudioDevicePropertyScopeInput) == 2);
    CHECK(get_channels(device, kAudioDevicePropertyScopeOutput) == 2);

    count = get_list(device, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeGlobal, streams);
    CHECK(count == 2);
    for (UInt32 i = 0; i < count; i++) {
        AudioStreamBasicDescription format;
        AudioObjectPropertyAddress where = address(kAudioStreamPropertyVirtualFormat, kAudioObjectPropertyScopeGlobal);
        UInt32 size = sizeof format;
        CALL(AudioObjectGetPropertyData(streams[i], &where, 0, NULL, &size, &format));
        CHECK(format.mFormatID == kAudioFormatLinearPCM && format.mSampleRate == 48000 && format.mBitsPerChannel == 32);
        CHECK(format.mChannelsPerFrame == 2 && (format.mFormatFlags & kAudioFormatFlagIsFloat));
    }

    AudioObjectPropertyAddress rate = address(kAudioDevicePropertyNominalSampleRate, kAudioObjectPropertyScopeGlobal);
    Listener listener = listen(device, rate);
    Float64 value = 44100;
    UInt32 size = sizeof value;
    CALL(AudioObjectSetPropertyData(device, &rate, 0, NULL, sizeof value, &value));
    await(&changes, 1);
    value = 0;
    CALL(AudioObjectGetPropertyData(device, &rate, 0, NULL, &size, &value));
    CHECK(value == 44100);
    unlisten(device, rate, listener);

    AudioDeviceIOProcID proc = NULL;
    CALL(AudioDeviceCreateIOProcID(device, io, NULL, &proc));
    CALL(AudioDeviceStart(device, proc));
    await(&cycles, 4);
    CALL(AudioDeviceStop(device, proc));
    CALL(AudioDeviceDestroyIOProcID(device, proc));
    CHECK(sounding == 0);
    return 0;
}
