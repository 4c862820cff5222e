#ifndef CoreFoundation_CFConstantString_h
#define CoreFoundation_CFConstantString_h

// CFSTR. The toolchain's, which is COREAUDIO_CFSTR here, consists of statements that compilers accept only in functions. In C++11
// and later, a lambda surrounds them, so that CFSTR can initialize global variables and static members. C has no expression that is a
// constant outside of functions and has static storage within them.

#include <CoreFoundation/CFString.h>

#if defined(__cplusplus) && __cplusplus >= 201103L
#define CFSTR(cStr) ([]() -> CFStringRef { return __extension__ COREAUDIO_CFSTR(cStr); }())
#else
#define CFSTR(cStr) (__extension__ COREAUDIO_CFSTR(cStr))
#endif

#endif
