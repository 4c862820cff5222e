#ifndef coreaudio_compat_string_h
#define coreaudio_compat_string_h
#pragma GCC system_header

// The system's <string.h>, and functions that only the Mac's has.

#include_next <string.h>

#if defined(__GLIBC__) && (__GLIBC__ < 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 38))

// A program may define functions with these names, as many do if configure finds none in the system's library. In C,
// the program's definitions replace these; in C++, they are called in place of these templates.
#ifdef __cplusplus
#define coreaudio_replaceable template <typename = void> inline
extern "C++" {
#else
#define coreaudio_replaceable extern inline __attribute__((__gnu_inline__, __always_inline__))
#endif

/// Copies a string, shortened to fit with its terminating zero, and returns its full length. A result of `size` or more
/// means that the copy is shortened.
coreaudio_replaceable size_t strlcpy(char *destination, const char *source, size_t size) {
    size_t length = strlen(source);
    if (size > 0) {
        size_t count = length < size ? length : size - 1;
        memcpy(destination, source, count);
        destination[count] = 0;
    }
    return length;
}

/// Appends a string, shortened to fit with its terminating zero, and returns the full length that the result would
/// have.
coreaudio_replaceable size_t strlcat(char *destination, const char *source, size_t size) {
    const char *end = (const char *)memchr(destination, 0, size);
    size_t length = end ? (size_t)(end - destination) : size;
    return length + strlcpy(destination + length, source, size - length);
}

#ifdef __cplusplus
}
#endif
#undef coreaudio_replaceable

#endif

#endif
