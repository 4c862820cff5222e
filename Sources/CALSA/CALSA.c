#include "CALSA.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static ALSALibrary library;
static int isLoaded;
static ALSASequencerLibrary sequencer;
static int hasSequencer;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Every message is also returned as an error, which is where it belongs.
static void keepQuiet(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static void loadSequencer(void *handle) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        ALSA_SEQUENCER_FUNCTIONS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&sequencer + i * sizeof symbol, &symbol, sizeof symbol);
    }
    hasSequencer = 1;
}

static void load(void) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        ALSA_FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    library.snd_lib_error_set_handler((void *)keepQuiet);
    isLoaded = 1;
    loadSequencer(handle);
}

const ALSALibrary *ALSALoad(void) {
    pthread_once(&once, load);
    return isLoaded ? &library : NULL;
}

const ALSASequencerLibrary *ALSASequencerLoad(void) {
    pthread_once(&once, load);
    return hasSequencer ? &sequencer : NULL;
}
