#ifndef CMACSYSTEM_OBJECT_H
#define CMACSYSTEM_OBJECT_H

/// What objects have in common that `os_retain` and `os_release` count. It is their first field, where those of libdispatch have another
/// address.
struct object {
    const struct kind *kind;
    int references;
};

/// How an object ends when its last reference is removed; null for objects that are never freed.
struct kind {
    void (*free)(void *object);
};

extern const struct kind log_kind, workgroup_kind;

/// Adds a reference to an object of ours, and returns it.
void *mac_object_retain(void *object);

/// Removes a reference of an object of ours. The last one frees it.
void mac_object_release(void *object);

/// Ends the process because a program uses a lock wrongly, with a line that says how.
_Noreturn void end_for_misuse(const char *what);

#endif
