// What programs written for macOS do with the hardware layer: enumerate, listen, open the default output, play.
// With a number as argument: plays so many frames of a known signal, without a gap.
#include <CoreAudio/CoreAudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static long played, frames = 4800;
#if defined(__BLOCKS__)
static long calls, others;
#endif

static OSStatus play(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)device, (void)input, (void)inputTime;
    long at = __atomic_load_n((long *)data, __ATOMIC_ACQUIRE);
    float *samples = (float *)output->mBuffers[0].mData;
    UInt32 channels = output->mBuffers[0].mNumberChannels;
    long count = (long)(output->mBuffers[0].mDataByteSize / 4 / channels);
    if (outputTime->mSampleTime <= now->mSampleTime) at = 1L << 40;
    for (long i = 0; i < count && at + i < frames; i++)
        for (UInt32 c = 0; c < channels; c++)
            samples[i * channels + c] = (float)(((at + i) * channels + c) % 65521 + 1) / 65536;
    __atomic_store_n((long *)data, at + count, __ATOMIC_RELEASE);
    return 0;
}

static OSStatus changed(AudioObjectID object, UInt32 count, const AudioObjectPropertyAddress *addresses, void *data) {
    (void)object, (void)count, (void)addresses;
    __atomic_add_fetch((int *)data, 1, __ATOMIC_RELEASE);
    return 0;
}

static void await(const long *value, long wanted) {
    UInt64 end = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(20000000000u);
    while (__atomic_load_n(value, __ATOMIC_ACQUIRE) < wanted) CHECK(AudioGetCurrentHostTime() < end);
}

int main(int argc, char **argv) {
    if (argc > 1) frames = atol(argv[1]);
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDevices, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 size = 0;
    CHECK(AudioObjectHasProperty(kAudioObjectSystemObject, &address));
    CHECK(AudioObjectGetPropertyDataSize(kAudioObjectSystemObject, &address, 0, NULL, &size) == noErr);
    CHECK(size >= sizeof(AudioDeviceID));
    AudioDeviceID *devices = (AudioDeviceID *)malloc(size);
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, devices) == noErr);
    free(devices);
    // A program that asks which others record hears that nobody can tell, and no empty list.
    address.mSelector = kAudioHardwarePropertyProcessObjectList;
    CHECK(!AudioObjectHasProperty(kAudioObjectSystemObject, &address));
    size = 0;
    CHECK(AudioObjectGetPropertyDataSize(kAudioObjectSystemObject, &address, 0, NULL, &size)
        == kAudioHardwareUnknownPropertyError);

    AudioDeviceID device = kAudioDeviceUnknown;
    size = sizeof device;
    address.mSelector = kAudioHardwarePropertyDefaultOutputDevice;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    CHECK(device != kAudioDeviceUnknown);

    CFStringRef uid = NULL;
    size = sizeof uid;
    address.mSelector = kAudioDevicePropertyDeviceUID;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &uid) == noErr && uid && size == sizeof uid);
    AudioDeviceID same = 0;
    size = sizeof same;
    address.mSelector = kAudioHardwarePropertyTranslateUIDToDevice;
    CHECK(AudioObjectGetPropertyData(
        kAudioObjectSystemObject, &address, sizeof uid, &uid, &size, &same) == noErr && same == device);
    CFRelease(uid);

    UInt32 cycle = 1024;
    Boolean settable = 0;
    address.mSelector = kAudioDevicePropertyBufferFrameSize;
    CHECK(AudioObjectIsPropertySettable(device, &address, &settable) == noErr && settable);
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    size = 1;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &cycle) == kAudioHardwareBadPropertySizeError);
    address.mSelector = 1;
    CHECK(AudioObjectGetPropertyDataSize(device, &address, 0, NULL, &size) == kAudioHardwareUnknownPropertyError);
    CHECK(AudioObjectGetPropertyDataSize(12345, &address, 0, NULL, &size) == kAudioHardwareBadObjectError);

    int changes = 0;
    address.mSelector = kAudioDevicePropertyDeviceIsRunning;
    CHECK(AudioObjectAddPropertyListener(device, &address, changed, &changes) == noErr);
    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    CHECK(AudioDeviceGetCurrentTime(device, &time) == kAudioHardwareNotRunningError);

    AudioDeviceIOProcID proc = NULL;
    CHECK(AudioDeviceCreateIOProcID(device, play, &played, &proc) == noErr && proc);
    CHECK(AudioDeviceStart(device, proc) == noErr);
    await(&played, frames + 8192);
    CHECK(AudioDeviceGetCurrentTime(device, &time) == noErr && time.mSampleTime > 0);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    long end = played;
    CHECK(AudioObjectRemovePropertyListener(device, &address, changed, &changes) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, proc) == noErr);
    CHECK(AudioDeviceStart(device, proc) != noErr);
    CHECK(played == end && played < (1L << 40));
#if defined(__BLOCKS__)
    AudioObjectPropertyListenerBlock block = ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        if (count == 1 && addresses->mSelector == kAudioDevicePropertyBufferFrameSize)
            __atomic_add_fetch(&calls, 1, __ATOMIC_RELEASE);
    };
    AudioObjectPropertyListenerBlock other = ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        (void)addresses;
        __atomic_add_fetch(&others, (long)count, __ATOMIC_RELEASE);
    };
    address.mSelector = kAudioDevicePropertyBufferFrameSize;
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, NULL, block) == noErr);
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, NULL, other) == noErr);
    cycle = 512;
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    await(&calls, 1);
    await(&others, 1);
    // One that is gone is not called again, and takes no other with it.
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, NULL, block) == noErr);
    cycle = 256;
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    await(&others, 2);
    CHECK(calls == 1);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, NULL, other) == noErr);
#endif
    CHECK(AudioConvertHostTimeToNanos(AudioConvertNanosToHostTime(12345)) == 12345);
    CHECK(AudioGetHostClockFrequency() == 1e9 && AudioGetHostClockMinimumTimeDelta() == 1);
    CHECK(AudioHardwareUnload() == noErr);
    return 0;
}
