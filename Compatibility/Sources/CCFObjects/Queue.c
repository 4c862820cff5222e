#include "CCFObjects.h"

// The queues of libdispatch as C has them, which Swift's Dispatch does not take.

extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));

void CFObjectQueueRetain(void *queue) { dispatch_retain(queue); }

void CFObjectQueueRelease(void *queue) { dispatch_release(queue); }

void CFObjectQueueAsync(void *queue, void *context, void (*work)(void *context)) { dispatch_async_f(queue, context, work); }
