#include "CSpeech.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

/// Fills a struct of function pointers; returns whether all are there.
static int fill(void *functions, const char *file, const char *const *names, size_t count) {
    void *handle = dlopen(file, RTLD_NOW | RTLD_NODELETE);
    if (!handle) return 0;
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return 0;
        memcpy((char *)functions + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return 1;
}

#define X(result, name, parameters) #name,
#define LIBRARY(Type, load, file, FUNCTIONS) \
    static Type load##Functions; \
    static int load##IsLoaded; \
    static pthread_once_t load##Once = PTHREAD_ONCE_INIT; \
    static void load##Now(void) { \
        static const char *const names[] = {FUNCTIONS(X)}; \
        load##IsLoaded = fill(&load##Functions, file, names, sizeof names / sizeof *names); \
    } \
    const Type *load(void) { \
        pthread_once(&load##Once, load##Now); \
        return load##IsLoaded ? &load##Functions : NULL; \
    }

LIBRARY(AMRNarrowLibrary, AMRLoadNarrow, "libopencore-amrnb.so.0", AMR_NARROW_FUNCTIONS)
LIBRARY(AMRWideDecoderLibrary, AMRLoadWideDecoder, "libopencore-amrwb.so.0", AMR_WIDE_DECODER_FUNCTIONS)
LIBRARY(AMRWideEncoderLibrary, AMRLoadWideEncoder, "libvo-amrwbenc.so.0", AMR_WIDE_ENCODER_FUNCTIONS)
LIBRARY(GSMLibrary, GSMLoad, "libgsm.so.1", GSM_FUNCTIONS)

void *AMRMakeNarrowEncoder(void) {
    const AMRNarrowLibrary *library = AMRLoadNarrow();
    return library ? library->Encoder_Interface_init(0) : NULL;
}
