// The system's <fcntl.h>, with the commands that only the Mac's `fcntl` has.
#pragma GCC system_header
#include_next <fcntl.h>

#ifndef coreaudio_compat_fcntl_h
#define coreaudio_compat_fcntl_h

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#define F_RDAHEAD 0x43410001
#define F_NOCACHE 0x43410002
#define F_GETPATH 0x43410003
#define F_FULLFSYNC 0x43410004
#define F_BARRIERFSYNC 0x43410005

#ifdef __cplusplus
extern "C" {
#endif

extern int posix_fadvise(int, off_t, off_t, int);
extern int fsync(int);
extern ssize_t readlink(const char *, char *, size_t);

static __inline__ int coreaudio_advise(int descriptor, int advice) {
    int failure = posix_fadvise(descriptor, 0, 0, advice);
    if (failure) errno = failure;
    return failure ? -1 : 0;
}

/// Calls `fcntl`, or does for one of the commands above what Linux has: F_NOCACHE with 1 gives back the memory that holds what was read
/// or written of the file so far; F_RDAHEAD with 0 reads nothing ahead.
static __inline__ __attribute__((__unused__)) int coreaudio_fcntl(int descriptor, int command, ...) {
    char link[64];
    ssize_t length;
    long argument;
    va_list arguments;
    va_start(arguments, command);
    // A command without an argument leaves it undefined, and the system does not look at it.
    argument = va_arg(arguments, long);
    va_end(arguments);
    switch (command) {
    case F_RDAHEAD: return coreaudio_advise(descriptor, (int)argument ? 0 : 1);
    case F_NOCACHE: return (int)argument ? coreaudio_advise(descriptor, 4) : coreaudio_advise(descriptor, 0);
    case F_FULLFSYNC:
    case F_BARRIERFSYNC: return fsync(descriptor);
    case F_GETPATH:
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        length = readlink(link, (char *)argument, 1023);
        if (length < 0) return -1;
        ((char *)argument)[length] = 0;
        return 0;
    default: return fcntl(descriptor, command, argument);
    }
}

#ifdef __cplusplus
}
#endif

#define fcntl(...) coreaudio_fcntl(__VA_ARGS__)

#endif
