// Plays, records and forks. The child has no thread of the library: each start there is an error, nothing waits for ever, and it can exit.
#define _DEFAULT_SOURCE // usleep in strict C
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); fflush(stdout); _exit(1); } \
    } while (0)

static long cycles;

static OSStatus cycle(
    AudioObjectID object, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)object, (void)now, (void)input, (void)inputTime, (void)output, (void)outputTime, (void)data;
    __atomic_add_fetch(&cycles, 1, __ATOMIC_ACQ_REL);
    return noErr;
}

static OSStatus render(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list) {
    (void)data, (void)flags, (void)time, (void)bus, (void)frames, (void)list;
    return noErr;
}

static void returned(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)data;
    (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void filled(
    void *data, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 packets,
    const AudioStreamPacketDescription *descriptions) {
    (void)data, (void)queue, (void)buffer, (void)time, (void)packets, (void)descriptions;
}

static AudioUnit unit(void) {
    AudioComponentDescription wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = kAudioUnitType_Output;
    wanted.componentSubType = kAudioUnitSubType_RemoteIO;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    AudioUnit made = NULL;
    AURenderCallbackStruct callback = {render, NULL};
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &made) == noErr);
    CHECK(AudioUnitSetProperty(
              made, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback) == noErr);
    return made;
}

static AudioStreamBasicDescription format(void) {
    AudioStreamBasicDescription made;
    memset(&made, 0, sizeof made);
    made.mSampleRate = 48000;
    made.mFormatID = kAudioFormatLinearPCM;
    made.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    made.mBytesPerPacket = made.mBytesPerFrame = 2;
    made.mFramesPerPacket = made.mChannelsPerFrame = 1;
    made.mBitsPerChannel = 16;
    return made;
}

static AudioQueueRef queue(int records) {
    AudioStreamBasicDescription wanted = format();
    AudioQueueRef made = NULL;
    OSStatus status = records ? AudioQueueNewInput(&wanted, filled, NULL, NULL, NULL, 0, &made)
                              : AudioQueueNewOutput(&wanted, returned, NULL, NULL, NULL, 0, &made);
    CHECK(status == noErr);
    AudioQueueBufferRef buffer = NULL;
    CHECK(AudioQueueAllocateBuffer(made, 960, &buffer) == noErr);
    buffer->mAudioDataByteSize = 960;
    memset(buffer->mAudioData, 0, 960);
    CHECK(AudioQueueEnqueueBuffer(made, buffer, 0, NULL) == noErr);
    return made;
}

/// Ends the program with 1 unless the child exits with 0. Its alarm ends a child that hangs.
static void wait_for(pid_t child) {
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void play(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = kAudioObjectUnknown;
    UInt32 size = sizeof device;
    AudioDeviceIOProcID proc = NULL;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    CHECK(AudioDeviceCreateIOProcID(device, cycle, NULL, &proc) == noErr);
    CHECK(AudioDeviceStart(device, proc) == noErr);
    while (__atomic_load_n(&cycles, __ATOMIC_ACQUIRE) < 3) usleep(1000);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, proc) == noErr);
}

int main(void) {
    // Before the library has begun anything, a fork changes nothing.
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
        play();
        exit(0);
    }
    wait_for(child);
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = kAudioObjectUnknown;
    UInt32 size = sizeof device;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    AudioDeviceIOProcID running = NULL, idle = NULL;
    CHECK(AudioDeviceCreateIOProcID(device, cycle, NULL, &running) == noErr);
    CHECK(AudioDeviceCreateIOProcID(device, cycle, NULL, &idle) == noErr);
    CHECK(AudioDeviceStart(device, running) == noErr);
    AudioUnit made = unit(), ready = unit();
    CHECK(AudioUnitInitialize(ready) == noErr);
    AudioQueueRef playing = queue(0), recording = queue(1), started = queue(0);
    CHECK(AudioQueueStart(started, NULL) == noErr);
    AudioQueueRef paused = queue(0);
    CHECK(AudioQueueStart(paused, NULL) == noErr && AudioQueuePause(paused) == noErr);
    while (__atomic_load_n(&cycles, __ATOMIC_ACQUIRE) < 3) usleep(1000);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(10);
        CHECK(AudioDeviceStart(device, idle) != noErr);
        CHECK(AudioUnitInitialize(made) == kAudioUnitErr_FailedInitialization);
        CHECK(AudioOutputUnitStart(ready) == kAudioUnitErr_FailedInitialization);
        AudioUnit new_unit = unit();
        CHECK(AudioUnitInitialize(new_unit) == kAudioUnitErr_FailedInitialization);
        CHECK(AudioQueueStart(playing, NULL) == kAudioQueueErr_CannotStart);
        CHECK(AudioQueuePrime(playing, 0, NULL) == kAudioQueueErr_CannotStart);
        CHECK(AudioQueueStart(recording, NULL) == kAudioQueueErr_CannotStart);
        CHECK(AudioQueueStart(queue(0), NULL) == kAudioQueueErr_CannotStart);
        CHECK(AudioQueueStart(queue(1), NULL) == kAudioQueueErr_CannotStart);
        AudioServicesPlaySystemSound(kSystemSoundID_UserPreferredAlert);
        CHECK(AudioDeviceStop(device, running) == noErr);
        // Threads of the parent have called for this queue. The child does not wait for them.
        CHECK(AudioQueueStop(paused, true) == noErr && AudioQueueDispose(paused, true) == noErr);
        CHECK(AudioComponentInstanceDispose(ready) == noErr);
        (void)AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device);
        exit(0);
    }
    wait_for(child);
    // The parent plays on.
    long before = __atomic_load_n(&cycles, __ATOMIC_ACQUIRE);
    while (__atomic_load_n(&cycles, __ATOMIC_ACQUIRE) < before + 3) usleep(1000);
    return 0;
}
