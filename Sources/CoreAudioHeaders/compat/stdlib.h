// The system's <stdlib.h>, with what it lacks beside the Mac's. Without a guard around this line: the system's header gives
// less where it is asked for less, and more the next time.
#pragma GCC system_header
#include_next <stdlib.h>

#if !defined(coreaudio_compat_stdlib_h) && defined(EXIT_FAILURE)
#define coreaudio_compat_stdlib_h

#ifdef __cplusplus
extern "C" {
#endif

extern char *program_invocation_short_name;

/// The name that the program was started with, without its folder.
static inline const char *getprogname(void) { return program_invocation_short_name; }

/// Changes the size of a block, and frees it where that fails.
static inline void *reallocf(void *block, size_t size) {
    void *moved = realloc(block, size);
    if (!moved && size > 0) free(block);
    return moved;
}

#ifdef __cplusplus
}
#endif

#endif
