#define _GNU_SOURCE
#include "CFFmpeg.h"
#include "FFLibrary.h"

#if HAS_HEADERS

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct FFLibrary FFLoaded;

#define STRING(number) #number
#define SONAME(number) "libavcodec.so." STRING(number)

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Whether the library is of the major version of the headers, and with it has their structures.
static int is_version(void *handle, const char *path, const char *name, const char *function, unsigned wanted) {
    unsigned (*version)(void) = (unsigned (*)(void))dlsym(handle, function);
    if (!version) {
        snprintf(reason, sizeof reason, "%s has no %s", path, function);
        return 0;
    }
    unsigned found = AV_VERSION_MAJOR(version());
    if (found == wanted) return 1;
    snprintf(
        reason, sizeof reason, "%s is %s %u, and this was built with the headers of %s %u", path, name, found, name,
        wanted);
    return 0;
}

static void load(void) {
    static const char *const names[] = {
#define X(name) #name,
        FUNCTIONS(X)
#undef X
    };
    const char *chosen = secure_getenv("COREAUDIO_LIBAVCODEC");
    const char *path = chosen ? chosen : SONAME(LIBAVCODEC_VERSION_MAJOR);
    void *handle = dlopen(path, RTLD_NOW | RTLD_NODELETE);
    if (!handle) {
        snprintf(
            reason, sizeof reason, "%s is not there (Debian: libavcodec%d; Fedora: libavcodec-free)", path,
            LIBAVCODEC_VERSION_MAJOR);
        return;
    }
    if (!is_version(handle, path, "libavcodec", "avcodec_version", LIBAVCODEC_VERSION_MAJOR)
        || !is_version(handle, path, "libavutil", "avutil_version", LIBAVUTIL_VERSION_MAJOR))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        // What the library itself depends on is looked through, too: libavutil's functions are found there.
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) {
            snprintf(reason, sizeof reason, "%s has no %s", path, names[i]);
            return;
        }
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
}

const char *FFUnavailable(void) {
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

#else

const char *FFUnavailable(void) {
    return "this was built without libavcodec's headers (Debian: libavcodec-dev; Fedora: libavcodec-free-devel)";
}

#endif
