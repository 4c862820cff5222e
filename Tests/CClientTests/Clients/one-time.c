// A queue on the default device, a queue that names the same device and a callback of the device: one impulse each, at one
// host time. All are heard in the same frame.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

#define RATE 48000.0

static UInt64 moment;
static int hasPlayed;

static OSStatus play(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)device, (void)now, (void)input, (void)inputTime, (void)data;
    float *samples = (float *)output->mBuffers[0].mData;
    UInt32 channels = output->mBuffers[0].mNumberChannels, frames = output->mBuffers[0].mDataByteSize / 4 / channels;
    long wait = 0;
    if (moment > outputTime->mHostTime)
        wait = (long)((double)AudioConvertHostTimeToNanos(moment - outputTime->mHostTime) * RATE / 1e9 + 0.5);
    if (!__atomic_load_n(&hasPlayed, __ATOMIC_ACQUIRE) && wait < (long)frames) {
        samples[wait * channels] = 0.0625f;
        __atomic_store_n(&hasPlayed, 1, __ATOMIC_RELEASE);
    }
    return noErr;
}

static void returned(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) { (void)data, (void)queue, (void)buffer; }

static AudioQueueRef impulse(float height, CFStringRef device) {
    AudioStreamBasicDescription format = {
        RATE, kAudioFormatLinearPCM, kAudioFormatFlagsNativeFloatPacked, 8, 1, 8, 2, 32, 0};
    AudioQueueRef queue;
    AudioQueueBufferRef buffer;
    CHECK(AudioQueueNewOutput(&format, returned, NULL, NULL, NULL, 0, &queue) == noErr);
    if (device) CHECK(AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &device, sizeof device) == noErr);
    CHECK(AudioQueueAllocateBuffer(queue, 48000 * 8, &buffer) == noErr);
    float *samples = (float *)buffer->mAudioData;
    for (int i = 0; i < 96000; i++) samples[i] = 0;
    samples[0] = height;
    buffer->mAudioDataByteSize = 48000 * 8;
    CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    return queue;
}

int main(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    AudioDeviceID device;
    UInt32 size = sizeof device;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    CFStringRef uid = NULL;
    size = sizeof uid;
    address.mSelector = kAudioDevicePropertyDeviceUID;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &uid) == noErr && uid);

    AudioQueueRef one = impulse(0.25f, NULL), two = impulse(0.125f, uid);
    CFRelease(uid);
    AudioTimeStamp start = {0};
    start.mHostTime = moment = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(1500000000);
    start.mFlags = kAudioTimeStampHostTimeValid;
    AudioDeviceIOProcID proc;
    CHECK(AudioDeviceCreateIOProcID(device, play, NULL, &proc) == noErr);
    CHECK(AudioQueueStart(one, &start) == noErr);
    CHECK(AudioDeviceStart(device, proc) == noErr);
    CHECK(AudioQueueStart(two, &start) == noErr);
    while (!__atomic_load_n(&hasPlayed, __ATOMIC_ACQUIRE)) usleep(10000);
    usleep(500000);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, proc) == noErr);
    CHECK(AudioQueueDispose(one, true) == noErr);
    CHECK(AudioQueueDispose(two, true) == noErr);
    return 0;
}
