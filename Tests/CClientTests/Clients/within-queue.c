// Callbacks of queues make every call of the family, each in a queue of its own: the callback that returns a buffer or brings
// one, the listener of a property, and the tap. Each call comes back, the queue can be disposed of, and the next one plays. A
// program that hangs is ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // alarm and usleep, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition)                                                                                  \
    do {                                                                                                  \
        if (!(condition)) {                                                                               \
            printf("within-queue.c:%d: %s (call %d in %d)\n", __LINE__, #condition, call_number, place);  \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

enum { OUTPUT, INPUT, LISTENER, TAP, PLACES };
#define CALLS 31

static int call_number, place;
/// How many callbacks there were; whether the call within has begun, and has come back.
static long callbacks, has_begun, is_done;

static long count(const long *value) { return __atomic_load_n(value, __ATOMIC_ACQUIRE); }

static AudioStreamBasicDescription floats(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 48000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 32;
    return format;
}

static void nothing(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) { (void)user, (void)queue, (void)buffer; }

static void hear(void *user, AudioQueueRef queue, AudioQueuePropertyID id) { (void)user, (void)queue, (void)id; }

static void tap_too(
    void *user, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time, AudioQueueProcessingTapFlags *flags,
    UInt32 *got, AudioBufferList *data) {
    (void)user;
    (void)AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, got, data);
}

/// Makes one call. What it returns is its own business: it may refuse.
static void make_call(AudioQueueRef queue, AudioQueueBufferRef buffer, AudioQueueProcessingTapRef tap) {
    AudioStreamBasicDescription format = floats();
    AudioQueueRef other = NULL;
    AudioQueueBufferRef another = NULL;
    AudioQueueTimelineRef line = NULL;
    AudioQueueProcessingTapRef second = NULL;
    AudioTimeStamp time, result;
    Boolean flag = 0;
    UInt32 size = 4, value = 0;
    Float32 level = 0;
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    switch (call_number) {
    case 0: (void)AudioQueueStop(queue, 1); break;
    case 1: (void)AudioQueueStop(queue, 0); break;
    case 2: (void)AudioQueuePause(queue); break;
    case 3: (void)AudioQueueReset(queue); break;
    case 4: (void)AudioQueueFlush(queue); break;
    case 5: (void)AudioQueueStart(queue, NULL); break;
    case 6: (void)AudioQueuePrime(queue, 0, &value); break;
    case 7: (void)AudioQueueDispose(queue, 1); break;
    case 8: (void)AudioQueueDispose(queue, 0); break;
    case 9:
        if (AudioQueueAllocateBuffer(queue, 64, &another) == noErr) (void)AudioQueueFreeBuffer(queue, another);
        break;
    case 10: (void)AudioQueueAllocateBufferWithPacketDescriptions(queue, 64, 2, &another); break;
    case 11: if (buffer) (void)AudioQueueFreeBuffer(queue, buffer); break;
    case 12: if (buffer) (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL); break;
    case 13:
        if (buffer)
            (void)AudioQueueEnqueueBufferWithParameters(queue, buffer, 0, NULL, 0, 0, 0, NULL, NULL, &result);
        break;
    case 14: (void)AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &level); break;
    case 15: (void)AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0.5F); break;
    case 16: (void)AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &value, &size); break;
    case 17: value = 1, (void)AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &value, 4); break;
    case 18: (void)AudioQueueGetPropertySize(queue, kAudioQueueProperty_IsRunning, &size); break;
    case 19: (void)AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, hear, NULL); break;
    case 20: (void)AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, hear, NULL); break;
    case 21:
        if (AudioQueueCreateTimeline(queue, &line) == noErr) {
            (void)AudioQueueGetCurrentTime(queue, line, &result, &flag);
            (void)AudioQueueDisposeTimeline(queue, line);
        }
        break;
    case 22: (void)AudioQueueGetCurrentTime(queue, NULL, &result, NULL); break;
    case 23: (void)AudioQueueDeviceGetCurrentTime(queue, &result); break;
    case 24: result = time, (void)AudioQueueDeviceTranslateTime(queue, &time, &result); break;
    case 25: (void)AudioQueueDeviceGetNearestStartTime(queue, &time, 0); break;
    case 26: (void)AudioQueueSetOfflineRenderFormat(queue, &format, NULL); break;
    case 27:
        if (AudioQueueProcessingTapNew(
                queue, tap_too, NULL, kAudioQueueProcessingTap_PreEffects, &value, &format, &second) == noErr)
            (void)AudioQueueProcessingTapDispose(second);
        break;
    case 28: if (tap) (void)AudioQueueProcessingTapDispose(tap); break;
    case 29: {
        Float64 moment = 0;
        UInt32 frames = 0;
        if (tap) (void)AudioQueueProcessingTapGetQueueTime(tap, &moment, &frames);
        break;
    }
    default:
        if (AudioQueueNewOutput(&format, nothing, NULL, NULL, NULL, 0, &other) == noErr)
            CHECK(AudioQueueDispose(other, 1) == noErr);
        break;
    }
}

/// Makes the call in the first callback of the kind that is meant.
static void within(int here, AudioQueueRef queue, AudioQueueBufferRef buffer, AudioQueueProcessingTapRef tap) {
    __atomic_add_fetch(&callbacks, 1, __ATOMIC_ACQ_REL);
    if (here != place || __atomic_exchange_n(&has_begun, 1, __ATOMIC_ACQ_REL)) return;
    make_call(queue, buffer, tap);
    __atomic_store_n(&is_done, 1, __ATOMIC_RELEASE);
}

static void output(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)user;
    within(OUTPUT, queue, buffer, NULL);
    // It may have been freed, be in the queue, or belong to a queue that has gone.
    if (place != OUTPUT || (call_number != 11 && call_number != 7 && call_number != 8))
        (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void input(
    void *user, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 packets,
    const AudioStreamPacketDescription *descriptions) {
    (void)user, (void)time, (void)packets, (void)descriptions;
    within(INPUT, queue, buffer, NULL);
    if (call_number != 11 && call_number != 7 && call_number != 8) (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void running(void *user, AudioQueueRef queue, AudioQueuePropertyID id) {
    (void)user, (void)id;
    within(LISTENER, queue, NULL, NULL);
}

static void process(
    void *user, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time, AudioQueueProcessingTapFlags *flags,
    UInt32 *got, AudioBufferList *data) {
    (void)AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, got, data);
    AudioQueueRef queue;
    __atomic_load((AudioQueueRef *)user, &queue, __ATOMIC_ACQUIRE);
    within(TAP, queue, NULL, tap);
}

/// A queue that plays or records, until the call within has come back.
static void use_queue(void) {
    static AudioQueueRef queue;
    AudioStreamBasicDescription format = floats();
    AudioQueueProcessingTapRef tap = NULL;
    AudioQueueBufferRef buffers[3];
    UInt32 most = 0;
    has_begun = is_done = 0;
    if (place == INPUT) CHECK(AudioQueueNewInput(&format, input, NULL, NULL, NULL, 0, &queue) == noErr);
    else CHECK(AudioQueueNewOutput(&format, output, NULL, NULL, NULL, 0, &queue) == noErr);
    if (place == LISTENER)
        CHECK(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, running, NULL) == noErr);
    if (place == TAP)
        CHECK(AudioQueueProcessingTapNew(
                  queue, process, &queue, kAudioQueueProcessingTap_PreEffects, &most, &format, &tap) == noErr);
    for (int index = 0; index < 3; index++) {
        CHECK(AudioQueueAllocateBuffer(queue, 1024, &buffers[index]) == noErr);
        buffers[index]->mAudioDataByteSize = 1024;
        memset(buffers[index]->mAudioData, 0, 1024);
        CHECK(AudioQueueEnqueueBuffer(queue, buffers[index], 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    while (!count(&is_done)) usleep(500);
    OSStatus status = AudioQueueDispose(queue, 1);
    CHECK(call_number == 7 || call_number == 8 || status == noErr);
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    (void)alarm(120);
    for (place = 0; place < PLACES; place++)
        for (call_number = 0; call_number < CALLS; call_number++) use_queue();
    // One without a call within.
    place = OUTPUT;
    call_number = 14;
    use_queue();
    return 0;
}
