// Starts a device at a time, asks which time is the nearest, sets the default device by the first systems' call, and prints an object.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv and usleep, where the standard is C11 without extensions
#endif
#include <CoreAudio/CoreAudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static UInt64 first;  // the host time of the first frame of the first cycle
static Float64 first_sample = -1;
static long cycles;

static OSStatus play(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *context) {
    (void)device, (void)now, (void)input, (void)inputTime, (void)output, (void)context;
    if (cycles == 0) {
        first = outputTime->mHostTime;
        first_sample = outputTime->mSampleTime;
    }
    __atomic_add_fetch(&cycles, 1, __ATOMIC_RELEASE);
    return noErr;
}

static int runs(void) {
    for (int i = 0; i < 2000 && __atomic_load_n(&cycles, __ATOMIC_ACQUIRE) == 0; i++) usleep(5000);
    return __atomic_load_n(&cycles, __ATOMIC_ACQUIRE) > 0;
}

static int starts(AudioObjectID device, UInt32 frames) {
    AudioDeviceIOProcID proc = NULL, other = NULL;
    CHECK(AudioDeviceCreateIOProcID(device, play, NULL, &proc) == noErr);
    AudioTimeStamp time;
    memset(&time, 0, sizeof time);
    // No time is valid; and there is no clock while the device stands still.
    CHECK(AudioDeviceStartAtTime(device, proc, &time, 0) == kAudio_ParamError);
    time.mFlags = kAudioTimeStampHostTimeValid;
    time.mHostTime = AudioGetCurrentHostTime();
    CHECK(AudioDeviceGetNearestStartTime(device, &time, 0) == kAudioHardwareNotRunningError);
    CHECK(AudioDeviceGetNearestStartTime(12345, &time, 0) == kAudioHardwareBadDeviceError);
    CHECK(AudioDeviceStartAtTime(12345, proc, &time, 0) == kAudioHardwareBadDeviceError);
    CHECK(cycles == 0);

    // The first cycle that the function gets is the one that contains the time.
    UInt64 wanted = AudioGetCurrentHostTime() + AudioConvertNanosToHostTime(1000000000);
    time.mHostTime = wanted;
    CHECK(AudioDeviceStartAtTime(device, proc, &time, 0) == noErr);
    CHECK((time.mFlags & kAudioTimeStampHostTimeValid) && time.mHostTime >= wanted);
    CHECK(runs());
    Float64 cycle = frames / 48000.0 * 1e9;
    CHECK((Float64)first + cycle * 1.01 > (Float64)wanted && (Float64)first < (Float64)wanted + cycle * 1.01);

    // The nearest time of a time that is past comes a cycle after the clock; one that is to come is given back.
    AudioTimeStamp now, nearest;
    memset(&now, 0, sizeof now);
    CHECK(AudioDeviceGetCurrentTime(device, &now) == noErr);
    memset(&nearest, 0, sizeof nearest);
    nearest.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(AudioDeviceGetNearestStartTime(device, &nearest, 0) == noErr);
    CHECK(nearest.mSampleTime > first_sample && (nearest.mFlags & kAudioTimeStampHostTimeValid));
    nearest.mSampleTime = now.mSampleTime + 480000;
    nearest.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(AudioDeviceGetNearestStartTime(device, &nearest, 0) == noErr);
    CHECK(nearest.mSampleTime == (UInt64)(now.mSampleTime + 480000) || nearest.mSampleTime == (UInt64)(now.mSampleTime + 480001));

    // The device runs on where a stop is of no function that was started.
    CHECK(AudioDeviceCreateIOProcID(device, play, NULL, &other) == noErr);
    CHECK(AudioDeviceStop(device, NULL) == kAudio_ParamError);
    CHECK(AudioDeviceGetCurrentTime(device, &now) == noErr);
    CHECK(AudioDeviceStop(device, proc) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, other) == noErr && AudioDeviceDestroyIOProcID(device, proc) == noErr);
    return 0;
}

int main(void) {
    setenv("COREAUDIO_BACKEND", "null", 1);
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = kAudioObjectUnknown;
    UInt32 size = sizeof device, frames = 0;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    address.mSelector = kAudioDevicePropertyBufferFrameSize;
    size = sizeof frames;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &frames) == noErr && frames > 0);

    // The default device that is set is the default device; what is no device is refused.
    AudioObjectID none = 12345, same = 0;
    CHECK(AudioHardwareSetProperty(kAudioHardwarePropertyDefaultOutputDevice, sizeof device, &device) == noErr);
    size = sizeof same;
    CHECK(AudioHardwareGetProperty(kAudioHardwarePropertyDefaultOutputDevice, &size, &same) == noErr && same == device);
    CHECK(AudioHardwareSetProperty(kAudioHardwarePropertyDefaultOutputDevice, sizeof none, &none) != noErr);
    CHECK(AudioHardwareSetProperty(kAudioHardwarePropertyDefaultOutputDevice, 2, &device) != noErr);
    CHECK(AudioHardwareSetProperty(kAudioHardwarePropertyDevices, sizeof device, &device) != noErr);
    size = sizeof same;
    CHECK(AudioHardwareGetProperty(kAudioHardwarePropertyDefaultOutputDevice, &size, &same) == noErr && same == device);

    // With room for one description, the head says how many there are.
    AudioChannelLayout layout;
    memset(&layout, 0, sizeof layout);
    address.mSelector = kAudioDevicePropertyPreferredChannelLayout;
    address.mScope = kAudioObjectPropertyScopeOutput;
    size = sizeof layout;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &layout) == noErr && size == sizeof layout);
    CHECK(layout.mNumberChannelDescriptions == 2 && layout.mChannelDescriptions[0].mChannelLabel == kAudioChannelLabel_Left);

    int failed = starts(device, frames);
    if (failed) return failed;

    // The object's number and its name, on the standard output.
    FILE *file = tmpfile();
    CHECK(file);
    fflush(stdout);
    int kept = dup(1);
    CHECK(kept >= 0 && dup2(fileno(file), 1) == 1);
    AudioObjectShow(device);
    AudioObjectShow(12345);
    fflush(stdout);
    CHECK(dup2(kept, 1) == 1);
    rewind(file);
    char text[1024], number[64];
    size_t count = fread(text, 1, sizeof text - 1, file);
    text[count] = 0;
    snprintf(number, sizeof number, "AudioObjectID: %u\n\tname: ", (unsigned)device);
    CHECK(strncmp(text, number, strlen(number)) == 0);
    CHECK(strstr(text, "AudioObjectID: 12345\n"));
    fclose(file);
    return 0;
}
