// The system's <stdlib.h>, and functions that only the Mac's has. This include has no guard, because the system's
// header may declare more when it is included again.
#pragma GCC system_header
#include_next <stdlib.h>

#if !defined(coreaudio_compat_stdlib_h) && defined(EXIT_FAILURE)
#define coreaudio_compat_stdlib_h

#ifdef __cplusplus
extern "C" {
#endif

extern char *program_invocation_short_name;

/// The name with which the program was started, without its folder.
static __inline__ const char *getprogname(void) { return program_invocation_short_name; }

/// Changes the size of a block of memory, and frees the block if that fails.
static __inline__ void *reallocf(void *block, size_t size) {
    void *moved = realloc(block, size);
    if (!moved && size > 0) free(block);
    return moved;
}

#ifdef __cplusplus
}
#endif

#endif
