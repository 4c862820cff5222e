// References of objects: those of logs and workgroups, and those of libdispatch.

#include <os/log.h>
#include <stdlib.h>

#include "Object.h"

// Of libdispatch, whose headers do not come with the compiler.
extern void *_os_object_retain(void *object);
extern void _os_object_release(void *object);

// Weak, because libdispatch's static archive, into which a program may be linked with this, has functions of these names.
__attribute__((weak)) void *os_retain(void *object);
__attribute__((weak)) void os_release(void *object);

static bool is_own(const void *object) {
    const struct object *head = object;
    return head->kind == &workgroup_kind || head->kind == &log_kind;
}

void *mac_object_retain(void *object) {
    __atomic_add_fetch(&((struct object *)object)->references, 1, __ATOMIC_RELAXED);
    return object;
}

void mac_object_release(void *object) {
    struct object *head = object;
    bool is_last = __atomic_sub_fetch(&head->references, 1, __ATOMIC_ACQ_REL) == 0;
    if (is_last && head->kind->free) head->kind->free(object);
}

void *os_retain(void *object) {
    if (!object) return NULL;
    return is_own(object) ? mac_object_retain(object) : _os_object_retain(object);
}

void os_release(void *object) {
    if (!object) return;
    if (is_own(object)) {
        mac_object_release(object);
    } else {
        _os_object_release(object);
    }
}

_Noreturn void end_for_misuse(const char *what) {
    os_log_fault(OS_LOG_DEFAULT, "%{public}s", what);
    abort();
}
