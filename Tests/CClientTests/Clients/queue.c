// Plays through an audio queue as programs written for macOS do: callbacks in the run loop, until the queue has stopped.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFRunLoop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { frames_per_buffer = 1024, buffers_to_play = 12 };

typedef struct Player {
    UInt32 filled;
    UInt32 returned;
    int failed;
} Player;

static int check(OSStatus status, const char *call) {
    if (status != noErr) fprintf(stderr, "%s: %d\n", call, (int)status);
    return status != noErr;
}

static void fill(Player *player, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    SInt16 *samples = (SInt16 *)buffer->mAudioData;
    for (UInt32 i = 0; i < frames_per_buffer; i++) {
        samples[i] = (SInt16)((player->filled * frames_per_buffer + i) % 100 * 100);
    }
    buffer->mAudioDataByteSize = frames_per_buffer * 2;
    player->filled++;
    player->failed |= check(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL), "AudioQueueEnqueueBuffer");
}

static void give(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Player *player = (Player *)user;
    player->returned++;
    if (player->filled < buffers_to_play) {
        fill(player, queue, buffer);
        if (player->filled == buffers_to_play) player->failed |= check(AudioQueueStop(queue, 0), "AudioQueueStop");
    }
}

static void runningChanged(void *user, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 isRunning = 9, size = sizeof isRunning;
    Player *player = (Player *)user;
    player->failed |= check(AudioQueueGetProperty(queue, property, &isRunning, &size), "AudioQueueGetProperty");
    if (!isRunning) CFRunLoopStop(CFRunLoopGetCurrent());
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    Player player = {0, 0, 0};
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;

    AudioQueueRef queue = NULL;
    if (check(AudioQueueNewOutput(&format, give, &player, CFRunLoopGetCurrent(), NULL, 0, &queue), "AudioQueueNewOutput"))
        return 1;
    if (check(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, runningChanged, &player), "listener")) return 1;
    for (int i = 0; i < 3; i++) {
        AudioQueueBufferRef buffer = NULL;
        if (check(AudioQueueAllocateBuffer(queue, frames_per_buffer * 2, &buffer), "AudioQueueAllocateBuffer")) return 1;
        fill(&player, queue, buffer);
    }
    UInt32 prepared = 0;
    if (check(AudioQueuePrime(queue, 0, &prepared), "AudioQueuePrime") || prepared == 0) return 2;
    if (check(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0.5f), "AudioQueueSetParameter")) return 1;
    if (check(AudioQueueStart(queue, NULL), "AudioQueueStart")) return 1;
    if (CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) != kCFRunLoopRunStopped) return 3;
    if (player.failed || player.filled != buffers_to_play || player.returned != buffers_to_play) return 4;
    if (check(AudioQueueDispose(queue, 1), "AudioQueueDispose")) return 1;
    return AudioQueueStart(queue, NULL) == kAudioQueueErr_QueueInvalidated ? 0 : 5;
}
