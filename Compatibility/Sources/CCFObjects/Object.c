#include "CCFObjects.h"

#include <stdlib.h>

// What Core Foundation asks for of a type. Its header CFRuntime.h has the same structure as CFRuntimeClass.
struct runtime_class {
    long version;
    const char *name;
    void (*init)(const void *);
    const void *(*copy)(const void *, const void *);
    void (*finalize)(const void *);
    bool (*equal)(const void *, const void *);
    unsigned long (*hash)(const void *);
    const void *(*describe_formatted)(const void *, const void *);
    const void *(*describe)(const void *);
    void (*reclaim)(const void *);
    uint32_t (*reference_count)(intptr_t, const void *);
    uintptr_t alignment;
};

extern unsigned long _CFRuntimeRegisterClass(const struct runtime_class *type);
extern void _CFRuntimeBridgeTypeToClass(unsigned long type, const void *class);
extern const void *_CFRuntimeCreateInstance(
    const void *allocator, unsigned long type, long extra_bytes, unsigned char *category);

// An object: what Core Foundation keeps at its start, and ours. The classes of Swift have the same members.
struct object {
    uintptr_t isa;
    uintptr_t references;
    uint64_t information;
    void *payload;
    void (*release)(void *);
};

static void finalize(const void *memory) {
    const struct object *object = memory;
    if (object->release) object->release(object->payload);
}

unsigned long CFObjectRegister(const char *name) {
    // Core Foundation keeps the pointer.
    struct runtime_class *type = calloc(1, sizeof *type);
    if (!type) abort();
    type->name = name;
    type->finalize = finalize;
    return _CFRuntimeRegisterClass(type);
}

void CFObjectSetClass(unsigned long type, const void *class) { _CFRuntimeBridgeTypeToClass(type, class); }

const void *CFObjectCreate(unsigned long type, void *payload, void (*release)(void *payload)) {
    long extra = sizeof(struct object) - offsetof(struct object, payload);
    struct object *object = (struct object *)_CFRuntimeCreateInstance(NULL, type, extra, NULL);
    if (!object) abort();
    object->payload = payload;
    object->release = release;
    return object;
}

void *CFObjectPayload(const void *object) { return ((const struct object *)object)->payload; }
