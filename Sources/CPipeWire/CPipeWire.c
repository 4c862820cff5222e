#include "CPipeWire.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static PipeWireLibrary library;
static pw_loop *(*acquireLoop)(pw_context *context, const PWDictionary *properties);
static int isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        PIPEWIRE_FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libpipewire-0.3.so.0", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    void *symbol = dlsym(handle, "pw_context_acquire_loop");
    memcpy(&acquireLoop, &symbol, sizeof symbol);
    library.pw_init(NULL, NULL);
    isLoaded = 1;
}

const PipeWireLibrary *PipeWireLoad(void) {
    pthread_once(&once, load);
    return isLoaded ? &library : NULL;
}

const char *PWDataLoopName(pw_context *context) {
    const pw_loop *loop = acquireLoop ? acquireLoop(context, NULL) : NULL;
    return loop ? ((const PWLoop *)loop)->name : NULL;
}

static uint32_t *property(uint32_t *at, uint32_t key, uint32_t type, uint32_t value) {
    const uint32_t words[] = {key, 0, 4, type, value, 0};
    memcpy(at, words, sizeof words);
    return at + 6;
}

void PWBuildFormat(uint32_t *words, uint32_t rate, uint32_t channels, const uint32_t *positions) {
    uint32_t *at = words + 4;
    at = property(at, PWKeyMediaType, PWTypeId, PWMediaTypeAudio);
    at = property(at, PWKeyMediaSubtype, PWTypeId, PWMediaSubtypeRaw);
    at = property(at, PWKeyAudioFormat, PWTypeId, PWFormatFloat32);
    at = property(at, PWKeyAudioRate, PWTypeInt, rate);
    at = property(at, PWKeyAudioChannels, PWTypeInt, channels);
    const uint32_t head[] = {PWKeyAudioPosition, 0, 8 + 4 * channels, PWTypeArray, 4, PWTypeId};
    memcpy(at, head, sizeof head);
    at += 6;
    memcpy(at, positions, channels * sizeof *positions);
    at += channels;
    // Every value is padded to 8 bytes.
    if (channels % 2) *at++ = 0;
    words[0] = (uint32_t)((char *)at - (char *)words) - 8;
    words[1] = PWTypeObject;
    words[2] = PWObjectFormat;
    words[3] = PWParameterEnumFormat;
}
