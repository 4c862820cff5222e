// A program with another user's rights hogs a device, and makes no file in the folder that its caller's environment names. Argument: a
// folder of its own. Does nothing where it does not run as root, or where such programs are not let have their rights.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // setenv, where the standard is C11 without extensions
#endif
#include <CoreAudio/CoreAudio.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(1); } \
    } while (0)

static const uid_t other_user = 65534;

static int hogs(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioDeviceID device = 0;
    UInt32 size = sizeof device;
    pid_t pid = getpid();
    if (geteuid() == getuid()) return 0;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    address.mSelector = kAudioDevicePropertyHogMode;
    CHECK(AudioObjectSetPropertyData(device, &address, 0, NULL, sizeof pid, &pid) == noErr);
    size = sizeof pid;
    CHECK(AudioObjectGetPropertyData(device, &address, 0, NULL, &size, &pid) == noErr && pid == getpid());
    return 0;
}

static void copy(const char *from, const char *to) {
    FILE *source = fopen(from, "rb"), *target = fopen(to, "wb");
    char block[4096];
    size_t count;
    CHECK(source && target);
    while ((count = fread(block, 1, sizeof block, source)) > 0) CHECK(fwrite(block, 1, count, target) == count);
    fclose(source);
    CHECK(fclose(target) == 0);
}

int main(int argc, char **argv) {
    char folder[4096], program[4096];
    CHECK(argc > 1);
    if (!strcmp(argv[1], "hog")) return hogs();
    if (geteuid() != 0) return 0;
    snprintf(folder, sizeof folder, "%s/runtime", argv[1]);
    snprintf(program, sizeof program, "%s/owned", argv[1]);
    CHECK(mkdir(folder, 0777) == 0 && chmod(folder, 0777) == 0 && chmod(argv[1], 0755) == 0);
    copy("/proc/self/exe", program);
    CHECK(chown(program, other_user, (gid_t)-1) == 0 && chmod(program, 04755) == 0);
    CHECK(setenv("XDG_RUNTIME_DIR", folder, 1) == 0 && setenv("COREAUDIO_BACKEND", "null", 1) == 0);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "hog", (char *)NULL);
        _exit(1);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    DIR *listing = opendir(folder);
    CHECK(listing != NULL);
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) CHECK(entry->d_name[0] == '.');
    closedir(listing);
    return 0;
}
