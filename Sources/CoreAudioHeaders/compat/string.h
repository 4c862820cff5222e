#ifndef coreaudio_compat_string_h
#define coreaudio_compat_string_h
#pragma GCC system_header

// The system's <string.h>, with what it lacks beside the Mac's.

#include_next <string.h>

#if !defined(__GLIBC__) || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 38)

/// Copies a string, as much of it as fits with its end, and returns its length: what was not less than `size` was cut off.
static inline size_t strlcpy(char *destination, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t count = length < size ? length : size - 1;
        memcpy(destination, source, count);
        destination[count] = 0;
    }
    return length;
}

/// Adds a string to another, as much of it as fits with its end, and returns the length that the whole has.
static inline size_t strlcat(char *destination, const char *source, size_t size) {
    const char *end = (const char *)memchr(destination, 0, size);
    size_t length = end ? (size_t)(end - destination) : size;
    return length + strlcpy(destination + length, source, size - length);
}

#endif

#endif
