#include "CCFObjects.h"

#include <stdlib.h>

// A stream of Core Foundation that is read from where we like. CFStreamAbstract.h, of Swift's toolchain, has the types.

extern void *CFReadStreamCreate(const void *allocator, const void *callbacks, void *info);
extern void CFReadStreamSetDispatchQueue(void *stream, void *queue);
extern void CFReadStreamSignalEvent(void *stream, unsigned long event, const void *error);

void *CFObjectStreamCreate(const struct CFObjectStreamFunctions *functions, void *info) {
    void *stream = CFReadStreamCreate(NULL, functions, info);
    if (!stream) abort();
    return stream;
}

void CFObjectStreamSignal(void *stream, unsigned long event, const struct CFObjectStreamError *error) {
    CFReadStreamSignalEvent(stream, event, error);
}

void CFObjectStreamSetQueue(void *stream, void *queue) { CFReadStreamSetDispatchQueue(stream, queue); }
