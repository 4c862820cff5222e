// Has everything call it that can: callbacks of a device's input and output, of a unit, of queues, and a listener. They play what they
// record, by way of variables of main. Returns from main while all of them run, or exits: then none of them is called any more.
// Arguments: "return", "exit", or "callback", to exit in one of them.
#define _DEFAULT_SOURCE // usleep in strict C
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

enum { HEARD, PLAYED, RENDERED, UNIT_HEARD, RETURNED, FILLED, TOLD, KINDS };
static long calls[KINDS];
static int exits_in_callback, mark = 0x636F7265;
static AudioObjectID device;

/// What main keeps, and takes away at its end.
typedef struct {
    int *mark;
    float last;
} Passage;

static void note(int kind, void *data) {
    Passage *passage = (Passage *)data;
    // A pointer that is not main's any more ends the program.
    if (*passage->mark != mark) abort();
    passage->last += 1;
    __atomic_add_fetch(&calls[kind], 1, __ATOMIC_ACQ_REL);
}

static long count(int kind) { return __atomic_load_n(&calls[kind], __ATOMIC_ACQUIRE); }

static OSStatus hear(
    AudioObjectID object, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)object, (void)now, (void)input, (void)inputTime, (void)output, (void)outputTime;
    note(HEARD, data);
    return noErr;
}

static OSStatus play(
    AudioObjectID object, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *data) {
    (void)object, (void)now, (void)input, (void)inputTime, (void)output, (void)outputTime;
    note(PLAYED, data);
    return noErr;
}

static OSStatus render(
    void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list) {
    (void)flags, (void)time, (void)bus, (void)frames, (void)list;
    note(list ? RENDERED : UNIT_HEARD, data);
    return noErr;
}

static void returned(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    note(RETURNED, data);
    if (exits_in_callback && count(RETURNED) > 8) exit(0);
    (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void filled(
    void *data, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 packets,
    const AudioStreamPacketDescription *descriptions) {
    (void)time, (void)packets, (void)descriptions;
    note(FILLED, data);
    (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static const AudioObjectPropertyAddress size_of_cycle = {
    kAudioDevicePropertyBufferFrameSize, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};

static OSStatus told(AudioObjectID object, UInt32 number, const AudioObjectPropertyAddress *addresses, void *data) {
    (void)object, (void)number, (void)addresses;
    note(TOLD, data);
    return noErr;
}

static void change_cycle(void) {
    static UInt32 frames = 512;
    frames = frames == 512 ? 256 : 512;
    (void)AudioObjectSetPropertyData(device, &size_of_cycle, 0, NULL, sizeof frames, &frames);
}

/// The last of the handlers, as the program adds it first.
static void judge(void) {
    long before[KINDS];
    for (int kind = 0; kind < KINDS; kind++) before[kind] = count(kind);
    change_cycle();
    usleep(200000);
    for (int kind = 0; kind < KINDS; kind++) {
        if (count(kind) == before[kind]) continue;
        printf("kind %d: %ld calls after the end\n", kind, count(kind) - before[kind]);
        fflush(stdout);
        _exit(1);
    }
}

static AudioObjectID default_device(AudioObjectPropertySelector selector) {
    AudioObjectPropertyAddress address = {selector, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID object = kAudioObjectUnknown;
    UInt32 size = sizeof object;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &object) == noErr);
    CHECK(object != kAudioObjectUnknown);
    return object;
}

static void start_device(Passage *passage) {
    AudioObjectID input = default_device(kAudioHardwarePropertyDefaultInputDevice);
    AudioDeviceIOProcID procs[2] = {NULL, NULL};
    CHECK(AudioDeviceCreateIOProcID(input, hear, passage, &procs[0]) == noErr);
    CHECK(AudioDeviceCreateIOProcID(device, play, passage, &procs[1]) == noErr);
    CHECK(AudioDeviceStart(input, procs[0]) == noErr);
    CHECK(AudioDeviceStart(device, procs[1]) == noErr);
    CHECK(AudioObjectAddPropertyListener(device, &size_of_cycle, told, passage) == noErr);
}

static void start_unit(Passage *passage) {
    AudioComponentDescription wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = kAudioUnitType_Output;
    wanted.componentSubType = kAudioUnitSubType_RemoteIO;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    AudioUnit unit = NULL;
    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &unit) == noErr);
    UInt32 one = 1;
    AURenderCallbackStruct callback = {render, passage};
    CHECK(AudioUnitSetProperty(
              unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one, sizeof one) == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 1, &callback,
              sizeof callback) == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback) == noErr);
    CHECK(AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr);
}

static void start_queues(Passage *passage) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 48000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    AudioQueueRef playing = NULL, recording = NULL;
    CHECK(AudioQueueNewOutput(&format, returned, passage, NULL, NULL, 0, &playing) == noErr);
    CHECK(AudioQueueNewInput(&format, filled, passage, NULL, NULL, 0, &recording) == noErr);
    for (int i = 0; i < 6; i++) {
        AudioQueueRef queue = i < 3 ? playing : recording;
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBuffer(queue, 960, &buffer) == noErr);
        buffer->mAudioDataByteSize = 960;
        memset(buffer->mAudioData, 0, 960);
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(playing, NULL) == noErr && AudioQueueStart(recording, NULL) == noErr);
}

int main(int argc, char **argv) {
    int own_mark = mark;
    Passage passage = {&own_mark, 0};
    const char *way = argc > 1 ? argv[1] : "return";
    if (atexit(judge) != 0) return 2;
    device = default_device(kAudioHardwarePropertyDefaultOutputDevice);
    start_device(&passage);
    start_unit(&passage);
    start_queues(&passage);
    for (int kind = 0; kind < KINDS; kind++) {
        while (count(kind) < 3) {
            if (kind == TOLD) change_cycle();
            usleep(1000);
        }
    }
    if (!strcmp(way, "callback")) {
        __atomic_store_n(&exits_in_callback, 1, __ATOMIC_RELEASE);
        for (;;) pause();
    }
    if (!strcmp(way, "exit")) exit(0);
    return 0;
}
