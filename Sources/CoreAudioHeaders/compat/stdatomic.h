#ifndef coreaudio_compat_stdatomic_h
#define coreaudio_compat_stdatomic_h
#pragma GCC system_header

// The compiler's <stdatomic.h>. Clang's brings the integers of fixed size, and programs written on a Mac count on that; GCC's does not.

#include <stdint.h>

#include_next <stdatomic.h>

#endif
