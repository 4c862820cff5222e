#define _GNU_SOURCE
#include "CMPG123.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(result, name, parameters) result (*name) parameters;
static struct { MPG_FUNCTIONS(X) } library;
#undef X

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define X(result, name, parameters) #name,
    static const char *const names[] = {MPG_FUNCTIONS(X)};
#undef X
    const char *chosen = secure_getenv("COREAUDIO_LIBMPG123");
    const char *path = chosen ? chosen : "libmpg123.so.0";
    if (!path[0]) {
        snprintf(reason, sizeof reason, "COREAUDIO_LIBMPG123 is empty");
        return;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_NODELETE);
    if (!handle) {
        snprintf(reason, sizeof reason, "%s is not there (Debian: libmpg123-0; Fedora: mpg123-libs)", path);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(reason, sizeof reason, "%s has no %s", path, names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    static const int needed[] = {MPGHasLayer1, MPGHasLayer2, MPGHasLayer3, MPGHasFloat};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (library.mpg123_feature(needed[i])) continue;
        snprintf(reason, sizeof reason, "%s was built without its feature %d", path, needed[i]);
        return;
    }
    if (library.mpg123_init() != MPGOK) snprintf(reason, sizeof reason, "%s does not start", path);
}

const char *MPGUnavailable(void) {
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

struct MPGDecoder {
    struct mpg123_handle_struct *handle;
    int32_t channels;
    MPGNotes notes;
};

static int configure(struct mpg123_handle_struct *handle, int32_t sampleRate, int32_t channels) {
    const struct { int parameter; long value; } settings[] = {
        {MPGFlags, MPGQuiet | MPGNoResync | MPGIgnoreInfoFrame | MPGNoReadAhead}, {MPGIndexSize, 0},
        // A frame has its place in one buffer, and there is another while that is given back.
        {MPGFeedPool, 2}, {MPGFeedBuffer, 4096},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (library.mpg123_param(handle, settings[i].parameter, settings[i].value, 0) != MPGOK) return 0;
    }
    return library.mpg123_format_none(handle) == MPGOK
        && library.mpg123_format(handle, sampleRate, channels, MPGFloat32) == MPGOK
        && library.mpg123_open_feed(handle) == MPGOK;
}

MPGDecoder *MPGDecoderOpen(int32_t sampleRate, int32_t channels) {
    if (MPGUnavailable()) return NULL;
    MPGDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->channels = channels;
    decoder->handle = library.mpg123_new(NULL, NULL);
    if (decoder->handle && configure(decoder->handle, sampleRate, channels)) return decoder;
    MPGDecoderClose(decoder);
    return NULL;
}

void MPGDecoderClose(MPGDecoder *decoder) {
    if (decoder->handle) library.mpg123_delete(decoder->handle);
    free(decoder);
}

int32_t MPGDecoderRestart(MPGDecoder *decoder, int32_t freeSize) {
    return library.mpg123_param(decoder->handle, MPGFreeFormatSize, freeSize, 0) == MPGOK
            && library.mpg123_open_feed(decoder->handle) == MPGOK
        ? 0 : -1;
}

int32_t MPGDecoderDecode(MPGDecoder *decoder, const uint8_t *packet, size_t size, float *samples, int32_t frames) {
    size_t wanted = (size_t)frames * (size_t)decoder->channels * sizeof *samples, done = 0;
    int result = library.mpg123_decode(decoder->handle, packet, size, samples, wanted, &done);
    // The first frame announces the format that was asked for.
    if (result == MPGNewFormat) result = library.mpg123_decode(decoder->handle, NULL, 0, samples, wanted, &done);
    return result == MPGOK && done == wanted ? 0 : -1;
}

int32_t MPGCanWatch(void) { return !MPGUnavailable() && library.mpg123_feature(MPGHasNotes); }

int32_t MPGDecoderWatch(
    MPGDecoder *decoder, const uint8_t *packet, size_t size, float *samples, int32_t frames, int32_t *granules) {
    MPGNotes *notes = &decoder->notes;
    notes->blockType[0][0] = notes->blockType[1][0] = -1;
    *granules = 0;
    if (library.mpg123_set_moreinfo(decoder->handle, (struct mpg123_moreinfo *)notes) != MPGOK) return -1;
    int32_t result = MPGDecoderDecode(decoder, packet, size, samples, frames);
    library.mpg123_set_moreinfo(decoder->handle, NULL);
    *granules = (notes->blockType[0][0] >= 0) + (notes->blockType[1][0] >= 0);
    return result;
}
