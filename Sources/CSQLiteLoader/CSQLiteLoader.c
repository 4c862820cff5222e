#include "CSQLiteLoader.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static SQLiteLibrary library;
static int isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        SQLITE_FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    isLoaded = 1;
}

const SQLiteLibrary *SQLiteLoad(void) {
    pthread_once(&once, load);
    return isLoaded ? &library : NULL;
}
