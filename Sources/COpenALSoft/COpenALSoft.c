#define _GNU_SOURCE
#include "COpenALSoft.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SoftFunctions library;
static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Lets the library read its settings while ALSOFT_DRIVERS is "null": otherwise it would connect to each sound server, and start
/// one, to find out on which devices it could play. All that it plays goes through ours. ALSOFT_LOGLEVEL is "0" unless the user has
/// set it: otherwise it would print that a device is open where a program ends, as many do.
///
/// The variables are set for that moment alone. The old array stays valid, so that other threads may read the environment meanwhile,
/// which setenv does not allow.
static void read_settings(void) {
    static char drivers[] = "ALSOFT_DRIVERS=null", level[] = "ALSOFT_LOGLEVEL=0";
    static char *changed[4096];
    char **before = environ;
    size_t count = 0, kept = 0;
    while (before && before[count]) count++;
    if (count + 3 <= sizeof changed / sizeof *changed) {
        changed[kept++] = drivers;
        if (!getenv("ALSOFT_LOGLEVEL")) changed[kept++] = level;
        for (size_t i = 0; i < count; i++)
            if (strncmp(before[i], "ALSOFT_DRIVERS=", 15)) changed[kept++] = before[i];
        __atomic_store_n(&environ, changed, __ATOMIC_RELEASE);
    }
    struct SoftDevice *device = library.alcLoopbackOpenDeviceSOFT(NULL);
    if (device) library.alcCloseDevice(device);
    // Unless another thread has set a variable.
    char **mine = changed;
    __atomic_compare_exchange_n(&environ, &mine, before, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    if (!device) snprintf(reason, sizeof reason, "libopenal.so.1 opens no loopback device");
}

// Calls in progress on threads of ours, and whether the program ends.
static int inside, is_ending;

int SoftEnter(void) {
    __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(&is_ending, __ATOMIC_SEQ_CST)) return 1;
    SoftLeave();
    return 0;
}

void SoftLeave(void) { __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST); }

// Called before the library's own end. One that calls exit while it mixes would wait for itself.
static void end(void) {
    __atomic_store_n(&is_ending, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 1000 && __atomic_load_n(&inside, __ATOMIC_SEQ_CST) > 0; i++) usleep(1000);
}

static void load(void) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        SOFT_FORWARDED_FUNCTIONS(X)
        SOFT_EXTENSION_FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libopenal.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
        snprintf(reason, sizeof reason, "libopenal.so.1 is not there (Debian: libopenal1; Fedora: openal-soft)");
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        // The library's own, although ours have the same names.
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(reason, sizeof reason, "libopenal.so.1 has no %s", names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    atexit(end);
    void *staticData = dlsym(handle, "alBufferDataStatic");
    memcpy(&library.staticData, &staticData, sizeof staticData);
    read_settings();
}

const SoftFunctions *SoftLoad(void) {
    pthread_once(&once, load);
    return reason[0] ? NULL : &library;
}

const char *SoftUnavailable(void) { return SoftLoad() ? NULL : reason; }

#define X(result, name, parameters) extern result name parameters;
SOFT_FORWARDED_FUNCTIONS(X)
SOFT_OWN_FUNCTIONS(X)
#undef X

void *SoftOwnFunction(const char *name) {
    static const struct {
        const char *name;
        void *function;
    } functions[] = {
#define X(result, name, parameters) {#name, (void *)name},
        SOFT_FORWARDED_FUNCTIONS(X)
        SOFT_OWN_FUNCTIONS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0) return functions[i].function;
    return NULL;
}
