#include "CDBus.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static DBusLibrary library;
static int isLoaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const char *const names[] = {
#define X(result, name, parameters) #name,
        DBUS_FUNCTIONS(X)
#undef X
    };
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_NODELETE);
    if (!handle) handle = dlopen("libelogind.so.0", RTLD_NOW | RTLD_NODELETE);
    if (!handle) return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = dlsym(handle, names[i]);
        if (!symbol) return;
        memcpy((char *)&library + i * sizeof symbol, &symbol, sizeof symbol);
    }
    isLoaded = 1;
}

const DBusLibrary *DBusLoad(void) {
    pthread_once(&once, load);
    return isLoaded ? &library : NULL;
}
