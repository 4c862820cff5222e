#define _GNU_SOURCE
#include "CMySofa.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static SofaLibrary library;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define X(result, name, parameters) #name,
    static const char *const names[] = {SOFA_FUNCTIONS(X)};
#undef X
    void *handle = dlopen("libmysofa.so.1", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    is_loaded = 1;
}

const SofaLibrary *SofaLoad(void) {
    pthread_once(&once, load);
    return is_loaded ? &library : NULL;
}

const char *SofaPath(void) {
    const char *chosen = secure_getenv("COREAUDIO_HRTF");
    return chosen ? chosen : "/usr/share/libmysofa/default.sofa";
}
