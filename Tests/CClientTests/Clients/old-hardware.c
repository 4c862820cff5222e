// Plays through the hardware layer by the calls of the first systems, as programs of that time do.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv and usleep, where the standard is C11 without extensions
#endif
#include <AvailabilityMacros.h>
#include <CoreAudio/CoreAudio.h>
#include <CoreFoundation/CFBase.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if MAC_OS_X_VERSION_MAX_ALLOWED < MAC_OS_X_VERSION_10_5 || MAC_OS_X_VERSION_MIN_REQUIRED < 101500
#error "the calls of 10.5 and later are there"
#endif
#if TARGET_OS_IPHONE || !TARGET_OS_MAC || TARGET_OS_LINUX
#error "the branch for macOS is not taken"
#endif

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static long cycles, frames, changes;

static OSStatus play(
    AudioDeviceID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *context) {
    (void)device, (void)now, (void)input, (void)inputTime, (void)outputTime;
    if (context != &cycles) return noErr;
    if (output->mNumberBuffers > 0)
        __atomic_add_fetch(&frames, output->mBuffers[0].mDataByteSize / 4, __ATOMIC_RELEASE);
    __atomic_add_fetch(&cycles, 1, __ATOMIC_RELEASE);
    return noErr;
}

static OSStatus changed(
    AudioDeviceID device, UInt32 channel, Boolean is_input, AudioDevicePropertyID property, void *context) {
    (void)device;
    if (channel == 0 && !is_input && property == kAudioDevicePropertyBufferFrameSize && context == &changes)
        __atomic_add_fetch(&changes, 1, __ATOMIC_RELEASE);
    return noErr;
}

static OSStatus stream_changed(AudioStreamID stream, UInt32 channel, AudioDevicePropertyID property, void *context) {
    (void)stream, (void)channel, (void)property, (void)context;
    return noErr;
}

static OSStatus system_changed(AudioHardwarePropertyID property, void *context) {
    (void)property, (void)context;
    return noErr;
}

static int reaches(long *count, long wanted) {
    for (int i = 0; i < 2000 && __atomic_load_n(count, __ATOMIC_ACQUIRE) < wanted; i++) usleep(5000);
    return __atomic_load_n(count, __ATOMIC_ACQUIRE) >= wanted;
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    AudioDeviceID device = kAudioDeviceUnknown;
    UInt32 size = 0;
    Boolean writable = 0;
    CHECK(AudioHardwareGetPropertyInfo(kAudioHardwarePropertyDefaultOutputDevice, &size, &writable) == noErr);
    CHECK(size == sizeof device);
    CHECK(AudioHardwareGetProperty(kAudioHardwarePropertyDefaultOutputDevice, &size, &device) == noErr);
    CHECK(device != kAudioDeviceUnknown);
    CHECK(AudioHardwareGetProperty(1, &size, &device) == kAudioHardwareUnknownPropertyError);
    CHECK(AudioHardwareAddPropertyListener(kAudioHardwarePropertyDevices, NULL, NULL) == kAudio_ParamError);
    CHECK(AudioHardwareAddPropertyListener(kAudioHardwarePropertyDevices, system_changed, NULL) == noErr);
    CHECK(AudioHardwareRemovePropertyListener(kAudioHardwarePropertyDevices, system_changed) == noErr);

    // The cycle as a property of the device: it is found by the direction too.
    UInt32 cycle = 0;
    CHECK(AudioDeviceGetPropertyInfo(device, 0, 0, kAudioDevicePropertyBufferFrameSize, &size, &writable) == noErr);
    CHECK(size == sizeof cycle && writable);
    CHECK(AudioDeviceGetProperty(device, 0, 0, kAudioDevicePropertyBufferFrameSize, &size, &cycle) == noErr);
    CHECK(cycle > 0);

    // With the cycle as it is, the callback runs on the program's one output.
    CHECK(AudioDeviceAddIOProc(device, NULL, &cycles) == kAudio_ParamError);
    CHECK(AudioDeviceAddIOProc(device, play, &cycles) == noErr);
    CHECK(AudioDeviceAddIOProc(device, play, &cycles) != noErr);
    CHECK(AudioDeviceStart(device, play) == noErr);
    CHECK(reaches(&cycles, 10) && frames >= 10);
    CHECK(AudioDeviceStop(device, play) == noErr);
    long end = cycles;
    CHECK(AudioDeviceRemoveIOProc(device, play) == noErr);
    CHECK(AudioDeviceStart(device, play) != noErr);
    usleep(50000);
    CHECK(cycles == end);

    // Programs that were moved to identifiers halfway pass the function on, which names a callback while no other has it.
    AudioDeviceIOProcID first = NULL, second = NULL;
    CHECK(AudioDeviceCreateIOProcID(device, play, &cycles, &first) == noErr && first != play);
    CHECK(AudioDeviceStart(device, play) == noErr);
    CHECK(reaches(&cycles, end + 10));
    CHECK(AudioDeviceStop(device, play) == noErr);
    CHECK(AudioDeviceCreateIOProcID(device, play, &cycles, &second) == noErr && second != first);
    CHECK(AudioDeviceStart(device, play) == kAudio_ParamError);
    CHECK(AudioDeviceDestroyIOProcID(device, first) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, play) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, second) != noErr);

    CHECK(AudioDeviceAddPropertyListener(
        device, 0, 0, kAudioDevicePropertyBufferFrameSize, NULL, NULL) == kAudio_ParamError);
    CHECK(AudioDeviceAddPropertyListener(
        device, 0, 0, kAudioDevicePropertyBufferFrameSize, changed, &changes) == noErr);
    cycle = 1024;
    CHECK(AudioDeviceSetProperty(
        device, NULL, 0, 0, kAudioDevicePropertyBufferFrameSize, sizeof cycle, &cycle) == noErr);
    CHECK(reaches(&changes, 1));
    CHECK(AudioDeviceRemovePropertyListener(device, 0, 0, kAudioDevicePropertyBufferFrameSize, changed) == noErr);

    AudioStreamID streams[8];
    size = sizeof streams;
    CHECK(AudioDeviceGetProperty(device, 0, 0, kAudioDevicePropertyStreams, &size, streams) == noErr);
    CHECK(size >= sizeof *streams);
    AudioStreamBasicDescription format;
    size = sizeof format;
    CHECK(AudioStreamGetPropertyInfo(streams[0], 0, kAudioStreamPropertyVirtualFormat, &size, &writable) == noErr);
    CHECK(AudioStreamGetProperty(streams[0], 0, kAudioStreamPropertyVirtualFormat, &size, &format) == noErr);
    CHECK(format.mFormatID == kAudioFormatLinearPCM && format.mSampleRate > 0);
    CHECK(AudioStreamSetProperty(streams[0], NULL, 0, 1, sizeof format, &format) != noErr);
    CHECK(AudioStreamAddPropertyListener(
        streams[0], 0, kAudioStreamPropertyVirtualFormat, NULL, NULL) == kAudio_ParamError);
    CHECK(AudioStreamAddPropertyListener(
        streams[0], 0, kAudioStreamPropertyVirtualFormat, stream_changed, NULL) == noErr);
    CHECK(AudioStreamRemovePropertyListener(streams[0], 0, kAudioStreamPropertyVirtualFormat, stream_changed) == noErr);

    CHECK(AudioDeviceRead(device, NULL, NULL) == kAudio_UnimplementedError);
    CHECK(AudioHardwareAddRunLoopSource(NULL) == kAudio_UnimplementedError);
    CHECK(AudioHardwareRemoveRunLoopSource(NULL) == kAudio_UnimplementedError);
    CHECK(AudioDeviceGetProperty(12345, 0, 0, kAudioDevicePropertyStreams, &size, streams) ==
        kAudioHardwareBadObjectError);
    return 0;
}
