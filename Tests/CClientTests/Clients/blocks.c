// C programs pass C's own objects: dispatch queues, blocks, run loops and their modes.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#if defined(__BLOCKS__)
#include <Block.h>
#endif
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CFRunLoop.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static AudioStreamBasicDescription pcm(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    return format;
}

static void *give_back(void *user) {
    AudioQueueRef queue = (AudioQueueRef)user;
    for (int i = 0; i < 2; i++) {
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBuffer(queue, 256, &buffer) == noErr);
        buffer->mAudioDataByteSize = 256;
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueReset(queue) == noErr);
    return NULL;
}

/// Enqueues two buffers and resets the queue, on another thread: two calls of the callback are then pending.
static void give_back_two(AudioQueueRef queue) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, give_back, queue) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
}

// MARK: Run loops

static void count_output(void *user, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)queue, (void)buffer;
    if (++*(int *)user == 2) CFRunLoopStop(CFRunLoopGetCurrent());
}

/// The callbacks are called when the loop runs in `run`, and not in `other`.
static void play_in_mode(CFStringRef given, CFRunLoopMode run, CFRunLoopMode other) {
    AudioStreamBasicDescription format = pcm();
    AudioQueueRef queue = NULL;
    int calls = 0;
    CHECK(AudioQueueNewOutput(&format, count_output, &calls, CFRunLoopGetCurrent(), given, 0, &queue) == noErr);
    give_back_two(queue);
    if (other) {
        CFRunLoopRunInMode(other, 0, 0);
        CHECK(calls == 0);
    }
    CHECK(CFRunLoopRunInMode(run, 20, 0) == kCFRunLoopRunStopped && calls == 2);
    CHECK(AudioQueueDispose(queue, 1) == noErr);
}

static void modes(void) {
    CFStringRef made = CFStringCreateWithCString(NULL, "a mode of ours", kCFStringEncodingUTF8);
    play_in_mode(NULL, kCFRunLoopDefaultMode, NULL);
    play_in_mode(kCFRunLoopCommonModes, kCFRunLoopDefaultMode, CFSTR("constant"));
    play_in_mode(kCFRunLoopDefaultMode, kCFRunLoopDefaultMode, CFSTR("constant"));
    play_in_mode(CFSTR("constant"), CFSTR("constant"), kCFRunLoopDefaultMode);
    play_in_mode(made, made, kCFRunLoopDefaultMode);
    play_in_mode(made, CFSTR("a mode of ours"), kCFRunLoopDefaultMode);
    CFRelease(made);
}

#if defined(__BLOCKS__)
// MARK: Dispatch queues

static int key, finalized;

static void finalize(void *context) {
    (void)context;
    __atomic_add_fetch(&finalized, 1, __ATOMIC_RELEASE);
}

static void await(const int *value, int wanted) {
    UInt64 end = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(20000000000u);
    while (__atomic_load_n(value, __ATOMIC_ACQUIRE) < wanted) CHECK(AudioGetCurrentHostTime() < end);
}

static dispatch_queue_t queue_of_ours(void) {
    dispatch_queue_t queue = dispatch_queue_create("ours", NULL);
    dispatch_queue_set_specific(queue, &key, &key, NULL);
    dispatch_set_context(queue, &key);
    dispatch_set_finalizer_f(queue, finalize);
    return queue;
}

static int is_on_ours(void) { return dispatch_get_specific(&key) == &key; }

#ifdef __cplusplus
/// Counts its instances: a copied block has its own instance, which ends with the block.
struct Counted {
    static int live;
    Counted() { __atomic_add_fetch(&live, 1, __ATOMIC_RELEASE); }
    Counted(const Counted &) { __atomic_add_fetch(&live, 1, __ATOMIC_RELEASE); }
    ~Counted() { __atomic_sub_fetch(&live, 1, __ATOMIC_RELEASE); }
    void use() const {}
};
int Counted::live = 0;
#define CAPTURED Counted counted
#define USE counted.use()
#define ALL_RELEASED Counted::live == 0
#else
#define CAPTURED int counted = 1
#define USE (void)counted
#define ALL_RELEASED 1
#endif

static int calls, elsewhere;

static void called(int isRight) { __atomic_add_fetch(isRight ? &calls : &elsewhere, 1, __ATOMIC_RELEASE); }

static void output_on_a_queue(void) {
    AudioStreamBasicDescription format = pcm();
    AudioQueueRef queue = NULL;
    calls = 0;
    {
        CAPTURED;
        dispatch_queue_t ours = queue_of_ours();
        CHECK(AudioQueueNewOutputWithDispatchQueue(
            &queue, &format, 0, ours,
            ^(AudioQueueRef aq, AudioQueueBufferRef buffer) {
                USE;
                called(is_on_ours() && aq && buffer->mAudioDataByteSize == 256);
            }) == noErr);
        dispatch_release(ours);
    }
    give_back_two(queue);
    await(&calls, 2);
    CHECK(AudioQueueDispose(queue, 1) == noErr);
}

static void input_on_a_queue(void) {
    AudioStreamBasicDescription format = pcm();
    AudioQueueRef queue = NULL;
    calls = 0;
    {
        CAPTURED;
        dispatch_queue_t ours = queue_of_ours();
        CHECK(AudioQueueNewInputWithDispatchQueue(
            &queue, &format, 0, ours,
            ^(AudioQueueRef aq, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
              const AudioStreamPacketDescription *packets) {
                USE;
                (void)count, (void)packets;
                called(is_on_ours() && aq && buffer->mAudioDataByteSize == 256 && time->mFlags);
            }) == noErr);
        dispatch_release(ours);
    }
    for (int i = 0; i < 2; i++) {
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBuffer(queue, 256, &buffer) == noErr);
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    await(&calls, 2);
    CHECK(AudioQueueDispose(queue, 1) == noErr);
}

static AudioDeviceID default_output(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    AudioDeviceID device = kAudioDeviceUnknown;
    UInt32 size = sizeof device;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    return device;
}

static void listen_on_a_queue(void) {
    AudioDeviceID device = default_output();
    AudioObjectPropertyAddress address = {
        kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 cycle = 300;
    calls = 0;
    {
        CAPTURED;
        dispatch_queue_t ours = queue_of_ours();
        AudioObjectPropertyListenerBlock listener =
            Block_copy((^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
                USE;
                called(is_on_ours() && count == 1 && addresses->mSelector == kAudioDevicePropertyBufferFrameSize);
            }));
        CHECK(AudioObjectAddPropertyListenerBlock(device, &address, ours, listener) == noErr);
        CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
        await(&calls, 1);
        CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, ours, listener) == noErr);
        // A second listener, without a queue, is called for the next change when the first one would have been.
        __block int heard = 0;
        int *notified = &heard;
        AudioObjectPropertyListenerBlock other =
            Block_copy((^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
                (void)count, (void)addresses;
                __atomic_add_fetch(notified, 1, __ATOMIC_RELEASE);
            }));
        CHECK(AudioObjectAddPropertyListenerBlock(device, &address, NULL, other) == noErr);
        cycle = 600;
        CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
        await(notified, 1);
        dispatch_sync(ours, ^{});
        CHECK(calls == 1);
        CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, NULL, other) == noErr);
        Block_release(other);
        Block_release(listener);
        dispatch_release(ours);
    }
}

/// A program that does not copy its block passes the same address on the stack to add and to remove.
static void listen_with_a_block_on_the_stack(void) {
    AudioDeviceID device = default_output();
    AudioObjectPropertyAddress address = {
        kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 cycle = 800;
    dispatch_queue_t ours = dispatch_queue_create("ours", NULL);
    int heard = 0, last = 0, *notified = &heard, *notifiedLast = &last;
    AudioObjectPropertyListenerBlock listener = ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        (void)count, (void)addresses;
        __atomic_add_fetch(notified, 1, __ATOMIC_RELEASE);
    };
    AudioObjectPropertyListenerBlock other = ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
        (void)count, (void)addresses;
        __atomic_add_fetch(notifiedLast, 1, __ATOMIC_RELEASE);
    };
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, ours, listener) == noErr);
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, ours, other) == noErr);
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    await(notifiedLast, 1);
    CHECK(heard == 1);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, ours, listener) == noErr);
    cycle++;
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    await(notifiedLast, 2);
    CHECK(heard == 1);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, ours, other) == noErr);
    dispatch_sync(ours, ^{});
    dispatch_release(ours);
}

static void listen_on_the_main_queue(void) {
    AudioDeviceID device = default_output();
    AudioObjectPropertyAddress address = {
        kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMaster};
    UInt32 cycle = 700;
    AudioObjectPropertyListenerBlock listener =
        ^(UInt32 count, const AudioObjectPropertyAddress *addresses) {
            (void)count, (void)addresses;
            CFRunLoopStop(CFRunLoopGetMain());
        };
    CHECK(AudioObjectAddPropertyListenerBlock(device, &address, dispatch_get_main_queue(), listener) == noErr);
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof cycle, &cycle) == noErr);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 20, 0) == kCFRunLoopRunStopped);
    CHECK(AudioObjectRemovePropertyListenerBlock(device, &address, dispatch_get_main_queue(), listener) == noErr);
}

/// With a queue of ours; with null the block runs on the audio thread.
static void render_in_blocks(int withQueue) {
    AudioDeviceID device = default_output();
    AudioDeviceIOProcID proc = NULL;
    calls = 0;
    {
        CAPTURED;
        dispatch_queue_t ours = withQueue ? queue_of_ours() : NULL;
        CHECK(AudioDeviceCreateIOProcIDWithBlock(
            &proc, device, ours,
            ^(const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
              AudioBufferList *output, const AudioTimeStamp *outputTime) {
                USE;
                (void)input, (void)inputTime;
                called(
                    is_on_ours() == withQueue && output->mNumberBuffers > 0 &&
                    outputTime->mSampleTime > now->mSampleTime);
            }) == noErr);
        if (ours) dispatch_release(ours);
    }
    CHECK(AudioDeviceStart(device, proc) == noErr);
    await(&calls, 3);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, proc) == noErr);
}
#endif

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    modes();
#if defined(__BLOCKS__)
    output_on_a_queue();
    input_on_a_queue();
    listen_on_a_queue();
    listen_with_a_block_on_the_stack();
    listen_on_the_main_queue();
    render_in_blocks(1);
    render_in_blocks(0);
    CHECK(elsewhere == 0);
    // Four queues were passed and released, and all blocks with them.
    await(&finalized, 4);
    UInt64 end = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(20000000000u);
    while (!(ALL_RELEASED)) CHECK(AudioGetCurrentHostTime() < end);
#endif
    return 0;
}
