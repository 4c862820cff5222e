#include "LAPACKLibrary.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void openLibrary(void) {
    static const char *const names[] = {"liblapack.so.3", "libopenblas.so.0", "liblapack.so", "libopenblas.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++) library = dlopen(names[i], RTLD_NOW);
}

void *lapackRoutine(void **found, const char *name) {
    void *routine = __atomic_load_n(found, __ATOMIC_RELAXED);
    if (routine) return routine;
    pthread_once(&once, openLibrary);
    routine = library ? dlsym(library, name) : 0;
    if (!routine) {
        fprintf(
            stderr, "Accelerate: %s needs LAPACK, and no liblapack.so.3 with it was found. Install the package %s.\n", name,
            "liblapack3 (Debian, Ubuntu) or lapack (Fedora)");
        abort();
    }
    __atomic_store_n(found, routine, __ATOMIC_RELAXED);
    return routine;
}
