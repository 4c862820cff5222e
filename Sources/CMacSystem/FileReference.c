// The functions of CarbonCore/Files.h: references to files, which hold the path.

#include "CMacSystem.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    /// Errors of CarbonCore/MacErrors.h.
    bad_name = -37,
    not_found = -43,
    no_permission = -54,
    bad_parameter = -50,
    out_of_memory = -108,
    path_too_long = -2110,
    refs_differ = -1420,

    short_kind = 0x46535265,  // 'FSRe'
    long_kind = 0x4653526C    // 'FSRl'
};

/// The 80 bytes of an `FSRef`: a path, or the place of one that is longer.
struct FSRef {
    uint32_t kind;
    char path[76];
};

/// A path that does not fit into a reference. References are copied and never freed, so it lives as long as the process; one path is here
/// once, however many references there are.
struct long_path {
    struct long_path *next;
    char path[];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct long_path *long_paths[1024];

static struct long_path *keep(const char *path) {
    uint32_t hash = 2166136261u;
    for (const char *at = path; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
    struct long_path **bucket = &long_paths[hash % 1024];
    pthread_mutex_lock(&mutex);
    struct long_path *found = *bucket;
    while (found && strcmp(found->path, path) != 0) found = found->next;
    if (!found && (found = malloc(sizeof *found + strlen(path) + 1))) {
        strcpy(found->path, path);
        found->next = *bucket;
        *bucket = found;
    }
    pthread_mutex_unlock(&mutex);
    return found;
}

/// Whether an address in a reference is one that `keep` returned: a reference may hold anything.
static bool is_kept(const struct long_path *wanted) {
    bool found = false;
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < 1024 && !found; i++) {
        for (const struct long_path *at = long_paths[i]; at && !found; at = at->next) found = at == wanted;
    }
    pthread_mutex_unlock(&mutex);
    return found;
}

const char *mac_path_of_reference(const void *reference, char *buffer, uint32_t size) {
    const struct FSRef *ref = reference;
    const char *path = NULL;
    if (ref->kind == short_kind && memchr(ref->path, 0, sizeof ref->path)) path = ref->path;
    if (ref->kind == long_kind) {
        struct long_path *kept;
        memcpy(&kept, ref->path, sizeof kept);
        if (is_kept(kept)) path = kept->path;
    }
    if (!path || strlen(path) >= size) return NULL;
    return strcpy(buffer, path);
}

static int status_of_errno(void) {
    switch (errno) {
    case EACCES:
    case EPERM: return no_permission;
    case ENOMEM: return out_of_memory;
    case ENAMETOOLONG: return path_too_long;
    default: return not_found;
    }
}

int32_t FSPathMakeRef(const unsigned char *path, struct FSRef *ref, bool *is_directory);
int32_t FSPathMakeRef(const unsigned char *path, struct FSRef *ref, bool *is_directory) {
    if (!path || !ref) return bad_parameter;
    if (!*path) return bad_name;
    char real[PATH_MAX];
    struct stat file;
    if (!realpath((const char *)path, real) || stat(real, &file) != 0) return status_of_errno();
    struct FSRef made = {short_kind, {0}};
    if (strlen(real) < sizeof made.path) {
        strcpy(made.path, real);
    } else {
        struct long_path *kept = keep(real);
        if (!kept) return out_of_memory;
        made.kind = long_kind;
        memcpy(made.path, &kept, sizeof kept);
    }
    *ref = made;
    if (is_directory) *is_directory = S_ISDIR(file.st_mode);
    return 0;
}

int32_t mac_make_reference(const char *path, void *reference) {
    return FSPathMakeRef((const unsigned char *)path, reference, NULL);
}

int32_t FSRefMakePath(const struct FSRef *ref, unsigned char *path, uint32_t size);
int32_t FSRefMakePath(const struct FSRef *ref, unsigned char *path, uint32_t size) {
    if (!ref || !path) return bad_parameter;
    char real[PATH_MAX];
    struct stat file;
    if (!mac_path_of_reference(ref, real, sizeof real)) return not_found;
    if (stat(real, &file) != 0) return status_of_errno();
    if (strlen(real) >= size) return path_too_long;
    strcpy((char *)path, real);
    return 0;
}

int16_t FSCompareFSRefs(const struct FSRef *one, const struct FSRef *other);
int16_t FSCompareFSRefs(const struct FSRef *one, const struct FSRef *other) {
    if (!one || !other) return bad_parameter;
    char first[PATH_MAX], second[PATH_MAX];
    if (!mac_path_of_reference(one, first, sizeof first) || !mac_path_of_reference(other, second, sizeof second)) {
        return not_found;
    }
    return strcmp(first, second) == 0 ? 0 : refs_differ;
}
