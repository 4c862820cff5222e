#ifndef coreaudio_compat_string_h
#define coreaudio_compat_string_h
#pragma GCC system_header

// The system's <string.h>, and functions that only the Mac's has.

#include_next <string.h>

#if defined(__GLIBC__) && (__GLIBC__ < 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 38))

// A program may define functions with these names, as many do if configure finds none in the system's library. In C,
// the program's definitions replace these; in C++, they are called in place of these templates. C++ before 2011 has no
// default arguments for templates of functions: there, these take the size as a type that is converted to, so that the
// program's definitions fit better.
#if !defined(__cplusplus)
#define coreaudio_replaceable extern __inline__ __attribute__((__gnu_inline__, __always_inline__))
#define coreaudio_replaceable_size size_t
#elif __cplusplus >= 201103L
#define coreaudio_replaceable template <typename = void> inline
#define coreaudio_replaceable_size size_t
extern "C++" {
#else
#define coreaudio_replaceable inline
#define coreaudio_replaceable_size coreaudio_size
extern "C++" {
struct coreaudio_size {
    size_t value;
    coreaudio_size(size_t value) : value(value) {}
    operator size_t() const { return value; }
};
#endif

/// Copies a string, shortened to fit with its terminating zero, and returns its full length. A result of `size` or more
/// means that the copy is shortened.
coreaudio_replaceable size_t strlcpy(char *destination, const char *source, coreaudio_replaceable_size size) {
    size_t length = strlen(source), available = size;
    if (available > 0) {
        size_t count = length < available ? length : available - 1;
        memcpy(destination, source, count);
        destination[count] = 0;
    }
    return length;
}

/// Appends a string, shortened to fit with its terminating zero, and returns the full length that the result would
/// have.
coreaudio_replaceable size_t strlcat(char *destination, const char *source, coreaudio_replaceable_size size) {
    size_t available = size;
    const char *end = (const char *)memchr(destination, 0, available);
    size_t length = end ? (size_t)(end - destination) : available;
    return length + strlcpy(destination + length, source, available - length);
}

#ifdef __cplusplus
}
#endif
#undef coreaudio_replaceable
#undef coreaudio_replaceable_size

#endif

#endif
