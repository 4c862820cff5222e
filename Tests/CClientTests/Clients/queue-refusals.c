// Passes a working queue arguments that it must refuse: null functions, null results, wrong sizes, impossible counts.
// Prints calls with the wrong status; the exit status is their number.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong = 0;

static void returned(const char *call, OSStatus status, OSStatus wanted) {
    if (status == wanted) return;
    printf("%s returned %d, not %d\n", call, (int)status, (int)wanted);
    wrong++;
}

#define RETURNED(wanted, call) returned(#call, call, wanted)

static void give(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)user, (void)queue, (void)buffer;
}

static void take(
    void *user, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
    const AudioStreamPacketDescription *packets
) {
    (void)user, (void)queue, (void)buffer, (void)time, (void)count, (void)packets;
}

static void tap(
    void *user, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time, AudioQueueProcessingTapFlags *flags,
    UInt32 *delivered, AudioBufferList *data
) {
    (void)user, (void)tap, (void)frames, (void)time, (void)flags, (void)delivered, (void)data;
}

static void nulls(const AudioStreamBasicDescription *format) {
    AudioQueueRef queue = NULL;
    RETURNED(kAudio_ParamError, AudioQueueNewOutput(format, NULL, NULL, NULL, NULL, 0, &queue));
    RETURNED(kAudio_ParamError, AudioQueueNewOutput(NULL, give, NULL, NULL, NULL, 0, &queue));
    RETURNED(kAudio_ParamError, AudioQueueNewOutput(format, give, NULL, NULL, NULL, 0, NULL));
    RETURNED(kAudio_ParamError, AudioQueueNewInput(format, NULL, NULL, NULL, NULL, 0, &queue));
    RETURNED(kAudio_ParamError, AudioQueueNewInput(NULL, take, NULL, NULL, NULL, 0, &queue));
    RETURNED(kAudio_ParamError, AudioQueueNewInput(format, take, NULL, NULL, NULL, 0, NULL));
#ifdef __BLOCKS__
    RETURNED(kAudio_ParamError, AudioQueueNewOutputWithDispatchQueue(&queue, format, 0, NULL, NULL));
    RETURNED(kAudio_ParamError, AudioQueueNewInputWithDispatchQueue(&queue, format, 0, NULL, NULL));
#endif
    if (queue) wrong++;
}

static void queueOf(AudioQueueRef queue) {
    UInt32 size = 0, frames = 0;
    char many[16] = {0};
    AudioStreamBasicDescription format;
    AudioQueueProcessingTapRef made = NULL;
    AudioQueueBufferRef buffer = NULL;
    AudioStreamPacketDescription packet;
    memset(&packet, 0, sizeof packet);
    RETURNED(kAudio_ParamError, AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, NULL, NULL));
    RETURNED(kAudio_ParamError, AudioQueueRemovePropertyListener(queue, kAudioQueueProperty_IsRunning, NULL, NULL));
    RETURNED(kAudioQueueErr_InvalidPropertySize, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, many, 4));
    RETURNED(kAudioQueueErr_InvalidPropertySize, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, many, 16));
    RETURNED(noErr, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, many, sizeof(void *)));
    RETURNED(kAudio_ParamError, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, NULL, sizeof(void *)));
    RETURNED(kAudio_ParamError, AudioQueueGetPropertySize(queue, kAudioQueueProperty_IsRunning, NULL));
    size = 2;
    RETURNED(kAudioQueueErr_InvalidPropertySize, AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, many, &size));
    RETURNED(kAudio_ParamError, AudioQueueAllocateBuffer(queue, 16, NULL));
    RETURNED(kAudio_ParamError, AudioQueueAllocateBuffer(queue, 0, &buffer));
    RETURNED(kAudio_ParamError, AudioQueueAllocateBuffer(queue, 0xFFFFFFFF, &buffer));
    AudioQueueProcessingTapFlags before = kAudioQueueProcessingTap_PreEffects;
    RETURNED(kAudio_ParamError, AudioQueueProcessingTapNew(queue, NULL, NULL, before, &frames, &format, &made));
    RETURNED(kAudio_ParamError, AudioQueueProcessingTapNew(queue, tap, NULL, before, NULL, &format, &made));
    RETURNED(kAudio_ParamError, AudioQueueProcessingTapNew(queue, tap, NULL, before, &frames, NULL, &made));
    RETURNED(kAudio_ParamError, AudioQueueProcessingTapNew(queue, tap, NULL, before, &frames, &format, NULL));
    AudioQueueChannelAssignment nobody = {NULL, 1};
    AudioQueuePropertyID assignments = kAudioQueueProperty_ChannelAssignments;
    RETURNED(kAudio_ParamError, AudioQueueSetProperty(queue, assignments, &nobody, sizeof nobody));
    // None of those remains in the queue.
    RETURNED(noErr, AudioQueueProcessingTapNew(queue, tap, NULL, before, &frames, &format, &made));
    RETURNED(noErr, AudioQueueProcessingTapDispose(made));
}

/// Impossible counts are not used to read memory.
static void counts(void) {
    AudioStreamBasicDescription format;
    AudioStreamPacketDescription packets[2];
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef buffer = NULL;
    memset(&format, 0, sizeof format);
    memset(packets, 0, sizeof packets);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatAppleLossless;
    format.mFramesPerPacket = 4096;
    format.mChannelsPerFrame = 1;
    RETURNED(noErr, AudioQueueNewOutput(&format, give, NULL, NULL, NULL, 0, &queue));
    RETURNED(noErr, AudioQueueAllocateBuffer(queue, 64, &buffer));
    if (!buffer) return;
    buffer->mAudioDataByteSize = 64;
    packets[1].mDataByteSize = 0x7FFFFFFF;
    RETURNED(kAudioQueueErr_InvalidBuffer, AudioQueueEnqueueBuffer(queue, buffer, 0xFFFFFFFF, packets));
    RETURNED(kAudioQueueErr_InvalidBuffer, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
    packets[1].mDataByteSize = 8;
    packets[1].mStartOffset = -8;
    RETURNED(kAudioQueueErr_InvalidBuffer, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
    packets[1].mStartOffset = 57;
    RETURNED(kAudioQueueErr_InvalidBuffer, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
    packets[1].mStartOffset = 56;
    RETURNED(noErr, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
    RETURNED(kAudioQueueErr_BufferEnqueuedTwice, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
    RETURNED(noErr, AudioQueueDispose(queue, 1));
    RETURNED(kAudioQueueErr_QueueInvalidated, AudioQueueEnqueueBuffer(queue, buffer, 2, packets));
}

/// A UID that no device has can be set. The start is refused, and the queue starts once it has another device.
static void unknownDevice(const AudioStreamBasicDescription *format) {
    CFStringRef unknown = CFSTR("no such device"), none = NULL;
    for (int records = 0; records < 2; records++) {
        AudioQueueRef queue = NULL;
        AudioQueueBufferRef buffer = NULL;
        OSStatus status = records ? AudioQueueNewInput(format, take, NULL, NULL, NULL, 0, &queue)
                                  : AudioQueueNewOutput(format, give, NULL, NULL, NULL, 0, &queue);
        returned("AudioQueueNew", status, noErr);
        RETURNED(noErr, AudioQueueAllocateBuffer(queue, 64, &buffer));
        if (!buffer) return;
        buffer->mAudioDataByteSize = 64;
        memset(buffer->mAudioData, 0, 64);
        RETURNED(noErr, AudioQueueEnqueueBuffer(queue, buffer, 0, NULL));
        RETURNED(noErr, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &unknown, sizeof unknown));
        RETURNED(kAudioQueueErr_InvalidDevice, AudioQueueStart(queue, NULL));
        if (!records) RETURNED(kAudioQueueErr_InvalidDevice, AudioQueuePrime(queue, 0, NULL));
        UInt32 running = 7, size = sizeof running;
        RETURNED(noErr, AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &running, &size));
        if (running != 0) wrong++;
        RETURNED(noErr, AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &none, sizeof none));
        RETURNED(noErr, AudioQueueStart(queue, NULL));
        RETURNED(noErr, AudioQueueDispose(queue, 1));
    }
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    AudioStreamBasicDescription format;
    AudioQueueRef queue = NULL;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    nulls(&format);
    RETURNED(noErr, AudioQueueNewOutput(&format, give, NULL, NULL, NULL, 0, &queue));
    queueOf(queue);
    RETURNED(noErr, AudioQueueDispose(queue, 1));
    counts();
    unknownDevice(&format);
    return wrong;
}
