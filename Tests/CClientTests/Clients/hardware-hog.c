// One process hogs a device; another sees its owner, and is kept out until the owner ends. Argument: a folder through
// which the two communicate.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <CoreAudio/CoreAudio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static AudioDeviceID default_device(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioDeviceID device = 0;
    UInt32 size = sizeof device;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    return device;
}

static const AudioObjectPropertyAddress hog = {
    kAudioDevicePropertyHogMode, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};

static pid_t owner(AudioDeviceID device) {
    pid_t pid = 0;
    UInt32 size = sizeof pid;
    CHECK(AudioObjectGetPropertyData(device, &hog, 0, NULL, &size, &pid) == noErr);
    return pid;
}

static OSStatus toggle(AudioDeviceID device) {
    pid_t pid = getpid();
    return AudioObjectSetPropertyData(device, &hog, 0, NULL, sizeof pid, &pid);
}

static void have_it(int ready, int wait) {
    char byte = 0;
    AudioDeviceID device = default_device();
    CHECK(owner(device) == -1 && toggle(device) == noErr && owner(device) == getpid());
    CHECK(write(ready, &byte, 1) == 1);
    CHECK(read(wait, &byte, 1) == 1);
    CHECK(toggle(device) == noErr && owner(device) == -1 && toggle(device) == noErr);
    CHECK(AudioDeviceStart(device, NULL) == noErr && AudioDeviceStop(device, NULL) == noErr);
    CHECK(write(ready, &byte, 1) == 1);
    pause();
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    setenv("XDG_RUNTIME_DIR", argv[1], 1);
    setenv("COREAUDIO_BACKEND", "null", 1);
    int from[2], to[2], status;
    CHECK(pipe(from) == 0 && pipe(to) == 0);
    pid_t child = fork();
    if (child == 0) have_it(from[1], to[0]);
    char byte = 0;
    CHECK(read(from[0], &byte, 1) == 1);
    AudioDeviceID device = default_device();
    CHECK(owner(device) == child && toggle(device) == kAudioDevicePermissionsError && owner(device) == child);
    CHECK(AudioDeviceStart(device, NULL) == kAudioDevicePermissionsError);
    CHECK(write(to[1], &byte, 1) == 1);
    CHECK(read(from[0], &byte, 1) == 1);
    CHECK(owner(device) == child);
    // A process that ends releases the device.
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child);
    CHECK(owner(device) == -1 && toggle(device) == noErr && owner(device) == getpid());
    CHECK(AudioDeviceStart(device, NULL) == noErr && AudioDeviceStop(device, NULL) == noErr);
    // A child inherits the memory of the owner, and not the device.
    pid_t parent = getpid();
    child = fork();
    if (child == 0) {
        CHECK(owner(device) == parent && toggle(device) == kAudioDevicePermissionsError && owner(device) == parent);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child && status == 0 && owner(device) == parent);
    CHECK(toggle(device) == noErr && owner(device) == -1);
    return 0;
}
