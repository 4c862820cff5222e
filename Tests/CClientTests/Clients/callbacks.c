// Callbacks that stop, destroy, change and ask what calls them, as Apple's samples do. A program that hangs is ended.
#define _DEFAULT_SOURCE // usleep in strict C
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <OpenAL/OpenAL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

enum { STOP, DESTROY, RESIZE, ASK };

typedef struct {
    AudioDeviceIOProcID proc;
    int task;
    long calls, frames;
} Device;

static long count(const long *value) { return __atomic_load_n(value, __ATOMIC_ACQUIRE); }

static void await(const long *value, long wanted) {
    while (count(value) < wanted) usleep(1000);
}

static OSStatus cycle(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)now, (void)input, (void)inputTime;
    Device *it = (Device *)data;
    long call = count(&it->calls) + 1;
    AudioObjectPropertyAddress size = {
        kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    long frames = output->mBuffers[0].mDataByteSize / 4 / output->mBuffers[0].mNumberChannels;
    __atomic_store_n(&it->frames, frames, __ATOMIC_RELEASE);
    if (it->task == STOP && call == 1) {
        // The first list of devices that the program asks for, in the first cycle, which cannot wait for one to open.
        const char *name = (const char *)alcGetString(NULL, ALC_DEFAULT_DEVICE_SPECIFIER);
        CHECK(name && *name);
        ALCdevice *opened = alcOpenDevice(name);
        if (opened) CHECK(alcCloseDevice(opened));
    }
    if (it->task == STOP && call == 5) CHECK(AudioDeviceStop(device, it->proc) == noErr);
    if (it->task == DESTROY && call == 5) CHECK(AudioDeviceDestroyIOProcID(device, it->proc) == noErr);
    if (it->task == RESIZE && call == 5) {
        UInt32 frames = 256;
        CHECK(AudioObjectSetPropertyData(device, &size, 0, NULL, sizeof frames, &frames) == noErr);
    }
    if (it->task == ASK && AudioDeviceGetCurrentTime(device, &time) == noErr) {
        AudioTimeStamp host;
        memset(&host, 0, sizeof host);
        host.mFlags = kAudioTimeStampHostTimeValid;
        (void)AudioDeviceTranslateTime(device, outputTime, &host);
    }
    __atomic_store_n(&it->calls, call, __ATOMIC_RELEASE);
    return noErr;
}

static UInt32 number(AudioObjectID object, AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = {selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 value = 0, size = sizeof value;
    CHECK(AudioObjectGetPropertyData(object, &address, 0, NULL, &size, &value) == noErr);
    return value;
}

static void devices(void) {
    AudioObjectID device = number(kAudioObjectSystemObject, kAudioHardwarePropertyDefaultOutputDevice);
    for (int task = STOP; task <= RESIZE; task++) {
        Device it;
        memset(&it, 0, sizeof it);
        it.task = task;
        CHECK(AudioDeviceCreateIOProcID(device, cycle, &it, &it.proc) == noErr);
        CHECK(AudioDeviceStart(device, it.proc) == noErr);
        await(&it.calls, 5);
        if (task == RESIZE) {
            CHECK(number(device, kAudioDevicePropertyBufferFrameSize) == 256);
            // The device opens anew behind the callback.
            while (count(&it.frames) != 256) usleep(1000);
            CHECK(AudioDeviceStop(device, it.proc) == noErr);
        } else {
            // Programs poll for this.
            while (number(device, kAudioDevicePropertyDeviceIsRunning)) usleep(1000);
            // The device's next cycles, with the clock alone, do not call the callback.
            CHECK(AudioDeviceStart(device, NULL) == noErr);
            usleep(50000);
            CHECK(count(&it.calls) == 5);
            CHECK(AudioDeviceStop(device, NULL) == noErr);
        }
        OSStatus status = AudioDeviceDestroyIOProcID(device, it.proc);
        CHECK(task == DESTROY ? status != noErr : status == noErr);
    }
    Device it;
    memset(&it, 0, sizeof it);
    it.task = ASK;
    CHECK(AudioDeviceCreateIOProcID(device, cycle, &it, &it.proc) == noErr);
    for (int round = 0; round < 20; round++) {
        long before = count(&it.calls);
        CHECK(AudioDeviceStart(device, it.proc) == noErr);
        await(&it.calls, before + 1);
        CHECK(AudioDeviceStop(device, it.proc) == noErr);
        before = count(&it.calls);
        usleep(2000);
        CHECK(count(&it.calls) == before);
    }
    CHECK(AudioDeviceDestroyIOProcID(device, it.proc) == noErr);
}

typedef struct {
    AudioQueueRef queue;
    AudioQueueProcessingTapRef tap;
    int disposes;
    long calls, returned, stopped;
} Player;

static void returned(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)queue, (void)buffer;
    __atomic_add_fetch(&((Player *)data)->returned, 1, __ATOMIC_RELEASE);
}

static void running(void *data, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 isRunning = 1, size = sizeof isRunning;
    if (AudioQueueGetProperty(queue, property, &isRunning, &size) == noErr && !isRunning)
        __atomic_add_fetch(&((Player *)data)->stopped, 1, __ATOMIC_RELEASE);
}

static void process(
    void *data, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time,
    AudioQueueProcessingTapFlags *flags, UInt32 *delivered, AudioBufferList *samples) {
    Player *it = (Player *)data;
    AudioTimeStamp now;
    CHECK(AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, delivered, samples) == noErr);
    (void)AudioQueueGetCurrentTime(it->queue, NULL, &now, NULL);
    CHECK(AudioQueueSetParameter(it->queue, kAudioQueueParam_Volume, 0.5f) == noErr);
    if (__atomic_add_fetch(&it->calls, 1, __ATOMIC_RELEASE) < 3) {
        CHECK(AudioQueuePause(it->queue) == noErr);
        CHECK(AudioQueueStart(it->queue, NULL) == noErr);
    } else if (it->disposes) {
        CHECK(AudioQueueDispose(it->queue, true) == noErr);
    } else {
        CHECK(AudioQueueStop(it->queue, true) == noErr);
    }
}

static void queues(int disposes) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    static Player players[2];
    Player *it = &players[disposes];
    UInt32 most = 0;
    it->disposes = disposes;
    CHECK(AudioQueueNewOutput(&format, returned, it, NULL, NULL, 0, &it->queue) == noErr);
    CHECK(AudioQueueAddPropertyListener(it->queue, kAudioQueueProperty_IsRunning, running, it) == noErr);
    AudioStreamBasicDescription sound;
    CHECK(
        AudioQueueProcessingTapNew(
            it->queue, process, it, kAudioQueueProcessingTap_PreEffects, &most, &sound, &it->tap) == noErr);
    for (int i = 0; i < 3; i++) {
        AudioQueueBufferRef buffer;
        CHECK(AudioQueueAllocateBuffer(it->queue, 44100, &buffer) == noErr);
        memset(buffer->mAudioData, 1, 44100);
        buffer->mAudioDataByteSize = 44100;
        CHECK(AudioQueueEnqueueBuffer(it->queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(it->queue, NULL) == noErr);
    await(&it->calls, 3);
    if (!disposes) await(&it->returned, 3);
    usleep(50000);
    CHECK(count(&it->calls) == 3);
    /* A disposal in a callback lets no other callback begin, and the first buffer is not played yet. */
    if (disposes) CHECK(count(&it->returned) == 0);
    if (!disposes) CHECK(AudioQueueDispose(it->queue, true) == noErr);
}

int main(void) {
    alarm(60);
    devices();
    queues(0);
    queues(1);
    return 0;
}
