// A program whose callback wants a mutex that its main thread holds around calls to the server. One that hangs is ended.
#define _DEFAULT_SOURCE // usleep in strict C
#include <CoreAudio/CoreAudio.h>
#include <OpenAL/OpenAL.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long calls;

static OSStatus cycle(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)device, (void)now, (void)input, (void)inputTime, (void)output, (void)outputTime, (void)data;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    __atomic_add_fetch(&calls, 1, __ATOMIC_RELEASE);
    return noErr;
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static AudioObjectID aggregate(void) {
    const void *key = CFSTR(kAudioSubDeviceUIDKey);
    const void *names[2] = {CFSTR("speakers"), CFSTR("microphone")};
    CFDictionaryRef parts[2];
    for (int i = 0; i < 2; i++)
        parts[i] = CFDictionaryCreate(
            NULL, &key, &names[i], 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    const void *keys[2] = {CFSTR(kAudioAggregateDeviceUIDKey), CFSTR(kAudioAggregateDeviceSubDeviceListKey)};
    const void *values[2] = {CFSTR("both"), CFArrayCreate(NULL, (const void **)parts, 2, &kCFTypeArrayCallBacks)};
    AudioObjectID device = kAudioObjectUnknown;
    CHECK(AudioHardwareCreateAggregateDevice(
        CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks),
        &device) == noErr);
    return device;
}

int main(int count, char **arguments) {
    (void)arguments;
    alarm(90);
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    AudioObjectID speakers = kAudioObjectUnknown;
    UInt32 size = sizeof speakers;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &speakers) == noErr);
    AudioObjectID device = count > 1 ? aggregate() : speakers;
    AudioDeviceIOProcID proc;
    CHECK(AudioDeviceCreateIOProcID(device, cycle, NULL, &proc) == noErr);
    CHECK(AudioDeviceStart(device, proc) == noErr);
    AudioObjectPropertyAddress volumeAddress = {
        kAudioDevicePropertyVolumeScalar, kAudioDevicePropertyScopeOutput, kAudioObjectPropertyElementMaster};
    AudioObjectPropertyAddress sizeAddress = {
        kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    for (int i = 0; i < 200; i++) {
        Float32 volume = (Float32)(i % 10) / 10;
        double begin = seconds();
        pthread_mutex_lock(&mutex);
        UInt32 frames = i % 20 ? 512 : 256;
        CHECK(AudioObjectSetPropertyData(speakers, &volumeAddress, 0, NULL, sizeof volume, &volume) == noErr);
        CHECK(AudioObjectSetPropertyData(device, &sizeAddress, 0, NULL, sizeof frames, &frames) == noErr);
        if (i % 10 == 0)
            CHECK(
                AudioObjectSetPropertyData(
                    kAudioObjectSystemObject, &address, 0, NULL, sizeof speakers, &speakers) == noErr);
        CHECK(alcGetString(NULL, ALC_ALL_DEVICES_SPECIFIER));
        pthread_mutex_unlock(&mutex);
        CHECK(seconds() < begin + 3);
        usleep(500);
    }
    long before = __atomic_load_n(&calls, __ATOMIC_ACQUIRE);
    while (__atomic_load_n(&calls, __ATOMIC_ACQUIRE) < before + 20) usleep(1000);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    return 0;
}
